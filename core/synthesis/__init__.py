"""From a stream of wishes to a walk: time alignment, weights, blending, stitching, planted feet, paths."""

from .follow import Walk, follow_path
from .live import LiveTake
from .planting import Plants, plant_feet
from .specification import Specification, fastest
from .stream import WalkSegment, WalkState, start, step

__all__ = [
    "LiveTake",
    "Plants",
    "Specification",
    "Walk",
    "WalkSegment",
    "WalkState",
    "fastest",
    "follow_path",
    "plant_feet",
    "start",
    "step",
]
