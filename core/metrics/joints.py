"""Do the joints move as they did in the source: smoothly, forwards at the knee, within range?"""

from dataclasses import dataclass

import numpy as np

from ..errors import LibraryError, RoleError
from ..motion import rotations as rot

SHARE = 99.9              # percentile of the source that a result may reach
LEAST = 5.0               # radians per second squared; joints that hardly move are not held to less
ABSENT = 0.01             # radians per second squared; joints that never move in the source have no measure
AROUND = 0.05             # seconds before and after a join in which it is felt
SIDES = ("l", "r")


def angular_acceleration(motion):
    """(F - 2, J) size of each joint's angular acceleration, radians per second squared."""
    turn = rot.log(rot.mul(rot.inv(motion.rotation[:-1]), motion.rotation[1:])) * motion.fps
    return np.linalg.norm(np.diff(turn, axis=0), axis=-1) * motion.fps


@dataclass(frozen=True, eq=False)
class Reference:
    """What the source does, joint by joint, at one frame rate.

    Attributes
    ----------
    acceleration : (J,) array; 99.9th percentile of the angular acceleration, radians/second squared
    usual : (J, 4) array; mean rotation (the root's heading left out)
    lowest, highest : (J, 3) arrays, radians; range of the rotation vectors about the mean
    hinge : (2, 3) array; axis of each knee in its thigh's frame
    knee : (2,) array, radians; least bend of each knee, negative when it bends backwards
    """

    acceleration: np.ndarray
    usual: np.ndarray
    lowest: np.ndarray
    highest: np.ndarray
    hinge: np.ndarray
    knee: np.ndarray

    @classmethod
    def of(cls, motions):
        """The source that some motions of one skeleton and one frame rate make up."""
        acceleration = np.concatenate([angular_acceleration(m) for m in motions if m.frames > 2])
        rotation = np.concatenate([_headless(m) for m in motions])
        aligned = rot.align(rotation, rotation[0])
        usual = rot.normalized(aligned.mean(axis=0))
        away = rot.log(rot.mul(rot.inv(usual), rotation))
        hinge = knee_hinge(motions)
        bend = np.concatenate([knee_bend(m, hinge) for m in motions])
        return cls(
            np.percentile(acceleration, SHARE, axis=0), usual, away.min(axis=0), away.max(axis=0),
            hinge, bend.min(axis=0),
        )


def _headless(motion):
    """(F, J, 4) rotations of which the root's leaves out where the body faces."""
    skeleton, out = motion.skeleton, motion.rotation.copy()
    rest = skeleton.rest_global_rotation[skeleton.root]
    turn = rot.mul(motion.pose.rotation[:, skeleton.root], rot.inv(rest))
    level = rot.mul(rot.about_z(-rot.yaw(turn)), turn)
    out[:, skeleton.root] = rot.mul(rot.inv(rest), rot.mul(level, rest))
    return out


def matching(motion, references, mirror=True):
    """The reference clips at the motion's rate, with their mirror images.

    Raises
    ------
    LibraryError
        When a clip has other joints than the motion.
    """
    out = []
    for clip in references:
        if clip.skeleton.names != motion.skeleton.names:
            raise LibraryError(f"reference clip '{clip.name}' has other joints than the motion: leave it out")
        clip = clip.resampled(motion.fps)
        out += [clip, clip.mirrored()] if mirror else [clip]
    return out


def measure_joins(motion, reference, joins=None):
    """How hard the joints jerk where segments meet, against the source.

    Parameters
    ----------
    motion : Motion
    reference : Reference
    joins : (K,) int array, optional; frames at which segments meet; every frame by default

    Returns
    -------
    dict
        ``count``; ``worst_ratio``, the greatest angular acceleration within 0.05 s of a join over the
        source's 99.9th percentile of the same joint; ``worst_joint``; ``worst_frame``;
        ``everywhere_ratio``, ``everywhere_joint`` and ``everywhere_frame``, the same over all frames;
        ``above_share``, share of all frames and joints above 1 (0.001 in the source itself).
        Joints that the source never moves (toes that it lacks) are left out.
    """
    ratio = angular_acceleration(motion) / np.maximum(reference.acceleration, LEAST)
    ratio[:, reference.acceleration < ABSENT] = 0.0
    if len(ratio) == 0:
        ratio = np.zeros((1, motion.skeleton.joints))
    felt = ratio
    if joins is not None and len(joins):
        reach = max(int(round(AROUND * motion.fps)), 1)
        near = np.zeros(len(ratio) + 2, dtype=bool)
        for shift in range(-reach, reach + 1):
            near[np.clip(np.asarray(joins) + shift, 0, len(near) - 1)] = True
        felt = np.where(near[1:-1, None], ratio, 0.0)
    worst, everywhere = (np.unravel_index(np.argmax(r), r.shape) for r in (felt, ratio))
    names = motion.skeleton.names
    return {
        "count": 0 if joins is None else len(joins),
        "worst_ratio": float(felt[worst]),
        "worst_joint": names[worst[1]],
        "worst_frame": int(worst[0]) + 1,
        "everywhere_ratio": float(ratio[everywhere]),
        "everywhere_joint": names[everywhere[1]],
        "everywhere_frame": int(everywhere[0]) + 1,
        "above_share": float(np.mean(ratio > 1.0)),
    }


def knee_hinge(motions):
    """(2, 3) axis in each thigh's frame about which its knee bends, from all motions together."""
    total = np.zeros((2, 3))
    for motion in motions:
        thigh, shin, turn = _leg(motion)
        total += rot.rotate(rot.inv(turn), np.cross(thigh, shin)).sum(axis=0)
    return total / np.maximum(np.linalg.norm(total, axis=-1, keepdims=True), 1e-12)


def knee_bend(motion, hinge):
    """(F, 2) bend of the knees, radians; negative when bent backwards."""
    thigh, shin, turn = _leg(motion)
    axis = rot.rotate(turn, hinge)
    return np.arctan2(np.sum(axis * np.cross(thigh, shin), axis=-1), np.sum(thigh * shin, axis=-1))


def _leg(motion):
    """Thigh and shin (F, 2, 3), metres, and the thighs' rotations (F, 2, 4)."""
    roles = motion.skeleton.roles
    for role in (f"{part}_{side}" for part in ("thigh", "shin", "foot") for side in SIDES):
        if role not in roles:
            raise RoleError(f"'{motion.name}' has no {role} to measure; assign the leg's joints")
    hip, knee, ankle = ([roles[f"{part}_{side}"] for side in SIDES] for part in ("thigh", "shin", "foot"))
    position, rotation = motion.pose
    return (
        position[:, knee] - position[:, hip], position[:, ankle] - position[:, knee], rotation[:, hip],
    )


def measure_knees(motion, reference):
    """How far the knees bend backwards, and further than the source's.

    Returns
    -------
    dict
        ``backward_deg``, ``beyond_source_deg`` (0 is the bar), ``straightest_deg``
    """
    bend = knee_bend(motion, reference.hinge).min(axis=0)
    beyond = np.maximum(np.minimum(reference.knee, 0.0) - bend, 0.0)
    return {
        "backward_deg": float(np.degrees(max(-bend.min(), 0.0))),
        "beyond_source_deg": float(np.degrees(beyond.max())),
        "straightest_deg": float(np.degrees(bend.min())),
    }


def measure_ranges(motion, reference):
    """How far joints leave the range they have in the source.

    Returns
    -------
    dict
        ``beyond_deg``, ``joint`` and ``frame`` of the worst; ``share`` of frames and joints beyond by
        more than 2 degrees
    """
    away = rot.log(rot.mul(rot.inv(reference.usual), _headless(motion)))
    beyond = np.maximum(np.maximum(away - reference.highest, reference.lowest - away), 0.0).max(axis=-1)
    frame, joint = np.unravel_index(np.argmax(beyond), beyond.shape)
    return {
        "beyond_deg": float(np.degrees(beyond[frame, joint])),
        "joint": motion.skeleton.names[joint],
        "frame": int(frame),
        "share": float(np.mean(beyond > np.radians(2.0))),
    }
