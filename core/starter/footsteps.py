"""The footsteps of a starter clip: where each foot stands, and from when to when."""

from dataclasses import dataclass, replace

import numpy as np

from . import gait
from .course import BEYOND

_SIGN = (1.0, -1.0)
_SMALLEST_STEP = 0.12  # metres; a foot that would move less stays where it is
_TIP = 0.07  # part of a step for which the toe tip still touches when the ball has left the ground


@dataclass(frozen=True, eq=False)
class Plant:
    """One foot standing still, rolling from heel to toe.

    Times in seconds: heel strike ``on``, foot flat ``flat``, heel rises ``heel_off``, toe leaves ``off``.
    ``place`` (2,) is the ground below the ankle while the foot is flat, metres; ``yaw`` its heading.
    ``distance`` and ``left`` give the same place along the course. Pitches are radians, toes up at the
    strike, heel up at the end; ``speed`` in m/s at the strike and at the toe-off.
    """

    side: int
    on: float
    flat: float
    heel_off: float
    off: float
    place: np.ndarray
    yaw: float
    distance: float
    left: float
    strike_pitch: float
    off_pitch: float
    speed: tuple
    runs: bool
    step: int


def plan(course, *, width=1.0, toe_out=1.0):
    """Footsteps along a course, in time and some seconds beyond both its ends.

    Parameters
    ----------
    course : Course
    width, toe_out : float; factors on the usual step width and toe-out angle

    Returns
    -------
    list of Plant, rising in step; steps too small to be taken are joined to the plant before
    """
    first = int(np.ceil(course.phase(-BEYOND)))
    last = int(np.floor(course.phase(course.seconds + BEYOND))) - 1
    latest = [None, None]
    plants = []
    for k in range(first, last + 1):
        plant = _plant(course, k, width, toe_out)
        before = latest[plant.side]
        if before is not None and np.linalg.norm(plant.place - plants[before].place) < _SMALLEST_STEP:
            stayed = plants[before]
            plants[before] = replace(
                stayed,
                off=plant.off,
                heel_off=plant.heel_off,
                off_pitch=plant.off_pitch,
                speed=(stayed.speed[0], plant.speed[1]),
                runs=plant.runs,
                step=plant.step,
            )
            continue
        latest[plant.side] = len(plants)
        plants.append(plant)
    if course.speed(course.seconds) < 0.05:
        for index in latest:
            plants[index] = replace(plants[index], heel_off=np.inf, off=np.inf)
    return plants


def _plant(course, k, width, toe_out):
    """The plant of step k, taken by itself."""
    on, following = course.time_of_phase([k, k + 1])
    period = following - on
    step = float(course.distance(following) - course.distance(on))
    runs = bool(course.speed(on + 0.5 * period) >= gait.RUN_FROM)
    speed_on = float(course.speed(on))
    if runs:
        off = min(on + float(gait.run_contact(course.speed(on + 0.5 * period))), following - 0.05)
        ahead = float(course.distance(0.5 * (on + off)) - course.distance(on))
        ahead -= 0.12 - 0.02 * (speed_on - 3.0)  # the faster, the further ahead of the body
        rise = 0.48
    else:
        off = following + float(gait.double_support(period)) - _TIP * period
        ahead = 0.46 + 0.02 * (1.4 - float(course.speed(on + 0.5 * period)))
        ahead *= 0.5 * (step + period * speed_on)
        lands = float(gait.running(course.speed(on - 0.5 * period)))
        ahead = min(ahead, 0.37 - 0.09 * lands)
        rise = 0.53
    speed_off = float(course.speed(off))
    stance = off - on
    side = k % 2
    distance = float(course.distance(on)) + ahead
    speed = float(course.speed(on + 0.5 * period))
    curvature = float(course.curvature(distance))
    half_width = 0.055 + 0.035 * gait.smooth(1.0 - speed / 0.9) - 0.025 * gait.running(speed)
    lean = 0.85 * speed**2 * curvature / gait.GRAVITY
    left = _SIGN[side] * half_width * width - lean
    turned_out = np.radians(7.0 - 3.0 * gait.running(speed)) * toe_out
    return Plant(
        side=side,
        on=float(on),
        flat=float(on + min(0.16 * period, 0.3 * stance)),
        heel_off=float(on + rise * stance),
        off=float(off),
        place=course.place(distance, left),
        yaw=float(course.heading(distance) + _SIGN[side] * turned_out),
        distance=distance,
        left=float(left),
        strike_pitch=float(gait.strike_pitch(speed_on)),
        off_pitch=float(gait.push_off_pitch(speed_off)),
        speed=(speed_on, speed_off),
        runs=runs,
        step=k,
    )
