"""Steps where a join would let a foot glide: the paper's own open fault, mended.

Where two dance segments meet, a foot that stands before and after does not stand in the same place. While
the legs blend it would slide; here it lifts, steps over and stands again, one foot after the other.
"""

import numpy as np
from scipy.ndimage import distance_transform_edt, gaussian_filter1d, maximum_filter1d

from ..synthesis.planting.sole import feet_of
from .footing import rest_sole, with_ankles

STAYS_WITHIN = 0.03  # metres a foot may be asked to move without a step
STAYS_TURN = np.radians(12.0)
PIVOTS = np.radians(30.0)  # a standing foot may turn this far without a step
SWING = 0.30  # seconds of a small step, and seconds more per metre
SWING_PER_METRE = 0.35
LIFT, LIFT_PER_METRE, HIGHEST = 0.03, 0.15, 0.10  # metres
STANDS_BELOW = 0.06  # of leg length over the floor, and the share of it per second below which a
STANDS_SLOWER = 0.6  # blending foot can stand
NEAR = 0.1  # seconds before and after a stance in which a foot is lifted less and less
DIPS = 0.008  # metres a swinging foot may dip into the floor: toes bend


def with_steps(motion, contact, joins):
    """The motion with feet raised, and its contacts, where joins ask for a step.

    Parameters
    ----------
    motion : Motion
    contact : (F, 2, 2) bool array; [frame, left/right, heel/toe]
    joins : list of Join

    Returns
    -------
    Motion, (F, 2, 2) bool array, list of dict with ``foot``, ``first_frame``, ``last_frame``,
    ``distance_m``
    """
    feet = feet_of(motion)
    height = np.minimum(feet.ankle[..., 2], feet.ball[..., 2])
    over = np.maximum(height - np.percentile(height, 5, axis=0), 0.0)
    contact = _believable(contact, feet, over, joins, motion)
    steps = []
    for join in joins:
        if join.seconds > 0.0:
            steps += _steps_at(join, contact, feet, motion.fps)
    lift = _over_floor(feet, contact.any(axis=2), motion)
    for step in steps:
        side, start, stop = int(step["foot"] == "right"), step["first_frame"], step["last_frame"] + 1
        rise = min(HIGHEST, LIFT + LIFT_PER_METRE * step["distance_m"])
        phase = (np.arange(start, stop) - start + 1) / (stop - start + 1)
        wanted = rise * np.clip(1.0 - over[start:stop, side] / rise, 0.0, 1.0) ** 2
        bump = wanted * np.sin(np.pi * phase) ** 4
        lift[start:stop, side] = np.maximum(lift[start:stop, side], bump)
    up = np.zeros((*lift.shape, 3))
    up[..., 2] = lift
    return with_ankles(motion, feet.ankle + up), contact, steps


def _steps_at(join, contact, feet, fps):
    """The steps of one join, the free foot before the anchor; their contacts (F, 2, 2) are cleared."""
    frames = len(contact)
    end = min(frames - 1, join.frame + int(np.ceil(join.seconds * fps)))
    ahead = feet.ball[[join.frame - 1, end]] - feet.ankle[[join.frame - 1, end]]
    facing = np.arctan2(ahead[..., 1], ahead[..., 0])
    begins, steps = join.frame, []
    for side in (1 - max(join.anchor, 0), max(join.anchor, 0)):
        lands = _landing(contact[:, side], join.frame, end)
        if lands is None:
            continue
        stood = contact[join.frame - 1, side].any()
        moved = float(np.linalg.norm((feet.ball[end, side] - feet.ball[join.frame - 1, side])[:2]))
        turned = abs((facing[1, side] - facing[0, side] + np.pi) % (2 * np.pi) - np.pi)
        if side == join.anchor and turned < PIVOTS:
            contact[join.frame : lands + 1, side] = contact[join.frame - 1, side]
            continue
        if stood and moved < STAYS_WITHIN and turned < STAYS_TURN:
            continue
        start = begins if stood else join.frame
        stop = min(start + max(3, int(round((SWING + SWING_PER_METRE * moved) * fps))), frames)
        if stop - start < 3:
            continue
        # a foot that stood waits where it was for its turn
        contact[join.frame : start, side] = contact[join.frame - 1, side]
        contact[start:stop, side] = False
        begins = stop
        foot = "left" if side == 0 else "right"
        steps.append({"foot": foot, "first_frame": start, "last_frame": stop - 1, "distance_m": moved})
    return steps


def _believable(contact, feet, over, joins, motion):
    """Contacts without those of a later segment whose foot is still blending through the air."""
    contact = contact.copy()
    speed = np.linalg.norm(np.gradient(feet.ball[..., :2], axis=0), axis=-1) * motion.fps
    leg = motion.skeleton.leg_length
    flying = (over > STANDS_BELOW * leg) | (speed > STANDS_SLOWER * leg)
    for join in joins:
        blend = slice(join.frame, join.frame + int(np.ceil(join.seconds * motion.fps)))
        for side in range(2):
            if side != join.anchor:
                contact[blend, side] &= ~flying[blend, side, None]
    return contact


def _landing(contact, frame, end):
    """First frame of a join's blend in which a foot (F, 2) stands, or None if it stays in the air."""
    on = np.flatnonzero(contact[frame : end + 1].any(axis=1))
    return frame + int(on[0]) if len(on) else None


def swings_cleared(motion, planted):
    """The motion with no swinging foot in the floor.

    Parameters
    ----------
    motion : Motion, its feet planted
    planted : (F, 2) bool array; frames in which they stay as they are
    """
    lift = _over_floor(feet_of(motion), planted, motion)
    near = max(1, int(round(NEAR * motion.fps)))
    away = np.stack([distance_transform_edt(~planted[:, side]) for side in range(2)], axis=1)
    share = np.clip(away / near, 0.0, 1.0)
    up = np.zeros((*lift.shape, 3))
    up[..., 2] = lift * share**2 * (3.0 - 2.0 * share)
    return with_ankles(motion, feet_of(motion).ankle + up)


def _over_floor(feet, stands, motion):
    """(F, 2) metres by which swinging feet must be raised not to dip into the floor, smoothly."""
    sole = rest_sole(motion.skeleton)
    heights = zip((feet.ankle, feet.ball, feet.tip), sole)
    dip = np.max([height - at[..., 2] for at, height in heights], axis=0) - DIPS
    dip = np.where(stands, 0.0, np.maximum(dip, 0.0))
    reach = max(1, int(round(0.12 * motion.fps)))
    return gaussian_filter1d(maximum_filter1d(dip, 2 * reach + 1, axis=0), 0.5 * reach, axis=0)
