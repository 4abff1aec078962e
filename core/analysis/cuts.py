"""Where a clip is cut into steps."""

import numpy as np
from scipy.ndimage import gaussian_filter1d
from scipy.signal import find_peaks

from .labels import pattern_price
from .sampling import smooth_at

_SMOOTH_HEIGHT = 0.04  # seconds (standard deviation)
_SMOOTH_FORCE = 0.08  # seconds (standard deviation)
GRAVITY = 9.81  # m/s^2
_NO_PEAK = 2.0  # what a cut costs where the centre of mass has no peak
_SKIPPED_PEAK = 3.0  # what leaving out a clear peak costs at most
_FAINT = 0.1  # times the least prominence: peaks that are possible cuts
_CUT_OFF = 0.5  # price of a pattern that the clip's start or end cuts off
_IMPOSSIBLE = 20.0  # price where no cut is possible within reach
_REACH = 10  # how many possible cuts back a segment may begin


def cut_at_com_peaks(com_height, fps, *, min_spacing=0.2, prominence=0.004):
    """Frames at which a clip is cut: the peaks of its centre of mass.

    A peak lies in mid-stance when walking and in flight when running, so each segment
    holds one whole step (Kwon & Shin 2005).

    Parameters
    ----------
    com_height : (F,) array, metres
    fps : float
    min_spacing : float, seconds
    prominence : float, metres

    Returns
    -------
    (K,) int array, rising
    """
    height = smoothed(com_height, fps, _SMOOTH_HEIGHT)
    peaks, _ = find_peaks(height, distance=max(1, round(min_spacing * fps)), prominence=prominence)
    return peaks


def cut_at_force_minima(com, fps, *, min_spacing=0.3, depth=0.5):
    """Frames at which dance and gesture are cut: the minima of the force against the ground.

    The force per mass is |a - g|, a the acceleration of the centre of mass; it is least where the
    body is lightest (thesis of T. Kwon, 2007). Meant for clips without footsteps to go by.

    Parameters
    ----------
    com : (F, 3) array, metres; centre of mass
    fps : float
    min_spacing : float, seconds
    depth : float, m/s^2; how far the force must drop below what surrounds it

    Returns
    -------
    (K,) int array, rising
    """
    com = np.asarray(com, float)
    if len(com) < 3:
        return np.zeros(0, int)
    acceleration = smooth_at(com, fps, _SMOOTH_FORCE, 2, np.arange(len(com), dtype=float))
    acceleration[:, 2] += GRAVITY
    force = np.linalg.norm(acceleration, axis=1)
    minima, _ = find_peaks(-force, distance=max(1, round(min_spacing * fps)), prominence=depth)
    return minima


def smoothed(values, fps, seconds):
    """Values under a Gaussian of that standard deviation."""
    return gaussian_filter1d(np.asarray(values, float), max(seconds * fps, 0.4), axis=0, mode="nearest")


def choose_cuts(runs, com_height, fps, settings):
    """Frames at which a clip is cut so that each segment holds one step.

    Every peak of the centre of mass is a possible cut, and so is the highest point of each single
    support, flight and piece of standing, in case its peak is too weak to be seen. Of all these the
    set is taken whose footstep patterns are the most regular and that leaves out the fewest clear
    peaks (dynamic programming).

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
    height = smoothed(com_height, fps, _SMOOTH_HEIGHT)
    peaks, about = find_peaks(height, prominence=_FAINT * settings.cut_prominence)
    pieces = _stand_pieces(runs, fps, settings)
    frames = np.unique(
        np.concatenate([peaks, _phase_tops(runs, height), pieces, [0, len(height) - 1]]).astype(int)
    )
    gain = np.full(len(frames), -_NO_PEAK)
    strength = np.log2(np.maximum(about["prominences"] / settings.cut_prominence, _FAINT))
    gain[np.searchsorted(frames, peaks)] = np.clip(_NO_PEAK * strength, -_NO_PEAK, _SKIPPED_PEAK)
    gain[np.searchsorted(frames, pieces)] = 0.0
    return _cheapest_cuts(runs, frames, gain, settings.cut_spacing * fps)


def _price(label, cut_off):
    """Price of a pattern; one that the clip's start or end cuts off may be anything up to a whole step."""
    return _CUT_OFF + 2.0 * max(len(label) - 3, 0) if cut_off else pattern_price(label)


def _phase_tops(runs, height):
    """Highest frame of each single support and flight."""
    spans = zip(runs.start, runs.end, runs.text, strict=True)
    return [a + int(np.argmax(height[a:b])) for a, b, symbol in spans if symbol in "LRF"]


def _stand_pieces(runs, fps, settings):
    """Cuts soon after a stand begins and before it ends, so that starts and stops are short."""
    piece = round(settings.stand_piece * fps)
    last = int(runs.end[-1])
    out = []
    for a, b, symbol in zip(runs.start.tolist(), runs.end.tolist(), runs.text, strict=True):
        if symbol == "S" and (a > 0 or b < last):
            short = b - a < 3 * piece
            out += [(a + b) // 2] if short else [a + piece] * (a > 0) + [b - 1 - piece] * (b < last)
    return np.array(out, int)


def _cheapest_cuts(runs, frames, gain, spacing):
    """Dynamic programme: total price of patterns less the gains of the cuts made."""
    at, gain, index, text = frames.tolist(), gain.tolist(), runs.index[frames].tolist(), runs.text
    final = len(at) - 1
    total, came = [0.0] + [np.inf] * final, [0] * (final + 1)
    for j in range(1, final + 1):
        for i in range(max(0, j - _REACH), j):
            cut_off = i == 0 or j == final
            if at[j] - at[i] < spacing and not cut_off:
                continue
            price = total[i] + (_price(text[index[i] : index[j] + 1], cut_off))
            if price < total[j]:
                total[j], came[j] = price, i
        if total[j] == np.inf:
            total[j], came[j] = total[j - 1] + _IMPOSSIBLE, j - 1
        if j < final:
            total[j] -= gain[j]
    cuts = [final]
    while cuts[-1] > 0:
        cuts.append(came[cuts[-1]])
    return frames[cuts[::-1]]
