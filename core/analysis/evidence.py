"""How strongly each moment speaks for each foot being on the ground, and for flight."""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter1d, minimum_filter1d

RATE = 60.0  # moments per second at which footsteps are decided
GRAVITY = 9.81  # m/s^2
_SMOOTH = 0.012  # seconds (standard deviation) for feet
_SMOOTH_COM = 0.03  # seconds (standard deviation) for the centre of mass
_FLOOR_WINDOW = 1.2  # seconds to each side in which a foot's floor is looked for
_SURE = 3.0  # log-odds at which one cue has said all it can


@dataclass(frozen=True, eq=False)
class Evidence:
    """Log-odds at N moments, RATE per second; lengths in the units of the tracks.

    Attributes
    ----------
    point : (N, 2, 2) array; each foot's heel and toe on the ground
    foot : (N, 2) array; any part of the foot on the ground
    flight : (N,) array; the body in free fall
    floor : (N, 2, 2) array; local floor height of each point
    body_speed : (N,) array, m/s; speed of the centre of mass along the ground, over the ground
    """

    point: np.ndarray
    foot: np.ndarray
    flight: np.ndarray
    floor: np.ndarray
    body_speed: np.ndarray


def gather(tracks, settings):
    """Evidence of a clip.

    Parameters
    ----------
    tracks : Tracks
    settings : AnalysisSettings

    Returns
    -------
    Evidence
    """
    fps = tracks.fps
    at = np.arange(int((tracks.frames - 1) / fps * RATE + 1e-6) + 1) * (fps / RATE)
    feet = _sampled(_smooth(tracks.feet, fps, _SMOOTH, 0), at)
    velocity = _sampled(_smooth(tracks.feet, fps, _SMOOTH, 1), at)
    com_velocity = _sampled(_smooth(tracks.com, fps, _SMOOTH_COM, 1), at)
    fall = -_sampled(_smooth(tracks.com[:, 2], fps, _SMOOTH_COM, 2), at) / GRAVITY
    speed = np.linalg.norm(velocity, axis=-1)
    slow = settings.contact_speed
    by_speed = np.clip(2.5 * np.log(slow / np.maximum(speed, 1e-3)), -_SURE, _SURE)
    floor = _local_floor(feet[..., 2], speed < 0.6 * slow)
    above = feet[..., 2] - floor
    by_height = -np.clip((above - settings.contact_height) / 0.02, 0.0, 2.0 * _SURE)
    point = by_speed + by_height
    flight = np.clip(8.0 * (fall - settings.flight_fall), -_SURE, _SURE)
    return Evidence(point, point.max(axis=2), flight, floor, np.linalg.norm(com_velocity[:, :2], axis=1))


def _smooth(values, fps, seconds, order):
    """Gaussian-smoothed values, or their order-th derivative per second."""
    frames = max(seconds * fps, 0.55)
    if len(values) < 3:
        return np.zeros_like(values) if order else np.asarray(values, float)
    return gaussian_filter1d(values, frames, axis=0, order=order, mode="nearest", truncate=3.5) * fps**order


def _sampled(values, at):
    """Values at fractional frames."""
    low = np.minimum(at.astype(int), len(values) - 1)
    high = np.minimum(low + 1, len(values) - 1)
    part = (at - low).reshape(-1, *[1] * (values.ndim - 1))
    return values[low] * (1.0 - part) + values[high] * part


def _local_floor(height, still):
    """(N, 2, 2) lowest height at which each point rests near each moment."""
    size = 2 * int(_FLOOR_WINDOW * RATE) + 1
    resting = minimum_filter1d(np.where(still, height, np.inf), size, axis=0, mode="nearest")
    lowest = minimum_filter1d(height, size, axis=0, mode="nearest")
    return np.where(np.isfinite(resting), resting, lowest)
