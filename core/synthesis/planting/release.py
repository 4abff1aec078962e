"""Plants that end early: a foot the body has left behind comes off before its leg is pulled straight."""

from dataclasses import replace

import numpy as np

from .stances import FREE, TOE

STRAIGHTER = 0.03         # radians by which a pushing knee may be straighter than the source's
SOONEST = 0.15            # seconds by which a foot may leave its plant early


def let_go(held, reach, own, leg):
    """Plants of which those end early whose foot lies further behind than its leg is long.

    A foot that rolls on its ball gives way as far as it can; from there on only the knee could answer,
    by snapping straight and back. It leaves the ground instead: while it stands on its ball, at most
    0.15 s early, and not before the other foot has landed, unless the body flies anyway.

    Parameters
    ----------
    held : Held
    reach : (F, 2, 3) array, metres; hip to ankle as the plants ask
    own : (F, 2) array, metres; hip to ankle distance of the motion before
    leg : (F, 2) array, metres; thigh plus shin

    Returns
    -------
    Plants; ``held.plants`` itself when no foot is let go
    """
    plants, soonest = held.plants, int(round(SOONEST * held.fps))
    straighter = STRAIGHTER * 0.5 * leg * np.sqrt(np.maximum(1.0 - (own / leg) ** 2, 0.0))
    lacking = np.linalg.norm(reach, axis=-1) > own + straighter
    end, phase = plants.end.copy(), plants.phase.copy()
    for k, (side, start, last) in enumerate(zip(plants.side, plants.start, plants.end)):
        first = max(start + 1, last + 1 - soonest)
        bound = _free_from(held, side, first, last)
        short = np.flatnonzero(lacking[bound : last + 1, side])
        if last + 1 < len(phase) and len(short):
            end[k] = bound + short[0] - 1
            phase[end[k] + 1 : last + 1, side] = FREE
    return plants if np.array_equal(end, plants.end) else replace(plants, end=end, phase=phase)


def _free_from(held, side, first, last):
    """First frame of the last ones of a plant in which the foot is on its ball and not needed."""
    span = slice(first, last + 1)
    bound = held.phase[span, side] != TOE
    other = held.down[: last + 2, 1 - side]
    if other[-1]:
        bound |= ~other[span]
    kept = np.flatnonzero(bound)
    return first + kept[-1] + 1 if len(kept) else first
