"""Going on from a pose without a jump: only what is still to come is changed."""

import numpy as np

#: Seconds within which a difference of pose, and one of velocity, has died away after a join, if that is
#: soft enough; and the seconds it may take at most.
_POSE_SECONDS, _RATE_SECONDS, _LONGEST = 0.7, 0.35, 1.2
#: Share of the sharpest acceleration in the clips that a difference which dies away may add.
_SOFT = 0.3
#: How far (radians, metres) legs, and what hangs free, may go beyond what the library shows.
_BEYOND, _FREE_BEYOND = 0.02, 0.25


def ease_out(offset, rate, time, patience, sharpest):
    """The difference at a join, dying away.

    Two quartics: one leaves with the given value at rest, the other from zero with the given velocity;
    both arrive with value, velocity and acceleration zero. Added to what follows they make the join
    C1, and leave it C2 later. What is left of them at the next join is part of the pose and velocity
    that is gone on from there. A joint that the clips only turn gently takes longer, so that the
    difference dies away as gently.

    Parameters
    ----------
    offset, rate : (C,) arrays; difference of value and of velocity (per second) at time 0
    time : (N,) array, seconds from 0
    patience : (C,) array; how much longer than usual each coordinate may take
    sharpest : (C,) array; accelerations the clips show, per second squared

    Returns
    -------
    values : (N, C) array
    rate : (C,) array; per second, at the last time
    """
    soft = _SOFT * sharpest
    of_pose = np.clip(np.sqrt(12.0 * np.abs(offset) / soft), _POSE_SECONDS * patience, _LONGEST)
    of_rate = np.clip(6.0 * np.abs(rate) / soft, _RATE_SECONDS * patience, _LONGEST)
    s = np.minimum(time[:, None] / of_pose, 1.0)
    r = np.minimum(time[:, None] / of_rate, 1.0)
    left, left_rate = (1.0 - s) ** 2, (1.0 - r) ** 2
    values = left * (1.0 - s) * (1.0 + 3.0 * s) * offset + left_rate * (1.0 - r) * r * (of_rate * rate)
    last = -12.0 * s[-1] * left[-1] / of_pose * offset + left_rate[-1] * (1.0 - 4.0 * r[-1]) * rate
    return values, last


def within(rows, bounds, patience):
    """Poses held to what the library shows, smoothly: little more than its lowest and highest values.

    Parameters
    ----------
    rows : (N, C) array
    bounds : (2, C) array
    patience : (C,) array; 1 for the coordinates of root and legs

    Returns
    -------
    rows : (N, C) array
    share : (C,) array; how much of a change at the last row is left
    """
    inside = np.clip(rows, bounds[0], bounds[1])
    most = np.where(patience > 1.0, _FREE_BEYOND, _BEYOND)
    beyond = np.tanh((rows - inside) / most)
    return inside + most * beyond, 1.0 - beyond[-1] ** 2


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
