"""A motion brought over to another skeleton, by the roles of its joints."""

import numpy as np

from ..errors import RoleError
from . import rotations as rot
from .kinematics import local_rotations
from .mirror import side_axis
from .motion import Motion

#: Limb joints whose bones are turned into line with the source's at rest, and the joint they point at.
_POINTS_AT = {
    "shoulder": "upper_arm",
    "upper_arm": "forearm",
    "forearm": "hand",
    "thigh": "shin",
    "shin": "foot",
}
_FINGERS = ("thumb", "index", "middle", "ring", "pinky")


def retarget(motion, skeleton):
    """The motion played by another skeleton.

    Joints are met by role, and where neither side gives a role by name. A joint takes the source's
    turn away from rest, in the world; limbs that lie differently at rest (T-pose against A-pose) are
    first brought into line. The root's travel is scaled by leg length. Feet are as good as the two
    bodies are alike: plant them afterwards.

    Parameters
    ----------
    motion : Motion
    skeleton : Skeleton; needs a leg with roles, as the motion's does

    Returns
    -------
    Motion on `skeleton`, same frames and rate

    Raises
    ------
    RoleError
        Either skeleton has no leg to take the scale from.
    """
    source = motion.skeleton
    for whose in (source, skeleton):
        if not np.isfinite(whose.leg_length):
            raise RoleError(
                f"clip '{motion.name}': no leg (thigh, shin, foot) found among "
                f"{', '.join(whose.names[:4])}...; set the joint roles first"
            )
    pairs = _pairs(source, skeleton)
    facing = _facing_turn(skeleton, source)
    turn_from_rest = rot.mul(motion.pose.rotation, rot.inv(source.rest_global_rotation))
    alignment = _alignments(source, skeleton, facing)
    rest = rot.mul(facing, skeleton.rest_global_rotation)
    turned = np.empty((motion.frames, skeleton.joints, 4))
    for j in range(skeleton.joints):
        parent = skeleton.parents[j]
        if j in pairs:
            still = rot.mul(alignment.get(j, rot.identity()), rest[j])
            turned[:, j] = rot.mul(turn_from_rest[:, pairs[j]], still)
        elif parent >= 0:
            turned[:, j] = rot.mul(turned[:, parent], skeleton.rest_rotation[j])
        else:
            turned[:, j] = skeleton.rest_rotation[j]
    scale = skeleton.leg_length / source.leg_length
    return Motion(
        skeleton,
        motion.pose.position[:, source.root] * scale,
        local_rotations(skeleton, turned),
        motion.fps,
        motion.name,
    )


def _pairs(source, skeleton):
    """Joint of the source for each joint of the target that has one."""
    named = {name: j for j, name in enumerate(source.names)}
    role_of = {j: role for role, j in skeleton.roles.items()}
    used = set(source.roles.values())
    pairs = {}
    for j, name in enumerate(skeleton.names):
        if role_of.get(j) in source.roles:
            pairs[j] = source.roles[role_of[j]]
        elif j not in role_of and named.get(name, -1) not in used and name in named:
            pairs[j] = named[name]
    return pairs


def _facing_turn(skeleton, source):
    """Turn about Z that brings the target's rest to face where the source's rest faces."""
    a, b = side_axis(skeleton), side_axis(source)
    return rot.about_z(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b))


def _alignments(source, skeleton, facing):
    """Turn of each limb joint of the target at rest into the line of the source's, by target joint."""
    out = {}
    for side in "lr":
        for part, child in _POINTS_AT.items():
            joint, end = f"{part}_{side}", f"{child}_{side}"
            if not all(name in whose.roles for name in (joint, end) for whose in (source, skeleton)):
                continue
            lines = [
                whose.rest_position[whose.roles[end]] - whose.rest_position[whose.roles[joint]]
                for whose in (skeleton, source)
            ]
            out[skeleton.roles[joint]] = rot.between(rot.rotate(facing, lines[0]), lines[1])
        forearm = skeleton.roles.get(f"forearm_{side}")
        if forearm in out:
            hand_parts = [f"hand_{side}", *(f"{f}{k}_{side}" for f in _FINGERS for k in (1, 2, 3))]
            for part in hand_parts:
                if part in skeleton.roles:
                    out[skeleton.roles[part]] = out[forearm]
    return out
