"""How strongly each moment speaks for each foot being on the ground, and for flight.

The constants were tuned on the labelled takes; docs/analysis.md tells how well they do on takes they were
not tuned on.
"""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import maximum_filter1d

from .floor import local_floor, sliding_ground
from .sampling import RATE, earlier, moments_of, smooth_at

GRAVITY = 9.81  # m/s^2
_SMOOTH_FEET = 0.012  # seconds, standard deviation
_SMOOTH_COM = 0.04  # seconds, standard deviation
_SURE = 3.0  # log-odds at which speed has said all it can
_STEEPNESS = 3.9  # log-odds per e-fold of speed
_SWING_WINDOW = 0.5  # seconds to each side in which the swing's top speed is looked for
#: Share of the top speed, and bounds in contact speeds: where a landing foot rests.
_LANDING = (0.4, 0.7, 0.95)
_LEAVING = (0.25, 0.8, 1.6)  # the same for a foot that leaves
_SETTLE = (0.066, 0.034)  # seconds that a foot must have been slow, in a slow and a fast swing
_SWINGS = (3.6, 6.3)  # m/s, top speeds of a slow and a fast swing
_HEIGHT_STEP = 0.019  # metres per log-odd above the contact height
_LIFTED = 0.015  # metres; a foot this high has really left the ground
_SHUFFLE = (0.65, 0.85)  # m/s; a foot as slow as this, never lifted, only pivots or slides
_SHUFFLE_WEIGHT = 0.37  # how much its speed counts then
_BRISK = (3.5, 6.0)  # m/s; between swings as fast as this nobody shuffles
_FALL_STEP = 2.5  # log-odds per g of downward acceleration
_NO_FALL_STEP = 20.0  # the same where it falls too little
_NO_FALL = 12.0  # log-odds against flight where the body does not fall at all
_FALL_REACH = 0.08  # seconds to each side in which a fall excuses flight
_BLIND = 0.06  # seconds at both ends of a clip in which its acceleration cannot be known
_PART_SPEED = 0.2  # m/s; a heel or toe slower than this is planted
_PART_HEIGHT = (0.008, 0.006)  # metres: tolerated above its floor, and per log-odd above that


@dataclass(frozen=True, eq=False)
class Evidence:
    """Log-odds at N moments, RATE per second; lengths in the units of the tracks.

    Attributes
    ----------
    foot : (N, 2) array; some part of the left, right foot on the ground
    part : (N, 2, 2) array; heel and toe planted, given that their foot is on the ground
    flight : (N,) array; the body in free fall
    floor : (N, 2, 2) array; local floor height under heel and toe
    body_speed : (N,) array, m/s; speed of the centre of mass along the ground
    height : (N, 2) array; of the lower part of each foot above its floor
    feet, speed : (N, 2, 2, 3) and (N, 2, 2) arrays; heel and ball, and how fast they move over the ground
    """

    foot: np.ndarray
    part: np.ndarray
    flight: np.ndarray
    floor: np.ndarray
    body_speed: np.ndarray
    height: np.ndarray
    feet: np.ndarray
    speed: np.ndarray


def gather(tracks, settings):
    """Evidence of a clip.

    Parameters
    ----------
    tracks : Tracks
    settings : AnalysisSettings

    Returns
    -------
    Evidence
    """
    fps = tracks.fps
    at = moments_of(tracks.frames, fps)
    feet = smooth_at(tracks.feet, fps, _SMOOTH_FEET, 0, at)
    velocity = smooth_at(tracks.feet, fps, _SMOOTH_FEET, 1, at)
    com_velocity = smooth_at(tracks.com, fps, _SMOOTH_COM, 1, at)
    ground = sliding_ground(feet, velocity, smooth_at(tracks.root, fps, _SMOOTH_COM, 1, at))
    speed = np.linalg.norm(velocity - ground[:, None, None], axis=-1)
    threshold, settled, top = _speeds(speed, settings.contact_speed)
    floor = local_floor(feet[..., 2], speed < 0.6 * threshold[..., None])
    above = feet[..., 2] - floor
    height = above.min(axis=2)
    foot = _foot_odds(settled, threshold, height, top, settings.contact_height)
    part = _odds_by_speed(speed, _PART_SPEED) - np.clip(
        (above - _PART_HEIGHT[0]) / _PART_HEIGHT[1], 0.0, _SURE
    )
    fall = smooth_at(tracks.com[:, 2], fps, _SMOOTH_COM, 2, at) / -GRAVITY
    body_speed = np.linalg.norm(com_velocity[:, :2] - ground[:, :2], axis=1)
    flight = _flight_odds(fall, settings.flight_fall)
    return Evidence(foot, part, flight, floor, body_speed, height, feet, speed)


def _speeds(speed, contact_speed):
    """Threshold of each foot's speed, the speed to hold against it, and its swing's top speed; (N, 2) each.

    A foot is as slow as its slower part. Threshold and settling time follow the swing's top speed:
    brisk feet land hard, slow ones softly. A landing foot must have been slow for the settling time,
    a leaving one leaves at once.
    """
    slower = speed.min(axis=2)
    top = maximum_filter1d(slower, 2 * int(_SWING_WINDOW * RATE) + 1, axis=0, mode="nearest")
    landing = np.gradient(slower, axis=0) < 0.0 if len(slower) > 1 else np.zeros(slower.shape, bool)
    bounds = [
        np.clip(share * top, low * contact_speed, high * contact_speed)
        for share, low, high in (_LANDING, _LEAVING)
    ]
    fast = np.clip((top - _SWINGS[0]) / (_SWINGS[1] - _SWINGS[0]), 0.0, 1.0)
    settle = RATE * (_SETTLE[0] + (_SETTLE[1] - _SETTLE[0]) * fast)
    return np.where(landing, *bounds), np.maximum(slower, earlier(slower, settle)), top


def _odds_by_speed(speed, threshold):
    """Log-odds of rest, from a speed and the speed at which rest is as likely as not."""
    return np.clip(_STEEPNESS * np.log(threshold / np.maximum(speed, 1e-3)), -_SURE, _SURE)


def _foot_odds(speed, threshold, above, top, contact_height):
    """(N, 2) log-odds of each foot being on the ground, from its speed and height above the floor.

    A foot that moves slowly and is never lifted mostly pivots or shuffles: weak evidence for a step,
    but not between brisk swings.
    """
    by_speed = _odds_by_speed(speed, threshold)
    lifted = np.clip(above / _LIFTED, 0.0, 1.0)
    quick = np.clip((speed - _SHUFFLE[0]) / (_SHUFFLE[1] - _SHUFFLE[0]), 0.0, 1.0)
    brisk = np.clip((top - _BRISK[0]) / (_BRISK[1] - _BRISK[0]), 0.0, 1.0)
    weight = _SHUFFLE_WEIGHT + (1.0 - _SHUFFLE_WEIGHT) * np.maximum.reduce([lifted, quick, brisk])
    by_height = np.clip((above - contact_height) / _HEIGHT_STEP, 0.0, 2.0 * _SURE)
    return np.where(by_speed < 0.0, by_speed * weight, by_speed) - by_height


def _flight_odds(fall, least_fall):
    """(N,) log-odds of flight, from the downward acceleration of the centre of mass in g.

    A body that does not fall is not in flight, whatever the feet seem to do. One that falls freely is.
    """
    nearby = maximum_filter1d(fall, 2 * int(_FALL_REACH * RATE) + 1, mode="nearest")
    against = np.clip(_NO_FALL_STEP * (nearby - least_fall), -_NO_FALL, 0.0)
    blind = int(_BLIND * RATE)
    against[:blind] = against[len(against) - blind :] = 0.0
    return against + np.clip(_FALL_STEP * (fall - least_fall), 0.0, _SURE)
