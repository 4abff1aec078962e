"""The space-time warp curve: a path, a pace, and a list of handles that say when one is where."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..errors import PathError
from .handles import DURATIONS, MODES, Handle
from .numbers import checked_frames, checked_number
from .pace import Pace, inverse
from .path import Path
from .timing import Timing

SLOWEST = 0.05
HEIGHT_PER_WIDTH = 1 / 3


@dataclass(frozen=True, eq=False)
class WarpCurve:
    """Timing of a walk along a path, edited by handles (patent KR102061976B1, claims 1, 3, 4, 6, 7).

    Without handles the walk is at s₀(t) along the path. Handles bend time: the walk is at s₀(τ(t)). The shape
    of the path never changes. A curve is never modified; every edit returns a new one, and as τ is worked out
    from the list of handles, taking one out restores exactly what was there without it.

    Times are seconds (or frames, where the name says so) on the walk's own clock, 0 at its start.

    Parameters
    ----------
    path : Path
    pace : Pace
        s₀(t). Several laps of a closed path are a pace of so many times its length.
    fps : float
        Frames per second in which handles count.
    handles : tuple of Handle
    mode : {"timing", "speed"}
        What the height of the curve means, and the handles that do not say.
    duration : {"lock", "ripple"}
        Whether an edit keeps the moment of arrival, or moves all that follows.
    scale : float, optional
        S: metres of height per second, in speed mode per metre/second. By default a third of the ground
        the path takes up, corner to corner, over its duration; in speed mode 1.
    delta : float, optional
        δ: height at which the curve starts, metres. By default S · start.
    start : float, seconds
        When the walk starts in the scene.
    slowest : float
        Time runs at least at this share of its usual rate, except in holds.

    Raises
    ------
    PathError
        A setting that makes no sense.
    """

    path: Path
    pace: Pace
    fps: float = 24.0
    handles: tuple = ()
    mode: str = "timing"
    duration: str = "lock"
    scale: float | None = None
    delta: float | None = None
    start: float = 0.0
    slowest: float = SLOWEST

    def __post_init__(self):
        object.__setattr__(self, "handles", tuple(self.handles))
        if self.mode not in MODES or self.duration not in DURATIONS:
            raise PathError(
                f"warp curve: mode is timing or speed and duration lock or ripple, "
                f"not {self.mode!r} and {self.duration!r}"
            )
        if not self.fps > 0 or not 0 < self.slowest < 1:
            raise PathError(f"warp curve: {self.fps} frames per second, slowest rate {self.slowest}")
        if self.scale is not None and not self.scale > 0:
            raise PathError(f"warp curve: the scale must be more than 0, not {self.scale}")

    @cached_property
    def timing(self):
        """The map from the edited walk's clock to the unedited one's."""
        return Timing(self.handles, self.pace, self.fps, self.mode, self.duration, self.slowest)

    @property
    def seconds(self):
        """How long the edited walk takes."""
        return self.timing.seconds

    @property
    def frames(self):
        """How many frames the edited walk has, its first and last included."""
        return int(np.ceil(self.seconds * self.fps - 1e-6)) + 1

    @property
    def applied(self):
        """Share of each handle's wish that could be met without turning time back: (K,), 1 is all of it."""
        return self.timing.applied

    # Timing

    def _tau(self, t):
        t = np.asarray(t, dtype=float)
        tau, rate = self.timing.at(t.reshape(-1))
        outside = (t < 0) | (t > self.seconds)
        return tau.reshape(t.shape), np.where(outside, 0.0, rate.reshape(t.shape))

    def tau(self, t):
        """Second of the unedited walk that is shown at second `t`: strictly rising, but flat in holds."""
        return self._tau(t)[0]

    def rate(self, t):
        """Slope of τ: 1 where nothing is edited, 0 in a hold."""
        return self._tau(t)[1]

    def distance(self, t):
        """Metres along the path at second `t`."""
        return self.pace.distance(self.tau(t))

    def speed_at(self, t):
        """Metres/second at second `t`."""
        tau, rate = self._tau(t)
        return self.pace.speed(tau) * rate

    def time_at(self, distance):
        """Second at which the walk reaches `distance` metres."""
        return inverse(self.distance, distance, 0.0, self.seconds)

    def target_distance(self, frames=None, fps=None):
        """Metres along the path at each output frame.

        Parameters
        ----------
        frames : (F,) array_like, optional
            By default all frames, the first and the arrival included.
        fps : float, optional
            By default the curve's.

        Returns
        -------
        (F,) array

        Raises
        ------
        PathError
            The walk is too long to be kept.
        """
        fps, given = self.fps if fps is None else fps, frames is not None
        if not given:
            checked_frames(self.seconds, fps)
            frames = np.arange(int(np.ceil(self.seconds * fps - 1e-6)) + 1)
        distance = self.distance(np.asarray(frames, dtype=float) / fps)
        return distance if given else np.maximum.accumulate(distance)

    # Geometry

    @cached_property
    def height_scale(self):
        """S as it is in force."""
        if self.scale is not None:
            return self.scale
        if self.mode == "speed":
            return 1.0
        width = np.linalg.norm(np.ptp(self.path.points[:, :2], axis=0))
        return float(HEIGHT_PER_WIDTH * width / self.pace.seconds)

    @property
    def height_start(self):
        """δ as it is in force, metres."""
        return self.height_scale * self.start if self.delta is None else self.delta

    def height(self, t):
        """Height of the unedited curve and of the world line at second `t`: y = δ + S · t, metres."""
        return self.height_start + self.height_scale * np.asarray(t, dtype=float)

    def place(self, t):
        """Where the walk is at second `t`: (..., 2) metres, the curve projected back on the plane."""
        return self.path.point(self.distance(t))

    def respaced(self, frames=None, fps=None):
        """The path's points, one per output frame, spaced by the edited timing: (F, 2) metres."""
        return self.path.point(self.target_distance(frames, fps))

    def world_line(self, t):
        """Where and when: over the place at second `t` stands the height of `t`: (..., 3) metres.

        World lines of several walks are near each other where the walkers are at one time.
        """
        return np.concatenate([self.place(t), self.height(t)[..., None]], axis=-1)

    def curve(self, t):
        """The curve one edits: (..., 3) metres.

        Over the place that the walk without the curve's own kind of handles has at second `t` stands, in
        timing mode, the height of the time shown there, δ + S · τ; in speed mode the speed, δ + S · v.
        """
        t = np.asarray(t, dtype=float)
        if self.mode == "speed":
            return np.concatenate([self.place(t), self._speed_height(t)[..., None]], axis=-1)
        lead, speed = self.timing.lead(t.reshape(-1)), self.timing.speed
        unled, _ = speed.before(np.clip(t.reshape(-1), 0.0, speed.seconds))
        place = self.path.point(self.pace.distance(unled)).reshape(*t.shape, 2)
        return np.concatenate([place, self.height(lead.reshape(t.shape))[..., None]], axis=-1)

    def _speed_height(self, t):
        return self.height_start + self.height_scale * self.speed_at(t)

    # Editing

    def changed(self, **values):
        """The curve with some of its settings replaced."""
        return replace(self, **values)

    def with_handle(self, handle):
        """The curve with one more handle."""
        return replace(self, handles=(*self.handles, handle))

    def with_handle_changed(self, index, **values):
        """The curve with one handle's values replaced; the others keep their order."""
        handles = list(self.handles)
        handles[index] = handles[index].changed(**values)
        return replace(self, handles=tuple(handles))

    def without_handle(self, index):
        """The curve as it would be had that handle never been made."""
        return replace(self, handles=self.handles[:index] + self.handles[index + 1 :])

    def lifted(self, frame, height, **options):
        """The curve with a new handle that brings its height at `frame` to `height` metres, if time allows.

        Parameters
        ----------
        frame : float
            On the edited walk's clock.
        height : float, metres
        **options
            Other values of the `Handle`: its widths and hold.
        """
        t = np.asarray(frame / self.fps)
        offset = (height - self.curve(t)[2]) / self.height_scale
        if self.mode == "speed":
            return self.with_handle(Handle(float(self.tau(t)) * self.fps, offset, **options))
        return self.with_handle(Handle(frame, offset * self.fps, **options))

    def arriving(self, distance, frame, **options):
        """The curve with a new handle: the walk has gone `distance` metres at `frame`, time permitting."""
        wanted = self.timing.speed.after(np.atleast_1d(self.pace.time(distance)))[0]
        led = self.timing.lead(np.atleast_1d(frame / self.fps))[0]
        offset = float(wanted - led) * self.fps
        return self.with_handle(Handle(frame, offset, mode="timing", **options))

    def on_path(self, path, keep="speed"):
        """The same timing on an edited path; handles stay where they were along it, in metres.

        Parameters
        ----------
        path : Path
        keep : {"speed", "arrival"}
            Keep the unedited walk's speed in m/s, or its moment of arrival.
        """
        if keep not in ("speed", "arrival"):
            raise PathError(f"warp curve: keep the speed or the arrival, not {keep!r}")
        pace = self.pace.stretched(self.pace.length * path.length / self.path.length, keep)
        handles = tuple(handle.changed(frame=self._frame_on(pace, handle.frame)) for handle in self.handles)
        return replace(self, path=path, pace=pace, handles=handles)

    def _frame_on(self, pace, frame):
        """Frame at which another pace has gone as far as this one at `frame`, ends continued evenly."""
        second = frame / self.fps
        beyond = second - np.clip(second, 0, self.pace.seconds)
        metres = self.pace.distance(second) + beyond * self.pace.length / self.pace.seconds
        rest = metres - np.clip(metres, 0, pace.length)
        second = pace.time(np.clip(metres, 0, pace.length)) + rest * pace.seconds / pace.length
        return float(second) * self.fps

    # Reading and writing

    def to_json(self):
        """Dictionary that `from_json` reads."""
        content = {"mode": self.mode, "duration": self.duration}
        given = {"scale": self.scale, "delta": self.delta, "start": self.start or None}
        content |= {name: value for name, value in given.items() if value is not None}
        if self.slowest != SLOWEST:
            content["slowest"] = self.slowest
        handles = [handle.to_json() for handle in self.handles]
        return content | {"pace": self.pace.to_json(), "handles": handles}

    @classmethod
    def from_json(cls, content, path, pace=None, fps=24.0):
        """Warp curve from its dictionary.

        Parameters
        ----------
        content : dict
            ``{"mode", "duration", "scale", "delta", "start", "pace", "handles": [{"frame", "offset",
            "sigma_frames", "sigma_right_frames", "hold_frames", "mode", "duration"}]}``; all but the handles'
            frames may be left out.
        path : Path
        pace : Pace, optional
            Used when the dictionary has none.
        fps : float

        Raises
        ------
        PathError
            An unknown name, a number that is none, or no pace at all.
        """
        if not isinstance(content, dict):
            raise PathError('warp curve: write {"mode": …, "handles": […]}')
        settings = {"mode", "duration", "scale", "delta", "start", "slowest"}
        unknown = set(content) - settings - {"handles", "pace"}
        if unknown:
            raise PathError(f"warp curve: does not know {', '.join(sorted(map(repr, unknown)))}")
        for name in ("scale", "delta", "start", "slowest"):
            value = content.get(name)
            if value is not None:
                checked_number(value, f"warp curve: {name}")
        if content.get("pace") is not None:
            pace = Pace.from_json(content["pace"], path.length)
        if pace is None:
            raise PathError("warp curve: no pace; give a speed")
        handles = content.get("handles", [])
        if not isinstance(handles, list):
            raise PathError('warp curve: "handles" must be a list')
        return cls(
            path, pace, fps, tuple(Handle.from_json(each, i) for i, each in enumerate(handles, 1)),
            **{name: content[name] for name in settings if content.get(name) is not None},
        )
