"""Smooth values and their derivatives, at the moments at which footsteps are decided."""

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.ndimage import gaussian_filter1d

RATE = 60.0  # moments per second at which footsteps are decided, whatever the frame rate
_COARSE = 20.0  # frames per second below which a spline is put through the frames first


def moments_of(frames, fps):
    """(N,) fractional frames of a clip that lie at RATE moments per second."""
    return np.arange(int((frames - 1) / fps * RATE + 1e-6) + 1) * (fps / RATE)


def smooth_at(values, fps, seconds, order, at):
    """Gaussian-smoothed values, or their order-th derivative per second, at fractional frames.

    Parameters
    ----------
    values : (F, ...) array
    fps : float
    seconds : float; standard deviation of the Gaussian
    order : int
    at : (N,) array, frames

    Returns
    -------
    (N, ...) array
    """
    values = np.asarray(values, float)
    if len(values) < 3:
        return sampled(np.zeros_like(values) if order else values, at)
    origin = values.mean(axis=0)
    values = values - origin  # sampled derivatives of a Gaussian do not quite add up to zero
    if fps < _COARSE:
        fine = CubicSpline(np.arange(len(values)), values)(moments_of(len(values), fps))
        values, at, fps = fine, at * (RATE / fps), RATE
    width = max(seconds * fps, 0.55)
    pad = min(int(4.0 * width) + 1, len(values) - 1)
    before = 2.0 * values[0] - values[pad:0:-1]
    after = 2.0 * values[-1] - values[-2 : -pad - 2 : -1]
    smooth = gaussian_filter1d(
        np.concatenate([before, values, after]), width, axis=0, order=order, mode="nearest", truncate=3.5
    )
    moved = sampled(smooth[pad : pad + len(values)] * fps**order, at)
    return moved if order else moved + origin


def sampled(values, at):
    """Values (F, ...) at fractional frames (N,), linear in between."""
    low = np.minimum(at.astype(int), len(values) - 1)
    high = np.minimum(low + 1, len(values) - 1)
    part = (at - low).reshape(-1, *[1] * (values.ndim - 1))
    return values[low] * (1.0 - part) + values[high] * part


def earlier(values, lag):
    """Values (N, K) as they were lag (N, K) moments before."""
    at = np.maximum(np.arange(len(values))[:, None] - lag, 0.0)
    low = at.astype(int)
    high = np.minimum(low + 1, len(values) - 1)
    part = at - low
    column = np.arange(values.shape[1])
    return values[low, column] * (1.0 - part) + values[high, column] * part
