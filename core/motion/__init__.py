"""Skeletons and how they move: rotations, kinematics, two-bone IK."""

from . import rotations
from .ik import knee_angle, two_bone_ik
from .kinematics import Pose, forward, local_rotations, tails
from .motion import Motion
from .retarget import retarget
from .skeleton import Skeleton

__all__ = [
    "Motion",
    "Pose",
    "Skeleton",
    "forward",
    "knee_angle",
    "local_rotations",
    "retarget",
    "rotations",
    "tails",
    "two_bone_ik",
]
