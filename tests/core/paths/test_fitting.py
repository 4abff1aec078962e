"""Strokes become splines with hub points."""

import numpy as np
import pytest
from scipy.ndimage import gaussian_filter1d

from stepweave.core.errors import PathError
from stepweave.core.paths import fit_stroke

TOLERANCE = 0.05


def drawn(points, seed, amount=0.01):
    """Points with the tremor and the slow wander of a hand, metres."""
    rng = np.random.default_rng(seed)
    tremor, wander = rng.normal(size=(2, *points.shape)) * amount
    return points + 0.4 * tremor + 2.2 * gaussian_filter1d(wander, 4, axis=0)


def polygon(corners, count, closed=False):
    """Points at even steps along straight sides."""
    corners = np.array(corners, dtype=float)
    ring = np.vstack([corners, corners[:1]]) if closed else corners
    along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(ring, axis=0).T))])
    at = np.linspace(0, along[-1], count, endpoint=not closed)
    return np.stack([np.interp(at, along, ring[:, 0]), np.interp(at, along, ring[:, 1])], axis=1)


def wandering(count, step, seed):
    """A smooth random path."""
    turning = np.random.default_rng(seed).normal(size=count + 300) * 0.005
    heading = np.cumsum(gaussian_filter1d(turning, 40) * 4)[300:]
    return np.cumsum(step * np.stack([np.cos(heading), np.sin(heading)], axis=1), axis=0)


def smooth_strokes():
    t = np.linspace(0, 1, 200)
    a = 2 * np.pi * t[:-1]
    yield "line", np.stack([6 * t, 0 * t], 1), False
    yield "diagonal", np.stack([6 * t, 3 * t], 1), False
    yield "S", np.stack([8 * t, np.sin(2 * np.pi * t)], 1), False
    yield "wave", np.stack([12 * t, np.sin(6 * np.pi * t)], 1), False
    for radius in (0.5, 1, 2, 5):
        yield f"circle of {radius} m", radius * np.stack([np.cos(a), np.sin(a)], 1), True
    yield "ellipse", np.stack([4 * np.cos(a), 1.2 * np.sin(a)], 1), True
    yield "eight", np.stack([3 * np.sin(a), 2 * np.sin(2 * a)], 1), True
    spiral = 0.5 + 2.5 * t
    yield "spiral", np.stack([spiral * np.cos(4 * np.pi * t), spiral * np.sin(4 * np.pi * t)], 1), False
    yield "arc", 3 * np.stack([np.cos(np.pi * t), np.sin(np.pi * t)], 1), False
    yield "loop", np.stack([6 * t - 2 * np.sin(2 * np.pi * t), 2 - 2 * np.cos(2 * np.pi * t)], 1), False
    bow = np.stack([4 + np.sin(np.pi * t[1:]), 1 - np.cos(np.pi * t[1:])], 1)
    yield "hook", np.vstack([np.stack([4 * t, 0 * t], 1), bow]), False
    yield "uneven pen", np.stack([8 * t**3, np.sin(4 * t**3)], 1), False
    yield "wandering", wandering(1500, 0.03, 5), False
    yield "200 m", wandering(2000, 0.1, 6), False
    yield "doubled points", np.repeat(np.stack([6 * t, np.sin(3 * t)], 1), 2, axis=0), False
    yield "short", np.stack([0.8 * t[::8], 0.1 * t[::8]], 1), False


def cornered_strokes():
    yield "square", polygon([[0, 0], [4, 0], [4, 4], [0, 4]], 200, True), True, 4
    yield "triangle", polygon([[0, 0], [4, 0], [2, 3.4]], 200, True), True, 3
    yield "zigzag", polygon([[0, 0], [2, 2], [4, 0], [6, 2], [8, 0]], 200), False, 3
    yield "L", polygon([[0, 0], [3, 0], [3, 3]], 150), False, 1
    yield "U", polygon([[0, 0], [3, 0], [3, 3], [0, 3]], 150), False, 2
    yield "stairs", polygon([[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [3, 2]], 200), False, 4
    tips = [[np.cos(k * 4 * np.pi / 5) * 3, np.sin(k * 4 * np.pi / 5) * 3] for k in range(5)]
    yield "star", polygon(tips, 250, True), True, 5
    yield "hairpin", polygon([[0, 0], [5, 0], [0.0, 0.3]], 200), False, 1
    yield "there and back", polygon([[0, 0], [5, 0], [0.0, 0.0]], 200), False, 1
    a = np.linspace(0, 2 * np.pi, 200)[:-1]
    y = 1.3 * np.cos(a) - 0.5 * np.cos(2 * a) - 0.2 * np.cos(3 * a) - 0.1 * np.cos(4 * a)
    yield "heart", 1.5 * np.stack([1.6 * np.sin(a) ** 3, y], 1), True, 2
    half = np.linspace(0, np.pi, 120)
    lens = np.vstack([np.stack([-np.cos(half), np.sin(half)], 1), [[0.9, 0], [0, 0], [-0.9, 0]]])
    yield "half moon", 2 * polygon(lens, 200, True), True, 2


def all_strokes():
    smooth = [(*stroke, 0) for stroke in smooth_strokes()]
    return [
        (name, drawn(points, seed), closed, corners)
        for seed, (name, points, closed, corners) in enumerate(smooth + list(cornered_strokes()))
    ]


STROKES = all_strokes()


def furthest(spline, points):
    path = spline.path()
    return np.linalg.norm(path.point(path.nearest(points)) - points, axis=1).max()


def test_thirty_shapes_are_drawn():
    assert len(STROKES) == 30


@pytest.mark.parametrize(("name", "points", "closed", "corners"), STROKES, ids=[s[0] for s in STROKES])
def test_drawn_shapes_fit_with_a_fourth_of_the_points(name, points, closed, corners):
    spline = fit_stroke(points, TOLERANCE, closed=closed)
    assert furthest(spline, points) <= TOLERANCE
    assert len(spline.hubs) <= len(points) / 4
    assert spline.closed == closed
    assert spline.corner.sum() == corners


def test_corners_stay_where_they_were_drawn():
    stroke = drawn(polygon([[0, 0], [4, 0], [4, 4], [0, 4]], 200, True), 3)
    spline = fit_stroke(stroke, TOLERANCE, closed=True)
    found = spline.hubs[spline.corner]
    for corner in ([0, 0], [4, 0], [4, 4], [0, 4]):
        assert np.linalg.norm(found - corner, axis=1).min() < TOLERANCE


def test_a_closed_stroke_has_no_seam():
    a = np.linspace(0, 2 * np.pi, 150, endpoint=False)
    path = fit_stroke(2 * np.stack([np.cos(a), np.sin(a)], 1), 0.02, closed=True).path()
    np.testing.assert_allclose(path.point(0), path.point(path.length), atol=1e-12)
    np.testing.assert_allclose(path.curvature(np.linspace(-0.5, 0.5, 41)), 0.5, atol=0.06)


def test_a_smooth_stroke_keeps_its_curvature_continuous_at_the_hubs():
    x = np.linspace(0, 12, 300)
    spline = fit_stroke(np.stack([x, np.sin(x)], 1), 0.02)
    first_out, first_in = (spline.handles_out - spline.hubs)[1:-1], (spline.hubs - spline.handles_in)[1:-1]
    into, out = spline.control[:-1], spline.control[1:]
    for before, after, a, b in zip(first_in, first_out, into, out):
        bend_in, bend_out = a[1] - 2 * a[2] + a[3], b[0] - 2 * b[1] + b[2]
        curvature_in = np.cross(np.append(before, 0), np.append(bend_in, 0))[2] / np.hypot(*before) ** 3
        curvature_out = np.cross(np.append(after, 0), np.append(bend_out, 0))[2] / np.hypot(*after) ** 3
        assert curvature_in == pytest.approx(curvature_out, abs=1e-6)


def test_a_finer_tolerance_takes_more_hubs():
    x = np.linspace(0, 12, 300)
    wave = np.stack([x, np.sin(x)], 1)
    counts = [len(fit_stroke(wave, tolerance).hubs) for tolerance in (0.2, 0.05, 0.005)]
    assert counts[0] < counts[1] < counts[2]


def test_more_hubs_leave_the_curve_where_it_is():
    x = np.linspace(0, 12, 300)
    spline = fit_stroke(np.stack([x, np.sin(x)], 1))
    more = spline.with_hubs(40)
    assert len(more.hubs) == 40
    assert furthest(spline, more.path().points) < 1e-3


def test_a_huge_stroke_with_corners_is_fitted_to_a_share_of_its_length():
    zigzag = 1e5 * polygon([[0, 0], [2, 2], [4, 0], [6, 2], [8, 0]], 201)
    spline = fit_stroke(zigzag, 0.001)
    assert spline.corner.sum() == 3
    assert furthest(spline, zigzag) <= spline.length / 20_000


def test_two_points_make_a_straight_spline():
    spline = fit_stroke([[0, 0], [3, 4]])
    assert spline.length == pytest.approx(5)
    assert len(spline.hubs) == 5
    assert np.abs(spline.path().curvature(np.linspace(0, 5, 20))).max() < 1e-6


def test_the_same_stroke_in_other_places_and_sizes_fits_alike():
    points = drawn(polygon([[0, 0], [3, 0], [3, 3]], 150), 1)
    plain = fit_stroke(points, 0.05)
    moved = fit_stroke(points * 10 + [1000, -500], 0.5)
    np.testing.assert_allclose(moved.hubs, plain.hubs * 10 + [1000, -500], atol=1e-5)


@pytest.mark.parametrize(("points", "tolerance", "message"), [
    ([[0, 0]], 0.05, "stroke: only one point"),
    ([[0, 0], [0, 0]], 0.05, "length is zero"),
    ([[0, 0], [float("inf"), 0]], 0.05, "point 2 of 2"),
    ([[0, 0], [1, 0]], 0.0, "tolerance must be more than 0"),
])
def test_what_cannot_be_fitted_says_why(points, tolerance, message):
    with pytest.raises(PathError, match=message):
        fit_stroke(points, tolerance)
