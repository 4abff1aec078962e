"""Walk: weave the clips along the path."""

import bpy

from ..bridge import jobs
from ..bridge.rigs.doubles import double
from ..bridge.scene_data import active_character
from .steps import SteppedOperator


class STEPWEAVE_OT_add_character(bpy.types.Operator):
    """Let the selected armature walk: adds it to the list of characters"""

    bl_idname = "stepweave.add_character"
    bl_label = "Add Character"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Add an entry for the active armature, or for the clips' own one."""
        settings = context.scene.stepweave
        thing = context.active_object
        if thing is None or thing.type != "ARMATURE":
            thing = next((clip.armature for clip in settings.clips if clip.armature), None)
        if thing is not None and any(other.armature == thing for other in settings.characters):
            thing = double(thing, thing.name)
        character = settings.characters.add()
        character.armature = thing
        character.name = thing.name if thing else "Character"
        settings.character_index = len(settings.characters) - 1
        return {"FINISHED"}


class STEPWEAVE_OT_remove_character(bpy.types.Operator):
    """Take the character off the list; its armature, path and walk stay in the file"""

    bl_idname = "stepweave.remove_character"
    bl_label = "Remove Character"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """There is one."""
        return active_character(context.scene) is not None

    def execute(self, context):
        """Remove the entry."""
        settings = context.scene.stepweave
        settings.characters.remove(settings.character_index)
        settings.character_index = max(0, min(settings.character_index, len(settings.characters) - 1))
        return {"FINISHED"}


class STEPWEAVE_OT_generate_walk(SteppedOperator, bpy.types.Operator):
    """Weave the clips in use into a walk along the character's path; makes a new Action"""

    bl_idname = "stepweave.generate_walk"
    bl_label = "Generate Walk"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """A character, a path and clips are there; says what is missing."""
        character = active_character(context.scene)
        if not any(clip.use for clip in context.scene.stepweave.clips):
            cls.poll_message_set("No clips in use: import some, or add the starter clips")
            return False
        if character is None or character.path is None:
            cls.poll_message_set("No path: draw one first")
            return False
        return True

    def steps(self, context):
        """Analyse what is new, weave, bake."""
        return (yield from jobs.walk_steps(context, active_character(context.scene)))


CLASSES = (STEPWEAVE_OT_add_character, STEPWEAVE_OT_remove_character, STEPWEAVE_OT_generate_walk)
