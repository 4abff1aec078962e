"""Going on from a pose without a jump: only what is still to come is changed."""

import numpy as np

#: Seconds within which a difference of pose, and one of velocity, has died away after a join.
_POSE_SECONDS, _RATE_SECONDS = 0.7, 0.35


def ease_out(offset, rate, time):
    """The difference at a join, dying away.

    Two quartics: one leaves with the given value at rest, the other from zero with the given velocity;
    both arrive with value, velocity and acceleration zero. Added to what follows they make the join
    C1, and leave it C2 later. What is left of them at the next join is part of the pose and velocity
    that is gone on from there.

    Parameters
    ----------
    offset, rate : (C,) arrays; difference of value and of velocity (per second) at time 0
    time : (N,) array, seconds from 0

    Returns
    -------
    values : (N, C) array
    rate : (C,) array; per second, at the last time
    """
    s = np.clip(time / _POSE_SECONDS, 0.0, 1.0)[:, None]
    r = np.clip(time / _RATE_SECONDS, 0.0, 1.0)[:, None]
    values = (1.0 - s) ** 3 * (1.0 + 3.0 * s) * offset + (1.0 - r) ** 3 * r * _RATE_SECONDS * rate
    s, r = s[-1], r[-1]
    last = -12.0 * s * (1.0 - s) ** 2 / _POSE_SECONDS * offset + (1.0 - r) ** 2 * (1.0 - 4.0 * r) * rate
    return values, last


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
