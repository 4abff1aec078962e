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
    partner = skeleton.mirror_of
    turned = rot.mul(forward(skeleton, root_position, rotation).rotation[:, partner], _corrections(skeleton))
    across = side_axis(skeleton)
    to_world = rot.between(across, np.array([1.0, 0.0, 0.0]))
    # rest is mirrored in the plane across its own side axis, motion in the plane X = 0: the turn
    # between the two planes (about Z) is taken out before and put back after
    reflected = rot.mul(turned, rot.inv(rest[partner])) * np.array([1.0, 1.0, -1.0, -1.0])
    mirrored = rot.mul(reflected, rot.mul(to_world, to_world))
    return root_position * np.array([-1.0, 1.0, 1.0]), local_rotations(skeleton, rot.mul(mirrored, rest))


def _corrections(skeleton):
    """(J, 4) turns that make up for a rest pose that is not the same on both sides.

    A joint's children, mirrored at rest into its partner's frame, should lie where the partner's own
    children lie: in T-pose and A-pose they do, but some files rest in a heap.
    """
    rest, partner = skeleton.rest_global_rotation, skeleton.mirror_of
    across = side_axis(skeleton)
    out = rot.identity((skeleton.joints,))
    for j in range(skeleton.joints):
        children = np.flatnonzero(skeleton.parents == j)
        if len(children):
            children = children[skeleton.parents[partner[children]] == partner[j]]
            own, other = skeleton.rest_offset[children], skeleton.rest_offset[partner[children]]
        else:
            own, other = (np.array([[0.0, skeleton.length[k], 0.0]]) for k in (j, partner[j]))
        world = rot.rotate(rest[j], own)
        image = world - 2.0 * (world @ across)[:, None] * across
        out[j] = _turn_onto(rot.rotate(rot.inv(rest[partner[j]]), image), other)
    return out


def _turn_onto(vectors, targets):
    """(4,) the least turn that carries vectors (N, 3) onto targets (N, 3) best."""
    size = max(np.linalg.norm(vectors, axis=1).max(initial=0.0), 1e-9)
    still = 1e-6 * size * np.eye(3)          # decides what the vectors leave open
    u, _, vt = np.linalg.svd(np.vstack([targets, still]).T @ np.vstack([vectors, still]))
    u[:, -1] *= np.sign(np.linalg.det(u @ vt))
    return rot.from_matrix(u @ vt)


def side_axis(skeleton):
    """(3,) horizontal unit vector from the right to the left hip at rest; X when there are no legs."""
    roles = skeleton.roles
    if "thigh_l" not in roles or "thigh_r" not in roles:
        return np.array([1.0, 0.0, 0.0])
    across = skeleton.rest_position[roles["thigh_l"]] - skeleton.rest_position[roles["thigh_r"]]
    across = across * np.array([1.0, 1.0, 0.0])
    size = np.linalg.norm(across)
    return across / size if size > 1e-9 else np.array([1.0, 0.0, 0.0])
