"""Pictures of motion without a GPU: numpy in, PNG out."""

from .filmstrip import draw_filmstrip
from .png import write_png
from .walk import Footprints, draw_walk

__all__ = ["Footprints", "draw_filmstrip", "draw_walk", "write_png"]
