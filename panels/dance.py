"""The panel of the sign dance."""

import bpy

from .wrapping import wrapped


class STEPWEAVE_UL_dance_segments(bpy.types.UIList):
    """Four counts each: where, what dances, locked or not."""

    def draw_item(self, _context, layout, _data, segment, _icon, _active_data, _active_property, _index=0):
        """One segment."""
        row = layout.row(align=True)
        row.label(text=f"{segment.start}")
        row.label(text=segment.chosen)
        icon = "LOCKED" if segment.locked else "UNLOCKED"
        row.prop(segment, "locked", text="", icon=icon, emboss=False)


class STEPWEAVE_PT_dance(bpy.types.Panel):
    """Sign, dances, tempo, choices."""

    bl_idname = "STEPWEAVE_PT_dance"
    bl_label = "Sign Dance"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Stepweave"
    bl_order = 4
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        """From the sign to the dance."""
        layout, settings = self.layout, context.scene.stepweave
        dance = settings.dance
        column = layout.column(align=True)
        wrapped(column, "A choreography aid, to be reviewed by Deaf signers; not a translation", "INFO")
        column = layout.column()
        column.use_property_split = True
        column.prop_search(dance, "sign", settings, "clips")
        column.prop(dance, "use_generated")
        row = column.row()
        row.enabled = not dance.use_generated
        row.prop(dance, "database")
        column.prop(dance, "model")
        self._tempo(layout, dance)
        column = layout.column()
        column.use_property_split = True
        column.prop(dance, "ownership")
        if dance.ownership == "hands":
            column.prop(dance, "hold_wrists")
        column.prop(dance, "order")
        column.prop(dance, "form")
        column.prop(dance, "strips")
        row = layout.row()
        row.scale_y = 1.3
        row.operator("stepweave.make_dance", icon="OUTLINER_OB_ARMATURE")
        if not dance.sign:
            layout.label(text="First import a clip of signing, or", icon="INFO")
            layout.operator("stepweave.add_starter_sign")
        if dance.segments:
            self._segments(layout, dance)
        for line in dance.warnings.splitlines():
            wrapped(layout.column(align=True), line, "ERROR")

    @staticmethod
    def _tempo(layout, dance):
        column = layout.column(align=True)
        row = column.row(align=True)
        row.prop(dance, "bpm", text="BPM")
        row.operator("stepweave.tap_tempo")
        row.operator("stepweave.scale_tempo", text="\N{VULGAR FRACTION ONE HALF}").factor = 0.5
        row.operator("stepweave.scale_tempo", text="2\N{MULTIPLICATION SIGN}").factor = 2.0
        column.prop(dance, "offset")
        row = column.row(align=True)
        row.prop(dance, "music", text="", icon="SOUND")
        row.operator("stepweave.find_tempo", text="", icon="VIEWZOOM")

    @staticmethod
    def _segments(layout, dance):
        layout.template_list(
            "STEPWEAVE_UL_dance_segments", "", dance, "segments", dance, "segment_index", rows=4
        )
        segment = dance.segments[min(dance.segment_index, len(dance.segments) - 1)]
        layout.operator("stepweave.show_dance_segment", icon="PLAY")
        box = layout.box().column(align=True)
        for number, candidate in enumerate(segment.candidates):
            row = box.row(align=True)
            icon = "RADIOBUT_ON" if candidate.dance == segment.dance else "RADIOBUT_OFF"
            row.operator("stepweave.choose_dance", text=candidate.name, icon=icon).candidate = number
            row.operator("stepweave.exclude_dance", text="", icon="X").candidate = number
            scores = f"E {candidate.degree:.2f}   S {candidate.similarity:.2f}   P {candidate.posture:.2f}"
            box.label(text=f"{scores}   {candidate.bpm:.0f} BPM", icon="BLANK1")


CLASSES = (STEPWEAVE_UL_dance_segments, STEPWEAVE_PT_dance)
