"""One decision over a whole take: which state at which moment (a semi-Markov model)."""

import numpy as np

STATES = "FLRD"  # neither foot, left, right, both
_SHORTEST = np.array([0.07, 0.14, 0.14, 0.08])  # seconds; a shorter stay costs, more the shorter it is
_SHORT_COST = 2.0  # log-odds x moments: what a stay of no length would cost
_CHANGE_COST = 5.5  # log-odds x moments: what any change of state costs
_LEAST_SEEN = 0.12  # seconds; a stay that the clip cuts off sooner is not believed
_SAME_SIDE = np.array([[1, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]], bool)  # no change, or L to R
_REACH = 14  # how many boundaries back a stay may have begun
_LEVELS = (-1.5, 0.0, 1.5)  # log-odds at whose crossings a state may change


def decide(evidence, rate):
    """The most likely sequence of states.

    Between L and R there is always D or F, if only for a moment.

    Parameters
    ----------
    evidence : Evidence at N moments
    rate : float; moments per second

    Returns
    -------
    (N,) int array of indices into STATES
    """
    score = state_scores(evidence)
    edge = _possible_boundaries(evidence)
    total = np.vstack([np.zeros(4), np.cumsum(score, axis=0)])[edge]
    return np.repeat(*_best_path(total, edge, rate))


def state_scores(evidence):
    """(N, 4) log-likelihood of each state at each moment, up to a constant."""
    left, right = evidence.foot[:, 0] / 2.0, evidence.foot[:, 1] / 2.0
    flight = evidence.flight / 2.0
    return np.stack(
        [-left - right + flight, left - right - flight, right - left - flight, left + right - flight], 1
    )


def _possible_boundaries(evidence):
    """(B,) moments at which a state may change: where a cue passes a level; with 0 and N."""
    change = np.zeros(len(evidence.flight) + 1, bool)
    for cue in (evidence.foot[:, 0], evidence.foot[:, 1], evidence.flight):
        for level in _LEVELS:
            above = cue > level
            change[1:-1] |= above[1:] != above[:-1]
    change[[0, -1]] = True
    return np.flatnonzero(change)


def _best_path(total, edge, rate):
    """Dynamic programme over boundaries; returns (states of the stays, their lengths in moments)."""
    count = len(edge)
    value = np.full((count, 4), -np.inf)  # best score of everything before the edge, ending in the state
    enter = np.full((count, 4), -np.inf)  # best score of starting a stay in the state at the edge
    origin = np.zeros((count, 4), int)  # where the stay that ends at the edge began
    before = np.full((count, 4), -1)  # state before the stay that begins at the edge
    enter[0] = 0.0
    shortest = _SHORTEST * rate
    unseen = _LEAST_SEEN * rate
    change = np.where(_SAME_SIDE, -np.inf, -_CHANGE_COST)
    columns = np.arange(4)
    for j in range(1, count):
        low = max(0, j - _REACH)
        length = (edge[j] - edge[low:j])[:, None]
        cost = _SHORT_COST * np.maximum(1.0 - length / shortest, 0.0)
        if low == 0:
            cost[0] = 0.0  # a stay that the clip's start cuts off may have been long
        if j == count - 1:
            cost = np.where((length < unseen) & (edge[low:j, None] > 0), np.inf, 0.0)
        through = enter[low:j] + total[j] - total[low:j] - cost
        best = through.argmax(axis=0)
        value[j], origin[j] = through[best, columns], best + low
        longer = value[j - 1] + total[j] - total[j - 1]
        if j == count - 1:
            longer[edge[j] - edge[origin[j - 1]] < unseen] = -np.inf
        take = longer > value[j]
        value[j, take], origin[j, take] = longer[take], origin[j - 1, take]
        arrive = value[j][:, None] + change
        before[j] = arrive.argmax(axis=0)
        enter[j] = arrive[before[j], columns]
    return _trace(value, origin, before, edge)


def _trace(value, origin, before, edge):
    """Walk back from the last boundary."""
    states, lengths = [], []
    j, state = len(edge) - 1, int(value[-1].argmax())
    while j > 0:
        i = origin[j, state]
        states.append(state)
        lengths.append(edge[j] - edge[i])
        j, state = i, int(before[i, state])
    return np.array(states[::-1]), np.array(lengths[::-1])
