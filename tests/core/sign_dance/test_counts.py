import numpy as np
import pytest

from stepweave.core.errors import SpecificationError
from stepweave.core.sign_dance import Counts, tapped_tempo
from stepweave.core.sign_dance.counts import count_segments


def test_count_times_and_numbers_are_inverse_of_each_other():
    for counts in (Counts(97.3, 0.41), Counts.from_beats([0.5, 1.1, 1.6, 2.3, 2.8])):
        number = np.linspace(-7.0, 23.0, 61)
        assert np.allclose(counts.number(counts.time(number)), number)


def test_counts_follow_given_beats_and_go_on_at_the_end_tempi():
    counts = Counts.from_beats([1.0, 2.0, 2.5])
    assert np.allclose(counts.time([-1, 0, 1, 2, 4]), [0.0, 1.0, 2.0, 2.5, 3.5])


@pytest.mark.parametrize("bpm", [0.0, -90.0, 19.0, 500.0, float("nan")])
def test_a_tempo_that_is_none_is_refused_with_a_remedy(bpm):
    with pytest.raises(SpecificationError, match="type it, tap it or detect it"):
        Counts(bpm)


def test_half_and_double_tempo_keep_count_zero():
    counts = Counts(120.0, 0.3)
    assert np.allclose(counts.halved().time([0, 1]), [0.3, 1.3])
    assert np.allclose(counts.doubled().time([0, 2]), [0.3, 0.8])
    beats = Counts.from_beats(np.arange(9) * 0.5)
    assert np.allclose(beats.doubled().time([1, 2]), [0.25, 0.5])
    assert np.allclose(beats.halved().time([1, 2]), [1.0, 2.0])


def test_moving_the_one_moves_count_zero_only():
    counts = Counts(100.0, 0.2).shifted(2)
    assert counts.bpm == 100.0
    assert counts.time(0) == pytest.approx(0.2 + 2 * 0.6)


def test_every_frame_belongs_to_exactly_one_segment_of_the_clip_danced_to():
    segments = count_segments(500, 30.0, Counts(110.0, 0.7))
    covered = np.concatenate([np.arange(s.start, s.end) for s in segments])
    assert np.array_equal(covered, np.arange(500))
    assert segments[0].number == -1 and segments[0].start_time < 0.0
    assert all(s.bpm == pytest.approx(110.0) for s in segments)


def test_a_library_keeps_only_segments_that_the_clip_fills():
    # 10 s at 120 BPM from 0.5 s: four whole segments of 2 s and 1.5 s left over
    segments = count_segments(1200, 120.0, Counts(120.0, 0.5), whole=True)
    assert [s.number for s in segments] == [0, 1, 2, 3]
    assert [s.end - s.start for s in segments] == [240] * 4


def test_tapping_finds_tempo_and_first_count_with_a_late_and_a_missed_tap():
    taps = 0.8 + np.arange(12) * 60.0 / 96.0
    taps = np.delete(taps, 5)
    taps[3] += 0.03
    counts = tapped_tempo(taps)
    assert counts.bpm == pytest.approx(96.0, abs=0.5)
    assert counts.offset == pytest.approx(0.8, abs=0.02)


def test_one_tap_is_too_few():
    with pytest.raises(SpecificationError, match="at least twice"):
        tapped_tempo([1.0])
