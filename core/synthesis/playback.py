"""Reading a segment at any time: cubic splines through its rows."""

from functools import lru_cache

import numpy as np
from scipy.interpolate import CubicSpline


def read(rows, time, seconds):
    """Values of a segment at any times.

    Parameters
    ----------
    rows : (N, C) array; the segment at N instants of even phase
    time : (N,) array, seconds, rising; when each instant is
    seconds : (M,) array, seconds, within `time`

    Returns
    -------
    (M, C) array
    """
    place = places(time, seconds)
    below = np.minimum(place.astype(int), len(rows) - 2)
    bend = _bend_operator(len(rows)) @ rows
    s = (place - below)[:, None]
    left, right = rows[below], rows[below + 1]
    bend_left, bend_right = bend[below] / 6.0, bend[below + 1] / 6.0
    r = 1.0 - s
    return r * left + s * right + (r**3 - r) * bend_left + (s**3 - s) * bend_right


def places(time, seconds):
    """(M,) fractional row at each time: a C1 monotone inverse of the time map (N,)."""
    growth = 1.0 / np.gradient(time, edge_order=2)
    span = np.clip(np.searchsorted(time, seconds, side="right") - 1, 0, len(time) - 2)
    width = time[span + 1] - time[span]
    s = np.clip((seconds - time[span]) / width, 0.0, 1.0)
    first, last = growth[span] * width, growth[span + 1] * width
    return span + s * (first + s * (3.0 - 2.0 * first - last + s * (first + last - 2.0)))


@lru_cache(maxsize=64)
def _bend_operator(count):
    """(N, N) matrix from values at N even instants to the second derivatives of their spline."""
    at = np.arange(count)
    return CubicSpline(at, np.eye(count))(at, 2)
