"""Paths on the ground: strokes, variants, the warp curve that times them, and who would bump into whom."""

from .fitting import fit_stroke
from .handles import Handle, beat_frames, snap
from .pace import Pace
from .path import Path
from .reading import read_path
from .spline import Spline
from .variants import Variants, propose_variants
from .warp import WarpCurve

__all__ = [
    "Handle",
    "Pace",
    "Path",
    "Spline",
    "Variants",
    "WarpCurve",
    "beat_frames",
    "fit_stroke",
    "propose_variants",
    "read_path",
    "snap",
]
