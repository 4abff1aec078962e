"""On-line synthesis: one step after another, each answering the wish of the moment."""

from dataclasses import dataclass, replace

import numpy as np

from ..errors import LibraryError
from ..graph import gaits_of
from .blend import blend, weights_for
from .course import free_course, route_course
from .made_up import BRIDGE_SECONDS, bridge_contact
from .playback import read
from .specification import CADENCE_LIMITS, fastest, gait_for
from .stitch import bridge, ease_out, join_seconds

#: Seconds a stand is played at a time when no length is asked for.
_STAND_SECONDS = 0.4


@dataclass(frozen=True, eq=False)
class WalkState:
    """All that the next step depends on.

    Attributes
    ----------
    graph : MotionGraph
    fps : float
    frame : int; frames played so far
    label : str; footstep pattern of the last segment
    row, rate : (C,) arrays; pose coordinates at this frame and their velocity per second
    base : (2,) array, metres; the smooth part of the pelvis
    heading : float, radians
    speed : float, m/s
    turn_rate : float, radians per second
    """

    graph: object
    fps: float
    frame: int
    label: str
    row: np.ndarray
    rate: np.ndarray
    base: np.ndarray
    heading: float
    speed: float
    turn_rate: float

    @property
    def gait(self):
        """Gait the state is in."""
        return gaits_of(self.label)[1]


@dataclass(frozen=True, eq=False)
class WalkSegment:
    """One step that was played.

    Attributes
    ----------
    label : str; footstep pattern, or two states like "SL" for a change that was made up
    start, frames : int; first frame of the walk, number of frames
    rows : (N, C) array; pose coordinates
    contact : (N, 2, 2) bool array; [frame, left/right, heel/toe]
    base : (N, 2) array, metres; heading : (N,) array, radians
    members, weights : (K,) arrays; which segments of the group were blended, and how much of each
    speed, speed_asked : float, m/s
    clip : str; the clip that weighs most, "" for a change that was made up
    """

    label: str
    start: int
    frames: int
    rows: np.ndarray
    contact: np.ndarray
    base: np.ndarray
    heading: np.ndarray
    members: np.ndarray
    weights: np.ndarray
    speed: float
    speed_asked: float
    clip: str = ""

    def motion(self, graph, fps):
        """Motion of this step, feet not planted yet."""
        return graph.space.motion(self.rows, self.base, self.heading, fps, self.label)


def start(graph, *, position=(0.0, 0.0), heading=0.0, fps=60.0):
    """The state of a character that stands.

    Parameters
    ----------
    graph : MotionGraph
    position : (2,) array_like, metres
    heading : float, radians from +X
    fps : float; frames per second to be made

    Returns
    -------
    WalkState
    """
    group = graph.groups.get("S")
    if group is None:
        raise LibraryError("no pose to stand in: the group 'S' is muted")
    quiet = int(np.argmin(np.linalg.norm(group.start_rate, axis=1)))
    row = group.rows[quiet, 0].copy()
    base = np.array(position, dtype=float)
    return WalkState(graph, float(fps), 0, "S", row, np.zeros_like(row), base, float(heading), 0.0, 0.0)


def step(state, specification):
    """The next segment of a walk.

    A pure function: the same state and wish give the same segment. The gait that the wish asks for is
    reached over the graph's transitions; inside the group segments are blended for the wished speed
    and turning, played faster or slower within natural limits, and joined to the last pose by an
    offset that dies away.

    Parameters
    ----------
    state : WalkState
    specification : Specification

    Returns
    -------
    WalkState, WalkSegment
    """
    graph = state.graph
    gait = specification.gait or _gait_wished(state, specification)
    label = graph.next_label(state.label, gait) or graph.next_label(state.label, state.gait)
    if label is None:
        raise LibraryError(f"nothing can follow '{state.label}' in this library: unmute its groups")
    if label in graph.groups:
        return _play(state, specification, label)
    return _make_up(state, specification, label, gait)


def _gait_wished(state, specification):
    """The gait that suits the speed asked of this step."""
    speed = specification.speed
    if specification.route is not None:
        speed = specification.route.speed(state.frame, max(round(0.5 * state.graph.cycle * state.fps), 1))
    return gait_for(state.graph, min(speed, fastest(state.graph)), state.gait)


def _play(state, specification, label):
    """One segment of a group of clips."""
    group, fps = state.graph.groups[label], state.fps
    seam = state.graph.space.distance(group.rows[:, 0], state.row)
    if label == "S":
        weights = weights_for(group, 0.0, 0.0, seam=seam, nearest=1)
        mixed = blend(group, weights)
        natural = mixed.time[-1]
        count = specification.frames or round(_STAND_SECONDS * fps)
        count = max(min(count, int(natural * fps)), 1)
        factor, asked = 1.0, 0.0
    else:
        mixed, count, asked = _fitted(state, specification, group, seam)
        factor = mixed.time[-1] / (count / fps)
    time = np.arange(count + 1) / fps
    rows, rates = read(mixed.rows, mixed.time, time * factor)
    first_rate, rate = rates[0] * factor, rates[-1] * factor
    lasting = join_seconds(time[-1])
    offset, offset_rate = ease_out(state.row - rows[0], state.rate - first_rate, lasting, time)
    rows, rate = rows + offset, rate + offset_rate[-1]
    nearest = np.interp(time[:-1] * factor, mixed.time, np.arange(len(mixed.time)))
    contact = mixed.contact[np.rint(nearest).astype(int)] >= 0.5
    return _finished(state, specification, label, rows, rate, contact, mixed, asked)


def _fitted(state, specification, group, seam):
    """The blend for the wish and the number of frames it is played in."""
    fps = state.fps
    seconds = group.usual_seconds
    low, high = CADENCE_LIMITS
    for _ in range(2):
        count = max(round(seconds * fps), 3)
        speed, turn = _wish(state, specification, count)
        weights = weights_for(group, speed, turn, style=specification.style, seam=seam)
        natural = float(weights @ group.duration)
        cadence = np.sqrt(max(speed, 1e-3) / max(float(weights @ group.speed), 1e-3))
        seconds = natural / min(max(cadence, low), high)
    mixed = blend(group, weights)
    count = max(round(seconds * fps), 3)
    if specification.frames is not None:
        count = int(np.clip(specification.frames, np.ceil(natural / high * fps), natural / low * fps))
    return mixed, max(count, 3), _wish(state, specification, count)[0]


def _wish(state, specification, count):
    """(speed, turn) asked over the next count frames."""
    if specification.route is not None:
        route = specification.route
        return route.speed(state.frame, count), route.turn(state.frame, count)
    return free_course(state, specification, count).mean()


def _make_up(state, specification, label, gait):
    """A change of gait that no clip shows, interpolated to the first pose of the segment after it."""
    graph, fps = state.graph, state.fps
    group = graph.groups[graph.next_label(label, gait)]
    count = max(round(BRIDGE_SECONDS[label] * fps), 3)
    if specification.frames is not None:
        count = int(np.clip(specification.frames, 0.6 * count, 1.5 * count))
    speed, turn = _wish(state, specification, count)
    seam = graph.space.distance(group.rows[:, 0], state.row)
    weights = weights_for(group, speed, turn, seam=seam, nearest=1)
    chosen = int(np.argmax(weights))
    time = np.arange(count + 1) / fps
    goal_rate = group.start_rate[chosen]
    rows = bridge(state.row, state.rate, group.rows[chosen, 0], goal_rate, time[-1], time)
    contact = bridge_contact(label, count)
    return _finished(state, specification, label, rows, goal_rate, contact, None, speed)


def _finished(state, specification, label, rows, rate, contact, mixed, asked):
    """State and segment once the poses are known: the course is laid under them."""
    count = len(rows) - 1
    if specification.route is not None:
        course = route_course(specification.route, state.frame, count)
    else:
        course = free_course(state, specification, count, standing=label[-1] == "S")
    members, weights, clip = np.zeros(0, dtype=int), np.zeros(0), ""
    if mixed is not None:
        members, weights = mixed.members, mixed.weights
        source = state.graph.groups[label].clip[members[np.argmax(weights)]]
        clip = state.graph.clips[source] if source >= 0 else ""
    segment = WalkSegment(
        label, state.frame, count, rows[:-1], contact, course.base[:-1], course.heading[:-1],
        members, weights, course.mean()[0], asked, clip,
    )  # fmt: skip
    after = replace(
        state, frame=state.frame + count, label=label, row=rows[-1], rate=rate, base=course.base[-1],
        heading=float(course.heading[-1]), speed=course.speed, turn_rate=course.turn_rate,
    )  # fmt: skip
    return after, segment
