"""Do the feet stay where they stand, and on the ground?"""

import numpy as np

#: Heights of the published skating measures, metres.
MANN_HEIGHT, GMD_HEIGHT = 0.025, 0.05
GMD_SPEED = 0.5           # metres per second


def measure_feet(points, stances, fps):
    """Slip, skate, penetration and float of the stances.

    The slip of a stance is how far the point on which the foot rests strays: from frame to frame
    the least moving of the sole's points counts, so that rolling from heel to toe is no slip.

    Parameters
    ----------
    points : FootPoints
    stances : Stances, or anything with side, start and end
    fps : float

    Returns
    -------
    dict
        ``count``; ``slip_mean_cm``, ``slip_max_cm`` over stances; ``penetration_p95_cm`` and
        ``float_p95_cm`` of the lowest point over all planted frames; ``skate_m_per_s``, mean speed
        of the resting point; ``below_ground_max_cm``, the deepest any point gets at any time;
        ``skating_ratio`` (Karunratanakul et al. 2023) and ``weighted_skate_cm_per_frame`` (Zhang
        et al. 2018), both of the ball, far from 0 on clean capture too: compare with the source.
    """
    slip, skate, low, high = [], [], [], []
    for side, start, end in zip(stances.side, stances.start, stances.end):
        span = slice(start, end + 1)
        step = least_steps(points.position[span, side], points.height[span, side])
        drift = np.concatenate([np.zeros((1, 2)), np.cumsum(step, axis=0)])
        slip.append(_extent(drift))
        skate.append(np.linalg.norm(step, axis=1) * fps)
        low.append(np.min(points.height[span, side, :3], axis=1))
        high.append(np.min(points.height[span, side], axis=1))
    count = len(slip)
    low, high = (np.concatenate(h) if count else np.zeros(1) for h in (low, high))
    skate = np.concatenate(skate) if count else np.zeros(0)
    return {
        "count": count,
        "slip_mean_cm": _cm(np.mean(slip)) if count else 0.0,
        "slip_max_cm": _cm(np.max(slip)) if count else 0.0,
        "penetration_p95_cm": _cm(np.percentile(np.maximum(-low, 0.0), 95)),
        "float_p95_cm": _cm(np.percentile(np.maximum(high, 0.0), 95)),
        "skate_m_per_s": float(skate.mean()) if len(skate) else 0.0,
        "below_ground_max_cm": _cm(max(-points.height[..., :3].min(), 0.0)),
        "skating_ratio": skating_ratio(points),
        "weighted_skate_cm_per_frame": weighted_skate(points, fps),
    }


def least_steps(position, height):
    """(n - 1, 2) horizontal steps, metres, of the point that moves least among those near the ground.

    Parameters
    ----------
    position : (n, P, 3) array, metres; points of one sole
    height : (n, P) array, metres; above the ground
    """
    step = np.diff(position[..., :2], axis=0)
    size = np.linalg.norm(step, axis=-1)
    middle = 0.5 * (height[1:] + height[:-1])
    near = middle <= middle.min(axis=1, keepdims=True) + 0.02
    best = np.argmin(np.where(near, size, np.inf), axis=1)
    return step[np.arange(len(step)), best]


def _extent(drift):
    """The greatest distance of (n, 2) points from their first one or from each other's middle, metres."""
    centre = 0.5 * (drift.max(axis=0) + drift.min(axis=0))
    across = 2.0 * np.linalg.norm(drift - centre, axis=1).max()
    return max(np.linalg.norm(drift - drift[0], axis=1).max(), min(across, np.ptp(drift, axis=0).max()))


def skating_ratio(points):
    """Share of frames in which a ball is below 5 cm and faster than 0.5 m/s, also on average of 5."""
    low = points.height[:, :, 1] < GMD_HEIGHT * points.size
    speed = points.speed[:, :, 1]
    if len(speed) < 6:
        return 0.0
    mean = np.stack([np.convolve(speed[:, s], np.full(5, 0.2), "same") for s in range(2)], axis=1)
    fast = (speed > GMD_SPEED) & (mean > GMD_SPEED)
    return float(np.mean(np.any(low[1:] & low[:-1] & fast[1:], axis=1)))


def weighted_skate(points, fps):
    """Mean over frames and feet of the ball's speed, weighted 1 on the ground to 0 at 2.5 cm; cm/frame."""
    height = np.clip(points.height[:, :, 1] / (MANN_HEIGHT * points.size), 0.0, 1.0)
    return float(np.mean(points.speed[:, :, 1] * (2.0 - 2.0**height)) * 100.0 / fps)


def _cm(metres):
    return float(100.0 * metres)
