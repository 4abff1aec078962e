"""Segments that would spoil a blend: feet that slide, or joints that jerk, more than those of the others."""

import numpy as np

from ..motion import rotations as rot

#: Feet may slide this many times as far as is usual in the group, and this share of the leg at least.
_SLIDE, _SLIDE_LEAST = 2.5, 0.05
#: Joints may be this many times as sharp as in all but one in a thousand frames, and as usual in the group.
_JERK, _JERK_USUAL = 1.4, 1.3
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
