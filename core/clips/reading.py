"""BVH files in whatever state they come, as actors ready for Blender."""

import logging
from pathlib import Path

import numpy as np

from ..errors import ClipError
from .actor import BvhActor
from .decoding import decode
from .frame_rate import frame_rate
from .hierarchy import is_plain, read_hierarchy
from .roles import find_roles
from .rows import read_rows, split_motion
from .scale import forward_axis, unit_of, up_axis
from .take import Take

log = logging.getLogger(__name__)


def read_bvh(source, name=""):
    """Actors of a BVH file, with what was wrong repaired.

    Parameters
    ----------
    source : bytes, or path of a file
    name : str, optional; the clip's name (the file's, without ending, by default)

    Returns
    -------
    list of BvhActor, one per ROOT

    Raises
    ------
    ClipError
        The file cannot be saved; the message names file, line and reason.
    """
    if not isinstance(source, (bytes, bytearray)):
        path = Path(source)
        try:
            source = path.read_bytes()
        except OSError as error:
            raise ClipError(f"{path.name}: cannot be read: {error.strerror or error}") from error
        name = name or path.stem
        shown = path.name
    else:
        shown = name or "clip"
    if not source.strip():
        raise ClipError(f"{shown}: empty file")
    text, repairs = decode(bytes(source))
    lowered = text[:100000].lower()
    if "root" not in lowered and "hierarchy" not in lowered:
        raise ClipError(f"{shown}: not a BVH file: it has no HIERARCHY")
    before, after, announced = split_motion(text, shown)
    joints, mended, warnings = read_hierarchy(before, shown)
    columns = sum(len(joint.channels) for joint in joints)
    rows = read_rows(after, columns, shown, before.count("\n") + 1)
    return [_actor(joints, rows, name or shown)]


def _actor(joints, rows, name):
    fps, note = frame_rate(rows.frame_time)
    take = Take(joints, rows.values)
    some = np.unique(np.linspace(0, len(rows.values) - 1, 100).astype(int))
    position, _ = take.world(some)
    found = find_roles([j.name for j in joints], take.parents, position)
    tree_leg = _leg(position[0], found.roles)
    scale, _ = unit_of(tree_leg, [j.name for j in joints])
    up = up_axis(position, found.roles)
    return BvhActor(name, take, fps, scale, up, forward_axis(up), found.roles, found.missing,
                    warnings=list(found.warnings))


def _leg(position, roles):
    legs = []
    for s in "lr":
        try:
            a, b, c = (position[roles[f"{r}_{s}"]] for r in ("thigh", "shin", "foot"))
        except KeyError:
            continue
        legs.append(np.linalg.norm(b - a) + np.linalg.norm(c - b))
    return float(np.mean(legs)) if legs else 0.0


def load_clip(path):
    """The first actor of a BVH file as a Motion in metres, Z up, without a T-pose before it."""
    return read_bvh(path)[0].to_motion()
