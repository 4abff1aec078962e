"""From a stream of wishes to a walk: time alignment, weights, blending, stitching, planted feet, paths."""

from .follow import Walk, follow_path
from .live import LiveTake
from .pace import distance_at_speed
from .planting import Plants, plant_feet
from .preview import preview_footprints
from .specification import Specification, fastest
from .stream import WalkSegment, WalkState, start, step

__all__ = [
    "LiveTake",
    "Plants",
    "Specification",
    "Walk",
    "WalkSegment",
    "WalkState",
    "distance_at_speed",
    "fastest",
    "follow_path",
    "plant_feet",
    "preview_footprints",
    "start",
    "step",
]
