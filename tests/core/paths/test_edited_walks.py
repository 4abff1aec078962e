"""Walks that were sped up, slowed down and held by their warp curve keep the bars of any walk."""

import numpy as np
import pytest

from stepweave.core.metrics import measure
from stepweave.core.paths import Handle, Pace, Path, WarpCurve
from stepweave.core.synthesis import distance_at_speed, follow_path

FPS = 30.0
X = np.linspace(0, 24, 300)
PATH = Path(np.stack([X, 1.2 * np.sin(X / 4)], 1))


def edited(graph, kind):
    distance = distance_at_speed(PATH, 1.3, 10.0, graph)
    pace = Pace.recorded(np.arange(len(distance)) / 10.0, distance)
    third = pace.seconds * FPS / 3
    handle, mode = {
        "faster": (Handle(third, 0.65, 20, hold_frames=third), "speed"),
        "slower": (Handle(third, -0.52, 20, hold_frames=third), "speed"),
        "held": (Handle(1.5 * third, 0, 30, hold_frames=2 * FPS), "timing"),
    }[kind]
    return WarpCurve(PATH, pace, FPS, (handle,), mode, "ripple")


@pytest.fixture(scope="module", params=["faster", "slower", "held"])
def walked(request, starter_graph):
    warp = edited(starter_graph, request.param)
    return request.param, warp, follow_path(starter_graph, PATH, warp.target_distance(), fps=FPS)


def test_the_timing_is_that_of_the_curve_and_feet_and_joins_hold(walked, starter_motions):
    _, warp, walk = walked
    report = measure(
        walk.motion, PATH, warp.target_distance(), starter_motions, walk.plants, walk.joins, poses=False
    )
    assert report["timing_rms_cm"] <= 5
    assert report["given_plants"]["slip_mean_cm"] <= 0.3
    assert report["given_plants"]["slip_max_cm"] <= 1
    assert report["path"]["mean_cm"] <= 3
    assert report["path"]["end_cm"] <= 5
    assert report["joins"]["worst_ratio"] <= 1


def test_stride_and_cadence_share_the_change(walked):
    kind, warp, walk = walked
    strikes = np.flatnonzero((np.diff(walk.foot_contact.any(axis=2).astype(int), axis=0) > 0).any(axis=1))
    at = warp.distance(strikes / FPS)
    length, rate = np.diff(at), FPS / np.diff(strikes)
    middle = (at[1:] + at[:-1]) / 2 / PATH.length
    inside, outside = (middle > 0.42) & (middle < 0.58), (middle > 0.12) & (middle < 0.25)
    if kind == "held":
        assert (np.ptp(walk.motion.root_position[_held(warp)][:, :2], axis=0) < 0.15).all()
        return
    change = {"faster": 1.5, "slower": 0.6}[kind]
    assert np.median(length[inside]) / np.median(length[outside]) == pytest.approx(change**0.5, rel=0.08)
    assert np.mean(rate[inside]) / np.mean(rate[outside]) == pytest.approx(change**0.5, rel=0.08)


def _held(warp):
    """Frames well inside the hold."""
    start = warp.handles[0].frame
    return np.arange(int(start) + 15, int(start + warp.handles[0].hold_frames) - 10)
