"""The ground covered under one step: given by a route, or eased from the speed now to the speed wished."""

from dataclasses import dataclass

import numpy as np

from .specification import fastest

#: Most gain or loss of speed (m/s^2), turning (radians per second), sideways acceleration (m/s^2).
_ACCELERATION, _TURN_RATE, _LATERAL = 3.5, 2.6, 4.0
#: How much slower or faster than its clip a change of gait may end, and the seconds in which a speed that
#: differs from the clip's at its beginning is given up.
_SLOWER, _FASTER, _ADAPT = 0.7, 1.3, 0.5


@dataclass(frozen=True, eq=False)
class Course:
    """Base and heading over one step, its last row where the next step starts.

    Attributes
    ----------
    base : (N+1, 2) array, metres
    heading : (N+1,) array, radians
    speed, turn_rate : float; at the end, m/s and radians per second
    seconds : float
    """

    base: np.ndarray
    heading: np.ndarray
    speed: float
    turn_rate: float
    seconds: float

    def mean(self):
        """(mean speed m/s, whole turn in radians)."""
        way = np.linalg.norm(np.diff(self.base, axis=0), axis=1).sum()
        return float(way / self.seconds), float(self.heading[-1] - self.heading[0])


def route_course(route, first, count):
    """The course a route prescribes from frame first over count frames."""
    at = route.frames(first, count)
    last = max(at[-1], 1)
    return Course(
        route.base[at],
        route.heading[at],
        float(route.distance[last] - route.distance[last - 1]) * route.fps,
        float(route.heading[last] - route.heading[last - 1]) * route.fps,
        count / route.fps,
    )


def free_goal(state, specification, seconds, standing=False):
    """(speed m/s, turn rate radians per second) that a free step of some seconds ends with.

    Parameters
    ----------
    state : WalkState
    specification : Specification
    seconds : float
    standing : bool; whether the step ends in a stand
    """
    if standing:
        return 0.0, 0.0
    gain = _ACCELERATION * seconds
    speed = min(max(min(specification.speed, fastest(state.graph)), state.speed - gain), state.speed + gain)
    turn_rate = specification.turn_rate
    if specification.heading is not None:
        away = (specification.heading - state.heading + np.pi) % (2.0 * np.pi) - np.pi
        turn_rate = away / seconds - 0.5 * state.turn_rate
    limit = min(_TURN_RATE, _LATERAL / max(speed, 0.1)) if speed > 0.0 else 0.0
    return float(speed), float(min(max(turn_rate, -limit), limit))


def free_course(state, specification, count, standing=False, own=None):
    """The course from the state's speed and turning to the wished ones, within natural limits.

    A start, a stop or another change of gait gains and loses speed as its clip does.

    Parameters
    ----------
    state : WalkState
    specification : Specification
    count : int; frames
    standing : bool; whether the step ends in a stand
    own : (N+1,) array, m/s, optional; speed of the clip at each frame

    Returns
    -------
    Course
    """
    seconds = count / state.fps
    speed, turn_rate = free_goal(state, specification, seconds, standing)
    s = np.arange(count + 1) / count
    ease = s * s * (3.0 - 2.0 * s)
    if own is None:
        pace = state.speed + (speed - state.speed) * ease
    else:
        speed = float(np.clip(speed, _SLOWER * own[-1], _FASTER * own[-1])) if not standing else 0.0
        soon = np.minimum(np.arange(count + 1) / (_ADAPT * state.fps), 1.0)
        left = 1.0 - soon * soon * (3.0 - 2.0 * soon)
        pace = np.maximum(own + (state.speed - own[0]) * left + (speed - own[-1]) * ease, 0.0)
    heading = state.heading + _integral(state.turn_rate + (turn_rate - state.turn_rate) * ease, state.fps)
    base = np.empty((count + 1, 2))
    base[:, 0] = state.base[0] + _integral(pace * np.cos(heading), state.fps)
    base[:, 1] = state.base[1] + _integral(pace * np.sin(heading), state.fps)
    return Course(base, heading, speed, turn_rate, seconds)


def _integral(rate, fps):
    """(N,) running integral from 0 of samples at fps, by trapezoids."""
    total = np.cumsum(rate)
    return (total - 0.5 * (rate + rate[0])) / fps
