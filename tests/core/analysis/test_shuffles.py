import numpy as np
import pytest

from stepweave.core.analysis.decision import STATES
from stepweave.core.analysis.shuffles import without_shuffles


def path_of(text):
    return np.array([STATES.index(symbol) for symbol in text])


def settled(text, heel=0.0, ball=0.0, lift=0.0, foot=0):
    """States after a foot, up where `text` says, has carried heel and ball so far and been lifted so high."""
    path = path_of(text)
    up = path == STATES.index("RL"[foot])
    up |= path == STATES.index("F")
    feet, height = np.zeros((len(path), 2, 2, 3)), np.zeros((len(path), 2))
    done = np.cumsum(up) / max(up.sum(), 1)
    feet[:, foot, 0, 0], feet[:, foot, 1, 1] = heel * done, ball * done
    height[up, foot] = lift
    return "".join(STATES[i] for i in without_shuffles(path, feet, height))


SWING = 10 * "D" + 12 * "R" + 10 * "D"


@pytest.mark.parametrize(("heel", "ball"), [(0.0, 0.0), (0.09, 0.02), (0.03, -0.09)])
def test_a_foot_that_pivots_or_slides_a_little_stays_down(heel, ball):
    assert settled(SWING, heel, ball) == 32 * "D"
    assert settled(SWING.replace("R", "L"), heel, ball, foot=1) == 32 * "D"


@pytest.mark.parametrize(("heel", "ball", "lift"), [(0.15, 0.05, 0.0), (0.02, 0.12, 0.0), (0.0, 0.0, 0.03)])
def test_a_foot_that_is_carried_or_lifted_steps(heel, ball, lift):
    assert settled(SWING, heel, ball, lift) == SWING


def test_in_flight_the_other_foot_is_taken_at_its_word():
    assert settled(10 * "D" + 4 * "R" + 6 * "F" + 10 * "L", foot=0) == 14 * "D" + 16 * "L"


def test_a_swing_that_the_clip_cuts_off_stays():
    assert settled(10 * "R" + 10 * "D") == 10 * "R" + 10 * "D"
    assert settled(10 * "D" + 10 * "R") == 10 * "D" + 10 * "R"
