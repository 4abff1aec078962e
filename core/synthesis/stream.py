"""On-line synthesis: one step after another, each answering the wish of the moment."""

from dataclasses import dataclass, replace

import numpy as np

from ..errors import LibraryError
from ..graph import gaits_of
from .blend import NEAREST, blend, seconds_at, speeds_of, weights_for
from .course import free_course, free_goal, route_course
from .made_up import bridge_contact, bridge_seconds
from .playback import places, read
from .specification import fastest, gait_for
from .stitch import bridge, ease_out, within

#: Seconds a stand is played at a time when no length is asked for.
_STAND_SECONDS = 0.4
#: How much shorter or longer than natural a step may be asked to be.
_FIT = 1.2
#: Seconds for which velocities are followed when poses are compared.
_FORESIGHT = 0.1
#: A stand this long (seconds) is as good as any longer one; what a short one costs, in radians of pose.
_LONG_STAND, _SHORT_STAND = 2.0, 0.1


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
    row = _standing_pose(graph, group)
    base = np.array(position, dtype=float)
    return WalkState(graph, float(fps), 0, "S", row, np.zeros_like(row), base, float(heading), 0.0, 0.0)


def _standing_pose(graph, group):
    """(C,) the pose a while before a clip starts to walk, else the quietest end of a stand."""
    starts = [
        k
        for k in range(group.count)
        for label, other in graph.groups.items()
        if label[0] == "S" != label
        and np.any((other.clip == group.clip[k]) & (other.start == group.end[k]) & (group.clip[k] >= 0))
    ]
    chosen = np.array(starts or range(group.count))
    quiet = int(chosen[np.argmin(np.linalg.norm(group.end_rate[chosen], axis=1))])
    before = max(group.duration[quiet] - _STAND_SECONDS, 0.0)
    return read(group.rows[quiet], group.time[quiet], np.array([before]))[0]


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
    labels = graph.next_labels(state.label, gait) or graph.next_labels(state.label, state.gait)
    if not labels:
        raise LibraryError(f"nothing can follow '{state.label}' in this library: unmute its groups")
    label = _nearest(state, labels)
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
    seam = _seam(state, group)
    begin = 0.0
    if label == "S":
        mixed, count, begin = _stand(state, specification, group)
        factor, asked = 1.0, 0.0
    else:
        mixed, count, asked = _fitted(state, specification, group, seam)
        factor = mixed.time[-1] / (count / fps)
    time = np.arange(count + 1) / fps
    seconds = begin + time * factor
    rows = read(mixed.rows, mixed.time, seconds)
    first_rate, rate = mixed.start_rate * factor, mixed.end_rate * factor
    if label == "S":
        first_rate = rate = (rows[-1] - rows[0]) / time[-1]
    patience = state.graph.space.patience
    change, left = ease_out(
        state.row - rows[0], state.rate - first_rate, time, patience, state.graph.sharpest
    )
    contact = mixed.contact[np.rint(places(mixed.time, seconds[:-1])).astype(int)] >= 0.5
    rows, left_of = within(rows + change, state.graph.bounds, patience)
    rate = (rate + left) * left_of
    return _finished(state, specification, label, rows, rate, contact, mixed, asked)


def _nearest(state, labels):
    """Of labels that lead on equally well, the one whose segments begin nearest to the pose now."""
    if len(labels) == 1:
        return labels[0]
    groups = state.graph.groups
    gaps = [_seam(state, groups[x]).min() if x in groups else np.inf for x in labels]
    return labels[int(np.argmin(gaps))]


def _seam(state, group):
    """(K,) how far a group's segments begin from the pose now and from where it is moving to, radians."""
    space = state.graph.space
    gap = space.distance(group.rows[:, 0], state.row)
    return np.hypot(gap, _FORESIGHT * space.distance(group.start_rate, state.rate))


def _stand(state, specification, group):
    """One stand, its number of frames, and the time in it to begin at: short ones play its end."""
    count = max(specification.frames or round(_STAND_SECONDS * state.fps), 1)
    seconds = count / state.fps
    whole = np.minimum(group.duration, _LONG_STAND)
    begin = np.maximum(group.duration - seconds, 0.0) if state.label == "S" else np.zeros(group.count)
    instants = group.rows.shape[1]
    first = np.rint(begin / group.duration * (instants - 1)).astype(int)
    gap = state.graph.space.distance(group.rows[np.arange(group.count), first], state.row)
    short = np.maximum(1.0 - whole / min(seconds, _LONG_STAND), 0.0)
    chosen = int(np.argmin(gap + _SHORT_STAND * short))
    weights = np.zeros(group.count)
    weights[chosen] = 1.0
    return blend(group, weights), max(min(count, int(group.duration[chosen] * state.fps)), 1), begin[chosen]


def _fitted(state, specification, group, seam):
    """The blend for the wish and the number of frames it is played in."""
    fps = state.fps
    seconds = group.usual_seconds
    nearest = NEAREST if group.level == "fine" else 1
    own_pace = group.level == "coarse" and specification.route is None
    for _ in range(2):
        count = max(round(seconds * fps), 3)
        speed, turn, gain = _wish(state, specification, count)
        weights = weights_for(
            group, speed, turn, gain=gain, style=specification.style, seam=seam, nearest=nearest
        )
        seconds = float(weights @ group.duration) if own_pace else seconds_at(group, weights, speed)
    mixed = blend(group, weights)
    count = max(round(seconds * fps), 3)
    if specification.frames is not None:
        count = round(min(max(specification.frames, count / _FIT), count * _FIT))
    return mixed, max(count, 3), _wish(state, specification, count)[0]


def _wish(state, specification, count):
    """(speed, turn, gain of speed) asked over the next count frames."""
    if specification.route is not None:
        route, now = specification.route, state.frame
        return route.speed(now, count), route.turn(now, count), route.speed(now + count, 2) - state.speed
    seconds = count / state.fps
    speed, turn_rate = free_goal(state, specification, seconds)
    return 0.5 * (state.speed + speed), 0.5 * (state.turn_rate + turn_rate) * seconds, speed - state.speed


def _make_up(state, specification, label, gait):
    """A change of gait that no clip shows, interpolated to the first pose of the segment after it."""
    graph, fps = state.graph, state.fps
    group = graph.groups[graph.next_label(label, gait)]
    count = max(round(bridge_seconds(label) * fps), 3)
    if specification.frames is not None:
        count = int(np.clip(specification.frames, 0.6 * count, 1.5 * count))
    speed, turn, gain = _wish(state, specification, count)
    seam = _seam(state, group)
    weights = weights_for(group, speed, turn, gain=gain, seam=seam, nearest=1)
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
        changes = mixed is not None and state.graph.groups[label].level == "coarse" and label != "S"
        own = speeds_of(mixed, count, state.fps) if changes else None
        course = free_course(state, specification, count, label[-1] == "S", own)
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
