"""Handles: what the user did to a warp curve, kept as a list that can be changed and taken back."""

from dataclasses import asdict, dataclass, replace

import numpy as np

from ..errors import PathError
from .numbers import FURTHEST, checked_number

MODES = ("timing", "speed")
DURATIONS = ("lock", "ripple")
USUAL_SIGMA = 12.0
NARROWEST = 0.01  # frames


@dataclass(frozen=True)
class Handle:
    """One edit of a warp curve.

    Parameters
    ----------
    frame : float
        Where it was made, in frames of the walk's own clock: 0 is its first frame. In speed mode the frame
        the unedited walk has at that place.
    offset : float
        Timing mode: frames by which the walk is further along at `frame`. Speed mode: metres/second added.
    sigma_frames : float
        Width of the Gaussian before the handle, and after it unless `sigma_right_frames` is given.
    sigma_right_frames : float, optional
    hold_frames : float
        Timing mode: stand still for so long from `frame` on. Speed mode: keep the speed for so long.
    mode : {"timing", "speed"}, optional
        By default the curve's.
    duration : {"lock", "ripple"}, optional
        By default the curve's.

    Raises
    ------
    PathError
        A number that is not finite or out of all reason, a width that is not positive, or an unknown mode.
    """

    frame: float
    offset: float = 0.0
    sigma_frames: float = USUAL_SIGMA
    sigma_right_frames: float | None = None
    hold_frames: float = 0.0
    mode: str | None = None
    duration: str | None = None

    def __post_init__(self):
        object.__setattr__(self, "frame", checked_number(self.frame, "handle: its frame"))
        for name, least in (
            ("offset", -FURTHEST), ("sigma_frames", NARROWEST), ("sigma_right_frames", NARROWEST),
            ("hold_frames", 0.0),
        ):  # fmt: skip
            value = getattr(self, name)
            if value is None and name == "sigma_right_frames":
                continue
            what = f"handle at frame {self.frame:g}: {name}"
            object.__setattr__(self, name, checked_number(value, what, least))
        if self.mode not in (None, *MODES) or self.duration not in (None, *DURATIONS):
            raise PathError(
                f"handle at frame {self.frame:g}: mode is timing or speed and duration lock or ripple, "
                f"not {self.mode!r} and {self.duration!r}"
            )

    @property
    def right(self):
        """Width after the handle, frames."""
        return self.sigma_frames if self.sigma_right_frames is None else self.sigma_right_frames

    def changed(self, **values):
        """The handle with some of its values replaced."""
        return replace(self, **values)

    def to_json(self):
        """Dictionary of what differs from the defaults."""
        always = ("frame", "offset", "sigma_frames")
        return {
            name: value for name, value in asdict(self).items()
            if name in always or value not in (None, 0.0)
        }

    @classmethod
    def from_json(cls, content, number=1):
        """Handle from its dictionary; `number` names it in an error."""
        if not isinstance(content, dict) or "frame" not in content:
            raise PathError(f'handle {number}: needs at least {{"frame": …, "offset": …}}')
        unknown = set(content) - set(cls.__dataclass_fields__)
        if unknown:
            raise PathError(f"handle {number}: does not know {', '.join(sorted(map(repr, unknown)))}")
        try:
            return cls(**content)
        except PathError as error:
            raise PathError(str(error).replace("handle", f"handle {number}", 1)) from None


def beat_frames(bpm, fps, frames, first=0.0):
    """Frames on which beats fall, to snap handles to.

    Parameters
    ----------
    bpm : float, beats/minute
    fps : float
    frames : float
        Last frame.
    first : float
        Frame of the first beat.

    Returns
    -------
    (B,) array
    """
    if not (bpm > 0 and fps > 0):
        raise PathError(f"beats: {bpm} beats a minute at {fps} frames a second")
    return np.arange(first, frames + 1e-9, 60.0 * fps / bpm)


def snap(frame, marks, within=None):
    """The mark (a beat, a timeline marker) nearest to a frame; the frame itself when none is `within` it."""
    marks = np.asarray(marks, dtype=float)
    if not marks.size:
        return float(frame)
    nearest = float(marks[np.argmin(np.abs(marks - frame))])
    return nearest if within is None or abs(nearest - frame) <= within else float(frame)
