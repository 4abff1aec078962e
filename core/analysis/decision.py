"""One decision over a whole take: which state at which moment (a semi-Markov model)."""

import numpy as np

STATES = "FLRD"  # neither foot, left, right, both
_SHORTEST = np.array([0.05, 0.13, 0.13, 0.03])  # seconds; shorter stays are unlikely, not forbidden
_SHORT_COST = 6.0  # log-odds x moments: what a stay of no length costs
_CHANGE_COST = 3.0  # what any change of state costs
_FORBIDDEN = np.array([[1, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]], bool)  # also L to R directly
_REACH = 14  # how many boundaries back a stay may have begun


def decide(evidence, rate):
    """The most likely sequence of states.

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
    """(B,) moments at which a state may change: where a cue passes one of a few levels; with 0 and N."""
    moments = len(evidence.flight)
    change = np.zeros(moments + 1, bool)
    for cue in (evidence.foot[:, 0], evidence.foot[:, 1], evidence.flight):
        for level in (-1.5, 0.0, 1.5):
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
    blocked = np.where(_FORBIDDEN, -np.inf, -_CHANGE_COST)
    columns = np.arange(4)
    for j in range(1, count):
        low = max(0, j - _REACH)
        length = edge[j] - edge[low:j]
        cost = _SHORT_COST * np.maximum(1.0 - length[:, None] / shortest, 0.0)
        if low == 0:
            cost[0] = 0.0
        if j == count - 1:
            cost[:] = 0.0
        through = enter[low:j] + total[j] - total[low:j] - cost
        best = through.argmax(axis=0)
        value[j], origin[j] = through[best, columns], best + low
        stay = value[j - 1] + total[j] - total[j - 1]
        longer = stay > value[j]
        if longer.any():
            value[j, longer], origin[j, longer] = stay[longer], origin[j - 1, longer]
        arrive = value[j][:, None] + blocked
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
