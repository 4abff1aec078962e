"""Feet that seem to swing but take no step."""

import numpy as np

from .decision import STATES
from .sampling import RATE

_STEP = 0.1  # metres, for a leg of 0.85 m: a step carries heel or ball further than this,
_LIFT = 0.015  # metres: or lifts the foot higher than this
_REST = 0.05  # seconds of standing, to each side of a swing, that tell where the foot stood
_DOWN = {"L": "LD", "R": "RD"}
_WITH = {"L": {"F": "L", "R": "D"}, "R": {"F": "R", "L": "D"}}


def without_shuffles(path, feet, height):
    """Keep a foot down that is neither carried nor lifted: it pivots, slides or settles.

    Its speed alone cannot tell a quick pivot from a short step; where it stands before and after can.

    Parameters
    ----------
    path : (N,) int array of indices into STATES, RATE per second
    feet : (N, 2, 2, 3) array, metres; [moment, left/right, heel/ball]
    height : (N, 2) array, metres; of the lower part of each foot above its floor

    Returns
    -------
    (N,) int array
    """
    path = path.copy()
    near = max(1, round(_REST * RATE))
    for foot, side in enumerate("LR"):
        down = np.isin(path, [STATES.index(state) for state in _DOWN[side]])
        lifts, lands = (np.flatnonzero(a & ~b) + 1 for a, b in ((down[:-1], down[1:]), (down[1:], down[:-1])))
        for lift in lifts:
            land = lands[np.searchsorted(lands, lift) :][:1]
            if not len(land) or height[lift : land[0], foot].max() > _LIFT:
                continue
            before = feet[max(lift - near, 0) : lift, foot].mean(axis=0)
            after = feet[land[0] : land[0] + near, foot].mean(axis=0)
            if np.linalg.norm((after - before)[:, :2], axis=1).max() <= _STEP:
                for state, held in _WITH[side].items():
                    piece = path[lift : land[0]]
                    piece[piece == STATES.index(state)] = STATES.index(held)
    return path
