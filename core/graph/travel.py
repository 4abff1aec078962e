"""Where a body travels and where it heads, without the sway of its steps."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.ndimage import gaussian_filter1d

#: Width of the smoothing, as a share of a full cycle (two steps): one cycle's sway is taken out.
_SIGMA_CYCLES = 0.4
#: A body that travels this much off the way it faces (radians) walks sideways or backwards.
_SIDEWAYS = 1.0
#: Between these speeds (m/s) heading passes from the way the body faces to the way it travels.
_FACING_SPEED, _TRAVEL_SPEED = 0.2, 0.6


@dataclass(frozen=True, eq=False)
class Travel:
    """The smooth part of a body's way over the ground.

    Attributes
    ----------
    base : (F, 2) array, metres; the pelvis without its sway
    heading : (F,) array, radians about Z, unwrapped; 0 looks along +X
    speed : (F,) array, m/s; of the base
    drift : (F,) array, radians; direction of travel less direction faced, 0 when standing
    """

    base: np.ndarray
    heading: np.ndarray
    speed: np.ndarray
    drift: np.ndarray

    @cached_property
    def way(self):
        """(F,) length of the base's way so far, metres."""
        steps = np.linalg.norm(np.diff(self.base, axis=0), axis=1)
        return np.concatenate([[0.0], np.cumsum(steps)])

    def mirrored(self):
        """The same way seen in a mirror, the world's plane X = 0."""
        return Travel(self.base * (-1.0, 1.0), np.pi - self.heading, self.speed, -self.drift)


def travel_of(motion, cycle, cyclic_ends=(True, True)):
    """The smooth way of a clip.

    Parameters
    ----------
    motion : Motion
    cycle : float, seconds; duration of two steps
    cyclic_ends : pair of bool; whether the gait goes on beyond the clip's first and last frame

    Returns
    -------
    Travel
    """
    sigma = _SIGMA_CYCLES * cycle * motion.fps
    period = round(cycle * motion.fps)
    way = np.column_stack([motion.root_position[:, :2], facing_of(motion)])
    smooth = without_sway(way, sigma, period, cyclic_ends)
    base, facing = smooth[:, :2], smooth[:, 2]
    if motion.frames < 2:
        still = np.zeros(motion.frames)
        return Travel(base, facing, still, still)
    velocity = np.gradient(base, axis=0) * motion.fps
    speed = np.linalg.norm(velocity, axis=1)
    off = np.arctan2(velocity[:, 1], velocity[:, 0]) - facing
    off = np.mod(off + np.pi, 2.0 * np.pi) - np.pi
    moving = np.clip((speed - _FACING_SPEED) / (_TRAVEL_SPEED - _FACING_SPEED), 0.0, 1.0)
    drift = off * moving
    forward = np.where(np.abs(off) < _SIDEWAYS, drift, 0.0)
    heading = facing + gaussian_filter1d(forward, 0.5 * sigma, mode="nearest")
    return Travel(base, heading, speed, drift)


def facing_of(motion):
    """(F,) angle about Z the trunk faces, radians, unwrapped: the mean of hips and shoulders."""
    across = np.zeros((motion.frames, 2))
    for part in ("thigh", "upper_arm"):
        left, right = (motion.skeleton.roles.get(f"{part}_{side}") for side in "lr")
        if left is None or right is None:
            continue
        line = (motion.pose.position[:, left] - motion.pose.position[:, right])[:, :2]
        across += line / np.maximum(np.linalg.norm(line, axis=1, keepdims=True), 1e-9)
    return np.unwrap(np.arctan2(across[:, 1], across[:, 0])) - 0.5 * np.pi


def without_sway(way, sigma, period=0, cyclic_ends=(False, False)):
    """A curve smoothed twice over, so that its bends keep their radius.

    Parameters
    ----------
    way : (F, D) array; with cyclic ends x, y (metres), and the direction faced (radians) if it is known
    sigma : float, frames
    period : int, frames; beyond a cyclic end the last whole period is repeated, shifted and turned on
    cyclic_ends : pair of bool; the other ends go on as their point reflection

    Returns
    -------
    (F, D) array
    """
    frames = len(way)
    if frames < 3 or sigma <= 0.0:
        return np.array(way, dtype=float)
    pad = int(np.ceil(6.0 * sigma))
    before = _beyond(way[::-1], pad, period, cyclic_ends[0])[::-1]
    after = _beyond(way, pad, period, cyclic_ends[1])
    padded = np.concatenate([before, way, after])
    smooth = gaussian_filter1d(padded, sigma, axis=0, truncate=3.0)
    smooth += gaussian_filter1d(padded - smooth, sigma, axis=0, truncate=3.0)
    return smooth[pad : pad + frames]


def _beyond(way, pad, period, cyclic):
    """(pad, D) how a curve goes on after its last row."""
    last = len(way) - 1
    ahead = np.arange(1, pad + 1)
    if cyclic and 2 < period <= last:
        return _laps(way[last - period :], pad)
    folds, within = np.divmod(ahead, last)
    span = way[last] - way[0]
    odd = folds % 2 == 1
    reflected = np.where(odd[:, None], way[within] - way[0], way[last] - way[last - within])
    return way[last] + folds[:, None] * span + reflected


def _laps(lap, count):
    """(count, D) how a way goes on that did one lap (P + 1, D): once more and again, carried along rigidly.

    Who goes round a bend does not go on in a shifted copy of it: each lap is turned as the one before was.
    """
    turn = lap[-1, 2:] - lap[0, 2:]
    angle = float(turn[0]) if len(turn) else 0.0
    cos, sin = np.cos(angle), np.sin(angle)
    turned = np.eye(lap.shape[1])
    turned[:2, :2] = [[cos, sin], [-sin, cos]]
    out, row = [], lap
    for _ in range(-(-count // (len(lap) - 1))):
        row = (row - row[0]) @ turned + row[-1]
        out.append(row[1:])
    return np.concatenate(out)[:count]
