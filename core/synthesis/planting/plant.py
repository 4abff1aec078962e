"""Exact foot plants for a whole motion: feet, then pelvis, then legs."""

import numpy as np

from ...motion import rotations as rot
from ...motion import two_bone_ik
from .foot_path import foot_paths
from .pelvis import APPROACH, eased_reach, pelvis_shift
from .plants import find_stances, place_plants
from .sole import calibrate_sole, feet_of, legs_of
from .windows import nearness

BRAKE = 0.12              # seconds in which a planted foot takes up the source's speed
HINGE = 0.15              # weight of the character's own hinge against what one pose shows


def plant_feet(motion, foot_contact, ground=None, *, sole=None, fixed=None, window=0.3):
    """The motion with every foot contact standing still, and its footsteps.

    Only pelvis position, legs and feet change; elsewhere than near plants the motion stays as it was.

    Parameters
    ----------
    motion : Motion
    foot_contact : (F, 2, 2) bool array; [frame, left/right, heel/toe]
    ground : callable (N, 2) metres -> (N,) metres, optional; height of the ground, 0 by default
    sole : Sole, optional; joint heights over the ground, learnt from the motion's flat stance by default
    fixed : Plants, optional; places of plants that have begun earlier
    window : float, seconds; longest blend of a correction into the swing

    Returns
    -------
    Motion, Plants

    Raises
    ------
    RoleError
        When the skeleton's legs are not known.

    References
    ----------
    Kovar, Schreiner, Gleicher 2002, "Footskate cleanup for motion capture editing": the order of
    the steps and damped knees.
    """
    if np.shape(foot_contact) != (motion.frames, 2, 2):
        raise ValueError(f"foot_contact has shape {np.shape(foot_contact)}, ({motion.frames}, 2, 2) needed")
    feet = feet_of(motion)
    sole = sole or calibrate_sole(motion, foot_contact)
    height = _height_of(ground)
    lever = rot.rotate(rot.inv(feet.foot), feet.ball - feet.ankle).mean(axis=0)
    stances = find_stances(foot_contact, feet, sole, motion.fps)
    plants = place_plants(stances, feet, sole, height, lever, fixed)
    path = foot_paths(feet, plants, sole, height, lever, window * motion.fps, BRAKE * motion.fps)
    held = plants.owner >= 0
    shift = pelvis_shift(feet, path.ankle, held, motion.fps)
    return _with_legs(motion, feet, path, shift, held), plants


def _height_of(ground):
    """Ground height as a function of (N, 2) points that always gives (N,)."""
    if ground is None:
        return lambda xy: np.zeros(len(xy))
    return lambda xy: np.broadcast_to(np.asarray(ground(xy), dtype=float), (len(xy),))


def _with_legs(motion, feet, path, shift, held):
    """The motion with its pelvis shifted and its legs solved for the feet."""
    legs = legs_of(motion.skeleton)
    offset = shift[:, None]
    hip = feet.hip + offset
    target = hip + _within_reach(path.ankle - hip, feet, nearness(held, APPROACH * motion.fps))
    thigh_turn, shin_turn, _ = two_bone_ik(
        hip, feet.knee + offset, feet.ankle + offset, target, soft=0.0, hinge=_hinge(motion, feet, legs)
    )
    rotation = motion.rotation.copy()
    turned = motion.pose.rotation
    skeleton = motion.skeleton

    def local(joint, above, world):
        rest = rot.mul(above, skeleton.rest_rotation[joint])
        return rot.mul(rot.inv(rest), world)

    thigh, shin, foot, toe = (legs[part] for part in ("thigh", "shin", "foot", "toe"))
    parents = skeleton.parents
    rotation[:, thigh] = local(thigh, turned[:, parents[thigh]], rot.mul(thigh_turn, turned[:, thigh]))
    above = rot.mul(thigh_turn, turned[:, parents[shin]])
    rotation[:, shin] = local(shin, above, rot.mul(shin_turn, turned[:, shin]))
    above = rot.mul(shin_turn, turned[:, parents[foot]])
    rotation[:, foot] = local(foot, above, path.foot)
    if toe is not None:
        between = rot.mul(rot.inv(turned[:, foot]), turned[:, parents[toe]])
        rotation[:, toe] = local(toe, rot.mul(path.foot, between), path.toe)
    return motion.with_(root_position=motion.root_position + shift, rotation=rotation)


def _within_reach(reach, feet, planted):
    """Hip to ankle vectors (F, 2, 3), eased near straightness where the foot swings."""
    leg = np.linalg.norm(feet.knee - feet.hip, axis=-1) + np.linalg.norm(feet.ankle - feet.knee, axis=-1)
    distance = np.maximum(np.linalg.norm(reach, axis=-1), 1e-9)
    eased = eased_reach(distance, leg)
    return reach * ((eased + planted * (distance - eased)) / distance)[..., None]


def _hinge(motion, feet, legs):
    """(F, 2, 3) axes about which the knees fold, steadied by the character's mean hinge."""
    thigh, shin = feet.knee - feet.hip, feet.ankle - feet.knee
    size = np.linalg.norm(thigh, axis=-1) * np.linalg.norm(shin, axis=-1)
    seen = np.cross(thigh, shin) / np.maximum(size, 1e-12)[..., None]
    turned = motion.pose.rotation[:, legs["thigh"]]
    usual = rot.rotate(rot.inv(turned), seen).sum(axis=0)
    usual /= np.maximum(np.linalg.norm(usual, axis=-1, keepdims=True), 1e-12)
    axis = seen + HINGE * rot.rotate(turned, usual)
    return axis / np.maximum(np.linalg.norm(axis, axis=-1, keepdims=True), 1e-12)
