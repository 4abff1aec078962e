"""A line drawn into the 3D viewport while the user draws it."""

import bpy
import gpu
from gpu_extras.batch import batch_for_shader

from .metres import in_metres


class Ink:
    """A stroke in the making."""

    def __init__(self, colour=(1.0, 0.55, 0.1, 1.0), width=3.0):
        self._points = []
        self._colour = colour
        self._width = width
        self._handle = bpy.types.SpaceView3D.draw_handler_add(self._draw, (), "WINDOW", "POST_VIEW")

    def show(self, points):
        """Draw these places (world metres) from now on."""
        self._points = [tuple(p) for p in points]

    def remove(self):
        """Draw nothing more."""
        if self._handle is not None:
            bpy.types.SpaceView3D.draw_handler_remove(self._handle, "WINDOW")
            self._handle = None

    def _draw(self):
        if len(self._points) < 2:
            return
        shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
        shader.bind()
        shader.uniform_float("viewportSize", gpu.state.viewport_get()[2:])
        shader.uniform_float("lineWidth", self._width)
        shader.uniform_float("color", self._colour)
        with in_metres(bpy.context.scene):
            batch_for_shader(shader, "LINE_STRIP", {"pos": self._points}).draw(shader)
