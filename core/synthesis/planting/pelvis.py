"""The pelvis first: moved so that both legs reach their plants with the knees they had."""

import numpy as np

from .windows import carried, nearness, smooth_cover, smoothed

REACH = 0.9985            # share of thigh plus shin a planted leg may use: a knee of 6 degrees
EASE = 0.015              # share of the leg over which straightening is damped
APPROACH = 0.16           # seconds before and after a plant in which it gains and loses its say
SLACK = 0.1               # share of the leg by which feet may leave the pelvis before it follows
ASTRAY = 0.16             # share of the leg by which it then leaves its way at most
FOLLOW = 0.4              # seconds; the pelvis follows sideways only what lasts longer
SETTLE = 0.10             # seconds; window of its height
EVEN = 0.018              # seconds over which its rise is evened out, lest it bob
STEPS = 3                 # of Gauss and Newton towards the legs' lengths
UNCHANGED = 2.0           # weight of no change against a planted leg's (10 to 70)
STRAIGHT = 0.12           # sine of half a knee below which straighter legs weigh no more
DEEPEST = 0.3             # share of the leg by which it sinks at most, before a plant is let go


def leg_of(feet):
    """(F, 2) thigh plus shin, metres."""
    thigh, shin = feet.knee - feet.hip, feet.ankle - feet.knee
    return np.linalg.norm(thigh, axis=-1) + np.linalg.norm(shin, axis=-1)


def eased_reach(distance, leg):
    """Hip to ankle distance, damped near full extension so that knees do not pop.

    Parameters
    ----------
    distance : (F, 2) array, metres
    leg : (F, 2) array, metres; thigh plus shin
    """
    start = (REACH - EASE) * leg
    over = np.maximum(distance - start, 0.0) / (EASE * leg)
    return np.where(distance > start, start + EASE * leg * (1.0 - np.exp(-over)), distance)


def own_reach(feet, leg):
    """(F, 2) hip to ankle distance of the motion before, damped near full extension."""
    return eased_reach(np.linalg.norm(feet.ankle - feet.hip, axis=-1), leg)


def drift(feet, pinned, down, leg, fps):
    """(F, 3) displacement, metres, in which the pelvis follows its plants in the long run.

    In height it follows the ground. Sideways it stays, but for what lasting corrections of the
    feet leave over their slack: the path it walks is the user's.

    Parameters
    ----------
    feet : Feet; the motion before
    pinned : (F, 2, 3) array, metres; the ankles of planted frames, but for what was moved on purpose
    down : (F, 2) bool array; planted frames
    leg : (F, 2) array, metres
    fps : float
    """
    moved = carried(pinned - feet.ankle, down)
    weight = nearness(down, APPROACH * fps) + 0.02
    mean = np.sum(moved * weight[..., None], axis=1) / weight.sum(axis=1)[:, None]
    far = np.linalg.norm(mean[:, :2], axis=1, keepdims=True)
    over, most = np.maximum(far - SLACK * leg.mean(), 0.0), ASTRAY * leg.mean()
    mean[:, :2] *= most * np.tanh(over / most) / np.maximum(far, 1e-9)
    return smoothed(mean, FOLLOW * fps, weight.sum(axis=1))


def rise(feet, ankle, shift, standing, leg, fps):
    """(F,) further rise of the pelvis, metres, that gives standing legs the length they had.

    The straighter leg comes first, for a straight knee turns fastest.

    Parameters
    ----------
    feet : Feet; the motion before
    ankle : (F, 2, 3) array, metres; where the ankles shall be
    shift : (F, 3) array, metres; displacement of the pelvis so far
    standing : (F, 2) bool array; frames on the heel or flat
    leg : (F, 2) array, metres
    fps : float
    """
    wish = own_reach(feet, leg)
    half_knee = np.sqrt(np.maximum(1.0 - (wish / leg) ** 2, 0.0))
    weight = nearness(standing, APPROACH * fps) / (half_knee**2 + STRAIGHT**2)
    start = ankle - feet.hip - shift[:, None]
    out = np.zeros(len(ankle))
    for _ in range(STEPS):
        reach = start - out[:, None, None] * (0.0, 0.0, 1.0)
        distance = np.linalg.norm(reach, axis=-1)
        upright = -reach[..., 2] / distance
        pull = weight * upright
        stiff = np.sum(pull * upright, axis=1) + UNCHANGED
        out += (np.sum(pull * (wish - distance), axis=1) - UNCHANGED * out) / stiff
    most = 0.5 * DEEPEST * leg.max(axis=1)
    return smoothed(np.clip(out, -most, most), EVEN * fps)


def sink(feet, ankle, shift, down, leg, fps):
    """(F,) metres by which the pelvis must sink, smoothly, for planted legs to reach."""
    reach = ankle - feet.hip - shift[:, None]
    aside = np.sum(reach[..., :2] ** 2, axis=-1)
    lack = -reach[..., 2] - np.sqrt(np.maximum((REACH * leg) ** 2 - aside, 0.0))
    lack = np.clip(np.max(np.where(down, lack, 0.0), axis=1), 0.0, DEEPEST * leg.max(axis=1))
    return smooth_cover(lack, SETTLE * fps) if lack.any() else lack
