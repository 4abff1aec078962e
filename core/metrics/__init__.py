"""An independent judge of any motion: feet, ground, path, timing, joins, knees, poses."""

from .feet import measure_feet
from .footing import FootPoints, Stances, find_stances, foot_points
from .joints import Reference, measure_joins, measure_knees, measure_ranges
from .path_error import measure_path
from .report import measure

__all__ = [
    "FootPoints",
    "Reference",
    "Stances",
    "find_stances",
    "foot_points",
    "measure",
    "measure_feet",
    "measure_joins",
    "measure_knees",
    "measure_path",
    "measure_ranges",
]
