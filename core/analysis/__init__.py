"""Footsteps: contacts, centre of mass, cuts and labelled segments of a clip."""

from .analyse import analyse
from .content import content_key
from .corrections import ContactCorrection, Corrections, SegmentCorrection
from .cuts import cut_at_com_peaks, cut_at_force_minima
from .mass import centre_of_mass
from .result import Analysis, Contact, Segment
from .settings import AnalysisSettings
from .table import labels_csv

__all__ = [
    "Analysis",
    "AnalysisSettings",
    "Contact",
    "ContactCorrection",
    "Corrections",
    "Segment",
    "SegmentCorrection",
    "analyse",
    "centre_of_mass",
    "content_key",
    "cut_at_com_peaks",
    "cut_at_force_minima",
    "labels_csv",
]
