"""The panels for variants and timing."""

import bpy

from ..bridge.scene_data import active_character


class STEPWEAVE_UL_handles(bpy.types.UIList):
    """Edits of the timing."""

    def draw_item(self, _context, layout, _data, handle, _icon, _active_data, _active_property, _index=0):
        """One handle: where and by how much."""
        row = layout.row(align=True)
        row.label(text=f"frame {handle.frame:.0f}", icon="HANDLE_ALIGNED")
        unit = "m/s" if handle.mode == "speed" else "frames"
        row.label(text=f"{handle.offset:+.2f} {unit}")


class STEPWEAVE_PT_variants(bpy.types.Panel):
    """Other ways along the same path."""

    bl_idname = "STEPWEAVE_PT_variants"
    bl_label = "Variants"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Stepweave"
    bl_parent_id = "STEPWEAVE_PT_path"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        """There is a path."""
        character = active_character(context.scene)
        return character is not None and character.path is not None

    def draw(self, context):
        """Number, radius, seed; which one."""
        layout, character = self.layout, active_character(context.scene)
        column = layout.column()
        column.use_property_split = True
        column.prop(character, "variant")
        column.prop(character, "variant_count")
        column.prop(character, "variant_radius")
        column.prop(character, "variant_sub_points")
        column.prop(character, "variant_seed")
        column.prop(character, "variant_pin_ends")
        row = layout.row(align=True)
        row.prop(character, "show_variants", toggle=True, icon="HIDE_OFF")
        row.operator("stepweave.pick_variant", icon="EYEDROPPER")


class STEPWEAVE_PT_timing(bpy.types.Panel):
    """The warp curve."""

    bl_idname = "STEPWEAVE_PT_timing"
    bl_label = "Timing"
    bl_options = {"DEFAULT_CLOSED"}
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Stepweave"
    bl_order = 2

    def draw(self, context):
        """Drag, mode, handles."""
        layout, character = self.layout, active_character(context.scene)
        if character is None or character.path is None:
            layout.label(text="First draw a path", icon="INFO")
            return
        row = layout.row(align=True)
        row.scale_y = 1.2
        row.operator("stepweave.drag_warp", icon="IPO_BEZIER")
        row.operator("stepweave.show_warp", icon="CURVE_PATH")
        layout.operator("stepweave.arrive", icon="CURSOR")
        column = layout.column()
        column.use_property_split = True
        column.row().prop(character, "warp_mode", expand=True)
        column.row().prop(character, "warp_duration", expand=True)
        column.prop(character, "warp_scale")
        column.prop(character, "warp_delta")
        column.row().prop(character, "path_edit", expand=True)
        if character.pen_rhythm:
            column.prop(character, "keep_rhythm")
        column.prop(character, "live")
        if not character.handles:
            layout.label(text="Drag the curve to change the timing", icon="INFO")
            return
        row = layout.row()
        row.template_list(
            "STEPWEAVE_UL_handles", "", character, "handles", character, "handle_index", rows=3
        )
        row.operator("stepweave.remove_handle", text="", icon="REMOVE")
        handle = character.handles[min(character.handle_index, len(character.handles) - 1)]
        column = layout.column(align=True)
        column.use_property_split = True
        for name in ("frame", "offset", "sigma", "sigma_right", "hold", "mode", "duration"):
            column.prop(handle, name)


CLASSES = (STEPWEAVE_UL_handles, STEPWEAVE_PT_variants, STEPWEAVE_PT_timing)
