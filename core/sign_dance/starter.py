"""Generated material to try a sign dance with in a minute: sign-like clips, dances at several tempi.

Nothing here is recorded and nothing is a sign of any language: hands go from place to place in signing
space and change shape, with holds, so that one can see that they are kept. Every name says "generated".
"""

import numpy as np

from ..motion import Motion, Skeleton, forward, two_bone_ik
from ..motion import rotations as rot
from ..starter import starter_skeleton
from .counts import Counts
from .database import DanceClip

FPS = 60.0
TEMPI = (84.0, 100.0, 110.0, 120.0, 132.0)
STYLES = ("step touch", "sway", "march", "twist")
FINGERS = ("thumb", "index", "middle", "ring", "pinky")
_ACROSS = (0.035, 0.028, 0.009, -0.010, -0.028)  # metres over the palm, thumb side first
_ALONG = (0.030, 0.095, 0.098, 0.094, 0.085)
_BONES = ((0.040, 0.032, 0.025), (0.042, 0.026, 0.020), (0.046, 0.030, 0.021), (0.042, 0.028, 0.021),
          (0.034, 0.020, 0.018))
_SHAPES = {  # curl of thumb, index, middle, ring, pinky: 0 straight, 1 folded
    "flat": (0, 0, 0, 0, 0),
    "fist": (0.6, 1, 1, 1, 1),
    "point": (0.6, 0, 1, 1, 1),
    "two": (0.8, 0, 0, 1, 1),
    "round": (0.4, 0.5, 0.5, 0.5, 0.5),
    "horns": (0.6, 0, 1, 1, 0),
}


def signer_skeleton():
    """The starter character's skeleton with three joints in every finger."""
    body = starter_skeleton()
    names, parents, offsets = list(body.names), list(body.parents), list(body.rest_offset)
    rests, lengths, roles = list(body.rest_rotation), list(body.length), dict(body.roles)
    for side, sign in (("l", 1.0), ("r", -1.0)):
        # a finger's own X is the axis it curls about, towards the palm
        curl_frame = rot.from_axis_angle([0.0, 1.0, 0.0], sign * np.pi / 2)
        for finger, across, along, bones in zip(FINGERS, _ACROSS, _ALONG, _BONES):
            above, offset, rest = roles[f"hand_{side}"], np.array([0.0, along, across]), curl_frame
            for k, length in enumerate(bones, start=1):
                names.append(f"{finger}{k}.{side.upper()}")
                parents.append(above)
                offsets.append(offset)
                rests.append(rest)
                lengths.append(length)
                above = roles[f"{finger}{k}_{side}"] = len(names) - 1
                offset, rest = np.array([0.0, length, 0.0]), rot.identity()
    arrays = (np.array(part) for part in (parents, offsets, rests, lengths))
    return Skeleton(tuple(names), *arrays, roles, body.root)


def starter_sign(bpm=110.0, segments=8, *, seed=1, fps=FPS):
    """A generated sign-like clip: arms and hands move through signing space, the body stands.

    Parameters
    ----------
    bpm : float; a new place about every two counts
    segments : int; length in 4-count segments
    seed : int
    fps : float

    Returns
    -------
    Motion on `signer_skeleton`
    """
    skeleton = signer_skeleton()
    frames = int(round(segments * 240.0 / bpm * fps)) + 1
    root = np.tile(skeleton.rest_position[skeleton.root], (frames, 1))
    rotation = _still(skeleton, frames)
    count = np.arange(frames) / fps * bpm / 60.0
    motion = Motion(skeleton, root, rotation, fps, f"generated sign-like {bpm:g} BPM, {seed}")
    return _signing(motion, count, seed)


def starter_dances(tempi=TEMPI, segments=8, *, fps=FPS):
    """Generated dances, one a tempo, with exact counts: list of DanceClip."""
    return [starter_dance(bpm, segments, seed=i, fps=fps) for i, bpm in enumerate(tempi)]


def starter_dance(bpm, segments=8, *, seed=0, fps=FPS):
    """One generated dance: every four counts another step, size and swing.

    Parameters
    ----------
    bpm : float
    segments : int; length in 4-count segments
    seed : int
    fps : float

    Returns
    -------
    DanceClip
    """
    skeleton = signer_skeleton()
    frames = int(round(segments * 240.0 / bpm * fps)) + 1
    count = np.arange(frames) / fps * bpm / 60.0
    rng = np.random.default_rng(seed)
    pelvis, ankles = _footwork(count, rng.integers(len(STYLES), size=segments + 1),
                               rng.uniform(0.7, 1.2, segments + 1))
    rest = skeleton.rest_position
    rotation = _still(skeleton, frames)
    _swing(skeleton, rotation, count, rng)
    name = f"generated dance {seed + 1}, {bpm:g} BPM"
    motion = Motion(skeleton, rest[skeleton.root] + pelvis, rotation, fps, name)
    targets = rest[[skeleton.roles["foot_l"], skeleton.roles["foot_r"]]] + ankles
    return DanceClip(_on_feet(motion, targets), Counts(bpm))


def starter_pairs(songs=3, segments=6):
    """Generated pairs to train on: list of (song, sign Motion, dance Motion, Counts).

    The dance of a pair signs the same, larger, while the body dances: a known relation for trying the
    training, not how a dancer dances.
    """
    pairs = []
    for song in range(songs):
        bpm = TEMPI[song % len(TEMPI)]
        sign = starter_sign(bpm, segments, seed=10 + song)
        dance = starter_dance(bpm, segments, seed=song).motion
        count = np.arange(dance.frames) / dance.fps * bpm / 60.0
        larger = _signing(dance, count, 10 + song, size=1.25)
        pairs.append((f"generated song {song + 1}", sign, larger, Counts(bpm)))
    return pairs


def _still(skeleton, frames):
    rotation = np.zeros((frames, skeleton.joints, 4))
    rotation[..., 0] = 1.0
    return rotation


def _keyed(count, keys, values):
    """Values (K, …) at rising key counts (K,), eased between, held for the last third before each key."""
    index = np.clip(np.searchsorted(keys, count, side="right") - 1, 0, len(keys) - 2)
    s = (count - keys[index]) / (keys[index + 1] - keys[index])
    s = np.clip(s / 0.67, 0.0, 1.0)
    s = s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
    s = s.reshape(-1, *(1,) * (values.ndim - 1))
    return (1.0 - s) * values[index] + s * values[index + 1]


def _signing(motion, count, seed, *, size=1.0):
    """The motion with arms and hands that go from place to place in signing space."""
    rng = np.random.default_rng(seed)
    skeleton, roles = motion.skeleton, motion.skeleton.roles
    rotation = motion.rotation.copy()
    keys = np.cumsum(np.concatenate([[0.0], rng.choice([1.0, 2.0, 2.0, 3.0], size=int(count[-1]) + 2)]))
    chest = motion.pose.rotation[:, roles["chest"]]
    chest = rot.mul(chest, rot.inv(skeleton.rest_global_rotation[roles["chest"]]))
    middle = motion.pose.position[:, [roles["upper_arm_l"], roles["upper_arm_r"]]].mean(axis=1)
    names = list(_SHAPES)
    for side, out in (("l", 1.0), ("r", -1.0)):
        place = np.stack([rng.uniform(0.02, 0.26, len(keys)) * out, rng.uniform(-0.42, -0.26, len(keys)),
                          rng.uniform(-0.28, 0.12, len(keys))], axis=1)
        reach = _keyed(count, keys, place * size)
        upper, fore, hand = (roles[f"{part}_{side}"] for part in ("upper_arm", "forearm", "hand"))
        target = middle + rot.rotate(chest, reach)
        rotation = _arm_to(motion.with_(rotation=rotation), (upper, fore, hand), target, out)
        turns = rng.uniform(-0.5, 0.5, (len(keys), 3))
        rotation[:, hand] = rot.exp(_keyed(count, keys, turns))
        shape = np.array([_SHAPES[names[i]] for i in rng.integers(len(names), size=len(keys))], float)
        curl = _keyed(count, keys, shape)
        for f, finger in enumerate(FINGERS):
            for k, most in ((1, 1.35), (2, 1.6), (3, 1.0)):
                bend = curl[:, f] * (0.5 * most if finger == "thumb" else most)
                rotation[:, roles[f"{finger}{k}_{side}"]] = rot.from_axis_angle([1.0, 0.0, 0.0], bend)
    return motion.with_(rotation=rotation)


def _arm_to(motion, joints, target, out):
    """Rotations with one arm brought to a target, the elbow low and outside."""
    skeleton, (upper, fore, hand) = motion.skeleton, joints
    position, turned = motion.pose
    pole = np.array([0.35 * out, 0.25, -1.0])
    rotation = motion.rotation.copy()
    upper_turn, fore_turn, _ = two_bone_ik(
        position[:, upper], position[:, fore], position[:, hand], target,
        pole=np.broadcast_to(pole, target.shape), soft=0.0,
    )
    # swing the elbow about the line from shoulder to hand until it hangs
    line = target - position[:, upper]
    line /= np.maximum(np.linalg.norm(line, axis=1, keepdims=True), 1e-9)
    elbow = rot.rotate(upper_turn, position[:, fore] - position[:, upper])
    swivel = rot.between(_across(elbow, line), _across(np.broadcast_to(pole, line.shape), line))
    upper_turn, fore_turn = rot.mul(swivel, upper_turn), rot.mul(swivel, fore_turn)
    above = turned[:, skeleton.parents[upper]]
    world = rot.mul(upper_turn, turned[:, upper])
    rotation[:, upper] = rot.mul(rot.inv(rot.mul(above, skeleton.rest_rotation[upper])), world)
    rest = rot.mul(world, skeleton.rest_rotation[fore])
    rotation[:, fore] = rot.mul(rot.inv(rest), rot.mul(fore_turn, turned[:, fore]))
    return rotation


def _across(vector, line):
    """The part of a vector that is at right angles to unit lines."""
    return vector - np.sum(vector * line, axis=-1, keepdims=True) * line


def _footwork(count, styles, sizes):
    """Pelvis (F, 3) and ankle (F, 2, 3) offsets from standing, metres; a style and size each 4 counts."""
    beat = np.floor(count).astype(int)
    style, size = np.array(STYLES)[styles][beat // 4], sizes[beat // 4]
    share = np.clip((count - beat - 0.4) / 0.6, 0.0, 1.0)  # steps land on the count
    ease = share**3 * (10.0 - 15.0 * share + 6.0 * share**2)
    lift = 0.09 * size * np.sin(np.pi * share) ** 2
    rows = np.arange(len(count))
    ankles = np.zeros((len(count), 2, 3))
    # right out, left to it, left back out, right to it: x of (left, right) after each count
    places = 0.30 * np.array([[0, -1], [-0.55, -1], [0.45, -1], [0, 0]])
    touch = style == "step touch"
    now, then = places[beat % 4], np.where((beat % 4 == 0)[:, None], 0.0, places[(beat - 1) % 4])
    ankles[..., 0] = np.where(touch[:, None], size[:, None] * (then + (now - then) * ease[:, None]), 0.0)
    ankles[rows, np.array([1, 0, 0, 1])[beat % 4], 2] = np.where(touch, lift, 0.0)
    march = style == "march"
    ankles[rows, beat % 2, 2] += np.where(march, 2.0 * lift, 0.0)
    pelvis = np.zeros((len(count), 3))
    weight = np.where(beat % 2, -1.0, 1.0) * np.sin(np.pi * share) ** 2  # over the foot that stands
    sway = np.sin(np.pi * count) * np.abs(np.sin(np.pi * count / 4.0))
    pelvis[:, 0] = ankles[..., 0].mean(axis=1) + np.where(march, -0.04 * weight, 0.0)
    pelvis[:, 0] += np.where(style == "sway", 0.10 * size * sway, 0.0)
    pelvis[:, 2] = -0.018 - 0.008 * (1.0 - np.cos(2.0 * np.pi * count))
    return pelvis, ankles


def _swing(skeleton, rotation, count, rng):
    """Trunk that sways and twists with the counts, arms that swing, written into rotation."""
    roles, wave = skeleton.roles, np.pi * count
    keys = np.arange(0.0, count[-1] + 9.0, 4.0)

    def size(low, high):
        return _keyed(count, keys, rng.uniform(low, high, len(keys)))

    sway, twist, nod = size(0.02, 0.16), size(-0.25, 0.25), size(0.0, 0.07)
    for part, amount in (("pelvis", -0.5), ("spine", 1.0), ("chest", 1.0), ("neck", -0.8)):
        turn = np.stack([nod * np.cos(2 * wave), twist * np.cos(wave / 2), sway * np.cos(wave)], axis=1)
        rotation[:, roles[part]] = rot.exp(amount * turn)
    swing, raised, open_ = size(0.1, 0.8), size(-0.2, 1.2), size(0.0, 0.7)
    for side, out in (("l", 1.0), ("r", -1.0)):
        ahead = raised + swing * np.cos(wave / 2 + (side == "r") * np.pi)
        rotation[:, roles[f"upper_arm_{side}"]] = rot.exp(
            np.stack([ahead, np.zeros_like(wave), out * (open_ + 0.1 * np.cos(wave))], axis=1)
        )
        bend = 0.4 + size(0.0, 1.0) * (1.0 + np.cos(wave)) / 2.0
        rotation[:, roles[f"forearm_{side}"]] = rot.from_axis_angle([1.0, 0.0, 0.0], bend)


def _on_feet(motion, ankles):
    """The motion with both legs brought to ankles (F, 2, 3), feet level as at rest."""
    skeleton, roles = motion.skeleton, motion.skeleton.roles
    rotation = motion.rotation.copy()
    position, turned = forward(skeleton, motion.root_position, rotation)
    for i, side in enumerate("lr"):
        thigh, shin, foot = (roles[f"{part}_{side}"] for part in ("thigh", "shin", "foot"))
        thigh_turn, shin_turn, _ = two_bone_ik(
            position[:, thigh], position[:, shin], position[:, foot], ankles[:, i],
            pole=np.broadcast_to([0.0, -1.0, 0.0], ankles[:, i].shape),
        )
        above = turned[:, skeleton.parents[thigh]]
        for joint, world in (
            (thigh, rot.mul(thigh_turn, turned[:, thigh])),
            (shin, rot.mul(shin_turn, turned[:, shin])),
            (foot, np.broadcast_to(skeleton.rest_global_rotation[foot], turned[:, foot].shape)),
        ):
            rest = rot.mul(above, skeleton.rest_rotation[joint])
            rotation[:, joint] = rot.mul(rot.inv(rest), world)
            above = world
    return motion.with_(rotation=rotation)
