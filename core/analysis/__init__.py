"""Footsteps: contacts, centre of mass, cuts and labelled segments of a clip."""

from .analyse import analyse
from .cuts import cut_at_com_peaks, cut_at_force_minima
from .mass import centre_of_mass
from .result import Analysis, Contact, Segment
from .settings import AnalysisSettings

__all__ = [
    "Analysis",
    "AnalysisSettings",
    "Contact",
    "Segment",
    "analyse",
    "centre_of_mass",
    "cut_at_com_peaks",
    "cut_at_force_minima",
]
