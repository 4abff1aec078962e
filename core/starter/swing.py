"""A swinging foot: from toe-off to the next strike, over the ground and past the other leg."""

from typing import NamedTuple

import numpy as np
from scipy.interpolate import make_interp_spline

from . import gait
from .roll import ankle_at_off, ankle_at_strike, off_rate, quintic, strike_rate

_TOE_LIFT = np.radians(8.0)
_BRIEF, _FULL = 0.2, 0.42  # seconds of swing in which a leg has no time, and all, to fold high

_FROM_WALK = 0.6  # of a runner's fold of the leg, in the swing that follows a walking step


class _Knots(NamedTuple):
    """What the ankle does between toe-off and strike.

    fraction : of the swing's time; progress : of its way; height : metres; pitch : radians, heel up.
    """

    fraction: np.ndarray
    progress: np.ndarray
    height: np.ndarray
    pitch: np.ndarray


def _walking(speed, stride):
    """Low: fitted so that hip and knee follow Winter's curves at 1.4 m/s, flatter when slower."""
    size = np.clip(max(speed / 1.4, stride / 1.49), 0.3, 1.25)
    return _Knots(
        np.array([0.25, 0.50, 0.78]),
        np.array([0.21, 0.526, 0.86]) - np.array([0.0, 0.03, 0.07]) * max(1.0 - size, 0.0),
        np.array([0.114, 0.086, 0.103]) + np.array([0.094, 0.062, -0.003]) * size,
        np.radians([46.0, 4.0, -15.0]) * size,
    )


def _running(speed):
    """High behind, the shin folded; the faster, the higher."""
    faster = np.clip(speed, 1.8, 4.5) - 3.0
    return _Knots(
        np.array([0.10, 0.27, 0.50, 0.78, 0.92]),
        np.array([0.050, 0.185, 0.470, 0.840, 0.965]),
        np.array([0.23, 0.39, 0.34, 0.19, 0.125]) + np.array([0.03, 0.08, 0.08, 0.04, 0.01]) * faster,
        np.radians([70.0, 86.0, 60.0, 4.0, -7.0]),
    )


def swing(course, before, after, time):
    """Ankle (N, 3) metres, yaw, pitch and toe pitch (N,) radians while a foot is in the air.

    Parameters
    ----------
    course : Course
    before, after : Plant; the same foot's plants on either side
    time : (N,) array, seconds, between ``before.off`` and ``after.on``
    """
    t0, t1 = before.off, after.on
    speed = 0.5 * (before.speed[1] + after.speed[0])
    run = float(gait.running(speed) * gait.smooth((t1 - t0 - _BRIEF) / (_FULL - _BRIEF)))
    run *= 1.0 if before.runs else _FROM_WALK
    ankle, pitch = np.zeros((len(time), 3)), np.zeros(len(time))
    for part, knots in (
        (1.0 - run, _walking(speed, after.distance - before.distance)),
        (run, _running(speed)),
    ):
        if part > 0.0:
            ankle += part * _ankle(course, before, after, knots)(time)
            pitch += part * _pitch(before, after, knots)(time)
    turn = np.angle(np.exp(1j * (after.yaw - before.yaw)))
    yaw = before.yaw + turn * gait.smooth((time - t0) / (t1 - t0))
    return ankle, yaw, pitch, pitch - _toe_bend(before, after, time)


def _times(before, after, knots):
    return before.off + (after.on - before.off) * np.array([0.0, *knots.fraction, 1.0])


def _ankle(course, before, after, knots):
    """Spline through the knots, laid along the curve of the course; it joins both plants C2."""
    start, end = ankle_at_off(before), ankle_at_strike(after)
    first = before.distance + np.linalg.norm(start[0][:2] - before.place)
    last = after.distance + np.linalg.norm(end[0][:2] - after.place)
    along = first + (last - first) * knots.progress
    left = before.left + (after.left - before.left) * gait.smooth(knots.progress)
    via = np.column_stack([course.place(along, left), knots.height])
    return make_interp_spline(
        _times(before, after, knots),
        [start[0], *via, end[0]],
        k=5,
        bc_type=tuple([(order, triple[order]) for order in (1, 2)] for triple in (start, end)),
    )


def _pitch(before, after, knots):
    return make_interp_spline(
        _times(before, after, knots),
        [before.off_pitch, *knots.pitch, -after.strike_pitch],
        k=5,
        bc_type=([(1, off_rate(before)), (2, 0.0)], [(1, strike_rate(after)), (2, 0.0)]),
    )


def _toe_bend(before, after, time):
    """(N,) pitch of the foot less that of the toe: bent as it leaves, straight at the strike."""
    t0, t1 = before.off, after.on
    middle = t0 + 0.6 * (t1 - t0)
    off = quintic(t0, (before.off_pitch, off_rate(before), 0.0), middle, (_TOE_LIFT, 0.0, 0.0))
    on = quintic(middle, (_TOE_LIFT, 0.0, 0.0), t1, (0.0, 0.0, 0.0))
    return np.where(time < middle, off(np.minimum(time, middle)), on(np.maximum(time, middle)))
