"""A clip file in one look: what it holds, what was mended, what is doubtful."""

from pathlib import Path

import numpy as np

from ..errors import ClipError
from .reading import read_bvh

_FACTS = ("frames", "fps", "seconds", "scale_to_m", "up", "facing", "rest_pose")
_FACTS += ("roles", "missing", "root_motion", "repairs", "warnings")


def inspect_file(path):
    """Facts about a BVH file, ready for JSON.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    list of dict, one per actor (one in all for a file that is refused), with the keys file, status
    ("ok", "repaired" or "refused"), name, frames, fps, seconds, scale_to_m, up, facing (degrees from
    Blender's -Y, left positive), rest_pose ("T-pose", "A-pose", "arms down", "other" or None), roles (role
    to joint name), missing, root_motion, repairs, warnings, error
    """
    try:
        return [describe(actor, path) for actor in read_bvh(path)]
    except ClipError as error:
        return [record(path, Path(path).stem, "refused", error=str(error))]


def describe(actor, path):
    """Facts about one actor of a file, as `inspect_file` gives them."""
    facts = {
        "frames": actor.frames,
        "fps": float(actor.fps),
        "seconds": round((actor.frames - 1) / actor.fps, 4),
        "scale_to_m": round(float(actor.scale_to_m), 6),
        "up": actor.axis_up,
        "facing": facing_degrees(actor.facing),
        "rest_pose": actor.rest_pose,
        "root_motion": bool(actor.root_motion),
        "roles": {role: actor.names[joint] for role, joint in actor.roles.items()},
        "missing": list(actor.missing),
        "repairs": list(actor.repairs),
        "warnings": list(actor.warnings),
    }
    return record(path, actor.name, "repaired" if actor.repaired_text or actor.repairs else "ok", facts)


def record(path, name, status, facts=None, error=None):
    """One clip's record, its keys always the same and in one order.

    Parameters
    ----------
    path : str or Path
    name : str
    status : "ok", "repaired" or "refused"
    facts : dict, optional; none of a file that is refused
    error : str, optional; why it is refused
    """
    facts = facts or {**dict.fromkeys(_FACTS), "roles": {}, "missing": [], "repairs": [], "warnings": []}
    told = {"file": str(path), "status": status, "name": name}
    return {**told, **{key: facts[key] for key in _FACTS}, "error": error}


def facing_degrees(facing):
    """Degrees from Blender's -Y, left positive, of a horizontal vector (2,); None where it is unknown."""
    if facing is None or not np.all(np.isfinite(facing)):
        return None
    return round(float(np.degrees(np.arctan2(facing[0], -facing[1]))), 1)
