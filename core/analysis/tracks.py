"""The few points of a body that footsteps are read from, in the units of a standard leg."""

from dataclasses import dataclass

import numpy as np

from ..errors import RoleError
from ..motion import Pose, forward
from ..motion import rotations as rot
from .mass import joint_weights

STANDARD_LEG = 0.85  # metres, thigh and shin of a grown-up; thresholds are meant for it
_BALL_HEIGHT = 0.02  # metres, of the ball joint above the sole
_HEEL_BACK = 0.04  # metres, of the heel behind the ankle
_FLAT_SHARE = 6  # one frame in so many, the calmest, shows how the foot stands flat
_BLOCK = 1024  # frames posed at a time: small enough for a processor's cache
_NEEDED = tuple(f"{part}_{side}" for part in ("thigh", "shin", "foot") for side in "lr")
_TOPS = ("neck", "head", "chest", "spine")


@dataclass(frozen=True, eq=False)
class Tracks:
    """Points of one clip of F frames, all lengths divided by ``unit``.

    Attributes
    ----------
    fps : float
    unit : float; metres of the clip in one metre of a body with the standard leg
    com, root : (F, 3) arrays
    feet : (F, 2, 2, 3) array; [frame, left/right, heel/ball of the foot]
    facing : (F, 2) array; unit vectors, where the hips look, on the ground
    trunk : (F, 3) array; from the root to the highest joint of the trunk
    hands : (F, H, 3) array; H is 0, 1 or 2
    """

    fps: float
    unit: float
    com: np.ndarray
    root: np.ndarray
    feet: np.ndarray
    facing: np.ndarray
    trunk: np.ndarray
    hands: np.ndarray

    @property
    def frames(self):
        """Number of frames."""
        return len(self.root)


def tracks_of(motion):
    """Centre of mass, feet, facing, trunk and hands of a clip.

    Parameters
    ----------
    motion : Motion

    Returns
    -------
    Tracks

    Raises
    ------
    RoleError
        When a thigh, shin or foot has no role, or the legs have no length.
    """
    skeleton = motion.skeleton
    missing = [role for role in ("pelvis", *_NEEDED) if role not in skeleton.roles]
    if missing:
        raise RoleError(
            f"clip '{motion.name}': no joint found for {', '.join(missing)}; name them in the role table"
        )
    unit = skeleton.leg_length / STANDARD_LEG
    if not unit > 0.0:
        raise RoleError(f"clip '{motion.name}': its legs have no length; check the roles of shin and foot")
    com, hips, legs, turned, trunk, hands = (
        np.concatenate(part) for part in zip(*_blocks(motion), strict=True)
    )
    feet = np.stack([_heel_and_ball(legs[:, i], turned[:, i], unit) for i in (0, 1)], 1)
    across = hips[:, 1, :2] - hips[:, 0, :2]
    facing = np.stack([-across[:, 1], across[:, 0]], 1)
    facing /= np.maximum(np.linalg.norm(facing, axis=1, keepdims=True), 1e-9)
    return Tracks(
        motion.fps,
        unit,
        com / unit,
        motion.root_position / unit,
        feet / unit,
        facing,
        trunk / unit,
        hands / unit,
    )


def _blocks(motion):
    """Centre of mass, hips, ankles with balls, foot rotations, trunk and hands, block by block of frames."""
    skeleton, roles = motion.skeleton, motion.skeleton.roles
    weights = joint_weights(skeleton)
    feet = [roles["foot_l"], roles["foot_r"]]
    hips = [roles["thigh_l"], roles["thigh_r"]]
    hands = [roles[role] for role in ("hand_l", "hand_r") if role in roles]
    top = next((roles[role] for role in _TOPS if role in roles), skeleton.root)
    for start in range(0, motion.frames, _BLOCK):
        pose = _pose(motion, start, start + _BLOCK)
        place = pose.position
        balls = np.stack([_ball(skeleton, pose, side) for side in "lr"], 1)
        yield (
            np.einsum("j,fjk->fk", weights, place),
            place[:, hips],
            np.stack([place[:, feet], balls], 2),
            pose.rotation[:, feet],
            place[:, top] - place[:, skeleton.root],
            place[:, hands],
        )


def _pose(motion, start, end):
    """Pose of some frames; cut from the whole clip's where that has been computed already."""
    if "pose" in vars(motion):
        return Pose(motion.pose.position[start:end], motion.pose.rotation[start:end])
    return forward(motion.skeleton, motion.root_position[start:end], motion.rotation[start:end])


def _ball(skeleton, pose, side):
    """(F, 3) ball of the foot: head of the toe joint, or where the skeleton has it without toes."""
    toe = skeleton.roles.get(f"toe_{side}")
    if toe is not None:
        return pose.position[:, toe]
    foot = skeleton.roles[f"foot_{side}"]
    ball = skeleton.ball_of_foot["lr".index(side)]
    return pose.position[:, foot] + rot.rotate(pose.rotation[:, foot], ball)


def _heel_and_ball(leg, turned, unit):
    """(F, 2, 3) heel and ball of one foot, metres, from its ankle and ball (F, 2, 3) and rotation (F, 4).

    The heel is fixed to the foot: below and a little behind the ankle as the foot stands flat. What
    is below and behind is learnt from the moments in which the foot keeps its slant and its height,
    so that it does not hang on the rest pose.
    """
    ankle, ball = leg[:, 0], leg[:, 1]
    along = ball - ankle
    restless = np.linalg.norm(np.gradient(along, axis=0), axis=1) + 0.5 * np.abs(np.gradient(ankle[:, 2]))
    count = max(3, len(ankle) // _FLAT_SHARE)
    flat = np.argpartition(restless, count - 1)[:count]
    below = np.zeros((count, 3))
    below[:, 2] = np.median(along[flat, 2]) - _BALL_HEIGHT * unit
    ahead = along[flat] * (1.0, 1.0, 0.0)
    ahead /= np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-9)
    offset = rot.rotate(rot.inv(turned[flat]), below - _HEEL_BACK * unit * ahead).mean(axis=0)
    return np.stack([ankle + rot.rotate(turned, offset), ball], 1)
