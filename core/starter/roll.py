"""A planted foot: it rolls about the heel, stands flat, and rolls about the ball, without sliding."""

import numpy as np
from scipy.interpolate import make_interp_spline

from .skeleton import BALL_HEIGHT

_HEEL_TO_ANKLE = (0.055, 0.080)  # forward, up; metres
_BALL_TO_ANKLE = (-0.130, 0.055)


def pitch_while_planted(plant, time):
    """(N,) pitch of a planted foot, radians: toes up until it is flat, heel up once that has risen."""
    pitch = np.zeros(len(time))
    striking, leaving = time < plant.flat, time > plant.heel_off
    if striking.any():
        start = (-plant.strike_pitch, strike_rate(plant), 0.0)
        pitch[striking] = quintic(plant.on, start, plant.flat, (0.0, 0.0, 0.0))(time[striking])
    if leaving.any():
        end = (plant.off_pitch, off_rate(plant), 0.0)
        pitch[leaving] = quintic(plant.heel_off, (0.0, 0.0, 0.0), plant.off, end)(time[leaving])
    return pitch


def ankle_while_planted(plant, pitch):
    """(N, 3) ankle positions, metres, of a planted foot pitched about its heel (< 0) or its ball (> 0)."""
    forward = np.array([np.cos(plant.yaw), np.sin(plant.yaw)])
    on_heel = np.stack(_turned(_HEEL_TO_ANKLE, pitch), axis=-1) + (-_HEEL_TO_ANKLE[0], 0.0)
    on_ball = np.stack(_turned(_BALL_TO_ANKLE, pitch), axis=-1) + (-_BALL_TO_ANKLE[0], BALL_HEIGHT)
    along, up = np.where(np.asarray(pitch)[:, None] < 0.0, on_heel, on_ball).T
    return np.column_stack([plant.place + along[:, None] * forward, up])


def strike_rate(plant):
    """Rate of the foot's pitch at the strike, rad/s."""
    return 1.4 * plant.strike_pitch / (plant.flat - plant.on)


def off_rate(plant):
    """Rate of the foot's pitch at toe-off, rad/s: a runner's heel has nearly risen by then."""
    brisk = 1.0 if plant.runs else 2.1
    return brisk * plant.off_pitch / (plant.off - plant.heel_off)


def ankle_at_off(plant):
    """Ankle (3,) at toe-off and its first two derivatives in time."""
    return _end(plant, _BALL_TO_ANKLE, plant.off_pitch, off_rate(plant))


def ankle_at_strike(plant):
    """Ankle (3,) at heel strike and its first two derivatives in time."""
    return _end(plant, _HEEL_TO_ANKLE, -plant.strike_pitch, strike_rate(plant))


def _end(plant, lever, pitch, rate):
    """Position, velocity and acceleration of a lever's end that turns at a steady rate."""
    x, z = _turned(lever, pitch)
    position = ankle_while_planted(plant, np.array([pitch]))[0]
    forward = np.array([np.cos(plant.yaw), np.sin(plant.yaw)])
    return (
        position,
        np.array([*(z * rate * forward), -x * rate]),
        np.array([*(-x * rate**2 * forward), -z * rate**2]),
    )


def _turned(lever, pitch):
    """Forward and up parts of a lever (forward, up) pitched nose down."""
    x, z = lever
    return x * np.cos(pitch) + z * np.sin(pitch), z * np.cos(pitch) - x * np.sin(pitch)


def quintic(t0, start, t1, end):
    """Quintic between two (value, rate, second derivative) triples."""
    return make_interp_spline(
        [t0, t1],
        [start[0], end[0]],
        k=5,
        bc_type=([(1, start[1]), (2, start[2])], [(1, end[1]), (2, end[2])]),
    )
