"""Dance clips that people keep, with their counts, and made ready for one signer's skeleton.

A database is a folder of clips and a sheet `dances.csv` (file, bpm, first_count) that anyone can edit.
Dancers differ in skeleton, rate and rest pose: `prepare` brings every clip to the signer's skeleton by the
roles of the joints, cuts it into 4-count segments and takes their features once, for any number of songs.
"""

import csv
import logging
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from ..analysis import analyse
from ..clips import load_clip
from ..errors import ClipError, LibraryError, StepweaveError
from ..motion import Motion, retarget
from ..synthesis.planting.sole import feet_of
from .body import body_of
from .counts import Counts, CountSegment, count_segments
from .edges import steady_ends
from .features import FEATURE_JOINTS, FRAMES_PER_SEGMENT, SegmentFeatures, joined, segment_features
from .footing import grounded, heels_off, heels_up, knees_forward, levelled, on_floor
from .sheets import read_rows, row_counts
from .standing import at_ease, standing_frame

log = logging.getLogger(__name__)

SHEET = "dances.csv"
STANDS_BELOW = 0.06  # of leg length: a foot held higher than this over the floor is not standing
GLITCH_SPEED = 60.0  # radians per second; no joint turns so fast, a marker swap does


@dataclass(frozen=True, eq=False)
class DanceClip:
    """A dance and its counts.

    motion : Motion, on the dancer's own skeleton; counts : Counts of its music, or ``None`` when nobody
    knows the tempo (it is then cut at the tempo of the song it is used for, and not retimed).
    """

    motion: Motion
    counts: Counts | None = None

    @property
    def name(self):
        """The clip's name."""
        return self.motion.name

    @cached_property
    def foot_contact(self):
        """(F, 2, 2) bool array: [frame, left/right, heel/toe] on the floor."""
        motion = self.motion
        contact = analyse(motion).foot_contact.copy()
        feet = feet_of(motion)
        height = np.minimum(feet.ankle[..., 2], feet.ball[..., 2])
        low = height - np.percentile(height, 5) < STANDS_BELOW * motion.skeleton.leg_length
        return contact & low[..., None]


@dataclass(frozen=True, eq=False)
class PreparedDances:
    """Dance segments on one signer's skeleton, without fingers and face (see `body_of`).

    motions : clips on that skeleton, their feet made to stand; danced : the same as they were danced;
    contacts : (F, 2, 2) bool arrays; counts : their grids; clip : (K,) int array, segment → clip;
    segments : K CountSegment; features : SegmentFeatures; rest : (J, 4) the frame that the skeleton
    rests in, or None (see `standing`); warnings : lines for people.
    """

    motions: tuple[Motion, ...]
    danced: tuple[Motion, ...]
    contacts: tuple[np.ndarray, ...]
    counts: tuple[Counts, ...]
    clip: np.ndarray
    segments: tuple[CountSegment, ...]
    features: SegmentFeatures
    rest: np.ndarray | None = None
    warnings: tuple[str, ...] = field(default_factory=tuple)

    @cached_property
    def bpm(self):
        """(K,) tempo of each segment."""
        return np.array([segment.bpm for segment in self.segments])

    def label(self, dance):
        """Name of a dance segment for people: its counts and its clip."""
        segment = self.segments[dance]
        first = 4 * segment.number + 1
        return f"counts {first}-{first + 3} of {self.motions[self.clip[dance]].name}"


def prepare(clips, sign, song, *, joints=FEATURE_JOINTS, samples=FRAMES_PER_SEGMENT):
    """Make dance clips ready for a signer.

    Parameters
    ----------
    clips : sequence of DanceClip
    sign : Motion of the signer, whose skeleton the dances are brought to
    song : Counts; cuts clips whose own tempo nobody knows
    joints, samples : what features to take

    Returns
    -------
    PreparedDances

    Raises
    ------
    LibraryError
        If no clip holds four whole counts; the message says why each was left out.
    """
    signer = body_of(sign)
    rest = standing_frame(signer)
    skeleton = at_ease(signer, rest).skeleton
    warnings, ready, unknown = [], [], []
    for clip in clips:
        try:
            ready.append(_made_ready(clip, clip.counts or Counts(song.bpm), skeleton, joints, samples))
        except ClipError as reason:
            warnings.append(f"dance clip left out: {reason}")
            continue
        if clip.counts is None:
            unknown.append(f"'{clip.name}'")
    if unknown:
        warnings.append(
            f"tempo not known, cut at the song's {song.bpm:g} BPM and not retimed; type or tap it: "
            f"{', '.join(unknown)}"
        )
    if not ready:
        told = "; ".join(warnings) or "it is empty"
        raise LibraryError(f"dance database: no usable clip ({told})")
    motions, danced, contacts, grids, cuts, features = zip(*ready)
    return PreparedDances(
        motions,
        danced,
        contacts,
        grids,
        np.repeat(np.arange(len(cuts)), [len(cut) for cut in cuts]),
        tuple(segment for cut in cuts for segment in cut),
        joined(features),
        rest,
        tuple(warnings),
    )


def _made_ready(clip, counts, skeleton, joints, samples):
    """A clip on the signer's skeleton, made to stand and as danced; contacts, counts, segments, features.

    Raises
    ------
    ClipError
    """
    cut = _sound(clip.motion, count_segments(clip.motion.frames, clip.motion.fps, counts, whole=True))
    _need_arms(clip.motion)
    brought = brought_over(clip.motion, skeleton)
    taken = segment_features(brought, cut, joints=joints, samples=samples)
    contact = grounded(brought, heels_off(brought, clip.foot_contact))
    standing = levelled(heels_up(knees_forward(steady_ends(brought)), contact), contact)
    return standing, brought, contact, counts, cut, taken


def brought_over(motion, skeleton):
    """A dance on the signer's skeleton (at ease), its floor at z = 0."""
    motion = body_of(motion)
    return on_floor(retarget(at_ease(motion, standing_frame(motion)), skeleton))


def read_database(folder):
    """Dance clips of a folder, with the tempi of its sheet `dances.csv`.

    The sheet's columns are ``file``, ``bpm`` and ``first_count`` (seconds); a clip that is not in it, or
    has no tempo there, is kept with tempo unknown. Clips that cannot be read are left out and logged.

    Parameters
    ----------
    folder : path

    Returns
    -------
    list of DanceClip, by file name

    Raises
    ------
    LibraryError
        If the folder is missing, holds no readable clip, or the sheet names a tempo that is none.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise LibraryError(f"dance database '{folder}': no such folder")
    counts = read_sheet(folder / SHEET)
    clips, reasons = [], []
    for path in sorted(folder.glob("*.bvh")):
        try:
            clips.append(DanceClip(load_clip(path), counts.get(path.name)))
        except ClipError as reason:
            log.warning("dance clip left out: %s", reason)
            reasons.append(str(reason))
    if not clips:
        raise LibraryError(f"dance database '{folder}': {'; '.join(reasons) or 'no .bvh clips in it'}")
    return clips


def write_sheet(folder, counts):
    """Write `dances.csv` of a database: counts is a dict of file name to Counts or None."""
    with (Path(folder) / SHEET).open("w", newline="", encoding="utf-8") as sheet:
        rows = csv.writer(sheet)
        rows.writerow(("file", "bpm", "first_count"))
        for name in sorted(counts):
            grid = counts[name]
            rows.writerow((name, *(("", "") if grid is None else (f"{grid.bpm:.6g}", f"{grid.offset:.6g}"))))


def read_sheet(path):
    """Tempi of a `dances.csv`: dict of what a row calls its clip to Counts, or to None without a tempo.

    Empty when there is no such file.

    Raises
    ------
    LibraryError
        A tempo is none, a row names no clip, or one that a row above names; the message names the line.
    """
    path = Path(path)
    if not path.is_file():
        return {}
    counts = {}
    for line, row in read_rows(path, ("file", "bpm")):
        try:
            if not row["file"]:
                raise LibraryError("names no file")
            if row["file"] in counts:
                raise LibraryError(f"'{row['file']}' has a row above; keep one of them")
            counts[row["file"]] = row_counts(row, "bpm", "first_count") if row["bpm"] else None
        except StepweaveError as reason:
            raise LibraryError(f"{path.name}, line {line}: {reason}") from None
    return counts


def _sound(motion, segments):
    """Segments without tracking glitches; at least one must be left.

    Raises
    ------
    ClipError
    """
    if not segments:
        raise ClipError(
            f"clip '{motion.name}': {motion.seconds:.1f} s do not hold four whole counts; "
            f"give its own tempo and first count, or a longer clip"
        )
    dot = np.abs(np.sum(motion.rotation[1:] * motion.rotation[:-1], axis=-1)).min(axis=1)
    speed = 2.0 * np.arccos(np.minimum(dot, 1.0)) * motion.fps
    good = [s for s in segments if speed[s.start : s.end - 1].max(initial=0.0) < GLITCH_SPEED]
    if not good:
        raise ClipError(f"clip '{motion.name}': every four counts hold a tracking glitch; clean it first")
    return good


def _need_arms(motion):
    missing = [f"{part}_{s}" for s in "lr" for part in ("upper_arm", "forearm", "hand")]
    missing = [role for role in missing if role not in motion.skeleton.roles]
    if missing:
        raise ClipError(
            f"clip '{motion.name}': the dancer has no {', '.join(missing)}; set these joint roles"
        )
