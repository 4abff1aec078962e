"""Footstep patterns: strings of S stand, L, R, D double support and F flight."""

from typing import NamedTuple

import numpy as np

WALK = frozenset({"LDR", "RDL"})
RUN = frozenset({"FLF", "FRF"})
STAND = frozenset({"S"})
CYCLES = WALK | RUN | STAND
_JOIN_NAMES = "LDRF FRDL SLDR LDRS FLDRS SLDRF SLS SLF FLS SLDRS FLDRF FLDLF"  # the last two: turns of a run
_OTHER_SIDE = str.maketrans("LR", "RL")
JOINS = frozenset(_JOIN_NAMES.split()) | frozenset(_JOIN_NAMES.translate(_OTHER_SIDE).split())
_UNUSUAL = 4.0


class Runs(NamedTuple):
    """A state sequence by runs.

    text : str, a symbol per run; start, end : first frame of each run and the frame after its last;
    index : (F,) int array, the run of each frame.
    """

    text: str
    start: np.ndarray
    end: np.ndarray
    index: np.ndarray


def runs_of(state):
    """Runs of equal states (F,)."""
    changed = state[1:] != state[:-1]
    start = np.concatenate([[0], np.flatnonzero(changed) + 1])
    end = np.append(start[1:], len(state))
    return Runs("".join(state[start]), start, end, np.concatenate([[0], np.cumsum(changed)]))


def label_between(runs, start, end):
    """The footstep pattern from one cut to the next, both included, and the frames at which it changes.

    Parameters
    ----------
    runs : Runs
    start, end : int, frames

    Returns
    -------
    (str, tuple of int)
    """
    first, last = runs.index[start], runs.index[end]
    return runs.text[first : last + 1], tuple(int(at) for at in runs.start[first + 1 : last + 1])


def pattern_price(label):
    """How unusual a footstep pattern is; 0 for the half-cycles of a gait."""
    if label in CYCLES:
        return 0.0
    if label in JOINS:
        return 1.0
    return _UNUSUAL + abs(len(label) - 3)


def strikes_in(label):
    """How often a foot lands within a footstep pattern."""
    landed = {"F": 0, "L": 1, "R": 1, "D": 2, "S": 2}
    swapped = {"LR", "RL"}
    return sum(
        1 if a + b in swapped else max(landed[b] - landed[a], 0)
        for a, b in zip(label, label[1:], strict=False)
    )
