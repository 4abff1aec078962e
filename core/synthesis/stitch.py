"""Going on from a pose without a jump: only what is still to come is changed."""

import numpy as np

#: Seconds within which the difference at a join has died away.
_SECONDS = 0.7


def ease_out(offset, rate, seconds, time):
    """The difference at a join, dying away.

    A quartic that leaves with the given value and velocity and arrives with value, velocity and
    acceleration zero: adding it to what follows makes the join C1, and leaves it C2 later.

    Parameters
    ----------
    offset, rate : (C,) arrays; difference of value and of velocity (per second) at time 0
    seconds : float; when it has died away
    time : (N,) array, seconds from 0

    Returns
    -------
    values : (N, C) array
    rates : (N, C) array; per second
    """
    s = np.clip(time / seconds, 0.0, 1.0)[:, None]
    slope = 3.0 * offset + seconds * rate
    values = (1.0 - s) ** 3 * (offset + slope * s)
    rates = (1.0 - s) ** 2 * (slope * (1.0 - 4.0 * s) - 3.0 * offset) / seconds
    return values, rates


def join_seconds(duration):
    """How long the difference at the start of a segment of this duration (seconds) may last."""
    return min(duration, _SECONDS)


def bridge(start, start_rate, end, end_rate, seconds, time):
    """A made-up passage between two poses: quintic, with both velocities met and no acceleration.

    Parameters
    ----------
    start, start_rate, end, end_rate : (C,) arrays; values and velocities per second
    seconds : float; its duration
    time : (N,) array, seconds from 0

    Returns
    -------
    values : (N, C) array
    """
    s = (time / seconds)[:, None]
    v0, v1 = start_rate * seconds, end_rate * seconds
    way = end - start
    a = 10.0 * way - 6.0 * v0 - 4.0 * v1
    b = -15.0 * way + 8.0 * v0 + 7.0 * v1
    c = 6.0 * way - 3.0 * v0 - 3.0 * v1
    return start + v0 * s + s**3 * (a + s * (b + s * c))
