"""When the foot of a soft landing has come to rest.

The constants were tuned on the labelled takes, like those of the evidence.
"""

import numpy as np

from .decision import STATES
from .sampling import RATE

_SWING = 0.4  # seconds before a strike in which the swing's top speed is looked for
_SOFT = 2.2  # m/s; a swing no faster than this ends softly
_TOE_FIRST = 0.02  # metres; the heel is this much higher over the ball than where the foot stands
_REST = 0.3  # m/s; heel and ball of a foot that has come to rest are slower than this
_QUIET = 0.05  # seconds for which they must be
_WORTH = 0.06  # seconds; a foot that comes to rest sooner has landed at once
_LONGEST = 0.19  # seconds; a foot that takes longer turns or shuffles where it has landed
_BOTH = STATES.index("D")
_WITHOUT = np.array([[STATES.index(state) for state in pair] for pair in ("DL", "RF")])  # [left, right] waits


def settle_landings(path, speed, feet):
    """Let soft landings begin when the whole foot rests, not when its first part does.

    A foot that comes down slowly, or toes first, often has one part on the floor while the other still
    swings, turns or drags: it bears nothing yet. Only moments of double support are changed, and each
    keeps at least one, so the pattern of the steps stays as decided.

    Parameters
    ----------
    path : (N,) int array of indices into STATES, RATE per second
    speed : (N, 2, 2) array, m/s; [moment, left/right, heel/ball]
    feet : (N, 2, 2, 3) array, metres

    Returns
    -------
    (N,) int array
    """
    waits = np.zeros((len(path), 2), bool)
    restless = speed.max(axis=2) > _REST
    heel_over_ball = feet[..., 0, 2] - feet[..., 1, 2]
    for foot, side in enumerate("LR"):
        down = np.isin(path, [STATES.index(side), _BOTH])
        if not down.any():
            continue
        toe_first = heel_over_ball[:, foot] - np.median(heel_over_ball[down, foot]) > _TOE_FIRST
        for at in np.flatnonzero(down[1:] & ~down[:-1]) + 1:
            swing = speed[max(at - round(_SWING * RATE), 0) : at, foot].min(axis=1).max()
            if path[at] == _BOTH and (swing <= _SOFT or toe_first[at]):
                waits[at : _rest_after(at, path, restless[:, foot]), foot] = True
    return np.where(waits.any(axis=1), _WITHOUT[waits[:, 0].astype(int), waits[:, 1].astype(int)], path)


def _rest_after(at, path, restless):
    """Moment at which a foot that lands comes to rest; `at` when it rests at once or not for long."""
    ahead = path[at : at + int(_LONGEST * RATE) + 2]  # all that matters, however long the stand
    last = at + int(np.argmax(np.append(ahead != _BOTH, True))) - 1
    quiet = max(1, round(_QUIET * RATE))
    rest = at
    while rest < last and restless[rest : rest + quiet].any():
        rest += 1
    return rest if _WORTH <= (rest - at) / RATE <= _LONGEST else at
