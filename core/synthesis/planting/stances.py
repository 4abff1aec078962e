"""Which foot stands when, and on what: heel, whole sole or ball."""

from typing import NamedTuple

import numpy as np

from ...motion import rotations as rot
from .sole import level_pitch, pitch_of
from .windows import runs, without_short_gaps

FREE, HEEL, FLAT, TOE = 0, 1, 2, 3
SHORTEST_GAP = 0.05      # seconds; a shorter lift is flicker of the contacts, not a step
TILT = 0.06              # radians from the stance's own pitch within which a foot counts as flat
STEEP = 0.3               # radians from level at which no foot lies flat, whatever the contacts say
GROWTH = 0.12             # seconds by which a stance may be longer than its contact
CLOSE, SLOW = 0.008, 0.2  # metres and metres per second over the contact's at which a foot already stands
MOVING = 0.65             # metres per second above the stance's usual at which its pivot counts as moving
GROUNDED = 0.003         # metres above it at which a landing pivot has touched down, however it skids
FAST = 1.0                # metres per second above the contact's usual at which a foot travels
STRODE = 0.25             # metres it so travels amid a contact when it makes a step
RISEN = 0.025           # metres above the stance's usual at which its pivot counts as lifted


class Stance(NamedTuple):
    """Contacts put in order: side, start, end (P,) and phase (F, 2)."""

    side: np.ndarray
    start: np.ndarray
    end: np.ndarray
    phase: np.ndarray


def find_stances(foot_contact, feet, sole, fps, floor=0.0):
    """Stances from the contacts of heel and toe.

    Gaps shorter than 0.05 s are closed; where the weight goes from heel to toe at once, a short
    flat time is put between, so that the foot never changes its pivot while it turns. Where the foot
    makes a step amid a contact, two stances are told apart. The foot
    counts as flat only while it also lies as it does in the middle of its stance: once it tilts
    it rolls, whatever the contacts say. A stance begins and ends with its pivot at rest: frames in
    which the pivot still comes down, or already leaves, belong to the swing, and frames beyond the
    contact in which the foot lies as low and as still as in it to the stance.

    Parameters
    ----------
    foot_contact : (F, 2, 2) bool array; [frame, left/right, heel/toe]
    feet : Feet; the motion
    sole : Sole
    fps : float
    floor : float, metres; height of the ground the motion stood on
    """
    contact = np.asarray(foot_contact, dtype=bool)
    shortest = max(SHORTEST_GAP * fps, 2.0)
    phase = np.zeros(contact.shape[:2], dtype=int)
    pitch, level = pitch_of(feet), level_pitch(feet, sole)
    rows = []
    for side in range(2):
        heel, toe = contact[:, side, 0], contact[:, side, 1]
        down = without_short_gaps(heel | toe, shortest)
        height, speed = _resting(feet, sole, side, fps)
        down = _grown(down & ~_stepping(down, speed, fps), height, speed, int(round(GROWTH * fps)))
        flat = _flat(heel, toe, max(int(round(0.5 * SHORTEST_GAP * fps)), 1)) & down
        given = np.where(flat, FLAT, np.where(_nearest(heel, toe), HEEL, TOE))
        for start, end in zip(*runs(down)):
            span = slice(start, end + 1)
            rolling = _rolling(given[span], pitch[span, side], level[side], shortest)
            first, last = _at_rest(feet, sole, side, span, rolling, fps, floor)
            phase[start + first : start + last + 1, side] = rolling[first : last + 1]
            rows.append((start + first, side, start + last))
    rows = np.array(sorted(rows), dtype=int).reshape(-1, 3)
    return Stance(rows[:, 1], rows[:, 0], rows[:, 2], phase)


def _resting(feet, sole, side, fps):
    """(F,) height over a flat sole's, metres, and speed, m/s, of the lower or calmer of ball and ankle."""
    points = np.stack([feet.ball[:, side], feet.ankle[:, side]])
    step = np.linalg.norm(np.diff(points, axis=1, prepend=points[:, :1]), axis=-1)
    speed = np.maximum(step, np.append(step[:, 1:], step[:, -1:], axis=1)).min(axis=0) * fps
    return np.minimum(points[0, :, 2] - sole.ball[side], points[1, :, 2] - sole.ankle[side]), speed


def _stepping(down, speed, fps):
    """(F,) frames in which a foot in contact travels so fast and far that it makes a step, however low."""
    out = np.zeros(len(down), dtype=bool)
    for start, end in zip(*runs(down)):
        fast = speed[start : end + 1] > np.median(speed[start : end + 1]) + FAST
        for a, b in zip(*runs(fast)):
            span = slice(start + a, start + b + 1)
            out[span] = speed[span].sum() > STRODE * fps
    return out


def _grown(down, height, speed, most):
    """Contacts (F,) longer by frames at their ends in which the foot lies as low and still as in them."""
    out = down.copy()
    for start, end in zip(*runs(down)):
        span = slice(start, end + 1)
        low = (height <= np.median(height[span]) + CLOSE) & (speed <= np.median(speed[span]) + SLOW)
        for frame in range(start - 1, max(start - most, 0) - 1, -1):
            if not low[frame] or out[max(frame - 2, 0)]:
                break
            out[frame] = True
        for frame in range(end + 1, min(end + most, len(down) - 1) + 1):
            if not low[frame] or out[min(frame + 2, len(down) - 1)]:
                break
            out[frame] = True
    return out


def _rolling(phase, pitch, level, shortest):
    """(n,) phases of one stance: flat while the foot lies as in mid-stance, else on the end that is lower.

    The foot never changes from heel to ball, or back, but over a flat sole: it cannot turn about both.
    """
    flat = phase == FLAT
    usual = level
    if flat.any():
        usual = np.median(pitch[flat])
        near = flat & (np.abs(pitch - usual) <= max(TILT, np.percentile(np.abs(pitch - usual)[flat], 30)))
        usual = np.median(pitch[near])
        usual = usual if abs(usual - level) < STEEP else level
    near = flat & (np.abs(pitch - usual) <= TILT)
    near = without_short_gaps(near, shortest)
    tilted = flat | (np.abs(pitch - usual) > TILT)
    out = np.where(near, FLAT, np.where(tilted, np.where(pitch > usual, HEEL, TOE), phase))
    swap = np.flatnonzero((out[1:] != out[:-1]) & (out[1:] != FLAT) & (out[:-1] != FLAT))
    reach = max(int(round(0.5 * shortest)), 1)
    for frame in swap:
        out[max(frame + 1 - reach, 0) : frame + 1 + reach] = FLAT
    return out


def _at_rest(feet, sole, side, span, phase, fps, floor):
    """First and last of the frames of a stance in which its pivot rests."""
    count = len(phase)
    flat = phase == FLAT
    turn = mean_turn(feet.foot[span, side], flat)
    ball = feet.ball[span, side] - (0.0, 0.0, sole.ball[side])
    level = rot.mul(turn, rot.inv(feet.foot[span, side]))
    arm = rot.rotate(level, feet.ball[span, side] - feet.ankle[span, side]).mean(axis=0)
    heel = heel_path(feet, span, side, turn, heel_offset(arm, sole, side))
    pivot = np.where((phase == HEEL)[:, None], heel, ball)
    speed = np.linalg.norm(np.gradient(pivot, axis=0), axis=1) * fps if count > 1 else np.zeros(1)
    level = max(np.median(pivot[flat if flat.any() else slice(None), 2]), floor)
    lands = (pivot[:, 2] < level + GROUNDED) & (np.arange(count) < count // 2)
    rests = ((speed < np.median(speed) + MOVING) | lands) & (pivot[:, 2] < level + RISEN)
    rests[flat] = True
    if not rests.any():
        return 0, count - 1
    return int(np.argmax(rests)), count - 1 - int(np.argmax(rests[::-1]))


def mean_turn(q, chosen):
    """(4,) mean of rotations over the chosen frames, or the middle one when none is chosen."""
    if not chosen.any():
        return q[len(q) // 2]
    some = q[chosen]
    some = rot.align(some, some[len(some) // 2])
    return rot.normalized(some.mean(axis=0))


def heel_offset(arm, sole, side):
    """(..., 3) from the ankle to the heel's place on the ground, metres, for a foot standing flat.

    arm : (..., 3) from ankle to ball, metres; side : int or (...) int array
    """
    out = -sole.behind * arm / np.maximum(np.linalg.norm(arm[..., :2], axis=-1, keepdims=True), 1e-9)
    out[..., 2] = -sole.ankle[side]
    return out


def heel_path(feet, span, side, turn, offset):
    """(n, 3) the heel, which lies at an offset from the ankle while the foot has the given turn, metres."""
    in_foot = rot.rotate(rot.inv(turn), offset)
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
