"""The panel of the sign dance."""

import bpy

from ..bridge.dancing.music import sound_strips
from .wrapping import wrapped


class STEPWEAVE_UL_dance_segments(bpy.types.UIList):
    """Four counts each: where, what dances, locked or not."""

    def draw_item(self, _context, layout, _data, segment, _icon, _active_data, _active_property, _index=0):
        """One segment."""
        row = layout.split(factor=0.18, align=True)
        row.label(text=f"{segment.start}")
        row = row.row(align=True)
        row.label(text=segment.chosen)
        icon = "LOCKED" if segment.locked else "UNLOCKED"
        row.prop(segment, "locked", text="", icon=icon, emboss=False)


class STEPWEAVE_UL_kept_dances(bpy.types.UIList):
    """Dances of the database and their tempi."""

    def draw_item(self, _context, layout, _data, item, _icon, _active_data, _active_property, _index=0):
        """One dance."""
        row = layout.split(factor=0.45, align=True)
        row.label(text=item.name, icon="ACTION")
        row.prop(item, "bpm", text="BPM" if item.bpm else "BPM?")
        row.prop(item, "first_count", text="")


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
        if not dance.sign:
            layout.label(text="Import a clip of signing first, or", icon="INFO")
            layout.operator("stepweave.add_starter_sign")
        _database(layout, dance)
        _tempo(layout, context.scene, dance)
        column = layout.column()
        column.use_property_split = True
        column.prop(dance, "ownership")
        if dance.ownership == "hands":
            column.prop(dance, "hold_wrists")
        column.prop(dance, "facing")
        column.prop(dance, "strips")
        row = layout.row()
        row.scale_y = 1.3
        row.operator("stepweave.make_dance", icon="OUTLINER_OB_ARMATURE")
        if dance.segments:
            _segments(layout, context.scene, dance)
        for line in dance.warnings.splitlines():
            wrapped(layout.column(align=True), line, "INFO")


class STEPWEAVE_PT_dance_choosing(bpy.types.Panel):
    """How dances are compared and put in a row."""

    bl_idname = "STEPWEAVE_PT_dance_choosing"
    bl_label = "How Dances Are Chosen"
    bl_parent_id = "STEPWEAVE_PT_dance"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Stepweave"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        """Model, order, formula."""
        dance, column = context.scene.stepweave.dance, self.layout.column()
        column.use_property_split = True
        column.prop(dance, "model")
        column.prop(dance, "order")
        column.prop(dance, "form")


def _database(layout, dance):
    """Where the dances come from, and their tempi."""
    column = layout.column()
    column.use_property_split = True
    column.prop(dance, "use_generated")
    if dance.use_generated:
        return
    row = column.row(align=True)
    row.prop(dance, "database")
    row.operator("stepweave.read_dances", text="", icon="FILE_REFRESH")
    if dance.dances:
        layout.template_list(
            "STEPWEAVE_UL_kept_dances", "", dance, "dances", dance, "dance_index", rows=3, maxrows=6
        )
        layout.operator("stepweave.save_dance_tempi", icon="FILE_TICK")
    for line in dance.refused.splitlines():
        wrapped(layout.column(align=True), line, "ERROR")


def _tempo(layout, scene, dance):
    """The song: tempo and first count, typed, tapped or found."""
    layout.label(text="Song")
    column = layout.column(align=True)
    column.prop(dance, "bpm", text="BPM")
    row = column.row(align=True)
    row.operator("stepweave.tap_tempo")
    row.operator("stepweave.scale_tempo", text="\N{VULGAR FRACTION ONE HALF}").factor = 0.5
    row.operator("stepweave.scale_tempo", text="2\N{MULTIPLICATION SIGN}").factor = 2.0
    row = column.row(align=True)
    row.prop(dance, "offset")
    row.operator("stepweave.first_count_here", text="", icon="TRIA_DOWN_BAR")
    if dance.beats:
        column.label(text=f"{len(dance.beats.split())} beats followed", icon="CHECKMARK")
    strips = sound_strips(scene)
    if strips:
        text = f"Find in Strip {strips[0].name}"
        column.operator("stepweave.find_tempo", text=text, icon="SEQUENCE").source = "STRIP"
    row = column.row(align=True)
    row.prop(dance, "music", text="", icon="SOUND", placeholder="Music file")
    listen = row.row(align=True)
    listen.enabled = bool(dance.music)
    listen.operator("stepweave.find_tempo", text="", icon="VIEWZOOM").source = "FILE"


def _segments(layout, scene, dance):
    """Four counts each, and what could dance there."""
    layout.template_list(
        "STEPWEAVE_UL_dance_segments", "", dance, "segments", dance, "segment_index", rows=4
    )
    segment = dance.segments[min(dance.segment_index, len(dance.segments) - 1)]
    row = layout.row(align=True)
    row.operator("stepweave.show_dance_segment", icon="PLAY")
    row.prop(scene, "use_preview_range", text="", icon="PREVIEW_RANGE")
    box = layout.box().column(align=True)
    wrapped(box, "S: how unlike the sign, P: how alike at the join; the least E wins", "NONE", 40)
    for number, candidate in enumerate(segment.candidates):
        row = box.row(align=True)
        icon = "RADIOBUT_ON" if candidate.dance == segment.dance else "RADIOBUT_OFF"
        row.operator("stepweave.choose_dance", text=candidate.name, icon=icon).candidate = number
        row.operator("stepweave.exclude_dance", text="", icon="X").candidate = number
        scores = f"E {candidate.degree:.2f}   S {candidate.similarity:.2f}   P {candidate.posture:.2f}"
        box.label(text=f"{scores}   {candidate.bpm:.0f} BPM", icon="BLANK1")
    if segment.excluded:
        text = f"Allow {len(segment.excluded)} Excluded Again"
        layout.operator("stepweave.allow_dances", text=text, icon="LOOP_BACK")


CLASSES = (
    STEPWEAVE_UL_dance_segments,
    STEPWEAVE_UL_kept_dances,
    STEPWEAVE_PT_dance,
    STEPWEAVE_PT_dance_choosing,
)
