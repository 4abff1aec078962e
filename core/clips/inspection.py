"""A clip file in one look: what it holds, what was mended, what is doubtful."""

from pathlib import Path

import numpy as np

from ..errors import ClipError
from .reading import read_bvh


def inspect_file(path):
    """Facts about a BVH file, ready for JSON.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    list of dict, one per actor (one in all for a file that is refused), with the keys file, status
    ("ok", "repaired" or "refused"), name, frames, fps, seconds, scale_to_m, up, facing (degrees from
    Blender's -Y, left positive), roles (role to joint name), missing, root_motion, repairs, warnings, error
    """
    try:
        return [describe(actor, path) for actor in read_bvh(path)]
    except ClipError as error:
        return [_refused(path, str(error))]


def describe(actor, path):
    """Facts about one actor of a file, as `inspect_file` gives them."""
    facing = np.degrees(np.arctan2(actor.facing[0], -actor.facing[1]))
    return {
        "file": str(path),
        "status": "repaired" if actor.repaired_text or actor.repairs else "ok",
        "name": actor.name,
        "frames": actor.frames,
        "fps": float(actor.fps),
        "seconds": round((actor.frames - 1) / actor.fps, 4),
        "scale_to_m": round(float(actor.scale_to_m), 6),
        "up": actor.axis_up,
        "facing": round(float(facing), 1) if np.isfinite(facing) else None,
        "roles": {role: actor.names[joint] for role, joint in actor.roles.items()},
        "missing": list(actor.missing),
        "root_motion": bool(actor.root_motion),
        "repairs": list(actor.repairs),
        "warnings": list(actor.warnings),
        "error": None,
    }


def _refused(path, reason):
    empty = dict.fromkeys(("frames", "fps", "seconds", "scale_to_m", "up", "facing", "root_motion"))
    return {
        "file": str(path),
        "status": "refused",
        "name": Path(path).stem,
        **empty,
        "roles": {},
        "missing": [],
        "repairs": [],
        "warnings": [],
        "error": reason,
    }
