import json
from dataclasses import replace

import numpy as np
import pytest

from stepweave.core.errors import LibraryError, RoleError, SpecificationError, TooShortError
from stepweave.core.metrics import Reference, measure_knees
from stepweave.core.motion import rotations as rot
from stepweave.core.sign_dance import (
    AssemblySettings,
    Counts,
    DanceClip,
    SelectionSettings,
    Wishes,
    make_sign_dance,
    prepare,
)
from stepweave.core.sign_dance.assembly import channel_proof
from stepweave.core.sign_dance.body import body_joints
from stepweave.core.sign_dance.checks import wrist_drift
from stepweave.core.sign_dance.footing import knees_forward
from stepweave.core.sign_dance.ownership import OWNERSHIPS, owned_joints
from stepweave.core.sign_dance.reports import AID, sign_dance_report
from stepweave.core.sign_dance.starter import starter_dances, starter_sign
from stepweave.core.sign_dance.steering import heading, limited_turns, steered
from stepweave.core.synthesis.planting.sole import feet_of

SONG = Counts(110.0)


@pytest.fixture(scope="module")
def sign():
    return starter_sign(110.0, segments=5, fps=30.0)


@pytest.fixture(scope="module")
def dances(sign):
    return prepare(starter_dances((100.0, 110.0, 120.0), segments=4, fps=60.0), sign, SONG)


@pytest.fixture(scope="module")
def result(sign, dances):
    return make_sign_dance(sign, SONG, dances)


def angular_acceleration(motion):
    speed = rot.log(rot.mul(rot.inv(motion.rotation[:-1]), motion.rotation[1:])) * motion.fps
    return np.linalg.norm(np.diff(speed, axis=0), axis=2) * motion.fps


# what is the sign's stays the sign's


@pytest.mark.parametrize("ownership", OWNERSHIPS)
def test_sign_owned_channels_are_equal_to_the_bit(sign, dances, ownership):
    made = make_sign_dance(sign, SONG, dances, settings=AssemblySettings(ownership=ownership))
    assert np.array_equal(made.motion.rotation[:, made.owned], sign.rotation[:, made.owned])
    proof = channel_proof(sign, made.motion, made.owned)
    assert proof["max_difference"] == 0.0 and proof["sha256_sign"] == proof["sha256_result"]
    fingers = [j for role, j in sign.skeleton.roles.items() if role[:-3] in ("thumb", "index", "pinky")]
    assert made.owned[fingers].all()
    assert made.motion.frames == sign.frames and made.motion.fps == sign.fps


def test_the_proof_fails_when_one_channel_differs_by_the_smallest_step(sign, result):
    rotation = result.motion.rotation.copy()
    hand = sign.skeleton.roles["hand_l"]
    rotation[7, hand, 1] = np.nextafter(rotation[7, hand, 1], 2.0)
    proof = channel_proof(sign, result.motion.with_(rotation=rotation), result.owned)
    assert proof["sha256_sign"] != proof["sha256_result"] and proof["max_difference"] > 0.0


def test_each_ownership_holds_what_it_names(sign):
    roles = sign.skeleton.roles
    hands, arms, head = (owned_joints(sign.skeleton, o) for o in OWNERSHIPS)
    assert hands[roles["hand_l"]] and hands[roles["pinky3_r"]] and not hands[roles["forearm_l"]]
    assert arms[roles["shoulder_r"]] and arms[roles["forearm_l"]] and not arms[roles["head"]]
    assert head[roles["head"]] and head[roles["neck"]] and not head[roles["chest"]]
    for owned in (hands, arms, head):
        assert not owned[[roles["pelvis"], roles["spine"], roles["thigh_l"], roles["foot_r"]]].any()


def test_what_hangs_on_the_head_is_the_signs_in_every_case(sign):
    skeleton = sign.skeleton
    jaw = replace(
        skeleton,
        names=(*skeleton.names, "jaw"),
        parents=np.append(skeleton.parents, skeleton.roles["head"]),
        rest_offset=np.vstack([skeleton.rest_offset, [0, 0.05, 0]]),
        rest_rotation=np.vstack([skeleton.rest_rotation, [1, 0, 0, 0]]),
        length=np.append(skeleton.length, 0.08),
    )
    for ownership in OWNERSHIPS:
        assert owned_joints(jaw, ownership)[-1]
    assert skeleton.joints not in body_joints(jaw)


def test_the_body_dances(sign, result):
    free = [sign.skeleton.roles[part] for part in ("pelvis", "spine", "thigh_l", "shin_r")]
    moved = rot.angle(rot.mul(rot.inv(sign.rotation[:, free]), result.motion.rotation[:, free]))
    assert (moved.max(axis=0) > 0.05).all()
    assert np.ptp(result.motion.root_position[:, 0]) > 0.03


def test_wrists_are_held_to_chest_and_head_with_the_hands_to_the_bit(sign, dances):
    held = make_sign_dance(sign, SONG, dances, settings=AssemblySettings("hands", hold_wrists=True))
    loose = make_sign_dance(sign, SONG, dances, settings=AssemblySettings("hands"))
    near = wrist_drift(held.motion, sign)
    assert near["wrist_to_chest_drift_mean_m"] < 0.02 or near["wrist_to_head_drift_mean_m"] < 0.02
    assert wrist_drift(loose.motion, sign)["wrist_to_chest_drift_mean_m"] > 0.1
    assert np.array_equal(held.motion.rotation[:, held.owned], sign.rotation[:, held.owned])


def test_a_wrist_at_the_head_follows_the_head(sign, dances):
    held = make_sign_dance(sign, SONG, dances, settings=AssemblySettings("hands", hold_wrists=True))
    arms = make_sign_dance(sign, SONG, dances, settings=AssemblySettings("arms+hands"))
    roles = sign.skeleton.roles
    head = sign.pose.position[:, roles["head"]]
    away = np.linalg.norm(sign.pose.position[:, roles["hand_r"]] - head, axis=-1)
    at_head = away < np.percentile(away, 10)

    def drift(motion):
        local = [
            rot.rotate(rot.inv(m.pose.rotation[:, roles["head"]]),
                       m.pose.position[:, roles["hand_r"]] - m.pose.position[:, roles["head"]])
            for m in (motion, sign)
        ]
        return np.linalg.norm(local[0] - local[1], axis=-1)[at_head].mean()

    assert drift(held.motion) < 0.7 * drift(arms.motion)


def test_arms_kept_to_the_bit_cannot_be_turned_by_ik_too():
    with pytest.raises(SpecificationError, match="ownership 'hands'"):
        AssemblySettings("arms+hands", hold_wrists=True)


# the dance under it


def test_dance_segments_lie_on_the_counts_at_the_songs_tempo(sign, dances, result):
    for segment, stretch, choice in zip(result.segments, result.track.stretch, result.choices):
        assert segment.start == np.ceil(segment.start_time * sign.fps - 1e-6)
        assert stretch == pytest.approx(dances.bpm[choice.dance] / 110.0)


def test_a_dance_that_runs_on_is_joined_without_a_trace(sign, dances):
    wishes = Wishes(locked={i: i for i in range(4)})
    made = make_sign_dance(sign, SONG, dances, wishes=wishes)
    assert [c.dance for c in made.choices[:4]] == [0, 1, 2, 3]
    assert all(join.seconds == 0.0 for join in made.track.joins[:3])


def test_planted_feet_stand_still_and_on_the_floor(result):
    feet = feet_of(result.motion)
    plants = result.plants
    assert len(plants) >= 6
    for side, start, end in zip(plants.side, plants.start, plants.end):
        flat = np.flatnonzero(plants.phase[start : end + 1, side] == 2) + start
        if len(flat) > 1:
            place = feet.ankle[flat, side]
            assert np.linalg.norm(place - place.mean(axis=0), axis=1).max() <= 0.003
            assert np.ptp(feet.ball[flat, side, 2]) <= 0.005


def test_joins_are_no_rougher_than_the_dances_themselves(sign, dances, result):
    # a dance played faster by a tenth accelerates by a fifth
    faster = max(1.0, 1.0 / result.track.stretch.min()) ** 2
    own = faster * np.max([np.percentile(angular_acceleration(m.resampled(30.0)), 99.9, axis=0)
                  for m in dances.motions], axis=0)
    body = body_joints(sign.skeleton)
    free = ~result.owned[body] & (own > 5.0)
    made = angular_acceleration(result.motion)[:, body][:, free] / own[free]
    near = np.zeros(len(made), bool)
    for join in result.track.joins:
        near[join.frame - 1 : join.frame + int(join.seconds * 30)] = join.seconds > 0
    assert near.any()
    assert np.percentile(made[near], 99) <= 1.0


def test_joins_keep_heading_and_place(result):
    motion = result.track.motion
    turned = np.abs(np.diff(heading(motion)))
    step = np.linalg.norm(np.diff(motion.root_position, axis=0), axis=1)
    for join in result.track.joins:
        assert turned[join.frame - 1] < np.radians(8.0)
        assert step[join.frame - 1] < 0.06


def test_where_a_join_would_slide_a_foot_it_steps(sign):
    # two dances that end and begin with feet apart: locked so that they meet
    clips = starter_dances((110.0,), segments=2, fps=30.0)
    wide = clips[0].motion
    spread = wide.with_(rotation=wide.rotation.copy())
    for s, angle in (("l", 0.25), ("r", -0.25)):
        thigh = wide.skeleton.roles[f"thigh_{s}"]
        spread.rotation[:, thigh] = rot.mul(spread.rotation[:, thigh], rot.exp(np.array([0.0, 0.0, angle])))
    both = prepare([clips[0], DanceClip(spread, SONG)], sign, SONG)
    made = make_sign_dance(sign, SONG, both, wishes=Wishes(locked={0: 0, 1: 2, 2: 0}))
    assert made.steps
    gliding = make_sign_dance(sign, SONG, both, settings=AssemblySettings(step=False),
                              wishes=Wishes(locked={0: 0, 1: 2, 2: 0}))
    step = made.steps[0]
    side = 0 if step["foot"] == "left" else 1
    during = slice(step["first_frame"], step["last_frame"] + 1)
    lifted = feet_of(made.motion).ankle[during, side, 2].max()
    assert lifted > feet_of(gliding.motion).ankle[during, side, 2].max() + 0.01


def test_a_turn_no_body_makes_is_slowed_down_and_told(sign):
    spun = steered(sign, np.where(np.arange(sign.frames) < 20, 0.0, np.pi))
    slowed, frames = limited_turns(spun)
    assert frames.tolist() == [20]
    assert np.abs(np.diff(heading(slowed))).max() * sign.fps <= 4.0 * np.pi + 1e-6
    same, none = limited_turns(sign)
    assert same is sign and len(none) == 0


def test_no_knee_bends_backwards_after_a_join(sign):
    shin = sign.skeleton.roles["shin_l"]
    rotation = sign.rotation.copy()
    rotation[:, shin] = rot.mul(rotation[:, shin], rot.exp(np.array([0.4, 0.0, 0.0])))
    bent = sign.with_(rotation=rotation)
    rotation = rotation.copy()
    rotation[30:60, shin] = rot.mul(rotation[30:60, shin], rot.exp(np.array([-0.9, 0.0, 0.0])))
    backwards = sign.with_(rotation=rotation)
    source = Reference.of([bent])
    assert measure_knees(backwards, source)["backward_deg"] > 10.0
    assert measure_knees(knees_forward(backwards), source)["backward_deg"] == 0.0


# a person decides


def test_five_candidates_a_segment_and_locks_that_hold(sign, dances):
    free = make_sign_dance(sign, SONG, dances)
    assert all(len(choice.candidates) == 5 for choice in free.choices)
    other = free.choices[1].candidates[3].dance
    locked = make_sign_dance(sign, SONG, dances, wishes=Wishes(locked={1: other}))
    assert locked.choices[1].dance == other and locked.choices[1].locked


def test_counts_that_begin_late_cover_the_lead_in_too(sign, dances):
    made = make_sign_dance(sign, Counts(110.0, 0.83), dances)
    assert made.segments[0].start == 0 and made.segments[0].number == -1
    assert made.segments[-1].end == sign.frames
    assert np.isfinite(made.motion.rotation).all()


@pytest.mark.parametrize("form", ["safe", "literal"])
@pytest.mark.parametrize("order", ["greedy", "sequence"])
def test_every_form_and_order_makes_a_dance(sign, dances, form, order):
    settings = AssemblySettings(selection=SelectionSettings(form=form, order=order))
    made = make_sign_dance(sign, SONG, dances, settings=settings)
    assert np.isfinite(made.motion.root_position).all()


# clear lines, nothing half-made


def without(motion, *roles):
    kept = {role: j for role, j in motion.skeleton.roles.items() if role not in roles}
    return motion.with_(skeleton=replace(motion.skeleton, roles=kept))


def test_a_signer_without_arms_is_refused_by_name(sign, dances):
    with pytest.raises(RoleError, match="forearm_l, hand_l"):
        make_sign_dance(without(sign, "forearm_l", "hand_l"), SONG, dances)


def test_hands_without_fingers_are_warned_of(sign):
    fingers = ("thumb", "index", "middle", "ring", "pinky")
    bare = without(sign, *(role for role in sign.skeleton.roles if role[:-3] in fingers))
    made = make_sign_dance(bare, SONG, starter_dances((110.0,), segments=2, fps=30.0))
    assert any("left hand: no finger joints" in line for line in made.warnings)


def test_two_bones_a_finger_are_warned_of(sign):
    short = without(sign, *(f"{f}3_{s}" for f in ("index", "middle") for s in "lr"))
    made = make_sign_dance(short, SONG, starter_dances((110.0,), segments=2, fps=30.0))
    assert any("fewer than three joints in index, middle" in line for line in made.warnings)


def test_a_sign_of_one_frame_is_too_short(sign, dances):
    with pytest.raises(TooShortError, match="at least 2"):
        make_sign_dance(sign.cut(0, 1), SONG, dances)


def test_a_database_of_one_short_clip_still_dances_and_none_is_told(sign):
    one = starter_dances((110.0,), segments=1, fps=30.0)
    made = make_sign_dance(sign, SONG, one)
    assert {choice.dance for choice in made.choices} == {0}
    with pytest.raises(LibraryError, match="four whole counts"):
        make_sign_dance(sign, SONG, [DanceClip(one[0].motion.cut(0, 30), SONG)])
    with pytest.raises(LibraryError, match="empty"):
        make_sign_dance(sign, SONG, [])


def test_a_dance_far_from_the_tempo_is_retimed_and_told(sign):
    made = make_sign_dance(sign, SONG, starter_dances((80.0,), segments=3, fps=30.0))
    assert made.choices[0].bpm_tolerance == pytest.approx(1.0 - 80.0 / 110.0)
    assert any("faster" in line for line in made.warnings)


def test_a_clip_without_tempo_is_cut_at_the_songs_and_told(sign):
    clip = starter_dances((100.0,), segments=3, fps=30.0)[0]
    made = make_sign_dance(sign, SONG, [DanceClip(clip.motion)])
    assert np.allclose(made.track.stretch, 1.0)
    assert any("tempo not known" in line for line in made.warnings)


# the report


def test_the_report_is_json_says_what_it_is_and_proves_the_hands(sign, dances, result):
    report = sign_dance_report(
        result, sign, SONG, dances, settings=AssemblySettings(), music_seconds=sign.seconds / 2
    )
    again = json.loads(json.dumps(report, allow_nan=False))
    assert again["what"] == AID and "not a translation" in AID and "Deaf" in AID
    assert again["kept"]["max_difference"] == 0.0
    assert "counts go on" in " ".join(again["warnings"])
    assert again["model"] == "identity map" and "identity map" in " ".join(again["warnings"])
    assert len(again["segments"]) == len(result.segments)
    assert len(again["segments"][0]["candidates"]) == 5
    assert again["beat_alignment_chance"] is not None
