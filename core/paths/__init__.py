"""Paths on the ground: strokes, variants, the warp curve that times them, and who would bump into whom."""

from .path import Path

__all__ = ["Path"]
