"""A plain mannequin round any skeleton with roles: rounded limbs, a trunk, a head, feet with soles."""

from typing import NamedTuple

import numpy as np

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
_PELVIS = ((-0.75, 0.118, 0.098), (0.0, 0.158, 0.112), (0.6, 0.148, 0.104), (1.15, 0.132, 0.095))
_BELLY = ((-0.2, 0.114, 0.078), (0.4, 0.122, 0.086), (1.0, 0.128, 0.090))
_CHEST = (
    (0.0, 0.136, 0.098),
    (0.35, 0.156, 0.112),
    (0.70, 0.158, 0.108),
    (0.95, 0.110, 0.076),
    (1.02, 0.07, 0.06),
)
_FOOT = ((0.0, 0.030, 0.034), (0.35, 0.035, 0.040), (0.80, 0.043, 0.032), (1.0, 0.044, 0.026))
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

    def add(self, joint, start, end, profile, *, side=None, floor=None):
        """A rounded tube from start to end, carried by a joint."""
        side = self.left if side is None else side
        vertices, faces = shapes.tube(start, end, side, np.asarray(profile, dtype=float), self.size)
        if floor is not None:
            below = np.minimum((vertices - floor) @ self.up, 0.0)
            vertices = vertices - below[:, None] * self.up
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
        along = self._unit((ball - ankle) - (ball - ankle) @ self.up * self.up)
        height = max(float((ankle - ball) @ self.up), 0.0)
        sole = ball - 0.025 * self.size * self.up
        heel = ankle - 0.050 * self.size * along - (height - 0.010 * self.size) * self.up
        self.add(joint, heel, ball + 0.004 * self.size * self.up, _FOOT, floor=sole)
        self.add(
            joint,
            ankle + 0.02 * self.size * self.up,
            heel + 0.05 * self.size * along,
            ((0.0, 0.027, 0.029), (1.0, 0.030, 0.036)),
            floor=sole,
        )
        if toe is not None:
            self.add(toe, ball, self.tail[toe], _TOE, floor=sole)

    def trunk(self):
        """Pelvis, belly, chest, neck, head and nose."""
        roles = self.roles
        if "pelvis" in roles:
            joint = roles["pelvis"]
            top = self.head[roles["spine"]] if "spine" in roles else self.tail[joint]
            top = top if np.linalg.norm(top - self.head[joint]) > 0.03 * self.size else self.tail[joint]
            self.add(joint, self.head[joint], self.head[joint] + self.up * 0.10 * self.size, _PELVIS)
        for joint, following in self._spine():
            start = self.head[joint]
            end = self.head[following] if following is not None else self.tail[joint]
            self.add(joint, start, end, _BELLY if following is not None else _CHEST)
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

    def _spine(self):
        """Joints from the one above the pelvis to the chest, each with the next (None after the chest)."""
        if "chest" not in self.roles or "pelvis" not in self.roles:
            return []
        chain = [self.roles["chest"]]
        while self.parents[chain[0]] not in (-1, self.roles["pelvis"]):
            chain.insert(0, self.parents[chain[0]])
        return list(zip(chain, [*chain[1:], None], strict=True))

    def body(self):
        """All parts as one Body."""
        counts = [len(part[1]) for part in self.parts]
        firsts = np.cumsum([0, *counts[:-1]])
        return Body(
            np.concatenate([part[1] for part in self.parts]),
            np.concatenate([part[2] + first for part, first in zip(self.parts, firsts, strict=True)]),
            np.repeat([part[0] for part in self.parts], counts),
        )
