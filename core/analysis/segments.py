"""Segments: what lies between two cuts, with its label, its parameters and how far to trust it."""

import numpy as np

from .corrections import segment_at
from .labels import CYCLES, JOINS, label_between, runs_of, strikes_in
from .parameters import parameters_of
from .result import Segment

_KNOWN = {True: 1.0, False: 0.9}  # trust in a half-cycle of a gait, in a join of two
_UNKNOWN = 0.5  # trust in any other pattern
_FALLEN = 0.55  # share of the usual height of the root below which a body has fallen or crawls
_LONGEST_FLIGHT = 0.8  # seconds; who is off the ground for longer climbs, hangs or is carried


def build_segments(tracks, state, cuts, sure, floor, bad, jumps, corrections, grounded):
    """All segments of a clip.

    Parameters
    ----------
    tracks : Tracks
    state : (F,) array of symbols
    cuts : (K,) int array
    sure : (F,) array, 0 to 1
    floor : (F, 2) array; floor under each foot, in the units of the tracks
    bad : (F,) bool array; frames left out
    jumps : (n,) int array; first frame after each jump of the body
    corrections : Corrections
    grounded : (F,) bool array; around flights that were named by the duty factor

    Returns
    -------
    tuple of K - 1 Segment
    """
    runs = runs_of(state)
    parameters = parameters_of(tracks, floor, cuts)
    reasons = _reasons(tracks, state, cuts, floor, bad, jumps)
    labelled, ignored = {}, {}
    for each in corrections.segments:
        index = segment_at(cuts, each.frame)
        if each.label:
            labelled[index] = each.label
        if each.ignored is not None:
            ignored[index] = each.ignored
    out = []
    for i, (a, b) in enumerate(zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True)):
        label, boundaries = label_between(runs, a, b)
        trust = _KNOWN[label in CYCLES] if label in CYCLES | JOINS else _UNKNOWN
        reason = "left out by hand" if ignored.get(i) else "" if ignored.get(i) is False else reasons[i]
        strikes, seconds = strikes_in(label), max(b - a, 1) / tracks.fps
        out.append(
            Segment(
                start=a,
                end=b,
                label=label,
                boundaries=boundaries,
                stride_length=2.0 * parameters[i]["speed"] * seconds / max(strikes, 1),
                cadence=60.0 * strikes / seconds,
                confidence=1.0 if i in labelled else float(sure[a : b + 1].mean()) * trust,
                ignored=bool(reason),
                reason=reason,
                corrected=i in labelled or i in ignored,
                grounded="F" in label and bool(grounded[a : b + 1].any()),
                **parameters[i],
            )
        )
    return tuple(out)


def _reasons(tracks, state, cuts, floor, bad, jumps):
    """Why each segment is not fit for use; "" where it is."""
    height = tracks.root[:, 2] - floor.min(axis=1)
    low = height < _FALLEN * np.median(height)
    runs = runs_of(state)
    long_flight = np.isin(runs.index, [
        i for i, symbol in enumerate(runs.text)
        if symbol == "F" and runs.end[i] - runs.start[i] > _LONGEST_FLIGHT * tracks.fps
    ])  # fmt: skip
    out = []
    for a, b in zip(cuts[:-1], cuts[1:], strict=True):
        part = slice(a, b + 1)
        if bad[part].any():
            reason = "holds frames that are no motion (a held pose or a spike)"
        elif np.any((jumps > a) & (jumps <= b)):
            reason = "the body jumps"
        elif low[part].mean() > 0.3:
            reason = "the body is down (a fall, a crawl)"
        elif long_flight[part].any():
            reason = "off the ground for too long (a climb, a glide)"
        elif (a == 0 or b == tracks.frames - 1) and np.any(state[part] != "S"):
            reason = "the clip begins or ends inside this step"
        else:
            reason = ""
        out.append(reason)
    return out
