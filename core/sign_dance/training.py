"""A Sign Dance Model from pairs of takes: a song signed, and the same song sign-danced."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..clips import load_clip
from ..errors import LibraryError, StepweaveError
from ..motion import Motion
from .body import body_of
from .counts import Counts, count_segments
from .evaluation import leave_one_song_out
from .features import FEATURE_JOINTS, FRAMES_PER_SEGMENT, joined, segment_features
from .model import fit_model
from .sheets import read_rows, row_counts
from .standing import at_ease, standing_frame

COLUMNS = ("sign", "dance", "bpm", "sign_first_count", "dance_first_count", "song")


@dataclass(frozen=True, eq=False)
class TakePair:
    """Two takes of one song: signed, and sign-danced, each with the song's counts in its own time."""

    song: str
    sign: Motion
    dance: Motion
    sign_counts: Counts
    dance_counts: Counts


def train_model(pairs, *, ridge=0.0, joints=FEATURE_JOINTS, samples=FRAMES_PER_SEGMENT):
    """Train a Sign Dance Model and see what it is worth.

    Parameters
    ----------
    pairs : sequence of TakePair
    ridge : float; 0 is ordinary least squares as in the paper
    joints, samples : the features

    Returns
    -------
    SignDanceModel
    dict
        JSON-ready: what it was trained on and, with two songs or more, the leave-one-song-out figures.

    Raises
    ------
    LibraryError
        If there are no pairs, or a pair shares no four whole counts.
    """
    if not pairs:
        raise LibraryError("training: no pairs of takes; name at least one sign take and its dance take")
    sign, dance, songs, sources = [], [], [], []
    for pair in pairs:
        cuts = _shared_segments(pair)
        for motion, cut, out in ((pair.sign, cuts[0], sign), (pair.dance, cuts[1], dance)):
            body = body_of(motion)
            eased = at_ease(body, standing_frame(body))
            out.append(segment_features(eased, cut, joints=joints, samples=samples))
        songs += [pair.song] * len(cuts[0])
        sources.append(
            {
                "song": pair.song,
                "sign": pair.sign.name,
                "dance": pair.dance.name,
                "bpm": pair.sign_counts.bpm,
                "segments": len(cuts[0]),
                "sign_sha256": _fingerprint(pair.sign),
                "dance_sha256": _fingerprint(pair.dance),
            }
        )
    sign, dance = joined(sign), joined(dance)
    model = fit_model(sign, dance, ridge=ridge, joints=joints, trained_on={"pairs": sources})
    report = {"trained_on": model.trained_on, "leave_one_song_out": None}
    if len(set(songs)) >= 2:
        report["leave_one_song_out"] = leave_one_song_out(sign, dance, songs, ridge=ridge)
    return model, report


def read_pairs(path):
    """Pairs of takes from a CSV file.

    Columns ``sign``, ``dance`` (BVH files, relative to the CSV), ``bpm``; optionally
    ``sign_first_count`` and ``dance_first_count`` (seconds, 0 by default) and ``song`` (the sign file's
    name by default).

    Parameters
    ----------
    path : path

    Returns
    -------
    list of TakePair

    Raises
    ------
    LibraryError
        Naming the line that is wrong.
    """
    path = Path(path)
    if not path.is_file():
        raise LibraryError(f"pairs '{path}': no such file")
    pairs = []
    for line, row in read_rows(path, COLUMNS[:3]):
        try:
            for name in COLUMNS[:3]:
                if not row[name]:
                    raise LibraryError(f"{name} is empty")
            files = [path.parent / row[name] for name in ("sign", "dance")]
            counts = [row_counts(row, "bpm", f"{name}_first_count") for name in ("sign", "dance")]
            song = row.get("song") or files[0].stem
            pairs.append(TakePair(song, load_clip(files[0]), load_clip(files[1]), *counts))
        except StepweaveError as reason:
            raise LibraryError(f"{path.name}, line {line}: {reason}") from None
    if not pairs:
        raise LibraryError(f"{path.name}: no pairs in it")
    return pairs


def _shared_segments(pair):
    """Segments that both takes fill, matched by their number in the song: (sign's, dance's)."""
    cuts = [
        {s.number: s for s in count_segments(motion.frames, motion.fps, counts, whole=True)}
        for motion, counts in ((pair.sign, pair.sign_counts), (pair.dance, pair.dance_counts))
    ]
    numbers = sorted(set(cuts[0]) & set(cuts[1]))
    if not numbers:
        raise LibraryError(
            f"training, song '{pair.song}': '{pair.sign.name}' and '{pair.dance.name}' share no four whole "
            f"counts; check tempo and first counts"
        )
    return [[cut[n] for n in numbers] for cut in cuts]


def _fingerprint(motion):
    """Short content hash, so that a model can be traced to the very takes."""
    return hashlib.sha256(np.ascontiguousarray(motion.rotation).tobytes()).hexdigest()[:16]
