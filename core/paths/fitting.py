"""From a hand-drawn stroke to a spline with hub points.

Corners are found first. Each piece between them is fitted by least squares with a C² cubic spline, whose knot
intervals are halved where the stroke is further than the tolerance. The knots become the hubs.
"""

import numpy as np
from scipy.interpolate import BSpline
from scipy.ndimage import gaussian_filter1d, uniform_filter1d

from ..errors import PathError
from .path import without_doubles
from .spline import Spline

DEGREE = 3
SMOOTHNESS = 1e-4
SAMPLES_AT_LEAST = 200
SAMPLES_AT_MOST = 6000
CORNER_SAMPLES = 1.5
FINEST = 1 / 20_000
FOOT_POINT_ROUNDS = 3
CORNER_REACH = 6.0
SHARP = 0.75
FITTED_TO = 0.9
LARGEST_FOOT_STEP = 0.02
CORNER_ANGLE = np.radians(50.0)


def fit_stroke(points, tolerance=0.05, corner_angle=CORNER_ANGLE, closed=False, least_hubs=5):
    """Spline that runs within `tolerance` of a stroke, with as few hub points as that takes.

    Parameters
    ----------
    points : (N, 2) or (N, 3) array_like, metres
        The stroke as drawn: shaky, doubled or crossing itself as it may be. Heights are left out.
    tolerance : float, metres
        No point of the stroke is further than this from the spline. Not finer than 1/20,000 of its length.
    corner_angle : float, radians
        A turn at least this sharp, within a few tolerances, is a corner and is kept as one.
    closed : bool
        Join the end to the start, smoothly unless there is a corner.
    least_hubs : int
        Split long segments until there are this many hubs, so that variants have something to move.

    Returns
    -------
    Spline

    Raises
    ------
    PathError
        The stroke has no length, a point is not a finite number, or the tolerance is not positive.
    """
    if not tolerance > 0:
        raise PathError(f"stroke: the tolerance must be more than 0 m, not {tolerance}")
    stroke = without_doubles(points, closed, "stroke")[:, :2]
    ring = np.vstack([stroke, stroke[:1]]) if closed else stroke
    tolerance = max(tolerance, FINEST * np.hypot(*np.diff(ring, axis=0).T).sum())
    line = _resample(ring, tolerance)
    corners = _find_corners(line, tolerance, corner_angle, closed)
    if closed and not len(corners):
        return _periodic(line, tolerance).with_hubs(least_hubs)
    if closed:
        line = np.vstack([line[corners[0] : -1], line[: corners[0] + 1]])
        corners = np.append(corners - corners[0], len(line) - 1)
    else:
        corners = np.concatenate([[0], corners, [len(line) - 1]])
    pieces = [_fit_piece(line[a : b + 1], tolerance) for a, b in zip(corners[:-1], corners[1:])]
    return _joined(pieces, closed).with_hubs(least_hubs)


def _resample(ring, tolerance):
    """The stroke at even steps that are fine against the tolerance, its own points included."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(ring, axis=0).T))])
    count = int(np.clip(2 * along[-1] / tolerance, SAMPLES_AT_LEAST, SAMPLES_AT_MOST))
    even = np.linspace(0, along[-1], count)
    at = np.union1d(even, along)
    at = at[np.concatenate([[True], np.diff(at) > 1e-9 * along[-1]])]
    return np.stack([np.interp(at, along, ring[:, 0]), np.interp(at, along, ring[:, 1])], axis=1)


def _find_corners(line, tolerance, corner_angle, closed):
    """Samples at which the stroke turns sharply: (C,) int, rising.

    Directions are differences of means over half a reach, before and after; a corner turns as much over half
    the reach, a bend only half as much.
    """
    length = np.hypot(*np.diff(line, axis=0).T).sum()
    count = max(SAMPLES_AT_MOST, int(CORNER_SAMPLES * length / tolerance))
    even, index = _evenly(line, count)
    reach = int(round(count * min(CORNER_REACH * tolerance / length, 1 / 8)))
    if reach < 4:
        return np.zeros(0, int)
    wide, close = _turn(even, reach, closed), _turn(even, reach // 2, closed)
    sharp = (wide >= corner_angle) & (close >= np.maximum(SHARP * wide, 0.8 * corner_angle))
    found = []
    for i in np.argsort(-np.where(sharp, close + wide, 0)):
        if not sharp[i]:
            break
        gap = np.abs(np.array(found) - i) if found else np.array([count // 2])
        if (np.minimum(gap, count - gap) if closed else gap).min() > reach:
            found.append(int(i))
    apexes = sorted({int(index[_apex(even, i, reach // 2, closed)]) for i in found})
    last = len(line) - 1
    return np.array([i for i in apexes if closed or 0 < i < last], int) % last


def _evenly(line, count):
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    at = np.linspace(0, along[-1], count, endpoint=False)
    even = np.stack([np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])], axis=1)
    return even, np.rint(np.interp(at, along, np.arange(len(line)))).astype(int)


def _turn(even, reach, closed):
    """Unsigned turn between the directions before and after each sample, zero near open ends."""
    half = max(reach // 2, 1)
    mean = uniform_filter1d(even, half, axis=0, mode="wrap" if closed else "nearest")
    quarter, three = half // 2, half + half // 2
    before = np.roll(mean, quarter, axis=0) - np.roll(mean, three, axis=0)
    after = np.roll(mean, -three, axis=0) - np.roll(mean, -quarter, axis=0)
    cross = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    turn = np.abs(np.arctan2(cross, np.sum(before * after, axis=1)))
    if not closed:
        turn[:reach] = turn[-reach:] = 0
    return turn


def _apex(even, i, reach, closed):
    """Sample near `i` that is furthest from both ends of its surroundings."""
    around = np.arange(i - reach, i + reach + 1)
    around = around % len(even) if closed else np.clip(around, 0, len(even) - 1)
    near = even[around]
    chord = near[-1] - near[0]
    offset = near - near[0]
    if np.hypot(*chord) > 0.2 * np.hypot(*offset.T).max():
        away = np.abs(chord[0] * offset[:, 1] - chord[1] * offset[:, 0])
    else:
        away = np.hypot(*offset.T)
    return around[np.argmax(away)]


def _fit_piece(line, tolerance):
    """Breaks (B,), positions (B, 2) and derivatives (B, 2) of a spline through the ends of a smooth piece."""
    u = _parameter(line, tolerance, "nearest")
    breaks, curve = _refined(line, u, np.array([0.0, 1.0]), tolerance, periodic=False)
    return breaks, curve(breaks), curve.derivative()(breaks)


def _periodic(line, tolerance):
    """Spline of a closed stroke without corners."""
    u = _parameter(line[:-1], tolerance, "wrap")
    breaks, curve = _refined(line[:-1], u, np.linspace(0, 1, DEGREE + 2), tolerance, periodic=True)
    hub, slope = curve(breaks[:-1]), curve.derivative()(breaks[:-1])
    after = np.diff(breaks)[:, None]
    before = np.roll(after, 1, axis=0)
    return Spline(hub, hub - slope * before / 3, hub + slope * after / 3, closed=True)


def _parameter(line, tolerance, mode):
    """Share of the smoothed arc length at each sample; jitter would stretch the raw one."""
    step = np.hypot(*np.diff(line, axis=0).T).mean()
    smooth = gaussian_filter1d(line, max(tolerance / step, 1e-3), axis=0, mode=mode)
    if mode == "wrap":
        smooth = np.vstack([smooth, smooth[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(smooth, axis=0).T) + 1e-3 * step)])
    u = along / along[-1]
    return u[:-1] if mode == "wrap" else u


def _refined(line, u, breaks, tolerance, periodic):
    """Breaks, halved where the fit is too far from the line, and the fitted curve over u in 0..1."""
    while True:
        curve, foot, off = _least_squares(line, u, breaks, periodic)
        far = np.unique(np.searchsorted(breaks, foot[off > FITTED_TO * tolerance], side="right") - 1)
        far = np.clip(far, 0, len(breaks) - 2)
        far = far[(breaks[far + 1] - breaks[far]) * len(u) > DEGREE + 1]
        if not len(far):
            return breaks, curve
        breaks = np.union1d(breaks, (breaks[far] + breaks[far + 1]) / 2)


def _least_squares(line, u, breaks, periodic):
    """Best spline for the breaks, the parameter of every sample's foot point, and the distances left."""
    ends = (breaks[-DEGREE - 1 : -1] - 1, breaks[1 : DEGREE + 1] + 1) if periodic else ([0.0] * 3, [1.0] * 3)
    knots = np.concatenate([ends[0], breaks, ends[1]])
    for _ in range(FOOT_POINT_ROUNDS):
        basis = BSpline.design_matrix(u, knots, DEGREE)
        coefficients = _solve_periodic(basis, line) if periodic else _solve_pinned(basis, line)
        curve = BSpline(knots, coefficients, DEGREE)
        slope = curve.derivative()(u)
        step = np.sum((line - curve(u)) * slope, axis=1) / np.maximum(np.sum(slope**2, axis=1), 1e-12)
        u = u + np.clip(step, -LARGEST_FOOT_STEP, LARGEST_FOOT_STEP)
        u = u % 1.0 if periodic else np.clip(u, 0, 1)
    return curve, u, np.hypot(*(line - curve(u)).T)


def _solve_pinned(basis, line):
    """Coefficients (B, 2) of the best curve that starts and ends where the line does."""
    count = basis.shape[1]
    bend = np.diff(np.eye(count), 2, axis=0)
    normal = (basis.T @ basis).toarray() + SMOOTHNESS * len(line) / count * bend.T @ bend
    coefficients = np.zeros((count, 2))
    coefficients[[0, -1]] = line[[0, -1]]
    wanted = basis.T @ line - normal @ coefficients
    coefficients[1:-1] = np.linalg.solve(normal[1:-1, 1:-1], wanted[1:-1])
    return coefficients


def _solve_periodic(basis, line):
    """Coefficients (B + 3, 2) of the best closed curve, the first three repeated at the end."""
    count = basis.shape[1] - DEGREE
    fold = np.vstack([np.eye(count), np.eye(count)[:DEGREE]])
    bend = np.roll(np.eye(count), 1, axis=1) - 2 * np.eye(count) + np.roll(np.eye(count), -1, axis=1)
    normal = fold.T @ (basis.T @ basis).toarray() @ fold
    normal += SMOOTHNESS * len(line) / count * bend.T @ bend
    return fold @ np.linalg.solve(normal, fold.T @ (basis.T @ line))


def _joined(pieces, closed):
    """One spline of fitted pieces; where they meet the handles may point different ways."""
    hubs, into, out = [], [], []
    for breaks, hub, slope in pieces:
        after = slope[:-1] * np.diff(breaks)[:, None] / 3
        before = slope[1:] * np.diff(breaks)[:, None] / 3
        hubs.append(hub[:-1])
        out.append(hub[:-1] + after)
        into.append(hub[1:] - before)
    hubs, into, out = np.concatenate(hubs), np.concatenate(into), np.concatenate(out)
    if closed:
        return Spline(hubs, np.roll(into, 1, axis=0), out, closed=True)
    first, last = hubs[0], pieces[-1][1][-1]
    return Spline(
        np.vstack([hubs, last]), np.vstack([2 * first - out[0], into]), np.vstack([out, 2 * last - into[-1]])
    )
