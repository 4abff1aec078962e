"""Results as files, through Blender's own exporters."""

import contextlib
from pathlib import Path

import bpy

from ...core.errors import StepweaveError
from ..rigs import armatures

ENDINGS = (".bvh", ".blend", ".fbx", ".glb")


def checked_ending(path):
    """The file's ending, in lower case.

    Raises
    ------
    StepweaveError
        Blender is not asked to write such files.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise StepweaveError(f"cannot write '{Path(path).name}': use one of {', '.join(ENDINGS)}")
    return ending


def export(path, armature, motion, first_frame=1):
    """Write an armature that plays a motion to a file.

    Parameters
    ----------
    path : str or Path; ends in .bvh, .blend, .fbx or .glb
    armature : bpy.types.Object; plays the motion already
    motion : Motion
    first_frame : int; scene frame of the motion's first frame

    Raises
    ------
    StepweaveError
        The file cannot be written there.
    """
    path = Path(path).resolve()
    ending = checked_ending(path)
    _make_room(path)
    if ending == ".blend":
        _save(path)
        return
    with _played_back(motion, first_frame):
        if ending == ".bvh":
            _export_bvh(path, motion)
        else:
            _select(armature)
            {".fbx": _export_fbx, ".glb": _export_glb}[ending](path)


def _make_room(path):
    """Make the file's folder and find out whether it can be written: Blender's exporters say it badly."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
    except OSError as error:
        raise StepweaveError(f"{path}: cannot be written: {error.strerror}") from error


def set_rate(scene, fps):
    """Let a scene run at a rate, whole or not."""
    whole = max(1, round(fps))
    scene.render.fps = whole
    scene.render.fps_base = whole / fps


@contextlib.contextmanager
def _played_back(motion, first_frame):
    """The scene's rate and range set to a motion; put back afterwards, with selection and active object."""
    scene, layer = bpy.context.scene, bpy.context.view_layer
    render = scene.render
    before = (render.fps, render.fps_base, scene.frame_start, scene.frame_end, scene.frame_current)
    selected, active = [thing for thing in scene.objects if thing.select_get()], layer.objects.active
    set_rate(scene, motion.fps)
    scene.frame_start, scene.frame_end = first_frame, first_frame + motion.frames - 1
    try:
        yield
    finally:
        render.fps, render.fps_base = before[:2]
        scene.frame_start, scene.frame_end = before[2:4]
        scene.frame_set(before[4])
        for thing in scene.objects:
            thing.select_set(thing in selected)
        layer.objects.active = active


def _save(path):
    """Save a copy of the file, without a backup of an older one beside it."""
    files = bpy.context.preferences.filepaths
    versions, files.save_version = files.save_version, 0
    try:
        bpy.ops.wm.save_as_mainfile(filepath=str(path), copy=True, check_existing=False)
    finally:
        files.save_version = versions


def _export_bvh(path, motion):
    """Blender's BVH exporter leaves the object's transform out: export a copy that stands at the origin."""
    scene = bpy.context.scene
    copy = armatures.new_armature(motion.skeleton, path.stem)
    action = armatures.write_motion(copy, motion, path.stem, scene.frame_start)
    try:
        _select(copy)
        bpy.ops.export_anim.bvh(
            filepath=str(path),
            global_scale=armatures.metres_per_unit(scene),
            frame_start=scene.frame_start,
            frame_end=scene.frame_end,
            root_transform_only=bool(motion.skeleton.parents[motion.skeleton.root] < 0),
        )
    finally:
        bpy.data.armatures.remove(copy.data)
        bpy.data.actions.remove(action)


def _export_fbx(path):
    bpy.ops.export_scene.fbx(
        filepath=str(path),
        use_selection=True,
        object_types={"ARMATURE", "MESH"},
        add_leaf_bones=False,
        bake_anim_use_nla_strips=False,
        bake_anim_use_all_actions=False,
        bake_anim_simplify_factor=0.0,
    )


def _export_glb(path):
    bpy.ops.export_scene.gltf(
        filepath=str(path),
        export_format="GLB",
        use_selection=True,
        export_animation_mode="ACTIVE_ACTIONS",
        export_optimize_animation_size=False,
    )


def _select(thing):
    """Select an object and its meshes alone."""
    for other in bpy.context.scene.objects:
        other.select_set(other == thing or other.parent == thing)
    bpy.context.view_layer.objects.active = thing
