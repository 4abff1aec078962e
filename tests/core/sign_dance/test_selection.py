from itertools import product

import numpy as np
import pytest

from stepweave.core.errors import LibraryError, SpecificationError
from stepweave.core.motion import rotations as rot
from stepweave.core.sign_dance import SelectionSettings, Wishes
from stepweave.core.sign_dance.selection import (
    choose,
    degree,
    posture_similarity,
    shortlist,
    similarity,
)

LITERAL = SelectionSettings(form="literal", rest=0)
SAFE = SelectionSettings(rest=0)


def quaternions(*rows):
    """(K, N, 1, 4) from rows of angles about Z."""
    return rot.about_z(np.array(rows, float))[:, :, None]


# equation (1)


def test_similarity_by_hand_in_every_norm_and_form():
    # one joint, two frames: turned by 0 and by half a turn against no turn at all
    predicted = quaternions([0.0, 0.0])
    dance = quaternions([0.0, np.pi])
    # the half turn is (0, 0, 0, 1) against (1, 0, 0, 0)
    for norm, apart in (("l2", np.sqrt(2.0)), ("l1", 2.0), ("squared", 2.0)):
        assert similarity(predicted, dance, norm=norm, form="literal")[0, 0] == pytest.approx(0.0 + apart)
        assert similarity(predicted, dance, norm=norm, form="safe")[0, 0] == pytest.approx(apart / 2.0)


def test_similarity_is_zero_for_identical_segments_whatever_the_quaternions_signs():
    rng = np.random.default_rng(0)
    turn = rot.normalized(rng.normal(size=(3, 8, 6, 4)))
    flipped = turn * rng.choice([-1.0, 1.0], size=(3, 8, 6, 1))
    for norm in ("l2", "l1", "squared"):
        assert np.allclose(np.diag(similarity(turn, flipped, norm=norm)), 0.0, atol=1e-7)


def test_frames_that_the_sign_does_not_have_count_for_nothing():
    predicted = quaternions([0.0, 0.0, 0.0, 0.0])
    dance = quaternions([0.0, 0.0, np.pi, np.pi])
    valid = np.array([[True, True, False, False]])
    assert similarity(predicted, dance, valid=valid)[0, 0] == pytest.approx(0.0)
    assert similarity(predicted, dance)[0, 0] == pytest.approx(np.sqrt(2.0) / 2.0)


# equation (2)


def test_posture_similarity_by_hand():
    last = np.array([[0, 0, 1.0], [1.0, 0, 0]])
    first = np.array([[0, 0, 1.0], [0, 1.0, 0]])
    assert posture_similarity(last, first, form="literal") == pytest.approx(1.0)
    assert posture_similarity(last, first, form="safe") == pytest.approx(0.5)
    assert posture_similarity(last, last, form="literal") == pytest.approx(2.0)
    assert posture_similarity(last, last, form="safe") == pytest.approx(1.0)
    assert posture_similarity(last, -last, form="literal") == pytest.approx(-2.0)


def test_links_that_a_skeleton_lacks_do_not_dilute_the_safe_form():
    last = np.array([[0, 0, 1.0], [0, 0, 0]])
    assert posture_similarity(last, last, form="safe") == pytest.approx(1.0)


# equation (3)


def test_degree_by_hand_in_both_forms():
    assert degree(2.0, 4.0, LITERAL) == pytest.approx(1.5 * 2.0 + 1.0 / 4.0)
    assert degree(0.4, 0.8, SAFE) == pytest.approx(1.5 * 0.4 + 1.0 / 0.8)


def test_an_opposed_posture_wins_in_the_literal_form_and_loses_in_the_safe_one():
    apart = np.array([0.3, 0.3])
    posture = np.array([0.9, -0.02])
    assert np.argmin(degree(apart, posture, LITERAL)) == 1
    assert np.argmin(degree(apart, posture, SAFE)) == 0
    assert degree(0.3, -0.9, SAFE) == degree(0.3, 0.0, SAFE) == pytest.approx(1.5 * 0.3 + 20.0)


def test_a_posture_of_exactly_zero_is_the_worst_join_in_the_literal_form():
    assert degree(0.3, 0.0, LITERAL) == np.inf
    assert degree(0.3, -0.0, LITERAL) == np.inf


# the five by tempo


def test_the_five_most_similar_within_the_tempo_threshold():
    apart = np.array([0.1, 0.9, 0.2, 0.3, 0.4, 0.5, 0.6])
    bpm = np.array([150.0, 120, 121, 119, 118, 125, 130])
    five, tolerance = shortlist(apart, bpm, 120.0, SAFE, np.ones(7, bool))
    assert five.tolist() == [2, 3, 4, 5, 6]
    assert tolerance == pytest.approx(0.10)


def test_fewer_than_five_candidates_are_all_kept():
    five, _ = shortlist(np.array([0.5, 0.1]), np.array([120.0, 120.0]), 120.0, SAFE, np.ones(2, bool))
    assert five.tolist() == [1, 0]


def test_with_none_inside_the_threshold_it_widens_until_five_pass():
    apart = np.arange(8.0)
    bpm = np.array([50.0, 90, 180, 150, 200, 84, 240, 160])
    five, tolerance = shortlist(apart, bpm, 120.0, SAFE, np.ones(8, bool))
    assert five.tolist() == [1, 2, 3, 5, 7]
    assert tolerance == pytest.approx(0.5)


# whole songs


def song(K=6, T=4, seed=0):
    rng = np.random.default_rng(seed)
    apart = rng.uniform(0.1, 1.0, (T, K))
    links = rng.normal(size=(2, K, 5, 3))
    links /= np.linalg.norm(links, axis=-1, keepdims=True)
    return apart, np.full(K, 120.0), np.full(T, 120.0), links[0], links[1]


def total(row, apart, first, last, settings):
    cost = settings.alpha * apart[0, row[0]]
    for t in range(1, len(row)):
        cost += degree(apart[t, row[t]], posture_similarity(last[row[t - 1]], first[row[t]]), settings)
    return cost


def test_greedy_takes_the_least_degree_after_the_segment_before():
    apart, bpm, music, first, last = song()
    choices = choose(apart, bpm, music, first, last, SAFE)
    assert choices[0].dance == np.argmin(apart[0])
    for before, choice in zip(choices, choices[1:]):
        assert choice.dance == choice.candidates[0].dance
        posture = posture_similarity(last[before.dance], first[choice.dance])
        assert choice.candidates[0].posture == pytest.approx(posture)
        assert len(choice.candidates) == 5


@pytest.mark.parametrize("seed", range(5))
def test_the_best_row_is_never_worse_than_greedy_and_equals_brute_force(seed):
    apart, bpm, music, first, last = song(K=5, seed=seed)
    rows = {}
    for order in ("greedy", "sequence"):
        settings = SelectionSettings(order=order, rest=0)
        rows[order] = [c.dance for c in choose(apart, bpm, music, first, last, settings)]
    costs = {order: total(row, apart, first, last, SAFE) for order, row in rows.items()}
    best = min(total(row, apart, first, last, SAFE) for row in product(range(5), repeat=4))
    assert costs["sequence"] == pytest.approx(best)
    assert costs["sequence"] <= costs["greedy"] + 1e-12


@pytest.mark.parametrize("order", ["greedy", "sequence"])
def test_locks_hold_and_exclusions_are_never_chosen(order):
    apart, bpm, music, first, last = song(K=9)
    settings = SelectionSettings(order=order)
    wishes = Wishes(locked={1: 7}, excluded={2: frozenset({0, 1, 2, 3})}, banned=frozenset({5}))
    choices = choose(apart, bpm, music, first, last, settings, wishes)
    assert choices[1].dance == 7 and choices[1].locked
    assert 7 in [c.dance for c in choices[1].candidates]
    assert choices[2].dance not in {0, 1, 2, 3}
    assert all(c.dance != 5 for choice in choices for c in choice.candidates)


def test_a_dance_segment_rests_before_it_comes_again_but_not_in_the_papers_form():
    apart, bpm, music, first, last = song(T=9)
    apart[:] = apart[0]
    first[:] = last[:] = first[0]
    paper = [c.dance for c in choose(apart, bpm, music, first, last, SAFE)]
    rested = [c.dance for c in choose(apart, bpm, music, first, last, SelectionSettings(rest=2))]
    assert len(set(paper)) == 1
    assert all(len(set(rested[i : i + 3])) == 3 for i in range(7))


def test_a_database_of_one_segment_serves_a_whole_song():
    apart, bpm, music, first, last = song(K=1)
    for order in ("greedy", "sequence"):
        choices = choose(apart, bpm, music, first, last, SelectionSettings(order=order))
        assert [c.dance for c in choices] == [0] * 4


def test_opposed_postures_everywhere_still_give_a_dance():
    apart, bpm, music, first, last = song()
    last[:] = -first[0]
    first[:] = first[0]
    for form in ("safe", "literal"):
        choices = choose(apart, bpm, music, first, last, SelectionSettings(form=form, rest=0))
        assert [c.dance for c in choices[1:]] == [int(np.argmin(row)) for row in apart[1:]]


def test_everything_excluded_names_the_segment():
    apart, bpm, music, first, last = song(K=2)
    with pytest.raises(LibraryError, match="segment 3"):
        choose(apart, bpm, music, first, last, wishes=Wishes(excluded={2: frozenset({0, 1})}))


def test_a_lock_on_nothing_is_refused():
    apart, bpm, music, first, last = song(K=2)
    with pytest.raises(SpecificationError, match="segment 1"):
        choose(apart, bpm, music, first, last, wishes=Wishes(locked={0: 2}))


@pytest.mark.parametrize(
    "wrong", [{"form": "x"}, {"norm": "x"}, {"order": "x"}, {"top": 0}, {"rest": -1}, {"bpm_tolerance": -1.0}]
)
def test_settings_that_make_no_sense_are_refused(wrong):
    with pytest.raises(SpecificationError):
        SelectionSettings(**wrong)
