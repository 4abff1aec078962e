"""The counts of a song: a tempo grid, tempo by hand, and the 4-count segments cut on it.

A dancer counts a song; one count is one beat. Four counts make a segment, the unit in which the sign
dance method of Asahina et al. (2016) cuts, compares and chooses motion.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from ..errors import SpecificationError

COUNTS_PER_SEGMENT = 4
SLOWEST_BPM, FASTEST_BPM = 20.0, 400.0
FURTHEST_COUNT = 86400.0  # seconds


@dataclass(frozen=True)
class Counts:
    """Times of the counts of a song: a steady tempo, or the beats themselves.

    Count 0 is the first count of the first segment. The grid has no end in either direction: outside
    given beats it goes on at the tempo of the nearest two.

    Parameters
    ----------
    bpm : float, counts per minute
    offset : float, seconds
        Time of count 0 in the clip or song.
    beats : (N,) array of seconds, rising, optional
        When given, count n is at ``beats[n]`` and ``bpm`` is their mean tempo.

    Raises
    ------
    SpecificationError
        If the tempo is not between 20 and 400 BPM, or a time is not finite or not rising.
    """

    bpm: float
    offset: float = 0.0
    beats: np.ndarray | None = field(default=None, repr=False, compare=False)

    def __post_init__(self):
        if not np.isfinite(self.bpm) or not SLOWEST_BPM <= self.bpm <= FASTEST_BPM:
            raise SpecificationError(
                f"tempo {self.bpm:g} BPM: a song's tempo must lie between {SLOWEST_BPM:g} and "
                f"{FASTEST_BPM:g} BPM; type it, tap it or detect it from the music"
            )
        if not abs(self.offset) <= FURTHEST_COUNT:
            raise SpecificationError(
                f"first count at {self.offset:g} s: type a time in seconds, a day away at most"
            )

    @classmethod
    def from_beats(cls, beats):
        """Counts that follow given beat times (N,), seconds, N ≥ 2, for music that is not steady."""
        beats = np.asarray(beats, float)
        if beats.ndim != 1 or len(beats) < 2 or not np.all(np.diff(beats) > 0):
            raise SpecificationError("beats: at least two rising times are needed to count a song")
        bpm = 60.0 * (len(beats) - 1) / (beats[-1] - beats[0])
        return cls(bpm=float(bpm), offset=float(beats[0]), beats=beats)

    def time(self, count):
        """Seconds at which count numbers (any shape, fractions allowed) fall."""
        count = np.asarray(count, float)
        if self.beats is None:
            return self.offset + count * 60.0 / self.bpm
        return _interpolate(count, np.arange(len(self.beats), dtype=float), self.beats)

    def number(self, time):
        """Count numbers (fractions) at times in seconds; the inverse of `time`."""
        time = np.asarray(time, float)
        if self.beats is None:
            return (time - self.offset) * self.bpm / 60.0
        return _interpolate(time, self.beats, np.arange(len(self.beats), dtype=float))

    def halved(self):
        """The same song counted half as fast."""
        beats = None if self.beats is None else self.beats[::2]
        return Counts.from_beats(beats) if beats is not None else replace(self, bpm=self.bpm / 2)

    def doubled(self):
        """The same song counted twice as fast."""
        if self.beats is None:
            return replace(self, bpm=self.bpm * 2)
        return Counts.from_beats(self.time(np.arange(2 * len(self.beats) - 1) / 2))

    def shifted(self, counts):
        """The same grid with count 0 moved by whole or part counts (to find the "one" by ear)."""
        if self.beats is None:
            return replace(self, offset=float(self.time(counts)))
        return Counts.from_beats(self.time(np.arange(len(self.beats)) + counts))


@dataclass(frozen=True)
class CountSegment:
    """Four counts of a clip.

    ``number`` counts segments from count 0 (negative before it); ``start_time`` and ``end_time``
    (seconds) are the full four counts, ``start`` and ``end`` (end not included) the frames of the
    clip inside them. A segment at either edge of the clip may be only partly filled.
    """

    number: int
    start_time: float
    end_time: float
    start: int
    end: int

    @property
    def bpm(self):
        """Tempo that the four counts define: 240 / duration."""
        return 60.0 * COUNTS_PER_SEGMENT / (self.end_time - self.start_time)


def count_segments(frames, fps, counts, *, whole=False):
    """Cut a clip into 4-count segments on a count grid.

    Parameters
    ----------
    frames : int
    fps : float
    counts : Counts
    whole : bool
        Keep only segments that the clip fills completely (for a library); otherwise every frame
        belongs to exactly one segment (for the clip that is to be danced to).

    Returns
    -------
    list of CountSegment, in time order
    """
    last_time = (frames - 1) / fps
    first = int(np.floor(counts.number(0.0) / COUNTS_PER_SEGMENT + 1e-9))
    last = int(np.floor(counts.number(last_time) / COUNTS_PER_SEGMENT + 1e-9))
    numbers = np.arange(first, last + 1)
    edges = counts.time(COUNTS_PER_SEGMENT * np.arange(first, last + 2))
    edge_frames = np.clip(np.ceil(edges * fps - 1e-6).astype(int), 0, frames)
    edge_frames[0], edge_frames[-1] = 0, frames
    half_frame = 0.5 / fps
    segments = []
    for i, number in enumerate(numbers):
        filled = edges[i] >= -half_frame and edges[i + 1] <= last_time + 1.0 / fps + half_frame
        if edge_frames[i + 1] > edge_frames[i] and (filled or not whole):
            segments.append(
                CountSegment(int(number), float(edges[i]), float(edges[i + 1]), int(edge_frames[i]),
                             int(edge_frames[i + 1]))
            )
    return segments


def tapped_tempo(taps):
    """Tempo and first count from tapping along.

    A straight line is fitted to the taps, so that one late tap does little; a missed tap (a gap of
    two or three counts) is counted as such.

    Parameters
    ----------
    taps : (N,) array, seconds, N ≥ 2

    Returns
    -------
    Counts

    Raises
    ------
    SpecificationError
        With fewer than two taps, or taps that do not rise.
    """
    taps = np.asarray(taps, float)
    if taps.ndim != 1 or len(taps) < 2 or not np.all(np.diff(taps) > 0):
        raise SpecificationError("tapped tempo: tap at least twice, four times or more for a sure tempo")
    gaps = np.diff(taps)
    number = np.concatenate([[0.0], np.cumsum(np.maximum(1.0, np.round(gaps / np.median(gaps))))])
    period, offset = np.polyfit(number, taps, 1)
    return Counts(bpm=float(60.0 / period), offset=float(offset))


def _interpolate(at, known, value):
    """Linear interpolation that goes on at the end slopes instead of stopping."""
    inside = np.interp(at, known, value)
    before = value[0] + (at - known[0]) * (value[1] - value[0]) / (known[1] - known[0])
    after = value[-1] + (at - known[-1]) * (value[-1] - value[-2]) / (known[-1] - known[-2])
    return np.where(at < known[0], before, np.where(at > known[-1], after, inside))
