"""The claims of the space-time warp curve patent (KR102061976B1) that concern the path and its timing.

Claims 5 and 13 were deleted. Claims 8 and 16 (motion capture) and the joints of claims 1 and 9 belong to
synthesis. The apparatus claims 9 to 15 repeat the method claims 1 to 7.
"""

import numpy as np
import pytest

from stepweave.core.paths import Handle, Pace, Path, WarpCurve, fit_stroke, propose_variants

FPS = 24.0
X = np.linspace(0, 14, 200)
STROKE = np.stack([X, np.sin(X / 2)], 1) + np.random.default_rng(0).normal(0, 0.005, (200, 2))
SPLINE = fit_stroke(STROKE)
PATH = SPLINE.path()
WARP = WarpCurve(PATH, Pace.eased(PATH.length, 1.4), FPS)
FRAME = 120.0
MIDDLE = np.array(FRAME / FPS)


def test_claims_1_and_9_from_stroke_to_a_corrected_curve():
    assert len(SPLINE.hubs) >= 4
    variants = propose_variants(SPLINE, 6, radius=0.4, sub_points=5, seed=1)
    assert variants.sub_points.shape == (len(SPLINE.hubs), 5, 2)
    away = np.linalg.norm(variants.sub_points - SPLINE.hubs[:, None], axis=-1)
    assert away.max() <= 0.4 + 1e-12
    assert len({tuple(choice) for choice in variants.choice}) == 6
    chosen = variants.paths()[3]
    warp = WarpCurve(chosen, Pace.eased(chosen.length, 1.4), FPS)
    assert warp.curve(np.linspace(0, warp.seconds, 50)).shape == (50, 3)
    frame = float(np.round(warp.seconds / 2 * FPS))
    lifted = warp.lifted(frame, float(warp.curve(frame / FPS)[2]) + 0.1, sigma_frames=20)
    assert np.abs(lifted.respaced() - warp.respaced()).max() > 0.05
    on_path = chosen.point(chosen.nearest(lifted.respaced()))
    np.testing.assert_allclose(on_path, lifted.respaced(), atol=1e-9)


def test_claims_1_and_9_the_change_falls_off_like_a_gaussian():
    sigma, offset = 16.0, 6.0
    edited = WARP.with_handle(Handle(FRAME, offset, sigma))
    away = np.arange(-3 * sigma, 3 * sigma + 1)
    t = (FRAME + away) / FPS
    rise = (edited.curve(t)[:, 2] - WARP.curve(t)[:, 2]) / WARP.height_scale * FPS
    np.testing.assert_allclose(rise, offset * np.exp(-0.5 * (away / sigma) ** 2), atol=1e-9)


@pytest.mark.parametrize("points", [2, 5])
@pytest.mark.parametrize("radius", [0.2, 0.5])
def test_claims_2_and_10_sub_points_and_radius_decide_number_and_course(points, radius):
    variants = propose_variants(SPLINE, 8, radius=radius, sub_points=points, seed=3)
    assert variants.total == (points + 1) ** (len(SPLINE.hubs) - 2)
    free = propose_variants(SPLINE, 8, radius=radius, sub_points=points, seed=3, pin_ends=False)
    assert free.total == (points + 1) ** len(SPLINE.hubs)
    course = np.stack([spline.hubs for spline in variants.splines[1:]])
    moved = np.linalg.norm(course - SPLINE.hubs, axis=-1)
    np.testing.assert_allclose(moved[moved > 1e-9], radius)


def test_claims_3_and_11_the_curve_stands_upright_on_the_spline():
    t = np.linspace(0, WARP.seconds, 100)
    curve = WARP.curve(t)
    np.testing.assert_allclose(curve[:, :2], PATH.point(WARP.pace.distance(t)), atol=1e-9)
    assert (np.diff(curve[:, 2]) > 0).all()
    edited = WARP.with_handle(Handle(100, 8, 20)).curve(t)
    np.testing.assert_allclose(edited[:, :2], curve[:, :2], atol=1e-9)


def test_claims_4_and_12_height_is_delta_plus_s_times_the_durations_so_far():
    scale, delta = 0.35, 1.25
    warp = WARP.changed(scale=scale, delta=delta)
    frames = np.arange(warp.frames - 1)
    durations = np.concatenate([[0], np.full(len(frames) - 1, 1 / FPS)])
    line = warp.world_line(frames / FPS)
    np.testing.assert_allclose(line[:, 2], delta + scale * np.cumsum(durations), rtol=0, atol=1e-12)
    np.testing.assert_allclose(line[:, :2], warp.respaced()[:-1], atol=1e-12)
    late = WARP.changed(start=3.0)
    assert late.world_line(np.array(0.0))[2] == pytest.approx(3.0 * late.height_scale)


def test_claims_6_and_14_the_changed_curve_projects_to_points_of_the_path():
    warp = WARP.with_handle(Handle(100, 8, 20))
    t = np.arange(warp.frames - 1) / FPS
    changed = warp.curve(t)
    source_time = (changed[:, 2] - warp.height_start) / warp.height_scale
    projected = PATH.point(WARP.pace.distance(source_time))
    np.testing.assert_allclose(warp.respaced()[:-1], projected, atol=1e-9)


def test_claims_7_and_15_more_height_or_slope_is_faster_and_less_is_slower():
    t = np.linspace(MIDDLE - 3, MIDDLE + 3, 400)
    for offset in (8.0, -8.0):
        edited = WARP.with_handle(Handle(FRAME, offset, 20))
        steeper = np.gradient(edited.curve(t)[:, 2], t) - np.gradient(WARP.curve(t)[:, 2], t)
        faster = edited.speed_at(t) - WARP.speed_at(t)
        clear = np.abs(steeper) > 0.02 * np.abs(steeper).max()
        np.testing.assert_array_equal(np.sign(steeper[clear]), np.sign(faster[clear]))
        before = t < MIDDLE - 0.1
        assert (np.sign(faster[before & clear]) == np.sign(offset)).all()
    speed_mode = WARP.changed(mode="speed")
    for offset in (0.4, -0.4):
        edited = speed_mode.with_handle(Handle(FRAME, offset, 20))
        there = edited.time_at(WARP.distance(MIDDLE))
        raised = edited.curve(there)[2] - speed_mode.curve(MIDDLE)[2]
        assert raised == pytest.approx(offset)
        assert edited.speed_at(there) - WARP.speed_at(MIDDLE) == pytest.approx(offset)


def test_the_path_keeps_its_shape_whatever_is_edited():
    warp = WARP.with_handle(Handle(100, 8, 20)).with_handle(Handle(150, 0.5, mode="speed"))
    assert warp.path is PATH
    assert isinstance(warp.path, Path)
    gap = np.linalg.norm(PATH.point(PATH.nearest(warp.respaced())) - warp.respaced(), axis=1)
    assert gap.max() < 1e-9
