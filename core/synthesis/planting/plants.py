"""Where each stance stands: one place in the world, chosen once."""

from dataclasses import dataclass

import numpy as np

from ...motion import rotations as rot
from .footholds import within_reach_of_hips
from .stances import FLAT, HEEL, heel_offset, heel_path, mean_turn

REACH = np.array([0.0, 1.0, 1.0, 0.4])   # say of frames by phase in where the leg can reach it
EDGE = 0.13              # seconds from landing or lifting at which that say has halved
SAY = np.array([0.0, 1.0, 1.0, 0.2])     # of frames by phase in where the stance lies
OUTLIER = 0.02           # metres; source frames further from the mean than this count less
STEP = 0.015             # metres; ground that bends more than this under a foot is a step, not a slope


@dataclass(frozen=True, eq=False)
class Plants:
    """Footsteps of a motion, in rising order of their first frame.

    Attributes
    ----------
    side : (P,) int array; 0 left, 1 right
    start, end : (P,) int arrays; first and last frame on the ground (both included)
    heel, ankle, ball, tip : (P, 3) arrays, metres; the heel's place on the ground,
        the joints and the toe tip while the foot stands flat
    rotation : (P, 4) array; the foot's world rotation while it stands flat
    toe_rotation : (P, 4) array; the toes' world rotation while they stand
    tilt : (P, 4) array; turn from level ground to the slope under the foot
    direction : (P,) array, radians; heading of the foot from +X
    phase : (F, 2) int array; 0 free, 1 on the heel, 2 flat, 3 on the ball
    """

    side: np.ndarray
    start: np.ndarray
    end: np.ndarray
    heel: np.ndarray
    ankle: np.ndarray
    ball: np.ndarray
    tip: np.ndarray
    rotation: np.ndarray
    toe_rotation: np.ndarray
    tilt: np.ndarray
    direction: np.ndarray
    phase: np.ndarray

    def __len__(self):
        return len(self.side)

    @property
    def owner(self):
        """(F, 2) int array: index of the plant that holds each foot, -1 while it swings."""
        out = np.full(self.phase.shape, -1)
        for k, (side, start, end) in enumerate(zip(self.side, self.start, self.end)):
            out[start : end + 1, side] = k
        return out


def place_plants(stance, feet, leg, sole, ground, lever, toes, fps, fixed=None):
    """Plants, and by how much (F, 2, 2) metres they were moved for the legs' sake, frame by frame.

    Where each stance stands is chosen once for all its frames.

    Parameters
    ----------
    stance : Stance
    feet : Feet; the motion before
    leg : (F, 2) array, metres; thigh plus shin
    sole : Sole
    ground : callable (N, 2) metres -> (N,) metres
    lever, toes : (2, 3) arrays, metres; ball in the foot's frame, tip in the toes' frame
    fps : float
    fixed : Plants, optional; a stance that overlaps one of these in time on the same foot keeps its place
    """
    count = len(stance.side)
    if count == 0:
        none, turn = np.zeros((0, 3)), np.zeros((0, 4))
        plants = Plants(*stance[:3], none, none, none, none, turn, turn, turn, np.zeros(0), stance.phase)
        return plants, np.zeros((*stance.phase.shape, 2))
    rotation = np.empty((count, 4))
    toe_rotation = np.empty((count, 4))
    place, seen = np.empty((count, 2)), []
    for k, (side, start, end) in enumerate(zip(stance.side, stance.start, stance.end)):
        span = slice(start, end + 1)
        phase = stance.phase[span, side]
        rotation[k] = mean_turn(feet.foot[span, side], phase == FLAT)
        bent = rot.mul(rot.inv(feet.foot[span, side]), feet.toe[span, side])
        toe_rotation[k] = rot.mul(rotation[k], mean_turn(bent, phase == FLAT))
        seen.append(_seen(feet, span, side, phase, rotation[k], lever[side], sole))
        place[k] = _place(seen[k], phase)
    reached = _reached(place, stance, feet, leg, seen, fps)
    plants = _on_ground(stance, reached, rotation, toe_rotation, sole, ground, lever, toes, fixed)
    owner = plants.owner
    return plants, np.where((owner >= 0)[..., None], (reached - place)[owner], 0.0)


def _seen(feet, span, side, phase, turn, lever, sole):
    """(n, 2) where each frame of a stance says that its ball lies, horizontally."""
    arm = rot.rotate(turn, lever)
    offset = heel_offset(arm, sole, side)
    heel = heel_path(feet, span, side, turn, offset)
    return np.where((phase == HEEL)[:, None], (heel - offset + arm)[:, :2], feet.ball[span, side, :2])


def _place(seen, phase):
    """(2,) horizontal place of the ball, as all frames of the stance see it (n, 2)."""
    n = len(seen)
    weight = np.sin(np.pi * (np.arange(n) + 0.5) / n) * SAY[phase]
    mean = weight @ seen / weight.sum()
    weight = weight / (1.0 + np.sum((seen - mean) ** 2, axis=1) / OUTLIER**2)
    return weight @ seen / weight.sum()


def _reached(place, stance, feet, leg, seen, fps):
    """Places (P, 2) that the legs reach in all frames of their stances."""
    length = stance.end - stance.start + 1
    owner = np.repeat(np.arange(len(place)), length)
    frame = np.concatenate([np.arange(a, b + 1) for a, b in zip(stance.start, stance.end)])
    at = frame, stance.side[owner]
    far = np.minimum(frame - stance.start[owner], stance.end[owner] - frame)
    say = REACH[stance.phase[at]] / (1.0 + (far / (EDGE * fps)) ** 2)
    reach = feet.ankle[at] - feet.hip[at]
    return within_reach_of_hips(
        place, owner, np.concatenate(seen), reach, leg[at], say
    )


def _on_ground(stance, place, rotation, toe_rotation, sole, ground, lever, toes, fixed):
    """Plants with foot and toes laid on the ground at their place."""
    side = stance.side
    tilt = ground_tilt(ground, place, place - rot.rotate(rotation, lever[side])[:, :2])
    rotation, toe_rotation = rot.mul(tilt, rotation), rot.mul(tilt, toe_rotation)
    arm = rot.rotate(rotation, lever[side])
    back = place - arm[:, :2]
    step = ~_same_slope(ground, place, back)
    level = np.where(step, np.maximum(ground(place), ground(back)), ground(place))
    ball = np.column_stack([place, level + sole.ball[side]])
    behind = np.where(step, level, ground(back)) + sole.ankle[side]
    turn, arm = _laid(arm, ball[:, 2] - behind)
    rotation = rot.mul(turn, rotation)
    toe_arm = rot.rotate(toe_rotation, toes[side])
    ahead = ground(place + toe_arm[:, :2])
    cliff = np.abs(ahead - level) > np.linalg.norm(toe_arm, axis=1)
    turn, toe_arm = _laid(toe_arm, np.where(cliff, level, ahead) + sole.tip[side] - ball[:, 2])
    toe_rotation = rot.mul(turn, toe_rotation)
    ankle = ball - arm
    heel = ankle + heel_offset(arm, sole, side)
    plants = Plants(
        side, stance.start, stance.end, heel, ankle, ball, ball + toe_arm, rotation, toe_rotation, tilt,
        np.arctan2(arm[:, 1], arm[:, 0]), stance.phase,
    )
    return plants if fixed is None or len(fixed) == 0 else _kept(plants, fixed)


def _laid(arm, rise):
    """Turns (P, 4) that tilt arms (P, 3) until they rise as wished, and the tilted arms, metres."""
    length = np.linalg.norm(arm, axis=1)
    aside = np.linalg.norm(arm[:, :2], axis=1)
    flat = np.sqrt(np.maximum(length**2 - rise**2, 0.0)) / np.maximum(aside, 1e-9)
    laid = np.column_stack([arm[:, :2] * flat[:, None], rise])
    return rot.between(arm, laid), laid


def _same_slope(ground, ball, ankle):
    """(P,) false where the ground under the foot has a step rather than a slope."""
    ends = 0.5 * (ground(ball) + ground(ankle))
    return np.abs(ground(0.5 * (ball + ankle)) - ends) < STEP


def ground_tilt(ground, ball, ankle):
    """(P, 4) turns that lay a level foot on the slope under it; none on a step."""
    along = ball - ankle
    across = np.column_stack([-along[:, 1], along[:, 0]])
    middle = 0.5 * (ball + ankle)
    rise_along = ground(ball) - ground(ankle)
    rise_across = ground(middle + 0.25 * across) - ground(middle - 0.25 * across)
    u = np.column_stack([along, rise_along])
    v = np.column_stack([0.5 * across, rise_across])
    normal = np.cross(u, v)
    level = np.broadcast_to([0.0, 0.0, 1.0], normal.shape)
    even = _same_slope(ground, ball, ankle) & (np.abs(rise_across) < np.linalg.norm(across, axis=1) * 0.5)
    return rot.between(level, np.where(even[:, None], normal, level))


def _kept(plants, fixed):
    """Plants whose places are those of fixed plants where they overlap in time on the same foot."""
    fields = ("heel", "ankle", "ball", "tip", "rotation", "toe_rotation", "tilt", "direction")
    changed = {name: getattr(plants, name).copy() for name in fields}
    for k in range(len(plants)):
        same = (
            (fixed.side == plants.side[k]) & (fixed.start <= plants.end[k]) & (fixed.end >= plants.start[k])
        )
        if same.any():
            source = np.flatnonzero(same)[0]
            for name in fields:
                changed[name][k] = getattr(fixed, name)[source]
    return Plants(plants.side, plants.start, plants.end, phase=plants.phase, **changed)
