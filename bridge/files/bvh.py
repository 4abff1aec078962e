"""An actor of a BVH file in Blender: its bones by Blender's own importer, its keys at once."""

import contextlib
import tempfile
from pathlib import Path

import bpy
from mathutils import Matrix

from ..rigs import actions, armatures


def import_actor(actor):
    """Make the armature of an actor, and the Action that plays its rows.

    Blender's importer gets the hierarchy with one row: it makes the bones. It would key row by row, in
    about the time that a long clip takes to play; all rows are keyed here at once, with the same values.
    It knows scales down to 1e-4 alone, and lengths from a millimetre on: it works in metres, whatever the
    scene's unit, and the bones are brought to that unit afterwards.

    Parameters
    ----------
    actor : BvhActor

    Returns
    -------
    bpy.types.Object
        The armature; it plays the Action, whose first frame is frame 1.
    """
    unit = armatures.metres_per_unit()
    with _file_of(actor.first_row_text) as file:
        armature = call_importer(actor, file, actor.scale_to_m)
    armature.data.transform(Matrix.Scale(1.0 / unit, 4))
    action = armature.animation_data.action
    _, rest = armatures.rest_frames(armature)
    bones = {bone.name: j for j, bone in enumerate(armature.data.bones)}
    rest = rest[[bones[name] for name in actor.bone_names]]
    channels = {
        (name, f"{armatures.bone_path(name)}.{what}"): values
        for (name, what), values in actor.bone_channels(rest, actor.scale_to_m / unit).items()
    }
    slot = actions.slot_of(action, armature)
    action.layers[0].strips[0].channelbag(slot).fcurves.clear()
    actions.write_channels(action, slot, 1, {}, verbatim=channels)
    return armature


@contextlib.contextmanager
def _file_of(text):
    """A file that holds a text for a while; closed, since not every system reads what another has open."""
    with tempfile.NamedTemporaryFile("w", suffix=".bvh", encoding="utf-8", delete=False) as file:
        file.write(text)
    try:
        yield file.name
    finally:
        Path(file.name).unlink()


def call_importer(actor, file, scale):
    """Let Blender's importer read a file in an actor's axes, enlarged by `scale`; gives the new armature."""
    bpy.ops.import_anim.bvh(
        filepath=str(file),
        global_scale=scale,
        axis_forward=actor.axis_forward,
        axis_up=actor.axis_up,
        rotate_mode="QUATERNION",
        frame_start=1,
    )
    return bpy.context.view_layer.objects.active
