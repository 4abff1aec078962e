"""Simple closed surfaces."""

import numpy as np
from scipy.interpolate import PchipInterpolator

_AROUND = 16
_ALONG = 7
_CAP = 4


def tube(start, end, side, profile, size, cap=1.0):
    """A tube with an elliptic, changing cross-section and rounded ends.

    Parameters
    ----------
    start, end : (3,) metres; the axis
    side : (3,) direction of the first half axis of the ellipse (made square to the axis)
    profile : (K, 3) array; rows of place along the axis (0 start, 1 end; may lie beyond), half axis
        to the side, half axis square to it, in metres
    size : float; factor on the half axes
    cap : float; length of the rounded ends over the smaller half axis there

    Returns
    -------
    vertices : (V, 3) array, metres
    faces : (N, 4) int array, counter-clockwise from outside
    """
    axis = np.asarray(end, dtype=float) - start
    length = np.linalg.norm(axis)
    axis = axis / length
    side = side - np.dot(side, axis) * axis
    side = side / np.linalg.norm(side)
    front = np.cross(axis, side)
    at, across, depth = _rings(profile, cap * size / length, size)
    angle = 2.0 * np.pi * np.arange(_AROUND) / _AROUND
    ring = np.cos(angle)[:, None] * side, np.sin(angle)[:, None] * front
    vertices = (
        start
        + (at * length)[:, None, None] * axis
        + across[:, None, None] * ring[0]
        + depth[:, None, None] * ring[1]
    )
    return vertices.reshape(-1, 3), _quads(len(at))


def _rings(profile, per_length, size):
    """Places along the axis and half axes of all rings: the profile, and quarter ellipses at both ends."""
    along = np.linspace(profile[0, 0], profile[-1, 0], _ALONG)
    widths = (
        PchipInterpolator(profile[:, 0], profile[:, 1:])(along)
        if len(profile) > 2
        else np.column_stack([np.interp(along, profile[:, 0], profile[:, k]) for k in (1, 2)])
    )
    turn = np.linspace(0.0, 0.5 * np.pi, _CAP + 1)[1:]
    shrink = np.maximum(np.cos(turn), 0.02)
    first, last = profile[0, 1:].min(), profile[-1, 1:].min()
    at = np.concatenate(
        [
            (along[0] - first * per_length * np.sin(turn))[::-1],
            along,
            along[-1] + last * per_length * np.sin(turn),
        ]
    )
    both = np.concatenate([(shrink[:, None] * widths[0])[::-1], widths, shrink[:, None] * widths[-1]])
    return at, both[:, 0] * size, both[:, 1] * size


def _quads(rings):
    """(N, 4) faces between rings, and the two lids."""
    a = np.arange(_AROUND)
    b = np.roll(a, -1)
    first = np.arange(rings - 1)[:, None] * _AROUND
    sides = np.stack([first + a, first + b, first + _AROUND + b, first + _AROUND + a], axis=-1).reshape(-1, 4)
    half = _AROUND // 2
    k = np.arange(half - 1)
    lid = np.stack([k, k + 1, _AROUND - 2 - k, _AROUND - 1 - k], axis=-1)
    return np.concatenate([lid[:, ::-1], sides, lid + (rings - 1) * _AROUND])
