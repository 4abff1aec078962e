"""How high the body is carried: an inverted pendulum when walking, a ballistic flight when running."""

import numpy as np
from scipy.interpolate import BPoly

from . import gait
from .course import BEYOND

_EARLY = 0.09  # part of a step by which the body's peaks run ahead of mid-stance
_RISE = 0.3  # seconds in which a body that has stopped comes up to its standing height
_STILL = 0.05  # m/s


def height_curve(course, plants):
    """Height of the centre of mass over time, relative to standing.

    Parameters
    ----------
    course : Course
    plants : list of Plant of both feet, rising in step

    Returns
    -------
    callable
        Piecewise quintic, continuous to the second derivative: peaks in mid-stance when walking;
        when running, exact parabolas under gravity while no foot is on the ground, peaks in flight.
    """
    keys = {}
    times = [-BEYOND, *(t for t, _ in course.speed_keys), course.seconds + BEYOND]
    for k, time in enumerate(times):
        if course.speed(time) < _STILL:
            arrives = k > 0 and course.speed(times[k - 1]) > _STILL
            keys[time + (_RISE if arrives else 0.0)] = (0.0, 0.0, 0.0)
    for before, plant, after in zip(plants, plants[1:], plants[2:], strict=False):
        lands, leaves = before.off < plant.on, plant.off < after.on
        if leaves:
            keys.update(_flight_keys(course, plant.off, after.on))
        if lands or leaves:
            keys.update(_bounce_key(course, plant, after, lands, leaves))
        else:
            keys.update(_pendulum_keys(course, before, plant, after, plants))
    times = sorted(keys)
    return BPoly.from_derivatives(times, [keys[t] for t in times])


def _run_levels(course, time):
    """Heights at which a runner leaves and meets the ground: lower when fast or in a bend."""
    speed, curvature = float(course.speed(time)), float(course.curvature(course.distance(time)))
    level = 0.012 - 0.020 * max(speed - 2.5, 0.0) - 0.065 * min(abs(curvature), 0.5)
    return level, level - 0.024


def _flight_keys(course, off, on):
    """(height, velocity, acceleration) where a flight begins and ends: a parabola between."""
    flight = on - off
    leave, _ = _run_levels(course, off)
    _, meet = _run_levels(course, on)
    upward = (meet - leave) / flight + 0.5 * gait.GRAVITY * flight
    return {off: (leave, upward, -gait.GRAVITY), on: (meet, upward - gait.GRAVITY * flight, -gait.GRAVITY)}


def _bounce_key(course, plant, after, lands, leaves):
    """The lowest point over a springing leg: the push is half a sine that turns the fall round."""
    if lands and leaves:
        contact, time = plant.off - plant.on, 0.5 * (plant.on + plant.off)
        push = 0.5 * np.pi * gait.GRAVITY * (after.on - plant.on) / contact
        dip = 0.5 * gait.GRAVITY * (after.on - plant.off) * 0.5 * contact
        dip += gait.GRAVITY * contact**2 / 8.0 - push * contact**2 * (0.5 - 1.0 / np.pi) / np.pi
        return {time: (0.5 * sum(_run_levels(course, time)) - dip, 0.0, push - gait.GRAVITY)}
    if leaves:
        return {plant.on + 0.45 * (plant.off - plant.on): (-0.045, 0.0, 9.0)}
    return {plant.on + 0.55 * (after.on - plant.on): (-0.055, 0.0, 5.0)}


def _pendulum_keys(course, before, plant, after, plants):
    """Peak in the single support of a walking step, valley of the double support that ends it."""
    if not np.isfinite(plant.off):
        return {}  # the last step rises straight into the stand
    early = _EARLY * (after.on - plant.on)
    peak, valley = 0.5 * (before.off + after.on) - early, 0.5 * (after.on + plant.off) - early
    following = plants[plants.index(after) + 1] if after is not plants[-1] else None
    springs = following is not None and after.off < following.on  # has a lowest point of its own
    out = {}
    if course.speed(peak) >= 0.55:
        out[peak] = _swing_key(course, peak, 1.0)
    if course.speed(valley) >= 0.30 and not springs:
        out[valley] = _swing_key(course, valley, -1.0)
        if not np.isfinite(after.off):
            height, _, upward = out[valley]
            rise = course.speed_keys[-1][0] + _RISE - valley
            out[valley] = (height, 0.0, min(upward, -10.0 * height / rise**2))  # no overshoot
    return out


def _swing_key(course, time, sign):
    """(height, velocity, acceleration) at a peak (+1) or a valley (-1) of a walk."""
    # Feet answer later than the body: while the speed changes, the longer step decides.
    speed = float(course.speed(time + np.array([-0.3, 0.0, 0.3])).max())
    period = 1.0 / float(gait.cadence(speed))
    bounce = float(gait.walk_bounce(speed * period))
    level = walk_level(speed, bounce, float(course.curvature(course.distance(time))))
    return (level + 0.5 * sign * bounce, 0.0, -0.5 * sign * bounce * (2.0 * np.pi / period) ** 2)


def walk_level(speed, bounce, curvature):
    """Mean height of a walk, metres against standing: long steps and tight bends carry the body lower."""
    return -0.0060 - 0.5 * bounce - 0.012 * min(abs(curvature), 1.0) - 0.012 * max(speed - 1.4, 0.0)
