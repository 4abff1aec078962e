"""The floor under each foot, which may rise and fall, and how fast it seems to slide."""

import numpy as np
from scipy.ndimage import maximum_filter1d, uniform_filter1d

from .sampling import RATE

_RAISED = 0.04  # metres; a foot at rest that stays this far above the other one is held in the air
_WINDOW = 0.75  # seconds to each side in which a sliding ground is looked for
_STEPPING = 0.6  # m/s; feet that move less than this against the root do not step
_REST_SPEED = 0.5  # m/s; a foot slower than this rests
_REST_SHARE = (0.15, 0.3)  # share of the time some foot rests, below which the ground is taken to slide


def local_floor(height, still):
    """Floor height under each point of the feet.

    Where a point rests, there is its floor. While it moves, the floor is the higher of the places at
    which it rested last and will rest next: so stairs and boxes are floors, too.

    Parameters
    ----------
    height : (N, 2, 2) array; [moment, left/right, heel/toe]
    still : (N, 2, 2) bool array; the point rests

    Returns
    -------
    (N, 2, 2) array
    """
    lowest = height.min(axis=2)
    out = np.empty_like(height)
    for foot in (0, 1):
        over = lowest[:, foot] - lowest[:, 1 - foot]
        for part in (0, 1):
            out[:, foot, part] = _floor_of_point(height[:, foot, part], still[:, foot, part], over)
    return out


def _floor_of_point(height, still, over):
    """(N,) floor of one point that is `over` metres above the other foot."""
    edge = np.flatnonzero(np.diff(np.concatenate([[0], still.astype(np.int8), [0]]))).reshape(-1, 2)
    if not len(edge):
        return np.full(len(height), height.min())
    least_over = np.minimum.reduceat(np.append(over, np.inf), edge.ravel())[::2]
    total = np.concatenate([[0.0], np.cumsum(height)])
    rest = (total[edge[:, 1]] - total[edge[:, 0]]) / (edge[:, 1] - edge[:, 0])
    standing = least_over < _RAISED
    if standing.any():
        edge, rest = edge[standing], rest[standing]
    moment = np.arange(len(height))
    following = np.minimum(np.searchsorted(edge[:, 1], moment, side="right"), len(edge) - 1)
    previous = np.maximum(np.searchsorted(edge[:, 0], moment, side="right") - 1, 0)
    return np.maximum(rest[following], rest[previous])


def sliding_ground(feet, velocity, root_velocity):
    """How fast the ground seems to move under feet that step but never rest.

    On a treadmill, or where a clip was scaled without its path, the stance foot glides. Its velocity
    is the commonest one of the lower foot. Where feet do rest, the answer is 0.

    Parameters
    ----------
    feet, velocity : (N, 2, 2, 3) arrays; metres, m/s
    root_velocity : (N, 3) array, m/s

    Returns
    -------
    (N, 3) array, m/s; horizontal
    """
    size = 2 * int(_WINDOW * RATE) + 1
    against_root = np.linalg.norm(velocity.mean(axis=2) - root_velocity[:, None], axis=-1).max(axis=1)
    stepping = maximum_filter1d(against_root, size, mode="nearest")
    slowest = np.linalg.norm(velocity, axis=-1).min(axis=(1, 2))
    resting = slowest < np.maximum(0.15 * stepping, _REST_SPEED)
    share = uniform_filter1d(resting.astype(float), size, mode="mirror")
    doubt = np.clip((_REST_SHARE[1] - share) / (_REST_SHARE[1] - _REST_SHARE[0]), 0.0, 1.0)
    doubt *= stepping > _STEPPING
    ground = np.zeros((len(feet), 3))
    if not doubt.any():
        return ground
    lower = feet[..., 2].mean(axis=2).argmin(axis=1)
    of_lower = velocity[np.arange(len(feet)), lower].mean(axis=1) * (1.0, 1.0, 0.0)
    for _ in range(6):  # the commonest velocity by reweighting
        weight = 1.0 / (0.15 + np.linalg.norm(of_lower - ground, axis=1))
        total = uniform_filter1d(weight, size, mode="nearest")
        ground = uniform_filter1d(of_lower * weight[:, None], size, axis=0, mode="nearest") / total[:, None]
    return ground * doubt[:, None]
