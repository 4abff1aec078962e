"""A starter clip put together: course, footsteps, feet, trunk, legs, centre of mass."""

from typing import NamedTuple

import numpy as np
from scipy.ndimage import maximum_filter1d, uniform_filter1d

from ..motion import Motion, local_rotations, tails
from ..motion import rotations as rot
from ..motion.kinematics import Pose
from . import feet, footsteps, trunk
from .height import height_curve
from .skeleton import starter_skeleton

_FACING = rot.about_z(0.5 * np.pi)  # from the rest pose, which faces -Y, to facing +X
_SIDES = (("L", "l", 1.0), ("R", "r", -1.0))
_ARM_AT_REST = np.radians(40.0)  # between the hanging and the resting arm
_ROUNDS = 6
_STRAIGHTEST = 0.9993  # of the leg's length: the knee keeps 4 degrees

# Body-segment masses, part of the whole (the table of Winter 2009), and where along the bone they sit.
_MASS = {
    "pelvis": (0.153, 0.2), "spine_upper": (0.130, 0.5), "chest": (0.130, 0.5), "head": (0.071, 0.5),
    "upper_arm": (0.033, 0.436), "forearm": (0.019, 0.43), "hand": (0.006, 0.506),
    "thigh": (0.105, 0.433), "shin": (0.060, 0.433), "foot": (0.015, 0.5),
}  # fmt: skip


class StarterClip(NamedTuple):
    """A made clip and its truth.

    motion : Motion
    foot_contact : (F, 2, 2) bool; frame, left/right, heel/toe rests on the ground without moving
    label : str; what it shows, for people
    plants : tuple of Plant; the planned footsteps, beyond both ends too
    """

    motion: Motion
    foot_contact: np.ndarray
    label: str
    plants: tuple

    @property
    def state(self):
        """(F,) '<U1': S stand, L, R one foot, D both, F none; a double support of 0.5 s or more is S."""
        left, right = self.foot_contact.any(axis=2).T
        state = np.where(left & right, "D", np.where(left, "L", np.where(right, "R", "F")))
        edges = np.flatnonzero(np.r_[True, state[1:] != state[:-1], True])
        for start, end in zip(edges[:-1], edges[1:], strict=True):
            if state[start] == "D" and end - start >= 0.5 * self.motion.fps:
                state[start:end] = "S"
        return state


def make_clip(name, label, course, manner, fps):
    """StarterClip that follows a course in a manner.

    Parameters
    ----------
    name, label : str
    course : Course
    manner : Manner
    fps : float
    """
    skeleton = starter_skeleton()
    time = np.arange(int(round(course.seconds * fps)) + 1) / fps
    plants = footsteps.plan(course, width=manner.width, toe_out=manner.toe_out)
    tracks = [feet.track(course, [p for p in plants if p.side == side], time) for side in (0, 1)]
    clock = trunk.Clock(course, time)
    still = trunk.idle(clock, manner.seed)
    left, forward, pelvis_turn = trunk.pelvis(clock, manner, still)
    rotation = _upper_body(skeleton, clock, manner, still, pelvis_turn)
    ground = course.place(clock.distance + forward, left)
    wanted = height_curve(course, plants)(time) + _standing_mass_height(skeleton)
    pose = _settle(skeleton, ground, wanted, rotation, tracks, clock, fps)
    motion = Motion(
        skeleton,
        pose.position[:, skeleton.root],
        rot.unroll(local_rotations(skeleton, pose.rotation)),
        float(fps),
        name,
    )
    contact = np.stack([np.stack([t.heel, t.toe], axis=1) for t in tracks], axis=1)
    return StarterClip(motion, contact, label, tuple(plants))


def centre_of_mass(skeleton, pose):
    """(F, 3) metres, from the mass table."""
    tail = tails(skeleton, pose)
    total, weight = 0.0, 0.0
    for j, name in enumerate(skeleton.names):
        mass, along = _MASS.get(name.split(".")[0], (0.0, 0.0))
        total = total + mass * (pose.position[:, j] + along * (tail[:, j] - pose.position[:, j]))
        weight += mass
    return total / weight


def _standing_mass_height(skeleton):
    """Height of the centre of mass of the quiet stance, metres: arms down, knees barely bent."""
    still = Pose(skeleton.rest_position[None], skeleton.rest_global_rotation[None])
    return float(centre_of_mass(skeleton, still)[0, 2]) - 0.007


def _upper_body(skeleton, clock, manner, still, pelvis_turn):
    """(F, J, 4) world rotations of everything but the legs, which stay to be filled in."""
    rest = rot.mul(_FACING, skeleton.rest_global_rotation)
    out = np.broadcast_to(rest, (len(clock.time), *rest.shape)).copy()
    chest_turn, head_turn = trunk.chest_and_head(clock, manner, still, pelvis_turn)
    parts = {
        "pelvis": pelvis_turn,
        "spine": 0.65 * pelvis_turn + 0.35 * chest_turn,
        "spine_upper": 0.3 * pelvis_turn + 0.7 * chest_turn,
        "chest": chest_turn,
        "neck": 0.45 * chest_turn + 0.55 * head_turn,
        "head": head_turn,
    }
    index = {name: j for j, name in enumerate(skeleton.names)}
    for name, turn in parts.items():
        out[:, index[name]] = rot.mul(trunk.oriented(clock.heading, turn), rest[index[name]])
    chest = trunk.oriented(clock.heading, chest_turn)
    for side, _, sign in _SIDES:
        for name, turned in _arm_turns(chest, trunk.arm(clock, manner, still, sign), still["breath"], sign):
            j = index[f"{name}.{side}"]
            out[:, j] = rot.mul(turned, rest[j])
    return out


def _arm_turns(chest, angles, breath, sign):
    """Bone name and (F, 4) turn against rest, for the bones of one arm."""
    raised, flex, inward, elbow, wrist = angles
    hang = rot.from_axis_angle((1.0, 0.0, 0.0), -sign * _ARM_AT_REST)
    y = (0.0, 1.0, 0.0)
    upper = rot.mul(
        rot.mul(
            rot.mul(chest, rot.from_axis_angle((1.0, 0.0, 0.0), sign * raised)), rot.from_axis_angle(y, -flex)
        ),
        rot.about_z(-sign * inward),
    )
    forearm = rot.mul(upper, rot.from_axis_angle(y, -elbow))
    hand = rot.mul(forearm, rot.from_axis_angle(y, -wrist))
    yield "shoulder", rot.mul(chest, rot.from_axis_angle((1.0, 0.0, 0.0), sign * np.radians(0.8) * breath))
    for name, turned in (("upper_arm", upper), ("forearm", forearm), ("hand", hand)):
        yield name, rot.mul(turned, hang)


def _settle(skeleton, ground, wanted, rotation, tracks, clock, fps):
    """Pose whose centre of mass has the wanted height: the pelvis is moved until it does.

    Where a leg would have to be longer than it is, the body is carried a little lower, smoothly.
    """
    height = np.full(len(wanted), skeleton.rest_position[skeleton.root, 2] - 0.03)
    for _ in range(3):
        for _ in range(_ROUNDS):
            pose = _posed(skeleton, np.column_stack([ground, height]), rotation, tracks, clock)
            height = height + (wanted - centre_of_mass(skeleton, pose)[:, 2])
        pose = _posed(skeleton, np.column_stack([ground, height]), rotation, tracks, clock)
        drop = _drop(skeleton, pose, tracks, fps)
        if not drop.any():
            break
        wanted = wanted - drop
    return pose


def _drop(skeleton, pose, tracks, fps):
    """(F,) metres by which the body must be lowered for both legs to reach: a smooth envelope."""
    needed = np.zeros(len(pose.position))
    for (_, side, _), foot in zip(_SIDES, tracks, strict=True):
        reach = pose.position[:, skeleton.roles[f"thigh_{side}"]] - foot.ankle
        flat = np.sum(reach[:, :2] ** 2, axis=1)
        longest = np.sqrt(np.maximum((_STRAIGHTEST * skeleton.leg_length) ** 2 - flat, 0.0))
        needed = np.maximum(needed, reach[:, 2] - longest)
    if needed.max() <= 0.0:
        return np.zeros(len(needed))
    width = max(int(round(0.08 * fps)), 1)
    held = maximum_filter1d(needed, 6 * width + 1, mode="nearest")
    for _ in range(3):
        held = uniform_filter1d(held, 2 * width + 1, mode="nearest")
    return held


def _posed(skeleton, root_position, rotation, tracks, clock):
    """World pose for a pelvis position: the legs reach the feet, the rest follows."""
    rotation = rotation.copy()
    index = {name: j for j, name in enumerate(skeleton.names)}
    hips = rotation[:, skeleton.root]
    for (side, _, _), foot in zip(_SIDES, tracks, strict=True):
        thigh, shin, ankle, toe = (index[f"{name}.{side}"] for name in ("thigh", "shin", "foot", "toe"))
        at = root_position + rot.rotate(hips, skeleton.rest_offset[thigh])
        towards = clock.heading + 0.5 * np.angle(np.exp(1j * (foot.yaw - clock.heading)))
        rotation[:, thigh], rotation[:, shin] = _leg(at, foot.ankle, towards, *skeleton.length[[thigh, shin]])
        for joint, pitch in ((ankle, foot.pitch), (toe, foot.toe_pitch)):
            turned = rot.mul(rot.about_z(foot.yaw), rot.from_axis_angle((0.0, 1.0, 0.0), pitch))
            rotation[:, joint] = rot.mul(turned, rot.mul(_FACING, skeleton.rest_global_rotation[joint]))
    position = np.empty((len(rotation), skeleton.joints, 3))
    position[:, skeleton.root] = root_position
    for j, parent in enumerate(skeleton.parents):
        if parent >= 0:
            position[:, j] = position[:, parent] + rot.rotate(rotation[:, parent], skeleton.rest_offset[j])
    return Pose(position, rotation)


def _leg(hip, ankle, towards, thigh, shin):
    """World rotations (F, 4) of thigh and shin that end the leg at the ankle, its knee pointing forward."""
    reach = ankle - hip
    distance = np.linalg.norm(reach, axis=1)
    down = reach / distance[:, None]
    left = np.stack([-np.sin(towards), np.cos(towards), np.zeros_like(towards)], axis=1)
    hinge = left - np.sum(left * down, axis=1, keepdims=True) * down
    hinge /= np.linalg.norm(hinge, axis=1, keepdims=True)
    bend = np.arccos(np.clip((thigh**2 + distance**2 - shin**2) / (2.0 * thigh * distance), -1.0, 1.0))
    forward = np.cross(hinge, -down)
    along_thigh = down * np.cos(bend)[:, None] + forward * np.sin(bend)[:, None]
    along_shin = (reach - along_thigh * thigh) / shin
    return tuple(
        rot.from_matrix(np.stack([hinge, along, np.cross(hinge, along)], axis=-1))
        for along in (along_thigh, along_shin)
    )
