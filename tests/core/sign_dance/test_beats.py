import numpy as np
import pytest

from stepweave.core.errors import ClipError
from stepweave.core.sign_dance import track_beats
from stepweave.core.sign_dance.generated_music import PATTERNS, generated_music
from stepweave.core.sign_dance.reports import beats_report

TEMPI = (60.0, 83.0, 117.0, 152.0, 200.0)


def f_measure(truth, found, window=0.07):
    """One-to-one matches within the window, as mir_eval counts them for well separated beats."""
    away = np.abs(np.asarray(truth)[:, None] - np.asarray(found)[None])
    hits = np.count_nonzero(away.min(axis=1) <= window)
    hits = min(hits, np.count_nonzero(away.min(axis=0) <= window))
    return 2.0 * hits / (len(truth) + len(found))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_beats_of_steady_music_are_found_at_every_tempo(pattern):
    for k, bpm in enumerate(TEMPI):
        samples, truth = generated_music(pattern, bpm, 20.0, silence=(0.0, 2.3)[k % 2], seed=k)
        beats = track_beats(samples, 22050)
        assert f_measure(truth, beats.times) >= 0.95, (pattern, bpm, beats.bpm)
        assert beats.steady
        assert beats.bpm == pytest.approx(bpm, rel=0.002)


def test_beats_do_not_begin_in_the_silence_before_the_music():
    samples, truth = generated_music("drums", 100.0, 20.0, silence=3.1)
    assert track_beats(samples, 22050).offset == pytest.approx(truth[0], abs=0.03)


def test_our_f_measure_agrees_with_mir_eval():
    mir_eval = pytest.importorskip("mir_eval")
    rng = np.random.default_rng(0)
    truth = np.arange(0.5, 30.0, 0.5)
    found = truth[rng.random(len(truth)) > 0.2]
    found = np.sort(found + rng.normal(0.0, 0.05, len(found)))
    assert f_measure(truth, found) == pytest.approx(mir_eval.beat.f_measure(truth, found), abs=0.02)


def test_a_typed_tempo_settles_half_or_double():
    samples, _ = generated_music("drums", 80.0, 20.0)
    assert track_beats(samples, 22050, bpm=160.0).bpm == pytest.approx(160.0, rel=0.01)
    assert track_beats(samples, 22050, bpm=80.0).bpm == pytest.approx(80.0, rel=0.01)


def test_other_tempi_offered_hold_half_and_double():
    samples, _ = generated_music("drums", 100.0, 20.0)
    others = track_beats(samples, 22050).alternatives
    assert any(abs(tempo - 50.0) < 1.0 for tempo in others)
    assert any(abs(tempo - 200.0) < 2.0 for tempo in others)


def test_music_that_slows_down_is_counted_by_its_beats():
    truth = np.cumsum(np.linspace(0.5, 0.58, 44))
    click, _ = generated_music("clicks", 60.0, 0.9)
    samples = np.zeros(int(25 * 22050))
    for time in truth:
        start = int(time * 22050)
        samples[start : start + 2000] += click[:2000]
    beats = track_beats(samples, 22050)
    assert not beats.steady
    assert f_measure(truth, beats.times) >= 0.95
    assert beats.counts().time(40) - beats.counts().time(39) > beats.counts().time(2) - beats.counts().time(1)


@pytest.mark.parametrize("pattern", ["clicks", "drums", "swing"])
@pytest.mark.parametrize(("first", "then"), [(120.0, 150.0), (150.0, 120.0), (120.0, 96.0)])
def test_music_that_suddenly_takes_another_tempo_is_followed(pattern, first, then):
    seconds = round(12.0 * first / 60.0) * 60.0 / first  # whole beats
    one, begins = generated_music(pattern, first, seconds + 1.0)
    other, goes_on = generated_music(pattern, then, 12.0, seed=1)
    samples = np.concatenate([one[: int(seconds * 22050)], other])
    truth = np.concatenate([begins[begins < seconds - 1e-6], goes_on + seconds])
    beats = track_beats(samples, 22050)
    assert not beats.steady
    assert f_measure(truth, beats.times) >= 0.95


@pytest.mark.parametrize(
    "samples", [np.zeros(22050 * 10), np.sin(np.arange(22050 * 10) * 0.05)], ids=["silence", "held tone"]
)
def test_music_without_onsets_asks_for_a_typed_tempo(samples):
    with pytest.raises(ClipError, match="tempo"):
        track_beats(samples, 22050)


def test_too_short_music_is_told_so():
    with pytest.raises(ClipError, match="at least 3 s"):
        track_beats(np.zeros(1000), 22050)


def test_the_report_is_plain_values():
    samples, truth = generated_music("drums", 120.0, 10.0)
    report = beats_report(samples, 22050)
    assert report["bpm"] == pytest.approx(120.0, rel=0.01)
    assert len(report["beats_s"]) == pytest.approx(len(truth), abs=1)
    assert all(isinstance(t, float) for t in report["beats_s"])
