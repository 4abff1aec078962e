import csv

import numpy as np
import pytest

from stepweave.core.analysis import analyse
from stepweave.core.clips import load_clip

from .footstep_truth import (
    TAKES,
    clip_path,
    pooled,
    score_contact,
    score_strikes,
    strikes_of,
    truth_of,
)

GAITS = {"walk": {"LDR", "RDL"}, "run": {"FLF", "FRF"}, "jog": {"FLF", "FRF"}}


@pytest.fixture(scope="module")
def takes(shared_data):
    """Motion, analysis and truth of each labelled take."""
    out = {}
    for take in TAKES:
        motion = load_clip(clip_path(shared_data, take))
        out[take] = (motion, analyse(motion), truth_of(shared_data, take, motion.frames))
    return out


def strike_f1(takes, names, tolerance, by_contacts):
    chosen = [takes[name] for name in names if (takes[name][2].contact is not None) == by_contacts]
    return pooled(
        score_strikes(strikes_of(analysis.contact), truth, tolerance, motion.fps)
        for motion, analysis, truth in chosen
    ).f1


@pytest.mark.parametrize(
    ("by_contacts", "within_67_ms", "within_133_ms"), [(True, 0.98, 0.99), (False, 0.945, 0.979)]
)
def test_strikes_agree_with_the_labels(takes, by_contacts, within_67_ms, within_133_ms):
    assert strike_f1(takes, TAKES, 0.067, by_contacts) >= within_67_ms
    assert strike_f1(takes, TAKES, 0.133, by_contacts) >= within_133_ms


def test_strikes_of_all_takes_together_agree_within_133_ms(takes):
    scores = [
        score_strikes(strikes_of(analysis.contact), truth, 0.133, motion.fps)
        for motion, analysis, truth in takes.values()
    ]
    assert pooled(scores).f1 >= 0.98


def test_no_take_has_fewer_than_nine_strikes_in_ten_right(takes):
    for name in TAKES:
        assert strike_f1(takes, [name], 0.067, takes[name][2].contact is not None) >= 0.9, name


def test_contact_frames_agree_with_the_labels(takes):
    labelled = [(analysis, truth) for _, analysis, truth in takes.values() if truth.contact is not None]
    assert pooled(score_contact(analysis.contact, truth) for analysis, truth in labelled).f1 >= 0.97


def test_every_segment_starts_with_the_symbol_that_the_one_before_ends_with(takes):
    for _, analysis, _ in takes.values():
        for one, other in zip(analysis.segments, analysis.segments[1:], strict=False):
            assert one.label[-1] == other.label[0]
            assert one.end == other.start


def kinds(takes, gait, at_least=0.0):
    """Labels of the segments that lie wholly in a gait, and at that speed or above."""
    out = []
    for motion, analysis, truth in takes.values():
        if not truth.gait:
            continue
        speed = np.linalg.norm(np.gradient(motion.root_position[:, :2], axis=0), axis=1) * motion.fps
        for segment in analysis.segments:
            part = slice(segment.start, segment.end + 1)
            if not segment.ignored and truth.gait[gait][part].min() >= 0.9 and speed[part].min() >= at_least:
                out.append(segment.label)
    return out


@pytest.mark.parametrize(
    ("gait", "at_least", "share"),
    [("walk", 0.0, 0.97), ("run", 1.8, 1.0), ("run", 1.0, 0.98), ("run", 0.0, 0.9), ("jog", 0.0, 0.95)],
)
def test_walks_are_made_of_walking_steps_and_runs_of_running_ones(takes, gait, at_least, share):
    labels = kinds(takes, gait, at_least)
    assert sum(label in GAITS[gait] for label in labels) >= share * len(labels)


def test_starts_turns_and_stops_of_a_long_take_are_named_rightly(takes, shared_data):
    _, analysis, _ = takes["cmu16_stitched_walk_turn_stop_76s"]
    with (shared_data / "labelled" / "cmu16_stitched_walk_turn_stop_76s.actions.csv").open(
        newline=""
    ) as file:
        rows = [row for row in csv.DictReader(file) if row["label"] != "blend"]
    for row in rows:
        start, end = int(row["start"]), int(row["end"])
        inside = [s for s in analysis.segments if s.start >= start - 8 and s.end <= end + 8]
        stands = (analysis.state[start : end + 1] == "S").any()
        assert stands == ("start" in row["label"] or "stop" in row["label"])
        if end - start > 130 and "stop" not in row["label"]:
            assert {"LDR", "RDL"} <= {s.label for s in inside} <= {"LDR", "RDL", "SRDL", "SLDR", "S"}
            turned = np.degrees(sum(s.turn for s in inside))
            assert turned == pytest.approx(float(row["yaw_change_deg"]), abs=8.0)


def test_people_who_stand_are_said_to_stand(takes):
    standing = [
        analysis.state[truth.gait["stand"] >= 0.9] for _, analysis, truth in takes.values() if truth.gait
    ]
    assert np.mean(np.concatenate(standing) == "S") >= 0.93


def test_nobody_steps_in_38_seconds_of_standing(shared_data):
    analysis = analyse(load_clip(shared_data / "locomotion" / "reactidle_genuine_003_38s.bvh"))
    assert analysis.contact.all()
    assert {segment.label for segment in analysis.segments} == {"S"}


@pytest.mark.parametrize(
    ("clip", "sequence"),
    [
        ("quirks/q27_foot_sliding.bvh", "RLRLRLR"),
        ("quirks/q40_in_place_treadmill.bvh", "RLRLRLR"),
        ("quirks/q28_no_toes.bvh", "RLRLR"),
        ("quirks/q48_high_rate_240fps.bvh", "RLRLR"),
        ("skeletons/walk01_no_toes_24fps.bvh", "LRLRLRLR"),
        ("locomotion/cmu_03_03_walk_on_uneven_terrain.bvh", "LR" * 26 + "L"),
    ],
)
def test_feet_alternate_on_sliding_ground_slopes_and_without_toes(shared_data, clip, sequence):
    analysis = analyse(load_clip(shared_data / clip))
    assert "".join(contact.side for contact in analysis.contacts) == sequence


def test_the_same_walk_on_other_skeletons_has_the_same_steps(shared_data):
    names = ("mixamo", "unreal_mannequin", "max_biped", "mmd_japanese", "smpl", "daz_genesis")
    found = [analyse(load_clip(shared_data / "skeletons" / f"{name}.bvh")) for name in names]
    for other in found[1:]:
        assert [s.label for s in other.segments] == [s.label for s in found[0].segments]
        assert (
            np.max(np.abs(np.array([c.start for c in other.contacts]) - [c.start for c in found[0].contacts]))
            <= 2
        )


def test_twelve_frames_a_second_lose_no_step(shared_data):
    motion = load_clip(shared_data / "locomotion" / "cmu_16_15_walk.bvh")
    full = [c.side for c in analyse(motion).contacts]
    assert [c.side for c in analyse(motion.resampled(12.0)).contacts] == full
