"""The motion graph as nodes: show it, play what a node holds."""

import bpy
from bpy.props import StringProperty

from ..bridge import graph_jobs, graph_tree
from .steps import SteppedOperator


class STEPWEAVE_OT_show_graph(SteppedOperator, bpy.types.Operator):
    """Lay out the motion graph of the clips in use as nodes; mute a node to keep its clips out"""

    bl_idname = "stepweave.show_graph"
    bl_label = "Show Motion Graph"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """There are clips."""
        return any(clip.use for clip in context.scene.stepweave.clips)

    def steps(self, context):
        """Analyse, build, lay out; show it where a node editor is open."""
        tree, line = yield from graph_jobs.graph_steps(context)
        for area in context.screen.areas if context.screen else ():
            if area.type == "NODE_EDITOR":
                area.ui_type = graph_tree.TREE
                area.spaces.active.node_tree = tree
        return line


class STEPWEAVE_OT_play_group(bpy.types.Operator):
    """Play the next segment of this group on its character"""

    bl_idname = "stepweave.play_group"
    bl_label = "Play"
    bl_options = {"REGISTER", "UNDO"}

    node: StringProperty(options={"HIDDEN", "SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        """In a motion graph."""
        space = context.space_data
        return space is not None and space.type == "NODE_EDITOR" and space.tree_type == graph_tree.TREE

    def execute(self, context):
        """Show the clip, with the preview range on the segment."""
        tree = context.space_data.node_tree
        node = tree.nodes.get(self.node) or tree.nodes.active
        if node is None:
            return {"CANCELLED"}
        line = graph_jobs.show_segment(context, node)
        if line is None:
            self.report({"WARNING"}, "The clips have changed: show the motion graph again")
            return {"CANCELLED"}
        if not context.screen.is_animation_playing:
            bpy.ops.screen.animation_play()
        self.report({"INFO"}, line)
        return {"FINISHED"}


CLASSES = (STEPWEAVE_OT_show_graph, STEPWEAVE_OT_play_group)
_keys = []


def register_keys():
    """Double click on a node plays it."""
    config = bpy.context.window_manager.keyconfigs.addon
    if config is None:
        return
    keymap = config.keymaps.new(name="Node Editor", space_type="NODE_EDITOR")
    _keys.append((keymap, keymap.keymap_items.new("stepweave.play_group", "LEFTMOUSE", "DOUBLE_CLICK")))


def unregister_keys():
    """Take the double click away."""
    while _keys:
        keymap, item = _keys.pop()
        keymap.keymap_items.remove(item)
