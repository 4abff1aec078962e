import numpy as np

from stepweave.core.graph.quality import evened

FPS = 60.0
ARMS = np.array([False])
LEGS = np.array([True])


def sharp(turns):
    """(F, 1) size of the angular acceleration of one joint's rotation vectors (F, 3), small turns."""
    out = np.zeros((len(turns), 1))
    out[1:-1, 0] = np.linalg.norm(np.diff(turns, 2, axis=0), axis=1) * FPS**2
    return out


def swing(jerk):
    """A slow swing of 120 frames with a jerk of so many radians amid it."""
    turns = np.zeros((120, 3))
    turns[:, 0] = 0.5 * np.sin(np.linspace(0.0, 6.0, 120))
    turns[60, 1] += jerk
    return turns


def test_gentle_movement_is_left_as_it_is():
    turns = swing(0.0)
    usual = np.array([4.0 * sharp(turns).max()])
    assert np.array_equal(evened(turns, sharp(turns), usual, ARMS, FPS), turns)


def test_only_the_sharp_moment_is_evened_and_by_a_few_degrees():
    turns = swing(0.3)
    usual = np.array([sharp(swing(0.0)).max() * 4.0])
    out = evened(turns, sharp(turns), usual, ARMS, FPS)
    assert sharp(out).max() < 0.8 * sharp(turns).max()
    assert 0.03 < np.linalg.norm(out - turns, axis=1).max() <= 0.06
    far = np.abs(np.arange(120) - 60) > 15
    assert np.abs(out - turns)[far].max() < 1e-4


def test_legs_which_have_to_fit_their_feet_are_evened_later():
    turns = swing(0.02)
    usual = np.array([sharp(turns).max() / 0.7])
    assert np.abs(evened(turns, sharp(turns), usual, ARMS, FPS) - turns).max() > 1e-3
    assert np.array_equal(evened(turns, sharp(turns), usual, LEGS, FPS), turns)
