import numpy as np
import pytest
from scipy.ndimage import gaussian_filter1d

from stepweave.core.errors import LibraryError, SpecificationError
from stepweave.core.motion import rotations as rot
from stepweave.core.sign_dance import SignDanceModel
from stepweave.core.sign_dance.evaluation import leave_one_song_out
from stepweave.core.sign_dance.features import SegmentFeatures
from stepweave.core.sign_dance.model import fit_model, least_squares

SONGS, PER_SONG, FRAMES, JOINTS = 6, 12, 32, 6


def features(turn):
    shape = turn.shape[:2]
    links = np.zeros((shape[0], 1, 3))
    return SegmentFeatures(turn, np.ones(shape, bool), links, links)


def pairs(noise=0.1, seed=0):
    """Signs, and the dances that one known linear map makes of them: other joints, turned, plus noise.

    Multiplying a quaternion by a fixed one is linear in its four numbers and keeps its length.
    """
    rng = np.random.default_rng(seed)
    wave = gaussian_filter1d(rng.standard_normal((SONGS * PER_SONG, FRAMES, JOINTS, 3)), 6, axis=1)
    sign = rot.exp(0.4 * wave / wave.std() + 0.4 * rng.standard_normal((SONGS * PER_SONG, 1, JOINTS, 3)))
    fixed = rot.exp(rng.standard_normal((JOINTS, 3)))
    order = rng.permutation(JOINTS)
    dance = rot.mul(fixed, sign[:, :, order])
    spread = dance.std(axis=(0, 1)).mean()
    dance = rot.normalized(dance + noise * spread * rng.standard_normal(dance.shape))
    units = np.eye(4 * JOINTS).reshape(-1, JOINTS, 4)
    known = rot.mul(fixed, units[:, order]).reshape(4 * JOINTS, 4 * JOINTS)
    return features(sign), features(dance), known, np.repeat(np.arange(SONGS), PER_SONG)


def test_a_known_linear_map_is_recovered_from_noisy_pairs():
    sign, dance, known, _ = pairs()
    model = fit_model(sign, dance)
    found = model.coefficients[1:]
    # a joint's quaternions may all have changed sign: that is the same map
    for j in range(JOINTS):
        rows = np.abs(known[:, 4 * j : 4 * j + 4]).sum(axis=1) > 0
        block = found[rows, 4 * j : 4 * j + 4]
        if np.sum(block * known[rows, 4 * j : 4 * j + 4]) < 0:
            found[:, 4 * j : 4 * j + 4] *= -1.0
    assert np.linalg.norm(found - known) / np.linalg.norm(known) <= 0.05


def test_the_true_segment_ranks_first_when_its_song_was_left_out():
    sign, dance, _, songs = pairs()
    report = leave_one_song_out(sign, dance, songs)
    assert report["true_first_share"] >= 0.95
    assert report["mean_rank_percent"] < 2.0
    assert report["error_model"] < 0.5 * min(report["error_mean_baseline"], report["error_copy_baseline"])


def test_with_shuffled_pairs_the_true_segment_ranks_at_chance():
    sign, dance, _, songs = pairs()
    shuffled = np.random.default_rng(1).permutation(len(songs))
    report = leave_one_song_out(sign, features(dance.turn[shuffled]), songs)
    assert 35.0 < report["mean_rank_percent"] < 65.0
    assert report["true_first_share"] <= 0.1
    assert report["error_model"] > 0.9 * report["error_mean_baseline"]


def test_one_song_cannot_be_left_out():
    sign, dance, _, songs = pairs()
    with pytest.raises(LibraryError, match="two songs"):
        leave_one_song_out(sign, dance, np.zeros_like(songs))


def test_least_squares_is_the_textbook_solution_and_ridge_shrinks_it():
    rng = np.random.default_rng(2)
    x = rng.normal(size=(200, 5)) + 3.0
    y = x @ rng.normal(size=(5, 3)) + rng.normal(size=(200, 3)) + 1.0
    ours = least_squares(x, y)
    textbook = np.linalg.lstsq(np.column_stack([np.ones(200), x]), y, rcond=None)[0]
    assert np.allclose(ours, textbook)
    shrunk = least_squares(x, y, ridge=1.0)
    assert np.linalg.norm(shrunk[1:]) < np.linalg.norm(ours[1:])
    assert np.allclose(shrunk[0] + x.mean(axis=0) @ shrunk[1:], y.mean(axis=0))


def test_a_joint_that_never_moves_does_no_harm():
    sign, dance, _, songs = pairs()
    still = sign.turn.copy()
    still[:, :, 0] = rot.exp(np.array([0.3, 0.2, 0.1]))
    model = fit_model(features(still), dance)
    assert np.isfinite(model.coefficients).all()
    assert np.allclose(np.linalg.norm(model.predict(still), axis=-1), 1.0)


def test_a_model_comes_back_from_its_file_with_what_it_was_trained_on(tmp_path):
    sign, dance, _, _ = pairs()
    model = fit_model(sign, dance, ridge=0.01, trained_on={"pairs": [{"song": "one"}]})
    model.save(tmp_path / "model.npz")
    again = SignDanceModel.load(tmp_path / "model.npz")
    assert np.array_equal(again.predict(sign.turn), model.predict(sign.turn))
    assert again.trained_on["pairs"] == [{"song": "one"}]
    assert again.trained_on["segments"] == len(sign) and again.trained_on["ridge"] == 0.01
    assert again.joints == model.joints and again.samples == FRAMES


@pytest.mark.parametrize("content", [None, b"", b"not a model", b"PK\x03\x04 broken"])
def test_a_file_that_is_no_model_is_told_so(tmp_path, content):
    path = tmp_path / "model.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LibraryError, match="model"):
        SignDanceModel.load(path)


def test_without_training_the_model_is_the_identity():
    sign, *_ = pairs()
    assert np.array_equal(SignDanceModel().predict(sign.turn), sign.turn)
    assert SignDanceModel().is_identity


def test_pairs_that_do_not_match_or_are_too_few_are_refused():
    sign, dance, *_ = pairs()
    with pytest.raises(SpecificationError, match="one to one"):
        fit_model(sign, features(dance.turn[:-1]))
    with pytest.raises(LibraryError, match="unknowns"):
        fit_model(features(sign.turn[:1, :20]), features(dance.turn[:1, :20]))
    with pytest.raises(SpecificationError, match="ridge"):
        fit_model(sign, dance, ridge=-1.0)
