"""Clips: bring them in, put them away, look at their steps."""

from pathlib import Path

import bpy
from bpy.props import BoolProperty, CollectionProperty, StringProperty

from ..bridge import jobs
from ..bridge.files.exporting import set_rate
from ..bridge.files.importing import clip_files
from ..core.errors import StepweaveError
from .steps import SteppedOperator


class STEPWEAVE_OT_import_clips(SteppedOperator, bpy.types.Operator):
    """Import motion clips; broken files are repaired or refused, each with a line that says why"""

    bl_idname = "stepweave.import_clips"
    bl_label = "Import Clips"
    bl_options = {"REGISTER", "UNDO"}

    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    filter_glob: StringProperty(default="*.bvh;*.fbx;*.glb;*.gltf", options={"HIDDEN"})
    whole_folder: BoolProperty(name="Whole Folder", description="Import every clip of the folder shown")

    def invoke(self, context, event):
        """Choose files first, then import step by step."""
        if not self.directory:
            context.window_manager.fileselect_add(self)
            return {"RUNNING_MODAL"}
        return super().invoke(context, event)

    def execute(self, context):
        """After the file browser: step by step in a window, at once without one."""
        if bpy.app.background or context.window is None:
            return super().execute(context)
        return SteppedOperator.invoke(self, context, None)

    def steps(self, context):
        """Import file by file; take all back when stopped."""
        paths = self._paths()
        if not paths:
            raise StepweaveError("no clips chosen: select BVH, FBX or glTF files, or a folder of them")
        batch = jobs.ImportBatch(context)
        try:
            for i, path in enumerate(paths):
                yield i / len(paths), f"importing {path.name}"
                batch.add(path)
        except BaseException:
            batch.undo()
            raise
        return batch.summary()

    def _paths(self):
        """Chosen files, or the clips of the folder."""
        folder = Path(bpy.path.abspath(self.directory))
        names = [f.name for f in self.files if f.name]
        if self.whole_folder or not names:
            return clip_files([folder], deep=False) if folder.is_dir() else []
        return [folder / name for name in names]


class STEPWEAVE_OT_add_starter(bpy.types.Operator):
    """Add the starter character and its clips: stand, walks, turns, runs, starts and stops"""

    bl_idname = "stepweave.add_starter"
    bl_label = "Add Starter Clips"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Generate, add, report."""
        try:
            count = jobs.add_starter(context)
        except StepweaveError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"Added {count} starter clips on their character")
        return {"FINISHED"}


class STEPWEAVE_OT_remove_clip(bpy.types.Operator):
    """Take the clip off the list; its Action stays in the file"""

    bl_idname = "stepweave.remove_clip"
    bl_label = "Remove Clip"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """There is a clip to remove."""
        return 0 <= context.scene.stepweave.clip_index < len(context.scene.stepweave.clips)

    def execute(self, context):
        """Remove the entry."""
        settings = context.scene.stepweave
        settings.clips.remove(settings.clip_index)
        settings.clip_index = max(0, min(settings.clip_index, len(settings.clips) - 1))
        return {"FINISHED"}


class STEPWEAVE_OT_use_clips(bpy.types.Operator):
    """Use all clips, or none"""

    bl_idname = "stepweave.use_clips"
    bl_label = "Use Clips"
    bl_options = {"REGISTER", "UNDO"}

    use: BoolProperty(name="Use", default=True)

    def execute(self, context):
        """Set every clip that can be used."""
        for clip in context.scene.stepweave.clips:
            clip.use = self.use and clip.status != "REFUSED"
        return {"FINISHED"}


class STEPWEAVE_OT_match_rate(bpy.types.Operator):
    """Give the scene the clip's frame rate, so that the clip plays as fast as it was captured"""

    bl_idname = "stepweave.match_rate"
    bl_label = "Match Frame Rate"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """There is a clip to match."""
        settings = context.scene.stepweave
        return 0 <= settings.clip_index < len(settings.clips)

    def execute(self, context):
        """Set the rate."""
        settings = context.scene.stepweave
        set_rate(context.scene, settings.clips[settings.clip_index].fps)
        return {"FINISHED"}


class STEPWEAVE_OT_analyse(SteppedOperator, bpy.types.Operator):
    """Find the footsteps of the clips in use"""

    bl_idname = "stepweave.analyse"
    bl_label = "Analyse"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context):
        """There are clips."""
        return len(context.scene.stepweave.clips) > 0

    def steps(self, context):
        """Analyse clip by clip."""
        return (yield from jobs.analyse_steps(context))


CLASSES = (
    STEPWEAVE_OT_import_clips,
    STEPWEAVE_OT_add_starter,
    STEPWEAVE_OT_remove_clip,
    STEPWEAVE_OT_use_clips,
    STEPWEAVE_OT_match_rate,
    STEPWEAVE_OT_analyse,
)
