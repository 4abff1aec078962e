"""Every real sign clip against every real dance clip: other skeletons, rates, rest poses."""

import numpy as np
import pytest

from stepweave.core.clips import load_clip
from stepweave.core.sign_dance import Counts, DanceClip, make_sign_dance, prepare
from stepweave.core.sign_dance.body import body_of
from stepweave.core.sign_dance.checks import wrist_drift
from stepweave.core.sign_dance.footing import rest_sole
from stepweave.core.sign_dance.reports import sign_dance_report
from stepweave.core.sign_dance.standing import at_ease, standing_frame
from stepweave.core.synthesis.planting.sole import feet_of

SIGNS = ("isl_thanks", "sign_idle")
DANCES = (
    "cmu_05_02_dance_expressive_arms_pirouette",
    "cmu_05_06_dance_cartwheel_like_start_pirouette",
    "cmu_49_09_dance_arms_held_high_side_arabesque",
    "dragposer_example_3_zup",
    "pirouette_120fps",
)
SONG = Counts(120.0)


@pytest.fixture(scope="module")
def clips(shared_data):
    signs = {name: load_clip(shared_data / "sign" / f"{name}.bvh") for name in SIGNS}
    dances = {name: DanceClip(load_clip(shared_data / "dance" / f"{name}.bvh")) for name in DANCES}
    return signs, dances


@pytest.mark.parametrize("dance", DANCES)
@pytest.mark.parametrize("sign", SIGNS)
def test_every_pair_gives_a_sign_dance_that_keeps_the_hands_and_plants_the_feet(clips, sign, dance):
    sign, dance = clips[0][sign], clips[1][dance]
    dances = prepare([dance], sign, SONG)
    made = make_sign_dance(sign, SONG, dances)
    motion = made.motion
    assert (motion.frames, motion.fps) == (sign.frames, sign.fps)
    assert np.isfinite(motion.rotation).all() and np.isfinite(motion.root_position).all()
    # the hands, arms and all thirty finger joints, to the bit
    assert np.array_equal(motion.rotation[:, made.owned], sign.rotation[:, made.owned])
    fingers = [j for role, j in sign.skeleton.roles.items() if role[-3] in "123"]
    assert len(fingers) == 30 and made.owned[fingers].all()
    assert wrist_drift(motion, sign)["wrist_to_chest_drift_max_m"] < 1e-9
    # feet, joins and knees as the independent judge sees them
    quality = sign_dance_report(made, sign, SONG, dances)["quality"]
    feet = quality["given_plants"]
    assert feet["count"] >= 2
    assert feet["slip_mean_cm"] <= 0.3 and feet["slip_max_cm"] <= 1.0
    assert feet["float_p95_cm"] <= 0.5 and feet["penetration_p95_cm"] <= 0.5
    assert _lowest_over_floor(made, dances) > -0.01
    assert quality["knees"]["beyond_source_deg"] <= 0.5
    assert quality["joins"]["count"] == len(made.segments) - 1
    assert quality["joins"]["worst_ratio"] <= 1.0
    # nothing jumps
    same = np.abs(np.sum(motion.rotation[1:] * motion.rotation[:-1], axis=-1))
    assert 2.0 * np.arccos(np.minimum(same, 1.0)).max() * motion.fps < 45.0


def _lowest_over_floor(made, dances):
    """Metres by which the lowest point of the feet is over the floor, their soles as at rest."""
    body = at_ease(body_of(made.motion), dances.rest)
    sole, feet = rest_sole(body.skeleton), feet_of(body)
    return min((feet.ankle[..., 2] - sole.ankle).min(), (feet.ball[..., 2] - sole.ball).min())


def test_a_rest_pose_that_does_not_stand_is_made_to_stand(clips):
    sign = body_of(clips[0]["isl_thanks"])
    roles = sign.skeleton.roles
    at_rest = sign.skeleton.rest_position
    assert at_rest[roles["toe_l"], 1] > at_rest[roles["foot_l"], 1]  # feet backward, in this file
    frame = standing_frame(sign)
    eased = at_ease(sign, frame)
    assert np.allclose(eased.pose.position, sign.pose.position, atol=1e-9)
    at_ease_rest = eased.skeleton.rest_position
    assert at_ease_rest[roles["toe_l"], 1] < at_ease_rest[roles["foot_l"], 1]
    assert standing_frame(eased) is None


def test_feet_of_a_dance_brought_over_point_where_the_dancers_did(clips):
    for name in ("cmu_05_02_dance_expressive_arms_pirouette", "pirouette_120fps"):
        dance = clips[1][name]
        brought = prepare([dance], clips[0]["isl_thanks"], SONG).motions[0]
        for ours, theirs in ((feet_of(brought), feet_of(dance.motion)),):
            ahead = [(feet.ball - feet.ankle)[::20] for feet in (ours, theirs)]
            ahead = [v / np.linalg.norm(v, axis=-1, keepdims=True) for v in ahead]
            assert np.median(np.sum(ahead[0] * ahead[1], axis=-1)) > 0.85
