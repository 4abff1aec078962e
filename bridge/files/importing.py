"""Clips from files, through Blender's own importers; BVH text is repaired before Blender sees it."""

import contextlib
import io
import os
from dataclasses import replace
from pathlib import Path

import bpy
import numpy as np

from ...core.clips import read_bvh
from ...core.errors import ClipError
from ..rigs import actions, armatures
from . import bvh
from .exporting import set_rate
from .imported import ImportedClip, Refused
from .scenes import clips_of_scene

ENDINGS = (".bvh", ".fbx", ".glb", ".gltf")
_ARCHIVES = (".zip", ".7z", ".rar", ".gz", ".tgz", ".tar")
_PASSED_OVER = (".", "__MACOSX")
_KEY_RATE = 240.0           # frames per second at which glTF times are laid on frames
_SAME = 1e-3                # metres and radians between skeletons that count as one


def clip_files(paths, deep=True):
    """Files with clips among files and folders, in order.

    In folders hidden files are passed over, such as those that a Mac puts beside the real ones.

    Parameters
    ----------
    paths : iterable of str or Path
    deep : bool; search folders to their depths, links to folders included

    Raises
    ------
    ClipError
        Something is not there, or a file is of no kind that can be read.
    """
    found = []
    for path in map(Path, paths):
        if path.is_dir():
            found += sorted(_clips_in(path, deep))
        elif not path.is_file():
            raise ClipError(f"{path}: no such file or folder")
        elif path.suffix.lower() in _ARCHIVES:
            raise ClipError(f"{path.name}: an archive: unpack it and take what is in it")
        elif path.suffix.lower() not in ENDINGS:
            raise ClipError(f"{path.name}: clips end in {', '.join(ENDINGS)}")
        else:
            found.append(path)
    return found


def _clips_in(folder, deep):
    """Clip files of a folder; no folder is entered twice, whatever links say."""
    entered = set()
    for place, folders, names in os.walk(folder, followlinks=True):
        entered.add(os.path.realpath(place))
        inside = (name for name in folders if not name.startswith(_PASSED_OVER))
        wanted = [name for name in inside if os.path.realpath(Path(place) / name) not in entered]
        folders[:] = wanted if deep else []
        for name in names:
            path = Path(place) / name
            if not name.startswith(".") and path.suffix.lower() in ENDINGS and path.is_file():
                yield path


def import_file(path, repair=True, refused=None):
    """Import all clips of a file; clips of one skeleton share one armature of the scene.

    Parameters
    ----------
    path : str or Path
    repair : bool; mend what is wrong with BVH text and capture (when off, Blender gets the file as it is)
    refused : list, optional; gets a `Refused` for every take that cannot be used beside others that can

    Returns
    -------
    list of ImportedClip

    Raises
    ------
    ClipError
        The file holds no clip that can be used; nothing of it is left in Blender then.
    """
    path = Path(path)
    clip_files([path])
    with undone_on_failure(), _scene_kept():
        if path.suffix.lower() == ".bvh":
            return [_import_actor(actor, path, repair) for actor in read_bvh(path)]
        try:
            clips, broken = _import_scene(path)
        except ClipError as error:
            told = str(error)
            raise ClipError(told if told.startswith(path.name) else f"{path.name}: {told}") from error
    if refused is not None:
        refused += [Refused(name, f"{path.name}: take '{name}': {reason}") for name, reason in broken]
    return clips


@contextlib.contextmanager
def undone_on_failure():
    """Take everything out of the file again that was added inside the block, if it fails."""
    before = existing()
    try:
        yield
    except BaseException:
        remove_new(before)
        raise


def existing():
    """What is in the Blender file now, for `remove_new`."""
    return {thing.session_uid for thing in _everything()}


def remove_new(before):
    """Remove what has been added since ``before = existing()``."""
    bpy.data.batch_remove([thing for thing in _everything() if thing.session_uid not in before])


def _everything():
    data = bpy.data
    kinds = (data.objects, data.armatures, data.actions, data.meshes, data.materials, data.images)
    kinds += (data.collections, data.curves, data.cameras, data.lights, data.textures, data.shape_keys)
    return [thing for kind in kinds for thing in kind]


@contextlib.contextmanager
def _scene_kept():
    """The scene's rate, range, mode and selection survive what an importer does to them."""
    scene, layer = bpy.context.scene, bpy.context.view_layer
    active = layer.objects.active
    if active and active.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    render = scene.render
    before = (render.fps, render.fps_base, scene.frame_start, scene.frame_end, scene.frame_current)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        render.fps, render.fps_base, scene.frame_start, scene.frame_end = before[:4]
        if scene.frame_current != before[4]:
            scene.frame_set(before[4])


@contextlib.contextmanager
def failure_in_words(path, error_class=ClipError):
    """What an importer of Blender raises becomes one line: the last of its traceback."""
    try:
        yield
    except RuntimeError as error:
        lines = [line for line in str(error).splitlines() if line and not line.startswith("Location:")]
        reason = lines[-1].removeprefix("Error: ")
        raise error_class(f"{path.name}: Blender cannot read it: {reason}") from error


def _import_actor(actor, path, repair):
    before = existing()
    with failure_in_words(path):
        scale = actor.scale_to_m / armatures.metres_per_unit()
        armature = bvh.import_actor(actor) if repair else bvh.call_importer(actor, path, scale)
    armature.name = armature.data.name = actor.name
    bones = actor.bone_names
    armatures.keep_roles(armature, {role: bones[j] for role, j in actor.roles.items()})
    action = armature.animation_data.action
    action.name = actor.name
    slot = actions.slot_of(action, armature)
    slot.name_display = actions.SLOT_NAME
    armature = _shared(armature, before)
    return ImportedClip(
        action,
        armature,
        actor.fps,
        actor.scale_to_m,
        str(path),
        tuple(actor.repairs),
        tuple(actor.warnings),
        bool(actor.repaired_text or actor.repairs),
        actor.rest_pose,
        actor.root_motion,
        actor.facing,
        actor.axis_up,
    )


def _import_scene(path):
    """Clips of an FBX or glTF file, and takes of it that cannot be used."""
    before = existing()
    scene = bpy.context.scene
    if path.suffix.lower() == ".fbx":
        call = {"operator": bpy.ops.wm.fbx_import}
    else:
        set_rate(scene, _KEY_RATE)
        call = {"operator": bpy.ops.import_scene.gltf, "disable_bone_shape": True}
    with failure_in_words(path):
        call.pop("operator")(filepath=str(path), **call)
    found = [thing for thing in bpy.data.objects if thing.session_uid not in before]
    rigs = {thing for thing in found if thing.type == "ARMATURE"}
    fresh = [action for action in bpy.data.actions if action.session_uid not in before]
    clips, refused = clips_of_scene(path, found, fresh, scene.render.fps / scene.render.fps_base)
    used = {clip.armature for clip in clips}
    for rig in rigs - used if refused else ():
        _remove_tree(rig, before)
    homes = {rig: _shared(rig, before) for rig in used}
    return [replace(clip, armature=homes[clip.armature]) for clip in clips], refused


def _shared(armature, before):
    """The scene's older armature of the same skeleton, the new one removed; or the new one itself."""
    for other in bpy.context.scene.objects:
        if other.type == "ARMATURE" and other != armature and _same_skeleton(other, armature):
            _remove_tree(armature, before)
            return other
    return armature


def _remove_tree(armature, before):
    """Remove an imported armature with all that hangs on it, but not its Actions."""
    top = armature
    while top.parent and sum(t.type == "ARMATURE" for t in top.parent.children_recursive) == 1:
        top = top.parent
    bpy.data.batch_remove([*top.children_recursive, top])
    unused = [t for t in _everything() if t.session_uid not in before and not t.users and not _kept(t)]
    bpy.data.batch_remove(unused)


def _kept(thing):
    return isinstance(thing, bpy.types.Action)


def _same_skeleton(a, b):
    """Whether an Action of one armature does the same on the other."""
    if [bone.name for bone in a.data.bones] != [bone.name for bone in b.data.bones]:
        return False
    placed = [np.array(armatures.world_matrix(thing)) for thing in (a, b)]
    sizes = [np.linalg.norm(matrix[:3, :3], axis=0) for matrix in placed]
    if not np.allclose(*sizes, rtol=_SAME, atol=0.0):
        return False
    rest = [
        matrix @ np.array([bone.matrix_local for bone in thing.data.bones]).reshape(-1, 4, 4)
        for matrix, thing in zip(placed, (a, b))
    ]
    apart = np.abs(rest[0] - rest[1])
    apart[:, :3, 3] *= armatures.metres_per_unit()
    apart[:, :3, :3] /= sizes[0].mean()
    return apart.max(initial=0.0) < _SAME
