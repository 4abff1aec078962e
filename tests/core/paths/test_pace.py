"""Paces: distance over time before any edit."""

import numpy as np
import pytest

from stepweave.core.errors import PathError
from stepweave.core.paths import Pace
from stepweave.core.paths.handles import beat_frames, snap


def test_a_constant_pace_is_a_straight_line():
    pace = Pace.constant(14, 1.4)
    assert pace.seconds == pytest.approx(10)
    np.testing.assert_allclose(pace.distance([-1, 0, 5, 10, 12]), [0, 0, 7, 14, 14])
    np.testing.assert_allclose(pace.speed([-1, 5, 12]), [0, 1.4, 0])


def test_an_eased_pace_starts_and_stops_at_rest_and_reaches_its_speed():
    pace = Pace.eased(14, 1.4, 0.5, 1.0)
    assert pace.seconds == pytest.approx(10.75)
    assert pace.length == pytest.approx(14)
    np.testing.assert_allclose(pace.speed([0, 0.5, 5, 9.75, 10.75]), [0, 1.4, 1.4, 1.4, 0], atol=1e-12)
    assert np.abs(np.diff(pace.speed(np.linspace(0, pace.seconds, 2000)))).max() < 0.03


def test_a_short_walk_shortens_its_easing():
    pace = Pace.eased(0.3, 1.4, 0.5, 1.0)
    assert pace.distance(pace.seconds) == pytest.approx(0.3)
    assert (np.diff(pace.distance(np.linspace(0, pace.seconds, 100))) > 0).all()


def test_a_recorded_pace_runs_through_its_points_and_rests_where_the_pen_did():
    pace = Pace.recorded([2, 3, 4, 6], [1, 3, 3, 5])
    np.testing.assert_allclose(pace.distance([0, 1, 1.5, 2, 4]), [0, 2, 2, 2, 4])
    assert (np.diff(pace.distance(np.linspace(0, 4, 500))) >= 0).all()


def test_the_time_of_a_distance_is_its_inverse():
    for pace in (Pace.constant(14, 1.4), Pace.eased(14, 1.4), Pace.recorded([0, 2, 5], [0, 5, 14])):
        metres = np.linspace(0, 14, 50)
        np.testing.assert_allclose(pace.distance(pace.time(metres)), metres, atol=1e-9)


@pytest.mark.parametrize("pace", [
    Pace.constant(14, 1.4), Pace.eased(14, 1.4, 0.2, 0.4), Pace.recorded([0, 2, 5], [0, 5, 14]),
])
def test_a_pace_is_written_read_and_stretched(pace):
    again = Pace.from_json(pace.to_json(), 14)
    t = np.linspace(0, pace.seconds, 50)
    np.testing.assert_array_equal(again.distance(t), pace.distance(t))
    assert pace.stretched(28).length == pytest.approx(28)
    assert pace.stretched(28).speed(3.0) == pytest.approx(pace.speed(1.5 if "times" in pace.kind else 3.0))
    assert pace.stretched(28, "arrival").seconds == pytest.approx(pace.seconds, rel=0.03)


@pytest.mark.parametrize(("times", "distances", "message"), [
    ([0, 1, 1], [0, 1, 2], "the time of point 3"),
    ([0, 1, 2], [0, 2, 1], "the distance of point 3"),
    ([0, float("nan")], [0, 1], "the time of point 2"),
    ([0, 1], [1, 1], "does not move"),
    ([0], [0], "two at least"),
])
def test_a_timing_that_cannot_be_used_says_why(times, distances, message):
    with pytest.raises(PathError, match=message):
        Pace.recorded(times, distances)


def test_handles_snap_to_beats():
    beats = beat_frames(120, 24, 50, first=4)
    np.testing.assert_allclose(beats, [4, 16, 28, 40])
    assert snap(23, beats) == 28
    assert snap(23, beats, within=3) == 23
    assert snap(23, []) == 23
