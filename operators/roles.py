"""Joint roles: look at them, set them right."""

import bpy

from ..bridge.rigs import role_map
from ..core.errors import StepweaveError


def _armature(context):
    """The listed clip's armature, else the active one."""
    settings = context.scene.stepweave
    if 0 <= settings.clip_index < len(settings.clips) and settings.clips[settings.clip_index].armature:
        return settings.clips[settings.clip_index].armature
    thing = context.active_object
    return thing if thing is not None and thing.type == "ARMATURE" else None


class STEPWEAVE_OT_show_roles(bpy.types.Operator):
    """List which bone plays which role, to look at and to change; changes are kept with the armature"""

    bl_idname = "stepweave.show_roles"
    bl_label = "Show Roles"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """There is an armature."""
        return _armature(context) is not None

    def execute(self, context):
        """Fill the list."""
        try:
            missing = role_map.show(context.scene.stepweave, _armature(context))
        except StepweaveError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"{missing} usual roles have no bone" if missing else "all usual roles found")
        return {"FINISHED"}


class STEPWEAVE_OT_forget_roles(bpy.types.Operator):
    """Find the roles anew from names and shape, and forget what was set"""

    bl_idname = "stepweave.forget_roles"
    bl_label = "Find Anew"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """A list is shown."""
        return context.scene.stepweave.roles_of is not None

    def execute(self, context):
        """Forget, list again."""
        settings = context.scene.stepweave
        role_map.forget(settings.roles_of)
        role_map.show(settings, settings.roles_of)
        return {"FINISHED"}


CLASSES = (STEPWEAVE_OT_show_roles, STEPWEAVE_OT_forget_roles)
