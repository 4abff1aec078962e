"""Deviation from a path and from a timing, on pelvises placed by hand."""

import numpy as np
import pytest

from stepweave.core.metrics import Stances, measure_path
from stepweave.core.metrics.path_error import half_cycles

FPS = 60.0
LINE = np.array([[0.0, 0.0], [6.0, 0.0]])
STEPS = Stances(np.arange(10) % 2, np.arange(10) * 30, np.arange(10) * 30 + 40)


def along_line(speed=1.2, seconds=5.0):
    s = np.arange(int(seconds * FPS) + 1) / FPS * speed
    return np.column_stack([s, np.zeros_like(s), np.ones_like(s)]), s


def test_on_the_path_and_in_time_nothing_is_off():
    pelvis, s = along_line()
    found = measure_path(pelvis, LINE, STEPS, FPS, s)
    assert found["path"]["mean_cm"] == pytest.approx(0.0, abs=1e-6)
    assert found["path"]["max_cm"] == pytest.approx(0.0, abs=1e-6)
    assert found["timing_rms_cm"] == pytest.approx(0.0, abs=1e-6)


def test_a_pelvis_beside_the_path_is_as_far_off_as_it_is():
    pelvis, s = along_line()
    found = measure_path(pelvis + (0.0, 0.07, 0.0), LINE, STEPS, FPS, s)
    assert found["path"]["mean_cm"] == pytest.approx(7.0)
    assert found["path"]["max_cm"] == pytest.approx(7.0)


def test_sway_with_the_steps_is_no_deviation():
    pelvis, s = along_line()
    middle = 20 + np.arange(10) * 30
    sway = 0.03 * np.cos(np.pi * (np.arange(len(s)) - middle[0]) / 30.0)
    pelvis[:, 1] += sway
    found = measure_path(pelvis, LINE, STEPS, FPS, s)
    assert np.abs(sway).max() > 0.029
    assert found["path"]["max_cm"] < 1.5
    assert found["path"]["mean_cm"] < 0.4


def test_one_bad_half_cycle_is_the_maximum():
    pelvis, s = along_line()
    bounds = half_cycles(STEPS, len(pelvis), FPS)
    pelvis[bounds[3] : bounds[4], 1] += 0.2
    found = measure_path(pelvis, LINE, STEPS, FPS, s)
    assert found["path"]["max_cm"] == pytest.approx(20.0)
    assert found["path"]["mean_cm"] < 3.0


def test_being_late_is_a_matter_of_timing_only():
    pelvis, s = along_line()
    found = measure_path(pelvis - (0.1, 0.0, 0.0), LINE, STEPS, FPS, s)
    late = found["timing_rms_cm"]
    assert 9.0 < late <= 10.0 + 1e-6              # before the path's start it cannot be seen to be late
    assert found["path"]["mean_cm"] == pytest.approx(0.0, abs=1e-6)
    assert found["path"]["end_cm"] == pytest.approx(10.0 + 100 * 7 / FPS * 1.2, abs=0.5)


def test_a_bend_is_measured_from_its_own_side():
    turn = np.linspace(0.0, 2.0 * np.pi, 721)
    circle = 2.0 * np.column_stack([np.cos(turn), np.sin(turn)])
    walked = np.linspace(0.0, 2.0 * np.pi, 301)
    pelvis = 1.95 * np.column_stack([np.cos(walked), np.sin(walked)])
    found = measure_path(pelvis, circle, STEPS, FPS, 2.0 * walked)
    assert found["path"]["mean_cm"] == pytest.approx(5.0, abs=0.05)
    assert found["timing_rms_cm"] < 0.5


def test_crossing_branches_are_told_apart():
    t = np.linspace(0.0, 2.0 * np.pi, 1201)
    eight = np.column_stack([2.0 * np.sin(t), np.sin(2.0 * t)])
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(eight, axis=0), axis=1))])
    frame = np.linspace(0, 1200, 601).astype(int)
    found = measure_path(eight[frame], eight, STEPS, FPS, length[frame])
    assert found["path"]["max_cm"] < 0.1
    assert found["timing_rms_cm"] < 1.0


def test_without_a_timing_there_is_no_timing_error():
    pelvis, _ = along_line()
    found = measure_path(pelvis, LINE, STEPS, FPS)
    assert found["timing_rms_cm"] is None
    assert found["path"]["mean_cm"] == pytest.approx(0.0, abs=1e-6)


def test_half_cycles_lie_between_the_middles_of_stances():
    assert half_cycles(STEPS, 301, FPS).tolist() == [0, *range(50, 261, 30), 301]
    none = Stances(*[np.zeros(0, dtype=int)] * 3)
    assert half_cycles(none, 100, FPS).tolist() == [0, 100]
