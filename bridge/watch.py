"""Which Curve objects have been dealt with, so that an edit is told from our own writing."""

from ..core.errors import StepweaveError
from . import curves

_dealt_with = {}            # name of the Curve object -> digest of its points


def acknowledge(thing):
    """Take a Curve object's present points as dealt with."""
    _dealt_with[thing.name] = digest(thing)


def is_new(thing):
    """Whether a Curve object's points are others than those dealt with last."""
    return _dealt_with.get(thing.name) != digest(thing)


def forget():
    """Nothing has been dealt with: another file was loaded."""
    _dealt_with.clear()


def digest(thing):
    """Number that stands for a Curve object's points in the world; None when it has none."""
    try:
        points, closed = curves.curve_points(thing)
    except StepweaveError:
        return None
    return hash((points.tobytes(), closed))
