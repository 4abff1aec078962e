"""Wrists kept where the signer had them, under a trunk and head that dance."""

import numpy as np

from ..errors import RoleError
from ..motion import rotations as rot
from ..motion import two_bone_ik

# Signs are made in front of the chest or at the head. A wrist this far from the head's middle (shares of
# leg length) belongs to the head, that far away to the chest, in between to both.
AT_HEAD, AT_CHEST = 0.28, 0.60


def hold_wrists(motion, sign):
    """The motion with arms that put each wrist where the signer had it relative to chest and head.

    The arms start from the signer's own; upper arm and forearm are then turned so that the wrist follows
    the chest, or the head when the sign is made there. Hand and finger rotations stay untouched.

    Parameters
    ----------
    motion, sign : Motion, same skeleton and frames

    Returns
    -------
    Motion
        A wrist that cannot be reached comes as near as the arm allows.

    Raises
    ------
    RoleError
        If chest or head have no role.
    """
    skeleton = motion.skeleton
    roles = skeleton.roles
    missing = [part for part in ("chest", "head") if part not in roles]
    if missing:
        raise RoleError(f"wrists cannot be held: no joint for {', '.join(missing)}; set these joint roles")
    rotation = motion.rotation.copy()
    for side in "lr":
        top = roles.get(f"shoulder_{side}", roles[f"upper_arm_{side}"])
        arm = _down_to(skeleton, roles[f"forearm_{side}"], top)
        rotation[:, arm] = sign.rotation[:, arm]
    motion = motion.with_(rotation=rotation)
    targets = wrist_targets(motion, sign)
    rotation = rotation.copy()
    position, turned = motion.pose
    for i, side in enumerate("lr"):
        upper, fore, hand = (roles[f"{part}_{side}"] for part in ("upper_arm", "forearm", "hand"))
        upper_turn, fore_turn, _ = two_bone_ik(
            position[:, upper], position[:, fore], position[:, hand], targets[:, i]
        )
        above = turned[:, skeleton.parents[upper]]
        rotation[:, upper] = _local(skeleton, upper, above, rot.mul(upper_turn, turned[:, upper]))
        above = rot.mul(upper_turn, turned[:, skeleton.parents[fore]])
        rotation[:, fore] = _local(skeleton, fore, above, rot.mul(fore_turn, turned[:, fore]))
    return motion.with_(rotation=rotation)


def wrist_targets(motion, sign):
    """(F, 2, 3) where the wrists belong on the motion's chest and head, metres."""
    roles = motion.skeleton.roles
    hands = [roles["hand_l"], roles["hand_r"]]
    wrist = sign.pose.position[:, hands]
    crown = roles["head"]
    middle = sign.pose.position[:, crown] + rot.rotate(
        sign.pose.rotation[:, crown], np.array([0.0, 0.5 * motion.skeleton.length[crown], 0.0])
    )
    away = np.linalg.norm(wrist - middle[:, None], axis=-1) / motion.skeleton.leg_length
    s = np.clip((away - AT_HEAD) / (AT_CHEST - AT_HEAD), 0.0, 1.0)
    to_chest = (s**2 * (3.0 - 2.0 * s))[..., None]
    on_chest = _carried(wrist, sign.pose, motion.pose, roles["chest"])
    on_head = _carried(wrist, sign.pose, motion.pose, crown)
    return to_chest * on_chest + (1.0 - to_chest) * on_head


def _carried(points, old, new, joint):
    """(F, N, 3) points that keep their place on a joint from one pose to another."""
    local = rot.rotate(rot.inv(old.rotation[:, None, joint]), points - old.position[:, None, joint])
    return new.position[:, None, joint] + rot.rotate(new.rotation[:, None, joint], local)


def _down_to(skeleton, joint, top):
    """Joints from ``top`` down to ``joint``, both included."""
    out = [joint]
    while out[-1] != top:
        out.append(int(skeleton.parents[out[-1]]))
    return out


def _local(skeleton, joint, above, world):
    return rot.mul(rot.inv(rot.mul(above, skeleton.rest_rotation[joint])), world)
