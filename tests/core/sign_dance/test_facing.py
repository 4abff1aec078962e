"""Facing the audience: the dancer comes back to it, by turns that bodies make."""

import numpy as np
import pytest

from stepweave.core.clips import load_clip
from stepweave.core.sign_dance import AssemblySettings, Counts, DanceClip, make_sign_dance, prepare
from stepweave.core.sign_dance.reports import sign_dance_report
from stepweave.core.sign_dance.starter import starter_dance, starter_sign
from stepweave.core.sign_dance.steering import (
    FASTEST_TURN,
    MOST_TURN,
    facing_front,
    front_of,
    heading,
    share_facing,
    steered,
)

SONG = Counts(120.0)


@pytest.fixture(scope="module")
def dance():
    return starter_dance(110.0, 2, seed=1, fps=60.0).motion


def _turning(dance, rate):
    return steered(dance, rate * np.arange(dance.frames) / dance.fps)


def test_a_segment_begins_so_that_it_faces_front_on_the_whole(dance):
    begins = facing_front(dance, 1.2, 0.0)
    placed = dance.moved(turn=begins - heading(dance)[1])
    assert np.angle(np.exp(1j * heading(placed)[1:-2]).mean()) == pytest.approx(0.0, abs=1e-6)


def test_a_dancer_who_is_nearly_there_or_asked_nothing_is_let_be(dance):
    near = facing_front(dance, 1.2, 0.0)
    assert facing_front(dance, near + 0.3, 0.0) == near + 0.3
    assert facing_front(dance, 2.5, None) == 2.5


def test_no_more_than_a_quarter_turn_at_a_join(dance):
    begins = facing_front(dance, np.pi - 0.3, 0.0)
    assert abs(begins - (np.pi - 0.3)) == pytest.approx(MOST_TURN)


def test_a_segment_that_turns_all_round_ends_facing_front(dance):
    whole = _turning(dance, 2.0 * np.pi * dance.fps / dance.frames * 2.0)
    begins = facing_front(whole, 1.0, 0.0, np.pi)
    placed = whole.moved(turn=begins - heading(whole)[1])
    assert np.cos(heading(placed)[-3]) > 0.99


def test_front_is_where_the_signer_looks_or_a_direction_given():
    sign = starter_sign(110.0, segments=1, fps=30.0)
    assert share_facing(sign, front_of(sign)) == 1.0
    assert np.cos(front_of(sign, (0.0, -1.0)) - front_of(sign)) > 0.99  # the generated signer looks at -Y
    assert np.cos(front_of(sign, (1.0, 0.0)) - front_of(sign) - 0.5 * np.pi) > 0.99
    assert share_facing(sign.moved(turn=np.pi), front_of(sign)) == 0.0


def test_a_real_dancer_who_turns_away_comes_back_and_no_foot_slides(shared_data):
    sign = load_clip(shared_data / "sign" / "isl_thanks.bvh")
    clip = load_clip(shared_data / "dance" / "cmu_05_02_dance_expressive_arms_pirouette.bvh")
    dances = prepare([DanceClip(clip)], sign, SONG)
    shares = {}
    for front in (False, True):
        settings = AssemblySettings(face_front=front)
        made = make_sign_dance(sign, SONG, dances, settings=settings)
        told = sign_dance_report(made, sign, SONG, dances, settings=settings)
        shares[front] = told["facing_front_share"]
        assert told["quality"]["given_plants"]["slip_max_cm"] <= 1.0
        assert told["kept"]["max_difference"] == 0.0
        assert np.abs(np.diff(heading(made.motion))).max() * sign.fps <= FASTEST_TURN + 1e-6
    assert shares[True] > 0.7 > 0.5 > shares[False]
