"""Where a foot stands, seen in nothing but the motion: low, slow and for a while.

This detector shares no code with the analysis or with foot planting, so that neither can mark its
own work.
"""

from typing import NamedTuple

import numpy as np
from scipy.ndimage import uniform_filter1d

from ..errors import RoleError
from ..motion import rotations as rot

HUMAN = 0.85              # metres of leg for which the lengths and speeds below hold
BACK = 0.3                # of the way from heel to ball that the heel reaches behind the ankle
LOW = 0.04                # metres above its sole below which a point can carry the foot
SLOW = 0.30               # metres per second below which a point can stand at all
SHARE = 0.30              # of the pelvis's own speed, added to it: sliding feet must be seen too
STILL = 0.15              # metres per second below which a foot surely stands
SKID = 0.15               # seconds; the longest skid between two parts of one stance
RAISED = 0.01             # metres; a foot that stays below this does not step
BRIEF = 0.10              # seconds; shorter stances are passages
BLUR = 0.03               # seconds over which speeds are taken


class FootPoints(NamedTuple):
    """Points of each sole in the world: under the ankle, ball, toe tip, and the back of the heel.

    position : (F, 2, 4, 3) array, metres; [frame, left/right, point, xyz]
    height : (F, 2, 4) array, metres; above the ground, less the point's own height on a flat foot.
        Nobody knows the shape of the heel: its back may carry the foot, but is not said to sink in
    speed : (F, 2, 4) array, metres per second; along the ground
    size : float; the character's leg over a human's
    """

    position: np.ndarray
    height: np.ndarray
    speed: np.ndarray
    size: float


class Stances(NamedTuple):
    """Stances found: side (P,) 0 left, 1 right; start, end (P,) frames, both included."""

    side: np.ndarray
    start: np.ndarray
    end: np.ndarray


def foot_points(motion, ground=None):
    """Soles of both feet: FootPoints.

    The first point lies under the ankle of a foot that stands flat; how high ankle, ball and tip
    then lie, and which way the foot's own frame lies, is learnt from the frames in which both
    ankle and ball are lowest and slowest.

    Parameters
    ----------
    motion : Motion
    ground : callable (N, 2) metres -> (N,) metres, optional; 0 by default

    Raises
    ------
    RoleError
        When a foot is not known.
    """
    skeleton = motion.skeleton
    size = skeleton.leg_length / HUMAN if np.isfinite(skeleton.leg_length) else 1.0
    position = np.empty((motion.frames, 2, 4, 3))
    height = np.empty((motion.frames, 2, 4))
    for side, letter in enumerate("lr"):
        ankle, ball, tip, turn = _joints(motion, letter)
        over = [p[:, 2] - _level(ground, p) for p in (ankle, ball, tip)]
        flat = _flattest(over[0], over[1], _along_ground(ankle, motion.fps))
        down = rot.rotate(rot.inv(turn[flat]), np.array([0.0, 0.0, -1.0])).mean(axis=0)
        down /= np.linalg.norm(down)
        drop = np.median(over[0][flat])
        heel = ankle + rot.rotate(turn, down * drop)
        for k, (point, above) in enumerate(((heel, 0.0), (ball, np.median(over[1][flat])),
                                            (tip, np.median(over[2][flat])))):
            position[:, side, k] = point
            height[:, side, k] = point[:, 2] - _level(ground, point) - above
        ahead = rot.rotate(rot.inv(turn), ball - heel).mean(axis=0)
        position[:, side, 3] = heel - BACK * rot.rotate(turn, ahead)
        height[:, side, 3] = position[:, side, 3, 2] - _level(ground, position[:, side, 3])
    speed = np.stack(
        [[_along_ground(position[:, s, k], motion.fps) for k in range(4)] for s in range(2)]
    ).transpose(2, 0, 1)
    return FootPoints(position, height, speed, size)


def _joints(motion, letter):
    """Ankle, ball, toe tip (F, 3) and the foot's rotation (F, 4) on one side."""
    roles = motion.skeleton.roles
    foot, toe = roles.get(f"foot_{letter}"), roles.get(f"toe_{letter}")
    if foot is None:
        raise RoleError(f"no {'left' if letter == 'l' else 'right'} foot to measure; assign the leg's joints")
    position, rotation = motion.pose
    length = motion.skeleton.length
    ends = {j: position[:, j] + rot.rotate(rotation[:, j], np.array([0.0, length[j], 0.0]))
            for j in (foot, toe) if j is not None}
    ball = ends[foot] if toe is None else position[:, toe]
    return position[:, foot], ball, ends[foot if toe is None else toe], rotation[:, foot]


def _level(ground, point):
    """(F,) ground height under points (F, 3)."""
    return 0.0 if ground is None else np.asarray(ground(point[:, :2]), dtype=float)


def _along_ground(point, fps):
    """(F,) horizontal speed of a point, over a short blur, metres per second."""
    if len(point) < 2:
        return np.zeros(len(point))
    reach = max(int(round(0.5 * BLUR * fps)), 1)
    index = np.arange(len(point))
    low, high = np.maximum(index - reach, 0), np.minimum(index + reach, len(point) - 1)
    return np.linalg.norm(point[high, :2] - point[low, :2], axis=1) * fps / (high - low)


def _flattest(ankle, ball, speed):
    """Indices of the tenth of the frames in which the foot lies lowest and slowest."""
    calm = np.argsort(speed, kind="stable")[: max(len(speed) // 3, 1)]
    low = np.argsort((ankle + ball)[calm], kind="stable")[: max(len(speed) // 10, 1)]
    return calm[low]


def find_stances(points, pelvis, fps):
    """Stances of both feet: Stances.

    A foot stands while one of its points is low and slow for the pace of the pelvis; frames at both
    ends in which it moves much faster than in the middle still land, or already leave. A short
    rush along the ground, without a lift, is a skid within a stance.

    Parameters
    ----------
    points : FootPoints
    pelvis : (F, 3) array, metres
    fps : float
    """
    pace = uniform_filter1d(_along_ground(pelvis, fps), max(int(0.5 * fps), 1), mode="nearest")
    limit = (SLOW * points.size + SHARE * pace)[:, None]
    low = points.height < LOW * points.size
    slowest = np.min(np.where(low, points.speed, np.inf), axis=-1)
    lowest = points.height.min(axis=-1)
    rows = []
    for side in range(2):
        stands = slowest[:, side] < limit[:, 0]
        runs = []
        for start, end in _runs(stands):
            speed = slowest[start : end + 1, side]
            calm = speed <= max(STILL * points.size, 2.0 * np.median(speed))
            runs += [
                [start + first, start + last]
                for first, last in _runs(calm)
                if last - first + 1 >= max(BRIEF * fps, 2)
            ]
        joined = _joined(runs, lowest[:, side], SKID * fps, RAISED * points.size)
        rows += [(start, side, end) for start, end in joined]
    rows = np.array(sorted(rows), dtype=int).reshape(-1, 3)
    return Stances(rows[:, 1], rows[:, 0], rows[:, 2])


def _runs(mask):
    """Pairs of first and last frame of the stretches of true frames."""
    edge = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(int)))
    return zip(edge[0::2], edge[1::2] - 1)


def _joined(runs, lowest, longest, raised):
    """Runs of which those that a skid parts, and not a step, became one."""
    out = []
    for start, end in runs:
        skid = out and start - out[-1][1] <= longest and lowest[out[-1][1] : start + 1].max() < raised
        if skid:
            out[-1][1] = end
        else:
            out.append([start, end])
    return out
