"""Small skeletons and motions of known truth."""

import numpy as np

from stepweave.core.motion import Motion, Skeleton
from stepweave.core.motion import rotations as rot

JOINTS = (
    # name, parent, head in the world at rest, tail in the world at rest
    ("hips", None, (0, 0, 0.95), (0, 0, 1.05)),
    ("spine", "hips", (0, 0, 1.05), (0, 0, 1.3)),
    ("head", "spine", (0, 0, 1.5), (0, 0, 1.7)),
    ("arm.L", "spine", (0.15, 0, 1.4), (0.45, 0, 1.4)),
    ("hand.L", "arm.L", (0.45, 0, 1.4), (0.7, 0, 1.4)),
    ("arm.R", "spine", (-0.15, 0, 1.4), (-0.45, 0, 1.4)),
    ("hand.R", "arm.R", (-0.45, 0, 1.4), (-0.7, 0, 1.4)),
    ("thigh.L", "hips", (0.1, 0, 0.92), (0.1, -0.01, 0.5)),
    ("shin.L", "thigh.L", (0.1, -0.01, 0.5), (0.1, 0, 0.08)),
    ("foot.L", "shin.L", (0.1, 0, 0.08), (0.1, -0.14, 0.02)),
    ("thigh.R", "hips", (-0.1, 0, 0.92), (-0.1, -0.01, 0.5)),
    ("shin.R", "thigh.R", (-0.1, -0.01, 0.5), (-0.1, 0, 0.08)),
    ("foot.R", "shin.R", (-0.1, 0, 0.08), (-0.1, -0.14, 0.02)),
)
ROLES = {
    "pelvis": "hips",
    "chest": "spine",
    "head": "head",
    **{f"{role}_{s.lower()}": f"{name}.{s}" for s in "LR" for role, name in
       (("upper_arm", "arm"), ("hand", "hand"), ("thigh", "thigh"), ("shin", "shin"), ("foot", "foot"))},
}


def biped(turn=0.0, prefix=""):
    """A small biped facing -Y at rest, or turned about Z (radians)."""
    about = rot.about_z(turn)
    names = [row[0] for row in JOINTS]
    heads, tails = (rot.rotate(about, np.array([row[k] for row in JOINTS], float)) for k in (2, 3))
    frames = rot.between(np.array([0.0, 1.0, 0.0]), tails - heads)
    parents = np.array([-1 if row[1] is None else names.index(row[1]) for row in JOINTS])
    offset, rest = heads.copy(), frames.copy()
    for j, p in enumerate(parents):
        if p >= 0:
            offset[j] = rot.rotate(rot.inv(frames[p]), heads[j] - heads[p])
            rest[j] = rot.mul(rot.inv(frames[p]), frames[j])
    return Skeleton(
        tuple(prefix + n for n in names), parents, offset, rest, np.linalg.norm(tails - heads, axis=1),
        {role: names.index(name) for role, name in ROLES.items()}, 0,
    )


def random_motion(skeleton, frames=20, seed=0, size=0.6):
    """Random turns of every joint and a wandering root."""
    rng = np.random.default_rng(seed)
    rotation = rot.exp(rng.normal(scale=size, size=(frames, skeleton.joints, 3)))
    return Motion(skeleton, rng.normal(size=(frames, 3)), rotation, 30.0, "random")
