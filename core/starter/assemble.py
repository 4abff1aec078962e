"""A starter clip put together: course, footsteps, feet, trunk, legs, centre of mass."""

from typing import NamedTuple

import numpy as np

from ..motion import Motion, local_rotations
from ..motion import rotations as rot
from . import feet, footsteps, trunk
from .height import height_curve
from .mass import standing_mass_height
from .settle import legs_to_feet, settled_root
from .skeleton import FACING, starter_skeleton

_SIDES = (("L", "l", 1.0), ("R", "r", -1.0))
_ARM_AT_REST = np.radians(40.0)  # between the hanging and the resting arm


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
    upper = _upper_body(skeleton, clock, manner, still, pelvis_turn)
    ground = course.place(clock.distance + forward, left)
    wanted = height_curve(course, plants)(time) + standing_mass_height(skeleton)
    root = settled_root(skeleton, upper, tracks, clock.heading, ground, wanted, fps)
    rotation = local_rotations(skeleton, legs_to_feet(skeleton, upper, tracks, clock.heading, root))
    motion = Motion(skeleton, root, rot.unroll(rotation), float(fps), name)
    contact = np.stack([np.stack([t.heel, t.toe], axis=1) for t in tracks], axis=1)
    return StarterClip(motion, contact, label, tuple(plants))


def _upper_body(skeleton, clock, manner, still, pelvis_turn):
    """(F, J, 4) world rotations of everything but the legs, which stay to be filled in."""
    rest = rot.mul(FACING, skeleton.rest_global_rotation)
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
