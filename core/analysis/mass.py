"""Centre of mass of a skeleton from a table of body-segment masses."""

import numpy as np

from ..errors import RoleError

# Percent of body mass, and where along the segment (0 at its joint, 1 at the next) its own centre lies.
# Masses: the table in the first author's released code; centres: Winter, Biomechanics (4th ed.), table 4.1.
_SEGMENTS = {
    "head": (7.1, 0.5),
    "chest": (26.0, 0.5),
    "pelvis": (15.3, 0.1),
    "upper_arm": (3.3, 0.436),
    "forearm": (1.9, 0.430),
    "hand": (0.6, 0.506),
    "thigh": (10.5, 0.433),
    "shin": (6.0, 0.433),
    "foot": (1.5, 0.5),
}
_NEXT = {
    "upper_arm": ("forearm",),
    "forearm": ("hand",),
    "thigh": ("shin",),
    "shin": ("foot",),
    "foot": ("toe",),
    "pelvis": ("chest", "spine", "neck", "head"),
    "chest": ("neck", "head"),
}
_STAND_IN = {
    "head": ("neck", "chest", "spine", "pelvis"),
    "chest": ("spine", "pelvis"),
    "spine": ("pelvis",),
    "hand": ("forearm", "upper_arm"),
    "forearm": ("upper_arm",),
    "upper_arm": ("shoulder",),
}


def centre_of_mass(skeleton, pose):
    """World position of the body's centre of mass.

    Parameters
    ----------
    skeleton : Skeleton with roles
    pose : Pose of F frames

    Returns
    -------
    (F, 3) array, metres

    Raises
    ------
    RoleError
        When there is not even a pelvis.
    """
    return np.einsum("j,fjk->fk", joint_weights(skeleton), pose.position)


def joint_weights(skeleton):
    """(J,) share of the body's mass that hangs on each joint's head; adds up to 1.

    A segment's centre lies on the line between two joints, so its mass is shared out between them.
    Segments without a joint of their own put their mass on the nearest joint up the body.
    """
    roles = skeleton.roles
    if "pelvis" not in roles:
        raise RoleError("no joint found for the pelvis; name it in the role table")
    weight = np.zeros(skeleton.joints)
    for part, (mass, along) in _SEGMENTS.items():
        for suffix in ("",) if part in ("head", "chest", "pelvis") else ("_l", "_r"):
            here, there = _joint(roles, part, suffix), _next_joint(roles, part, suffix)
            weight[here] += mass * (1.0 - along if there is not None else 1.0)
            if there is not None:
                weight[there] += mass * along
    return weight / weight.sum()


def _joint(roles, part, suffix):
    """The joint that carries a body part, or the nearest one up the body."""
    for name in (part, *_STAND_IN.get(part, ())):
        for key in (name + suffix, name):
            if key in roles:
                return roles[key]
    return roles["pelvis"]


def _next_joint(roles, part, suffix):
    """The joint at the far end of a body part, or None."""
    if part + suffix not in roles:
        return None
    return next((roles[name + suffix] for name in _NEXT.get(part, ()) if name + suffix in roles), None)
