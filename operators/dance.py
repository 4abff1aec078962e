"""Sign dance: tempo, make, choose, lock, exclude."""

import time

import bpy
from bpy.props import EnumProperty, FloatProperty, IntProperty

from ..bridge.dancing import dance_jobs, dance_tempo
from ..core.errors import StepweaveError
from .steps import SteppedOperator


class STEPWEAVE_OT_make_dance(SteppedOperator, bpy.types.Operator):
    """Let the body dance under the signing; the sign's own channels stay as they are, key for key"""

    bl_idname = "stepweave.make_dance"
    bl_label = "Make Sign Dance"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """A sign is chosen."""
        if not context.scene.stepweave.dance.sign:
            cls.poll_message_set("Choose the clip that holds the signing")
            return False
        return True

    def steps(self, context):
        """Prepare, choose, join, bake."""
        return (yield from dance_jobs.dance_steps(context))


class STEPWEAVE_OT_add_starter_sign(bpy.types.Operator):
    """Add a generated, sign-like clip and generated dances, to try the panel"""

    bl_idname = "stepweave.add_starter_sign"
    bl_label = "Try with Generated Clips"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Add and report."""
        return _reported(self, lambda: dance_jobs.add_starter_sign(context))


class STEPWEAVE_OT_find_tempo(bpy.types.Operator):
    """Find tempo and counts in the music: of the sequencer's sound strip, or of the file"""

    bl_idname = "stepweave.find_tempo"
    bl_label = "Find Tempo"
    bl_options = {"REGISTER", "UNDO"}

    source: EnumProperty(
        items=(
            ("FILE", "File", "The music file, which begins with the signing"),
            ("STRIP", "Sequencer", "The active or first sound strip of the sequencer, where it lies"),
        )
    )

    def execute(self, context):
        """Listen and report."""
        find = dance_tempo.find_in_strip if self.source == "STRIP" else dance_tempo.find_in_file
        return _reported(self, lambda: find(context))


class STEPWEAVE_OT_tap_tempo(bpy.types.Operator):
    """Press on every beat: the tempo is taken from your taps; while the scene plays, the first count too"""

    bl_idname = "stepweave.tap_tempo"
    bl_label = "Tap"
    bl_options = {"INTERNAL"}

    def execute(self, context):
        """One tap."""
        tempo = dance_tempo.tap(context, time.perf_counter())
        self.report({"INFO"}, "go on tapping" if tempo is None else f"{tempo:.1f} BPM")
        return {"FINISHED"}


class STEPWEAVE_OT_first_count_here(bpy.types.Operator):
    """The first count is at the current frame (of found beats: the one nearest to it)"""

    bl_idname = "stepweave.first_count_here"
    bl_label = "First Count at Current Frame"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Keep and report."""
        return _reported(self, lambda: dance_tempo.first_count_here(context))


class STEPWEAVE_OT_read_dances(bpy.types.Operator):
    """List the dances of the folder or file with their tempi, and find those that have music beside them"""

    bl_idname = "stepweave.read_dances"
    bl_label = "Read Dances"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Read and report."""
        return _reported(self, lambda: dance_jobs.read_dances(context))


class STEPWEAVE_OT_save_dance_tempi(bpy.types.Operator):
    """Write the tempi of the list to dances.csv beside the dances"""

    bl_idname = "stepweave.save_dance_tempi"
    bl_label = "Save Tempi"

    def execute(self, context):
        """Write and report."""
        return _reported(self, lambda: dance_jobs.save_tempi(context))


class STEPWEAVE_OT_scale_tempo(bpy.types.Operator):
    """Halve or double the tempo"""

    bl_idname = "stepweave.scale_tempo"
    bl_label = "Scale Tempo"
    bl_options = {"REGISTER", "UNDO"}

    factor: FloatProperty(default=2.0, min=0.25, max=4.0)

    def execute(self, context):
        """Scale it."""
        return _reported(self, lambda: dance_tempo.scale_tempo(context, self.factor))


class _OnCandidate:
    """An operator on one candidate of the segment the list shows, after which the dance is made again."""

    bl_options = {"REGISTER", "UNDO"}

    candidate: IntProperty(default=0, min=0)

    def execute(self, context):
        """Decide, then make the dance again."""
        segment = _segment(context)
        if segment is None or self.candidate >= len(segment.candidates):
            return {"CANCELLED"}
        self.decide(segment, segment.candidates[self.candidate].dance)
        return bpy.ops.stepweave.make_dance()


class STEPWEAVE_OT_choose_dance(_OnCandidate, bpy.types.Operator):
    """Take this candidate for the segment, lock it, and make the dance again"""

    bl_idname = "stepweave.choose_dance"
    bl_label = "Choose"

    @staticmethod
    def decide(segment, dance):
        """Lock it."""
        segment.dance, segment.locked = dance, True


class STEPWEAVE_OT_exclude_dance(_OnCandidate, bpy.types.Operator):
    """Never use this candidate for the segment, and make the dance again"""

    bl_idname = "stepweave.exclude_dance"
    bl_label = "Exclude"

    @staticmethod
    def decide(segment, dance):
        """Put it on the segment's list of what is not wanted."""
        segment.excluded.add().dance = dance
        if segment.dance == dance:
            segment.locked = False


class STEPWEAVE_OT_allow_dances(bpy.types.Operator):
    """Allow again what was excluded here, and make the dance again"""

    bl_idname = "stepweave.allow_dances"
    bl_label = "Allow Excluded Again"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Forget the exclusions, then make the dance again."""
        segment = _segment(context)
        if segment is None:
            return {"CANCELLED"}
        segment.excluded.clear()
        return bpy.ops.stepweave.make_dance()


class STEPWEAVE_OT_show_dance_segment(bpy.types.Operator):
    """Let playback keep to this segment"""

    bl_idname = "stepweave.show_dance_segment"
    bl_label = "Preview Segment"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Preview range round the segment."""
        dance, scene = context.scene.stepweave.dance, context.scene
        if _segment(context) is None:
            return {"CANCELLED"}
        starts = [segment.start for segment in dance.segments]
        last = round(dance.result.frame_range[1]) if dance.result else starts[-1]
        scene.use_preview_range = True
        scene.frame_preview_start = starts[dance.segment_index]
        scene.frame_preview_end = max([*starts[1:], last][dance.segment_index], scene.frame_preview_start)
        scene.frame_set(scene.frame_preview_start)
        return {"FINISHED"}


def _segment(context):
    """The segment the list shows, or None."""
    dance = context.scene.stepweave.dance
    if 0 <= dance.segment_index < len(dance.segments):
        return dance.segments[dance.segment_index]
    return None


def _reported(operator, work):
    """Run and report the line that comes back, or the error."""
    try:
        operator.report({"INFO"}, work())
    except StepweaveError as error:
        operator.report({"ERROR"}, str(error))
        return {"CANCELLED"}
    return {"FINISHED"}


CLASSES = (
    STEPWEAVE_OT_make_dance,
    STEPWEAVE_OT_add_starter_sign,
    STEPWEAVE_OT_find_tempo,
    STEPWEAVE_OT_tap_tempo,
    STEPWEAVE_OT_first_count_here,
    STEPWEAVE_OT_read_dances,
    STEPWEAVE_OT_save_dance_tempi,
    STEPWEAVE_OT_scale_tempo,
    STEPWEAVE_OT_choose_dance,
    STEPWEAVE_OT_exclude_dance,
    STEPWEAVE_OT_allow_dances,
    STEPWEAVE_OT_show_dance_segment,
)
