"""What a clip file holds, in words: BVH by core's own reader, the rest through Blender's importers."""

from pathlib import Path

from ..core.clips import inspect_file
from ..core.errors import ClipError
from . import armatures, importing


def inspect(path):
    """Facts about a clip file, one dict per clip, with the keys of `core.clips.inspect_file`."""
    path = Path(path)
    if path.suffix.lower() == ".bvh":
        return inspect_file(path)
    before = importing.existing()
    try:
        return [_describe(clip, path) for clip in importing.import_file(path)]
    except ClipError as error:
        empty = dict.fromkeys(("frames", "fps", "seconds", "scale_to_m", "up", "facing", "root_motion"))
        return [_record(path, path.stem, "refused", empty, error=str(error))]
    finally:
        importing.remove_new(before)


def lines(record):
    """Lines for the terminal about one clip."""
    if record["status"] == "refused":
        return [f"{record['file']}: refused: {record['error']}"]
    walks = "root motion" if record["root_motion"] else "no root motion"
    first = (
        f"{record['file']}: {record['status']}: {record['frames']} frames at {record['fps']:g} fps "
        f"({record['seconds']:.2f} s), {record['scale_to_m']:g} m per unit, {record['up']} up, "
        f"{len(record['roles'])} roles, {walks}"
    )
    more = [f"  repaired: {note}" for note in record["repairs"]]
    more += [f"  doubtful: {note}" for note in record["warnings"]]
    more += [f"  missing: {', '.join(record['missing'])}"] if record["missing"] else []
    return [first, *more]


def _describe(clip, path):
    skeleton = armatures.skeleton_of(clip.armature)
    motion = armatures.motion_of(clip.armature, clip.action, clip.fps, skeleton)
    travel = motion.root_position.max(axis=0) - motion.root_position.min(axis=0)
    facts = {
        "frames": motion.frames,
        "fps": clip.fps,
        "seconds": round(motion.seconds, 4),
        "scale_to_m": clip.scale_to_m,
        "up": "Z",
        "facing": None,
        "root_motion": bool(travel.max() > 0.01 * skeleton.leg_length),
    }
    roles = {role: skeleton.names[joint] for role, joint in skeleton.roles.items()}
    return _record(path, clip.action.name, "ok", facts, roles)


def _record(path, name, status, facts, roles=None, error=None):
    return {
        "file": str(path),
        "status": status,
        "name": name,
        **facts,
        "roles": roles or {},
        "missing": [],
        "repairs": [],
        "warnings": [],
        "error": error,
    }
