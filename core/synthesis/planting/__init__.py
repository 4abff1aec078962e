"""Feet that stay where they are put: exact plants by analytic IK (Kovar et al. 2002's aim)."""

from .plant import plant_feet
from .plants import Plants
from .ranges import Ranges
from .sole import Sole, calibrate_sole

__all__ = ["Plants", "Ranges", "Sole", "calibrate_sole", "plant_feet"]
