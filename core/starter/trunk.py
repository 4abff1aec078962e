"""Pelvis, spine, head and arms of a starter clip: what a walker's upper body does over the steps.

Amplitudes after Winter 1991, Murray 1967 (arm swing, pelvic and thoracic rotation), Perry 1992 (pelvic
list and tilt), Stokes et al. 1989 (thorax against pelvis).
"""

from dataclasses import dataclass

import numpy as np

from ..motion import rotations as rot
from . import gait

_TAKES = np.linspace(-0.52, 0.52, 41)
"""Seconds around a moment over which a posture is eased in and out ..."""
_SHARES = np.cos(0.5 * np.pi * _TAKES / 0.52) ** 4 / np.sum(np.cos(0.5 * np.pi * _TAKES / 0.52) ** 4)
"""... and their shares."""


@dataclass(frozen=True)
class Manner:
    """How a person moves: factors on the usual amplitudes, and a seed for the small idle motion.

    ``lean`` is in radians, forward; everything else has no unit.
    """

    arms: float = 1.0
    sway: float = 1.0
    twist: float = 1.0
    width: float = 1.0
    toe_out: float = 1.0
    elbow: float = 1.0
    lean: float = 0.0
    seed: int = 0


class Clock:
    """Everything that varies over the frames of a clip and that the body answers to.

    Attributes (arrays of F): time, speed, acceleration (m/s^2), turning (m/s^2, to the left), cycle
    (radians; pi per step, 0 at a left strike), moving, run (0..1). Trunk and arms take their time: the
    posture of a gait comes and goes over a step, however quickly the legs change.
    """

    def __init__(self, course, time):
        self.time = time
        self.distance = course.distance(time)
        self.speed = course.speed(time)
        self.turning = self.speed**2 * course.curvature(self.distance)
        self.cycle = np.pi * course.phase(time)
        moments = time[:, None] + _TAKES
        around = course.speed(moments)
        self.acceleration = (course.speed(moments + 0.02) - course.speed(moments - 0.02)) @ _SHARES / 0.04
        self.moving = gait.smooth(around / 0.9) @ _SHARES
        self.run = gait.running(around) @ _SHARES
        self.heading = course.heading(self.distance)

    def mix(self, walk, run):
        """(F,) the walking value times moving, and the running value when running."""
        return (np.asarray(walk) * (1.0 - self.run) + np.asarray(run) * self.run) * self.moving


def idle(clock, seed):
    """Slow wandering of a standing body, as functions name -> (F,), each within about -1..1."""
    phase = np.random.default_rng(seed).uniform(0.0, 2.0 * np.pi, size=(6, 3))
    rates = np.array([0.13, 0.31, 0.47])
    weights = np.array([0.6, 0.3, 0.15])

    def wander(k, pace=1.0):
        angle = 2.0 * np.pi * pace * clock.time[:, None] * rates + phase[k]
        return np.sin(angle) @ weights

    return {
        "side": wander(0),
        "fore": wander(1),
        "twist": wander(2),
        "look": wander(3, 0.8),
        "nod": wander(4),
        "arms": wander(5),
        "breath": np.sin(2.0 * np.pi * 0.27 * clock.time + phase[0, 0]),
    }


def pelvis(clock, manner, still):
    """Sideways and forward shift (F,) metres against the course, and turn (F, 3): yaw, tilt, list.

    Positive: left, forward, left turn, lean forward, left side up.
    """
    cycle, speed = clock.cycle, clock.speed
    resting = 1.0 - clock.moving
    sway = clock.mix(0.036 - 0.009 * np.minimum(speed, 1.8), 0.008) * manner.sway
    left = sway * np.sin(cycle - 0.12 * np.pi) + 0.020 * resting * still["side"]
    surge = clock.mix(0.010, 0.006)
    forward = -surge * np.sin(2.0 * cycle - 0.2 * np.pi) + 0.006 * resting * still["fore"]
    lean_in = np.arctan2(clock.turning, gait.GRAVITY)
    yaw = -clock.mix(np.radians(2.0 + 2.2 * speed), np.radians(3.4 + 1.2 * speed))
    yaw = yaw * np.cos(cycle - 0.05 * np.pi)
    tilt = np.radians(2.0) + clock.mix(np.radians(2.0), np.radians(7.0))
    tilt = tilt + clock.mix(np.radians(0.9), np.radians(2.0)) * np.cos(2.0 * cycle)
    roll = clock.mix(np.radians(2.2 + 1.4 * speed), np.radians(2.1 + 0.8 * speed))
    roll = roll * np.sin(cycle + 0.08 * np.pi)
    turn = np.stack(
        [
            yaw * manner.twist + np.radians(1.0) * resting * still["twist"],
            tilt + 0.4 * np.arctan2(clock.acceleration, gait.GRAVITY) + 0.4 * manner.lean,
            roll * manner.sway - 0.55 * lean_in + np.radians(2.0) * resting * still["side"],
        ],
        axis=1,
    )
    return left, forward, turn


def chest_and_head(clock, manner, still, pelvis_turn):
    """(F, 3) turns (yaw, tilt, list) of chest and head against the heading."""
    cycle = clock.cycle
    resting = 1.0 - clock.moving
    lean_in = np.arctan2(clock.turning, gait.GRAVITY)
    speed = clock.speed
    yaw = clock.mix(np.radians(2.0 + 1.8 * speed), np.radians(4.5 + 1.5 * speed))
    yaw = yaw * np.cos(cycle - 0.12 * np.pi)
    tilt = np.radians(1.0) + clock.mix(np.radians(2.5), np.radians(8.0))
    tilt = tilt + clock.mix(np.radians(0.8), np.radians(1.5)) * np.cos(2.0 * cycle - 0.4 * np.pi)
    tilt = tilt + 0.7 * np.arctan2(clock.acceleration, gait.GRAVITY) + manner.lean
    tilt = tilt - np.radians(0.7) * still["breath"]
    roll = -clock.mix(np.radians(1.0 + 0.7 * speed), np.radians(0.8 + 0.4 * speed))
    roll = roll * np.sin(cycle + 0.08 * np.pi)
    chest = np.stack(
        [
            yaw * manner.twist + np.radians(2.5) * resting * still["twist"],
            tilt,
            roll * manner.sway - 0.85 * lean_in - np.radians(1.0) * resting * still["side"],
        ],
        axis=1,
    )
    ahead = 0.35 * np.clip(clock.turning / np.maximum(speed, 0.5), -0.8, 0.8)  # looks into a bend
    head = np.stack(
        [
            0.2 * chest[:, 0] + ahead + np.radians(7.0) * resting * still["look"],
            np.radians(1.5) + 0.15 * chest[:, 1] + np.radians(2.0) * resting * still["nod"],
            0.25 * chest[:, 2],
        ],
        axis=1,
    )
    return chest, head


def arm(clock, manner, still, side):
    """Angles of one arm (F,): raise, flex (shoulder, forward), inward turn, elbow, wrist; radians.

    side : +1 left, -1 right. Each arm swings with the leg of the other side.
    """
    cycle, speed = clock.cycle, clock.speed
    resting = 1.0 - clock.moving
    swing = -side * np.cos(cycle - 0.06 * np.pi)
    late = -side * np.cos(cycle - 0.22 * np.pi)
    flex = clock.mix(np.radians(5.0 + 9.5 * speed), np.radians(21.0 + 3.0 * speed)) * swing * manner.arms
    flex = flex + clock.mix(np.radians(-3.0), np.radians(-12.0)) + np.radians(1.5) * resting * still["arms"]
    elbow = np.radians(12.0) + clock.mix(np.radians(4.0 + 3.0 * speed), np.radians(72.0)) * manner.elbow
    elbow = elbow + clock.mix(np.radians(2.0 + 6.5 * speed), np.radians(8.0 + speed)) * late * manner.arms
    raise_ = np.radians(8.0) + clock.mix(np.radians(-1.0), np.radians(5.0))
    raise_ = raise_ + np.radians(0.5) * still["breath"] * resting
    inward = np.radians(12.0) + clock.mix(np.radians(4.0), np.radians(16.0) + np.radians(8.0) * swing)
    wrist = np.radians(6.0) + clock.mix(np.radians(5.0), np.radians(4.0)) * late
    return raise_, flex, inward, elbow, wrist


def oriented(heading, turn):
    """(F, 4) orientation of a part of the trunk: heading, then (F, 3) yaw, forward tilt, list."""
    return rot.mul(
        rot.about_z(heading + turn[:, 0]), rot.from_euler(np.stack([turn[:, 1], turn[:, 2]], axis=1), "YX")
    )
