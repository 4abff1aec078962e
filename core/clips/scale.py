"""Unit and up axis of a clip: what a leg and a standing body say."""

import numpy as np

#: Metres per unit that files come in. The CMU unit is 1/0.45 of an inch, the MMD unit 8 cm.
UNITS = {"m": 1.0, "dm": 0.1, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048}
CMU_UNIT = 0.0254 / 0.45
MMD_UNIT = 0.08
#: Thigh plus shin of grown people, metres: the middle, and what is believable.
LEG = 0.83
SHORTEST_LEG, LONGEST_LEG = 0.45, 1.25

_AXES = ("X", "Y", "Z", "-X", "-Y", "-Z")


def unit_of(leg, names):
    """Metres per file unit from the length of a leg.

    Parameters
    ----------
    leg : float; thigh plus shin in file units
    names : sequence of str; joint names, which tell units that only some programs use

    Returns
    -------
    scale_to_m : float
    warning : str or None
    """
    if not leg > 0.0:
        return 0.01, "no leg to take the unit from: centimetres assumed"
    joined = " ".join(names).lower()
    units = [u for name, u in UNITS.items() if name != "ft" or leg * u < LONGEST_LEG]
    if any("\u3040" <= c <= "\u9fff" for c in joined):
        units = [MMD_UNIT, 1.0, 0.01]
    elif "hipjoint" in joined or "lfemur" in joined or "lowerback" in joined.split():
        units += [CMU_UNIT]
        units.remove(UNITS["dm"])
    best = min(units, key=lambda u: abs(np.log(leg * u / LEG)))
    if SHORTEST_LEG <= leg * best <= LONGEST_LEG:
        return best, None
    scale = LEG / leg
    return scale, f"the legs are {leg:.3g} units long, which no common unit explains: scaled to {LEG} m"


def upright(position, roles):
    """Which way bodies point from feet to head, in most frames.

    Parameters
    ----------
    position : (F, J, 3) array
    roles : dict of role to joint

    Returns
    -------
    (3,) array, no longer than 1 (shorter when the body tosses about); None without head or feet
    """
    top = next((roles[r] for r in ("head", "neck", "chest", "spine", "pelvis") if r in roles), None)
    low = [roles[r] for r in ("foot_l", "foot_r") if r in roles]
    if top is None or not low:
        return None
    along = position[:, top] - position[:, low].mean(axis=1)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-12)
    return np.median(along, axis=0)


def up_axis(position, roles):
    """Axis of the file that points up, from bodies that stand: head over feet, in most frames.

    Parameters
    ----------
    position : (F, J, 3) array, file axes
    roles : dict of role to joint

    Returns
    -------
    str: "Y", "Z", "X", "-Y", ...; "Y" without head or feet
    """
    along = upright(position, roles)
    return "Y" if along is None else axis_of(along)


def axis_of(direction):
    """The axis nearest to a direction (3,), as Blender's importer calls it."""
    k = int(np.argmax(np.abs(direction)))
    return _AXES[k] if direction[k] > 0 else _AXES[k + 3]


def forward_axis(up):
    """Axis to call forward on import, so that what faces +Z (Y up) or -Y (Z up) faces Blender's -Y."""
    return {"Y": "-Z", "Z": "Y", "X": "Y", "-Y": "Z", "-Z": "Y", "-X": "Y"}[up]
