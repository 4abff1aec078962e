"""Missing numbers bridged from their neighbours in time."""

import numpy as np
from scipy.interpolate import CubicSpline

from ..errors import ClipError
from .findings import counted, some

_LONG = 12  # frames; longer gaps are crossed in a straight line
_NEAR = 4  # good frames on each side that shape the curve over a gap


def fill_gaps(take, clip, findings):
    """Replace NaN by what lies before and after it, and say where.

    Raises
    ------
    ClipError
        A channel holds hardly any number.
    """
    missing = np.isnan(take.values)
    if not missing.any():
        return
    share = missing.mean(axis=0)
    if share.max() > 0.5:
        worst = _owner(take, int(share.argmax()))
        raise ClipError(f"{clip}: joint '{worst}': more than half of its values are no numbers")
    frames = np.flatnonzero(missing.any(axis=1))
    joints = dict.fromkeys(_owner(take, c) for c in np.flatnonzero(missing.any(axis=0)))
    bridge(take, missing)
    findings.repair(
        f"values that are no numbers bridged in {counted(len(frames), 'frame')} ({some(frames + 1)}) "
        f"of {some(joints)}",
        doubtful=True,
    )


def bridge(take, missing):
    """Put values interpolated over time where `missing` (F, C) is true."""
    kinds = take.kinds
    for column in np.flatnonzero(missing.any(axis=0)):
        turn = 360.0 if kinds[column] == "r" else None
        take.values[:, column] = bridged(take.values[:, column], missing[:, column], turn)


def bridged(values, missing, period=None):
    """One channel (F,) with its gaps filled; nothing else of it changes.

    Parameters
    ----------
    values : (F,) array
    missing : (F,) bool array
    period : float, optional; of an angle
    """
    good = np.flatnonzero(~missing)
    values = values.copy()
    for gap in _runs(np.flatnonzero(missing)):
        split = np.searchsorted(good, gap[0])
        near = good[max(0, split - _NEAR) : split + _NEAR]
        if split == 0 or split == len(good):
            values[gap] = values[good[0] if split == 0 else good[-1]]
            continue
        known = np.unwrap(values[near], period=period) if period else values[near]
        if len(gap) <= _LONG and len(near) >= 4:
            values[gap] = CubicSpline(near, known)(gap)
        else:
            values[gap] = np.interp(gap, near, known)
    return values


def _runs(frames):
    """Runs of neighbouring frames."""
    return np.split(frames, np.flatnonzero(np.diff(frames) > 1) + 1) if len(frames) else []


def _owner(take, column):
    """Name of the joint that a column belongs to."""
    return take.joints[int(np.searchsorted(take.first_column, column, side="right")) - 1].name
