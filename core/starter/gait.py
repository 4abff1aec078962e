"""How people walk and run: published relations between speed, cadence, support and height.

References
----------
Sekiya, Nagasaki, Ito, Furuna 1996/1997: the walk ratio (step length / cadence) is about
    0.0066 m/(step/min) for adults at every comfortable speed.
Boulic, Magnenat-Thalmann, Thalmann 1990, "A global human walking model with real-time kinematic
    personification": support and double support follow from the cycle's duration.
Winter 1991/2009, "Biomechanics and Motor Control of Human Gait / Human Movement": foot angles, heights.
Cavagna et al. 1976/1977, Cavanagh & Lafortune 1980: running's cadence, contact time, bouncing height.
"""

import numpy as np

WALK_RATIO = 0.0066
"""Step length over cadence, m/(step/min)."""
RUN_FROM = 2.05
"""Speed at which a step leaves the ground, m/s: the usual walk-run transition."""
GRAVITY = 9.81


def smooth(x):
    """(...) 0 below 0, 1 above 1, and 6x^5 - 15x^4 + 10x^3 between: continuous to the second derivative."""
    x = np.clip(x, 0.0, 1.0)
    return x * x * x * (10.0 + x * (6.0 * x - 15.0))


def running(speed):
    """(...) 0 for walking speeds, 1 for running speeds, smooth between 1.8 and 2.4 m/s."""
    return smooth((np.asarray(speed, dtype=float) - 1.8) / 0.6)


def cadence(speed):
    """(...) steps per second at a speed (m/s); a slow shuffle still steps as at 0.75 m/s."""
    speed = np.asarray(speed, dtype=float)
    walk = np.sqrt(60.0 * np.maximum(speed, 0.75) / WALK_RATIO) / 60.0
    run = (151.0 + 5.0 * speed) / 60.0
    return walk + (run - walk) * running(speed)


def double_support(step_seconds):
    """Seconds for which both feet carry, once per step (Boulic 1990), at most a third of the step."""
    return np.clip(0.252 * (2.0 * step_seconds) - 0.143, 0.06, 0.33 * step_seconds)


def run_contact(speed):
    """Seconds for which one foot is on the ground when running at a speed (m/s)."""
    return 0.205 + 0.055 * np.exp(-(np.asarray(speed, dtype=float) - 2.5) / 1.1) - 0.012


def walk_bounce(step_length):
    """Rise and fall of the body in one walking step, metres peak to peak."""
    return np.clip(0.055 * np.asarray(step_length, dtype=float) ** 2, 0.005, 0.050)


def strike_pitch(speed):
    """Angle by which the toes point up at heel strike, radians."""
    walk = np.radians(3.5 + 14.5 * smooth((speed + 0.1) / 1.3) + 1.2 * np.clip(speed, 0.0, 1.9))
    return walk + (np.radians(9.0) - walk) * running(speed)


def push_off_pitch(speed):
    """Angle by which the heel has risen at toe-off, radians."""
    walk = np.radians(62.5) * np.clip(0.35 + speed / 1.6, 0.35, 1.0)
    return walk - np.radians(4.0) * running(speed)
