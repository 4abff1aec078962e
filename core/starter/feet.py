"""The feet of a starter clip: rolling over the ground while planted, swinging between plants."""

from typing import NamedTuple

import numpy as np
from scipy.interpolate import make_interp_spline

from . import gait
from .skeleton import BALL_HEIGHT

_HEEL_TO_ANKLE = (0.055, 0.080)  # forward, up; metres
_BALL_TO_ANKLE = (-0.130, 0.055)


class FootTrack(NamedTuple):
    """One foot over F frames.

    ankle : (F, 3) metres; yaw, pitch, toe_pitch : (F,) radians (pitch of foot and of toe against the
    ground, heel up is positive); heel, toe : (F,) bool, that part rests on the ground.
    """

    ankle: np.ndarray
    yaw: np.ndarray
    pitch: np.ndarray
    toe_pitch: np.ndarray
    heel: np.ndarray
    toe: np.ndarray


def track(course, plants, time):
    """FootTrack of one foot.

    Parameters
    ----------
    course : Course
    plants : list of Plant of one side, rising in time; they reach beyond both ends of time
    time : (F,) array, seconds
    """
    frames = len(time)
    out = FootTrack(
        np.empty((frames, 3)),
        *(np.empty(frames) for _ in range(3)),
        *(np.zeros(frames, bool) for _ in range(2)),
    )
    for before, after in zip(plants, [*plants[1:], None], strict=True):
        planted = (time >= before.on - 1e-9) & (time <= before.off + 1e-9)
        _roll(out, planted, before, time[planted])
        if after is not None:
            swinging = (time > before.off + 1e-9) & (time < after.on - 1e-9)
            _swing(out, swinging, course, before, after, time[swinging])
    return out


def _roll(out, mask, plant, time):
    """Fill in the frames of one plant."""
    pitch = np.zeros(len(time))
    striking, leaving = time < plant.flat, time > plant.heel_off
    if striking.any():
        pitch[striking] = _strike_pitch(plant)(time[striking])
    if leaving.any():
        pitch[leaving] = _off_pitch(plant)(time[leaving])
    out.ankle[mask] = _rolled(plant, pitch)
    out.yaw[mask] = plant.yaw
    out.pitch[mask] = pitch
    out.toe_pitch[mask] = np.minimum(pitch, 0.0)
    out.heel[mask] = time <= plant.heel_off + 1e-9
    out.toe[mask] = time >= plant.flat - 1e-9


def _rolled(plant, pitch):
    """(N, 3) ankle positions when the planted foot is pitched about its heel or its ball."""
    forward = np.array([np.cos(plant.yaw), np.sin(plant.yaw)])
    on_heel = np.stack(_turned(_HEEL_TO_ANKLE, pitch), axis=-1) + (-_HEEL_TO_ANKLE[0], 0.0)
    on_ball = np.stack(_turned(_BALL_TO_ANKLE, pitch), axis=-1) + (-_BALL_TO_ANKLE[0], BALL_HEIGHT)
    along, up = np.where(pitch[:, None] < 0.0, on_heel, on_ball).T
    return np.column_stack([plant.place + along[:, None] * forward, up])


def _turned(arm, pitch):
    """Forward and up parts of a lever (forward, up) pitched nose down."""
    x, z = arm
    return x * np.cos(pitch) + z * np.sin(pitch), z * np.cos(pitch) - x * np.sin(pitch)


def _quintic(t0, start, t1, end):
    """Quintic between two (value, rate, second derivative) triples."""
    return make_interp_spline(
        [t0, t1],
        [start[0], end[0]],
        k=5,
        bc_type=([(1, start[1]), (2, start[2])], [(1, end[1]), (2, end[2])]),
    )


def _strike_rate(plant):
    return 1.4 * plant.strike_pitch / (plant.flat - plant.on)


def _off_rate(plant):
    return 2.1 * plant.off_pitch / (plant.off - plant.heel_off)


def _strike_pitch(plant):
    return _quintic(plant.on, (-plant.strike_pitch, _strike_rate(plant), 0.0), plant.flat, (0.0, 0.0, 0.0))


def _off_pitch(plant):
    return _quintic(plant.heel_off, (0.0, 0.0, 0.0), plant.off, (plant.off_pitch, _off_rate(plant), 0.0))


def _lever_motion(arm, pitch, rate):
    """Velocity and acceleration (forward, up) of a lever's end, pitched at a steady rate."""
    x, z = _turned(arm, pitch)
    return np.array([z, -x]) * rate, np.array([-x, -z]) * rate**2


def _swing(out, mask, course, before, after, time):
    """Fill in the frames of one swing."""
    if not len(time):
        return
    t0, t1 = before.off, after.on
    knots = _SwingKnots.between(before, after)
    at = t0 + (t1 - t0) * np.array([0.0, *knots.fraction, 1.0])
    ends = (
        _rolled(before, np.array([before.off_pitch]))[0],
        _rolled(after, np.array([-after.strike_pitch]))[0],
    )
    via = _via_points(course, before, after, knots)
    start = _lever_motion(_BALL_TO_ANKLE, before.off_pitch, _off_rate(before))
    end = _lever_motion(_HEEL_TO_ANKLE, -after.strike_pitch, _strike_rate(after))
    conditions = tuple(
        [(order + 1, _in_world(plant.yaw, motion[order])) for order in (0, 1)]
        for plant, motion in ((before, start), (after, end))
    )
    out.ankle[mask] = make_interp_spline(at, [ends[0], *via, ends[1]], k=5, bc_type=conditions)(time)
    turn = np.angle(np.exp(1j * (after.yaw - before.yaw)))
    out.yaw[mask] = before.yaw + turn * gait.smooth((time - t0) / (t1 - t0))
    pitch = make_interp_spline(
        at,
        [before.off_pitch, *knots.pitch, -after.strike_pitch],
        k=5,
        bc_type=([(1, _off_rate(before)), (2, 0.0)], [(1, _strike_rate(after)), (2, 0.0)]),
    )(time)
    out.pitch[mask] = pitch
    out.toe_pitch[mask] = pitch - _toe_bend(before, after, time)


def _in_world(yaw, forward_up):
    return np.array([np.cos(yaw) * forward_up[0], np.sin(yaw) * forward_up[0], forward_up[1]])


def _toe_bend(before, after, time):
    """(N,) pitch of the foot less that of the toe: bent as it leaves, straight at the strike."""
    t0, t1 = before.off, after.on
    middle = t0 + 0.45 * (t1 - t0)
    lifted = np.radians(8.0)
    off = _quintic(t0, (before.off_pitch, _off_rate(before), 0.0), middle, (lifted, 0.0, 0.0))
    on = _quintic(middle, (lifted, 0.0, 0.0), t1, (0.0, 0.0, 0.0))
    return np.where(time < middle, off(np.minimum(time, middle)), on(np.maximum(time, middle)))


class _SwingKnots(NamedTuple):
    """What the ankle does between toe-off and strike.

    fraction : of the swing's time; progress : of its way; height : metres; pitch : radians.
    """

    fraction: np.ndarray
    progress: np.ndarray
    height: np.ndarray
    pitch: np.ndarray

    @classmethod
    def between(cls, before, after):
        """Knots for the speeds at toe-off and strike: a low swing for walking, a heel kick for running."""
        speed = 0.5 * (before.speed[1] + after.speed[0])
        run = gait.running(0.5 * (before.speed[1] + after.speed[0]) if before.runs == after.runs else speed)
        slow = np.clip(max(speed / 1.4, (after.distance - before.distance) / 1.49), 0.3, 1.25)
        walk_height = 0.08 + np.array([0.128, 0.068, 0.015]) * slow
        run_height = np.array([0.34, 0.40, 0.20]) + np.array([0.06, 0.10, 0.03]) * (speed - 3.0)
        walk_pitch = np.radians([46.0, 4.0, -15.0]) * slow
        run_pitch = np.radians([88.0, 60.0, 0.0])
        return cls(
            np.array([0.25, 0.50, 0.78]),
            np.array([0.21, 0.526, 0.86]) * (1.0 - run) + np.array([0.17, 0.50, 0.88]) * run,
            walk_height * (1.0 - run) + run_height * run,
            walk_pitch * (1.0 - run) + run_pitch * run,
        )


def _via_points(course, before, after, knots):
    """(3, 3) ankle positions at the knots: along the course's curve, not across it."""
    rolled = _turned(_BALL_TO_ANKLE, before.off_pitch)[0] - _BALL_TO_ANKLE[0]
    lifted = _turned(_HEEL_TO_ANKLE, -after.strike_pitch)[0] - _HEEL_TO_ANKLE[0]
    start, end = before.distance + rolled, after.distance + lifted
    along = start + (end - start) * knots.progress
    left = before.left + (after.left - before.left) * gait.smooth(knots.progress)
    return np.column_stack([course.place(along, left), knots.height])
