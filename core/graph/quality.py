"""Segments that would spoil a blend: feet that slide, or joints that jerk, more than those of the others."""

import numpy as np
from scipy.ndimage import gaussian_filter1d, maximum_filter1d

from ..motion import rotations as rot

#: Feet may slide this many times as far as is usual in the group, and this share of the leg at least.
_SLIDE, _SLIDE_LEAST = 2.5, 0.05
#: Joints may be this many times as sharp as in all but one in a thousand frames, and as usual in the group.
_JERK, _JERK_USUAL = 1.4, 1.3
#: Share of the sharpest acceleration from which on, and how much above it fully, a joint is evened out (those
#: of legs, which have to fit their feet, later than the others), and the seconds over which it is.
_CALM_LEGS, _CALM, _CALMED, _EVEN = 0.8, 0.4, 0.3, 0.03
#: Radians by which evening changes a joint at most.
_MOST = 0.06
#: No more than this share of a group is left out.
_SHARE = 0.15


def slide_of(motion, foot_contact):
    """How far each foot's ball slides while it stands: (F, 2) array, metres per frame, 0 in the air.

    Parameters
    ----------
    motion : Motion
    foot_contact : (F, 2, 2) bool array
    """
    out = np.zeros((motion.frames, 2))
    roles = motion.skeleton.roles
    for side, letter in enumerate("lr"):
        joint = roles.get(f"toe_{letter}", roles.get(f"foot_{letter}"))
        if joint is None:
            continue
        ball = motion.pose.position[:, joint, :2]
        step = np.diff(ball, axis=0, prepend=ball[:1])
        flat = np.all(foot_contact[:, side], axis=1)
        out[:, side] = np.linalg.norm(step, axis=1) * (flat & np.roll(flat, 1))
    return out


def acceleration_of(motion):
    """(F, J) how sharply the joints turn: size of their angular accelerations, radians per second squared."""
    turn = rot.log(rot.mul(rot.inv(motion.rotation[:-1]), motion.rotation[1:]))
    sharp = np.linalg.norm(np.diff(turn, axis=0), axis=-1) * motion.fps**2
    return np.pad(sharp, ((1, 1), (0, 0)))[: motion.frames]


def fit_members(members, slide, jerk, leg):
    """The members of a group that are not much worse than the others.

    Parameters
    ----------
    members : list of (clip index, Segment)
    slide : list of (F, 2) arrays, one per clip
    jerk : list of (F,) arrays, one per clip; of the sharpest joint, over what its joint keeps to
    leg : float, metres

    Returns
    -------
    list of (clip index, Segment)
    """
    slid = np.array([slide[k][s.start : s.end].sum(axis=0).max() for k, s in members])
    sharp = np.array([np.max(jerk[k][s.start : s.end], initial=0.0) for k, s in members])
    slid /= max(_SLIDE * np.median(slid), _SLIDE_LEAST * leg)
    sharp /= max(_JERK_USUAL * np.median(sharp), _JERK)
    fault = np.maximum(slid, sharp)
    worst = np.argsort(-fault, kind="stable")[: int(_SHARE * len(members))]
    return [member for k, member in enumerate(members) if fault[k] <= 1.0 or k not in worst]


def evened(turns, acceleration, sharpest, legs, fps):
    """Rotation vectors of a clip whose sharpest moments, which any addition would make too sharp, are evened.

    Only these moments are smoothed, and no joint is turned by more than a few degrees.

    Parameters
    ----------
    turns : (F, 3 J) array, radians
    acceleration : (F, J) array, radians per second squared
    sharpest : (J,) array; accelerations the joints of the clips keep to
    legs : (J,) bool array; which joints are those of legs
    fps : float

    Returns
    -------
    (F, 3 J) array
    """
    width = _EVEN * fps
    calm = np.where(legs, _CALM_LEGS, _CALM)
    share = np.clip((acceleration / sharpest - calm) / _CALMED, 0.0, 1.0)
    share = maximum_filter1d(share, 2 * int(round(width)) + 1, axis=0, mode="nearest")
    share = np.repeat(gaussian_filter1d(share, width, axis=0, mode="nearest"), 3, axis=1)
    change = share * (gaussian_filter1d(turns, width, axis=0, mode="nearest") - turns)
    size = np.linalg.norm(change.reshape(len(change), -1, 3), axis=-1)
    kept = np.tanh(size / _MOST) * _MOST / np.maximum(size, 1e-9)
    return turns + np.repeat(kept, 3, axis=1) * change


def leg_joints(skeleton):
    """(J,) bool array; which joints are those of legs, feet and toes."""
    parts = ("thigh", "shin", "foot", "toe")
    out = np.zeros(skeleton.joints, dtype=bool)
    out[[joint for role, joint in skeleton.roles.items() if role.rpartition("_")[0] in parts]] = True
    return out
