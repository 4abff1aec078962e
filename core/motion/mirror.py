"""Left and right exchanged."""

import numpy as np

from . import rotations as rot
from .kinematics import forward, local_rotations


def mirror_pose(skeleton, root_position, rotation):
    """The same movement seen in a mirror, played by the same skeleton.

    Each joint takes the reflected turn-from-rest of its partner on the other side; what differs
    between a skeleton's sides at rest stays where it belongs.

    Parameters
    ----------
    skeleton : Skeleton
    root_position : (F, 3) array, metres
    rotation : (F, J, 4) array

    Returns
    -------
    root_position (F, 3), rotation (F, J, 4); reflected in the world's plane X = 0
    """
    rest = skeleton.rest_global_rotation
    from_rest = rot.mul(forward(skeleton, root_position, rotation).rotation, rot.inv(rest))
    across = side_axis(skeleton)
    to_world = rot.between(across, np.array([1.0, 0.0, 0.0]))
    # rest is mirrored in the plane across its own side axis, motion in the plane X = 0: the turn
    # between the two planes (about Z) is taken out before and put back after
    reflected = from_rest[:, skeleton.mirror_of] * np.array([1.0, 1.0, -1.0, -1.0])
    mirrored = rot.mul(reflected, rot.mul(to_world, to_world))
    return root_position * np.array([-1.0, 1.0, 1.0]), local_rotations(skeleton, rot.mul(mirrored, rest))


def side_axis(skeleton):
    """(3,) horizontal unit vector from the right to the left hip at rest; X when there are no legs."""
    roles = skeleton.roles
    if "thigh_l" not in roles or "thigh_r" not in roles:
        return np.array([1.0, 0.0, 0.0])
    across = skeleton.rest_position[roles["thigh_l"]] - skeleton.rest_position[roles["thigh_r"]]
    across = across * np.array([1.0, 1.0, 0.0])
    size = np.linalg.norm(across)
    return across / size if size > 1e-9 else np.array([1.0, 0.0, 0.0])
