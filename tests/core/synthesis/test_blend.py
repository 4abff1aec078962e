import numpy as np
import pytest

from stepweave.core.synthesis.blend import blend, weights_for
from stepweave.core.synthesis.contact import rolled
from stepweave.core.synthesis.playback import read
from stepweave.core.synthesis.stitch import bridge, ease_out


@pytest.mark.parametrize("label", ["LDR", "FRF"])
def test_a_segments_own_parameters_give_back_that_segment(starter_graph, label):
    group = starter_graph.groups[label]
    for k in range(0, group.count, 7):
        weights = weights_for(group, group.speed[k], group.turn[k])
        mixed = blend(group, weights)
        assert weights[k] == pytest.approx(1.0)
        np.testing.assert_array_equal(mixed.rows, group.rows[k])
        assert mixed.time[-1] == pytest.approx(group.duration[k])


def test_weights_are_shares_and_follow_the_wish(starter_graph):
    group = starter_graph.groups["RDL"]
    wishes = np.linspace(0.85, 1.65, 30)
    for speed in wishes:
        weights = weights_for(group, speed, 0.0)
        assert weights.min() >= 0.0
        assert weights.sum() == pytest.approx(1.0)
        assert abs(weights @ group.speed - speed) < 0.2


def test_time_maps_stay_monotone(starter_graph):
    for group in starter_graph.groups.values():
        assert np.all(np.diff(group.time, axis=1) > 0)


def test_symbols_are_in_phase_in_a_group(starter_graph):
    group = starter_graph.groups["LDR"]
    lands = np.argmax(group.contact[:, :, 1].any(axis=2), axis=1)
    assert np.ptp(lands) <= 2


def test_reading_a_segment_meets_its_rows(starter_graph):
    group = starter_graph.groups["LDR"]
    np.testing.assert_allclose(read(group.rows[0], group.time[0], group.time[0]), group.rows[0], atol=1e-9)


def test_a_join_is_met_in_value_and_velocity_and_forgotten():
    rng = np.random.default_rng(0)
    offset, rate = rng.normal(size=(2, 5))
    time = np.linspace(0, 0.8, 8001)
    values, last = ease_out(offset, rate, time, np.ones(5), np.full(5, np.inf))
    np.testing.assert_allclose(values[0], offset)
    np.testing.assert_allclose((values[1] - values[0]) / time[1], rate, atol=0.02)
    np.testing.assert_allclose(values[-1], 0.0, atol=1e-12)
    np.testing.assert_allclose(last, 0.0, atol=1e-9)


def test_what_is_left_of_a_join_has_the_velocity_it_says():
    offset, rate = np.random.default_rng(2).normal(size=(2, 5))
    time = np.linspace(0, 0.3, 30001)
    values, last = ease_out(offset, rate, time, np.ones(5), np.full(5, np.inf))
    np.testing.assert_allclose((values[-1] - values[-2]) / time[1], last, atol=1e-3)


def test_a_join_dies_away_as_gently_as_the_joint_usually_moves():
    offset, rate = np.full(2, 0.3), np.full(2, 0.5)
    time = np.linspace(0, 1.5, 3001)
    values, _ = ease_out(offset, rate, time, np.ones(2), np.array([15.0, np.inf]))
    gentle, usual = np.abs(np.diff(values, 2, axis=0)).max(axis=0) / time[1] ** 2
    assert gentle < 0.6 * 15.0 < usual
    np.testing.assert_allclose(values[-1], 0.0, atol=1e-12)


def test_a_made_up_passage_meets_both_ends():
    rng = np.random.default_rng(1)
    start, start_rate, end, end_rate = rng.normal(size=(4, 5))
    time = np.linspace(0, 0.5, 5001)
    values = bridge(start, start_rate, end, end_rate, 0.5, time)
    np.testing.assert_allclose(values[[0, -1]], [start, end], atol=1e-12)
    np.testing.assert_allclose((values[1] - values[0]) / time[1], start_rate, atol=0.01)
    np.testing.assert_allclose((values[-1] - values[-2]) / time[1], end_rate, atol=0.01)


def test_a_foot_rolls_from_heel_to_toe_without_coming_back():
    contact = np.zeros((12, 2, 2), dtype=bool)
    contact[[1, 2, 5, 6], 0, 0] = True          # the heel flickers ...
    contact[3:10, 0, 1] = True                  # ... while the toe stands
    contact[11, 0] = True                       # and the next stance is another one
    held = rolled(contact)
    np.testing.assert_array_equal(np.flatnonzero(held[:, 0, 0]), [1, 2, 3, 4, 5, 6, 11])
    np.testing.assert_array_equal(np.flatnonzero(held[:, 0, 1]), [3, 4, 5, 6, 7, 8, 9, 11])
    assert not held[:, 1].any()
