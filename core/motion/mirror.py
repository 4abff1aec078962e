"""Left and right exchanged."""

import numpy as np

from . import rotations as rot
from .kinematics import forward, local_rotations

#: Joints that tell whether a rest pose is the same on both sides, and the turn (radians) that it is not.
_BODY = ("pelvis", "spine", "chest", "neck", "upper_arm", "thigh", "shin")
_ODD = 0.5
#: Frames over which the usual pose is taken.
_PICKED = 32


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
    partner = skeleton.mirror_of
    turned = forward(skeleton, root_position, rotation).rotation
    rest, across = skeleton.rest_global_rotation, side_axis(skeleton)
    corrections = _corrections(skeleton, rest, across)
    if _rests_in_a_heap(skeleton, corrections):
        rest, across = _usual_frames(skeleton, turned), np.array([1.0, 0.0, 0.0])
        corrections = _corrections(skeleton, rest, across)
    to_world = rot.between(across, np.array([1.0, 0.0, 0.0]))
    # rest is mirrored in the plane across its own side axis, motion in the plane X = 0: the turn
    # between the two planes (about Z) is taken out before and put back after
    from_rest = rot.mul(rot.mul(turned[:, partner], corrections), rot.inv(rest[partner]))
    reflected = from_rest * np.array([1.0, 1.0, -1.0, -1.0])
    mirrored = rot.mul(rot.mul(reflected, rot.mul(to_world, to_world)), rest)
    above = skeleton.parents[skeleton.root]
    while above >= 0:                        # what carries the travelling joint stays at rest
        mirrored[:, above] = skeleton.rest_global_rotation[above]
        above = skeleton.parents[above]
    return root_position * np.array([-1.0, 1.0, 1.0]), local_rotations(skeleton, mirrored)


def _rests_in_a_heap(skeleton, corrections):
    """Whether a skeleton's rest pose is no T-pose, A-pose or the like, but differs from side to side."""
    body = [j for role, j in skeleton.roles.items() if role.rsplit("_", 1)[0] in _BODY]
    return bool(np.any(rot.angle(corrections[body]) > _ODD))


def _usual_frames(skeleton, turned):
    """(J, 4) mean world rotations of a motion as seen when its hips lie along X, left to +X."""
    picked = np.unique(np.linspace(0, len(turned) - 1, _PICKED).astype(int))
    hips = [skeleton.roles.get(f"thigh_{side}") for side in "lr"]
    some = turned[picked]
    if None not in hips:
        # the hips' line follows from the pelvis, whose children they are
        offset = [_offset_from(skeleton, joint) for joint in hips]
        line = rot.rotate(some[:, skeleton.root], offset[0] - offset[1])
        some = rot.mul(rot.about_z(-np.arctan2(line[:, 1], line[:, 0]))[:, None], some)
    return rot.mean(some, np.full(len(some), 1.0 / len(some)))


def _offset_from(skeleton, joint):
    """(3,) where a joint lies at rest in the frame of the travelling joint."""
    root = skeleton.root
    away = skeleton.rest_position[joint] - skeleton.rest_position[root]
    return rot.rotate(rot.inv(skeleton.rest_global_rotation[root]), away)


def _corrections(skeleton, rest, across):
    """(J, 4) turns that make up for a rest pose that is not the same on both sides.

    A joint's children, mirrored at rest into its partner's frame, should lie where the partner's own
    children lie: in T-pose and A-pose they do, but some files rest in a heap.
    """
    partner = skeleton.mirror_of
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
