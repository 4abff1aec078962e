"""Double supports too quick to see: a change of feet, or a brush of the ground."""

import numpy as np
from scipy.ndimage import maximum_filter1d

from .decision import STATES
from .labels import runs_of
from .sampling import RATE

_BRIEF = 0.067              # seconds; landing cues are no finer: a foot may take 66 ms to settle
_RUNNING = 0.48             # duty factor: below one half by more than stances may be off, the body runs
_SYMBOLS = np.array(list(STATES))


def settle_exchanges(path):
    """Settle double supports of 67 ms at most, which the cues cannot tell from none.

    Between left and right there is always double support or flight, if only for a moment: a runner who
    turns or brakes changes feet without leaving the ground for long enough to be seen. Next to a flight
    that is seen, the share of its stride for which a foot is down, the mean of both feet, decides: below
    one half the body runs (Alexander 1989), and the change is a flight of one moment before the landing,
    which stays where it was. Between left and left (right and right) the other foot has only brushed the
    ground in its swing.

    Parameters
    ----------
    path : (N,) int array of indices into STATES, RATE per second

    Returns
    -------
    (N,) int array, and (N,) bool array: the moments around flights that the duty factor named

    References
    ----------
    R. McN. Alexander, "Optimization and gaits in the locomotion of vertebrates", Physiological
    Reviews 69, 1989.
    """
    out, named = path.copy(), np.zeros(len(path), bool)
    runs = runs_of(_SYMBOLS[path])
    flight = (np.array(list(runs.text)) == "F") & (runs.end - runs.start > _BRIEF * RATE)
    edges = {side: _landings_and_lifts(path, side) for side in "LR"}
    for i in range(1, len(runs.text) - 1):
        start, end = int(runs.start[i]), int(runs.end[i])
        old, new = runs.text[i - 1], runs.text[i + 1]
        if runs.text[i] != "D" or end - start > _BRIEF * RATE + 1e-6:
            continue
        if old == new:
            out[start:end] = STATES.index(new)
            continue
        flies = flight[max(i - 2, 0) : i + 3].any()
        if flies and {old, new} == {"L", "R"} and _duty_factor(edges[old], edges[new], start) < _RUNNING:
            out[start - 1] = STATES.index("F")
            out[start:end] = STATES.index(new)
            named[start - 2 : start + 1] = True
    return out, named


def flights_with(marked, state):
    """(F,) bool array: the flights of a state sequence (F,) in or beside which a frame is marked."""
    runs = runs_of(state)
    near = maximum_filter1d(marked, 3)
    hold = np.maximum.reduceat(near, runs.start)
    return (state == "F") & hold[runs.index]


def _landings_and_lifts(path, side):
    """(K,) rising moments at which a foot lands or lifts."""
    down = np.isin(path, [STATES.index(side), STATES.index("D")])
    return np.flatnonzero(np.diff(down)) + 1


def _duty_factor(old, new, at):
    """Mean duty factor of the stances that end and begin in a double support; infinite if unknown.

    `old` and `new` are the moments at which those feet land or lift, (K,), rising. The stride of the old
    foot goes on to its next landing, that of the new foot back to its last lift.
    """
    ahead, behind = (np.searchsorted(edges, at, side="right") for edges in (old, new))
    if ahead == 0 or ahead + 1 >= len(old) or behind < 2 or behind >= len(new):
        return np.inf
    stride = old[ahead + 1] - old[ahead - 1], new[behind] - new[behind - 2]
    stance = old[ahead] - old[ahead - 1], new[behind] - new[behind - 1]
    return np.mean(np.divide(stance, stride))
