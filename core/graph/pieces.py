"""The segments of a clip that can serve, with long stands cut off and kept apart."""

from dataclasses import replace

#: Segments the analysis is less sure of than this are left out.
_LEAST_CONFIDENCE = 0.4
#: Seconds of standing that a start or a stop keeps, and the shortest and longest stand of its own.
_KEPT, _SHORTEST, _LONGEST = 0.3, 0.2, 4.0


def pieces_of(analysis):
    """The usable segments of a clip, in order.

    A start keeps only the last of the standing before it, a stop only the first of the standing after
    it; what is cut off becomes segments of label "S". A clip that begins or ends in a stand holds its
    first start and last stop whole.

    Parameters
    ----------
    analysis : Analysis

    Returns
    -------
    list of Segment
    """
    out = []
    for segment in analysis.segments:
        if segment.confidence >= _LEAST_CONFIDENCE and _whole(segment, analysis.frames):
            out += _without_long_stands(segment, analysis.fps)
    return out


def _whole(segment, frames):
    """Whether a segment is fit for use: not ignored, or ignored only for the clip's end it stands at."""
    if not segment.ignored:
        return True
    first, last = segment.start == 0, segment.end >= frames - 1
    if segment.corrected or not (first or last):
        return False
    return not (first and segment.label[0] != "S") and not (last and segment.label[-1] != "S")


def _without_long_stands(segment, fps):
    if segment.label == "S":
        return _stands(segment, segment.start, segment.end, fps)
    keep = round(_KEPT * fps)
    before, after, out = [], [], segment
    if segment.label[0] == "S" and segment.boundaries and segment.boundaries[0] - segment.start > keep:
        begin = segment.boundaries[0] - keep
        before = _stands(segment, segment.start, begin, fps)
        out = replace(out, start=begin, ignored=False)
    if segment.label[-1] == "S" and segment.boundaries and segment.end - segment.boundaries[-1] > keep:
        end = segment.boundaries[-1] + keep
        after = _stands(segment, end, segment.end, fps)
        out = replace(out, end=end, ignored=False)
    return [*before, out, *after]


def _stands(segment, start, end, fps):
    """The stretch from start to end as stands, none too long."""
    out = []
    while end - start >= _SHORTEST * fps:
        stop = min(end, start + round(_LONGEST * fps))
        piece = replace(segment, start=start, end=stop, label="S", boundaries=(), speed=0.0, ignored=False)
        out.append(piece)
        start = stop
    return out
