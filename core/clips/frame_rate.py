"""The rate of a clip from what its file says."""

import numpy as np

from .numbers import number

DEFAULT_FPS = 30.0
_COMMON = np.array([12, 15, 24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 150, 180, 200, 240], dtype=float)


def frame_rate(word):
    """Frames per second from the text after ``Frame Time:``.

    Parameters
    ----------
    word : str or None

    Returns
    -------
    fps : float; 119.99 and 120.005 are 120, 29.97 stays 30000/1001
    warning : str or None; set when the file's value cannot be what it says
    """
    if word is None or word == "":
        return DEFAULT_FPS, f"no Frame Time in the file: {DEFAULT_FPS:g} fps assumed"
    time = number(word)
    if not time > 0.0:
        return DEFAULT_FPS, f"Frame Time '{word[:20]}' is no duration: {DEFAULT_FPS:g} fps assumed"
    if time <= 1.0 / 1.5:
        fps = snapped(1.0 / time)
        if not np.any(fps == _COMMON) and fps % 1.0:
            fps = _common_rate_written(time, _rounding(word), fps)
        if fps > 1000.0:
            return DEFAULT_FPS, f"Frame Time {word[:20]} would be {fps:.0f} fps: {DEFAULT_FPS:g} fps assumed"
        return fps, None
    in_milliseconds = snapped(1000.0 / time)
    if time % 1.0 and np.any(in_milliseconds == _COMMON) and not np.any(np.abs(_COMMON - time) < 0.05):
        return in_milliseconds, f"Frame Time {word} read as milliseconds: {in_milliseconds:g} fps"
    if 5.0 <= time <= 1000.0:
        fps = snapped(time)
        return fps, f"Frame Time {word} read as frames per second: {fps:g} fps"
    return DEFAULT_FPS, f"Frame Time {word[:20]} is no duration of a frame: {DEFAULT_FPS:g} fps assumed"


def snapped(fps):
    """The whole or broadcast rate (29.97 ...) within a fraction of a thousandth of fps, else fps itself."""
    whole = float(np.round(fps))
    broadcast = whole * 1000.0 / 1001.0
    if whole >= 1.0 and abs(fps / broadcast - 1.0) < 5e-5:
        return broadcast
    if whole >= 1.0 and abs(fps / whole - 1.0) <= 3e-4:
        return whole
    return fps


def _common_rate_written(time, rounding, fps):
    """The common rate whose frame time, rounded or cut off, would be written like this; else fps."""
    meant = 1.0 / _COMMON
    close = (meant > time - 0.5 * rounding) & (meant < time + rounding) & (rounding < 0.35 * time)
    fitting = _COMMON[close]
    return float(fitting[np.argmin(np.abs(fitting - fps))]) if len(fitting) else fps


def _rounding(word):
    """Size of the last digit that a number is written with."""
    mantissa, _, exponent = word.replace(",", ".").lower().partition("e")
    decimals = len(mantissa.split(".")[1]) if "." in mantissa else 0
    return 10.0 ** (int(exponent or 0) - decimals)
