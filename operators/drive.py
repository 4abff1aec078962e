"""Live driving: the character walks where keys and mouse send it."""

import time

import bpy
import numpy as np
from mathutils import Vector

from ..bridge.driving import Drive
from ..bridge.rigs.armatures import metres_per_unit
from ..bridge.scene_data import active_character
from ..core.errors import StepweaveError
from .viewport import VIEW_EVENTS, ground_point, leave

_KEYS = {
    "UP_ARROW": "forward",
    "W": "forward",
    "LEFT_ARROW": "left",
    "A": "left",
    "RIGHT_ARROW": "right",
    "D": "right",
    "DOWN_ARROW": "stop",
    "S": "stop",
    "SPACE": "stop",
}
_HELP = "W A D: walk, turn. Drag: walk to the mouse. Shift: run. Space: stop. Enter: keep it. Esc: drop it"


class STEPWEAVE_OT_drive(bpy.types.Operator):
    """Steer the character live with keys or mouse; Enter keeps the take as an Action, Esc leaves nothing"""

    bl_idname = "stepweave.drive"
    bl_label = "Drive"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        """Clips, a character and a viewport."""
        if not any(clip.use for clip in context.scene.stepweave.clips):
            cls.poll_message_set("No clips in use: import some, or add the starter clips")
            return False
        return context.area is not None and context.area.type == "VIEW_3D"

    def invoke(self, context, _event):
        """Take the wheel."""
        if active_character(context.scene) is None:
            bpy.ops.stepweave.add_character()
        self._fps = context.scene.render.fps / context.scene.render.fps_base
        try:
            self._drive = Drive(context, active_character(context.scene), self._fps)
        except StepweaveError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self._view = context.area.spaces.active.region_3d.view_location.copy()
        self._place = self._drive.show(0.0)
        self._began = time.perf_counter()
        every = 1.0 / min(self._fps, 60.0)
        self._timer = context.window_manager.event_timer_add(every, window=context.window)
        context.window_manager.modal_handler_add(self)
        context.workspace.status_text_set(_HELP)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        """Steer and show."""
        if event.type == "ESC" and event.value == "PRESS":
            return self._drop(context)
        if event.type in {"RET", "NUMPAD_ENTER"} and event.value == "PRESS":
            return self._keep(context)
        if event.type == "TIMER":
            self._look_after(context, self._drive.show(time.perf_counter() - self._began))
            return {"RUNNING_MODAL"}
        self._steer(context, event)
        return {"PASS_THROUGH"} if event.type in VIEW_EVENTS else {"RUNNING_MODAL"}

    def cancel(self, context):
        """Blender takes the operator away."""
        self._drop(context)

    def _look_after(self, context, place):
        """Let the view travel with the character."""
        view = context.area.spaces.active.region_3d
        moved = (place - self._place) / metres_per_unit(context.scene)
        self._place = place
        view.view_location.xy = view.view_location.xy + Vector(moved)

    def _drop(self, context):
        """Leave nothing: neither the take nor another view."""
        self._drive.drop()
        context.area.spaces.active.region_3d.view_location = self._view
        return self._leave(context, {"CANCELLED"})

    def _steer(self, context, event):
        """What is held down now."""
        wheel = self._drive.wheel
        (wheel.held.add if event.shift else wheel.held.discard)("run")
        if event.type in _KEYS:
            (wheel.held.discard if event.value == "RELEASE" else wheel.held.add)(_KEYS[event.type])
        if event.type == "LEFTMOUSE" and event.value == "RELEASE":
            wheel.target = None
        elif event.type == "LEFTMOUSE" or (event.type == "MOUSEMOVE" and wheel.target is not None):
            place = ground_point(context, event)
            wheel.target = None if place is None else np.array(place[:2])

    def _keep(self, context):
        """Bake and leave."""
        scene, character = context.scene, active_character(context.scene)
        character.take = self._drive.keep(character.start_frame)
        character.take.use_fake_user = True
        character.armature = self._drive.armature
        scene.use_preview_range = False
        scene.frame_end = max(scene.frame_end, character.start_frame + self._drive.frame)
        self.report({"INFO"}, f"Kept {self._drive.frame + 1} frames as '{character.take.name}'")
        return self._leave(context, {"FINISHED"})

    def _leave(self, context, outcome):
        """Tidy up."""
        context.window_manager.event_timer_remove(self._timer)
        return leave(context, outcome)


CLASSES = (STEPWEAVE_OT_drive,)
