"""The hierarchical motion transition graph of a library of clips."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from scipy.ndimage import gaussian_filter1d

from ..errors import Cancelled, LibraryError
from ..motion import Skeleton, retarget
from . import patterns
from .groups import Clip, Group, build_groups
from .pieces import pieces_of
from .pose_space import TURNS, PoseSpace, pose_space
from .quality import acceleration_of, evened, leg_joints, slide_of
from .stand import made_up_stand, without_crouch
from .transitions import Transition, find_transitions, missing_in_words, next_steps
from .travel import travel_of

#: A segment that travels this far off the way it faces (radians) is a side step or walks backwards.
_MOST_DRIFT = 0.7
#: Seconds of two steps, for a clip without any.
_USUAL_CYCLE = 1.1
#: Labels of the half-cycles.
_STEPS = patterns.CYCLES["walk"] + patterns.CYCLES["run"]
#: A floor that rises and falls less than this share of the leg counts as level.
_LEVEL = 0.12
#: Seconds; what is faster is noise of the capture (half is left at 23 Hz).
_NOISE = 0.008
#: The joints of a standing foot are no higher than this above the ground, as a share of the leg.
_SOLE = 0.06
#: A joint that turns less than this (radians) over every clip does not move.
_STILL = 0.01
#: Angular acceleration (radians per second squared) that any joint may have.
_SHARP_LEAST = 5.0


@dataclass(frozen=True, eq=False)
class MotionGraph:
    """Groups of equal footstep pattern and the ways between them.

    Attributes
    ----------
    space : PoseSpace
    groups : dict of label to Group
    clips : tuple of str; names, as ``Group.clip`` counts them
    transitions : tuple of Transition
    made_up : tuple of str; changes of gait that no clip shows and that are interpolated ("SL")
    missing : tuple of str; what the library lacks, in words
    cycle : float, seconds; the usual duration of two steps
    sharpest : (C,) array; angular acceleration (radians per second squared) of each pose coordinate's joint
        that all but one in a thousand frames of the clips keep to; infinite for the root's place
    """

    space: PoseSpace
    groups: dict[str, Group]
    clips: tuple[str, ...]
    transitions: tuple[Transition, ...]
    made_up: tuple[str, ...]
    missing: tuple[str, ...]
    cycle: float
    sharpest: np.ndarray
    _next: dict = field(repr=False)

    @cached_property
    def bounds(self):
        """(2, C) array; lowest and highest value of each pose coordinate in any segment."""
        rows = [group.rows.reshape(-1, self.space.size) for group in self.groups.values()]
        low, high = [r.min(axis=0) for r in rows], [r.max(axis=0) for r in rows]
        return np.array([np.min(low, axis=0), np.max(high, axis=0)])

    @property
    def skeleton(self):
        """Skeleton all clips were brought to."""
        return self.space.skeleton

    @property
    def gaits(self):
        """Gaits the library can keep up, slowest first: of "stand", "walk", "run"."""
        return tuple(g for g in patterns.GAITS if all(c in self.groups for c in patterns.CYCLES[g]))

    def next_labels(self, label, gait):
        """Labels that may be played after `label` on the way to `gait`, the best first; () when none."""
        return self._next.get((label, gait), ())

    def next_label(self, label, gait):
        """The best label to play after `label` on the way to `gait`; None when there is no way."""
        return next(iter(self.next_labels(label, gait)), None)

    def speed_range(self, gait):
        """(slowest, fastest) speed of a gait's half-cycles, m/s."""
        ranges = [self.groups[label].speed_range for label in patterns.CYCLES[gait] if label in self.groups]
        return min(r[0] for r in ranges), max(r[1] for r in ranges)

    def without(self, labels):
        """The same graph with some groups muted.

        Raises
        ------
        LibraryError
            When nothing is left that walks or runs.
        """
        kept = {label: group for label, group in self.groups.items() if label not in set(labels)}
        _require_steps(kept)
        edges = tuple(t for t in self.transitions if t.source not in labels and t.target not in labels)
        return replace(self, groups=kept, transitions=edges, _next=next_steps(edges, kept))


def build_graph(analysed, *, mirror=True, skeleton: Skeleton | None = None, sideways=False, progress=None):
    """The motion graph of analysed clips.

    Parameters
    ----------
    analysed : list of (Motion, Analysis)
    mirror : bool; every segment also serves the other side
    skeleton : Skeleton, optional; what the clips are brought to (by default the one with most frames)
    sideways : bool; keep segments that step sideways or backwards
    progress : callable, optional; called with the share done, 0 to 1; returns False to cancel

    Returns
    -------
    MotionGraph

    Raises
    ------
    LibraryError
        When no clip holds a step of each foot that can be repeated.
    Cancelled
        When `progress` asks for it.
    """
    if not analysed:
        raise LibraryError("no clips to walk with: add clips that walk or run")
    skeleton = skeleton or _main_skeleton([motion for motion, _ in analysed])
    motions = [_brought_to(motion, skeleton) for motion, _ in analysed]
    analyses = [analysis for _, analysis in analysed]
    cycle = _cycle(analyses)
    travels = []
    for k, (motion, analysis) in enumerate(zip(motions, analyses)):
        _report(progress, 0.4 * k / len(motions))
        travels.append(_travel(motion, analysis, cycle))
    space = pose_space(motions, [travel.heading for travel in travels])
    clips = []
    floors = _floors(analyses, skeleton.leg_length)
    for k, (motion, analysis, travel, floor) in enumerate(zip(motions, analyses, travels, floors)):
        _report(progress, 0.4 + 0.4 * k / len(motions))
        clips.append(_clip(motion, analysis, travel, floor, space, sideways))
        if mirror:
            image = motion.mirrored()
            clips.append(_clip(image, analysis, travel.mirrored(), floor, space, sideways, mirrored=True))
    _hold_still(clips)
    sharpest = _sharpest(clips)
    for clip in clips:
        turns = clip.rows[:, TURNS]
        clip.rows[:, TURNS] = evened(turns, clip.acceleration, sharpest, leg_joints(skeleton), clip.fps)
    groups = build_groups(clips, skeleton.leg_length, sharpest)
    _require_steps(groups)
    if "S" not in groups:
        groups["S"] = _stand(clips, motions, mirror, space)
    groups = without_crouch(groups, space)
    edges, made_up = find_transitions(groups, clips, space)
    missing = missing_in_words(groups, edges)
    _report(progress, 1.0)
    names = tuple(clip.name for clip in clips)
    sharpest = np.concatenate([np.full(3, np.inf), np.repeat(sharpest, 3)])
    ways = next_steps(edges, groups)
    return MotionGraph(space, groups, names, edges, made_up, missing, cycle, sharpest, ways)


def _report(progress, share):
    if progress is not None and progress(share) is False:
        raise Cancelled("building the motion graph was cancelled")


def _main_skeleton(motions):
    """The skeleton most frames are played by."""
    frames = {}
    for motion in motions:
        key = (motion.skeleton.names, np.round(motion.skeleton.rest_offset, 4).tobytes())
        frames.setdefault(key, [motion.skeleton, 0])[1] += motion.frames
    return max(frames.values(), key=lambda entry: entry[1])[0]


def _brought_to(motion, skeleton):
    """The motion on the library's skeleton."""
    own = motion.skeleton
    same = own is skeleton or (
        own.names == skeleton.names
        and np.allclose(own.rest_offset, skeleton.rest_offset, atol=1e-4)
        and np.allclose(own.rest_rotation, skeleton.rest_rotation, atol=1e-5)
    )
    return motion.with_(skeleton=skeleton) if same else retarget(motion, skeleton)


def _cycle(analyses):
    """Median duration of two half-cycles, seconds."""
    seconds = [
        2.0 * (s.end - s.start) / a.fps for a in analyses for s in a.segments if s.label in _STEPS
    ]
    return float(np.median(seconds)) if seconds else _USUAL_CYCLE


def _travel(motion, analysis, usual):
    """Travel of one clip on level ground, with its own cycle where it has one."""
    own = _cycle([analysis]) if any(s.label in _STEPS for s in analysis.segments) else usual
    labels = [s.label for s in analysis.segments] or ["S"]
    ends = tuple("S" not in label for label in (labels[0], labels[-1]))
    return travel_of(motion, own, ends)


def _clip(motion, analysis, travel, floor, space, sideways, mirrored=False):
    """A clip, or its mirror image, in the coordinates of the library and on a floor at 0."""
    rows = space.coordinates(motion, travel.base, travel.heading)
    rows[:, 2] -= floor
    rows = gaussian_filter1d(rows, _NOISE * motion.fps, axis=0, mode="nearest")
    segments = [s for s in pieces_of(analysis) if _forward(s, travel, sideways)]
    contact = np.asarray(analysis.foot_contact)
    if mirrored:
        segments = [
            replace(s, label=patterns.mirrored_label(s.label), turn=-s.turn, lean=-s.lean) for s in segments
        ]
        contact = contact[:, ::-1]
    slide, sharp = slide_of(motion, contact), acceleration_of(motion)
    return Clip(motion.name, motion.fps, mirrored, travel, rows, contact, tuple(segments), slide, sharp)


def _sharpest(clips):
    """(J,) angular acceleration of each joint that all but one in a thousand frames of the clips keep to."""
    usual = np.percentile(np.concatenate([clip.acceleration for clip in clips]), 99.9, axis=0)
    return np.maximum(usual, _SHARP_LEAST)


def _hold_still(clips):
    """Give joints that no clip moves one pose in all clips: the mean, where their clips differ."""
    swing = np.max([np.ptp(clip.rows[:, TURNS], axis=0) for clip in clips], axis=0).reshape(-1, 3)
    still = np.repeat(swing.max(axis=1) < _STILL, 3)
    for clip in clips:
        clip.rows[:, TURNS][:, still] = 0.0


def _floors(analyses, leg):
    """Height of the floor under each clip: list of (F,) arrays, metres.

    What lies lowest on the ground is a joint above the sole. Most clips of a library stand on height 0,
    so the height that this joint usually has is the sole's, and a clip's floor is where it differs.
    """
    lowest = [np.min(np.reshape(analysis.ground, (-1, 2)), axis=1) for analysis in analyses]
    usual = [float(np.quantile(low, 0.2)) for low in lowest]
    sole = float(np.median(usual))
    if abs(sole) > _SOLE * leg:
        sole = 0.0
    return [
        _floor(low, height, analysis.fps, leg) - sole
        for low, height, analysis in zip(lowest, usual, analyses)
    ]


def _floor(lowest, usual, fps, leg):
    """(F,) one height where the floor is level, else the floor without its steps."""
    low, high = np.quantile(lowest, (0.05, 0.95))
    if high - low < _LEVEL * leg:
        return np.full(len(lowest), usual)
    return gaussian_filter1d(lowest, 0.25 * fps, mode="nearest")


def _forward(segment, travel, sideways):
    """Whether a segment is long enough and walks the way it looks."""
    if segment.end - segment.start < 3:
        return False
    drift = np.abs(travel.drift[segment.start : segment.end])
    return bool(sideways or np.mean(drift) < _MOST_DRIFT)


def _require_steps(groups):
    """A library walks when it has both half-cycles of walk or of run."""
    if any(all(c in groups for c in patterns.CYCLES[gait]) for gait in ("walk", "run")):
        return
    found = ", ".join(sorted(groups)) or "none"
    raise LibraryError(
        f"no clip holds a walking or running step of each foot (footstep patterns found: {found}); "
        "add clips that walk or run, or allow mirroring"
    )


def _stand(clips, motions, mirror, space):
    """The made-up stand, from the clip with the slowest half-cycle."""
    own = clips[:: 2 if mirror else 1]
    candidates = [
        (segment.label[0] == "F", segment.speed, k)
        for k, clip in enumerate(own) for segment in clip.segments if segment.label in _STEPS
    ]
    index = min(candidates)[2]
    return made_up_stand(own[index], motions[index], space)
