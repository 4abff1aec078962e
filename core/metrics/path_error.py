"""Does the pelvis follow the path, and at the time that was asked?"""

import numpy as np

SPACING = 0.02            # metres between the points at which a path is looked at
REACH = 1.5               # metres before and after its expected place in which a pelvis is looked for
SHORTEST = 0.15           # seconds; two stances whose middles lie closer make no half cycle
STAND = 0.25              # seconds at the end over which the place of arrival is taken


def measure_path(pelvis, path, stances, fps, target_distance=None):
    """Deviation from the path and from the timing.

    The pelvis sways about its path with each step; so its signed deviation is averaged over each
    half cycle, from the middle of one stance to the middle of the next.

    Parameters
    ----------
    pelvis : (F, 3) or (F, 2) array, metres
    path : (N, 2) array_like, metres; the path as points, or an object with ``point(s)`` and ``length``
    stances : Stances, or anything with side, start and end
    fps : float
    target_distance : (F,) array, metres along the path, optional

    Returns
    -------
    dict
        ``path``: {``mean_cm``, ``max_cm``, ``end_cm``}; ``timing_rms_cm``, None without a target
    """
    point, total = _dense(path)
    at = np.asarray(pelvis, dtype=float)[:, :2]
    expected = _expected(at, total, fps) if target_distance is None else np.asarray(target_distance, float)
    frames = min(len(at), len(expected))
    at, expected = at[:frames], expected[:frames]
    aside, along = _closest(at, point, expected)
    halves = half_cycles(stances, frames, fps)
    deviation = np.abs(_means(aside, halves))
    last = slice(max(frames - max(int(STAND * fps), 1), 0), frames)
    goal = point[-1] if target_distance is None else point[_index(expected[-1], len(point))]
    out = {
        "path": {
            "mean_cm": float(100.0 * deviation.mean()),
            "max_cm": float(100.0 * deviation.max()),
            "end_cm": float(100.0 * np.linalg.norm(at[last].mean(axis=0) - goal)),
        },
        "timing_rms_cm": None,
    }
    if target_distance is not None:
        late = _means(along - expected, halves)
        out["timing_rms_cm"] = float(100.0 * np.sqrt(np.mean(late**2)))
    return out


def half_cycles(stances, frames, fps):
    """(H + 1,) int array of frames between which half cycles lie: the middles of the stances.

    What lies before the first and after the last of them is no whole half cycle and goes with its
    neighbour.
    """
    middle = np.unique((np.asarray(stances.start) + np.asarray(stances.end)) // 2)
    apart = max(SHORTEST * fps, 1)
    bounds = []
    for frame in middle[(middle > 0) & (middle < frames)]:
        if not bounds or frame - bounds[-1] >= apart:
            bounds.append(int(frame))
    return np.array([0, *bounds[1:-1], frames])


def _means(values, bounds):
    """Means of (F,) values between bounds."""
    return np.add.reduceat(values, bounds[:-1]) / np.diff(bounds)


def _dense(path):
    """Points (M, 2) every 2 cm along the path, and its length."""
    if hasattr(path, "point"):
        total = float(path.length)
        count = max(int(np.ceil(total / SPACING)), 1)
        return np.asarray(path.point(np.minimum(np.arange(count + 1) * SPACING, total)))[:, :2], total
    corner = np.asarray(path, dtype=float)[:, :2]
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(corner, axis=0), axis=1))])
    total = float(length[-1])
    s = np.minimum(np.arange(max(int(np.ceil(total / SPACING)), 1) + 1) * SPACING, total)
    return np.stack([np.interp(s, length, corner[:, k]) for k in range(2)], axis=1), total


def _index(distance, count):
    return np.clip(np.rint(np.asarray(distance) / SPACING).astype(int), 0, count - 1)


def _expected(at, total, fps):
    """(F,) rough distance along the path from the way walked, stretched to the path's length."""
    width = max(int(0.5 * fps), 1)
    padded = np.pad(at, ((width, width), (0, 0)), mode="edge")
    smooth = np.stack(
        [np.convolve(padded[:, k], np.full(2 * width + 1, 1.0 / (2 * width + 1)), "valid") for k in range(2)],
        axis=1,
    )
    walked = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(smooth, axis=0), axis=1))])
    return walked * (total / walked[-1]) if walked[-1] > 0.2 * total else walked


def _closest(at, point, expected):
    """Signed deviation to the left and distance along the path of the closest path points, (F,) metres."""
    count = len(point)
    offset = np.arange(-int(REACH / SPACING), int(REACH / SPACING) + 1, 3)
    near = np.clip(_index(expected, count)[:, None] + offset, 0, count - 1)
    gap = np.sum((point[near] - at[:, None]) ** 2, axis=-1)
    best = near[np.arange(len(at)), np.argmin(gap, axis=1)]
    near = np.clip(best[:, None] + np.arange(-3, 4), 0, count - 1)
    gap = np.sum((point[near] - at[:, None]) ** 2, axis=-1)
    best = near[np.arange(len(at)), np.argmin(gap, axis=1)]
    before, after = np.maximum(best - 1, 0), np.minimum(best + 1, count - 1)
    tangent = point[after] - point[before]
    tangent /= np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-12)
    off = at - point[best]
    forward = np.sum(off * tangent, axis=1)
    left = off[:, 1] * tangent[:, 0] - off[:, 0] * tangent[:, 1]
    return left, best * SPACING + np.clip(forward, -SPACING, SPACING)
