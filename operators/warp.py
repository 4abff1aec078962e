"""Timing: drag the warp curve, take handles out, choose among variants."""

import bpy
import numpy as np
from bpy.props import IntProperty
from bpy_extras.view3d_utils import location_3d_to_region_2d, region_2d_to_location_3d

from ..bridge import timing
from ..bridge.scene_data import active_character
from ..bridge.warping import Warping
from ..core.errors import StepweaveError
from ..panels.warp_preview import WarpInk

_REACH = 60.0               # pixels between mouse and curve
_HELP = "Drag up: further along by then, down: later. Wheel: width. Ctrl: on markers. X: take out. Esc: stop"


class STEPWEAVE_OT_drag_warp(bpy.types.Operator):
    """Drag the warp curve: lift it to be further along by then, press it down to be later"""

    bl_idname = "stepweave.drag_warp"
    bl_label = "Drag Timing"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """A character with a path, in a viewport."""
        character = active_character(context.scene)
        if character is None or character.path is None:
            cls.poll_message_set("No path: draw one first")
            return False
        return context.area is not None and context.area.type == "VIEW_3D"

    def invoke(self, context, event):
        """Find the curve under the mouse and take hold of it."""
        try:
            self._warping = Warping(context, active_character(context.scene))
        except StepweaveError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self._ink = WarpInk()
        self._grabbed = False
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
        elif event.type in {"WHEELUPMOUSE", "WHEELDOWNMOUSE"} and self._grabbed:
            self._warping.widen(1.15 if event.type == "WHEELUPMOUSE" else 1.0 / 1.15)
            self._show(context)
        elif event.type == "X" and event.value == "PRESS" and self._grabbed:
            self._warping.drop_handle()
            return self._keep(context)
        elif event.type == "LEFTMOUSE" and event.value == "RELEASE" and self._grabbed:
            return self._keep(context)
        elif not self._grabbed and event.type in {"MIDDLEMOUSE", "WHEELUPMOUSE", "WHEELDOWNMOUSE"}:
            return {"PASS_THROUGH"}
        return {"RUNNING_MODAL"}

    def cancel(self, context):
        """Blender takes the operator away."""
        self._warping.drop()
        self._leave(context, {"CANCELLED"})

    def _press(self, context, event):
        """Grab the point of the curve that is nearest to the mouse."""
        region, view, mouse = _mouse(context, event)
        times = timing.curve_times(self._warping.warp)
        points = self._warping.warp.curve(times)
        ground = points * (1.0, 1.0, 0.0)
        best = None
        for line in (points, ground):
            for second, point in zip(times, line):
                at = location_3d_to_region_2d(region, view, point)
                away = np.inf if at is None else np.hypot(at[0] - mouse[0], at[1] - mouse[1])
                if best is None or away < best[0]:
                    best = away, second, point
        if best[0] > _REACH:
            self.report({"INFO"}, "Press nearer to the curve")
            return
        self._warping.grab(best[1])
        self._grabbed, self._origin, self._from = True, best[2], _height(context, event, best[2])
        self._show(context)

    def _drag(self, context, event):
        """Lift by as much as the mouse has risen over the grabbed place."""
        marks = ()
        if event.ctrl:
            start = self._warping.character.start_frame
            marks = [marker.frame - start for marker in context.scene.timeline_markers]
        self._warping.drag(_height(context, event, self._origin) - self._from, marks)
        self._show(context)
        self._warping.pose()

    def _show(self, context):
        """Draw what it would be like."""
        self._ink.preview = self._warping.preview()
        context.area.tag_redraw()

    def _keep(self, context):
        """Make the walk and leave."""
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
        self._ink.remove()
        context.workspace.status_text_set(None)
        context.area.tag_redraw()
        return outcome


class STEPWEAVE_OT_show_warp(bpy.types.Operator):
    """Make the warp curve of the character's path: a Curve object whose height is time, or speed"""

    bl_idname = "stepweave.show_warp"
    bl_label = "Warp Curve"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """A character with a path."""
        character = active_character(context.scene)
        return character is not None and character.path is not None

    def execute(self, context):
        """Build it from the handles there are."""
        try:
            warping = Warping(context, active_character(context.scene))
            timing.show_curve(warping.character, warping.warp)
        except StepweaveError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
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


class STEPWEAVE_OT_pick_variant(bpy.types.Operator):
    """Click one of the variants in the viewport"""

    bl_idname = "stepweave.pick_variant"
    bl_label = "Pick Variant"
    bl_options = {"REGISTER", "UNDO"}

    poll = STEPWEAVE_OT_drag_warp.poll

    def invoke(self, context, _event):
        """Wait for the click."""
        active_character(context.scene).show_variants = True
        context.workspace.status_text_set("Click a variant. Wheel: the next one. Enter: keep. Esc: stop")
        self._before = active_character(context.scene).variant
        context.window_manager.modal_handler_add(self)
        context.area.tag_redraw()
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        """Pick by click or wheel."""
        character = active_character(context.scene)
        count = len(timing.variant_lines(character))
        if event.type in {"ESC", "RIGHTMOUSE"} and event.value == "PRESS":
            character.variant = self._before
            return self._leave(context, {"CANCELLED"})
        if event.type in {"WHEELUPMOUSE", "WHEELDOWNMOUSE"} and count:
            character.variant = (character.variant + (1 if event.type == "WHEELDOWNMOUSE" else -1)) % count
            context.area.tag_redraw()
        if event.type in {"RET", "NUMPAD_ENTER"} and event.value == "PRESS":
            return self._leave(context, {"FINISHED"})
        if event.type == "LEFTMOUSE" and event.value == "PRESS":
            character.variant = self._nearest(context, event, character)
            return self._leave(context, {"FINISHED"})
        return {"PASS_THROUGH"} if event.type == "MIDDLEMOUSE" else {"RUNNING_MODAL"}

    @staticmethod
    def _nearest(context, event, character):
        """Number of the variant nearest to the mouse on the screen."""
        region, view, mouse = _mouse(context, event)
        away = []
        for line in timing.variant_lines(character):
            seen = (location_3d_to_region_2d(region, view, point) for point in line[::2])
            away.append(min((np.hypot(p[0] - mouse[0], p[1] - mouse[1]) for p in seen if p), default=1e9))
        return int(np.argmin(away))

    @staticmethod
    def _leave(context, outcome):
        context.workspace.status_text_set(None)
        context.area.tag_redraw()
        return outcome


def _mouse(context, event):
    """Region, view and mouse position of the 3D viewport."""
    region = next(r for r in context.area.regions if r.type == "WINDOW")
    return region, context.area.spaces.active.region_3d, (event.mouse_x - region.x, event.mouse_y - region.y)


def _height(context, event, origin):
    """Height, metres, that the mouse points at over a place."""
    region, view, mouse = _mouse(context, event)
    return region_2d_to_location_3d(region, view, mouse, origin)[2]


CLASSES = (
    STEPWEAVE_OT_drag_warp,
    STEPWEAVE_OT_show_warp,
    STEPWEAVE_OT_remove_handle,
    STEPWEAVE_OT_pick_variant,
)
