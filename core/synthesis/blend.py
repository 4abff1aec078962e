"""One segment out of several of a group."""

from dataclasses import dataclass

import numpy as np

from ..graph.groups import STYLE
from .specification import CADENCE_LIMITS

#: Differences that weigh the same: of speed and its gain (m/s), of turning, of pose at the join (radians).
_SPEED, _GAIN, _TURN, _POSE = 0.15, 0.3, 0.2, 0.12
#: Segments blended at most: few, so that the blend stays crisp.
NEAREST = 3


@dataclass(frozen=True, eq=False)
class Blend:
    """A weighted mean of segments in the same phase.

    Attributes
    ----------
    rows : (N, C) array; coordinates of the poses
    time : (N,) array, seconds
    contact : (N, 2, 2) array, 0 to 1
    advance : (N,) array, metres; way of the base since the first instant
    start_rate, end_rate : (C,) arrays; velocities at its ends, per second
    speed, turn : float; m/s, radians
    members : (K,) int array; which segments of the group
    weights : (K,) array; sum 1
    """

    rows: np.ndarray
    time: np.ndarray
    contact: np.ndarray
    advance: np.ndarray
    start_rate: np.ndarray
    end_rate: np.ndarray
    speed: float
    turn: float
    members: np.ndarray
    weights: np.ndarray


def blend(group, weights):
    """The weighted mean of a group's segments.

    Rotations are averaged about the library's mean pose in the log map; durations and the times of
    the symbol boundaries are averaged with the same weights.

    Parameters
    ----------
    group : Group
    weights : (K,) array, sum 1

    Returns
    -------
    Blend
    """
    members = np.flatnonzero(weights)
    w = weights[members]
    if len(members) == 1:
        rows, time, contact = group.rows[members[0]], group.time[members[0]], group.contact[members[0]]
    else:
        rows = np.tensordot(w, group.rows[members], 1)
        time = w @ group.time[members]
        contact = np.tensordot(w, group.contact[members], 1)
    at_start, at_end = (w * pace[members] / (w @ pace[members]) for pace in group.pace)
    return Blend(
        rows, time, contact, w @ group.advance[members],
        at_start @ group.start_rate[members], at_end @ group.end_rate[members],
        float(w @ group.speed[members]), float(w @ group.turn[members]), members, w,
    )  # fmt: skip


def speeds_of(mixed, count, fps):
    """(N+1,) speed, m/s, of a blend's base at each frame when it is played in N = count frames at a rate."""
    time = np.linspace(0.0, mixed.time[-1], count + 1)
    return np.gradient(np.interp(time, mixed.time, mixed.advance)) * fps


def seconds_at(group, weights, speed):
    """Seconds a blend is played in at a speed (m/s): stride and cadence share what it differs from its own.

    Parameters
    ----------
    group : Group
    weights : (K,) array, sum 1
    speed : float, m/s
    """
    low, high = CADENCE_LIMITS
    cadence = np.sqrt(max(speed, 1e-3) / max(float(weights @ group.speed), 1e-3))
    return float(weights @ group.duration) / min(max(cadence, low), high)


def weights_for(group, speed, turn, *, gain=None, style=None, seam=None, nearest=NEAREST):
    """Weights of a group's segments for a wish.

    The K nearest segments share the weight by the inverse of their distance, less that of the next
    nearest, so that weights change without jumps and a segment's own parameters give it alone.

    Parameters
    ----------
    group : Group of K segments
    speed : float, m/s
    turn : float, radians
    gain : float, m/s, optional; by how much the speed should grow
    style : dict of style parameter to wished value, optional
    seam : (K,) array, radians, optional; distance of each first pose from the pose to go on from
    nearest : int; how many segments may be blended

    Returns
    -------
    (K,) array; none negative, sum 1

    References
    ----------
    Kovar and Gleicher 2004, "Automated extraction and parameterization of motions in large data sets".
    """
    square = ((group.speed - speed) / _SPEED) ** 2 + ((group.turn - turn) / _TURN) ** 2
    if gain is not None:
        square = square + ((group.gain - gain) / _GAIN) ** 2
    for name, value in (style or {}).items():
        own = group.style[:, STYLE.index(name)]
        square = square + ((own - value) / max(0.5 * own.std(), 1e-6)) ** 2
    if seam is not None:
        square = square + (seam / _POSE) ** 2
    distance = np.sqrt(square)
    weights = np.zeros(group.count)
    order = np.argsort(distance, kind="stable")[: nearest + 1]
    if distance[order[0]] < 1e-9 or len(order) == 1:
        weights[order[0]] = 1.0
        return weights
    beyond = distance[order[-1]] if len(order) > nearest else 1.5 * distance[order[-1]]
    chosen = order[:nearest]
    share = 1.0 / distance[chosen] - 1.0 / beyond
    if share.sum() < 1e-12:
        share = np.ones(len(chosen))
    weights[chosen] = share / share.sum()
    return weights
