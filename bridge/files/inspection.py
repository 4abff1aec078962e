"""What a clip file holds, in words: BVH by core's own reader, the rest through Blender's importers."""

from pathlib import Path

from ...core.clips import inspect_file
from ...core.clips.inspection import facing_degrees, record
from ...core.clips.roles import BODY
from ...core.errors import ClipError
from ..rigs import actions, armatures
from . import importing


def inspect(path):
    """Facts about a clip file, one dict per clip, with the keys of `core.clips.inspect_file`."""
    path = Path(path)
    if path.suffix.lower() == ".bvh":
        return inspect_file(path)
    before, refused = importing.existing(), []
    try:
        found = [_describe(clip, path) for clip in importing.import_file(path, refused=refused)]
        return found + [record(path, name, "refused", error=reason) for name, reason in refused]
    except ClipError as error:
        return [record(path, path.stem, "refused", error=str(error))]
    finally:
        importing.remove_new(before)


def lines(told):
    """Lines for the terminal about one clip, as `inspect` tells it."""
    if told["status"] == "refused":
        return [f"{told['file']}: refused: {told['error']}"]
    walks = "root motion" if told["root_motion"] else "no root motion"
    rest = {"other": "no usual rest pose", None: "no arms"}.get(told["rest_pose"], told["rest_pose"])
    first = (
        f"{told['file']}: {told['status']}: {told['frames']} frames at {told['fps']:g} fps "
        f"({told['seconds']:.2f} s), {told['scale_to_m']:g} m per unit, {told['up']} up, "
        f"{len(told['roles'])} roles, {rest}, {walks}"
    )
    more = [f"  repaired: {note}" for note in told["repairs"]]
    more += [f"  doubtful: {note}" for note in told["warnings"]]
    more += [f"  missing: {', '.join(told['missing'])}"] if told["missing"] else []
    return [first, *more]


def _describe(clip, path):
    skeleton = armatures.skeleton_of(clip.armature)
    frames = len(actions.whole_frames(clip.action, actions.slot_of(clip.action, clip.armature)))
    facts = {
        "frames": frames,
        "fps": clip.fps,
        "seconds": round((frames - 1) / clip.fps, 4),
        "scale_to_m": clip.scale_to_m,
        "up": clip.up,
        "facing": facing_degrees(clip.facing),
        "rest_pose": clip.rest_pose,
        "root_motion": clip.root_motion,
        "roles": {role: skeleton.names[joint] for role, joint in skeleton.roles.items()},
        "missing": [role for role in BODY if role not in skeleton.roles],
        "repairs": list(clip.repairs),
        "warnings": list(clip.warnings),
    }
    return record(path, clip.action.name, "repaired" if clip.repaired else "ok", facts)
