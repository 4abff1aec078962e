"""What a dragged handle does, drawn while it is dragged; and the variants of a path."""

import blf
import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

from ..bridge.routes import shown, timing
from ..bridge.scene_data import active_character
from .footprints import speed_colours
from .metres import in_metres, on_screen

_FEET = ((0.35, 0.95, 0.50, 0.8), (1.0, 0.60, 0.85, 0.8))
_CURTAIN = 12
_handles = []


class WarpInk:
    """The preview of one drag."""

    def __init__(self):
        self.preview = None
        view = bpy.types.SpaceView3D
        self._drawn = [
            view.draw_handler_add(self._draw_scene, (), "WINDOW", "POST_VIEW"),
            view.draw_handler_add(self._draw_readout, (), "WINDOW", "POST_PIXEL"),
        ]

    def remove(self):
        """Draw nothing more."""
        while self._drawn:
            bpy.types.SpaceView3D.draw_handler_remove(self._drawn.pop(), "WINDOW")

    def _draw_scene(self):
        if self.preview is None:
            return
        preview = self.preview
        colours = speed_colours(preview.speed)
        ground = preview.foot + (0.0, 0.0, 0.005)
        some = slice(None, None, _CURTAIN)
        curtain = np.stack([ground[some], preview.curve[some]], axis=1).reshape(-1, 3)
        with in_metres(bpy.context.scene):
            draw_line(preview.curve, colours, 4.0)
            draw_line(ground, colours, 2.0)
            _draw_plain("LINES", curtain, (0.7, 0.7, 0.7, 0.35))
            _draw_feet(preview)

    def _draw_readout(self):
        preview, context = self.preview, bpy.context
        if preview is None or not preview.readout:
            return
        at = on_screen(context.region, context.space_data.region_3d, preview.at, context.scene)
        if at is None:
            return
        blf.size(0, 15)
        blf.color(0, 1.0, 1.0, 1.0, 1.0)
        width, _ = blf.dimensions(0, preview.readout)
        beside = 14.0 if at[0] < 0.5 * context.region.width else -14.0 - width
        blf.position(0, at[0] + beside, at[1] + 12, 0)
        blf.draw(0, preview.readout)


def draw_line(points, colours, width):
    """A line strip in the viewport; points (N, 3), colours (N, 4)."""
    shader = gpu.shader.from_builtin("POLYLINE_SMOOTH_COLOR")
    gpu.state.blend_set("ALPHA")
    shader.uniform_float("viewportSize", gpu.state.viewport_get()[2:])
    shader.uniform_float("lineWidth", width)
    batch_for_shader(
        shader, "LINE_STRIP", {"pos": points.tolist(), "color": colours.tolist()}
    ).draw(shader)
    gpu.state.blend_set("NONE")


def _draw_plain(kind, points, colour):
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    gpu.state.blend_set("ALPHA")
    shader.uniform_float("color", colour)
    batch_for_shader(shader, kind, {"pos": points.tolist()}).draw(shader)
    gpu.state.blend_set("NONE")


def _draw_feet(preview):
    """Footprints where the feet would come down."""
    level = np.zeros(len(preview.heading))
    along = 0.11 * np.column_stack([np.cos(preview.heading), np.sin(preview.heading), level])
    outlines = shown.sole_outlines(preview.place - along, preview.place + along, 10)
    outlines[..., 2] += preview.place[:, None, 2]
    for side in (0, 1):
        feet = outlines[preview.side == side]
        lines = np.stack([feet, np.roll(feet, -1, axis=1)], axis=2).reshape(-1, 3)
        if len(lines):
            _draw_plain("LINES", lines, _FEET[side])


def _draw_variants():
    """All variants as thin curves, the chosen one bold."""
    context = bpy.context
    character = active_character(context.scene)
    if character is None or character.path is None or not character.show_variants:
        return
    lines = timing.variant_lines(character)
    with in_metres(context.scene):
        for number, line in enumerate(lines):
            chosen = number == character.variant
            hue = np.array([0.95, 0.75, 0.25, 0.95] if chosen else [0.55, 0.65, 0.80, 0.55])
            draw_line(line, np.broadcast_to(hue, (len(line), 4)), 3.0 if chosen else 1.2)


def register():
    """Start drawing variants."""
    view = bpy.types.SpaceView3D
    _handles.append(view.draw_handler_add(_draw_variants, (), "WINDOW", "POST_VIEW"))


def unregister():
    """Stop drawing."""
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")
