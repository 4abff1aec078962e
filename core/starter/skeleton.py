"""The starter character's skeleton: 22 joints, 1.75 m, in Blender's own manner."""

import numpy as np

from ..motion import Skeleton
from ..motion import rotations as rot

# Joint centres from the segment lengths of Winter, "Biomechanics and Motor Control of Human Movement"
# (Drillis & Contini's table), for a height of 1.75 m. At rest the character faces -Y, left is +X.
# name, parent, head, tail (metres, left side; the right side mirrors it)
_MIDDLE = (
    ("pelvis", None, (0.0, 0.0, 0.930), (0.0, 0.0, 1.030)),
    ("spine", "pelvis", (0.0, 0.0, 1.030), (0.0, 0.0, 1.140)),
    ("spine_upper", "spine", (0.0, 0.0, 1.140), (0.0, 0.0, 1.260)),
    ("chest", "spine_upper", (0.0, 0.0, 1.260), (0.0, 0.0, 1.475)),
    ("neck", "chest", (0.0, 0.0, 1.475), (0.0, -0.015, 1.575)),
    ("head", "neck", (0.0, -0.015, 1.575), (0.0, -0.015, 1.755)),
)
_SIDED = (
    ("shoulder", "chest", (0.025, -0.010, 1.430), (0.170, 0.0, 1.425)),
    ("upper_arm", "shoulder", (0.175, 0.0, 1.425), (0.364, 0.0, 1.200)),
    ("forearm", "upper_arm", (0.364, 0.0, 1.200), (0.528, 0.0, 1.005)),
    ("hand", "forearm", (0.528, 0.0, 1.005), (0.638, 0.0, 0.874)),
    ("thigh", "pelvis", (0.090, 0.0, 0.930), (0.090, -0.006, 0.505)),
    ("shin", "thigh", (0.090, -0.006, 0.505), (0.090, 0.0, 0.080)),
    ("foot", "shin", (0.090, 0.0, 0.080), (0.090, -0.130, 0.025)),
    ("toe", "foot", (0.090, -0.130, 0.025), (0.090, -0.195, 0.025)),
)
_ARM = ("shoulder", "upper_arm", "forearm", "hand")
HEEL = np.array([0.0, 0.055, -0.080])
"""The heel's point of contact at rest, from the ankle (metres, world axes at rest)."""
FACING = rot.about_z(0.5 * np.pi)
"""(4,) turn from the rest pose, which faces -Y, to facing +X."""
BALL_HEIGHT = 0.025
"""Height of the ball joint (the toe bone's head) above the sole, metres."""


def starter_skeleton():
    """Skeleton of the starter character: 22 joints, roles filled in.

    Standing on z = 0 and facing -Y; ``.L`` and ``.R`` name the sides, arms hang 40 degrees from the
    vertical. Rotating a thigh, shin or forearm about its own X bends hip, knee or elbow.
    """
    rows = list(_MIDDLE)
    for side, sign in (("L", 1.0), ("R", -1.0)):
        for name, parent, head, tail in _SIDED:
            above = parent if parent in ("chest", "pelvis") else f"{parent}.{side}"
            rows.append((f"{name}.{side}", above, *((sign * p[0], p[1], p[2]) for p in (head, tail))))
    names = tuple(row[0] for row in rows)
    parents = np.array([-1 if row[1] is None else names.index(row[1]) for row in rows])
    heads, tails = (np.array([row[k] for row in rows]) for k in (2, 3))
    frames = _frames(names, tails - heads)
    offset, rest = heads.copy(), frames.copy()
    for j, parent in enumerate(parents):
        if parent >= 0:
            offset[j] = rot.rotate(rot.inv(frames[parent]), heads[j] - heads[parent])
            rest[j] = rot.mul(rot.inv(frames[parent]), frames[j])
    return Skeleton(
        names=names,
        parents=parents,
        rest_offset=offset,
        rest_rotation=rest,
        length=np.linalg.norm(tails - heads, axis=1),
        roles={_role(name): j for j, name in enumerate(names) if name != "spine_upper"},
        root=0,
    )


def _role(name):
    return name.replace(".L", "_l").replace(".R", "_r")


def _frames(names, along):
    """(J, 4) rest frames in the world: +Y along the bone, X the hinge that bends it forward."""
    y = along / np.linalg.norm(along, axis=1, keepdims=True)
    hinge = np.tile([1.0, 0.0, 0.0], (len(names), 1))
    arms = np.array([name.split(".")[0] in _ARM for name in names])
    hinge[arms] = np.cross(y[arms], [0.0, -1.0, 0.0])
    x = hinge - np.sum(hinge * y, axis=1, keepdims=True) * y
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    return rot.from_matrix(np.stack([x, y, np.cross(x, y)], axis=-1))
