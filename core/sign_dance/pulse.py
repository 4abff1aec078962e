"""The pulse of music: how strongly its onsets come again after a time, on the whole and here and there."""

import numpy as np
from scipy.ndimage import gaussian_filter1d

ENVELOPE_RATE = 100.0  # onset strength values per second
WINDOW, HOP = 6.0, 1.0  # seconds of music in which a pulse is felt, and from one such to the next
SLOWER, FASTER = 1.37, 0.73  # of the period on the whole: further away lie other ways of counting
STEPS = 64
CHANGE = 1.0  # what a change of tempo must gain in strength of pulse, summed over windows
A_CHANGE = 1.08  # ratio of two tempi that are not one played unevenly


def autocorrelation(strength):
    """Unbiased autocorrelation of the onset strength, 1 at lag 0, up to 5 s."""
    centred = strength - gaussian_filter1d(strength, 2.0 * ENVELOPE_RATE)
    size = 2 ** int(np.ceil(np.log2(2 * len(centred))))
    spectrum = np.fft.rfft(centred, size)
    lags = min(int(5 * ENVELOPE_RATE), len(centred) - 1)
    correlation = np.fft.irfft(np.abs(spectrum) ** 2, size)[:lags] / (len(centred) - np.arange(lags))
    return correlation / max(correlation[0], 1e-12)


def pulse_strength(correlation, period):
    """Mean autocorrelation at one to four periods (those within reach)."""
    lag = np.asarray(period)[..., None] * np.arange(1, 5) * ENVELOPE_RATE
    value = np.interp(lag, np.arange(len(correlation)), correlation)
    inside = lag < len(correlation) - 1
    return (value * inside).sum(axis=-1) / np.maximum(inside.sum(axis=-1), 1)


def local_periods(strength, period):
    """(M,) seconds from beat to beat at each value of the onset strength (M,).

    Where the music suddenly takes another tempo the pulse is that of the music there; otherwise it is the
    period given, throughout.
    """
    size, hop = int(WINDOW * ENVELOPE_RATE), int(HOP * ENVELOPE_RATE)
    starts = np.arange(0, len(strength) - size + 1, hop)
    steady = np.full(len(strength), period)
    if len(starts) < 2:
        return steady
    tried = period * np.geomspace(FASTER, SLOWER, STEPS)
    tried = np.append(tried, period)
    felt = np.array([pulse_strength(autocorrelation(strength[s : s + size]), tried) for s in starts])
    row = _best_row(felt)
    chosen = tried[row]
    if chosen.max() / chosen.min() < A_CHANGE:
        return steady
    middle = starts + size // 2
    nearest = np.clip(np.round((np.arange(len(strength)) - middle[0]) / hop).astype(int), 0, len(starts) - 1)
    return chosen[nearest]


def longest_steady(periods):
    """Slice of the longest stretch over which periods (M,) stay the same."""
    cuts = np.flatnonzero(np.diff(periods)) + 1
    edges = np.concatenate([[0], cuts, [len(periods)]])
    longest = int(np.argmax(np.diff(edges)))
    return slice(int(edges[longest]), int(edges[longest + 1]))


def _best_row(felt):
    """One column for each row of ``felt`` (W, N): the largest sum, every change of column costing CHANGE."""
    best, came = felt[0].copy(), np.zeros(felt.shape, int)
    for w in range(1, len(felt)):
        leap = int(np.argmax(best))
        stays = best >= best[leap] - CHANGE
        came[w] = np.where(stays, np.arange(felt.shape[1]), leap)
        best = np.where(stays, best, best[leap] - CHANGE) + felt[w]
    row = [int(np.argmax(best))]
    for w in range(len(felt) - 1, 0, -1):
        row.append(int(came[w, row[-1]]))
    return np.array(row[::-1])
