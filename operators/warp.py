"""Timing: drag the warp curve, make it an object, take handles out."""

import time

import bpy
import numpy as np
from bpy.props import IntProperty

from ..bridge.rigs.armatures import metres_per_unit
from ..bridge.routes import timing
from ..bridge.routes.warping import Warping
from ..bridge.scene_data import active_character
from ..core.errors import StepweaveError
from ..panels.metres import on_screen
from ..panels.warp_preview import WarpInk
from .viewport import VIEW_EVENTS, NeedsPath, NeedsPathInView, height_over, leave, mouse

_REACH = 60.0               # pixels between mouse and curve
_REST = 0.25                # seconds without a move after which the mouse rests
_HELP = (
    "Drag up: further along by then, down: later. Shift: finely. Wheel: width. Ctrl: on markers. "
    "X: take out. Esc: stop"
)


class STEPWEAVE_OT_drag_warp(NeedsPathInView, bpy.types.Operator):
    """Drag the warp curve: lift it to be further along by then, press it down to be later"""

    bl_idname = "stepweave.drag_warp"
    bl_label = "Drag Timing"
    bl_options = {"REGISTER", "UNDO"}

    def invoke(self, context, event):
        """Find the curve under the mouse and take hold of it."""
        try:
            self._warping = Warping(context, active_character(context.scene))
        except StepweaveError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self._ink = WarpInk()
        self._grabbed, self._moved = False, None
        self._timer = context.window_manager.event_timer_add(0.5 * _REST, window=context.window)
        context.window_manager.modal_handler_add(self)
        context.workspace.status_text_set(_HELP)
        self._show(context)
        if event.type == "LEFTMOUSE" and event.value == "PRESS":
            self._press(context, event)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        """Follow the mouse."""
        if event.type in {"ESC", "RIGHTMOUSE"} and event.value == "PRESS":
            self._warping.drop()
            return self._leave(context, {"CANCELLED"})
        if event.type == "LEFTMOUSE" and event.value == "PRESS":
            self._press(context, event)
        elif event.type == "MOUSEMOVE" and self._grabbed:
            self._drag(context, event)
        elif event.type == "TIMER" and self._moved is not None:
            self._rest(context)
        elif event.type in {"WHEELUPMOUSE", "WHEELDOWNMOUSE"} and self._grabbed:
            self._warping.widen(1.15 if event.type == "WHEELUPMOUSE" else 1.0 / 1.15)
            self._moved = time.perf_counter()
            self._show(context)
        elif event.type == "X" and event.value == "PRESS" and self._grabbed:
            self._warping.drop_handle()
            return self._keep(context)
        elif event.type == "LEFTMOUSE" and event.value == "RELEASE" and self._grabbed:
            return self._keep(context)
        elif not self._grabbed and event.type in VIEW_EVENTS:
            return {"PASS_THROUGH"}
        return {"RUNNING_MODAL"}

    def cancel(self, context):
        """Blender takes the operator away."""
        self._warping.drop()
        self._leave(context, {"CANCELLED"})

    def _press(self, context, event):
        """Grab the point of the curve that is nearest to the mouse."""
        region, view, pointer = mouse(context, event)
        times = timing.curve_times(self._warping.warp)
        points = self._warping.warp.curve(times)
        ground = points * (1.0, 1.0, 0.0)
        best = None
        for line in (points, ground):
            for second, point in zip(times, line):
                at = on_screen(region, view, point, context.scene)
                away = np.inf if at is None else np.hypot(at[0] - pointer[0], at[1] - pointer[1])
                if best is None or away < best[0]:
                    best = away, second, point
        if best[0] > _REACH:
            self.report({"INFO"}, "Press nearer to the curve")
            return
        self._warping.grab(best[1])
        self._grabbed, self._origin, self._rise = True, best[2], 0.0
        self._height = height_over(context, event, self._origin)
        self._show(context)

    def _drag(self, context, event):
        """Lift by as much as the mouse has risen over the grabbed place, with Shift by a tenth."""
        marks = ()
        if event.ctrl:
            start = self._warping.character.start_frame
            marks = [marker.frame - start for marker in context.scene.timeline_markers]
        height = height_over(context, event, self._origin)
        self._rise += (height - self._height) * (0.1 if event.shift else 1.0)
        self._height = height
        self._warping.drag(self._rise, marks)
        self._moved = time.perf_counter()
        self._show(context)
        self._warping.pose()

    def _rest(self, context):
        """When the mouse has rested for a moment, show the whole walk as it would be."""
        if time.perf_counter() - self._moved < _REST:
            return
        self._moved = None
        try:
            self._ink.preview = self._warping.rest()
        except StepweaveError as error:
            context.workspace.status_text_set(str(error))
        context.area.tag_redraw()

    def _show(self, context):
        """Draw what it would be like."""
        self._ink.preview = self._warping.preview()
        context.area.tag_redraw()

    def _keep(self, context):
        """Make the walk and leave; a press without a drag leaves nothing."""
        if self._warping.is_idle():
            self._warping.drop()
            return self._leave(context, {"CANCELLED"})
        try:
            walk = self._warping.keep()
        except StepweaveError as error:
            self._warping.drop()
            self.report({"ERROR"}, str(error))
            return self._leave(context, {"CANCELLED"})
        self.report({"INFO"}, f"{walk.motion.frames} frames, {len(walk.plants)} footsteps")
        return self._leave(context, {"FINISHED"})

    def _leave(self, context, outcome):
        """Tidy up."""
        context.window_manager.event_timer_remove(self._timer)
        self._ink.remove()
        return leave(context, outcome)


class STEPWEAVE_OT_show_warp(NeedsPath, bpy.types.Operator):
    """Make the warp curve of the character's path: a Curve object whose height is time, or speed"""

    bl_idname = "stepweave.show_warp"
    bl_label = "Warp Curve"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Build it from the handles there are."""
        try:
            warping = Warping(context, active_character(context.scene))
            timing.show_curve(warping.character, warping.warp)
        except StepweaveError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}


class STEPWEAVE_OT_arrive(NeedsPath, bpy.types.Operator):
    """Be at the 3D Cursor's place along the path at the current frame: a handle of the timing sees to it"""

    bl_idname = "stepweave.arrive"
    bl_label = "Be at Cursor Now"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        """Add the handle and make the walk."""
        cursor = np.array(context.scene.cursor.location) * metres_per_unit(context.scene)
        try:
            warping = Warping(context, active_character(context.scene))
            share = warping.arrive(cursor[:2])
            warping.keep()
        except StepweaveError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        if share < 0.999:
            self.report({"WARNING"}, f"Bent by {100 * share:.0f} % of what that takes: time cannot turn back")
        return {"FINISHED"}


class STEPWEAVE_OT_remove_handle(bpy.types.Operator):
    """Take this edit of the timing back; the rest stays as it is"""

    bl_idname = "stepweave.remove_handle"
    bl_label = "Remove Handle"
    bl_options = {"REGISTER", "UNDO"}

    index: IntProperty(default=-1, options={"SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        """There are handles."""
        character = active_character(context.scene)
        return character is not None and len(character.handles) > 0

    def execute(self, context):
        """Remove the entry; the walk follows when it is made again."""
        character = active_character(context.scene)
        index = self.index if self.index >= 0 else character.handle_index
        character.handles.remove(min(index, len(character.handles) - 1))
        return {"FINISHED"}


CLASSES = (
    STEPWEAVE_OT_drag_warp,
    STEPWEAVE_OT_show_warp,
    STEPWEAVE_OT_arrive,
    STEPWEAVE_OT_remove_handle,
)
