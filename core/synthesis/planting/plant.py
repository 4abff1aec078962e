"""Exact foot plants for a whole motion: feet, then pelvis, then legs."""

import numpy as np

from ...motion import rotations as rot
from ...motion import two_bone_ik
from .foot_path import (
    CLEAR,
    ankle_path,
    balls,
    curled,
    foot_turns,
    holding,
    lifted,
    pinned_ankles,
    rolled,
    tip_turns,
    toe_turns,
    toes_above_ground,
)
from .pelvis import APPROACH, drift, eased_reach, leg_of, own_reach, rise, sink
from .plants import place_plants
from .release import within_reach
from .sole import calibrate_sole, feet_of, legs_of
from .stances import FLAT, FREE, find_stances
from .windows import ease, nearness, neighbours, smoothed

BRAKE = 0.15              # seconds in which a planted foot takes up the source's speed
AIRBORNE = 0.06           # seconds off a plant from which ankles of swinging feet keep to their range
ANKLE = 0.08              # radians beyond that at which they stop at the latest
ASIDE = 0.05              # radians before its end at which knees begin to turn aside
LASTING = 0.06            # seconds over which they do
ASKEW = 0.4               # radians by which they do at most
SETTLING = 1              # times that toes and feet give way to one another
KNEE = 0.06               # radians by which a swinging knee may be straighter than the source's
HINGE = 0.15              # weight of the character's own hinge against what one pose shows


def plant_feet(
    motion, foot_contact, ground=None, *,
    floor=0.0, sole=None, fixed=None, window=0.3, clearance=CLEAR, ranges=None,
):
    """The motion with every foot contact standing still, and its footsteps.

    Only pelvis position, legs and feet change; elsewhere than near plants the motion stays as it was.

    Parameters
    ----------
    motion : Motion
    foot_contact : (F, 2, 2) bool array; [frame, left/right, heel/toe]
    ground : callable (N, 2) metres -> (N,) metres, optional; height of the ground to stand on, the
        floor by default
    floor : float, metres; height of the ground the motion stood on before
    sole : Sole, optional; joint heights over the ground, learnt from the flat stance by default
    fixed : Plants, optional; places of plants that have begun earlier
    window : float, seconds; longest blend of a correction into the swing
    clearance : float, metres, by which a swinging foot clears the ground; less than 0 where it may brush it
    ranges : Ranges, optional; how far feet and toes may turn; without limits by default

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
    sole = sole or calibrate_sole(motion, foot_contact, floor)
    height = _height_of(ground, floor)
    lever = rot.rotate(rot.inv(feet.foot), feet.ball - feet.ankle).mean(axis=0)
    toes = rot.rotate(rot.inv(feet.toe), feet.tip - feet.ball).mean(axis=0)
    stances = find_stances(foot_contact, feet, sole, motion.fps, floor)
    leg = leg_of(feet)
    plants, moved = place_plants(stances, feet, leg, sole, height, lever, toes, motion.fps, fixed)
    if len(plants) == 0:
        return motion, plants
    own = own_reach(feet, leg)
    bend = _toe_bend(motion, legs_of(motion.skeleton), ranges)

    def rolling(plants):
        held = holding(feet, plants, lever, toes, sole, motion.fps, window, BRAKE, bend)
        return held, *_rolling(held, moved, leg, own)

    held, foot, curl, ankle, shift = rolling(plants)
    kept = within_reach(held, ankle - feet.hip - shift[:, None], own, leg)
    if kept is not plants:
        plants = kept
        held, foot, curl, ankle, shift = rolling(plants)
    toe = toe_turns(held, foot, curl)
    let_go = (stances.phase != FREE) & ~held.down
    ankle = lifted(held, ankle, foot, toe, height, let_go, clearance)
    toe = toes_above_ground(held, ankle, foot, toe, height)
    shift[:, 2] -= sink(feet, ankle, shift, held.down, leg, motion.fps)
    return _with_legs(motion, held, ankle, foot, toe, shift, leg, ranges), plants


def _rolling(held, moved, leg, own):
    """Foot turns, curl of toes, ankles, and the pelvis's displacement, once rolling feet give way to legs."""
    feet, fps = held.feet, held.fps
    foot = foot_turns(held)
    pinned = pinned_ankles(held, foot, balls(held))
    shift = drift(feet, pinned - np.pad(moved, ((0, 0), (0, 0), (0, 1))), held.down, leg, fps)
    ankle = ankle_path(held, pinned, shift)
    shift[:, 2] += rise(feet, ankle, shift, held.down & (held.phase <= FLAT), leg, fps)
    hip = feet.hip + shift[:, None]
    curl = curled(held, rolled(held, foot, balls(held), hip, own), hip, own)
    turned = rolled(held, foot, balls(held, curl), hip, own)
    for _ in range(SETTLING):
        turn = tip_turns(held, turned, curl)
        turned = rolled(held, foot, balls(held, turn), hip, own)
    turn = tip_turns(held, turned, curl)
    return turned, curl, ankle_path(held, pinned_ankles(held, turned, balls(held, turn)), shift), shift


def _toe_bend(motion, legs, ranges):
    """A function that holds rotations (F, 2, 4) of toes in their feet to the ranges."""
    foot, toe = legs["foot"], legs["toe"]
    if toe is None or ranges is None:
        return lambda bent, *_: bent
    rest = rot.mul(_between(motion, foot, toe), motion.skeleton.rest_rotation[toe])
    return lambda bent, *ends: rot.mul(rest, ranges.held(toe, rot.mul(rot.inv(rest), bent), *ends))


def _between(motion, foot, toe):
    """(F, 2, 4) from the feet's frames to those of the joints which carry the toes."""
    turned = motion.pose.rotation
    return rot.mul(rot.inv(turned[:, foot]), turned[:, motion.skeleton.parents[toe]])


def _height_of(ground, floor):
    """Ground height as a function of (N, 2) points that always gives (N,)."""
    if ground is None:
        return lambda xy: np.full(len(xy), float(floor))
    return lambda xy: np.broadcast_to(np.asarray(ground(xy), dtype=float), (len(xy),))


def _with_legs(motion, held, ankle, foot_turn, toe_turn, shift, leg, ranges):
    """The motion with its pelvis shifted and its legs solved for the feet."""
    legs = legs_of(motion.skeleton)
    feet = held.feet
    offset = shift[:, None]
    hip = feet.hip + offset
    target = hip + _within_reach(ankle - hip, held, leg)
    thigh_turn, shin_turn, _ = two_bone_ik(
        hip, feet.knee + offset, feet.ankle + offset, target, soft=0.0, hinge=_hinge(motion, feet, legs)
    )
    if ranges is not None:
        aside = _aside(motion, held, target - hip, rot.mul(shin_turn, motion.pose.rotation[:, legs["shin"]]),
                       foot_turn, ranges)
        thigh_turn, shin_turn = rot.mul(aside, thigh_turn), rot.mul(aside, shin_turn)
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
    rotation[:, foot] = local(foot, above, foot_turn)
    if ranges is not None:
        swings = 1.0 - nearness(held.down, AIRBORNE * held.fps)
        rotation[:, foot] = ranges.eased(foot, rotation[:, foot], swings, ANKLE)
    if toe is not None:
        rotation[:, toe] = local(toe, rot.mul(foot_turn, _between(motion, foot, toe)), toe_turn)
    return motion.with_(root_position=motion.root_position + shift, rotation=rotation)


def _aside(motion, held, reach, shin, foot_turn, ranges):
    """(F, 2, 4) turns of legs about the line from hip to ankle, where ankles would else be twisted too far.

    A knee follows a foot that stands while the body turns over it: the hip gives what the ankle cannot.
    """
    foot = legs_of(motion.skeleton)["foot"]
    above = rot.mul(shin, motion.skeleton.rest_rotation[foot])
    local = rot.mul(rot.inv(above), foot_turn)
    left = rot.mul(local, rot.inv(ranges.held(foot, local, ASIDE)))
    line = reach / np.maximum(np.linalg.norm(reach, axis=-1, keepdims=True), 1e-9)
    twist = np.sum(rot.rotate(above, rot.log(left)) * line, axis=-1)
    twist = smoothed(twist * nearness(held.down, AIRBORNE * held.fps), LASTING * held.fps)
    return rot.exp(line * (ASKEW * np.tanh(twist / ASKEW))[..., None])


def _within_reach(reach, held, leg):
    """Hip to ankle vectors (F, 2, 3) of which the swinging legs do not straighten in haste.

    A foot that has just left its plant, or nears one, lags behind or runs ahead of its source; its
    leg may be longer than the source's by what the plant itself
    asks, fading with time, and by a few degrees of knee. Near full extension it is damped besides.
    """
    distance = np.maximum(np.linalg.norm(reach, axis=-1), 1e-9)
    own = _knee(own_reach(held.feet, leg), leg)
    straighter = own - _knee(distance, leg)
    granted = _faded_out(np.maximum(straighter, 0.0), held.down, held.window)
    over = straighter - granted
    kept = leg * np.cos(0.5 * (own - granted - KNEE * np.tanh(over / KNEE)))
    wished = np.where(held.down | (over <= 0.0), distance, kept)
    planted = nearness(held.down, APPROACH * held.fps)
    eased = eased_reach(wished, leg)
    return reach * ((eased + planted * (wished - eased)) / distance)[..., None]


def _knee(distance, leg):
    """(F, 2) bend of the knee at a distance from hip to ankle, radians, as if thigh and shin were equal."""
    return 2.0 * np.arccos(np.minimum(distance / leg, 1.0))


def _faded_out(values, kept, window):
    """(F, 2) values of the kept frames, eased to nothing over a window of frames around them."""
    before, after = neighbours(kept)
    frames, column = len(values), np.arange(2)
    index = np.arange(frames)[:, None]
    left = np.where(before < 0, 0.0, values[np.maximum(before, 0), column])
    right = np.where(after >= frames, 0.0, values[np.minimum(after, frames - 1), column])
    left = left * (1.0 - ease((index - before) / window))
    return np.maximum(left, right * (1.0 - ease((after - index) / window)))


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
