"""Paths on the ground: strokes, variants, the warp curve that times them, and who would bump into whom."""

from .collisions import Walker, find_collisions
from .fitting import fit_stroke
from .handles import Handle
from .pace import Pace
from .path import Path
from .reading import read_path
from .resolving import resolve_collisions
from .spline import Spline
from .variants import propose_variants
from .warp import WarpCurve
from .warp_files import warp_from_file

__all__ = [
    "Handle",
    "Pace",
    "Path",
    "Spline",
    "Walker",
    "WarpCurve",
    "find_collisions",
    "fit_stroke",
    "propose_variants",
    "read_path",
    "resolve_collisions",
    "warp_from_file",
]
