"""Footstep patterns: their grammar, and the choice of cuts that gives the most sensible ones."""

import numpy as np
from scipy.signal import find_peaks

from .cuts import smoothed

WALK = frozenset({"LDR", "RDL"})
RUN = frozenset({"FLF", "FRF"})
STAND = frozenset({"S"})
CYCLES = WALK | RUN | STAND
JOINS = frozenset(
    {
        "LDRF",
        "RDLF",
        "FRDL",
        "FLDR",
        "SRDL",
        "SLDR",
        "LDRS",
        "RDLS",
        "FRDLS",
        "FLDRS",
        "SRDLF",
        "SLDRF",
        "SLS",
        "SRS",
        "SLF",
        "SRF",
        "FLS",
        "FRS",
        "SLDRS",
        "SRDLS",
        "LFR",
        "RFL",
    }
)
_SMOOTH_HEIGHT = 0.04  # seconds (standard deviation)
_NO_PEAK = 2.0  # what a cut costs where the centre of mass has no peak
_SKIPPED_PEAK = 3.0  # what leaving out a clear peak costs at most
_REACH = 10  # how many possible cuts back a segment may begin


def label_between(runs, start, end):
    """The footstep pattern from one cut to the next, both included, and where its states change.

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


class Runs:
    """A state sequence by runs: ``text`` (a symbol each), ``start``, ``end``, and ``index`` of each frame."""

    def __init__(self, state):
        change = np.flatnonzero(state[1:] != state[:-1]) + 1
        self.start = np.concatenate([[0], change])
        self.end = np.concatenate([change, [len(state)]])
        self.text = "".join(state[self.start])
        self.index = np.zeros(len(state), int)
        self.index[change] = 1
        self.index = np.cumsum(self.index)


def choose_cuts(runs, com_height, fps, settings):
    """Frames at which the clip is cut so that each segment holds one step.

    Every peak of the centre of mass is a possible cut, and so is the highest point of each single
    support, flight and piece of standing, in case its peak is too weak to be seen. Of all these the
    set is taken whose footstep patterns are the most regular and that leaves out the fewest clear
    peaks.

    Parameters
    ----------
    runs : Runs
    com_height : (F,) array, metres of a standard body
    fps : float
    settings : AnalysisSettings

    Returns
    -------
    (K,) int array, rising; starts with 0 and ends with F - 1
    """
    last = len(com_height) - 1
    height = smoothed(com_height, fps, _SMOOTH_HEIGHT)
    peaks, about = find_peaks(height, prominence=0.1 * settings.cut_prominence)
    strength = dict(
        zip(peaks.tolist(), (about["prominences"] / settings.cut_prominence).tolist(), strict=True)
    )
    possible = set(strength) | _phase_tops(runs, height, fps, settings) | {0, last}
    frames = np.array(sorted(possible))
    gain = np.array([_gain(strength.get(int(at), 0.0)) for at in frames])
    for at in _stand_pieces(runs, fps, settings):
        gain[np.searchsorted(frames, at)] = 0.0
    return _cheapest_cuts(runs, frames, gain, settings.cut_spacing * fps)


def _gain(strength):
    """What a cut at a peak of that many times the least prominence gains."""
    return -_NO_PEAK if strength < 0.1 else min(_SKIPPED_PEAK, _NO_PEAK * np.log2(strength + 1e-6))


def _phase_tops(runs, height, fps, settings):
    """Highest point of each single support and flight; and the pieces of standing."""
    tops = {
        int(a + np.argmax(height[a:b]))
        for a, b, symbol in zip(runs.start, runs.end, runs.text, strict=True)
        if symbol in "LRF"
    }
    return tops | set(_stand_pieces(runs, fps, settings))


def _stand_pieces(runs, fps, settings):
    """Cuts shortly after a stand begins and before it ends, so that starts and stops are short."""
    piece = round(settings.stand_piece * fps)
    out = []
    last = runs.end[-1]
    for a, b, symbol in zip(runs.start, runs.end, runs.text, strict=True):
        if symbol == "S":
            inner = [a + piece] * int(a > 0) + [b - 1 - piece] * int(b < last)
            if b - a < 3 * piece:
                inner = [(a + b) // 2] * int(a > 0 or b < last)
            out += [int(at) for at in inner if a <= at < b]
    return out


def _cheapest_cuts(runs, frames, gain, spacing):
    """Dynamic programme: total price of patterns less the gains of the cuts made."""
    total = [0.0] + [np.inf] * (len(frames) - 1)
    came = [0] * len(frames)
    text, index = runs.text, runs.index[frames].tolist()
    at, gain = frames.tolist(), gain.tolist()
    final = len(at) - 1
    for j in range(1, len(at)):
        for i in range(max(0, j - _REACH), j):
            edge = i == 0 or j == final
            if at[j] - at[i] < spacing and not edge:
                continue
            price = total[i] - (gain[j] if j < final else 0.0)
            price += 0.5 if edge else pattern_price(text[index[i] : index[j] + 1])
            if price < total[j]:
                total[j], came[j] = price, i
        if not np.isfinite(total[j]):
            total[j], came[j] = total[j - 1] + 20.0, j - 1
    cuts = [final]
    while cuts[-1] > 0:
        cuts.append(came[cuts[-1]])
    return frames[cuts[::-1]]


def pattern_price(label):
    """How unusual a footstep pattern is; 0 for the half-cycles of a gait."""
    if label in CYCLES:
        return 0.0
    if label in JOINS:
        return 1.0
    return 4.0 + abs(len(label) - 3)
