"""Footholds a body can stand on: moved as little as the legs need through the whole stance."""

import numpy as np

STEPS = 5                 # of Gauss and Newton towards footholds within reach
STAY = 20.0               # weight per square metre of staying, against straighter knees in square radians
STRAIGHT = 0.12           # sine of half a knee below which straighter legs weigh no more
STRAIGHTER = 0.03         # radians by which a knee may be straighter than the source's


def within_reach_of_hips(place, owner, seen, reach, leg, say):
    """Places moved so that no leg has to be much longer than its source's, from landing to lift.

    Where a body is slower or faster than its clip, the foot of the clip slides under it: a foothold
    amid the slide may lie too far ahead when the foot lands, or too far back when it leaves.

    Parameters
    ----------
    place : (P, 2) array, metres; where the stances lie by their frames alone
    owner : (M,) int array; the stance of each frame on the ground
    seen : (M, 2) array, metres; where each frame by itself says the stance lies
    reach : (M, 3) array, metres; hip to ankle in the source
    leg : (M,) array, metres; thigh plus shin
    say : (M,) array; weight of each frame

    Returns
    -------
    (P, 2) array, metres
    """
    own = np.linalg.norm(reach, axis=1)
    half_knee = np.sqrt(np.maximum(1.0 - (own / leg) ** 2, STRAIGHT**2))
    bend = 0.5 * leg * half_knee                            # metres of length per radian of knee
    weight = say / bend**2
    count = len(place)
    out = place.copy()
    for _ in range(STEPS):
        now = reach[:, :2] + out[owner] - seen
        length = np.sqrt(np.sum(now**2, axis=1) + reach[:, 2] ** 2)
        over = length - own - STRAIGHTER * bend
        pull = np.where(over > 0.0, weight, 0.0)
        along = now / length[:, None]
        total = [
            np.bincount(owner, pull * along[:, i] * along[:, j], count) for i, j in ((0, 0), (0, 1), (1, 1))
        ]
        push = np.column_stack([np.bincount(owner, pull * over * along[:, i], count) for i in range(2)])
        push += STAY * (out - place)
        a, b, c = total[0] + STAY, total[1], total[2] + STAY
        out -= np.column_stack([c * push[:, 0] - b * push[:, 1], a * push[:, 1] - b * push[:, 0]]) / (
            (a * c - b * b)[:, None]
        )
    return out
