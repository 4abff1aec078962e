"""The tab "Stepweave" in the sidebar of the 3D Viewport; panels draw, nothing else."""

import bpy

from ..bridge.routes.timing import scene_fps
from ..bridge.scene_data import active_character
from .wrapping import wrapped


class _Tab:
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Stepweave"


class STEPWEAVE_PT_clips(_Tab, bpy.types.Panel):
    """Clips at hand."""

    bl_idname = "STEPWEAVE_PT_clips"
    bl_label = "Clips"

    def draw(self, context):
        """List, buttons, what was found."""
        layout, settings = self.layout, context.scene.stepweave
        row = layout.row()
        row.template_list(
            "STEPWEAVE_UL_clips", "", settings, "clips", settings, "clip_index", rows=4
        )
        buttons = row.column(align=True)
        buttons.operator("stepweave.import_clips", text="", icon="ADD")
        buttons.operator("stepweave.remove_clip", text="", icon="REMOVE")
        if not settings.clips:
            layout.label(text="Import BVH, FBX or glTF clips, or start with ours:", icon="INFO")
        row = layout.row(align=True)
        row.operator("stepweave.import_clips", icon="IMPORT")
        row.operator("stepweave.add_starter", text="Starter Clips", icon="ARMATURE_DATA")
        if not settings.clips:
            return
        row = layout.row(align=True)
        row.operator("stepweave.use_clips", text="Use All").use = True
        row.operator("stepweave.use_clips", text="Use None").use = False
        row = layout.row(align=True)
        row.operator("stepweave.analyse", icon="VIEWZOOM")
        row.operator("stepweave.show_graph", text="Motion Graph", icon="NODETREE")
        row = layout.row(align=True)
        row.prop(settings, "show_strip", toggle=True, icon="SEQ_STRIP_DUPLICATE")
        row.prop(settings, "show_footprints", toggle=True, icon="TRACKING")
        if 0 <= settings.clip_index < len(settings.clips):
            self._notes(layout, settings.clips[settings.clip_index], scene_fps(context.scene))

    @staticmethod
    def _notes(layout, clip, fps):
        row = layout.row(align=True)
        row.operator("stepweave.show_clip", icon="HIDE_OFF")
        row.operator("stepweave.write_markers", text="Markers", icon="PMARKER_ACT")
        row = layout.row(align=True)
        row.operator("stepweave.correct_label", text="Label", icon="GREASEPENCIL")
        row.operator("stepweave.correct_contact", text="Contact", icon="GREASEPENCIL")
        if clip.label_corrections or clip.contact_corrections:
            row.operator("stepweave.clear_corrections", text="", icon="LOOP_BACK")
        box = layout.box().column(align=True)
        if clip.status != "REFUSED":
            pose = f", {clip.rest_pose} at rest" if clip.rest_pose else ""
            box.label(text=f"{clip.frames} frames at {clip.fps:g} fps{pose}")
            if abs(clip.fps / fps - 1.0) > 0.01:
                wrapped(box, f"shown at {fps / clip.fps:.2g} × its speed: the scene has {fps:g} fps", "TIME")
                box.operator("stepweave.match_rate", text=f"Set Scene to {clip.fps:g} fps")
        for line in clip.notes.splitlines():
            wrapped(box, line, "ERROR" if clip.status == "REFUSED" else "DOT")


class STEPWEAVE_PT_roles(_Tab, bpy.types.Panel):
    """Which bone plays which role."""

    bl_idname = "STEPWEAVE_PT_roles"
    bl_label = "Joint Roles"
    bl_parent_id = "STEPWEAVE_PT_clips"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        """The map, row by row."""
        layout, settings = self.layout, context.scene.stepweave
        row = layout.row(align=True)
        row.operator("stepweave.show_roles", icon="BONE_DATA")
        row.operator("stepweave.forget_roles", icon="LOOP_BACK")
        if settings.roles_of is None:
            return
        layout.label(text=settings.roles_of.name, icon="ARMATURE_DATA")
        column = layout.column(align=True)
        for role in settings.roles:
            icon = "BONE_DATA" if role.bone else "QUESTION"
            name = role.name.replace("_", " ")
            column.prop_search(role, "bone", settings.roles_of.data, "bones", text=name, icon=icon)


class STEPWEAVE_PT_path(_Tab, bpy.types.Panel):
    """The path of the active character."""

    bl_idname = "STEPWEAVE_PT_path"
    bl_label = "Path"

    def draw(self, context):
        """Who, and where along."""
        layout, settings = self.layout, context.scene.stepweave
        if settings.characters:
            row = layout.row()
            row.template_list(
                "STEPWEAVE_UL_characters", "", settings, "characters", settings, "character_index", rows=2
            )
            buttons = row.column(align=True)
            buttons.operator("stepweave.add_character", text="", icon="ADD")
            buttons.operator("stepweave.remove_character", text="", icon="REMOVE")
        row = layout.row(align=True)
        row.operator("stepweave.draw_path", icon="GREASEPENCIL")
        row.operator("stepweave.use_curve", text="Use Curve", icon="CURVE_BEZCURVE")
        character = active_character(context.scene)
        if character is None:
            layout.label(text="Draw a path on the ground to begin", icon="INFO")
            return
        column = layout.column()
        column.use_property_split = True
        column.prop(character, "armature")
        column.prop(character, "path")
        column.prop(settings, "ground")


class STEPWEAVE_PT_walk(_Tab, bpy.types.Panel):
    """Speed, and go."""

    bl_idname = "STEPWEAVE_PT_walk"
    bl_label = "Walk"
    bl_order = 3

    def draw(self, context):
        """Speed, start, generate, warnings."""
        layout = self.layout
        character = active_character(context.scene)
        if character is not None:
            column = layout.column()
            column.use_property_split = True
            column.prop(character, "speed")
            column.prop(character, "start_frame")
        row = layout.row()
        row.scale_y = 1.4
        row.operator("stepweave.generate_walk", icon="ACTION")
        row.operator("stepweave.drive", icon="EVENT_W")
        for text in missing(context):
            layout.label(text=text, icon="INFO")
        if character is None or character.result is None:
            return
        box = layout.box().column(align=True)
        box.label(text=character.result.name, icon="CHECKMARK")
        for line in character.warnings.splitlines():
            wrapped(box, line, "ERROR")


class STEPWEAVE_PT_crowd(_Tab, bpy.types.Panel):
    """Several characters, kept apart."""

    bl_idname = "STEPWEAVE_PT_crowd"
    bl_label = "Crowd"
    bl_parent_id = "STEPWEAVE_PT_walk"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        """There are several."""
        return len(context.scene.stepweave.characters) > 1

    def draw(self, context):
        """Find, look, resolve."""
        layout, settings = self.layout, context.scene.stepweave
        layout.prop(active_character(context.scene) or settings.characters[0], "radius")
        row = layout.row(align=True)
        row.operator("stepweave.find_collisions", icon="VIEWZOOM")
        row.operator("stepweave.resolve_collisions", icon="CHECKMARK")
        if settings.collisions:
            layout.template_list(
                "STEPWEAVE_UL_collisions", "", settings, "collisions", settings, "collision_index", rows=3
            )
            layout.operator("stepweave.show_collision", icon="TIME")
        if settings.crowd_changes:
            box = layout.box().column(align=True)
            for line in settings.crowd_changes.splitlines():
                wrapped(box, line, "CHECKMARK")


def missing(context):
    """What the walk still needs, in words."""
    settings = context.scene.stepweave
    character = active_character(context.scene)
    if not any(clip.use for clip in settings.clips):
        yield "First import clips or add ours"
    if character is None or character.path is None:
        yield "First draw a path"
    elif character.armature is None:
        yield "Choose the character's armature under Path"


CLASSES = (STEPWEAVE_PT_clips, STEPWEAVE_PT_roles, STEPWEAVE_PT_path, STEPWEAVE_PT_walk, STEPWEAVE_PT_crowd)
