"""A tool in the toolbar of Object and Pose Mode: press on the warp curve and drag it."""

import bpy

_DRAG = (("stepweave.drag_warp", {"type": "LEFTMOUSE", "value": "PRESS"}, None),)


class TimingInObjectMode(bpy.types.WorkSpaceTool):
    """Drag the timing of the character's walk"""

    bl_space_type = "VIEW_3D"
    bl_context_mode = "OBJECT"
    bl_idname = "stepweave.timing"
    bl_label = "Timing"
    bl_description = "Press on the character's path or warp curve and drag: up is further along by then"
    bl_icon = "ops.pose.breakdowner"
    bl_keymap = _DRAG


class TimingInPoseMode(bpy.types.WorkSpaceTool):
    """Drag the timing of the character's walk"""

    bl_space_type = "VIEW_3D"
    bl_context_mode = "POSE"
    bl_idname = "stepweave.timing_pose"
    bl_label = "Timing"
    bl_description = TimingInObjectMode.bl_description
    bl_icon = "ops.pose.breakdowner"
    bl_keymap = _DRAG


TOOLS = (TimingInObjectMode, TimingInPoseMode)


def register():
    """Put the tool into both toolbars."""
    for tool in TOOLS:
        bpy.utils.register_tool(tool, separator=True)


def unregister():
    """Take it out again."""
    for tool in reversed(TOOLS):
        bpy.utils.unregister_tool(tool)
