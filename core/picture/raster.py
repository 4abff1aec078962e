"""Triangles to pixels with a depth buffer, in numpy: many small triangles at a time."""

from typing import NamedTuple

import numpy as np

_CHUNK = 1_500_000


class Fragments(NamedTuple):
    """What is seen in a picture, one row per covered pixel.

    pixel : (K,) int, row-major index; triangle : (K,) int; weights : (K, 3) of the triangle's corners;
    depth : (K,) metres
    """

    pixel: np.ndarray
    triangle: np.ndarray
    weights: np.ndarray
    depth: np.ndarray


def rasterise(screen, depth, triangles, size):
    """Nearest fragments of triangles.

    Parameters
    ----------
    screen : (V, 2) array, pixels; pixel centres lie at half integers
    depth : (V,) array, metres in front of the camera
    triangles : (T, 3) int array; those seen from behind are left out
    size : (width, height) pixels

    Returns
    -------
    Fragments
    """
    width, height = size
    nearness = (1.0 / np.maximum(depth, 1e-3)).astype(np.float32)  # linear over the screen
    corner = screen[triangles].astype(np.float32)
    facing = _cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]) < -1e-9
    facing &= (depth[triangles] > 1e-2).all(axis=1)
    index = np.flatnonzero(facing)
    corner = corner[index]
    low = np.clip(np.ceil(corner.min(axis=1) - 0.5), 0, [width, height]).astype(np.int32)
    high = np.clip(np.floor(corner.max(axis=1) - 0.5), -1, [width - 1, height - 1]).astype(np.int32)
    extent = (high - low + 1).max(axis=1)
    visible = (high >= low).all(axis=1)
    nearest = np.zeros(width * height, dtype=np.float32)
    kept = []
    side = 1
    while side < 2 * max(width, height):
        rows = np.flatnonzero(visible & (extent <= side) & (extent > side // 2))
        step = max(_CHUNK // (side * side), 1)
        for first in range(0, len(rows), step):
            group = rows[first : first + step]
            part = _covered(corner[group], low[group], side, nearness[triangles[index[group]]], size)
            np.maximum.at(nearest, part[0], part[3])
            kept.append((part[0], index[group][part[1]], part[2], part[3]))
        side *= 2
    if not kept:
        empty = np.zeros(0, dtype=np.int64)
        return Fragments(empty, empty, np.zeros((0, 3)), np.zeros(0))
    pixel, triangle, weights, near = (np.concatenate(column) for column in zip(*kept, strict=True))
    front = np.flatnonzero(near >= nearest[pixel])
    _, once = np.unique(pixel[front], return_index=True)
    front = front[once]
    return Fragments(pixel[front], triangle[front], weights[front], 1.0 / near[front])


def _cross(a, b):
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def _covered(corner, low, side, nearness, size):
    """Pixel, row of the group, weights and nearness of every pixel centre inside the triangles."""
    grid = np.arange(side, dtype=np.int32)
    x = low[:, 0, None, None] + grid[None, None, :]
    y = low[:, 1, None, None] + grid[None, :, None]
    px, py = x + np.float32(0.5), y + np.float32(0.5)
    a, b, c = corner[:, 0], corner[:, 1], corner[:, 2]
    area = _cross(b - a, c - a)

    def edge(p, q):
        dx, dy = (q - p).T
        return (
            dx[:, None, None] * (py - p[:, 1, None, None]) - dy[:, None, None] * (px - p[:, 0, None, None])
        ) / area[:, None, None]

    wa, wb = edge(b, c), edge(c, a)
    wc = 1.0 - wa - wb
    inside = (wa >= 0.0) & (wb >= 0.0) & (wc >= 0.0) & (x < size[0]) & (y < size[1])
    row, iy, ix = np.nonzero(inside)
    weights = np.stack([wa[inside], wb[inside], wc[inside]], axis=1)
    pixel = (low[row, 1] + iy).astype(np.int64) * size[0] + low[row, 0] + ix
    return pixel, row, weights, np.sum(weights * nearness[row], axis=1, dtype=np.float32)
