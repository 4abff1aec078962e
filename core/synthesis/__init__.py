"""From a stream of wishes to a walk: time alignment, weights, blending, stitching, planted feet, paths."""

from .follow import Walk, follow_path
from .planting import Plants, plant_feet
from .specification import Specification
from .stream import WalkSegment, WalkState, start, step

__all__ = [
    "Plants",
    "Specification",
    "Walk",
    "WalkSegment",
    "WalkState",
    "follow_path",
    "plant_feet",
    "start",
    "step",
]
