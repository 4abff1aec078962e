"""Which Curve objects have changed: an edit is told from our own writing, and waits to be dealt with."""

import time

from ...core.errors import StepweaveError
from . import curves

_dealt_with = {}            # name of the Curve object -> digest of its points
_changed = {}               # name of the Curve object -> when it changed last


def acknowledge(thing):
    """Take a Curve object's present points as dealt with."""
    _dealt_with[thing.name] = digest(thing)


def is_new(thing):
    """Whether a Curve object's points are others than those dealt with last."""
    return _dealt_with.get(thing.name) != digest(thing)


def forget():
    """Nothing has been dealt with and nothing waits: another file was loaded."""
    _dealt_with.clear()
    _changed.clear()


def mark(name):
    """The characters of a Curve object are to follow it."""
    _changed[name] = time.perf_counter()


def is_waiting():
    """Whether anything has been marked."""
    return bool(_changed)


def since_last():
    """Seconds since something was marked last."""
    return time.perf_counter() - max(_changed.values())


def take():
    """Names of what was marked; nothing waits any more."""
    names = list(_changed)
    _changed.clear()
    return names


def up_to_date(character):
    """A character's walk was just made: nothing that was marked for it is left to do."""
    for thing in (character.path, character.warp):
        if thing is not None:
            _changed.pop(thing.name, None)
            acknowledge(thing)


def digest(thing):
    """Number that stands for a Curve object's points in the world; None when it has none."""
    try:
        points, closed = curves.curve_points(thing)
    except StepweaveError:
        return None
    return hash((points.tobytes(), closed))
