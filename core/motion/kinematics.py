"""From joint rotations to joint positions, exactly as Blender evaluates a pose."""

from typing import NamedTuple

import numpy as np

from . import rotations as rot


class Pose(NamedTuple):
    """Joint heads and frames in the world.

    position : (F, J, 3) metres; rotation : (F, J, 4).
    """

    position: np.ndarray
    rotation: np.ndarray


def forward(skeleton, root_position, rotation):
    """World positions and rotations of all joints.

    Parameters
    ----------
    skeleton : Skeleton
    root_position : (F, 3) array, metres; world position of the travelling joint
    rotation : (F, J, 4) array; each joint's turn away from rest, in its own rest frame (Blender's
        ``rotation_quaternion`` of a pose bone)

    Returns
    -------
    Pose
    """
    rotation = np.asarray(rotation, dtype=float)
    frames = rotation.shape[:-2]
    position = np.empty((*frames, skeleton.joints, 3))
    turned = np.empty((*frames, skeleton.joints, 4))
    still = _ancestors(skeleton)
    for joints in skeleton.levels:
        above = skeleton.parents[joints]
        local = rot.mul(skeleton.rest_rotation[joints], rotation[..., joints, :])
        if len(still):
            held = np.isin(joints, still)
            local[..., held, :] = skeleton.rest_rotation[joints[held]]
        if above[0] < 0:
            turned[..., joints, :] = local
            position[..., joints, :] = skeleton.rest_offset[joints]
        else:
            parent_turn = turned[..., above, :]
            turned[..., joints, :] = rot.mul(parent_turn, local)
            position[..., joints, :] = position[..., above, :] + rot.rotate(
                parent_turn, skeleton.rest_offset[joints]
            )
        if skeleton.root in joints:
            position[..., skeleton.root, :] = root_position
    return Pose(position, turned)


def tails(skeleton, pose):
    """(F, J, 3) bone tails in the world, metres: the toe tip, the crown of the head, ..."""
    along = np.zeros((skeleton.joints, 3))
    along[:, 1] = skeleton.length
    return pose.position + rot.rotate(pose.rotation, along)


def local_rotations(skeleton, global_rotation):
    """(F, J, 4) Blender's pose rotations that give the world rotations (F, J, 4)."""
    global_rotation = np.asarray(global_rotation, dtype=float)
    parent = np.where(skeleton.parents < 0, 0, skeleton.parents)
    above = global_rotation[..., parent, :].copy()
    above[..., skeleton.parents < 0, :] = rot.identity()
    out = rot.mul(rot.inv(rot.mul(above, skeleton.rest_rotation)), global_rotation)
    out[..., _ancestors(skeleton), :] = rot.identity()
    return out


def _ancestors(skeleton):
    """Indices of the joints above the travelling one, which stay at rest."""
    out = []
    joint = skeleton.parents[skeleton.root]
    while joint >= 0:
        out.append(joint)
        joint = skeleton.parents[joint]
    return np.array(out, dtype=int)
