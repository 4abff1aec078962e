"""Beats of a piece of music: onsets, tempo, and the beat sequence that fits both.

Onset strength from a mel-like spectrum, tempo from its autocorrelation under a log-normal prior with an
explicit choice of metrical level, beats by dynamic programming (Ellis, *Beat tracking by dynamic
programming*, 2007), and a straight-line fit when the tempo is steady. A detector helps; a typed or tapped
tempo decides, and half or double tempo is one call away (`Counts.halved`, `Counts.doubled`).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.ndimage import gaussian_filter1d, maximum_filter1d

from ..errors import ClipError, SpecificationError
from .counts import Counts
from .pulse import ENVELOPE_RATE, autocorrelation, local_periods, longest_steady, pulse_strength

SLOWEST, FASTEST = 55.0, 215.0  # BPM searched
PRIOR_BPM, PRIOR_OCTAVES = 115.0, 1.2
TIGHTNESS = 120.0
WINDOW_LEAD = 0.0105  # the spectrum rises this long before the onset reaches the window's centre
STEADY_SECONDS = 0.035  # a tempo is steady when this share of its beats lies so close to a straight line
STEADY_SHARE = 0.85
FEWEST_ONSETS = 5


@dataclass(frozen=True)
class Beats:
    """Beats found in music.

    times : (N,) seconds; bpm; offset : seconds of the first beat; steady : whether one tempo fits all
    (then ``times`` is that exact grid); confidence : 0..1, how much stronger onsets are on the beats
    than between them; alternatives : other tempi (BPM) that the music also supports.
    """

    times: np.ndarray
    bpm: float
    offset: float
    steady: bool
    confidence: float
    alternatives: tuple[float, ...]

    def counts(self):
        """The count grid: one tempo if it is steady, else the beats themselves."""
        return Counts(self.bpm, self.offset) if self.steady else Counts.from_beats(self.times)


def track_beats(samples, rate, *, bpm=None):
    """Beats of mono music.

    Parameters
    ----------
    samples : (N,) float array, −1..1
    rate : float, samples per second
    bpm : float, optional
        A tempo known roughly (within 8 %); settles the choice between half and double tempo.

    Returns
    -------
    Beats

    Raises
    ------
    ClipError
        If the music is shorter than 3 s or holds no onsets (silence, a held tone).
    SpecificationError
        If ``bpm`` is not between 20 and 400.

    References
    ----------
    D. Ellis, Beat tracking by dynamic programming, J. New Music Research 36(1), 2007.
    """
    samples = np.asarray(samples, np.float32)
    if samples.ndim != 1:
        raise SpecificationError(f"music: one channel is needed, not an array of shape {samples.shape}")
    if len(samples) < 3.0 * rate:
        raise ClipError(f"music of {len(samples) / rate:.1f} s: at least 3 s are needed to hear a tempo")
    onsets = _onsets(samples, rate)
    strength = onsets.strength
    if not np.isfinite(strength).all() or np.count_nonzero(_peaks(strength)) < FEWEST_ONSETS:
        raise ClipError("music: no onsets heard (silence or a held tone); type or tap the tempo")
    correlation = autocorrelation(strength)
    if bpm is None:
        period = _choose_period(onsets, correlation)
        calm = longest_steady(local_periods(strength, period))
        if calm != slice(0, len(strength)):  # two tempi at once mislead: one of them is heard alone
            alone = _Onsets(*(part[calm] for part in onsets))
            period = _choose_period(alone, autocorrelation(alone.strength))
    else:
        bpm = Counts(bpm).bpm
        period = _best_lag(correlation, 60.0 / bpm / 1.08, 60.0 / bpm * 1.08)
    frames = _trim(_beat_sequence(strength, ENVELOPE_RATE * local_periods(strength, period)), strength)
    if len(frames) < 3:
        raise ClipError("music: no steady beat heard; type or tap the tempo")
    return _beats(frames, strength, correlation)


class _Onsets(NamedTuple):
    """Onset strength (M,), value n at n / 100 s; the same little compressed; and of the snare's bands."""

    strength: np.ndarray
    accent: np.ndarray
    backbeat: np.ndarray


def _onsets(samples, rate):
    """How strongly something begins, 100 times a second, from the rise of a mel-like spectrum."""
    window = int(2 ** np.round(np.log2(0.04 * rate)))
    times = np.arange(0, len(samples) / rate, 1.0 / ENVELOPE_RATE) - WINDOW_LEAD
    centres = np.round(times * rate).astype(int) + window
    padded = np.pad(samples, (window + window // 2, window))
    bands, centre = _mel_bands(window, rate)
    taper = np.hanning(window).astype(np.float32)
    level = np.empty((len(centres), bands.shape[1]))
    for block in range(0, len(centres), 2000):
        index = centres[block : block + 2000, None] + np.arange(window)
        level[block : block + 2000] = np.abs(np.fft.rfft(padded[index] * taper)) @ bands
    level /= np.percentile(level, 99.5) + 1e-12
    strength = _rise(np.log1p(20.0 * level))
    accent = _rise(np.log1p(2.0 * level))
    snare = (centre > 300.0) & (centre < 4000.0)
    return _Onsets(strength.sum(axis=1), accent.sum(axis=1), accent[:, snare].sum(axis=1))


def _peaks(strength):
    """(M,) bool: local maxima at least a tenth as strong as the strongest onset."""
    return (strength == maximum_filter1d(strength, 11)) & (strength > max(0.1 * strength.max(), 1e-3))


def _rise(level):
    """Increase of each band over 20 ms, smoothed."""
    rise = np.maximum(level[2:] - level[:-2], 0.0)
    return gaussian_filter1d(np.pad(rise, ((1, 1), (0, 0))), 1.5, axis=0)


def _mel_bands(window, rate, bands=36):
    """Triangular filters (window/2+1, bands) from 30 Hz to 10 kHz and their centres, Hz.

    Hi-hats mark subdivisions more often than beats, so the bands above 3 kHz are turned down.
    """
    frequency = np.fft.rfftfreq(window, 1.0 / rate)
    top = min(10000.0, 0.45 * rate)
    mel = np.linspace(np.log1p(30 / 700), np.log1p(top / 700), bands + 2)
    edge = 700 * np.expm1(mel)
    rising = (frequency[:, None] - edge[:-2]) / (edge[1:-1] - edge[:-2])
    falling = (edge[2:] - frequency[:, None]) / (edge[2:] - edge[1:-1])
    filters = np.clip(np.minimum(rising, falling), 0, None)
    filters /= filters.sum(axis=0) + 1e-9
    return filters / (1.0 + (edge[1:-1] / 3000.0) ** 2), edge[1:-1]


def _best_lag(correlation, shortest, longest):
    """Period (seconds) between two bounds whose comb through the autocorrelation is strongest."""
    period = np.arange(shortest, longest, 0.001)
    return float(period[np.argmax(pulse_strength(correlation, period))])


def _choose_period(onsets, correlation):
    """Beat period in seconds: the strongest pulse, then the metrical level people would tap."""
    period = np.arange(60.0 / FASTEST, 60.0 / SLOWEST, 0.001)
    prior = np.exp(-0.5 * (np.log2(60.0 / period / PRIOR_BPM) / PRIOR_OCTAVES) ** 2)
    best = float(period[np.argmax(np.maximum(pulse_strength(correlation, period), 0) * prior)])
    levels = {}
    for ratio in (1 / 3, 1 / 2, 2 / 3, 1, 3 / 2, 2, 3):
        if 60.0 / FASTEST <= best * ratio <= 60.0 / SLOWEST:
            level = _best_lag(correlation, best * ratio * 0.97, best * ratio * 1.03)
            levels[level] = _level_score(onsets, correlation, level)
    return max(levels, key=levels.get)


def _level_score(onsets, correlation, period):
    """How well a period serves as the beat: strong on it, weak half-way, every beat alike.

    Too slow a level has onsets half-way as strong as its beats; too fast a one has every second
    beat weak. Music that leaves both open falls to the tempo prior.
    """
    part, accent, backbeat = (values[: int(60 * ENVELOPE_RATE)] for values in onsets)
    frames = _trim(_beat_sequence(part, period * ENVELOPE_RATE), part)
    if len(frames) < 5:
        return 0.0
    near = np.maximum(maximum_filter1d(accent, 7) - np.median(accent), 0.0)
    on = near[frames]
    shares = [frames[:-1] + share * np.diff(frames) for share in (1 / 3, 1 / 2, 2 / 3)]
    filled = max(np.sqrt(near[np.round(share).astype(int)]).mean() for share in shares)
    filled = min(1.0, filled / max(np.sqrt(on).mean(), 1e-9))
    alike = min(on[::2].mean(), on[1::2].mean()) / max(on[::2].mean(), on[1::2].mean(), 1e-9)
    snare = maximum_filter1d(backbeat, 7)[frames]
    turns = (-1.0) ** np.arange(len(snare)) * (snare - snare.mean())
    uneven = snare.std() > 0.2 * snare.mean()
    alternating = uneven * abs(turns.sum()) / (np.sqrt(len(snare)) * np.linalg.norm(turns) + 1e-9)
    prior = np.exp(-0.5 * (np.log2(60.0 / period / PRIOR_BPM) / PRIOR_OCTAVES) ** 2)
    pulse = max(0.0, float(pulse_strength(correlation, period)))
    return pulse * (0.05 + alike) * (1.25 - filled**2) * (0.1 + alternating**3) * (0.5 + prior)


def _beat_sequence(strength, period):
    """Frames of the beats: dynamic programming over onset strength and evenness (Ellis 2007).

    period : frames from beat to beat, for the whole or at each frame
    """
    level = gaussian_filter1d(strength, 1.0)
    level = level / (level.std() + 1e-9)
    period = np.broadcast_to(period, level.shape)
    reaches = {p: np.arange(int(round(p * 0.6)), int(round(p * 1.6)) + 1) for p in np.unique(period)}
    costs = {p: TIGHTNESS * np.log(back / p) ** 2 for p, back in reaches.items()}
    best = level.copy()
    before = np.full(len(level), -1)
    started = level > 0.2 * level.max()
    for frame in range(len(level)):
        back, cost = reaches[period[frame]], costs[period[frame]]
        reach = min(len(back), frame - back[0] + 1)
        if reach <= 0:
            continue
        score = best[frame - back[:reach]] - cost[:reach]
        choice = int(np.argmax(score))
        if score[choice] > 0.0 or not started[frame]:
            best[frame] += score[choice]
            before[frame] = frame - back[choice]
    tail = max(0, len(best) - int(round(period[-1])))
    frame = tail + int(np.argmax(best[tail:]))
    frames = []
    while frame >= 0:
        frames.append(frame)
        frame = before[frame]
    return np.array(frames[::-1])


def _trim(frames, strength):
    """Leave out beats before the music begins and after it ends."""
    near = maximum_filter1d(strength, 9)[frames]
    heard = np.flatnonzero(near > 0.2 * np.median(near[near > 0.05 * near.max()]))
    return frames[heard[0] : heard[-1] + 1] if len(heard) else frames[:0]


def _beats(frames, strength, correlation):
    """Frames to the result: exact grid where steady, confidence, other tempi."""
    times = _refined(frames, strength) / ENVELOPE_RATE
    gaps = np.diff(times)
    number = np.concatenate([[0], np.cumsum(np.maximum(1, np.round(gaps / np.median(gaps))))])
    keep = np.ones(len(times), bool)
    for _ in range(5):
        period, offset = np.polyfit(number[keep], times[keep], 1)
        error = np.abs(times - (offset + period * number))
        keep = error <= max(2.0 * float(np.median(error)), 0.005)
    steady = bool(np.mean(error < STEADY_SECONDS) > STEADY_SHARE)
    if steady:
        times = offset + period * np.arange(int(number[-1]) + 1)
        times = times[times >= 0.0]
    on = np.interp(times * ENVELOPE_RATE, np.arange(len(strength)), strength).mean()
    confidence = float(np.clip(1.0 - np.mean(strength) / max(on, 1e-9), 0.0, 1.0))
    bpm = 60.0 / period if steady else 60.0 / float(np.mean(np.diff(times)))
    others = [float(bpm * ratio) for ratio in (0.5, 2.0, 2 / 3, 1.5)]
    others = [tempo for tempo in others if SLOWEST / 1.5 <= tempo <= FASTEST * 1.5]
    others.sort(key=lambda tempo: -float(pulse_strength(correlation, 60.0 / tempo)))
    return Beats(times, float(bpm), float(times[0]), steady, confidence, tuple(others))


def _refined(frames, strength):
    """Fractional frames of the onset peaks next to the beats (parabola through three values)."""
    out = frames.astype(float)
    for i, frame in enumerate(frames):
        low = max(1, frame - 4)
        peak = low + int(np.argmax(strength[low : frame + 5]))
        if not 1 <= peak < len(strength) - 1:
            continue
        left, middle, right = strength[peak - 1 : peak + 2]
        bend = left - 2 * middle + right
        if bend < 0 and middle > 0:
            out[i] = peak + 0.5 * (left - right) / bend
    return out
