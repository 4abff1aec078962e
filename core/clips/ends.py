"""Bones without length: leaves that lack an End Site, joints that lie on each other."""

import numpy as np

from .findings import counted, some

_SHORT = 0.35  # of the bone before


def lengthen_ends(take, roles, upright, findings):
    """Give leaves without End Site, and feet and toes without length, an End Site that makes a short bone.

    Blender gives other bones without length the line of the bone before.

    Parameters
    ----------
    take : Take
    roles : dict of role to joint
    upright : int or None; index of the file axis that is vertical at rest, None when the rest pose
        does not stand: a toe that must be invented lies flat
    findings : Findings
    """
    offset, end, parents = take.offset, take.end, take.parents
    size = np.linalg.norm(offset[1:], axis=1).max(initial=0.0)
    reach = _reach(offset, end, parents)
    feet = {j for role, j in roles.items() if role[:3] in ("toe", "foo")}
    leaves = set(range(len(parents))) - set(parents.tolist())
    flat = [
        j
        for j in range(len(parents))
        if parents[j] >= 0
        and np.linalg.norm(reach[j]) < 2e-3 * size
        and (j in feet or (j in leaves and take.joints[j].end is None))
    ]
    if not flat:
        return
    partner = _partners(roles)
    for j in flat:
        other = partner.get(j)
        if other is not None and other not in flat:
            tip = reach[other]
        else:
            tip = _SHORT * _direction(j, offset, parents)
            if j in feet and upright is not None and np.abs(np.delete(tip, upright)).max() > 1e-9:
                tip = np.where(np.arange(3) == upright, 0.0, tip)
        if np.linalg.norm(tip) > 1e-9:
            take.joints[j].end = tip.tolist()
    names = [take.joints[j].name for j in flat]
    findings.repair(f"{counted(len(flat), 'bone')} without length ({some(names)}) made a short one")


def _reach(offset, end, parents):
    """(J, 3) vector of each joint's bone; zero for a leaf without End Site."""
    total, count = np.zeros_like(offset), np.zeros(len(parents))
    for j, parent in enumerate(parents):
        if parent >= 0:
            total[parent] += offset[j]
            count[parent] += 1
    reach = total / np.maximum(count, 1)[:, None]
    return np.where(np.isnan(end), reach, end)


def _direction(joint, offset, parents):
    """Offset of the joint, or of the nearest one above that has a length."""
    while parents[joint] >= 0:
        if np.linalg.norm(offset[joint]) > 1e-9:
            return offset[joint]
        joint = parents[joint]
    return np.zeros(3)


def _partners(roles):
    """Joint on the other side, by role."""
    return {
        joint: roles[role[:-1] + ("r" if role.endswith("_l") else "l")]
        for role, joint in roles.items()
        if role[-2:] in ("_l", "_r") and role[:-1] + ("r" if role.endswith("_l") else "l") in roles
    }


def rest_stands(take, roles, up):
    """Index of the file axis that is vertical at rest; None when the rest pose does not stand.

    Parameters
    ----------
    up : str; the axis that points up when the body moves, "Y" or "-Z" ...
    """
    if not {"thigh_l", "foot_l"} <= roles.keys():
        return None
    position = take.rest
    leg = position[roles["thigh_l"]] - position[roles["foot_l"]]
    axis = "XYZ".index(up[-1])
    sign = -1.0 if up.startswith("-") else 1.0
    return axis if sign * leg[axis] > 0.8 * np.linalg.norm(leg) else None
