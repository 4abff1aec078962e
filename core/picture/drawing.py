"""Lines, polygons and words on a picture, antialiased."""

import numpy as np

from .lettering import strokes


def blend(image, cover, colour, alpha=1.0):
    """Lay a colour over an image (H, W, 3; 0..1, changed in place) where cover (H, W; 0..1) says."""
    rows, columns = (np.flatnonzero(cover.any(axis=axis)) for axis in (1, 0))
    if len(rows):
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        weight = (cover[part] * image.dtype.type(alpha)).astype(image.dtype)[..., None]
        image[part] += weight * (np.asarray(colour, dtype=image.dtype) - image[part])


def line_cover(shape, points, width):
    """(H, W) float32 coverage, 0..1, of a polyline.

    Parameters
    ----------
    shape : (height, width) pixels
    points : (N, 2) pixels, x right, y down; NaN rows break the line
    width : float or (N,) pixels
    """
    cover = np.zeros(shape, dtype=np.float32)
    points = np.asarray(points, dtype=np.float64)
    half = 0.5 * np.broadcast_to(np.asarray(width, dtype=np.float64), (len(points),))
    for p, q, r in zip(points[:-1], points[1:], np.maximum(half[:-1], half[1:]), strict=True):
        if not np.isfinite([p, q]).all():
            continue
        box = _box(np.stack([p, q]), shape, r + 1.5)
        if box is None:
            continue
        x0, x1, y0, y1 = box
        x = np.arange(x0, x1) + 0.5 - p[0]
        y = (np.arange(y0, y1) + 0.5 - p[1])[:, None]
        along = q - p
        t = np.clip((x * along[0] + y * along[1]) / max(along @ along, 1e-12), 0.0, 1.0)
        distance = np.hypot(x - t * along[0], y - t * along[1])
        part = cover[y0:y1, x0:x1]
        np.maximum(part, np.clip(r + 0.5 - distance, 0.0, min(1.0, 2.0 * r)), out=part)
    return cover


def polygon_cover(shape, polygon, into=None):
    """(H, W) coverage of a closed polygon (N, 2) in pixels, sampled 4 x 4; added to ``into`` when given."""
    cover = np.zeros(shape, dtype=np.float32) if into is None else into
    polygon = np.asarray(polygon, dtype=np.float64)
    box = _box(polygon, shape, 1.0) if np.isfinite(polygon).all() else None
    if box is None:
        return cover
    x0, x1, y0, y1 = box
    fine = 4
    x = x0 + (np.arange((x1 - x0) * fine) + 0.5) / fine
    y = (y0 + (np.arange((y1 - y0) * fine) + 0.5) / fine)[:, None]
    inside = np.zeros((y.shape[0], x.shape[0]), dtype=bool)
    for (ax, ay), (bx, by) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        if ay == by:
            continue
        crosses = (ay > y) != (by > y)
        inside ^= crosses & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    part = inside.reshape(y1 - y0, fine, x1 - x0, fine).mean(axis=(1, 3))
    np.maximum(cover[y0:y1, x0:x1], part, out=cover[y0:y1, x0:x1])
    return cover


def _box(points, shape, margin):
    """Pixel box (x0, x1, y0, y1) round points inside the picture, or None."""
    low = np.floor(points.min(axis=0) - margin)
    high = np.ceil(points.max(axis=0) + margin)
    x0, y0 = np.maximum(low, 0).astype(int)
    x1, y1 = np.minimum(high, shape[::-1]).astype(int)
    return (x0, x1, y0, y1) if x1 > x0 and y1 > y0 else None


def write_text(image, text, at, height, colour, *, weight=0.13, align="left"):
    """Write words; changes the image in place.

    Parameters
    ----------
    image : (H, W, 3) array, 0..1
    text : str
    at : (2,) pixels; left, middle or right end of the base line
    height : float, pixels; of a capital letter
    colour : (3,) 0..1
    weight : float; thickness of the strokes over the height
    align : "left", "middle" or "right"

    Returns
    -------
    float
        Width of the words in pixels.
    """
    lines, width = strokes(text)
    shift = {"left": 0.0, "middle": 0.5 * width, "right": width}[align]
    points = [np.full((1, 2), np.nan)]
    for line in lines:
        points += [(line - (shift, 0.0)) * (height, -height) + at, np.full((1, 2), np.nan)]
    points = np.concatenate(points)
    blend(image, line_cover(image.shape[:2], points, max(weight * height, 1.1)), colour)
    return width * height
