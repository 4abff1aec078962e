"""A small stroke alphabet, drawn for this package: letters as polylines on a grid."""

import numpy as np

# Each letter: its width, then its strokes. A stroke is a string of points "xy" on a grid of quarters:
# x from 0 to 4 and y from 0 (base line) to 6 (capital's top); a, b stand for -1 and -2 (below the line).
_GLYPHS = {
    "a": (4, "34 30", "33 24 14 03 01 10 20 31"),
    "b": (4, "06 00", "03 14 24 33 31 20 10 01"),
    "c": (4, "33 24 14 03 01 10 20 31"),
    "d": (4, "36 30", "33 24 14 03 01 10 20 31"),
    "e": (4, "02 32 33 24 14 03 01 10 20 31"),
    "f": (3, "26 16 05 00", "-4 24"),
    "g": (4, "34 3a 2b 1b 0a", "33 24 14 03 01 10 20 31"),
    "h": (4, "06 00", "03 14 24 33 30"),
    "i": (1, "04 00", "06 06"),
    "j": (2, "14 1a 0b", "16 16"),
    "k": (4, "06 00", "34 02", "12 30"),
    "l": (1, "06 00"),
    "m": (7, "04 00", "03 14 24 33 30", "33 44 54 63 60"),
    "n": (4, "04 00", "03 14 24 33 30"),
    "o": (4, "14 03 01 10 20 31 33 24 14"),
    "p": (4, "04 0b", "03 14 24 33 31 20 10 01"),
    "q": (4, "34 3b", "33 24 14 03 01 10 20 31"),
    "r": (3, "04 00", "03 14 24"),
    "s": (4, "33 24 14 03 12 22 31 20 10 01"),
    "t": (3, "16 11 20", "-4 24"),
    "u": (4, "04 01 10 20 31", "34 30"),
    "v": (5, "04 20 44"),
    "w": (7, "04 10 34 50 64"),
    "x": (4, "04 30", "34 00"),
    "y": (4, "04 10", "34 0b"),
    "z": (4, "04 34 00 30"),
    "0": (4, "16 05 01 10 20 31 35 26 16"),
    "1": (3, "05 16 10"),
    "2": (4, "05 16 26 35 34 00 30"),
    "3": (4, "05 16 26 35 34 23 32 31 20 10 01", "13 23"),
    "4": (4, "20 26 02 32"),
    "5": (4, "36 06 03 13 23 32 31 20 10 01"),
    "6": (4, "35 26 16 05 01 10 20 31 32 23 13 02"),
    "7": (4, "06 36 10"),
    "8": (4, "13 04 05 16 26 35 34 23 13 02 01 10 20 31 32 23"),
    "9": (4, "34 23 13 04 05 16 26 35 31 20 10 01"),
    ".": (1, "00 00"),
    ",": (1, "00 0a"),
    ":": (1, "00 00", "03 03"),
    "-": (3, "02 22"),
    "+": (5, "02 42", "20 24"),
    "/": (3, "00 26"),
    "(": (2, "16 04 02 10"),
    ")": (2, "06 14 12 00"),
    "°": (2, "06 16 15 05 06"),
    "%": (5, "00 46", "06 16 15 05 06", "31 41 40 30 31"),
    "_": (4, "00 30"),
    "=": (3, "01 21", "03 23"),
    " ": (2,),
}
_SHARP = frozenset("kvwxyz147+-/=_")
_BELOW = {"a": -1, "b": -2, "-": -1}
_GAP = 1.3


def strokes(text):
    """Polylines of a line of text, and its width; the unit is a capital letter's height.

    Letters are lower-case (capitals are written so too); unknown characters become spaces.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of (N, 2) array
        x to the right, y up from the base line.
    float
    """
    lines, x = [], 0.0
    for letter in text.lower():
        width, *parts = _GLYPHS.get(letter, _GLYPHS[" "])
        for part in parts:
            line = _points(part)
            lines.append((line if letter in _SHARP else _rounded(line)) + (x, 0.0))
        x += width - 1 + _GAP
    return [line / 6.0 for line in lines], max(x - _GAP, 0.0) / 6.0


def _rounded(line):
    """A polyline with its inner corners cut twice."""
    for _ in range(2 if len(line) > 2 else 0):
        cut = np.stack([0.7 * line[:-1] + 0.3 * line[1:], 0.3 * line[:-1] + 0.7 * line[1:]], axis=1)
        line = np.concatenate([line[:1], cut.reshape(-1, 2)[1:-1], line[-1:]])
    return line


def _points(part):
    return np.array([[_digit(pair[0]), _digit(pair[1])] for pair in part.split()], dtype=float)


def _digit(character):
    return _BELOW[character] if character in _BELOW else int(character)
