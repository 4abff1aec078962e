"""The time law a warp curve starts from: how far along the path one is at which second, before any edit."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.interpolate import PchipInterpolator, PPoly

from ..errors import PathError, SpecificationError
from .numbers import checked_number

BISECTIONS = 52
FASTEST = 50.0
LONGEST = 86400.0


@dataclass(frozen=True, eq=False)
class Pace:
    """Distance along a path as a rising function of time; both start at 0.

    Made by `Pace.constant`, `Pace.eased` or `Pace.recorded`.

    Attributes
    ----------
    law : scipy PPoly
        Metres over seconds.
    kind : dict
        How it was made; what `to_json` writes.
    """

    law: PPoly
    kind: dict

    @classmethod
    def constant(cls, length, speed):
        """One speed from start to end.

        Parameters
        ----------
        length : float, metres
        speed : float, metres/second

        Raises
        ------
        SpecificationError
            The speed is not above zero, or out of all reason.
        """
        return cls.eased(length, speed, 0.0, 0.0)

    @classmethod
    def eased(cls, length, speed, ease_in=0.6, ease_out=0.6):
        """One speed with a smooth start and stop; short walks shorten both in proportion.

        Parameters
        ----------
        length : float, metres
        speed : float, metres/second
        ease_in, ease_out : float, seconds
            Time from rest to full speed, and from full speed to rest.
        """
        if not 0 < speed <= FASTEST:
            raise SpecificationError(f"speed {speed:g} m/s: give a speed above 0 and up to {FASTEST:g} m/s")
        if not length > 0 or ease_in < 0 or ease_out < 0:
            raise SpecificationError(f"a walk of {length:g} m, easing {ease_in:g} s and {ease_out:g} s")
        if length / speed + ease_in + ease_out > LONGEST:
            raise SpecificationError(f"{length:g} m at {speed:g} m/s take more than a day; go faster")
        kind = {"kind": "eased", "speed": speed, "ease_in": ease_in, "ease_out": ease_out}
        if ease_in == ease_out == 0:
            kind = {"kind": "constant", "speed": speed}
        ramp = speed * (ease_in + ease_out) / 2
        shrink = min(1.0, length / ramp) if ramp else 1.0
        ease_in, ease_out = ease_in * shrink, ease_out * shrink
        level = max(length / speed - (ease_in + ease_out) / 2, 0.0)
        times, pieces, at = [0.0], [], 0.0
        for seconds, part in ((ease_in, "up"), (level, "level"), (ease_out, "down")):
            if seconds > 1e-12 * length / speed:
                pieces.append(_ramp(seconds, speed, part, at))
                times.append(times[-1] + seconds)
                at += speed * seconds * (1.0 if part == "level" else 0.5)
        return cls(PPoly(np.array(pieces).T, times), kind)

    @classmethod
    def recorded(cls, times, distances):
        """The timing of a stroke, smoothed to a continuous speed; it rests where the pen rested.

        Parameters
        ----------
        times : (N,) array_like, seconds, rising
        distances : (N,) array_like, metres along the path, never falling

        Raises
        ------
        PathError
            Times or distances run backwards or are not finite; the point's number counts from 1.
        """
        times, distances = np.asarray(times, dtype=float), np.asarray(distances, dtype=float)
        if times.ndim != 1 or times.shape != distances.shape or len(times) < 2:
            raise PathError(f"timing: {times.size} times for {distances.size} distances, two at least")
        for name, values, falls in (("time", times, np.diff(times) <= 0),
                                    ("distance", distances, np.diff(distances) < 0)):
            wrong = np.flatnonzero(~np.isfinite(values))
            wrong = wrong if len(wrong) else np.flatnonzero(falls) + 1
            if len(wrong):
                raise PathError(f"timing: the {name} of point {wrong[0] + 1} does not follow the one before")
        if distances[-1] <= distances[0]:
            raise PathError("timing: the stroke does not move")
        if times[-1] - times[0] > LONGEST:
            raise PathError("timing: the stroke takes more than a day; give its times in seconds")
        law = PchipInterpolator(times - times[0], distances - distances[0])
        kind = {"kind": "recorded", "times": times.tolist(), "distances": distances.tolist()}
        return cls(PPoly(law.c, law.x), kind)

    @property
    def seconds(self):
        """How long the walk takes."""
        return float(self.law.x[-1])

    @cached_property
    def length(self):
        """How far it goes, metres."""
        return float(self.law(self.seconds))

    @cached_property
    def _slope(self):
        return self.law.derivative()

    def distance(self, t):
        """Metres at second `t`, standing before the start and after the end."""
        return self.law(np.clip(t, 0.0, self.seconds))

    def speed(self, t):
        """Metres/second at second `t`, 0 outside the walk."""
        t = np.asarray(t, dtype=float)
        inside = (t >= 0) & (t <= self.seconds)
        return np.where(inside, self._slope(np.clip(t, 0.0, self.seconds)), 0.0)

    def time(self, distance):
        """Second at which `distance` metres are reached; clipped to the walk."""
        return inverse(self.distance, distance, 0.0, self.seconds)

    def stretched(self, length, keep="speed"):
        """The same kind of pace for a path of another length.

        Parameters
        ----------
        length : float, metres
        keep : {"speed", "arrival"}
            Keep the speed in m/s, or the second of arrival.
        """
        ratio = length / self.length
        if self.kind["kind"] == "recorded":
            times = np.array(self.kind["times"]) * (ratio if keep == "speed" else 1.0)
            return Pace.recorded(times, np.array(self.kind["distances"]) * ratio)
        options = {key: value for key, value in self.kind.items() if key != "kind"}
        if keep == "arrival":
            options["speed"] *= ratio
        return getattr(Pace, self.kind["kind"])(length, **options)

    def to_json(self):
        """Dictionary that `Pace.from_json` reads."""
        return dict(self.kind)

    @classmethod
    def from_json(cls, content, length):
        """Pace of a kind ("constant", "eased", "recorded") and its options, for a path of `length` metres."""
        if not isinstance(content, dict):
            raise PathError('pace: write {"kind": "constant", "speed": …}')
        options = {key: value for key, value in content.items() if key != "kind"}
        for key, value in options.items():
            if key not in ("times", "distances"):
                checked_number(value, f"pace: {key}", 0.0)
        try:
            if content.get("kind") == "recorded":
                return cls.recorded(**options)
            if content.get("kind") in ("constant", "eased"):
                return getattr(cls, content["kind"])(length, **options)
        except (TypeError, ValueError, OverflowError) as error:
            raise PathError(f"pace: {error}") from None
        raise PathError(f"pace: the kind is constant, eased or recorded, not {content.get('kind')!r}")


def _ramp(seconds, speed, part, at):
    """Distance polynomial of one piece, highest power first; a ramp's speed is a smoothstep."""
    if part == "level":
        return [0.0, 0.0, 0.0, speed, at]
    if part == "up":
        return [-speed / (2 * seconds**3), speed / seconds**2, 0.0, 0.0, at]
    return [speed / (2 * seconds**3), -speed / seconds**2, 0.0, speed, at]


def inverse(rising, value, low, high):
    """Where a rising function takes each value: vectorised bisection between `low` and `high`."""
    value = np.asarray(value, dtype=float)
    low, high = np.full(value.shape, float(low)), np.full(value.shape, float(high))
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        below = rising(middle) < value
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.where(rising(high) <= value, high, (low + high) / 2)
