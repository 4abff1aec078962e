"""Plants within reach: feet come off before their legs are pulled straight, and land once they can."""

from dataclasses import fields, replace

import numpy as np

from .stances import FREE, TOE

STRAIGHTER = 0.03         # radians by which a leaving foot's knee may be straighter than the source's
LANDING = 0.12            # radians by which a landing foot's may, if it cannot come nearer in time
SNAP = 0.1                # radians beyond which a leaving knee would snap: only then is its foot let go
BENT, SPARE = 0.7, 0.35   # radians of bend beyond which that share of it may be spent on straightening
SOONEST = 0.15            # seconds by which a foot may leave its plant early
LATEST = 0.15             # seconds by which it may land late


def within_reach(held, reach, own, leg):
    """Plants of which those end early, or begin late, whose foot lies further away than its leg is long.

    A foot that rolls on its ball gives way as far as it can; from there on only the knee could answer,
    by snapping straight and back. It leaves the ground instead: while it stands on its ball, at most
    0.15 s early, and not before the other foot has landed, unless the body flies anyway. A foot that
    lands too far ahead would be reached for with a straight leg all through its swing: it lands up to
    0.15 s later, once the body has come near.

    Parameters
    ----------
    held : Held
    reach : (F, 2, 3) array, metres; hip to ankle as the plants ask
    own : (F, 2) array, metres; hip to ankle distance of the motion before
    leg : (F, 2) array, metres; thigh plus shin

    Returns
    -------
    Plants; ``held.plants`` itself when all are in reach
    """
    plants = held.plants
    distance = np.linalg.norm(reach, axis=-1)
    straighter = (distance - own) / (0.5 * leg * np.sqrt(np.maximum(1.0 - (own / leg) ** 2, 1e-9)))
    spare = _spare(distance, leg)
    begin, end, phase = plants.start.copy(), plants.end.copy(), plants.phase.copy()
    for k, side in enumerate(plants.side):
        begin[k] = _lands(held, straighter[:, side] - 0.5 * spare[:, side], k)
        phase[plants.start[k] : begin[k], side] = FREE
    landed, straighter = phase != FREE, straighter - spare
    for k, side in enumerate(plants.side):
        end[k] = _leaves(held, landed[:, 1 - side], straighter[:, side], k, begin[k])
        phase[end[k] + 1 : plants.end[k] + 1, side] = FREE
    if np.array_equal(end, plants.end) and np.array_equal(begin, plants.start):
        return plants
    order = np.argsort(begin, kind="stable")
    changed = replace(plants, start=begin, end=end)
    rows = {f.name: getattr(changed, f.name)[order] for f in fields(changed) if f.name != "phase"}
    return replace(changed, phase=phase, **rows)


def _spare(distance, leg):
    """(F, 2) radians by which bent knees of leaving feet may be straighter: far from straight, none snaps.

    Landing feet are granted half of it, for it is the pelvis that would come down to them.
    """
    return SPARE * np.maximum(2.0 * np.arccos(np.minimum(distance / leg, 1.0)) - BENT, 0.0)


def _lands(held, straighter, k):
    """First frame on the ground of plant k: while the other foot still stands, if it did before."""
    plants = held.plants
    side, start, last = plants.side[k], plants.start[k], plants.end[k]
    last = min(start + int(round(LATEST * held.fps)), last - 1)
    left = np.flatnonzero(~held.down[start : last + 1, 1 - side])
    if len(left) and left[0] > 0:
        last = start + left[0] - 1
    for most in (STRAIGHTER, LANDING) if start > 0 else ():
        near = np.flatnonzero(straighter[start : last + 1] <= most)
        if len(near):
            return start + near[0]
    return start


def _leaves(held, other, straighter, k, start):
    """Last frame on the ground of plant k, which starts at a frame; other (F,) is where the other stands."""
    side, last = held.plants.side[k], held.plants.end[k]
    soonest = int(round(SOONEST * held.fps))
    begun_before = start == 0 and last < soonest
    if begun_before or last + 1 >= len(straighter):
        return last
    first = max(start + 1, last + 1 - soonest)
    needed = held.phase[first : last + 1, side] != TOE
    if other[last + 1]:
        needed |= ~other[first : last + 1]
    kept = np.flatnonzero(needed)
    first += kept[-1] + 1 if len(kept) else 0
    tail = straighter[first : last + 1]
    return first + int(np.argmax(tail > STRAIGHTER)) - 1 if np.any(tail > SNAP) else last
