"""Variants: click one of them in the viewport."""

import bpy
import numpy as np

from ..bridge.routes import timing
from ..bridge.scene_data import active_character
from ..panels.metres import on_screen
from .viewport import NeedsPathInView, leave, mouse


class STEPWEAVE_OT_pick_variant(NeedsPathInView, bpy.types.Operator):
    """Click one of the variants in the viewport"""

    bl_idname = "stepweave.pick_variant"
    bl_label = "Pick Variant"
    bl_options = {"REGISTER", "UNDO"}

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
            return leave(context, {"CANCELLED"})
        if event.type in {"WHEELUPMOUSE", "WHEELDOWNMOUSE"} and count:
            character.variant = (character.variant + (1 if event.type == "WHEELDOWNMOUSE" else -1)) % count
            context.area.tag_redraw()
        if event.type in {"RET", "NUMPAD_ENTER"} and event.value == "PRESS":
            return leave(context, {"FINISHED"})
        if event.type == "LEFTMOUSE" and event.value == "PRESS":
            character.variant = self._nearest(context, event, character)
            return leave(context, {"FINISHED"})
        return {"PASS_THROUGH"} if event.type == "MIDDLEMOUSE" else {"RUNNING_MODAL"}

    @staticmethod
    def _nearest(context, event, character):
        """Number of the variant nearest to the mouse on the screen."""
        region, view, pointer = mouse(context, event)
        away = []
        for line in timing.variant_lines(character):
            seen = (on_screen(region, view, point, context.scene) for point in line[::2])
            away.append(min((np.hypot(p[0] - pointer[0], p[1] - pointer[1]) for p in seen if p), default=1e9))
        return int(np.argmin(away))


CLASSES = (STEPWEAVE_OT_pick_variant,)
