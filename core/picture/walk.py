"""A walk in one picture: poses along the way, footprints, the path asked for and the path walked."""

from typing import NamedTuple

import numpy as np

from ..starter import capsules
from . import ground
from .bodies import draw_crowd, on_floor, posed_crowd
from .drawing import blend, line_cover, polygon_cover, write_text
from .view import spread_frames, view_of

_RAMP = np.array([(0.13, 0.56, 0.60), (0.36, 0.45, 0.78), (0.74, 0.41, 0.68), (0.97, 0.58, 0.38)])
_INK = (0.25, 0.27, 0.31)


class Footprints(NamedTuple):
    """Where feet stood.

    side : (P,) int, 0 left, 1 right; ball : (P, 3) metres; direction : (P,) radians from +X
    """

    side: np.ndarray
    ball: np.ndarray
    direction: np.ndarray


def draw_walk(
    motion, plants=None, path_asked=None, path_walked=None, size=(1600, 1000), *, poses=None, azimuth=None
):
    """Picture of a walk, seen from above and aside.

    Parameters
    ----------
    motion : Motion
    plants : Plants or Footprints, optional; anything with ``side``, ``ball`` and ``direction``
    path_asked, path_walked : (N, 2) or (N, 3) metres, optional; the walked path is the root's by default
    size : (width, height) pixels
    poses : int, optional; how many bodies, by default about one per metre, at most 16
    azimuth : float, radians, optional; where the camera stands, by default abreast of the walk

    Returns
    -------
    (height, width, 3) uint8 array
    """
    walked = motion.root_position if path_walked is None else np.asarray(path_walked, dtype=float)
    crowd = _crowd_along(motion, poses)
    camera = view_of(motion, path_asked, walked, size, poses=poses, azimuth=azimuth)
    unit = size[0] / 1600.0
    image = ground.draw_floor(camera, crowd)
    if path_asked is not None:
        ground.draw_path(image, camera, path_asked, ground.ASKED, 9.0 * unit, 0.75)
    ground.draw_path(image, camera, walked, ground.WALKED, 1.8 * unit, 0.9)
    if plants is not None:
        ground.draw_footprints(image, camera, plants, _foot_size(motion.skeleton))
    draw_crowd(image, camera, crowd)
    _legend(image, unit, plants is not None, path_asked is not None)
    _scale_bar(image, camera, unit)
    return np.round(255.0 * np.clip(image, 0.0, 1.0)).astype(np.uint8)


def _foot_size(skeleton):
    size = skeleton.leg_length / 0.85
    return size if np.isfinite(size) else 1.0


def ramp(t):
    """(N, 3) colours from start (0) to end (1)."""
    at = np.linspace(0.0, 1.0, len(_RAMP))
    return np.stack([np.interp(t, at, _RAMP[:, k]) for k in range(3)], axis=1)


def _crowd_along(motion, poses):
    """Bodies along the way, coloured from start to end."""
    frames = spread_frames(motion, poses)
    colours = ramp(np.linspace(0.0, 1.0, len(frames)))
    crowd = posed_crowd(motion, capsules(motion.skeleton), frames, colours)
    return on_floor(crowd, tolerance=0.15)


def _scale_bar(image, camera, unit):
    """One metre on the ground, in the lower left corner."""
    height, width = image.shape[:2]
    ray = (0.055 * width - camera.centre[0]) / camera.focal * camera.right
    ray = ray + (camera.centre[1] - 0.915 * height) / camera.focal * camera.up - camera.back
    start = camera.position + ray * (camera.position[2] / max(-ray[2], 1e-3))
    ends, _ = camera.project(np.stack([start, start + camera.right]))
    tick = np.array([0.0, 6.0 * unit])
    bar = np.concatenate(
        [
            [ends[0] - tick],
            [ends[0] + tick],
            [[np.nan] * 2],
            ends,
            [[np.nan] * 2],
            [ends[1] - tick],
            [ends[1] + tick],
        ]
    )
    blend(image, line_cover(image.shape[:2], bar, 2.0 * unit), _INK)
    write_text(image, "1 m", ends.mean(axis=0) + (0.0, 30.0 * unit), 14.0 * unit, _INK, align="middle")


def _legend(image, unit, prints, asked):
    """What the colours mean, in the lower right corner."""
    height, width = image.shape[:2]
    y, x = height - 34.0 * unit, width - 40.0 * unit
    letter = 14.0 * unit
    entries = [("path walked", ground.WALKED, 2.2)]
    if asked:
        entries.append(("path asked", ground.ASKED, 8.0))
    if prints:
        entries += [("right foot", ground.RIGHT, None), ("left foot", ground.LEFT, None)]
    for text, colour, thick in entries:
        x -= write_text(image, text, (x, y), letter, _INK, align="right") + 14.0 * unit
        if thick is None:
            _foot_swatch(image, (x - 8.0 * unit, y - 0.5 * letter), 110.0 * unit, colour, text[0] == "l")
            x -= 48.0 * unit
        else:
            line = np.array([(x - 36.0 * unit, y - 0.5 * letter), (x, y - 0.5 * letter)])
            blend(image, line_cover(image.shape[:2], line, thick * unit), colour, 0.85)
            x -= 70.0 * unit
    x -= write_text(image, "end", (x, y), letter, _INK, align="right") + 12.0 * unit
    steps = np.linspace(x - 90.0 * unit, x, 31)
    for k, (a, b) in enumerate(zip(steps[:-1], steps[1:], strict=True)):
        box = np.array([(a, y), (b + 0.5, y), (b + 0.5, y - letter), (a, y - letter)])
        blend(image, polygon_cover(image.shape[:2], box), ramp(np.array([k / 29.0]))[0])
    write_text(image, "start", (x - 102.0 * unit, y), letter, _INK, align="right")


def _foot_swatch(image, at, scale, colour, left):
    for outline in ground.footprint(0 if left else 1, np.zeros(3), 0.5 * np.pi):
        shape = (outline[:, :2] + (0.0, 0.055)) * (scale, -scale) + at
        blend(image, polygon_cover(image.shape[:2], shape), colour, 0.9)
