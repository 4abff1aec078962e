"""The starter library: which clips there are, and larger libraries of varied ones."""

import numpy as np

from .assemble import StarterClip, make_clip
from .course import Course
from .trunk import Manner

WALK_SPEEDS = (0.8, 1.1, 1.4, 1.7)
RUN_SPEEDS = (2.2, 2.5, 3.0, 3.8)
_STOP = 0.36  # steps gone when one begins to stop, so that the last step closes the stance


def starter_clips(fps=60):
    """The clips that come with Stepweave, made on the spot.

    Standing, walking and running straight and in bends of several radii, starts, stops and changes of
    gait, all by the same person (`starter_skeleton`). Bends go left and right.

    Parameters
    ----------
    fps : float

    Returns
    -------
    list of StarterClip; the same every time
    """
    manner = Manner()
    return [make_clip(name, label, course, manner, fps) for name, label, course in _catalogue()]


def _catalogue():
    """Name, label and course of every starter clip."""
    yield "stand", "stand", standing(6.0)
    for speed in WALK_SPEEDS:
        yield f"walk_{_cm(speed)}", f"walk {speed} m/s", steady(speed, 6)
    for speed, radius in ((1.3, 4.0), (1.2, 2.0), (1.0, 1.0)):
        for side, sign in (("left", 1.0), ("right", -1.0)):
            name = f"walk_{_cm(speed)}_{side}_{_cm(radius)}"
            yield name, f"walk {speed} m/s, {side} bend of {radius} m", steady(speed, 8, sign / radius)
    yield "walk_start", "stand to walk 1.4 m/s", change(0.0, 1.4, after=2.2)
    for speed in RUN_SPEEDS:
        yield f"run_{_cm(speed)}", f"run {speed} m/s", steady(speed, 8)
    for speed, radius in ((3.0, 8.0), (2.6, 4.0)):
        for side, sign in (("left", 1.0), ("right", -1.0)):
            name = f"run_{_cm(speed)}_{side}_{_cm(radius)}"
            yield name, f"run {speed} m/s, {side} bend of {radius} m", steady(speed, 8, sign / radius)
    yield "walk_to_run", "walk 1.5 m/s to run 2.8 m/s", change(1.5, 2.8)
    yield "run_to_walk", "run 2.8 m/s to walk 1.5 m/s", change(2.8, 1.5)
    yield "run_start", "stand to run 2.8 m/s", change(0.0, 2.8)
    yield "run_stop", "run 2.8 m/s to stand", change(2.8, 0.0, seconds=1.4, first_phase=0.5)
    yield "walk_stop", "walk 1.4 m/s to stand", change(1.4, 0.0, before=2.0, first_phase=_STOP)
    yield "walk_start_slow", "stand to walk 0.9 m/s", change(0.0, 0.9, after=2.2)
    yield "walk_stop_slow", "walk 0.9 m/s to stand", change(0.9, 0.0, before=2.0, first_phase=_STOP)


def _cm(metres):
    return f"{round(metres * 100):03d}"


def standing(seconds):
    """Course of a person who stays where they are."""
    return Course(seconds, ((0.0, 0.0),))


def steady(speed, steps, curvature=0.0, first_phase=0.1):
    """Course of some steps at one speed (m/s) along a straight line or a circle (1/m, left positive)."""
    course = Course(1.0, ((0.0, speed),))
    seconds = (steps + 0.8) / float(course.phase(1.0) - course.phase(0.0))
    return Course(seconds, ((0.0, speed),), ((0.0, curvature),), first_phase)


def change(speed, to, *, before=1.2, after=1.6, seconds=None, first_phase=0.0):
    """Course that changes from one speed to another (m/s).

    Parameters
    ----------
    before, after : float, seconds at the first and at the last speed
    seconds : float, optional; length of the change, by default what people take for it
    first_phase : float, steps gone when the change begins
    """
    if seconds is None:
        seconds = 0.55 + 0.45 * abs(to - speed)
    start = Course(before, ((0.0, speed),))
    gone = float(start.phase(before) - start.phase(0.0))
    keys = ((before, speed), (before + seconds, to))
    return Course(before + seconds + after, keys, first_phase=first_phase - gone)


def varied_library(count, seed=0, fps=60):
    """A larger library: many clips of many manners, speeds and bends, by the same person.

    Parameters
    ----------
    count : int, number of clips; each holds five to eight segments
    seed : int
    fps : float

    Returns
    -------
    list of StarterClip; the same for the same count, seed and fps
    """
    rng = np.random.default_rng(seed)
    return [_varied(rng, k, fps) for k in range(count)]


def _varied(rng, k, fps) -> StarterClip:
    manner = Manner(
        arms=rng.uniform(0.7, 1.3),
        sway=rng.uniform(0.7, 1.3),
        twist=rng.uniform(0.7, 1.3),
        width=rng.uniform(0.85, 1.25),
        toe_out=rng.uniform(0.5, 1.6),
        elbow=rng.uniform(0.9, 1.15),
        lean=rng.uniform(-0.03, 0.04),
        seed=int(rng.integers(2**31)),
    )
    kind = ("walk", "walk", "run", "start", "stop")[k % 5]
    if kind == "run":
        speed, radius = rng.uniform(2.4, 3.9), rng.uniform(6.0, 30.0)
    else:
        speed, radius = rng.uniform(0.8, 1.7), rng.uniform(1.5, 12.0)
    curvature = rng.choice([-1.0, 0.0, 1.0]) / radius
    if kind == "start":
        course = change(0.0, speed, after=2.5)
    elif kind == "stop":
        course = change(speed, 0.0, before=2.5, first_phase=_STOP + int(rng.integers(2)))
    else:
        course = steady(speed, 6, curvature, rng.uniform(0.0, 2.0))
    return make_clip(f"{kind}_{k:04d}", f"{kind} {speed:.2f} m/s", course, manner, fps)
