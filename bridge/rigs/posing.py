"""The pose an armature shows now: read, set without keys, put back."""

import numpy as np

from .armatures import metres_per_unit, pose_channels
from .rotation_modes import property_of


def show_pose(armature, motion):
    """Pose an armature as the first frame of a motion, without making keys.

    Parameters
    ----------
    armature : bpy.types.Object
    motion : Motion of one frame or more
    """
    bones = armature.pose.bones
    for (bone, path), values in pose_channels(armature, motion.cut(0, 1)).items():
        setattr(bones[bone], path.rpartition(".")[2], values[0])


def pose_now(armature):
    """What `put_pose` needs to bring the present pose back."""
    kept = []
    for bone in armature.pose.bones:
        mode = bone.rotation_mode
        kept.append((bone.name, tuple(bone.location), mode, tuple(getattr(bone, property_of(mode)))))
    return kept


def put_pose(armature, kept):
    """Bring back a pose read by `pose_now`."""
    for name, location, mode, rotation in kept:
        bone = armature.pose.bones.get(name)
        if bone is not None:
            bone.location = location
            setattr(bone, property_of(mode), rotation)


def standing_place(armature, skeleton):
    """Where a character stands now and which way it faces.

    Parameters
    ----------
    armature : bpy.types.Object
    skeleton : Skeleton; with roles for both thighs

    Returns
    -------
    position (2,) array, metres; heading, radians from +X
    """
    world = np.array(armature.matrix_world)

    def head(role):
        bone = armature.pose.bones[skeleton.names[skeleton.roles[role]]]
        return (world @ (*bone.head, 1.0))[:3] * metres_per_unit()

    side = head("thigh_l") - head("thigh_r")
    return head("pelvis")[:2], float(np.arctan2(-side[0], side[1]))
