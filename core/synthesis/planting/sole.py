"""Where the joints of a foot lie above the sole, learnt from the clip's own flat stance."""

from typing import NamedTuple

import numpy as np

from ...errors import RoleError
from ...motion import rotations as rot

SIDES = ("l", "r")
LITTLE = 0.03             # radians squared of turning below which little is learnt about the heel
HIDDEN = 0.09          # ankle height over leg length, when no clip shows it (anthropometric mean)


class Sole(NamedTuple):
    """Heights of the foot's joints over the ground it stands on, metres, left and right.

    ankle, ball, tip : (2,) arrays; joint at the ankle, ball joint, toe tip
    behind : float; how far behind the ankle the heel touches down
    """

    ankle: np.ndarray
    ball: np.ndarray
    tip: np.ndarray
    behind: float = 0.0


class Feet(NamedTuple):
    """Both feet of a motion in the world.

    hip, knee, ankle, ball, tip : (F, 2, 3) metres; foot, toe : (F, 2, 4) rotations (toe repeats
    foot when the skeleton has no toes)
    """

    hip: np.ndarray
    knee: np.ndarray
    ankle: np.ndarray
    ball: np.ndarray
    tip: np.ndarray
    foot: np.ndarray
    toe: np.ndarray


def legs_of(skeleton):
    """Joint indices {"thigh": (2,), "shin": …, "foot": …, "toe": … or None}, left and right.

    Raises
    ------
    RoleError
        When a leg is not known.
    """
    out = {}
    for part in ("thigh", "shin", "foot", "toe"):
        found = [skeleton.roles.get(f"{part}_{side}") for side in SIDES]
        if part == "toe" and None in found:
            out[part] = None
            continue
        if None in found:
            raise RoleError(
                f"feet cannot be planted: no {part} on the {'left' if found[0] is None else 'right'} side; "
                "assign the leg's joints"
            )
        out[part] = np.array(found)
    return out


def feet_of(motion):
    """Both feet of a motion: Feet."""
    legs = legs_of(motion.skeleton)
    position, rotation = motion.pose
    foot, toe = legs["foot"], legs["toe"]
    if toe is None:
        ball = position[:, foot] + rot.rotate(rotation[:, foot], motion.skeleton.ball_of_foot)
        tip, toe_rotation = ball, rotation[:, foot]
    else:
        along = np.zeros((2, 3))
        along[:, 1] = motion.skeleton.length[toe]
        ball, toe_rotation = position[:, toe], rotation[:, toe]
        tip = ball + rot.rotate(toe_rotation, along)
    return Feet(
        position[:, legs["thigh"]], position[:, legs["shin"]], position[:, foot],
        ball, tip, rotation[:, foot], toe_rotation,
    )


def pitch_of(feet):
    """(F, 2) elevation of the ball seen from the ankle, radians; less is toes down."""
    arm = feet.ball - feet.ankle
    return np.arctan2(arm[..., 2], np.hypot(arm[..., 0], arm[..., 1]))


def level_pitch(feet, sole):
    """(2,) that elevation while the feet stand flat on level ground, radians."""
    length = np.linalg.norm(feet.ball - feet.ankle, axis=-1).mean(axis=0)
    return np.arcsin(np.clip((sole.ball - sole.ankle) / np.maximum(length, 1e-9), -1.0, 1.0))


def calibrate_sole(motion, foot_contact, floor=0.0):
    """Heights of ankle, ball and toe tip over the floor while the foot stands flat.

    Parameters
    ----------
    motion : Motion
    foot_contact : (F, 2, 2) bool array; [frame, left/right, heel/toe]
    floor : float or (F,) array, metres; height of the ground the clip itself stands on

    Returns
    -------
    Sole
        Medians over the flat frames of each foot; a foot that never stands flat takes the other's,
        and without any flat frame the ball comes from the toe contacts and the ankle from the
        length of the leg. The heel is where the foot turns about, at best, while only it is down.
    """
    feet = feet_of(motion)
    contact = np.asarray(foot_contact, dtype=bool)
    flat = contact[..., 0] & contact[..., 1]
    up = np.broadcast_to(np.asarray(floor, dtype=float), (motion.frames,))[:, None]
    heights = np.stack([feet.ankle[..., 2] - up, feet.ball[..., 2] - up, feet.tip[..., 2] - up], axis=-1)
    out = np.full((2, 3), np.nan)
    for side in range(2):
        if flat[:, side].any():
            out[side] = np.median(heights[flat[:, side], side], axis=0)
    for side in range(2):
        if np.isnan(out[side, 0]):
            out[side] = out[1 - side]
    if np.isnan(out).any():
        out[:] = _without_flat_stance(motion.skeleton, heights, contact)
    ankle, ball, tip = np.maximum(out, 0.0).T
    return Sole(ankle, ball, tip, _heel_behind(feet, contact, flat, ankle))


def _heel_behind(feet, contact, flat, under):
    """Metres behind the ankle of the point that moves least while feet roll on their heels."""
    pull, turned = 0.0, LITTLE
    length = np.linalg.norm(feet.ball - feet.ankle, axis=-1).mean()
    for side in range(2):
        if not flat[:, side].any():
            continue
        turn, ankle = feet.foot[:, side], feet.ankle[:, side]
        arm = rot.rotate(rot.inv(turn), feet.ball[:, side] - ankle).mean(axis=0)
        down = rot.rotate(rot.inv(turn[flat[:, side]]), np.array([0.0, 0.0, -1.0])).mean(axis=0)
        down /= np.linalg.norm(down)
        ahead = arm - down * (arm @ down)
        ahead /= max(np.linalg.norm(ahead), 1e-9)
        rolls = contact[:, side, 0] & ~contact[:, side, 1]
        rolls = np.flatnonzero(rolls[1:] & rolls[:-1])
        slide = np.diff(ankle + under[side] * rot.rotate(turn, down), axis=0)[rolls]
        swing = np.diff(rot.rotate(turn, ahead), axis=0)[rolls]
        pull += np.sum(slide * swing)
        turned += np.sum(swing**2)
    return float(np.clip(pull / turned, 0.0, 0.5 * length))


def _without_flat_stance(skeleton, heights, contact):
    """(3,) heights when no frame is flat."""
    toe = contact[..., 1]
    ankle = HIDDEN * skeleton.leg_length
    if toe.any():
        ball, tip = np.median(heights[toe][:, 1:], axis=0)
    else:
        ball = tip = 0.25 * ankle
    return np.array([ankle, ball, tip])
