"""Analyses as rows for spreadsheets and other programs."""

import csv
import io

import numpy as np

COLUMNS = (
    "clip", "start", "end", "label", "boundaries", "speed_mps", "turn_deg", "stride_length_m",
    "cadence_steps_per_min", "forward_mps", "sideways_mps", "clearance_m", "lean_deg", "arm_swing_m",
    "confidence", "ignored", "reason", "corrected", "grounded",
)  # fmt: skip


def label_rows(analysis, clip=""):
    """One row per segment.

    Parameters
    ----------
    analysis : Analysis
    clip : str; name of the clip, for the first column

    Returns
    -------
    list of tuple, in the order of ``COLUMNS``; frames counted from 0
    """
    return [_row(segment, clip) for segment in analysis.segments]


def _row(s, clip):
    """One segment in the order of ``COLUMNS``."""
    turn, lean = np.degrees([s.turn, s.lean]).round(2).tolist()
    numbers = (s.forward, s.sideways, s.clearance)
    return (
        *(clip, s.start, s.end, s.label, " ".join(map(str, s.boundaries))),
        *(round(s.speed, 4), turn, round(s.stride_length, 4), round(s.cadence, 2)),
        *(round(number, 4) for number in numbers),
        *(lean, round(s.arm_swing, 4), round(s.confidence, 3), int(s.ignored), s.reason),
        *(int(s.corrected), int(s.grounded)),
    )


def labels_csv(analyses):
    """Comma-separated text with a header, one line per segment.

    Parameters
    ----------
    analyses : iterable of (str, Analysis); clips by name

    Returns
    -------
    str
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for clip, analysis in analyses:
        writer.writerows(label_rows(analysis, clip))
    return text.getvalue()
