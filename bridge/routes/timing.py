"""A character's path, variant and warp curve: from the scene's properties to core, and back."""

import json

import numpy as np
from scipy.ndimage import gaussian_filter1d

from ...core.errors import PathError
from ...core.paths import Handle, Pace, WarpCurve, fit_stroke, propose_variants
from ...core.paths.numbers import checked_frames
from ...core.synthesis import distance_at_speed
from ..deleted import is_gone
from . import curves, terrain, watch

_RHYTHM = 64                # samples of how a pen moved
_RHYTHM_SMOOTHED = 2.0      # samples
_PACE_RATE = 10.0           # samples a second of the unedited pace
_SAME_LENGTH = 1e-4         # metres; a path whose length differs by more was edited
_CURVE_STEP = 0.1           # seconds between two points of the warp curve object
_kept = {}                  # last variants by what they came from


def scene_fps(scene):
    """Frames per second of a scene."""
    return scene.render.fps / scene.render.fps_base


def variants_of(character):
    """The variants of a character's path; worked out anew only when path or settings changed.

    Returns
    -------
    core.paths.Variants
    """
    points, closed = curves.curve_points(character.path)
    settings = (
        character.variant_count + 1,
        character.variant_radius or None,
        character.variant_sub_points,
        character.variant_seed,
        character.variant_pin_ends,
    )
    key = (points.tobytes(), closed, settings)
    if _kept.get("key") != key:
        curves.path_along(character.path)
        count, radius, sub_points, seed, pinned = settings
        spline = fit_stroke(points[:, :2], tolerance=0.02, closed=closed)
        _kept["variants"] = propose_variants(spline, count, radius, sub_points, seed, pinned)
        _kept["key"] = key
    return _kept["variants"]


def path_of(character):
    """The path a character walks: its curve as drawn, or the variant chosen.

    Returns
    -------
    core.paths.Path
    """
    if character.variant == 0:
        return curves.path_along(character.path)
    variants = variants_of(character)
    return variants.splines[min(character.variant, len(variants) - 1)].path()


def pen_rhythm(times, points):
    """How the pen moved along a stroke: text for the property `pen_rhythm`, "" when it tells nothing.

    Parameters
    ----------
    times : (N,) array_like, seconds
    points : (N, 2 or more) array_like, metres
    """
    way = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    passed = np.asarray(times, dtype=float) - times[0]
    if way[-1] <= 0.0 or passed[-1] <= 0.0:
        return ""
    share = np.interp(np.linspace(0.0, passed[-1], _RHYTHM), passed, way) / way[-1]
    smooth = gaussian_filter1d(share, _RHYTHM_SMOOTHED, mode="nearest")
    law = np.maximum.accumulate((smooth - smooth[0]) / (smooth[-1] - smooth[0]))
    return json.dumps([round(float(s), 5) for s in law])


def _rhythmic(path, speed, rhythm):
    """The pen's pace along a path, `speed` on the whole."""
    share = np.array(json.loads(rhythm))
    times = np.linspace(0.0, path.length / speed, len(share))
    return Pace.recorded(times, share * path.length)


def pace_of(path, speed, graph, rhythm=""):
    """Unedited pace along a path at a speed: starts, stops and bends as the library takes them.

    With a pen's rhythm, that speed is the mean, and the pace as uneven as the stroke was drawn.
    """
    checked_frames(path.length / speed, _PACE_RATE)
    if rhythm:
        return _rhythmic(path, speed, rhythm)
    distance = distance_at_speed(path, speed, _PACE_RATE, graph)
    return Pace.recorded(np.arange(len(distance)) / _PACE_RATE, distance)


def warp_of(character, path, graph, fps):
    """The warp curve of a character; nothing in the scene is changed by asking.

    After the path was edited its handles are where they were along it, and the speed is that which
    `speed_of` gives.

    Parameters
    ----------
    character : STEPWEAVE_PG_character
    path : core.paths.Path
    graph : MotionGraph
    fps : float; of the scene

    Returns
    -------
    WarpCurve
    """
    rhythm = character.pen_rhythm if character.keep_rhythm else ""
    pace = pace_of(path, speed_of(character, path), graph, rhythm)
    return WarpCurve(
        path,
        pace,
        fps,
        tuple(_handle(item, _frame_on(item, character, pace, fps)) for item in character.handles),
        character.warp_mode,
        character.warp_duration,
        character.warp_scale or None,
        character.warp_delta or None,
        start=max(character.start_frame - 1, 0) / fps,
    )


def is_timed(character):
    """Whether a character's walk has a timing of its own, not just a speed."""
    return len(character.handles) > 0 or bool(character.keep_rhythm and character.pen_rhythm)


def keep(character, warp):
    """Write a warp curve's handles, and the speed its path is walked at, into the character's properties."""
    keep_speed(character, warp.path)
    character.handles.clear()
    for handle in warp.handles:
        item = character.handles.add()
        item.frame, item.offset = handle.frame, handle.offset
        item.sigma, item.hold = handle.sigma_frames, handle.hold_frames
        item.sigma_right = handle.sigma_right_frames or 0.0
        item.mode = handle.mode or warp.mode
        item.duration = handle.duration or "curve"
        item.metres = float(warp.pace.distance(handle.frame / warp.fps))
    character.path_length = warp.path.length


def curve_times(warp, count=None):
    """(N,) seconds at which the warp curve object has its points; `count` of them when it has some."""
    return np.linspace(0.0, warp.seconds, count or max(int(warp.seconds / _CURVE_STEP), 2) + 1)


def show_curve(character, warp):
    """Make or refresh the character's warp curve object.

    Returns
    -------
    bpy.types.Object
    """
    if character.warp is None or is_gone(character.warp):
        points = warp.curve(curve_times(warp))
        character.warp = curves.new_curve(points, False, f"{character.name} warp")
        character.warp.show_in_front = True
    else:
        count = len(curves.curve_points(character.warp)[0])
        curves.replace_points(character.warp, warp.curve(curve_times(warp, count)))
    watch.acknowledge(character.warp)
    return character.warp


def absorb(character, warp):
    """Turn what the user did to the points of the warp curve object into handles.

    Every point that was lifted or lowered furthest among its neighbours becomes a handle there.

    Returns
    -------
    WarpCurve
        With more handles; the same one when nothing was moved.
    """
    points = curves.curve_points(character.warp)[0]
    times = curve_times(warp, len(points))
    lifted = points[:, 2] - warp.curve(times)[:, 2]
    size = np.abs(lifted)
    threshold = 1e-3 * max(warp.height_scale, 1e-3)
    beside = np.pad(size, 1)
    peak = (size > threshold) & (size >= beside[:-2]) & (size > beside[2:])
    for at in np.flatnonzero(peak):
        warp = warp.lifted(times[at] * warp.fps, points[at, 2], sigma_frames=usual_sigma(warp))
    return warp


def usual_sigma(warp):
    """Width of a new handle: half a second to a tenth of the walk."""
    return float(np.clip(0.1 * warp.seconds, 0.5, 2.0) * warp.fps)


def _handle(item, frame):
    duration = None if item.duration == "curve" else item.duration
    right = item.sigma_right or None
    return Handle(frame, item.offset, item.sigma, right, item.hold, mode=item.mode, duration=duration)


def _frame_on(item, character, pace, fps):
    """Frame of a handle: after the path was edited, that of the place where it was along it."""
    if abs(character.path_length - pace.length) < _SAME_LENGTH:
        return item.frame
    return float(pace.time(min(item.metres, pace.length))) * fps


def speed_of(character, path):
    """Speed (m/s) a path is walked at: after an edit that keeps the arrival, the one that takes as long."""
    before = character.walked_length
    if character.path_edit == "arrival" and before > 0.0 and abs(before - path.length) > _SAME_LENGTH:
        return character.speed * path.length / before
    return character.speed


def keep_speed(character, path):
    """Write the speed a path is walked at into the character's properties."""
    speed = speed_of(character, path)
    if speed != character.speed:
        character.speed = speed
    character.walked_length = path.length


def asked_line(character):
    """The path as it was drawn, (N, 3) metres, a little above the ground; () when it cannot be read."""
    try:
        points, closed = curves.curve_points(character.path)
    except PathError:
        return ()
    points = np.vstack([points, points[:1]]) if closed else points
    return points + (0.0, 0.0, 0.006)


def variant_lines(character):
    """The variants as (N, 3) lines on the ground, metres; () when the path cannot be walked."""
    try:
        variants, ground = variants_of(character), terrain.ground_of(character.id_data)
    except PathError:
        return ()
    if _kept.get("lines_of") is not variants or _kept["lines_on"] is not ground:
        _kept["lines"] = [_on_ground(path, ground) for path in variants.paths(0.1)]
        _kept["lines_of"], _kept["lines_on"] = variants, ground
    return _kept["lines"]


def _on_ground(path, ground):
    place = path.point(np.linspace(0.0, path.length, 160))
    return terrain.draped(np.column_stack([place[:, :2], np.full(len(place), 0.008)]), ground)
