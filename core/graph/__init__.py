"""The two-level motion transition graph: groups of equal footstep pattern and how they join."""

from .groups import Group
from .motion_graph import MotionGraph, build_graph
from .patterns import CYCLES, GAITS, can_follow, gaits_of, mirrored_label
from .pose_space import PoseSpace
from .transitions import Transition
from .travel import Travel, travel_of, without_sway

__all__ = [
    "CYCLES",
    "GAITS",
    "Group",
    "MotionGraph",
    "PoseSpace",
    "Transition",
    "Travel",
    "build_graph",
    "can_follow",
    "gaits_of",
    "mirrored_label",
    "travel_of",
    "without_sway",
]
