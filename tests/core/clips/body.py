"""A body in a T-pose, Z up, facing -Y, to be given names of any program."""

import numpy as np

FINGERS = ("thumb", "index", "middle", "ring", "pinky")
_TRUNK = {
    "pelvis": (None, (0, 0, 1.0)),
    "spine": ("pelvis", (0, 0, 1.1)),
    "chest": ("spine", (0, 0, 1.3)),
    "neck": ("chest", (0, 0, 1.5)),
    "head": ("neck", (0, -0.02, 1.6)),
}
_SIDE = {
    "shoulder": ("chest", (0.05, 0, 1.45)),
    "upper_arm": ("shoulder", (0.2, 0, 1.45)),
    "forearm": ("upper_arm", (0.5, 0, 1.45)),
    "hand": ("forearm", (0.75, 0, 1.45)),
    "thigh": ("pelvis", (0.1, 0, 0.95)),
    "shin": ("thigh", (0.1, -0.01, 0.52)),
    "foot": ("shin", (0.1, 0.02, 0.1)),
    "toe": ("foot", (0.1, -0.12, 0.03)),
}


def body(*, fingers=True):
    """Roles in order, parents (J,), heads (J, 3), tails (J, 3) of a body in metres."""
    parent_of = {role: parent for role, (parent, _) in _TRUNK.items()}
    place = {role: at for role, (_, at) in _TRUNK.items()}
    for side, sign in (("l", 1), ("r", -1)):
        for role, (parent, (x, y, z)) in _SIDE.items():
            parent_of[f"{role}_{side}"] = parent if parent in _TRUNK else f"{parent}_{side}"
            place[f"{role}_{side}"] = (sign * x, y, z)
        for f, finger in enumerate(FINGERS if fingers else ()):
            for k in (1, 2, 3):
                above = f"hand_{side}" if k == 1 else f"{finger}{k - 1}_{side}"
                parent_of[f"{finger}{k}_{side}"] = above
                place[f"{finger}{k}_{side}"] = (sign * (0.8 + 0.03 * k), 0.03 * (f - 2), 1.45)
    roles = list(parent_of)
    parents = np.array([roles.index(p) if p else -1 for p in parent_of.values()])
    heads = np.array([place[role] for role in roles], dtype=float)
    return roles, parents, heads, heads + (0.0, -0.02, 0.0)
