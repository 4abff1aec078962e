"""Capture faults inside a clip: frozen frames, one-frame spikes, jumps, a T-pose put before it."""

from typing import NamedTuple

import numpy as np
from scipy.ndimage import median_filter

from ..motion import rotations as rot
from .findings import counted, some
from .gaps import bridge
from .take import Take

_SPIKE_TURN = np.radians(20.0)  # the least turn in and out again that is surely a spike
_ALONGSIDE = np.radians(5.0)  # the same for joints next to a sure one
_SPIKE_TRAVEL = 0.12  # the least way in and out again, in leg lengths
_LONGEST_SPIKE = 2  # frames
_PLAIN = 6.0  # times larger than the movement around it
_LONGEST_FREEZE = 0.5  # seconds
_LEAP = 0.35  # leg lengths from one frame to the next


class Glitches(NamedTuple):
    """Frames to be bridged.

    frozen : (N,) int array, for all joints; spikes : dict of (joint, "p" or "r") to int array
    """

    frozen: np.ndarray
    spikes: dict

    def note(self, joints, findings):
        """Say what is bridged; `joints` are the takes'."""
        if len(self.frozen):
            frames = f"{counted(len(self.frozen), 'frame')} ({some(self.frozen + 1)})"
            findings.repair(f"drop-out: {frames} repeat the one before: bridged", doubtful=True)
        if self.spikes:
            frames = np.unique(np.concatenate(list(self.spikes.values())))
            names = some(dict.fromkeys(joints[j].name for j, _ in self.spikes))
            findings.repair(
                f"spike in {counted(len(frames), 'frame')} ({some(frames + 1)}) of {names}: bridged",
                doubtful=True,
            )


def find_glitches(take, leg, fps):
    """Drop-outs (whole rows repeated in full movement) and spikes (away and back at once).

    Parameters
    ----------
    take : Take
    leg : float; leg length in file units
    fps : float

    Returns
    -------
    Glitches
    """
    if len(take.values) < 6:
        return Glitches(np.empty(0, dtype=int), {})
    movement = take.movement(leg)
    return Glitches(_freezes(movement, fps), _find_spikes(take, movement, leg, fps))


def mend_glitches(take, leg, fps, findings):
    """Bridge drop-outs and spikes in the take's values; parameters and result as of `find_glitches`."""
    found = find_glitches(take, leg, fps)
    bad = np.zeros(take.values.shape, dtype=bool)
    bad[found.frozen] = True
    for (joint, kind), frames in found.spikes.items():
        bad[np.ix_(frames, take.columns(joint, kind)[0])] = True
    if bad.any():
        bridge(take, bad)
        found.note(take.joints, findings)
    return found


def _freezes(movement, fps):
    """Frames that repeat the one before, two or more in a row, where the movement goes on after them."""
    way = np.linalg.norm(movement, axis=1)
    out = []
    frames = np.flatnonzero(way == 0.0) + 1
    for run in np.split(frames, np.flatnonzero(np.diff(frames) > 1) + 1):
        if not 2 <= len(run) <= max(2, _LONGEST_FREEZE * fps) or run[0] < 2 or run[-1] > len(way) - 2:
            continue
        before, across, after = way[run[0] - 2], way[run[-1]], way[run[-1] + 1]
        if min(before, after) > 0.0 and across > 2.0 * max(before, after):
            out.extend(run)
    return np.array(out, dtype=int)


def _find_spikes(take, movement, leg, fps):
    """Frames of spikes by (joint, kind): sure ones, and lesser ones of other joints in the same frames."""
    found = {}
    for j in np.flatnonzero(_goes_and_comes(movement)):
        for kind in "pr" if take.joints[j].parent <= 0 else "r":
            columns, samples = _track(take, j, kind, leg)
            if columns:
                found[j, kind] = _spikes(samples, kind, fps)
    sure = np.unique(np.concatenate(list(found.values()))) if found else []
    if len(sure):
        for j in range(len(take.joints)):
            columns, samples = _track(take, j, "r", leg)
            if columns:
                lesser = _spikes(samples, "r", fps, _ALONGSIDE)
                also = [lesser[np.isin(lesser, sure)], _zeroed_at(take, columns, sure)]
                found[j, "r"] = np.unique(np.concatenate([found.get((j, "r"), []), *also])).astype(int)
    return {key: frames for key, frames in found.items() if len(frames)}


def _goes_and_comes(movement):
    """(J,) bool: joints whose channels move far twice within a few frames, as every spike makes them."""
    far = movement >= np.degrees(_SPIKE_TURN)
    out = np.zeros(far.shape[1], dtype=bool)
    for length in range(1, _LONGEST_SPIKE + 1):
        out |= np.any(far[:-length] & far[length:], axis=0)
    return out


def _track(take, joint, kind, leg):
    """Columns of a joint's channels of a kind, and what they say: turns (F, 4), or places in leg lengths."""
    columns, axes = take.columns(joint, kind)
    values = take.values[:, columns]
    samples = rot.from_euler(np.radians(values), axes) if kind == "r" and axes else values / leg
    return columns, samples


def _zeroed_at(take, columns, frames):
    """Those of the frames in which all the columns read exactly zero, unlike before and after."""
    zero = ~take.values[:, columns].any(axis=1)
    inside = frames[(frames > 0) & (frames < len(zero) - 1)]
    return inside[zero[inside] & ~zero[inside - 1] & ~zero[inside + 1]]


def _spikes(samples, kind, fps, least=_SPIKE_TURN):
    """Frames that leave the movement and come straight back to it, calm on both sides."""
    distance = _turn_between if kind == "r" else _way_between
    least = least if kind == "r" else _SPIKE_TRAVEL
    steps = distance(samples[:-1], samples[1:])
    found = np.zeros(len(samples), dtype=bool)
    if steps.max(initial=0.0) < least:
        return np.flatnonzero(found)
    plain = None
    calm = np.concatenate([[0.0], steps, [0.0]])  # calm[i] is the step before step i
    for length in range(1, _LONGEST_SPIKE + 1):
        into, back = steps[: len(steps) - length], steps[length:]
        count = len(into)
        rise = np.minimum(into, back)
        outside = np.maximum(calm[:count], calm[length + 2 :])
        hits = np.flatnonzero((rise > least) & (outside < 0.35 * rise))
        hits = hits[distance(samples[hits], samples[hits + length + 1]) < 0.35 * rise[hits]]
        if len(hits) and plain is None:
            plain = median_filter(steps, size=2 * int(np.ceil(0.15 * fps)) + 3, mode="nearest")
        for at in hits:
            if rise[at] > _PLAIN * max(plain[at], plain[at + length]):
                found[at + 1 : at + length + 1] = True
    return np.flatnonzero(found)


def _turn_between(a, b):
    return 2.0 * np.arccos(np.clip(np.abs(np.sum(a * b, axis=-1)), 0.0, 1.0))


def _way_between(a, b):
    return np.linalg.norm(b - a, axis=-1)


def carry_back_over_pose(take, leg, fps, findings):
    """Overwrite a T-pose put before the movement with the movement carried on backwards.

    A pose that stands for more than a moment is only reported.

    Parameters
    ----------
    take : Take; its first rows change
    leg : float; leg length in file units
    fps : float
    findings : Findings

    Returns
    -------
    int; number of frames that were overwritten
    """
    count = _pose_before(take, leg, fps)
    if not count:
        return 0
    which = "frame 1 is" if count == 1 else f"frames 1 to {count} are"
    first, second = take.values[count], take.values[count + 1]
    step = second - first
    turn = take.kinds == "r"
    step[turn] = np.mod(step[turn] + 180.0, 360.0) - 180.0
    take.values[:count] = first - np.arange(count, 0, -1)[:, None] * step
    findings.repair(
        f"{which} a pose put before the movement: replaced by the movement carried on backwards",
        doubtful=True,
    )
    return count


def _pose_before(take, leg, fps):
    """Number of frames at the start from which the body leaps into the movement."""
    window = max(5, int(0.08 * fps))
    last = min(len(take.values), window + int(0.5 * fps) + 2)
    if last < window + 3:
        return 0
    changes = Take(take.joints, take.values[:last]).movement(leg).sum(axis=1)
    if changes[:window].max() < 1.5 * changes[window:].max():
        return 0
    position, _ = take.world(slice(0, last))
    steps = np.linalg.norm(np.diff(position, axis=0), axis=2).max(axis=1) / leg
    after = steps[window:]
    leap = max(0.15, 6.0 * np.median(after), 3.0 * after.max())
    leaps = np.flatnonzero(steps[:window] > leap)
    return int(leaps[-1]) + 1 if len(leaps) else 0


def jumps(take, leg, fps):
    """Frames at which the whole body leaps to another place, as where two takes were joined.

    Returns
    -------
    (N,) int array; the frame after the leap
    """
    columns, _ = take.columns(0, "p")
    if len(columns) != 3 or len(take.values) < 4:
        return np.empty(0, dtype=int)
    steps = _way_between(take.values[:-1, columns], take.values[1:, columns]) / leg
    if steps.max() <= _LEAP:
        return np.empty(0, dtype=int)
    usual = np.maximum(median_filter(steps, size=2 * int(np.ceil(0.2 * fps)) + 3, mode="nearest"), 0.01)
    return 1 + np.flatnonzero((steps > _LEAP) & (steps > _PLAIN * usual))
