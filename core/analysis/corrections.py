"""What a person has set right; it wins over the analysis."""

import re
from dataclasses import dataclass

import numpy as np

from ..errors import SpecificationError
from .labels import runs_of

_LABEL = re.compile(r"[SLRDF]+\Z")
_TWICE = re.compile(r"(.)\1")
CERTAIN = 1000.0  # log-odds of what a person has said


@dataclass(frozen=True)
class ContactCorrection:
    """Whether a foot stands in a stretch of frames.

    Attributes
    ----------
    side : "L" or "R"
    start, end : int; first and last frame, both included
    planted : bool
    """

    side: str
    start: int
    end: int
    planted: bool = True


@dataclass(frozen=True)
class SegmentCorrection:
    """The right footstep pattern of one segment, or that it is not to be used.

    Attributes
    ----------
    frame : int; any frame of the segment
    label : str; footstep pattern; "" leaves it as found
    ignored : bool or None; None leaves it as found
    """

    frame: int
    label: str = ""
    ignored: bool | None = None


@dataclass(frozen=True)
class Corrections:
    """All corrections of one clip; later ones win over earlier ones.

    Raises
    ------
    SpecificationError
        For a label that is not made of S, L, R, D, F, or that repeats a symbol; for a side that is
        neither L nor R.
    """

    segments: tuple[SegmentCorrection, ...] = ()
    contacts: tuple[ContactCorrection, ...] = ()

    def __post_init__(self):
        """Check what was typed."""
        for segment in self.segments:
            if segment.label and (not _LABEL.match(segment.label) or _TWICE.search(segment.label)):
                raise SpecificationError(
                    f"label '{segment.label}' at frame {segment.frame}: use S, L, R, D, F, none twice running"
                )
        for contact in self.contacts:
            if contact.side not in ("L", "R"):
                raise SpecificationError(
                    f"contact at frame {contact.start}: the side is L or R, not '{contact.side}'"
                )


def correct_evidence(foot, corrections, rate, fps):
    """Log-odds (N, 2) of each foot being down, with a person's word put over them."""
    foot = foot.copy()
    for contact in corrections.contacts:
        first = int(np.floor(contact.start * rate / fps))
        last = int(np.ceil((contact.end + 1) * rate / fps))
        foot[max(first, 0) : last, "LR".index(contact.side)] = CERTAIN if contact.planted else -CERTAIN
    return foot


def correct_contacts(state, corrections):
    """States (F,) in which each corrected foot stands exactly in the frames that a person has said."""
    state = state.copy()
    for contact in corrections.contacts:
        stretch = state[max(contact.start, 0) : contact.end + 1]
        own, other = contact.side, "R" if contact.side == "L" else "L"
        if contact.planted:
            stretch[stretch == "F"] = own
            stretch[stretch == other] = "D"
        else:
            stretch[stretch == own] = "F"
            stretch[np.isin(stretch, ["D", "S"])] = other
    return state


def correct_labels(state, cuts, corrections):
    """States (F,) that spell, in each corrected segment, the label a person has given it.

    Where the number of symbols stays the same, so do the moments of change; else they are spread evenly.
    """
    state = state.copy()
    for segment in corrections.segments:
        if not segment.label:
            continue
        index = segment_at(cuts, segment.frame)
        a, b = int(cuts[index]), int(cuts[index + 1])
        label = segment.label
        inner = runs_of(state[a : b + 1]).start[1:]
        if len(inner) != len(label) - 1:
            inner = np.round(np.linspace(0, b - a + 1, len(label) + 1)[1:-1]).astype(int)
        lengths = np.diff(np.concatenate([[0], inner, [b - a + 1]]))
        state[a : b + 1] = np.repeat(list(label), lengths)
    return state


def segment_at(cuts, frame):
    """Index of the segment that holds a frame."""
    return int(np.clip(np.searchsorted(cuts, frame, side="right") - 1, 0, len(cuts) - 2))
