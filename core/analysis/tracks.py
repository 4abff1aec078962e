"""The few points of a body that footsteps are read from, in the units of a standard leg."""

from dataclasses import dataclass

import numpy as np

from ..errors import RoleError
from ..motion import rotations as rot
from .mass import centre_of_mass

STANDARD_LEG = 0.85  # metres, thigh and shin of a grown-up; thresholds are meant for it
_BALL_HEIGHT = 0.02  # metres, of the ball joint above the sole
_HEEL_BACK = 0.04  # metres, of the heel behind the ankle
_NEEDED = tuple(f"{part}_{side}" for part in ("thigh", "foot") for side in "lr")


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
    """

    fps: float
    unit: float
    com: np.ndarray
    root: np.ndarray
    feet: np.ndarray
    facing: np.ndarray

    @property
    def frames(self):
        """Number of frames."""
        return len(self.root)


def tracks_of(motion):
    """Centre of mass, feet and facing of a clip.

    Raises
    ------
    RoleError
        When a thigh or a foot has no role.
    """
    skeleton = motion.skeleton
    missing = [role for role in _NEEDED if role not in skeleton.roles]
    if missing:
        raise RoleError(
            f"clip '{motion.name}': no joint found for {', '.join(missing)}; name them in the role table"
        )
    unit = skeleton.leg_length / STANDARD_LEG
    if not unit > 0.0:
        raise RoleError(
            f"clip '{motion.name}': its legs have no length; check the roles of thigh, shin and foot"
        )
    pose = motion.pose
    feet = np.stack([_heel_and_ball(skeleton, pose, side, motion.fps, unit) for side in "lr"], 1)
    across = pose.position[:, skeleton.roles["thigh_r"], :2] - pose.position[:, skeleton.roles["thigh_l"], :2]
    facing = np.stack([-across[:, 1], across[:, 0]], 1)
    facing /= np.maximum(np.linalg.norm(facing, axis=1, keepdims=True), 1e-9)
    return Tracks(
        motion.fps,
        unit,
        centre_of_mass(skeleton, pose) / unit,
        motion.root_position / unit,
        feet / unit,
        facing,
    )


def _heel_and_ball(skeleton, pose, side, fps, unit):
    """(F, 2, 3) heel and ball of one foot, metres.

    The heel is fixed to the foot: below and a little behind the ankle as the foot stands flat. What
    is below and behind is learnt from the moments in which the foot keeps its slant and its height,
    so that it does not hang on the rest pose.
    """
    foot = skeleton.roles[f"foot_{side}"]
    ankle, ball = pose.position[:, foot], _ball(skeleton, pose, side)
    along = ball - ankle
    if len(ankle) < 3:
        return np.stack([ankle, ball], 1)
    restless = np.linalg.norm(np.gradient(along, axis=0), axis=1) + np.abs(np.gradient(ankle[:, 2])) * 0.5
    flat = np.argsort(restless, kind="stable")[: max(3, len(ankle) // 6)]
    below = np.zeros((len(flat), 3))
    below[:, 2] = np.median(along[flat, 2]) - _BALL_HEIGHT * unit
    ahead = along[flat] * (1.0, 1.0, 0.0)
    ahead /= np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-9)
    offset = rot.rotate(rot.inv(pose.rotation[flat, foot]), below - _HEEL_BACK * unit * ahead).mean(axis=0)
    return np.stack([ankle + rot.rotate(pose.rotation[:, foot], offset), ball], 1)


def _ball(skeleton, pose, side):
    """(F, 3) ball of the foot: head of the toe joint, or the foot's tail when there is none."""
    toe = skeleton.roles.get(f"toe_{side}")
    if toe is not None:
        return pose.position[:, toe]
    foot = skeleton.roles[f"foot_{side}"]
    along = np.array([0.0, skeleton.length[foot], 0.0])
    return pose.position[:, foot] + rot.rotate(pose.rotation[:, foot], along)
