"""Paths on the ground: strokes, variants, the warp curve that times them, and who would bump into whom."""

from .fitting import fit_stroke
from .path import Path
from .reading import read_path
from .spline import Spline
from .variants import Variants, propose_variants

__all__ = ["Path", "Spline", "Variants", "fit_stroke", "propose_variants", "read_path"]
