"""The pose in which a skeleton rests, by name."""

import numpy as np

_STANDING = 0.8  # cosine between legs and upright body, at least
_LEVEL = 20.0  # degrees from level: arms of a T-pose
_HANGING = 70.0  # degrees below level: arms that hang


def rest_pose(position, roles):
    """Name of the rest pose: "T-pose", "A-pose", "arms down" or "other"; None where a body has no arms.

    Parameters
    ----------
    position : (J, 3) array; joints at rest, any unit, any axes
    roles : dict of role to joint
    """
    wanted = ["pelvis", *(f"{part}_{side}" for part in ("thigh", "foot", "upper_arm") for side in "lr")]
    crown = next((roles[role] for role in ("head", "neck", "chest") if role in roles), None)
    if crown is None or not roles.keys() >= set(wanted):
        return None
    up = _unit(position[crown] - position[roles["pelvis"]])
    sinks = []
    for side in "lr":
        leg = _unit(position[roles[f"foot_{side}"]] - position[roles[f"thigh_{side}"]])
        if leg @ -up < _STANDING:
            return "other"
        hand = roles.get(f"hand_{side}", roles.get(f"forearm_{side}"))
        if hand is None:
            return None
        arm = _unit(position[hand] - position[roles[f"upper_arm_{side}"]])
        ahead = arm - (arm @ up) * up
        across = position[roles["thigh_l"]] - position[roles["thigh_r"]]
        across = _unit(across - (across @ up) * up) * (1.0 if side == "l" else -1.0)
        sinks.append(-np.degrees(np.arcsin(np.clip(arm @ up, -1.0, 1.0))))
        if sinks[-1] < _HANGING and ahead @ across < 0.8 * np.linalg.norm(ahead):
            return "other"  # held forward or across the body
    sink = float(np.mean(sinks))
    if np.ptp(sinks) > 2.0 * _LEVEL or sink < -_LEVEL:
        return "other"
    return "T-pose" if sink < _LEVEL else "A-pose" if sink < _HANGING else "arms down"


def _unit(v):
    return v / max(np.linalg.norm(v), 1e-12)
