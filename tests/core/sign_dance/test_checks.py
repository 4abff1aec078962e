import numpy as np
import pytest

from stepweave.core.motion import rotations as rot
from stepweave.core.sign_dance import Counts
from stepweave.core.sign_dance.checks import collisions, finger_warnings, runs, wound_hips
from stepweave.core.sign_dance.rhythm import beat_alignment, motion_beats
from stepweave.core.sign_dance.starter import starter_dance, starter_sign
from stepweave.core.sign_dance.steering import steered
from stepweave.core.synthesis.planting import plant_feet


@pytest.fixture(scope="module")
def sign():
    return starter_sign(110.0, segments=2, fps=30.0)


def test_a_hand_that_the_dance_puts_into_the_thigh_is_told_with_frames(sign):
    # in frames 40 to 60 the right hand hangs and the right thigh swings out to meet it
    roles, (position, turned) = sign.skeleton.roles, sign.pose
    moved = sign.rotation.copy()
    for part in ("upper_arm_r", "forearm_r"):
        moved[40:61, roles[part]] = rot.identity()
    hip, knee, hand = roles["thigh_r"], roles["shin_r"], roles["hand_r"]
    hanging = sign.skeleton.rest_position[hand] - sign.skeleton.rest_position[hip]
    aim = rot.between(position[:, knee] - position[:, hip], hanging)
    rest = rot.mul(turned[:, sign.skeleton.parents[hip]], sign.skeleton.rest_rotation[hip])
    moved[40:61, hip] = rot.mul(rot.inv(rest), rot.mul(aim, turned[:, hip]))[40:61]
    danced = sign.with_(rotation=moved)
    hits = collisions(danced, sign)
    assert hits and all(40 <= hit["first_frame"] <= hit["last_frame"] <= 60 for hit in hits)
    assert ("right hand", "right thigh") in {(hit["hand"], hit["part"]) for hit in hits}
    assert all(hit["depth_m"] > 0.015 for hit in hits)


def test_touches_of_the_signing_itself_are_not_told(sign):
    assert collisions(sign, sign) == []


def test_a_finger_folded_over_is_told_with_frames(sign):
    assert finger_warnings(sign) == []
    rotation = sign.rotation.copy()
    rotation[10:15, sign.skeleton.roles["ring2_l"]] = rot.from_axis_angle([1.0, 0.0, 0.0], 2.6)
    (line,) = finger_warnings(sign.with_(rotation=rotation))
    assert "left hand: ring2.L" in line and "frames 10-14" in line


def test_hips_wound_over_a_standing_foot_are_told(sign):
    contact = np.ones((sign.frames, 2, 2), bool)
    _, plants = plant_feet(sign, contact)
    assert wound_hips(sign, plants) == []
    turning = steered(sign, np.linspace(0.0, 2.5, sign.frames))
    held, plants = plant_feet(turning, contact)
    assert {hit["foot"] for hit in wound_hips(held, plants)} == {"left", "right"}
    assert wound_hips(turning, plants) == []  # feet that turn with the pelvis wind nothing up


def test_runs_are_first_and_last_frames():
    assert runs(np.array([1, 1, 0, 0, 1], bool)) == [(0, 1), (4, 4)]
    assert runs(np.zeros(3, bool)) == []


def test_a_dance_on_the_beat_scores_above_chance_and_chance_is_told():
    dance = starter_dance(120.0, segments=6, fps=60.0)
    found = beat_alignment(dance.motion, dance.counts)
    assert len(motion_beats(dance.motion)) > 10
    assert found["beat_alignment"] > found["beat_alignment_chance"] + 0.1
    assert beat_alignment(dance.motion.cut(0, 3), Counts(120.0))["beat_alignment"] is None
