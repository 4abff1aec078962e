"""Which foot stands where and when: contacts become plants, each with one place in the world."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...motion import rotations as rot
from .sole import pitch_of
from .windows import runs, without_short_gaps

FREE, HEEL, FLAT, TOE = 0, 1, 2, 3
SHORTEST_GAP = 0.05      # seconds; a shorter lift is flicker of the contacts, not a step
TILT = 0.06              # radians from the stance's own pitch within which a foot counts as flat
MOVING = 0.4             # metres per second above the stance's usual at which its pivot counts as moving
RISEN = 0.012            # metres above the stance's usual at which its pivot counts as lifted
OUTLIER = 0.02           # metres; source frames further from the mean than this count less


@dataclass(frozen=True, eq=False)
class Plants:
    """Footsteps of a motion, in rising order of their first frame.

    Attributes
    ----------
    side : (P,) int array; 0 left, 1 right
    start, end : (P,) int arrays; first and last frame on the ground (both included)
    ankle, ball : (P, 3) arrays, metres; the two joints while the foot stands flat
    rotation : (P, 4) array; the foot's world rotation while it stands flat
    toe_rotation : (P, 4) array; the toes' world rotation while they stand
    direction : (P,) array, radians; heading of the foot from +X
    phase : (F, 2) int array; 0 free, 1 on the heel, 2 flat, 3 on the toes
    """

    side: np.ndarray
    start: np.ndarray
    end: np.ndarray
    ankle: np.ndarray
    ball: np.ndarray
    rotation: np.ndarray
    toe_rotation: np.ndarray
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


class Stance(NamedTuple):
    """Contacts put in order: side, start, end (P,) and phase (F, 2)."""

    side: np.ndarray
    start: np.ndarray
    end: np.ndarray
    phase: np.ndarray


def find_stances(foot_contact, feet, sole, fps):
    """Stances from the contacts of heel and toe.

    Gaps shorter than 0.05 s are closed; where the weight goes from heel to toe at once, a short
    flat time is put between, so that the foot never changes its pivot while it turns. The foot
    counts as flat only while it also lies as it does in the middle of its stance: once it tilts
    it rolls, whatever the contacts say. At both ends a stance begins and ends with its pivot at
    rest: frames in which the pivot still comes down, or already leaves, belong to the swing.

    Parameters
    ----------
    foot_contact : (F, 2, 2) bool array; [frame, left/right, heel/toe]
    feet : Feet; the motion
    sole : Sole
    fps : float
    """
    contact = np.asarray(foot_contact, dtype=bool)
    shortest = max(SHORTEST_GAP * fps, 2.0)
    phase = np.zeros(contact.shape[:2], dtype=int)
    pitch = pitch_of(feet)
    rows = []
    for side in range(2):
        heel, toe = contact[:, side, 0], contact[:, side, 1]
        down = without_short_gaps(heel | toe, shortest)
        flat = _flat(heel, toe, max(int(round(0.5 * SHORTEST_GAP * fps)), 1)) & down
        phase[:, side] = np.where(flat, FLAT, np.where(_nearest(heel, toe), HEEL, TOE))
        for start, end in zip(*runs(down)):
            span = slice(start, end + 1)
            phase[span, side] = _rolling(phase[span, side], pitch[span, side], shortest)
            first, last = _at_rest(feet, sole, side, span, phase[span, side], fps)
            down[start : start + first] = down[start + last + 1 : end + 1] = False
            rows.append((start + first, side, start + last))
        phase[~down, side] = FREE
    rows = np.array(sorted(rows), dtype=int).reshape(-1, 3)
    return Stance(rows[:, 1], rows[:, 0], rows[:, 2], phase)


def _rolling(phase, pitch, shortest):
    """(n,) phases of one stance in which flat frames that tilt became heel or toe frames."""
    flat = phase == FLAT
    if not flat.any():
        return phase
    usual = np.median(pitch[flat])
    near = flat & (np.abs(pitch - usual) <= max(TILT, np.percentile(np.abs(pitch - usual)[flat], 30)))
    usual = np.median(pitch[near])
    near = flat & (np.abs(pitch - usual) <= TILT)
    if not near.any():
        return phase
    near = without_short_gaps(near, shortest)
    rolled = np.where(pitch > usual, HEEL, TOE)
    return np.where(near, FLAT, np.where(flat, rolled, phase))


def _at_rest(feet, sole, side, span, phase, fps):
    """First and last of the frames of a stance in which its pivot rests."""
    count = len(phase)
    flat = phase == FLAT
    turn = _mean_turn(feet.foot[span, side], flat)
    ball = feet.ball[span, side] - (0.0, 0.0, sole.ball[side])
    heel = _heel(feet, span, side, turn, sole.ankle[side])
    pivot = np.where((phase == HEEL)[:, None], heel, ball)
    speed = np.linalg.norm(np.gradient(pivot, axis=0), axis=1) * fps if count > 1 else np.zeros(1)
    level = np.median(pivot[flat if flat.any() else slice(None), 2])
    rests = (speed < np.median(speed) + MOVING) & (pivot[:, 2] < level + RISEN)
    rests[flat] = True
    if not rests.any():
        return 0, count - 1
    return int(np.argmax(rests)), count - 1 - int(np.argmax(rests[::-1]))


def _heel(feet, span, side, turn, under):
    """(n, 3) the point of the foot that lies under the ankle when the foot has the given turn."""
    in_foot = rot.rotate(rot.inv(turn), np.array([0.0, 0.0, -under]))
    return feet.ankle[span, side] + rot.rotate(feet.foot[span, side], in_foot)


def _flat(heel, toe, reach):
    """Frames with both down, and those round a change from heel to toe or back."""
    flat = heel & toe
    alone = np.where(heel & ~toe, 1, np.where(toe & ~heel, -1, 0))
    swap = np.flatnonzero(alone[1:] * alone[:-1] < 0)
    for frame in swap:
        flat[max(frame + 1 - reach, 0) : frame + 1 + reach] = True
    return flat


def _nearest(heel, toe):
    """(F,) true where the nearest earlier contact is the heel's alone (a filled gap keeps its pivot)."""
    index = np.arange(len(heel))
    known = heel ^ toe
    last = np.maximum.accumulate(np.where(known, index, -1))
    return (heel & ~toe)[np.maximum(last, 0)] & (last >= 0)


def place_plants(stance, feet, sole, ground, lever, fixed=None):
    """Plants: where each stance stands, chosen once for all its frames.

    Parameters
    ----------
    stance : Stance
    feet : Feet; the motion before
    sole : Sole
    ground : callable (N, 2) metres -> (N,) metres
    lever : (2, 3) array, metres; ball in the foot's frame
    fixed : Plants, optional; a stance that overlaps one of these in time on the same foot keeps its place
    """
    count = len(stance.side)
    if count == 0:
        none, turn = np.zeros((0, 3)), np.zeros((0, 4))
        return Plants(*stance[:3], none, none, turn, turn, np.zeros(0), stance.phase)
    rotation = np.empty((count, 4))
    toe_rotation = np.empty((count, 4))
    place = np.empty((count, 2))
    for k, (side, start, end) in enumerate(zip(stance.side, stance.start, stance.end)):
        span = slice(start, end + 1)
        phase = stance.phase[span, side]
        rotation[k] = _mean_turn(feet.foot[span, side], phase == FLAT)
        toe_rotation[k] = _mean_turn(feet.toe[span, side], phase >= FLAT)
        under = sole.ankle[side]
        place[k] = _place(feet, span, side, phase, rotation[k], lever[side], under)
    return _on_ground(stance, place, rotation, toe_rotation, sole, ground, lever, fixed)


def _mean_turn(q, chosen):
    """(4,) mean of rotations over the chosen frames, or the middle one when none is chosen."""
    if not chosen.any():
        return q[len(q) // 2]
    some = q[chosen]
    some = rot.align(some, some[len(some) // 2])
    return rot.normalized(some.mean(axis=0))


def _place(feet, span, side, phase, turn, lever, under):
    """(2,) horizontal place of the ball, as all frames of the stance see it."""
    ball = feet.ball[span, side, :2]
    foot = rot.rotate(turn, lever) + (0.0, 0.0, under)
    heel = _heel(feet, span, side, turn, under)
    seen = np.where((phase == HEEL)[:, None], (heel + foot)[:, :2], ball)
    n = len(seen)
    weight = np.sin(np.pi * (np.arange(n) + 0.5) / n) * np.where(phase == TOE, 0.2, 1.0)
    mean = weight @ seen / weight.sum()
    weight = weight / (1.0 + np.sum((seen - mean) ** 2, axis=1) / OUTLIER**2)
    return weight @ seen / weight.sum()


def _on_ground(stance, place, rotation, toe_rotation, sole, ground, lever, fixed):
    """Plants with the foot laid on the ground at its place."""
    side = stance.side
    arm = rot.rotate(rotation, lever[side])
    tilt = ground_tilt(ground, place, place - arm[:, :2])
    rotation, toe_rotation = rot.mul(tilt, rotation), rot.mul(tilt, toe_rotation)
    arm = rot.rotate(rotation, lever[side])
    ball = np.column_stack([place, ground(place) + sole.ball[side]])
    back = place - arm[:, :2]
    rise = ball[:, 2] - (ground(back) + sole.ankle[side])
    rise = np.where(_same_slope(ground, place, back), rise, sole.ball[side] - sole.ankle[side])
    arm_length = np.linalg.norm(arm, axis=1)
    flat_length = np.sqrt(np.maximum(arm_length**2 - rise**2, 0.0))
    heading = arm[:, :2] / np.maximum(np.linalg.norm(arm[:, :2], axis=1), 1e-9)[:, None]
    laid = np.column_stack([heading * flat_length[:, None], rise])
    rotation = rot.mul(rot.between(arm, laid), rotation)
    ankle = ball - laid
    direction = np.arctan2(heading[:, 1], heading[:, 0])
    plants = Plants(
        side, stance.start, stance.end, ankle, ball, rotation, toe_rotation, direction, stance.phase
    )
    return plants if fixed is None or len(fixed) == 0 else _kept(plants, fixed)


def _same_slope(ground, ball, ankle):
    """(P,) false where the ground under the foot has a step rather than a slope."""
    ends = 0.5 * (ground(ball) + ground(ankle))
    return np.abs(ground(0.5 * (ball + ankle)) - ends) < 0.015


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
    fields = ("ankle", "ball", "rotation", "toe_rotation", "direction")
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
