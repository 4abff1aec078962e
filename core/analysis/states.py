"""States of a clip, frame by frame."""

import numpy as np

from .decision import STATES, state_scores
from .labels import runs_of
from .sampling import RATE


def states_on_frames(path, frames, fps):
    """Frame-wise symbols from moment-wise state indices; no state is lost however low the frame rate.

    Parameters
    ----------
    path : (N,) int array of indices into STATES, RATE per second
    frames : int
    fps : float

    Returns
    -------
    (F,) array of "F", "L", "R", "D"
    """
    change = np.flatnonzero(path[1:] != path[:-1]) + 1
    at = np.ceil((change - 0.5) * (fps / RATE)).astype(int)
    order = np.arange(len(at))
    at = np.maximum.accumulate(np.maximum(at, 1) - order) + order
    at = np.minimum(at, frames - 1 - order[::-1])
    symbol = np.array(list(STATES))[path[np.concatenate([[0], change])]]
    return np.repeat(symbol, np.diff(np.concatenate([[0], at, [frames]])))


def with_stands(state, body_speed, fps, settings):
    """States (F,) in which long, slow double support has become standing.

    Parameters
    ----------
    state : (F,) array of symbols
    body_speed : (F,) array, m/s of a standard body
    fps : float
    settings : AnalysisSettings
    """
    state = state.copy()
    runs = runs_of(state)
    for a, b, symbol in zip(runs.start, runs.end, runs.text, strict=True):
        quiet = symbol == "D" and b - a >= settings.stand_time * fps
        if quiet and np.median(body_speed[a:b]) < settings.stand_speed:
            state[a:b] = "S"
    return state


def sureness(evidence, path):
    """(N,) from 0 to 1: how far the chosen state is ahead of the runner-up, 0.5 when level."""
    score = state_scores(evidence)
    rows = np.arange(len(path))
    chosen = score[rows, path]
    score[rows, path] = -np.inf
    return 1.0 / (1.0 + np.exp(-np.clip(chosen - score.max(axis=1), -30.0, 30.0)))
