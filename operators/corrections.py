"""Setting an analysis right: labels, contacts, pose markers."""

import bpy
from bpy.props import BoolProperty, EnumProperty, IntProperty, StringProperty

from ..bridge import library
from ..bridge.rigs import actions
from ..core.errors import StepweaveError


def _clip(context):
    """The listed clip, or None."""
    settings = context.scene.stepweave
    if 0 <= settings.clip_index < len(settings.clips):
        clip = settings.clips[settings.clip_index]
        return clip if clip.action is not None else None
    return None


def _frame(context, clip):
    """Frame of the clip, from 0, at the playhead."""
    return int(context.scene.frame_current - clip.action.frame_range[0])


class _OnClip:
    @classmethod
    def poll(cls, context):
        """A clip is chosen in the list."""
        return _clip(context) is not None

    def _checked(self, context, clip, entries, count):
        """Try the corrections; take the last one back when they make no sense."""
        try:
            library.corrections_of(clip)
        except StepweaveError as error:
            entries.remove(count)
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return bpy.ops.stepweave.analyse()


class STEPWEAVE_OT_show_clip(_OnClip, bpy.types.Operator):
    """Put the clip on its armature and the preview range round it, to look at it on the timeline"""

    bl_idname = "stepweave.show_clip"
    bl_label = "Show Clip"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Assign and frame it."""
        clip, scene = _clip(context), context.scene
        actions.assign(clip.armature, clip.action)
        scene.use_preview_range = True
        scene.frame_preview_start, scene.frame_preview_end = map(int, clip.action.frame_range)
        scene.frame_set(scene.frame_preview_start)
        return {"FINISHED"}


class STEPWEAVE_OT_correct_label(_OnClip, bpy.types.Operator):
    """Set the footstep pattern of the segment at the playhead right; it wins over analysis"""

    bl_idname = "stepweave.correct_label"
    bl_label = "Correct Label"
    bl_options = {"REGISTER", "UNDO"}

    label: StringProperty(name="Label", default="LDR")
    ignored: BoolProperty(name="Ignore", description="Keep this segment out of synthesis")

    def invoke(self, context, _event):
        """Start from what was found."""
        clip = _clip(context)
        analysis = library.known_analysis(clip)
        frame = _frame(context, clip)
        for segment in analysis.segments if analysis else ():
            if segment.start <= frame < segment.end:
                self.label, self.ignored = segment.label, segment.ignored
        return context.window_manager.invoke_props_dialog(self)

    def execute(self, context):
        """Keep the correction and analyse again."""
        clip = _clip(context)
        entry = clip.label_corrections.add()
        entry.frame, entry.label, entry.ignored = _frame(context, clip), self.label.upper(), self.ignored
        return self._checked(context, clip, clip.label_corrections, len(clip.label_corrections) - 1)


class STEPWEAVE_OT_correct_contact(_OnClip, bpy.types.Operator):
    """Say whether a foot stands, from the playhead on; it wins over analysis"""

    bl_idname = "stepweave.correct_contact"
    bl_label = "Correct Contact"
    bl_options = {"REGISTER", "UNDO"}

    side: EnumProperty(name="Foot", items=(("L", "Left", ""), ("R", "Right", "")))
    planted: BoolProperty(name="Planted", default=True)
    frames: IntProperty(name="Frames", default=10, min=1, description="For how many frames")

    def invoke(self, context, _event):
        """Ask for foot and length."""
        return context.window_manager.invoke_props_dialog(self)

    def execute(self, context):
        """Keep the correction and analyse again."""
        clip = _clip(context)
        entry = clip.contact_corrections.add()
        entry.side, entry.planted = self.side, self.planted
        entry.start = _frame(context, clip)
        entry.end = entry.start + self.frames - 1
        return self._checked(context, clip, clip.contact_corrections, len(clip.contact_corrections) - 1)


class STEPWEAVE_OT_clear_corrections(_OnClip, bpy.types.Operator):
    """Take back all corrections of the clip"""

    bl_idname = "stepweave.clear_corrections"
    bl_label = "Clear Corrections"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Clear and analyse again."""
        clip = _clip(context)
        clip.label_corrections.clear()
        clip.contact_corrections.clear()
        return bpy.ops.stepweave.analyse()


class STEPWEAVE_OT_write_markers(_OnClip, bpy.types.Operator):
    """Write the segments as pose markers of the clip's Action, for the Dope Sheet; keys stay untouched"""

    bl_idname = "stepweave.write_markers"
    bl_label = "Write as Pose Markers"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """One marker a segment, replacing those written before."""
        clip = _clip(context)
        analysis = library.known_analysis(clip)
        if analysis is None:
            self.report({"ERROR"}, f"clip '{clip.name}' has not been analysed yet: press Analyse")
            return {"CANCELLED"}
        if clip.action.library:
            self.report({"ERROR"}, f"Action '{clip.action.name}' is linked: make it local to write markers")
            return {"CANCELLED"}
        markers, first = clip.action.pose_markers, int(clip.action.frame_range[0])
        for marker in [m for m in markers if set(m.name) <= set("SLRDF")]:
            markers.remove(marker)
        for segment in analysis.segments:
            markers.new(segment.label).frame = first + segment.start
        self.report({"INFO"}, f"{len(analysis.segments)} pose markers")
        return {"FINISHED"}


CLASSES = (
    STEPWEAVE_OT_show_clip,
    STEPWEAVE_OT_correct_label,
    STEPWEAVE_OT_correct_contact,
    STEPWEAVE_OT_clear_corrections,
    STEPWEAVE_OT_write_markers,
)
