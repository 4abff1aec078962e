"""Paths evaluated by arc length."""

import numpy as np
import pytest

from stepweave.core.errors import PathError
from stepweave.core.paths import Path

SQUARE = [[0, 0], [2, 0], [2, 2], [0, 2]]


def circle(radius=2.0, count=200, turns=1.0):
    angle = np.linspace(0, 2 * np.pi * turns, count, endpoint=False)
    return radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def test_a_circle_has_its_length_curvature_and_heading():
    path = Path(circle(), closed=True)
    s = np.linspace(0, path.length, 77)
    assert path.length == pytest.approx(4 * np.pi, rel=1e-3)
    np.testing.assert_allclose(path.curvature(s), 0.5, rtol=1e-3)
    np.testing.assert_allclose(np.linalg.norm(path.point(s), axis=1), 2.0, atol=1e-3)
    np.testing.assert_allclose(path.heading(s), np.pi / 2 + s / 2, atol=1e-2)
    assert len(path.corners) == 0


def test_heading_is_the_direction_of_the_derivative():
    x = np.linspace(0, 6, 300)
    path = Path(np.stack([x, np.sin(x)], axis=1))
    s = np.linspace(0.1, path.length - 0.1, 500)
    derivative = (path.point(s + 0.03) - path.point(s - 0.03)) / 0.06
    assert np.abs(path.tangent(s) - derivative).max() < 2e-3


def test_curvature_is_the_derivative_of_heading():
    x = np.linspace(0, 6, 300)
    path = Path(np.stack([x, np.sin(x)], axis=1))
    s = np.linspace(0.1, path.length - 0.1, 500)
    slope = (path.heading(s + 0.01) - path.heading(s - 0.01)) / 0.02
    np.testing.assert_allclose(path.curvature(s), slope, atol=0.02)


def test_corners_are_listed_with_their_turns_and_the_sides_stay_straight():
    path = Path(SQUARE, closed=True)
    np.testing.assert_allclose(path.corners, [0, 2, 4, 6])
    np.testing.assert_allclose(path.corner_turns, np.pi / 2)
    s = np.array([0.0, 0.1, 1.9, 2.0, 3.99, 7.99])
    np.testing.assert_allclose(path.curvature(s), 0)
    np.testing.assert_allclose(path.tangent(s), [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, -1]], atol=1e-12)


def test_the_ends_of_an_open_path_are_no_corners():
    np.testing.assert_allclose(Path(SQUARE).corners, [2, 4])


def test_a_closed_path_repeats_and_an_open_one_goes_on_straight():
    np.testing.assert_allclose(Path(SQUARE, closed=True).point([9.0, -1.0]), [[1, 0], [0, 1]])
    np.testing.assert_allclose(Path(SQUARE).point([7.5, -1.0]), [[-1.5, 2], [-1, 0]])


def test_every_place_finds_its_own_arc_length():
    x = np.linspace(0, 6, 61)
    for path in (Path(np.stack([x, np.sin(x)], axis=1)), Path(SQUARE), Path([[0, 0], [9, 0]])):
        s = np.linspace(0, path.length, 333)
        np.testing.assert_allclose(path.nearest(path.point(s)), s, atol=1e-9)
        np.testing.assert_allclose(path.nearest(path.point(s), near=s + 0.4), s, atol=1e-9)


def test_nearest_drops_a_perpendicular():
    path = Path(SQUARE, closed=True)
    np.testing.assert_allclose(path.nearest([[1.25, -0.5], [1.2, 0.1], [2.7, 0.6]]), [1.25, 1.2, 2.6])
    assert path.nearest([1.25, -0.5]).shape == ()


def test_nearest_keeps_to_its_branch_at_a_crossing():
    angle = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    eight = Path(np.stack([np.sin(angle), np.sin(2 * angle)], axis=1), closed=True)
    crossing = eight.point(eight.length / 2)
    assert eight.nearest(crossing, near=eight.length / 2 - 0.2, window=0.5) == pytest.approx(eight.length / 2)
    assert eight.nearest(crossing, near=0.2, window=0.5) == pytest.approx(0, abs=1e-6)


def test_laps_keep_counting_when_one_looks_near():
    path = Path(circle(), closed=True)
    s = np.array([1.5, 2.0, 3.3]) * path.length
    np.testing.assert_allclose(path.nearest(path.point(s), near=s - 0.3), s, atol=1e-6)


def test_reversed_walks_back():
    path = Path(SQUARE)
    np.testing.assert_allclose(path.reversed().point([0, 1, 3]), [[0, 2], [1, 2], [2, 1]])


def test_the_ground_under_a_path_keeps_its_height():
    path = Path([[0, 0, 1.0], [3, 0, 2.0], [3, 4, 2.0]])
    assert path.length == pytest.approx(7)
    np.testing.assert_allclose(path.elevation([0, 1.5, 5]), [1, 1.5, 2])
    assert Path(path.to_json()["points"]).elevation(1.5) == pytest.approx(1.5)


def test_doubled_points_change_nothing():
    doubled = Path(np.repeat(SQUARE, 3, axis=0).tolist() + [[0, 0]], closed=True)
    np.testing.assert_array_equal(doubled.points, SQUARE)


@pytest.mark.parametrize(("points", "message"), [
    ([[1, 2]], "only one point"),
    ([], "no points"),
    ([[1, 2], [1, 2], [1, 2]], "3 points lie on one spot"),
    ([[0, 0], [1, 0], [float("nan"), 1]], "point 3 of 3 is not a finite number"),
    ([[0, 0, 0, 0], [1, 0, 0, 0]], "shape"),
    ([[0, 0], [1, "a"]], "two \\(or three\\) numbers"),
])
def test_what_cannot_be_a_path_says_why(points, message):
    with pytest.raises(PathError, match=message):
        Path(points)


def test_two_points_cannot_be_closed():
    with pytest.raises(PathError, match="2 different points cannot be closed"):
        Path([[0, 0], [1, 0], [0, 0]], closed=True)
