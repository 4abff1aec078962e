"""Smooth windows over frames: runs of a mask, fades between anchored frames, envelopes."""

import numpy as np
from scipy.ndimage import correlate1d, maximum_filter1d


def runs(mask):
    """(start, end) int arrays of the stretches of true frames in a (F,) mask; end is included."""
    padded = np.concatenate([[False], mask, [False]])
    edge = np.flatnonzero(padded[1:] != padded[:-1])
    return edge[0::2], edge[1::2] - 1


def without_short_gaps(mask, shortest):
    """(F,) mask with the gaps of fewer than ``shortest`` frames between two stretches closed."""
    start, end = runs(~mask)
    short = (end - start + 1 < shortest) & (start > 0) & (end < len(mask) - 1)
    out = mask.copy()
    for s, e in zip(start[short], end[short]):
        out[s : e + 1] = True
    return out


def neighbours(anchored):
    """Last anchored frame at or before, first at or after each frame.

    Parameters
    ----------
    anchored : (F, N) bool array

    Returns
    -------
    before, after : (F, N) int arrays; -1 and F where there is none
    """
    frames = len(anchored)
    index = np.arange(frames)[:, None]
    before = np.maximum.accumulate(np.where(anchored, index, -1), axis=0)
    after = np.minimum.accumulate(np.where(anchored, index, frames)[::-1], axis=0)[::-1]
    return before, after


def fade(offset, anchored, window, brake=None):
    """Offsets given on anchored frames, faded out into the free frames around them.

    Each fade leaves its anchor with the offset's own rate of change there and arrives at zero with
    zero rate and zero acceleration, so that what is corrected stays smooth. Two fades that meet in
    one gap add up.

    Parameters
    ----------
    offset : (F, N, D) array; right on anchored frames
    anchored : (F, N) bool array
    window : float, frames; the longest fade
    brake : float, frames, optional; the longest time in which the rate of change dies out (as
        window by default); short, the correction overshoots little

    Returns
    -------
    (F, N, D) array, ``offset`` itself on anchored frames
    """
    frames = len(offset)
    before, after = neighbours(anchored)
    gap = np.where((before < 0) | (after >= frames), frames, after - before)
    span, stop = np.minimum(gap, window), np.minimum(gap, window if brake is None else brake)
    index = np.arange(frames)[:, None]
    out = np.where(anchored[..., None], offset, 0.0)
    for anchor, away in ((before, 1), (after, -1)):
        passed = (index - anchor) * away
        frame, column = np.nonzero(~anchored & (anchor >= 0) & (anchor < frames) & (passed < span))
        if len(frame) == 0:
            continue
        at = anchor[frame, column]
        passed = passed[frame, column][:, None]
        length, brief = span[frame, column][:, None], stop[frame, column][:, None]
        out[frame, column] += offset[at, column] * (1.0 - ease(passed / length))
        out[frame, column] += _rate(offset, anchored, at, column, away) * brief * _from_slope(passed / brief)
    return out


def carried(values, anchored):
    """(F, N, D) values of the anchored frames, passing over smoothly from one to the next in the gaps.

    Zero where nothing is anchored.
    """
    frames = len(values)
    before, after = neighbours(anchored)
    last, next_one = np.maximum(before, 0), np.minimum(after, frames - 1)
    share = ease((np.arange(frames)[:, None] - before) / np.maximum(after - before, 1))
    share = np.where(before < 0, 1.0, np.where(after >= frames, 0.0, share))[..., None]
    column = np.arange(anchored.shape[1])
    out = values[last, column] * (1.0 - share) + values[next_one, column] * share
    return np.where(((before >= 0) | (after < frames))[..., None], out, 0.0)


def nearness(anchored, window):
    """(F, N) smooth weight: 1 on anchored frames, 0 from ``window`` frames away on."""
    before, after = neighbours(anchored)
    index = np.arange(len(anchored))[:, None]
    past = np.where(before < 0, 1.0, (index - before) / window)
    coming = np.where(after >= len(anchored), 1.0, (after - index) / window)
    return 1.0 - ease(past) * ease(coming)


def _rate(offset, anchored, frame, column, away):
    """Change of the offset per frame, away from the anchor, as it was within the anchored frames."""
    within = np.clip(frame - away, 0, len(offset) - 1)
    change = offset[frame, column] - offset[within, column]
    return np.where(anchored[within, column][:, None], change, 0.0)


def ease(s):
    """From 0 to 1 at s = 1, at rest and without acceleration at either end."""
    s = np.clip(s, 0.0, 1.0)
    return s**3 * (10.0 - 15.0 * s + 6.0 * s**2)


def _from_slope(s):
    """From 0 with slope 1 to 0 at s = 1, at rest; no acceleration at either end; 0 beyond."""
    return np.where(s < 1.0, s - s**3 * (6.0 - 8.0 * s + 3.0 * s**2), 0.0)


def kernel(half_width):
    """(2n + 1,) Hann weights of sum 1 that reach n = half_width frames to each side."""
    n = max(int(round(half_width)), 1)
    weights = np.cos(0.5 * np.pi * np.arange(-n, n + 1) / (n + 1)) ** 2
    return weights / weights.sum()


def smoothed(values, half_width, weights=None):
    """(F, ...) values averaged over a Hann window; with weights (F,), their weighted mean."""
    k = kernel(half_width)
    if weights is None:
        return correlate1d(values, k, axis=0, mode="nearest")
    w = weights.reshape(weights.shape + (1,) * (values.ndim - weights.ndim))
    return correlate1d(values * w, k, axis=0, mode="nearest") / correlate1d(w, k, axis=0, mode="nearest")


def smooth_cover(values, half_width):
    """(F, ...) smooth curves that lie nowhere under values (F, ...)."""
    k = kernel(half_width)
    widest = maximum_filter1d(values, len(k), axis=0, mode="nearest")
    return correlate1d(widest, k, axis=0, mode="nearest")
