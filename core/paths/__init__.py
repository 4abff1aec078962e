"""Paths on the ground: strokes, variants, the warp curve that times them, and who would bump into whom."""

from .fitting import fit_stroke
from .path import Path
from .reading import read_path
from .spline import Spline

__all__ = ["Path", "Spline", "fit_stroke", "read_path"]
