"""Paths from text: JSON, CSV and SVG."""

import csv
import json
import logging
from pathlib import Path as FilePath

import numpy as np

from ..errors import PathError
from .numbers import checked_number
from .path import Path
from .spline import Spline
from .svg import svg_outlines

log = logging.getLogger(__name__)


def read_path(source, variant=0, scale=1.0):
    """Path from a file or its text.

    JSON is ``{"points": [[x, y], …], "closed": false}``, a bare list of points, a spline's hubs and handles,
    or a file of variants. CSV has x and y (and z) in its first columns, or in columns of these names. SVG is
    read with its transforms; its curves are flattened to a millimetre and y turned upwards. When there are
    several outlines the first is taken.

    Parameters
    ----------
    source : str or pathlib.Path
        A file, or the text itself.
    variant : int
        Which one of a file of variants (JSON, or SVG with outlines named "variant..."), from 0.
    scale : float
        Metres per unit of the file.

    Returns
    -------
    Path

    Raises
    ------
    PathError
        The file is missing, is none of the three, or holds no path that can be walked.
    """
    text, name = _text(source)
    start = text.lstrip("\ufeff \t\r\n")
    if not start:
        raise PathError(f"{name}: empty; a path needs at least two points")
    if start[0] in "{[":
        path = _from_json(start, name, variant)
    elif start[0] == "<":
        return _from_svg(start, name, scale, variant)
    else:
        path = _points(*_from_csv(start, name), name)
    return path if scale == 1 else Path(np.array(path.to_json()["points"]) * scale, path.closed)


def _text(source):
    """Contents and a name to use in messages."""
    text = str(source)
    if isinstance(source, str) and ("\n" in text or text.lstrip()[:1] in ("{", "[", "<", "")):
        return text, "path"
    file = FilePath(text)
    if not file.is_file():
        raise PathError(f"path file '{file}' does not exist")
    try:
        return file.read_text(encoding="utf-8-sig"), file.name
    except (OSError, UnicodeDecodeError) as error:
        raise PathError(f"{file.name}: cannot be read as text ({error})") from None


def _points(points, closed, name):
    """Path of the points; without a word on it, one that ends where it starts is closed."""
    if closed is None:
        closed = len(points) > 3 and list(points[0][:2]) == list(points[-1][:2])
    try:
        return Path(points, closed)
    except PathError as error:
        raise PathError(f"{name}: {error}") from None


def _from_json(text, name, variant):
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise PathError(f"{name}: not JSON, line {error.lineno}: {error.msg}") from None
    if isinstance(content, dict) and "variants" in content:
        variants = content["variants"]
        if not isinstance(variants, list):
            raise PathError(f'{name}: "variants" must be a list')
        if not 0 <= variant < len(variants):
            raise PathError(f"{name}: there is no variant {variant}; it has {len(variants)}, counted from 0")
        content = variants[variant]
    if isinstance(content, list):
        content = {"points": content}
    if not isinstance(content, dict):
        raise PathError(f"{name}: a variant must be an object with points")
    if "points" in content:
        points = _numbered(content["points"], name)
        if content.get("closed") not in (None, True, False):
            raise PathError(f'{name}: "closed" is true or false, not {content["closed"]!r:.60}')
        return _points(points, content.get("closed"), name)
    if "hubs" in content:
        try:
            handles = {key: content[key] for key in ("hubs", "handles_in", "handles_out")}
        except KeyError as error:
            raise PathError(f"{name}: hubs without {error}") from None
        try:
            return Spline(**handles, closed=bool(content.get("closed", False))).path()
        except PathError as error:
            raise PathError(f"{name}: {error}") from None
    raise PathError(f'{name}: no "points" in it; write {{"points": [[x, y], …], "closed": false}}')


def _numbered(points, name):
    """The points, each checked to be two or three numbers, so that a bad one is named by its number."""
    if not isinstance(points, list):
        raise PathError(f'{name}: "points" must be a list of [x, y]')
    for number, point in enumerate(points, 1):
        fits = isinstance(point, list) and len(point) in (2, 3)
        if not fits:
            told = f"{point!r:.60}"
            raise PathError(f"{name}: point {number} of {len(points)} is not [x, y] in metres: {told}")
        for axis, value in zip("xyz", point):
            checked_number(value, f"{name}: {axis} of point {number} of {len(points)}", unit="m")
        if len(point) != len(points[0]):
            raise PathError(f"{name}: point {number} has {len(point)} numbers, point 1 has {len(points[0])}")
    return points


def _from_csv(text, name):
    """Points and None for closed: a CSV file has no word for it."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    separator = next((mark for mark in (";", "\t", ",") if any(mark in line for line in lines)), " ")
    rows = list(csv.reader(lines, delimiter=separator, skipinitialspace=True))
    columns, first = _columns(rows)
    points = []
    for number, row in enumerate(rows[first:], 1):
        try:
            cells = [row[column] for column in columns]
            points.append([float(cell if separator == "," else cell.replace(",", ".")) for cell in cells])
        except (ValueError, IndexError):
            raise PathError(f"{name}: point {number} is not x{separator}y: '{separator.join(row)}'") from None
    return points, None


def _columns(rows):
    """Columns that hold x, y (and z), and the row the points start at."""
    header = [cell.strip().lower() for cell in rows[0]]
    if "x" in header and "y" in header:
        return [header.index(axis) for axis in "xyz" if axis in header], 1
    width = len([cell for cell in rows[0] if cell.strip()])
    return list(range(3 if width == 3 else 2)), 0


def _from_svg(text, name, scale, variant):
    outlines = svg_outlines(text, scale)
    if not outlines:
        raise PathError(f"{name}: no path, polyline or shape in this SVG")
    variants = [outline for outline in outlines if outline[0].startswith("variant")]
    if variants:
        if not 0 <= variant < len(variants):
            raise PathError(f"{name}: there is no variant {variant}; it has {len(variants)}, counted from 0")
        outlines = variants[variant : variant + 1]
    if len(outlines) > 1:
        log.warning("%s: %d outlines; the first, '%s', is taken", name, len(outlines), outlines[0][0])
    element, points, closed = outlines[0]
    return _points(points, closed, f"{name} '{element}'")
