"""Groups: the segments of a library with one footstep pattern, laid out on one time axis."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.interpolate import CubicSpline, PchipInterpolator
from scipy.ndimage import gaussian_filter1d

from . import patterns
from .quality import fit_members

#: Rows per second of a group's time axis, and the bounds of their number.
_ROWS_PER_SECOND, _FEWEST, _MOST = 60, 17, 241
#: Seconds over which velocities at the ends of a segment are measured.
_NOISE = 0.02
#: How much faster or slower than the mean of its group a part of a segment may pass.
_STRETCH = 2.0
#: Style parameters a specification may ask for, as the analysis names them.
STYLE = ("clearance", "lean", "arm_swing")


@dataclass(frozen=True, eq=False)
class Clip:
    """A clip made ready for the graph.

    Attributes
    ----------
    name : str
    fps : float
    mirrored : bool
    travel : Travel
    rows : (F, C) array; coordinates of the poses
    foot_contact : (F, 2, 2) bool array; [frame, left/right, heel/toe]
    segments : tuple of Segment that may be used
    slide : (F, 2) array, metres per frame; of the standing feet
    acceleration : (F, J) array, radians per second squared; of each joint
    """

    name: str
    fps: float
    mirrored: bool
    travel: object
    rows: np.ndarray
    foot_contact: np.ndarray
    segments: tuple
    slide: np.ndarray
    acceleration: np.ndarray


@dataclass(frozen=True, eq=False)
class Group:
    """K segments of one label on N instants at which they are in the same phase.

    Attributes
    ----------
    label : str
    rows : (K, N, C) array; coordinates of the poses
    time : (K, N) array, seconds; when each segment passes each instant
    contact : (K, N, 2, 2) array of 0 and 1; heel and toe of left and right on the ground
    advance : (K, N) array, metres; way of the base since the first instant
    speed, turn, duration : (K,) arrays; m/s, radians (left positive), seconds
    style : (K, 3) array; clearance, lean, arm swing
    start_rate, end_rate : (K, C) arrays; velocity of the coordinates at the first and the last instant,
        per second, without the noise of the capture
    clip, start, end : (K,) int arrays; index of the clip, first frame, frame of the next cut
    mirrored : (K,) bool array
    """

    label: str
    rows: np.ndarray
    time: np.ndarray
    contact: np.ndarray
    advance: np.ndarray
    speed: np.ndarray
    turn: np.ndarray
    duration: np.ndarray
    style: np.ndarray
    start_rate: np.ndarray
    end_rate: np.ndarray
    clip: np.ndarray
    start: np.ndarray
    end: np.ndarray
    mirrored: np.ndarray

    @property
    def count(self):
        """K: number of segments."""
        return len(self.speed)

    @property
    def level(self):
        """"fine" for half-cycles, "coarse" for stands, changes of gait and the rest."""
        return "fine" if patterns.is_cycle(self.label) and self.label != "S" else "coarse"

    @cached_property
    def pace(self):
        """(2, K) seconds from instant to instant at the start and at the end."""
        steps = np.gradient(self.time, axis=1, edge_order=2)
        return steps[:, [0, -1]].T

    @cached_property
    def gain(self):
        """(K,) speed at the last instants less speed at the first ones, m/s."""
        few = max(self.time.shape[1] // 8, 1)
        first = (self.advance[:, few] - self.advance[:, 0]) / (self.time[:, few] - self.time[:, 0])
        last = (self.advance[:, -1] - self.advance[:, -1 - few]) / (self.time[:, -1] - self.time[:, -1 - few])
        return last - first

    @cached_property
    def usual_seconds(self):
        """Median duration."""
        return float(np.median(self.duration))

    @cached_property
    def slowest(self):
        """Speed of its slowest segment, m/s."""
        return float(self.speed.min())

    @cached_property
    def fastest(self):
        """Speed of its fastest segment, m/s."""
        return float(self.speed.max())

    @cached_property
    def speed_range(self):
        """(slowest, fastest) of its segments without the outermost tenth, m/s."""
        low, high = np.quantile(self.speed, (0.05, 0.95))
        return float(low), float(high)


def build_groups(clips, leg, sharpest):
    """The groups of a library, without segments that are much worse than the others of their group.

    Parameters
    ----------
    clips : list of Clip
    leg : float, metres
    sharpest : (J,) array, radians per second squared; accelerations the joints of the clips keep to

    Returns
    -------
    dict of label to Group
    """
    by_label = {}
    for index, clip in enumerate(clips):
        for segment in clip.segments:
            by_label.setdefault(segment.label, []).append((index, segment))
    splines, quiet, out = {}, {}, {}
    slide = [clip.slide for clip in clips]
    jerk = [np.max(clip.acceleration / sharpest, axis=1) for clip in clips]
    for label in sorted(by_label):
        members = fit_members(by_label[label], slide, jerk, leg)
        out[label] = _group(label, members, clips, splines, quiet)
    return out


def _group(label, members, clips, splines, quiet):
    """One group: canonical boundaries first, then every segment read at the same phases."""
    keys = [_keytimes(segment, clips[index]) for index, segment in members]
    durations = np.array([key[-1] for key in keys])
    canonical = np.mean([key / key[-1] for key in keys], axis=0)
    keys = [_not_far_from(canonical, key) for key in keys]
    count = int(np.clip(round(np.median(durations) * _ROWS_PER_SECOND) + 1, _FEWEST, _MOST))
    phase = np.linspace(0.0, 1.0, count)
    rows, times, contacts, ways, rates = [], [], [], [], []
    for (index, segment), key in zip(members, keys):
        clip = clips[index]
        if index not in splines:
            splines[index] = CubicSpline(np.arange(len(clip.rows)), clip.rows, bc_type="natural")
            smooth = gaussian_filter1d(clip.rows, _NOISE * clip.fps, axis=0)
            quiet[index] = np.gradient(smooth, axis=0) * clip.fps
        seconds = PchipInterpolator(canonical, key)(phase)
        frame = segment.start + seconds * clip.fps
        rows.append(splines[index](frame))
        times.append(seconds)
        nearest = np.minimum(np.rint(frame).astype(int), len(clip.rows) - 1)
        rates.append(quiet[index][nearest[[0, -1]]])
        contacts.append(clip.foot_contact[nearest])
        way = np.interp(frame, np.arange(len(clip.rows)), clip.travel.way)
        ways.append(way - way[0])
    return Group(
        label,
        np.array(rows),
        np.array(times),
        np.array(contacts, dtype=float),
        np.array(ways),
        *_parameters(members, clips, durations),
        *np.moveaxis(np.array(rates), 1, 0),
        np.array([index for index, _ in members]),
        np.array([segment.start for _, segment in members]),
        np.array([segment.end for _, segment in members]),
        np.array([clips[index].mirrored for index, _ in members]),
    )


def _keytimes(segment, clip):
    """Seconds from the segment's start to its symbol boundaries and its end, kept strictly rising."""
    last = min(segment.end, len(clip.rows) - 1)
    inner = [b for b in segment.boundaries if segment.start <= b <= last][: len(segment.label) - 1]
    if len(inner) < len(segment.label) - 1:
        inner = segment.start + (last - segment.start) * np.arange(1, len(segment.label)) / len(segment.label)
    key = (np.concatenate([[segment.start], inner, [last]]) - segment.start) / clip.fps
    least = 0.02 * key[-1]
    for k in range(1, len(key) - 1):
        key[k] = min(max(key[k], key[k - 1] + least), key[-1] - least * (len(key) - 1 - k))
    return key


def _not_far_from(canonical, key):
    """Key times (K,) of which no part passes much faster or slower than in the group's mean.

    What is squeezed or stretched further would be read too coarsely, and would jerk when blended.
    """
    usual = np.diff(canonical)
    share = np.clip(np.diff(key) / key[-1], usual / _STRETCH, usual * _STRETCH)
    return key[-1] * np.concatenate([[0.0], np.cumsum(share) / share.sum()])


def _parameters(members, clips, durations):
    """Speed, turn, duration and style of each member, from the smooth way of its clip."""
    speed, turn, style = [], [], []
    for (index, segment), seconds in zip(members, durations):
        travel = clips[index].travel
        last = min(segment.end, len(travel.speed) - 1)
        speed.append((travel.way[last] - travel.way[segment.start]) / seconds)
        turn.append(travel.heading[last] - travel.heading[segment.start])
        style.append([getattr(segment, name, 0.0) for name in STYLE])
    return np.array(speed), np.array(turn), durations, np.array(style)
