import numpy as np
import pytest

from stepweave.core.analysis.decision import STATES
from stepweave.core.analysis.landings import settle_landings
from stepweave.core.analysis.sampling import RATE

L, R, D = (STATES.index(state) for state in "LRD")


def landing(swing, drag, heel_height=0.0, double=20):
    """The right foot swings at 30, lands at 60 and drags one part for so many moments; then L lifts."""
    path = np.repeat([D, L, D, R], [30, 30, double, 30])
    speed = np.zeros((len(path), 2, 2))
    speed[30:60, 1] = swing
    speed[60 : 60 + drag, 1, 0] = 0.6
    feet = np.zeros((len(path), 2, 2, 3))
    feet[60 : 60 + drag, 1, 0, 2] = heel_height
    return path, speed, feet


def delay(*given, **more):
    path, speed, feet = landing(*given, **more)
    settled = settle_landings(path, speed, feet)
    assert np.array_equal(settled[:60], path[:60])
    assert settled[-1] == R and D in settled[60:]
    return int(np.argmax(settled[60:] == D))


@pytest.mark.parametrize("drag", [5, 8, 10])
def test_a_foot_that_lands_softly_stands_when_all_of_it_rests(drag):
    assert delay(1.5, drag) == drag


def test_a_foot_that_lands_toes_first_stands_when_its_heel_rests():
    assert delay(4.0, 6, heel_height=0.05) == 6
    assert delay(4.0, 6, heel_height=0.0) == 0


def test_a_foot_that_rests_at_once_or_shuffles_on_stands_where_it_landed():
    assert delay(1.5, 2) == 0
    assert delay(1.5, int(0.3 * RATE)) == 0


def test_the_double_support_never_vanishes():
    assert delay(1.5, 8, double=5) == 4
