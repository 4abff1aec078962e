"""Headings of a motion, and its path bent without sliding its frames against each other."""

import numpy as np

from ..motion import rotations as rot
from ..motion.mirror import side_axis

FASTEST_TURN = 4.0 * np.pi  # radians per second: two turns a second, a fast pirouette
MOST_TURN = 0.5 * np.pi  # radians at one join
LET_BE = np.radians(20.0)  # off front, not worth a turn
ALL_ROUND = 0.3  # length of the mean heading below which a segment turns all round
UPRIGHT = 0.5  # cosine of the pelvis's tilt above which a heading means anything


def heading(motion):
    """(F,) heading of the root about Z, away from the skeleton's rest, radians, continuous."""
    return np.unwrap(rot.yaw(_root_turn(motion)))


def steered(motion, turn):
    """The motion turned by a growing angle: every frame's step is turned with its heading.

    Parameters
    ----------
    motion : Motion
    turn : (F,) array, radians, about Z

    Returns
    -------
    Motion
    """
    steps = np.diff(motion.root_position, axis=0)
    middle = rot.about_z(0.5 * (turn[1:] + turn[:-1]))
    position = motion.root_position.copy()
    position[1:] = position[0] + np.cumsum(rot.rotate(middle, steps), axis=0)
    return motion.with_(root_position=position, rotation=_rotation_turned(motion, turn))


def turned_about(motion, turn, pivot):
    """The motion turned by a growing angle about a point it stands on.

    Parameters
    ----------
    motion : Motion
    turn : (F,) array, radians, about Z
    pivot : (3,) array, metres

    Returns
    -------
    Motion
    """
    position = pivot + rot.rotate(rot.about_z(turn), motion.root_position - pivot)
    return motion.with_(root_position=position, rotation=_rotation_turned(motion, turn))


def _rotation_turned(motion, turn):
    """Joint rotations (F, J, 4) of a motion whose root is turned by angles (F,) about Z."""
    root = motion.skeleton.root
    rest = motion.skeleton.rest_global_rotation[root]
    rotation = motion.rotation.copy()
    rotation[:, root] = rot.mul(rot.inv(rest), rot.mul(rot.about_z(turn), rot.mul(rest, rotation[:, root])))
    return rotation


def facing_front(piece, facing, front, most=MOST_TURN):
    """Heading at which a dance segment begins so that it faces front on the whole.

    A dancer spins and looks aside, so only the segment's mean heading counts; of a segment that turns all
    round the heading it ends with. A body turns at most a quarter at a join, the rest at the next.

    Parameters
    ----------
    piece : Motion; its frame 1 is the first of the segment
    facing : float, radians; heading with which it would go on
    front : float, radians, or None to go on so
    most : float, radians; greatest turn

    Returns
    -------
    float, radians
    """
    if front is None:
        return float(facing)
    turned = heading(piece)[1:-2]
    turned = turned - turned[0]
    mean = np.exp(1j * turned).mean()
    overall = np.angle(mean) if np.abs(mean) > ALL_ROUND else turned[-1]
    off = (front - facing - overall + np.pi) % (2.0 * np.pi) - np.pi
    return float(facing + (np.clip(off, -most, most) if abs(off) > LET_BE else 0.0))


def front_of(motion, direction=None):
    """Heading (radians) of a body that looks in a direction, by default where the signer looks.

    Parameters
    ----------
    motion : Motion of the signer
    direction : (2,) array_like, optional; towards the audience on the ground
    """
    if direction is None:
        return float(np.angle(np.exp(1j * heading(motion)).mean()))
    across = side_axis(motion.skeleton)
    return float(np.arctan2(direction[1], direction[0]) - np.arctan2(-across[0], across[1]))


def share_facing(motion, front):
    """Share of frames in which the body faces front, within 60 degrees."""
    return float(np.mean(np.cos(heading(motion) - front) > 0.5))


def upright(motion):
    """(F,) bool array: frames in which the body has a heading (a cartwheel has none)."""
    return rot.rotate(_root_turn(motion), np.array([0.0, 0.0, 1.0]))[:, 2] > UPRIGHT


def limited_turns(motion, fastest=FASTEST_TURN):
    """The motion with turns no faster than allowed, and the frames where that was needed.

    Only an upright body has a heading; a cartwheel is left alone.

    Returns
    -------
    Motion, (N,) int array
    """
    stands = upright(motion)
    stands = stands[1:] & stands[:-1]
    turned = np.diff(heading(motion))
    most = fastest / motion.fps
    allowed = np.where(stands, np.clip(turned, -most, most), turned)
    too_fast = np.flatnonzero(np.abs(turned - allowed) > 1e-9) + 1
    if not len(too_fast):
        return motion, too_fast
    correction = np.concatenate([[0.0], np.cumsum(allowed - turned)])
    return steered(motion, correction), too_fast


def _root_turn(motion):
    rest = motion.skeleton.rest_global_rotation[motion.skeleton.root]
    return rot.mul(rot.mul(rest, motion.rotation[:, motion.skeleton.root]), rot.inv(rest))
