"""A plain mannequin round any skeleton with roles: rounded limbs, a trunk, a head, feet with soles."""

from typing import NamedTuple

import numpy as np
from scipy.interpolate import PchipInterpolator

from . import shapes

_ARM_LEG = 0.85  # metres; the leg for which the measures below are meant


class Body(NamedTuple):
    """Surface of a body at rest, each vertex carried by one bone.

    vertices : (V, 3) metres, rest pose, world axes
    faces : (N, 4) int; quads, counter-clockwise from outside
    bone : (V,) int; index of the joint that carries the vertex, weight 1
    """

    vertices: np.ndarray
    faces: np.ndarray
    bone: np.ndarray


# Profiles: rows of (how far along the bone, half width to the side, half depth to the front), metres.
_THIGH = ((-0.02, 0.078, 0.082), (0.25, 0.080, 0.086), (0.75, 0.058, 0.062), (1.0, 0.050, 0.054))
_SHIN = ((0.0, 0.047, 0.050), (0.28, 0.050, 0.056), (0.70, 0.036, 0.038), (1.0, 0.033, 0.036))
_UPPER_ARM = ((0.0, 0.055, 0.055), (0.35, 0.047, 0.048), (1.0, 0.037, 0.037))
_FOREARM = ((0.0, 0.037, 0.037), (0.25, 0.038, 0.039), (1.0, 0.025, 0.025))
_HAND = ((0.05, 0.024, 0.020), (0.45, 0.016, 0.040), (0.95, 0.012, 0.034))
_SHOULDER = ((0.45, 0.050, 0.052), (1.0, 0.056, 0.058))
_NECK = ((-0.1, 0.054, 0.056), (0.9, 0.050, 0.054))
_HEAD = ((-0.05, 0.045, 0.055), (0.22, 0.066, 0.078), (0.52, 0.077, 0.093), (0.80, 0.066, 0.080))
# The trunk from the hips (0) to the neck (1), whatever bones it is made of.
_TRUNK = np.array([
    (-0.15, 0.118, 0.096), (0.00, 0.156, 0.110), (0.12, 0.152, 0.106), (0.34, 0.128, 0.090),
    (0.54, 0.134, 0.097), (0.74, 0.156, 0.112), (0.88, 0.152, 0.106),
    (0.96, 0.112, 0.078), (1.00, 0.072, 0.060),
])  # fmt: skip
_FOOT = ((0.0, 0.030, 0.034), (0.35, 0.035, 0.040), (0.80, 0.043, 0.032), (1.0, 0.044, 0.026))
_ANKLE = ((0.0, 0.027, 0.029), (1.0, 0.030, 0.036))
_TOE = ((0.0, 0.044, 0.026), (0.6, 0.040, 0.022), (0.95, 0.030, 0.017))
_LIMBS = (
    ("upper_arm", "forearm", _UPPER_ARM),
    ("forearm", "hand", _FOREARM),
    ("hand", None, _HAND),
    ("shoulder", "upper_arm", _SHOULDER),
    ("thigh", "shin", _THIGH),
    ("shin", "foot", _SHIN),
)


def capsules(skeleton):
    """A mannequin for a skeleton.

    Parameters
    ----------
    skeleton : Skeleton; parts whose roles are missing are left out

    Returns
    -------
    Body
        About 3,000 vertices; scaled with the skeleton's leg length. Rigid: bind each vertex to its bone
        with weight 1.
    """
    builder = _Builder(skeleton)
    for side in "lr":
        for name, following, profile in _LIMBS:
            builder.bone(f"{name}_{side}", following and f"{following}_{side}", profile)
        builder.foot(side)
    builder.trunk()
    return builder.body()


class _Builder:
    """Collects the parts of one body."""

    def __init__(self, skeleton):
        self.roles = skeleton.roles
        self.head, self.tail = skeleton.rest_position, skeleton.rest_tail
        self.parents = skeleton.parents
        size = skeleton.leg_length / _ARM_LEG
        self.size = size if np.isfinite(size) and size > 0.0 else 1.0
        self.left = self._unit(self._between("thigh_r", "thigh_l", (1.0, 0.0, 0.0)))
        up = self._between("pelvis", "neck", (0.0, 0.0, 1.0))
        self.up = self._unit(up - np.dot(up, self.left) * self.left)
        self.forward = np.cross(self.left, self.up)
        self.parts = []

    @staticmethod
    def _unit(v):
        return np.asarray(v, dtype=float) / max(np.linalg.norm(v), 1e-9)

    def _between(self, a, b, otherwise):
        if a in self.roles and b in self.roles:
            return self.head[self.roles[b]] - self.head[self.roles[a]]
        return np.array(otherwise)

    def add(self, joint, start, end, profile, *, side=None, floor=None, cap=1.0):
        """A rounded tube from start to end, carried by a joint."""
        side = self.left if side is None else side
        vertices, faces = shapes.tube(start, end, side, np.asarray(profile, dtype=float), self.size, cap)
        if floor is not None:
            point, up = floor
            vertices = vertices - np.minimum((vertices - point) @ up, 0.0)[:, None] * up
        self.parts.append((joint, vertices, faces))

    def bone(self, role, following, profile):
        """The part of one limb bone; it ends where the following role begins, else at its tail."""
        if role not in self.roles:
            return
        joint = self.roles[role]
        end = self.head[self.roles[following]] if following in self.roles else self.tail[joint]
        side = self.forward if abs(self._unit(end - self.head[joint]) @ self.left) > 0.5 else self.left
        if "arm" in role or "hand" in role or "shoulder" in role:
            side = np.cross(self.forward, self._unit(end - self.head[joint]))
        if np.linalg.norm(end - self.head[joint]) > 1e-4:
            self.add(joint, self.head[joint], end, profile, side=side)

    def foot(self, side):
        """Foot and toe, their soles flat on the ground at rest when the skeleton stands on it."""
        if f"foot_{side}" not in self.roles:
            return
        joint = self.roles[f"foot_{side}"]
        ankle = self.head[joint]
        toe = self.roles.get(f"toe_{side}")
        ball = self.tail[joint] if toe is None else self.head[toe]
        up = self._foot_up(side, ankle, ball, toe)
        along = self._unit((ball - ankle) - (ball - ankle) @ up * up)
        height = max(float((ankle - ball) @ up), 0.0)
        floor = ball - 0.025 * self.size * up, up
        heel = ankle - 0.050 * self.size * along - (height - 0.010 * self.size) * up
        self.add(joint, heel, ball + 0.004 * self.size * up, _FOOT, floor=floor)
        self.add(joint, ankle + 0.02 * self.size * up, heel + 0.05 * self.size * along, _ANKLE, floor=floor)
        if toe is not None:
            self.add(toe, ball, self.tail[toe], _TOE, floor=floor)

    def _foot_up(self, side, ankle, ball, toe):
        """(3,) up as the foot sees it: the body's if upright at rest, else square to the toe."""
        shin = self.roles.get(f"shin_{side}")
        if shin is not None and self._unit(self.head[shin] - ankle) @ self.up > 0.7:
            return self.up
        level = ball - ankle if toe is None else self.tail[toe] - ball
        return self._unit(np.cross(level, self.left))

    def trunk(self):
        """Pelvis, belly and chest, neck, head and nose."""
        roles = self.roles
        self._torso()
        if "neck" in roles:
            end = self.head[roles["head"]] if "head" in roles else self.tail[roles["neck"]]
            self.add(roles["neck"], self.head[roles["neck"]], end, _NECK)
        if "head" in roles:
            joint = roles["head"]
            base, top = self.head[joint], self.head[joint] + 0.185 * self.size * self.up
            base = base + 0.02 * self.size * self.forward
            self.add(joint, base, top + 0.02 * self.size * self.forward, _HEAD)
            nose = base + (0.078 * self.forward + 0.088 * self.up) * self.size
            tip = nose + (0.014 * self.forward - 0.028 * self.up) * self.size
            self.add(joint, nose, tip, ((0.0, 0.009, 0.012), (1.0, 0.014, 0.014)))

    def _torso(self):
        """The trunk's profile, shared out among the bones from the pelvis to the chest."""
        chain = self._spine()
        if not chain:
            return
        points = np.array([*(self.head[joint] for joint in chain), self._neck_base(chain[-1])])
        if "thigh_l" in self.roles and "thigh_r" in self.roles:
            points[0] = 0.5 * (self.head[self.roles["thigh_l"]] + self.head[self.roles["thigh_r"]])
        gone = np.cumsum([0.0, *np.linalg.norm(np.diff(points, axis=0), axis=1)])
        shape = PchipInterpolator(_TRUNK[:, 0], _TRUNK[:, 1:])
        last = len(chain) - 1
        for k, joint in enumerate(chain):
            low, high = gone[k] / gone[-1], gone[k + 1] / gone[-1]
            if high - low < 0.02:
                continue
            t = np.linspace(low - 0.15 * (k == 0), high, 7)
            slim = 0.965 if 0 < k < last else 1.0  # the belly tucks in under chest and hips
            profile = np.column_stack([(t - low) / (high - low), slim * shape(t)])
            self.add(joint, points[k], points[k + 1], profile, cap=0.55)

    def _neck_base(self, chest):
        """(3,) top of the trunk: where the neck begins, but not below the shoulders."""
        top = self.head[self.roles["neck"]] if "neck" in self.roles else self.tail[chest]
        if "upper_arm_l" in self.roles and "upper_arm_r" in self.roles:
            arms = 0.5 * (self.head[self.roles["upper_arm_l"]] + self.head[self.roles["upper_arm_r"]])
            top = top + max((arms - top) @ self.up + 0.05 * self.size, 0.0) * self.up
        return top

    def _spine(self):
        """Joints from the pelvis to the chest."""
        if "chest" not in self.roles or "pelvis" not in self.roles:
            return []
        chain = [self.roles["chest"]]
        while chain[0] not in (-1, self.roles["pelvis"]):
            chain.insert(0, self.parents[chain[0]])
        return chain if chain[0] >= 0 else []

    def body(self):
        """All parts as one Body."""
        counts = [len(part[1]) for part in self.parts]
        firsts = np.cumsum([0, *counts[:-1]])
        return Body(
            np.concatenate([part[1] for part in self.parts]),
            np.concatenate([part[2] + first for part, first in zip(self.parts, firsts, strict=True)]),
            np.repeat([part[0] for part in self.parts], counts),
        )
