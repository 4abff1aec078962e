"""Footprints of the characters' walks and of the clip that plays, and paths coloured by speed."""

import functools
from types import SimpleNamespace

import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

from ..bridge import library
from ..bridge.routes import shown, timing
from .metres import in_metres
from .strip import plays

_COLLISION = (1.00, 0.15, 0.10, 0.95)
_ASKED = (1.00, 0.70, 0.20, 0.95)
_SIDES = ((0.25, 0.75, 0.40), (0.90, 0.45, 0.70))
#: Speed, m/s, and colour: slow blue over green to fast red.
_SPEEDS = np.array([0.0, 0.8, 1.4, 2.4, 4.0])
_COLOURS = np.array(
    [(0.20, 0.25, 0.85), (0.15, 0.65, 0.85), (0.25, 0.80, 0.35), (0.95, 0.75, 0.15), (0.90, 0.20, 0.10)]
)
_NEAR = 40  # footprints of a clip to each side of the playhead
_BALL = 0.02  # metres, of the ball of the foot above the sole
_handles = []


def speed_colours(speed):
    """(N, 4) colours of speeds (N,), m/s."""
    channels = [np.interp(speed, _SPEEDS, _COLOURS[:, k]) for k in range(3)]
    return np.column_stack([*channels, np.full(len(speed), 0.95)])


def _draw():
    context = bpy.context
    settings = context.scene.stepweave
    if not settings.show_footprints:
        return
    gpu.state.blend_set("ALPHA")
    gpu.state.depth_test_set("LESS_EQUAL")
    with in_metres(context.scene):
        _draw_characters(settings, context.scene.frame_current)
        _draw_clip(settings, context.scene.frame_current)
        gpu.state.depth_test_set("NONE")
        for collision in settings.collisions:
            _draw_line(_ring(collision), np.array(_COLLISION))
    gpu.state.blend_set("NONE")


def _draw_characters(settings, now):
    """Every character's walk, or the path it has been asked to walk."""
    for character in settings.characters:
        found = shown.drawn(character.result)
        if found is not None:
            _draw_path(found)
            _draw_footprints(found, now)
        elif character.path is not None:
            _draw_line(timing.asked_line(character), np.array(_ASKED))


def _draw_clip(settings, now):
    """Footprints of the clip chosen in the list, while its armature plays it."""
    if not 0 <= settings.clip_index < len(settings.clips):
        return
    clip = settings.clips[settings.clip_index]
    analysis = library.known_analysis(clip) if plays(clip.armature, clip.action) else None
    if analysis is not None:
        found = footprints_of(analysis, int(clip.action.frame_range[0]))
        near = max(int(np.searchsorted(found.start, now)) - _NEAR, 0)
        part = slice(near, near + 2 * _NEAR)
        _draw_footprints(SimpleNamespace(**{name: each[part] for name, each in vars(found).items()}), now)


@functools.lru_cache(maxsize=8)
def footprints_of(analysis, first):
    """What a clip's feet stood on.

    Parameters
    ----------
    analysis : Analysis
    first : int; scene frame of the clip's first

    Returns
    -------
    SimpleNamespace of footprints (C, N, 3), side (C,), start and end (C,), as in `shown.Drawn`
    """
    heel, ball = analysis.soles[:, 0], analysis.soles[:, 1]
    height = np.minimum(heel[:, 2], ball[:, 2] - _BALL)
    return SimpleNamespace(
        footprints=shown.sole_outlines(heel, ball) + height[:, None, None] * (0.0, 0.0, 1.0),
        side=np.array(["LR".index(each.side) for each in analysis.contacts], int),
        start=first + np.array([each.start for each in analysis.contacts], int),
        end=first + np.array([each.end for each in analysis.contacts], int),
    )


def _ring(collision):
    """(N, 3) circle on the ground where two characters come too near, with a pole up to their height."""
    turn = np.linspace(0.0, 2.0 * np.pi, 33)
    ring = np.column_stack([0.35 * np.cos(turn), 0.35 * np.sin(turn), np.full(33, 0.01)])
    pole = np.array([[0.35, 0.0, 1.8], [0.35, 0.0, 0.01]])
    return np.vstack([pole, ring]) + (*collision.place, 0.0)


def _draw_line(points, colours):
    """A line strip; points (N, 3), colours (N, 4) or one for all (4,)."""
    if len(points) < 2:
        return
    shader = gpu.shader.from_builtin("POLYLINE_SMOOTH_COLOR")
    shader.uniform_float("viewportSize", gpu.state.viewport_get()[2:])
    shader.uniform_float("lineWidth", 3.0)
    content = {"pos": points.tolist(), "color": np.broadcast_to(colours, (len(points), 4)).tolist()}
    batch_for_shader(shader, "LINE_STRIP", content).draw(shader)


def _draw_path(found):
    _draw_line(found.path, speed_colours(found.speed))


def _draw_footprints(found, now):
    """Filled soles; the ones on the ground now stand out."""
    if not len(found.side):
        return
    outline = found.footprints
    middle = outline.mean(axis=1, keepdims=True)
    following = np.roll(outline, -1, axis=1)
    triangles = np.stack([np.broadcast_to(middle, outline.shape), outline, following], axis=2)
    on = (found.start <= now) & (now <= found.end)
    colour = np.column_stack([np.array(_SIDES)[found.side], np.where(on, 0.95, 0.45)])
    colours = np.broadcast_to(colour[:, None, None], (*triangles.shape[:3], 4))
    shader = gpu.shader.from_builtin("SMOOTH_COLOR")
    content = {"pos": triangles.reshape(-1, 3).tolist(), "color": colours.reshape(-1, 4).tolist()}
    batch_for_shader(shader, "TRIS", content).draw(shader)


def register():
    """Start drawing."""
    view = bpy.types.SpaceView3D
    _handles.append(view.draw_handler_add(_draw, (), "WINDOW", "POST_VIEW"))


def unregister():
    """Stop drawing."""
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(_handles.pop(), "WINDOW")
