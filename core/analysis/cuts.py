"""Where a clip is cut into steps."""

import numpy as np
from scipy.ndimage import gaussian_filter1d
from scipy.signal import find_peaks

_SMOOTH_HEIGHT = 0.04  # seconds (standard deviation)
_SMOOTH_FORCE = 0.12  # seconds (standard deviation)
GRAVITY = 9.81  # m/s^2


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


def cut_at_force_minima(com, fps, *, min_spacing=0.3, depth=1.0):
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
    frames = max(_SMOOTH_FORCE * fps, 0.55)
    acceleration = gaussian_filter1d(com, frames, axis=0, order=2, mode="nearest") * fps**2
    acceleration[:, 2] += GRAVITY
    force = np.linalg.norm(acceleration, axis=1)
    minima, _ = find_peaks(-force, distance=max(1, round(min_spacing * fps)), prominence=depth)
    return minima


def smoothed(values, fps, seconds):
    """Values under a Gaussian of that standard deviation."""
    return gaussian_filter1d(np.asarray(values, float), max(seconds * fps, 0.4), axis=0, mode="nearest")
