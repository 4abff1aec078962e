"""Headings of a motion, and its path bent without sliding its frames against each other."""

import numpy as np

from ..motion import rotations as rot

FASTEST_TURN = 4.0 * np.pi  # radians per second: two turns a second, a fast pirouette
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
    root = motion.skeleton.root
    rest = motion.skeleton.rest_global_rotation[root]
    about = rot.about_z(turn)
    rotation = motion.rotation.copy()
    rotation[:, root] = rot.mul(rot.inv(rest), rot.mul(about, rot.mul(rest, rotation[:, root])))
    steps = np.diff(motion.root_position, axis=0)
    middle = rot.about_z(0.5 * (turn[1:] + turn[:-1]))
    position = motion.root_position.copy()
    position[1:] = position[0] + np.cumsum(rot.rotate(middle, steps), axis=0)
    return motion.with_(root_position=position, rotation=rotation)


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
    root = motion.skeleton.root
    rest = motion.skeleton.rest_global_rotation[root]
    about = rot.about_z(turn)
    rotation = motion.rotation.copy()
    rotation[:, root] = rot.mul(rot.inv(rest), rot.mul(about, rot.mul(rest, rotation[:, root])))
    position = pivot + rot.rotate(about, motion.root_position - pivot)
    return motion.with_(root_position=position, rotation=rotation)


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
