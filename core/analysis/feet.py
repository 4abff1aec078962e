"""From states to the stances of each foot, heel and toe apart."""

import numpy as np

from .result import Contact


def contacts_of(contact):
    """Stances of both feet, by start.

    Parameters
    ----------
    contact : (F, 2) bool array

    Returns
    -------
    tuple of Contact
    """
    out = [
        Contact("LR"[foot], int(a), int(b) - 1) for foot in (0, 1) for a, b in _stretches(contact[:, foot])
    ]
    return tuple(sorted(out, key=lambda each: (each.start, each.side)))


def soles_of(contacts, feet):
    """Where each stance puts its foot: heel and ball in the frame in which they move least.

    Parameters
    ----------
    contacts : sequence of C Contact
    feet : (F, 2, 2, 3) array; [frame, left/right, heel/ball]

    Returns
    -------
    (C, 2, 3) array, in the units of the feet; heel and ball
    """
    moved = np.linalg.norm(np.gradient(feet, axis=0), axis=-1).sum(axis=2)
    out = np.empty((len(contacts), 2, 3))
    for i, each in enumerate(contacts):
        foot = "LR".index(each.side)
        out[i] = feet[each.start + int(np.argmin(moved[each.start : each.end + 1, foot])), foot]
    return out


def heel_and_toe(contact, odds):
    """Which part of the foot is down: from heel strike to heel-off, from toe-down to toe-off.

    Within one stance each part is down once: over the stretch that its evidence speaks for most.

    Parameters
    ----------
    contact : (F, 2) bool array
    odds : (F, 2, 2) array; log-odds of [left/right, heel/toe] being down

    Returns
    -------
    (F, 2, 2) bool array; some part is down in every frame of contact, none outside
    """
    out = np.zeros(odds.shape, bool)
    for foot in (0, 1):
        for a, b in _stretches(contact[:, foot]):
            spans = [_best_stretch(odds[a:b, foot, part]) for part in (0, 1)]
            for part, (low, high) in enumerate(_covering(spans, b - a)):
                out[a + low : a + high, foot, part] = True
    return out


def _stretches(down):
    """(n, 2) first frame and frame after the last of each stretch of True."""
    edge = np.flatnonzero(np.diff(np.concatenate([[False], down, [False]]).astype(np.int8)))
    return edge.reshape(-1, 2)


def _best_stretch(odds):
    """(low, high) of the stretch with the largest sum; empty when nothing is above zero."""
    total = np.concatenate([[0.0], np.cumsum(odds)])
    least = np.minimum.accumulate(total)
    high = int(np.argmax(total - least))
    low = int(np.argmin(total[: high + 1])) if high else 0
    return low, high


def _covering(spans, length):
    """Stretch heel and toe just enough that some part is down all through the stance."""
    (heel_low, heel_high), (toe_low, toe_high) = spans
    if heel_high <= heel_low and toe_high <= toe_low:
        return (0, length), (0, length)
    if heel_high <= heel_low:
        return (0, 0), (0, length)
    if toe_high <= toe_low:
        return (0, length), (0, 0)
    if heel_low <= toe_low:
        heel_low = 0
    else:
        toe_low = 0
    if toe_high >= heel_high:
        toe_high = length
    else:
        heel_high = length
    if heel_high < toe_low:
        toe_low = heel_high
    if toe_high < heel_low:
        heel_low = toe_high
    return (heel_low, heel_high), (toe_low, toe_high)
