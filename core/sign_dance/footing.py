"""What dancers' feet and knees do on the signer's skeleton, made possible: heels, balls, bends.

A dance that comes over from another body brings feet whose soles lie otherwise, and trackers tilt feet at
random. Here it is settled on which part of the sole each foot stands, and heels come out of the floor.
"""

import numpy as np
from scipy.ndimage import gaussian_filter1d, maximum_filter1d, minimum_filter1d

from ..motion import Motion, two_bone_ik
from ..motion import rotations as rot
from ..synthesis.planting import Sole
from ..synthesis.planting.sole import feet_of
from ..synthesis.planting.windows import smooth_cover

LEAST_BEND, SOFT_BEND = 0.02, 0.04  # radians
SPINS = 1.0  # radians per second at which a standing foot is turning on its ball
HEEL_OFF = np.radians(8.0)  # a standing foot steeper than flat by this has its heel off the floor
STEADY = 0.1  # seconds over which a foot's tilt is looked at
HOVERS = 0.018  # of leg length above its usual standing height at which a foot hovers
LEVEL = 0.3  # seconds over which the height of standing feet is looked at
UNSAID = 0.05  # weight of the clip's own height where no foot stands
MOST_LEVEL = 0.08  # metres by which a dance is raised or lowered here and there
SINKS = 0.1  # seconds a foot must be off its stance to sink with the pelvis
CALM = 0.3  # seconds before and after in which the pelvis follows what plants ask of it
RAMP = 0.2  # seconds in which a heel that must be up in a stance rises before it and sinks after it


def rest_sole(skeleton):
    """Sole of the skeleton as it stands at rest: a dancer's clip may hold no flat foot to learn it from."""
    still = np.zeros((1, skeleton.joints, 4))
    still[..., 0] = 1.0
    at_rest = Motion(skeleton, skeleton.rest_position[None, skeleton.root], still, 1.0)
    feet = feet_of(at_rest)
    heights = np.stack([feet.ankle[0, :, 2], feet.ball[0, :, 2], feet.tip[0, :, 2]])
    heights -= heights[1:].min(axis=0)
    return Sole(*heights)


def on_floor(motion):
    """The motion lowered or raised until its floor is z = 0 (dance floors are flat, and felt often)."""
    sole = rest_sole(motion.skeleton)
    feet = feet_of(motion)
    over = np.stack([feet.ankle[..., 2] - sole.ankle, feet.ball[..., 2] - sole.ball], axis=-1)
    floor = np.percentile(over.min(axis=(1, 2)), 15)
    return motion.with_(root_position=motion.root_position - np.array([0.0, 0.0, floor]))


def grounded(motion, contact):
    """Contacts (F, 2, 2) without feet that hover: higher than they stand elsewhere on a flat floor."""
    over = _standing_height(motion, contact)
    over = gaussian_filter1d(over, 0.5 * STEADY * motion.fps, axis=0, mode="nearest")
    contact = contact.copy()
    for side in range(2):
        stands = contact[:, side].any(axis=1)
        if stands.any():
            usual = np.percentile(over[stands, side], 25)
            contact[over[:, side] > usual + HOVERS * motion.skeleton.leg_length, side] = False
    return contact


def _standing_height(motion, contact):
    """(F, 2) metres of each foot over the floor, at the part of its sole that stands."""
    sole, feet = rest_sole(motion.skeleton), feet_of(motion)
    return np.where(contact[..., 1], feet.ball[..., 2] - sole.ball, feet.ankle[..., 2] - sole.ankle)


def levelled(motion, contact):
    """The motion whose feet stand at z = 0 wherever they stand (contacts (F, 2, 2)).

    Legs of other proportions, and capture, let a dancer's feet stand now higher, now lower; the pelvis
    follows what they do in the long run, so that planting has little left to move.
    """
    over = _standing_height(motion, contact)
    stands = contact.any(axis=2).astype(float)
    wide = LEVEL * motion.fps
    said = gaussian_filter1d((over * stands).sum(axis=1), wide, mode="nearest")
    weight = gaussian_filter1d(stands.sum(axis=1), wide, mode="nearest")
    rise = np.clip(said / (weight + UNSAID), -MOST_LEVEL, MOST_LEVEL)
    return motion.with_(root_position=motion.root_position - rise[:, None] * (0.0, 0.0, 1.0))


def pivoting(motion, contact):
    """Contacts (F, 2, 2) in which a foot that turns about the vertical stands on its ball alone."""
    feet = feet_of(motion)
    ahead = feet.ball - feet.ankle
    facing = np.unwrap(np.arctan2(ahead[..., 1], ahead[..., 0]), axis=0)
    reach = max(1, int(round(0.1 * motion.fps)))
    padded = np.pad(facing, ((reach, reach), (0, 0)), mode="edge")
    speed = np.abs(padded[2 * reach :] - padded[: -2 * reach]) * motion.fps / (2 * reach)
    return _on_balls(contact, speed > SPINS)


def heels_off(motion, contact):
    """Contacts (F, 2, 2) in which a foot that stands steeper than flat stands on its ball alone."""
    steep = -_below_flat(feet_of(motion), rest_sole(motion.skeleton))
    steep = gaussian_filter1d(steep, 0.5 * STEADY * motion.fps, axis=0, mode="nearest")
    return _on_balls(contact, steep > HEEL_OFF)


def _on_balls(contact, raised):
    """Contacts in which feet with a raised (F, 2) heel stand on the ball alone."""
    raised = raised & contact.any(axis=2)
    contact = contact.copy()
    contact[..., 0] &= ~raised
    contact[..., 1] |= raised
    return contact


def heels_up(motion, contact):
    """The motion with no heel under the floor where the ball of a foot stands (contacts (F, 2, 2)).

    What a stance asks for comes and goes smoothly in the swings around it.
    """
    feet = feet_of(motion)
    missing = np.maximum(_below_flat(feet, rest_sole(motion.skeleton)), 0.0)
    stands = contact[..., 1]
    reach = max(1, int(round(RAMP * motion.fps)))
    share = gaussian_filter1d(
        maximum_filter1d(stands.astype(float), reach + 1, axis=0), reach / 6.0, axis=0, mode="nearest"
    )
    missing = missing * np.where(stands, 1.0, share)
    skeleton, turned, rotation = motion.skeleton, motion.pose.rotation, motion.rotation.copy()
    for side, s in enumerate("lr"):
        here = np.flatnonzero(missing[:, side] > 1e-6)
        joint = skeleton.roles[f"foot_{s}"]
        across = np.cross((feet.ankle - feet.ball)[here, side], (0.0, 0.0, 1.0))
        world = rot.mul(rot.from_axis_angle(across, missing[here, side]), turned[here, joint])
        rest = rot.mul(turned[here, skeleton.parents[joint]], skeleton.rest_rotation[joint])
        rotation[here, joint] = rot.mul(rot.inv(rest), world)
    return motion.with_(rotation=rotation)


def _below_flat(feet, sole):
    """(F, 2) radians by which each foot's heel is lower than when the foot lies flat."""
    line = feet.ankle - feet.ball
    length = np.maximum(np.linalg.norm(line, axis=-1), 1e-9)
    flat = np.arcsin(np.clip((sole.ankle - sole.ball) / length, -1.0, 1.0))
    return flat - np.arcsin(np.clip(line[..., 2] / length, -1.0, 1.0))


def knees_forward(motion):
    """The motion with no knee bent backwards, which blending two legs can bring about."""
    feet = feet_of(motion)
    skeleton, turned, rotation = motion.skeleton, motion.pose.rotation, motion.rotation.copy()
    for side, s in enumerate("lr"):
        thigh, shin = feet.knee[:, side] - feet.hip[:, side], feet.ankle[:, side] - feet.knee[:, side]
        joints = [skeleton.roles[f"{part}_{s}"] for part in ("thigh", "shin")]
        fold = np.cross(thigh, shin)
        usual = rot.rotate(rot.inv(turned[:, joints[0]]), fold).sum(axis=0)
        hinge = rot.rotate(turned[:, joints[0]], usual / max(float(np.linalg.norm(usual)), 1e-9))
        bend = np.arctan2(np.sum(fold * hinge, axis=-1), np.sum(thigh * shin, axis=-1))
        over = bend - LEAST_BEND
        wanted = LEAST_BEND + 0.5 * (over + np.sqrt(over**2 + SOFT_BEND**2))
        world = rot.mul(rot.from_axis_angle(hinge, wanted - bend), turned[:, joints[1]])
        rest = rot.mul(turned[:, skeleton.parents[joints[1]]], skeleton.rest_rotation[joints[1]])
        rotation[:, joints[1]] = rot.mul(rot.inv(rest), world)
    return motion.with_(rotation=rotation)


def with_ankles(motion, ankle):
    """The motion with its ankles at (F, 2, 3), metres, the feet turned as they were."""
    feet = feet_of(motion)
    skeleton, roles = motion.skeleton, motion.skeleton.roles
    turned, rotation = motion.pose.rotation, motion.rotation.copy()
    moved = np.linalg.norm(ankle - feet.ankle, axis=-1) > 1e-9
    for side, s in enumerate("lr"):
        here = np.flatnonzero(moved[:, side])
        thigh_turn, shin_turn, _ = two_bone_ik(
            feet.hip[here, side], feet.knee[here, side], feet.ankle[here, side], ankle[here, side],
            soft=0.0, pole=(feet.ball - feet.ankle)[here, side],
        )
        above = rot.identity()
        for part, turn in (("thigh", thigh_turn), ("shin", shin_turn), ("foot", rot.identity())):
            joint = roles[f"{part}_{s}"]
            parent = rot.mul(above, turned[here, skeleton.parents[joint]])
            world = rot.mul(turn, turned[here, joint])
            rest = rot.mul(parent, skeleton.rest_rotation[joint])
            rotation[here, joint] = rot.mul(rot.inv(rest), world)
            above = turn
    return motion.with_(rotation=rotation)


def calm_pelvis(motion, planted, contact):
    """The motion with a pelvis that takes its time where plants will lower it.

    Plants let go at once; a pelvis that was lowered for them would spring back. It is lowered earlier
    and longer instead, never less; standing feet stay, swinging ones sink with it as far as they can.

    Parameters
    ----------
    motion, planted : Motion, before and after its feet were planted
    contact : (F, 2, 2) bool array

    Returns
    -------
    Motion, to be planted again
    """
    lower = np.maximum(motion.root_position[:, 2] - planted.root_position[:, 2], 0.0)
    lower = smooth_cover(lower, CALM * motion.fps)
    sole, feet = rest_sole(motion.skeleton), feet_of(motion)
    clear = np.min([getattr(feet, point)[..., 2] - at for point, at in zip(("ankle", "ball"), sole)], axis=0)
    reach = max(1, int(round(SINKS * motion.fps)))
    swings = minimum_filter1d((~contact.any(axis=2)).astype(float), 2 * reach + 1, axis=0)
    swings = gaussian_filter1d(swings, 0.5 * reach, axis=0, mode="nearest")
    ankle = feet.ankle.copy()
    ankle[..., 2] -= swings * np.clip(0.5 * clear, 0.0, lower[:, None])
    position = motion.root_position - lower[:, None] * (0.0, 0.0, 1.0)
    return with_ankles(motion.with_(root_position=position), ankle)
