"""Where a starter clip goes and how fast: speed over time, curvature over distance, phase of the steps."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.integrate import cumulative_simpson
from scipy.interpolate import CubicSpline

from . import gait

_RATE = 480.0
_SPACING = 0.005
BEYOND = 2.8
"""Seconds for which a course is known before its beginning and after its end."""
START_HEADING = -0.5 * np.pi
"""Clips set off along -Y, the way the character faces at rest."""


@dataclass(frozen=True, eq=False)
class Course:
    """A speed profile and a curve on the ground; the body's mean path.

    Attributes
    ----------
    seconds : float
    speed_keys : (time s, speed m/s) pairs, rising in time; quintic steps between them
    curvature_keys : (distance m, curvature 1/m) pairs, left positive
    first_phase : float; steps gone at time 0. Step k strikes when the phase is k; even steps are left ones.
    """

    seconds: float
    speed_keys: tuple
    curvature_keys: tuple = ((0.0, 0.0),)
    first_phase: float = 0.5

    def speed(self, time):
        """(...) m/s along the course."""
        return _stepped(self.speed_keys, time)

    @cached_property
    def _grid(self):
        """Times of the integration grid, some seconds beyond both ends, so that splines do not feel them."""
        return (
            np.arange(np.floor(-(BEYOND + 0.1) * _RATE), np.ceil((self.seconds + BEYOND + 0.1) * _RATE) + 1)
            / _RATE
        )

    @cached_property
    def _distance(self):
        return self._integrated(self.speed(self._grid), 0.0)

    @cached_property
    def _phase(self):
        return self._integrated(gait.cadence(self.speed(self._grid)), self.first_phase)

    def _integrated(self, rate, start):
        """Spline of the integral of a rate given on the grid, equal to start at time 0."""
        total = cumulative_simpson(rate, x=self._grid, initial=0.0)
        spline = CubicSpline(self._grid, total)
        return CubicSpline(self._grid, total - spline(0.0) + start)

    def distance(self, time):
        """(...) metres gone along the course."""
        return self._distance(time)

    def phase(self, time):
        """(...) steps gone."""
        return self._phase(time)

    def time_of_phase(self, phase):
        """(...) the time at which the phase is reached."""
        return np.interp(phase, self._phase(self._grid), self._grid)

    @cached_property
    def _curve(self):
        """Splines of heading (radians) and place (x, y) over the distance."""
        ends = self._distance(self._grid[[0, -1]])
        at = (
            np.arange(np.floor((ends[0] - 2.0) / _SPACING), np.ceil((ends[1] + 2.0) / _SPACING) + 1)
            * _SPACING
        )
        zero = np.argmin(np.abs(at))
        heading = cumulative_simpson(_stepped(self.curvature_keys, at), x=at, initial=0.0)
        heading += START_HEADING - heading[zero]
        step = np.stack([np.cos(heading), np.sin(heading)], axis=1)
        place = cumulative_simpson(step, x=at, axis=0, initial=0.0)
        return CubicSpline(at, heading), CubicSpline(at, place - place[zero])

    def curvature(self, distance):
        """(...) 1/m, left positive."""
        return _stepped(self.curvature_keys, distance)

    def heading(self, distance):
        """(...) radians from +X."""
        return self._curve[0](distance)

    def place(self, distance, left=0.0):
        """(..., 2) metres: the point of the course at a distance, shifted to the left."""
        heading = self.heading(distance)
        normal = np.stack([-np.sin(heading), np.cos(heading)], axis=-1)
        return self._curve[1](distance) + np.asarray(left)[..., None] * normal


def _stepped(keys, at):
    """(...) values of keys at places or times, with a quintic step from each key to the next."""
    x, y = (np.array(column, dtype=float) for column in zip(*keys, strict=True))
    at = np.asarray(at, dtype=float)
    if len(x) == 1:
        return np.full(at.shape, y[0])
    i = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(x) - 2)
    return y[i] + (y[i + 1] - y[i]) * gait.smooth((at - x[i]) / (x[i + 1] - x[i]))
