import json

import numpy as np
import pytest

from stepweave.core.errors import LibraryError
from stepweave.core.sign_dance import (
    Counts,
    SignDanceModel,
    TakePair,
    make_sign_dance,
    read_pairs,
    train_model,
)
from stepweave.core.sign_dance.starter import starter_dances, starter_pairs, starter_sign


@pytest.fixture(scope="module")
def pairs():
    return [TakePair(song, sign, dance, counts, counts) for song, sign, dance, counts in starter_pairs(3, 4)]


def test_training_on_takes_says_what_it_learnt_from_and_what_it_is_worth(pairs, tmp_path):
    model, report = train_model(pairs)
    assert [p["song"] for p in report["trained_on"]["pairs"]] == [f"generated song {k}" for k in (1, 2, 3)]
    left_out = report["leave_one_song_out"]
    assert left_out["segments"] == 12 and left_out["songs"] == 3
    assert left_out["error_model"] < left_out["error_copy_baseline"]
    assert left_out["true_first_share"] > 0.5 > left_out["chance_first_share"]
    json.dumps(report, allow_nan=False)
    model.save(tmp_path / "model.npz")
    assert SignDanceModel.load(tmp_path / "model.npz").trained_on == model.trained_on


def test_one_song_trains_but_cannot_be_judged(pairs):
    _, report = train_model(pairs[:1])
    assert report["leave_one_song_out"] is None


def test_a_trained_model_chooses_other_dances_than_the_identity(pairs):
    model, _ = train_model(pairs)
    sign = starter_sign(110.0, 4, seed=5, fps=30.0)
    clips = starter_dances((100.0, 110.0, 120.0), 4, fps=30.0)
    with_model = make_sign_dance(sign, Counts(110.0), clips, model=model)
    without = make_sign_dance(sign, Counts(110.0), clips)
    scores = [[c.similarity for c in made.choices[0].candidates] for made in (with_model, without)]
    assert not np.allclose(*scores)
    assert np.array_equal(with_model.motion.rotation[:, with_model.owned], sign.rotation[:, with_model.owned])


def test_takes_that_share_no_counts_are_told_by_song(pairs):
    pair = pairs[0]
    late = TakePair(pair.song, pair.sign, pair.dance, pair.sign_counts, Counts(84.0, 500.0))
    with pytest.raises(LibraryError, match="generated song 1.*share no four whole counts"):
        train_model([late])
    with pytest.raises(LibraryError, match="no pairs"):
        train_model([])


def test_pairs_are_read_from_a_sheet_and_wrong_lines_named(tmp_path, shared_data):
    sheet = tmp_path / "pairs.csv"
    sign, dance = shared_data / "sign" / "sign_idle.bvh", shared_data / "dance" / "pirouette_120fps.bvh"
    sheet.write_text(f"sign,dance,bpm,sign_first_count,song\n{sign},{dance},120,0.5,thanks\n")
    (pair,) = read_pairs(sheet)
    assert pair.song == "thanks" and pair.sign_counts == Counts(120.0, 0.5)
    assert pair.dance_counts == Counts(120.0, 0.0)
    sheet.write_text(f"sign,dance,bpm\n{sign},{dance},fast\n")
    with pytest.raises(LibraryError, match="line 2"):
        read_pairs(sheet)
    sheet.write_text("sign,bpm\na.bvh,120\n")
    with pytest.raises(LibraryError, match="no column dance"):
        read_pairs(sheet)
    sheet.write_bytes(bytes(range(256)))
    with pytest.raises(LibraryError, match=r"pairs.csv: cannot be read as a text file"):
        read_pairs(sheet)
    for row, wrong in ((f"{sign}", "dance is empty"), (f"{sign},{dance},fast", "bpm is not a number: 'fast'"),
                       (f"{sign},{dance},120,1e12", "first count at 1e.12 s")):
        sheet.write_text(f"sign,dance,bpm,sign_first_count\n{row}\n")
        with pytest.raises(LibraryError, match=f"line 2: {wrong}"):
            read_pairs(sheet)
    sheet.write_text(f"sign;dance;bpm\n{sign};{dance};120,5\n")
    assert read_pairs(sheet)[0].sign_counts.bpm == 120.5
    with pytest.raises(LibraryError, match="no such file"):
        read_pairs(tmp_path / "none.csv")
