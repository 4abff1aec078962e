"""Sign dance: the hands keep their words, the body dances (after Asahina et al. 2016)."""

from .assembly import AssemblySettings, SignDance, make_sign_dance
from .beats import track_beats
from .counts import Counts, tapped_tempo
from .database import DanceClip, prepare, read_database
from .model import SignDanceModel
from .selection import SelectionSettings, Wishes
from .training import TakePair, read_pairs, train_model

__all__ = [
    "AssemblySettings",
    "Counts",
    "DanceClip",
    "SelectionSettings",
    "SignDance",
    "SignDanceModel",
    "TakePair",
    "Wishes",
    "make_sign_dance",
    "prepare",
    "read_database",
    "read_pairs",
    "tapped_tempo",
    "track_beats",
    "train_model",
]
