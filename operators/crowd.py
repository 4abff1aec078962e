"""Several characters: list collisions, resolve them."""

import bpy

from ..bridge import crowding
from .steps import SteppedOperator


class _Several:
    @classmethod
    def poll(cls, context):
        """At least two characters with paths."""
        return sum(c.path is not None for c in context.scene.stepweave.characters) >= 2


class STEPWEAVE_OT_find_collisions(_Several, SteppedOperator, bpy.types.Operator):
    """List where and when characters come too near one another"""

    bl_idname = "stepweave.find_collisions"
    bl_label = "Find Collisions"
    bl_options = {"REGISTER", "UNDO"}

    def steps(self, context):
        """Time everybody, compare."""
        return (yield from crowding.collision_steps(context))


class STEPWEAVE_OT_resolve_collisions(_Several, SteppedOperator, bpy.types.Operator):
    """Shift a start, add a small bump in time or take another variant: the least that keeps all apart"""

    bl_idname = "stepweave.resolve_collisions"
    bl_label = "Resolve"
    bl_options = {"REGISTER", "UNDO"}

    def steps(self, context):
        """Find the least change, apply it, make the changed walks again."""
        line = yield from crowding.resolve_steps(context)
        yield from crowding.walk_again_steps(context)
        return line


class STEPWEAVE_OT_show_collision(bpy.types.Operator):
    """Go to the frame of the collision"""

    bl_idname = "stepweave.show_collision"
    bl_label = "Go There"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Set the frame."""
        settings = context.scene.stepweave
        if not 0 <= settings.collision_index < len(settings.collisions):
            return {"CANCELLED"}
        context.scene.frame_set(settings.collisions[settings.collision_index].frame)
        return {"FINISHED"}


CLASSES = (STEPWEAVE_OT_find_collisions, STEPWEAVE_OT_resolve_collisions, STEPWEAVE_OT_show_collision)
