"""A clip or a walk as a strip: its steps in colour by footstep pattern, stances of both feet, doubt marked.

Drawn along the lower edge of the 3D Viewport, with its name and a key to the colours, and over the
Timeline and Dope Sheet, where a second of the strip lies over its second of the timeline.
"""

from typing import NamedTuple

import blf
import bpy
import gpu
from gpu_extras.batch import batch_for_shader

from ..bridge import library
from ..bridge.routes import shown
from ..bridge.scene_data import active_character

#: Colour of a step by what its label holds, in the order of the key.
COLOURS = {
    "stand": (0.45, 0.45, 0.50, 0.90),
    "walk": (0.25, 0.55, 0.85, 0.90),
    "run": (0.85, 0.35, 0.25, 0.90),
    "change": (0.80, 0.65, 0.20, 0.90),
    "ignored": (0.08, 0.08, 0.08, 0.90),
}
_FOOT = {"L": (0.35, 0.80, 0.45, 0.95), "R": (0.90, 0.55, 0.80, 0.95)}
_DOUBT = (1.0, 0.25, 0.15, 1.0)
#: What the colours mean, in words.
MEANING = {
    COLOURS["stand"]: "stand",
    COLOURS["walk"]: "walking step",
    COLOURS["run"]: "running step",
    COLOURS["change"]: "start, stop or other step",
    COLOURS["ignored"]: "left out",
    _FOOT["L"]: "left foot down",
    _FOOT["R"]: "right foot down",
    _DOUBT: "doubtful",
}
_DOUBTFUL = 0.6
_PLAYHEAD = (1.0, 1.0, 1.0, 0.9)
_ROW, _LOW_ROW = 14, 5      # pixels: in the viewport, over the timeline
_TEXT = 11
_HEIGHT = 3.6               # rows from the lower edge to the top
_FOLDED = 60                # pixels; the panel of the last action is higher than this when it is open
_EDGE = 30.0                # pixels left free at both ends
_handles = []


class Strip(NamedTuple):
    """What a strip shows; frames count from the first of the clip or walk.

    Attributes
    ----------
    title : str
    first : float; scene frame of frame 0
    last : int; the last frame
    steps : list of (start, end, label, kind, doubtful)
    stances : list of (side, start, end); frame after the last at the end
    plays : bool; it is what its armature plays now
    """

    title: str
    first: float
    last: int
    steps: list
    stances: list
    plays: bool


def kind_of(label, ignored=False):
    """Key of COLOURS for a footstep pattern."""
    if ignored:
        return "ignored"
    if set(label) == {"S"}:
        return "stand"
    if label in {"LDR", "RDL"}:
        return "walk"
    return "run" if label in {"FLF", "FRF"} else "change"


def strips_of(scene):
    """Strips to show: the clip chosen in the list, then the walk that the active character plays.

    Returns
    -------
    list of Strip, the lowest first
    """
    settings = scene.stepweave
    found = []
    if 0 <= settings.clip_index < len(settings.clips):
        clip = settings.clips[settings.clip_index]
        analysis = library.known_analysis(clip)
        if analysis is not None:
            found.append(_of_clip(clip, analysis))
        elif clip.action is not None:
            found.append(Strip(f"Clip {clip.name}: Analyse shows its steps", 0.0, 1, [], [], False))
    character = active_character(scene)
    walk = shown.drawn(character.result) if character is not None else None
    if walk is not None and plays(character.armature, character.result):
        found.append(_of_walk(character, walk))
    return found


def plays(armature, action):
    """Whether an armature plays an Action now."""
    data = armature.animation_data if armature is not None else None
    return action is not None and data is not None and data.action == action


def _of_clip(clip, analysis):
    playing = plays(clip.armature, clip.action)
    return Strip(
        title=f"Clip {clip.name}" + ("" if playing else " (not playing: Show Clip plays it)"),
        first=clip.action.frame_range[0],
        last=max(analysis.frames - 1, 1),
        steps=[
            (s.start, s.end, s.label, kind_of(s.label, s.ignored), s.confidence < _DOUBTFUL and not s.ignored)
            for s in analysis.segments
        ],
        stances=[(contact.side, contact.start, contact.end + 1) for contact in analysis.contacts],
        plays=playing,
    )


def _of_walk(character, walk):
    first = character.result.frame_range[0]
    stances = zip(walk.side, walk.start, walk.end, strict=True)
    return Strip(
        title=f"Walk of {character.name}",
        first=first,
        last=max(int(character.result.frame_range[1] - first), 1),
        steps=[(a - first, b + 1 - first, label, kind_of(label), False) for label, a, b in walk.steps],
        stances=[("LR"[side], a - first, b + 1 - first) for side, a, b in stances],
        plays=True,
    )


def boxes(strip):
    """Rectangles of a strip.

    Parameters
    ----------
    strip : Strip

    Returns
    -------
    list of (start, end, low, high, colour)
        Frames from the strip's first; rows counted from below, in row heights.
    """
    out = []
    for start, end, _, kind, doubtful in strip.steps:
        out.append((start, end, 2.0, 3.2, COLOURS[kind]))
        if doubtful:
            out.append((start, end, 3.2, 3.45, _DOUBT))
    for side, start, end in strip.stances:
        low = 1.05 if side == "L" else 0.05
        out.append((start, end, low, low + 0.85, _FOOT[side]))
    return out


def draw(strip, to_x, bottom, row, frame_now=None):
    """Draw a strip with pixels ``to_x(frame)``, its lower edge at `bottom`, rows of `row` pixels."""
    rectangles = boxes(strip)
    if not rectangles:
        return
    strength = 1.0 if strip.plays else 0.5
    _fill([
        (to_x(a) + 0.5, max(to_x(b) - 0.5, to_x(a) + 1.0), bottom + low * row, bottom + high * row,
         (*colour[:3], strength * colour[3]))
        for a, b, low, high, colour in rectangles
    ])  # fmt: skip
    if frame_now is not None:
        line = gpu.shader.from_builtin("UNIFORM_COLOR")
        line.uniform_float("color", _PLAYHEAD)
        ends = [(to_x(frame_now), bottom), (to_x(frame_now), bottom + _HEIGHT * row)]
        batch_for_shader(line, "LINES", {"pos": ends}).draw(line)


def _fill(rectangles):
    """Rectangles (left, right, low, high, colour), pixels."""
    corners, colours = [], []
    for a, b, y0, y1, colour in rectangles:
        corners += [(a, y0), (b, y0), (b, y1), (a, y0), (b, y1), (a, y1)]
        colours += [colour] * 6
    shader = gpu.shader.from_builtin("SMOOTH_COLOR")
    gpu.state.blend_set("ALPHA")
    batch_for_shader(shader, "TRIS", {"pos": corners, "color": colours}).draw(shader)


def _write(text, x, y, size, strength=0.95):
    """Text at pixels; returns how wide it is."""
    blf.size(0, size)
    blf.color(0, 1.0, 1.0, 1.0, strength)
    blf.position(0, x, y, 0)
    blf.draw(0, text)
    return blf.dimensions(0, text)[0]


def _write_labels(strip, to_x, bottom, row, size):
    """Labels where there is room for them, and which row is which foot."""
    if not strip.steps:
        return
    blf.size(0, size)
    for start, end, label, _, _ in strip.steps:
        width, _ = blf.dimensions(0, label)
        room = to_x(end) - to_x(start)
        if width + 4 < room:
            _write(label, to_x(start) + 0.5 * (room - width), bottom + 2.3 * row, size)
    for side, low in (("L", 1.2), ("R", 0.2)):
        _write(side, to_x(0) - row, bottom + low * row, size)


def _write_key(strips, left, right, y, row, size):
    """What the colours in sight mean, as far as there is room."""
    seen = {box[4] for strip in strips for box in boxes(strip)}
    x, squares = left, []
    for colour, meaning in MEANING.items():
        blf.size(0, size)
        width = row + blf.dimensions(0, meaning)[0]
        if colour in seen and x + width <= right:
            squares.append((x, x + 0.7 * row, y - 1, y - 1 + 0.7 * row, colour))
            _write(meaning, x + row, y, size, 0.8)
            x += width + row
    if squares:
        _fill(squares)


def _draw_in_viewport():
    """Whole strips along the lower edge, one above the other; a playhead on what plays."""
    context = bpy.context
    if not context.scene.stepweave.show_strip:
        return
    strips = strips_of(context.scene)
    scale = context.preferences.system.ui_scale
    row, size = _ROW * scale, _TEXT * scale
    left, right = _between_sidebars(context)
    bottom = _above_last_action(context)
    for strip in strips:

        def to_x(frame, last=strip.last):
            return left + (right - left) * frame / last

        now = min(max(context.scene.frame_current_final - strip.first, 0.0), strip.last)
        draw(strip, to_x, bottom, row, now if strip.plays else None)
        _write_labels(strip, to_x, bottom, row, size)
        title = bottom + (_HEIGHT + 0.2) * row if strip.steps else bottom
        _write(strip.title, left, title, size)
        bottom = title + 1.3 * row
    if strips:
        _write_key(strips, left, right, bottom, row, size)
    gpu.state.blend_set("NONE")


def _above_last_action(context):
    """Lower edge of the first strip, pixels: clear of the folded panel of the last action."""
    folded = max((region.height for region in context.area.regions if region.type == "HUD"), default=0)
    return 24.0 + (folded if folded < _FOLDED * context.preferences.system.ui_scale else 0.0)


def _between_sidebars(context):
    """Left and right end of a strip, pixels of the region: clear of toolbar and sidebar."""
    wide = {region.type: region.width for region in context.area.regions if region.type in {"UI", "TOOLS"}}
    left = max(wide.get("TOOLS", 0), _EDGE) + 0.5 * _EDGE
    return left, context.region.width - max(wide.get("UI", 0), _EDGE) - _EDGE


def _draw_in_timeline():
    """Over the frames of the timeline: the walk that plays, else the clip where its Action has its keys."""
    context = bpy.context
    if not context.scene.stepweave.show_strip:
        return
    strips = strips_of(context.scene)
    if not strips:
        return
    strip, view = strips[-1], context.region.view2d

    def to_x(frame):
        return view.view_to_region(strip.first + frame, 0.0, clip=False)[0]

    draw(strip, to_x, 2.0, _LOW_ROW)
    gpu.state.blend_set("NONE")


def register():
    """Start drawing."""
    for space, draws in (
        (bpy.types.SpaceView3D, _draw_in_viewport),
        (bpy.types.SpaceDopeSheetEditor, _draw_in_timeline),
    ):
        _handles.append((space, space.draw_handler_add(draws, (), "WINDOW", "POST_PIXEL")))


def unregister():
    """Stop drawing."""
    while _handles:
        space, handle = _handles.pop()
        space.draw_handler_remove(handle, "WINDOW")
