"""Path: draw one on the ground, or take a curve that is there."""

import time

import bpy

from ..bridge import jobs
from ..bridge.routes import timing
from ..bridge.routes.terrain import ground_of
from ..bridge.scene_data import active_character
from ..core.errors import StepweaveError
from ..panels.ink import Ink
from .viewport import VIEW_EVENTS, leave, surface_point


class STEPWEAVE_OT_draw_path(bpy.types.Operator):
    """Draw the path on the ground: press, draw, let go. Hold Ctrl to close it, Esc to stop"""

    bl_idname = "stepweave.draw_path"
    bl_label = "Draw Path"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """Drawing needs a 3D viewport."""
        if context.area is None or context.area.type != "VIEW_3D":
            cls.poll_message_set("Draw in a 3D Viewport")
            return False
        return True

    def invoke(self, context, _event):
        """Wait for the pen."""
        if context.mode != "OBJECT" and context.active_object is not None:
            bpy.ops.object.mode_set(mode="OBJECT")
        try:
            self._ground = ground_of(context.scene)
        except StepweaveError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self._stroke, self._times = [], []
        self._drawing = False
        self._ink = Ink()
        context.window.cursor_modal_set("PAINT_BRUSH")
        context.workspace.status_text_set("Draw the path on the ground. Ctrl: closed. Esc: stop")
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        """Follow the pen."""
        if event.type in {"ESC", "RIGHTMOUSE"}:
            return self._leave(context, {"CANCELLED"})
        if event.type == "LEFTMOUSE" and event.value == "PRESS":
            self._drawing = True
        if self._drawing and event.type in {"LEFTMOUSE", "MOUSEMOVE", "INBETWEEN_MOUSEMOVE"}:
            point = surface_point(context, event, self._ground)
            if point is not None:
                self._stroke.append(point)
                self._times.append(time.perf_counter())
                self._ink.show(self._stroke)
                context.area.tag_redraw()
        if self._drawing and event.type == "LEFTMOUSE" and event.value == "RELEASE":
            return self._keep(context, closed=event.ctrl)
        if not self._drawing and event.type in VIEW_EVENTS:
            return {"PASS_THROUGH"}
        return {"RUNNING_MODAL"}

    def cancel(self, context):
        """Blender takes the operator away."""
        self._leave(context, {"CANCELLED"})

    def _keep(self, context, closed):
        """Fit the stroke and hand it to the character."""
        outcome = self._leave(context, {"FINISHED"})
        try:
            made = jobs.path_object(context, [(p[0], p[1]) for p in self._stroke], closed)
        except StepweaveError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        give_path(context, made, timing.pen_rhythm(self._times, self._stroke))
        return outcome

    def _leave(self, context, outcome):
        """Put the window back as it was."""
        self._ink.remove()
        context.window.cursor_modal_restore()
        return leave(context, outcome)


class STEPWEAVE_OT_use_curve(bpy.types.Operator):
    """Walk along the selected Curve object"""

    bl_idname = "stepweave.use_curve"
    bl_label = "Use Selected Curve"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """The active object is a curve."""
        thing = context.active_object
        if thing is None or thing.type != "CURVE":
            cls.poll_message_set("Select a Curve object")
            return False
        return True

    def execute(self, context):
        """Check that it can be walked, then take it."""
        try:
            jobs.path_points(context.active_object)
        except StepweaveError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        give_path(context, context.active_object)
        return {"FINISHED"}


def give_path(context, path, rhythm=""):
    """The path becomes the active character's, as it was drawn and without edits of the timing.

    `rhythm` is how the pen moved, for those who want to keep it.

    The character is that of the active armature, when it has none yet it is added; else the listed one.
    """
    settings, thing = context.scene.stepweave, context.active_object
    known = [character.armature for character in settings.characters]
    if thing is not None and thing.type == "ARMATURE" and thing in known:
        settings.character_index = known.index(thing)
    elif active_character(context.scene) is None or (thing is not None and thing.type == "ARMATURE"):
        bpy.ops.stepweave.add_character()
    character = active_character(context.scene)
    character.handles.clear()
    character.path, character.pen_rhythm = path, rhythm
    if character.variant:
        character.variant = 0


CLASSES = (STEPWEAVE_OT_draw_path, STEPWEAVE_OT_use_curve)
