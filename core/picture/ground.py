"""The ground of a picture: a light floor with a metre grid, soft shadows, footprints and paths."""

import numpy as np

from .bodies import shadow_direction
from .drawing import blend, line_cover, polygon_cover

FLOOR = np.array([0.957, 0.953, 0.945])
HAZE = np.array([0.985, 0.985, 0.985])
LEFT, RIGHT = np.array([0.12, 0.42, 0.72]), np.array([0.87, 0.29, 0.19])
ASKED, WALKED = np.array([0.98, 0.74, 0.22]), np.array([0.22, 0.24, 0.28])
_GRID = np.array([0.80, 0.79, 0.775])
_SHADOW = np.array([0.16, 0.17, 0.24])
_CELL = 0.02  # metres per cell of the shadow map

# Outlines of a left shoe print, metres: to the left and forward of the ball joint.
_SOLE = np.array([
    (-0.036, -0.055), (-0.047, -0.020), (-0.049, 0.012), (-0.042, 0.045), (-0.024, 0.074), (0.000, 0.084),
    (0.022, 0.072), (0.038, 0.040), (0.045, 0.005), (0.044, -0.030), (0.036, -0.065), (0.030, -0.085),
    (-0.026, -0.085),
])  # fmt: skip
_HEEL = np.array([
    (-0.026, -0.105), (0.030, -0.105), (0.034, -0.140), (0.033, -0.165), (0.022, -0.187), (0.001, -0.196),
    (-0.020, -0.187), (-0.032, -0.165), (-0.032, -0.138),
])  # fmt: skip


def draw_floor(camera, crowd, floor=0.0):
    """(H, W, 3) float32 picture of an empty ground under a crowd, with its shadows."""
    ground = camera.ground()
    image = np.empty((*ground.shape[:2], 3), dtype=np.float32)
    away = np.hypot(*np.moveaxis(ground - camera.position[:2].astype(np.float32), -1, 0))
    focus = np.linalg.norm(crowd.vertices.mean(axis=0)[:2] - camera.position[:2])
    haze = np.clip((away / focus - 1.1) / 1.6, 0.0, 1.0)[..., None]
    image[:] = FLOOR
    lines = _grid_cover(camera, ground) * (1.0 - haze[..., 0])
    blend(image, lines, _GRID)
    image += haze * (HAZE.astype(np.float32) - image)
    blend(image, _shadows(camera, crowd, ground), _SHADOW)
    return image


def _grid_cover(camera, ground):
    """(H, W) coverage of the lines of a metre grid, about one pixel wide everywhere, fading when dense."""
    cover = np.zeros(ground.shape[:2], dtype=np.float32)
    scale = max(camera.size[0] / 1600.0, 0.4)
    wide = np.float32(0.65 + 0.5 * scale)
    for axis in (0, 1):
        at = ground[..., axis]
        per_pixel = np.hypot(np.gradient(at, axis=0), np.gradient(at, axis=1)) + np.float32(1e-9)
        line = np.clip(wide - np.abs(at - np.round(at)) / per_pixel, 0.0, 1.0)
        np.maximum(cover, line * np.clip(1.3 - 6.0 * per_pixel, 0.0, 1.0), out=cover)
    return cover


def _shadows(camera, crowd, ground):
    """(H, W) darkness of the shadows: soft all round, darker where a body is near the ground."""
    slant = shadow_direction(camera)
    height = np.maximum(crowd.vertices[:, 2], 0.0)
    cast = crowd.vertices[:, :2] + height[:, None] * slant
    low, high = cast.min(axis=0) - 0.8, cast.max(axis=0) + 0.8
    cell = max(_CELL, float(np.max(high - low)) / 2000.0)
    shape = tuple(np.ceil((high - low) / cell).astype(int)[::-1] + 1)
    middle = crowd.triangles
    dark = np.zeros(ground.shape[:2], dtype=np.float32)
    at = (ground - low.astype(np.float32)) / np.float32(cell)
    for top, blur, strength in ((3.0, 0.055, 0.30), (0.45, 0.035, 0.22), (0.12, 0.02, 0.30)):
        near = height[middle].mean(axis=1) < top
        points = cast if top > 1.0 else crowd.vertices[:, :2] + 0.35 * height[:, None] * slant
        filled = _filled(points, middle[near], low, cell, shape)
        soft = _blurred(filled, max(int(round(blur / cell)), 1))
        dark = 1.0 - (1.0 - dark) * (1.0 - strength * _sampled(soft, at))
    return dark


def _filled(points, triangles, low, cell, shape):
    """(rows, columns) map of where projected triangles lie: corners and points between, one cell each."""
    corner = (points[triangles] - low) / cell
    mix = np.array(
        [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 0.5, 0), (0, 0.5, 0.5), (0.5, 0, 0.5), (1 / 3, 1 / 3, 1 / 3)]
    )
    at = np.einsum("mc,tcj->tmj", mix, corner).reshape(-1, 2).astype(int)
    out = np.zeros(shape, dtype=np.float32)
    out[np.clip(at[:, 1], 0, shape[0] - 1), np.clip(at[:, 0], 0, shape[1] - 1)] = 1.0
    return out


def _blurred(cells, radius):
    """Three box blurs of a map: nearly Gaussian."""
    for _ in range(3):
        for axis in (0, 1):
            padded = np.concatenate(
                [np.zeros_like(cells.take(np.arange(radius + 1), axis)), cells,
                 np.zeros_like(cells.take(np.arange(radius), axis))], axis
            )  # fmt: skip
            total = np.cumsum(padded, axis=axis)
            size = cells.shape[axis]
            ahead = total.take(np.arange(2 * radius + 1, 2 * radius + 1 + size), axis)
            cells = (ahead - total.take(np.arange(size), axis)) / (2 * radius + 1)
    return cells


def _sampled(cells, at):
    """Values of a map at fractional (column, row) places (..., 2), linear between, 0 outside."""
    inside = (at >= 0).all(axis=-1) & (at[..., 0] < cells.shape[1] - 1) & (at[..., 1] < cells.shape[0] - 1)
    out = np.zeros(at.shape[:-1], dtype=np.float32)
    x, y = at[inside].T
    i, j = x.astype(int), y.astype(int)
    fx, fy = x - i, y - j
    out[inside] = (
        cells[j, i] * (1 - fx) * (1 - fy)
        + cells[j, i + 1] * fx * (1 - fy)
        + cells[j + 1, i] * (1 - fx) * fy
        + cells[j + 1, i + 1] * fx * fy
    )
    return out


def draw_footprints(image, camera, plants, size=1.0):
    """Foot-shaped marks where feet stood, left and right in two colours; changes the image in place.

    Parameters
    ----------
    plants : anything with ``side`` (P,) 0 left, 1 right, ``ball`` (P, 3) metres, ``direction`` (P,) radians
    size : float; factor on an adult's shoe
    """
    for side, colour in ((0, LEFT), (1, RIGHT)):
        cover = np.zeros(image.shape[:2], dtype=np.float32)
        for k in np.flatnonzero(np.asarray(plants.side) == side):
            for outline in footprint(side, plants.ball[k], plants.direction[k], size):
                polygon_cover(image.shape[:2], camera.project(outline)[0], cover)
        blend(image, cover, colour, 0.85)


def footprint(side, ball, direction, size=1.0):
    """Two outlines (N, 3), metres, of the print of one foot: the sole and the heel."""
    forward = np.array([np.cos(direction), np.sin(direction)])
    left = np.array([-forward[1], forward[0]])
    sign = size if side == 0 else -size
    for outline in (_SOLE, _HEEL):
        flat = np.asarray(ball)[:2] + sign * outline[:, :1] * left + size * outline[:, 1:] * forward
        yield np.column_stack([_rounded(flat), np.zeros(4 * len(flat))])


def _rounded(outline):
    """A closed outline with its corners cut twice (Chaikin)."""
    for _ in range(2):
        following = np.roll(outline, -1, axis=0)
        outline = np.stack([0.75 * outline + 0.25 * following, 0.25 * outline + 0.75 * following], axis=1)
        outline = outline.reshape(-1, 2)
    return outline


def draw_path(image, camera, path, colour, width, alpha):
    """A line on the ground through points (N, 2) or (N, 3), metres; changes the image in place."""
    path = np.asarray(path, dtype=float)
    points = np.column_stack([path[:, :2], np.zeros(len(path))])
    screen, depth = camera.project(points)
    screen[depth < 0.1] = np.nan
    blend(image, line_cover(image.shape[:2], screen, width), colour, alpha)
