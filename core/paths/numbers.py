"""Numbers that people type or write into files: checked, and named when they cannot be meant."""

import numpy as np

from ..errors import PathError

FURTHEST = 1e7
MOST_FRAMES = 250_000  # over an hour at 60 frames a second


def checked_number(value, what, low=-FURTHEST, high=FURTHEST, unit=""):
    """The value as a float.

    Parameters
    ----------
    value : anything, as it came out of a file
    what : str
        What it is, for the error.
    low, high : float
        Least and greatest value that can be meant.
    unit : str

    Raises
    ------
    PathError
        It is no number, not finite, too small or too large.
    """
    if not isinstance(value, int | float | np.number) or isinstance(value, bool):
        raise PathError(f"{what} is not a number: {value!r:.60}")
    unit = f" {unit}" if unit else ""
    if value != value or value in (np.inf, -np.inf):
        raise PathError(f"{what} is not a finite number: {value}")
    if value > high or value < low:
        size = f"{value:g}" if abs(value) <= 1e300 else f"{value!r:.12}…"
        way = "too large" if value > high else "too small"
        raise PathError(f"{what} is {size}{unit}, {way}: it may be {low:g} to {high:g}{unit}")
    return float(value)


def checked_frames(seconds, fps):
    """Raise PathError unless a walk of so many seconds has a number of frames that can be kept."""
    if not seconds * fps <= MOST_FRAMES:
        raise PathError(
            f"a walk of {seconds:,.0f} s at {fps:g} frames a second is too long: it may have "
            f"{MOST_FRAMES:,} frames; shorten path or holds, go faster, or take fewer frames a second"
        )
