"""A clip as a strip: segments in colour by footstep pattern, stances of both feet, doubt marked.

Drawn along the lower edge of the 3D Viewport and over the Timeline and Dope Sheet, where a second
of the strip lies over its second of the timeline.
"""

import blf
import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

from ..bridge import library

#: Colour of a segment by what its label holds.
COLOURS = {
    "stand": (0.45, 0.45, 0.50, 0.90),
    "walk": (0.25, 0.55, 0.85, 0.90),
    "run": (0.85, 0.35, 0.25, 0.90),
    "change": (0.80, 0.65, 0.20, 0.90),
    "ignored": (0.20, 0.20, 0.20, 0.70),
}
_FOOT = {"L": (0.35, 0.80, 0.45, 0.95), "R": (0.90, 0.55, 0.80, 0.95)}
_DOUBT = (1.0, 0.25, 0.15, 1.0)
_DOUBTFUL = 0.6
_PLAYHEAD = (1.0, 1.0, 1.0, 0.9)
_ROW, _LOW_ROW = 14, 5      # pixels: in the viewport, over the timeline
_handles = []


def kind_of(segment):
    """Key of COLOURS for a segment."""
    if segment.ignored:
        return "ignored"
    if set(segment.label) == {"S"}:
        return "stand"
    if segment.label in {"LDR", "RDL"}:
        return "walk"
    return "run" if segment.label in {"FLF", "FRF"} else "change"


def boxes(analysis):
    """Rectangles of the strip.

    Parameters
    ----------
    analysis : Analysis

    Returns
    -------
    list of (start, end, low, high, colour)
        Frames from the clip's first; rows counted from below, in row heights.
    """
    out = []
    for segment in analysis.segments:
        out.append((segment.start, segment.end, 2.0, 3.2, COLOURS[kind_of(segment)]))
        if segment.confidence < _DOUBTFUL and not segment.ignored:
            out.append((segment.start, segment.end, 3.2, 3.45, _DOUBT))
    for contact in analysis.contacts:
        low = 1.05 if contact.side == "L" else 0.05
        out.append((contact.start, contact.end + 1, low, low + 0.85, _FOOT[contact.side]))
    return out


def draw(analysis, to_x, bottom, frame_now=None, row=_ROW):
    """Draw a strip with pixels ``to_x(frame)``, its lower edge at `bottom`, rows of `row` pixels."""
    rectangles = boxes(analysis)
    if not rectangles:
        return
    corners, colours = [], []
    for start, end, low, high, colour in rectangles:
        a, b = to_x(start) + 0.5, max(to_x(end) - 0.5, to_x(start) + 1.0)
        y0, y1 = bottom + low * row, bottom + high * row
        corners += [(a, y0), (b, y0), (b, y1), (a, y0), (b, y1), (a, y1)]
        colours += [colour] * 6
    shader = gpu.shader.from_builtin("SMOOTH_COLOR")
    gpu.state.blend_set("ALPHA")
    batch_for_shader(shader, "TRIS", {"pos": corners, "color": colours}).draw(shader)
    if frame_now is not None:
        x = to_x(frame_now)
        line = gpu.shader.from_builtin("UNIFORM_COLOR")
        line.uniform_float("color", _PLAYHEAD)
        ends = [(x, bottom), (x, bottom + 3.6 * row)]
        batch_for_shader(line, "LINES", {"pos": ends}).draw(line)
    gpu.state.blend_set("NONE")
    if row >= _ROW:
        _write_labels(analysis, to_x, bottom)


def _write_labels(analysis, to_x, bottom):
    """Labels where there is room for them."""
    blf.size(0, 11)
    blf.color(0, 1.0, 1.0, 1.0, 0.95)
    for segment in analysis.segments:
        width, _ = blf.dimensions(0, segment.label)
        room = to_x(segment.end) - to_x(segment.start)
        if width + 4 < room:
            blf.position(0, to_x(segment.start) + 0.5 * (room - width), bottom + 2.3 * _ROW, 0)
            blf.draw(0, segment.label)


def _active_clip(context):
    """The listed clip and its analysis, as far as it is known already; else None."""
    settings = context.scene.stepweave
    if not settings.show_strip or not 0 <= settings.clip_index < len(settings.clips):
        return None
    clip = settings.clips[settings.clip_index]
    analysis = library.known_analysis(clip)
    return None if analysis is None else (clip, analysis)


def _draw_in_viewport():
    """The whole clip along the lower edge, with the playhead when its Action is on the armature."""
    context = bpy.context
    found = _active_clip(context)
    if found is None:
        return
    clip, analysis = found
    beside = max((region.width for region in context.area.regions if region.type == "UI"), default=1)
    left, right = 30.0, context.region.width - max(beside, 30.0) - 30.0
    span = max(analysis.frames - 1, 1)

    def to_x(frame):
        return left + (right - left) * frame / span

    draw(analysis, to_x, 24.0, float(np.clip(_frame_in_clip(context, clip), 0, span)))
    blf.position(0, left, 24.0 + 3.8 * _ROW, 0)
    blf.draw(0, clip.name)


def _draw_in_timeline():
    """Over the frames of the timeline, where the clip's Action has its keys."""
    context = bpy.context
    found = _active_clip(context)
    if found is None:
        return
    clip, analysis = found
    view = context.region.view2d
    first = _first_frame(clip)

    def to_x(frame):
        return view.view_to_region(first + frame, 0.0, clip=False)[0]

    draw(analysis, to_x, 2.0, row=_LOW_ROW)


def _first_frame(clip):
    """Scene frame of the clip's first analysed frame."""
    return clip.action.frame_range[0] if clip.action else 1


def _frame_in_clip(context, clip):
    """Frame of the clip at the scene's current frame."""
    return context.scene.frame_current_final - _first_frame(clip)


def register():
    """Start drawing."""
    _handles.append(
        (
            bpy.types.SpaceView3D,
            bpy.types.SpaceView3D.draw_handler_add(_draw_in_viewport, (), "WINDOW", "POST_PIXEL"),
        )
    )
    _handles.append(
        (
            bpy.types.SpaceDopeSheetEditor,
            bpy.types.SpaceDopeSheetEditor.draw_handler_add(_draw_in_timeline, (), "WINDOW", "POST_PIXEL"),
        )
    )


def unregister():
    """Stop drawing."""
    while _handles:
        space, handle = _handles.pop()
        space.draw_handler_remove(handle, "WINDOW")
