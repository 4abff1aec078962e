"""The MOTION part of a BVH text: frame count, frame time, and the rows of numbers."""

import re
from dataclasses import dataclass, field

import numpy as np

from ..errors import ClipError
from .numbers import DECIMAL_COMMAS, LARGEST, number

_MOTION = re.compile(r"^[ \t]*motion\b[ \t]*:?", re.IGNORECASE | re.MULTILINE)
_FRAMES = re.compile(r"\s*frames\s*:?\s*(\S*)\s*$", re.IGNORECASE)
_TIME = re.compile(r"\s*frame\s*time\s*:?\s*(\S*)", re.IGNORECASE)
_VALUE = re.compile(r"\s*([+-]?[\d.,]|[+-]?(nan|inf)\b)", re.IGNORECASE)
_LIKE_NUMBER = re.compile(r"[+-]?(\d|[.,]\d|nan|inf)", re.IGNORECASE)
_COMMENTS = ("#", "//", ";")


@dataclass
class Rows:
    """The rows of a file, one per frame.

    Attributes
    ----------
    values : (F, C) float array; NaN where the file holds no usable number
    declared : int or None; what ``Frames:`` says
    frame_time : str or None; what ``Frame Time:`` says
    plain : bool; Blender's importer reads this part as it stands
    repairs, warnings : lists of str
    """

    values: np.ndarray
    declared: int | None
    frame_time: str | None
    plain: bool
    repairs: list = field(default_factory=list)
    warnings: list = field(default_factory=list)


def split_motion(text, clip):
    """The text before MOTION, the text after it, and whether MOTION stands there as it should.

    Raises
    ------
    ClipError
        There is no MOTION part.
    """
    match = _MOTION.search(text)
    if match:
        return text[: match.start()], text[match.end() :], match[0].strip().lower() == "motion"
    match = re.search(r"^[ \t]*frames[ \t]*:", text, re.IGNORECASE | re.MULTILINE)
    if match:
        return text[: match.start()], text[match.start() :], False
    raise ClipError(f"{clip}: no motion in file: it holds a skeleton only (no MOTION section)")


def read_rows(text, columns, clip, first_line):
    """Numbers of the MOTION part.

    Parameters
    ----------
    text : str; everything after the word MOTION
    columns : int; channels that the hierarchy names
    clip : str; the file's name, for messages
    first_line : int; number of the line on which `text` begins, for messages

    Returns
    -------
    Rows

    Raises
    ------
    ClipError
        No frames, or rows that do not fit the hierarchy.
    """
    header, start, line = _read_header(text)
    rows = Rows(np.empty((0, columns)), header["declared"], header["time"], header["plain"])
    rows.repairs, rows.warnings = header["repairs"], header["warnings"]
    lines = text[start:].split("\n")
    if not any(map(str.strip, lines)):
        raise ClipError(f"{clip}: no frames in file: the MOTION section holds no rows")
    if columns == 0:
        raise ClipError(f"{clip}: no channels: nothing in this file moves")
    rows.values = _read_fast(lines, columns)
    if rows.values is None:
        rows.plain = False
        flat, widths = _read_leniently(lines, rows)
        rows.values = _arrange(flat, widths, columns, rows, clip, first_line + line)
    usable = np.abs(rows.values) < LARGEST
    if not usable.all():
        rows.values = np.where(usable, rows.values, np.nan)
        rows.plain = False
    _compare_counts(rows, clip)
    return rows


def _read_fast(lines, columns):
    """(F, columns) array of rows where nothing is wrong, else None."""
    try:
        values = np.loadtxt(lines, comments=None, ndmin=2)
    except ValueError:
        return None
    return values if values.shape[1] == columns else None


def _read_header(text):
    """Frames and Frame Time, where the numbers start (characters, lines), and what was odd."""
    header = {"declared": None, "time": None, "plain": True, "repairs": [], "warnings": []}
    at = line = seen = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        one = text[at:end]
        frames, time = _FRAMES.match(one), _TIME.match(one)
        if time:
            header["time"] = time[1]
            header["plain"] &= len(one.split()) == 3 and seen == 1 and one.split()[1].lower() == "time:"
            seen += 1
        elif frames:
            value = number(frames[1])
            header["declared"] = int(value) if value == value else None
            header["plain"] &= len(one.split()) == 2 and seen == 0 and one.split()[1].isdecimal()
            seen += 1
        elif one.strip().startswith(_COMMENTS):
            header["repairs"].append("comment lines skipped")
            header["plain"] = False
        elif _VALUE.match(one):
            break
        elif one.strip():
            header["warnings"].append(f"a line of the MOTION section not understood: '{one.strip()[:40]}'")
            header["plain"] = False
        at, line = end + 1, line + 1
    header["plain"] &= seen == 2
    header["repairs"] = list(dict.fromkeys(header["repairs"]))
    return header, at, line


def _read_leniently(lines, rows):
    """Numbers and line widths of rows that hold commas, comments or words that are no numbers."""
    joined = "\n".join(lines)
    separators = "," in joined and ("." in joined or ", " in joined)
    if "," in joined:
        rows.repairs.append("commas between values removed" if separators else DECIMAL_COMMAS)
    flat, widths, skipped = [], [], 0
    for one in lines:
        if one.lstrip().startswith(_COMMENTS):
            rows.repairs.append("comment lines skipped")
            continue
        words = one.replace(",", " ").split() if separators else one.split()
        if words and not any(_LIKE_NUMBER.match(word) for word in words):
            skipped += 1
            continue
        widths.append(len(words))
        flat += _row(words)
    if skipped:
        rows.warnings.append(
            f"{skipped} line{'s' if skipped > 1 else ''} among the rows hold no numbers: skipped"
        )
    rows.repairs = list(dict.fromkeys(rows.repairs))
    return np.array(flat, dtype=float), np.array(widths, dtype=int)


def _row(words):
    try:
        return list(map(float, words))
    except ValueError:
        return [number(word) for word in words]


def _arrange(flat, widths, columns, rows, clip, first_line):
    """The numbers as one row per frame."""
    filled = np.flatnonzero(widths)
    widths = widths[filled]
    if len(widths) == 0:
        raise ClipError(f"{clip}: no frames in file: the MOTION section holds no numbers")
    whole = widths == columns
    if whole.all():
        return flat.reshape(-1, columns)
    if whole.mean() > 0.5 or (len(widths) <= 3 and whole.any()):
        return _whole_lines(flat, widths, columns, rows)
    ends = np.cumsum(widths)
    frames = len(flat) // columns
    starts_line = np.isin(columns * np.arange(1, frames + 1), ends)
    same = len(np.unique(widths)) == 1
    if frames and (starts_line.mean() > 0.9 or len(widths) == 1 or (same and widths[0] % columns == 0)):
        rows.repairs.append("rows wrapped over several lines joined")
        if len(flat) % columns:
            rows.warnings.append("the last row is incomplete: dropped")
        return flat[: frames * columns].reshape(-1, columns)
    odd = int(np.argmax(widths != columns))
    raise ClipError(
        f"{clip}: line {first_line + filled[odd]}: a row of {widths[odd]} values, "
        f"the hierarchy names {columns} channels"
    )


def _whole_lines(flat, widths, columns, rows):
    """Rows by lines, where most are whole: a partial last one is dropped, others become gaps."""
    ends = np.cumsum(widths)
    values = np.full((len(widths), columns), np.nan)
    for row, (end, width) in enumerate(zip(ends, widths)):
        if width == columns:
            values[row] = flat[end - width : end]
    broken = np.flatnonzero(widths != columns)
    if broken[-1] == len(widths) - 1:
        rows.warnings.append("the last row is incomplete: dropped")
        values, broken = values[:-1], broken[:-1]
    if len(broken):
        rows.warnings.append(
            f"row{'s' if len(broken) > 1 else ''} {_some(broken + 1)} with a wrong number of values: bridged"
        )
    return values


def _compare_counts(rows, clip):
    """Note when the file's own frame count is not the number of rows."""
    found = len(rows.values)
    if found == 0:
        raise ClipError(f"{clip}: no frames in file: not one whole row")
    if rows.declared != found:
        rows.plain = False
        said = "no frame count given" if rows.declared is None else f"{rows.declared} frames declared"
        rows.warnings.append(f"{said}, {found} rows found: the rows count")


def _some(frames):
    """A few numbers of a list, for a message."""
    frames = list(frames)
    return ", ".join(map(str, frames[:5])) + (f" and {len(frames) - 5} more" if len(frames) > 5 else "")
