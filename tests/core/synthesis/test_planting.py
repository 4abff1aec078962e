"""Feet stay where they are put, and nothing else is harmed."""

import functools

import numpy as np
import pytest

from stepweave.core.analysis import analyse
from stepweave.core.clips import load_clip
from stepweave.core.errors import RoleError
from stepweave.core.metrics import Reference, measure, measure_joins, measure_knees
from stepweave.core.motion import rotations as rot
from stepweave.core.starter import starter_clips
from stepweave.core.synthesis.planting import calibrate_sole, plant_feet
from stepweave.core.synthesis.planting.sole import feet_of
from stepweave.core.synthesis.planting.stances import FLAT, HEEL, TOE
from stepweave.core.synthesis.planting.windows import fade, smooth_cover, without_short_gaps

LEGS = ("thigh_l", "shin_l", "foot_l", "toe_l", "thigh_r", "shin_r", "foot_r", "toe_r")


def uphill(xy):
    return 0.12 * xy[:, 1]


def waves(xy):
    return 0.04 * np.sin(2.0 * xy[:, 0]) + 0.04 * np.sin(1.5 * xy[:, 1])


@functools.cache
def library(fps):
    return {clip.motion.name: clip for clip in starter_clips(fps)}


def starter(name, fps=60):
    return library(fps)[name]


def sliding(clip, factor=1.12):
    """The clip's motion, travelling further than its legs carry it: every stance slides."""
    position = clip.motion.root_position * (factor, factor, 1.0)
    return clip.motion.with_(root_position=position)


def without_toes(motion):
    roles = {role: joint for role, joint in motion.skeleton.roles.items() if not role.startswith("toe")}
    return motion.with_(skeleton=motion.skeleton.with_roles(roles))


@pytest.fixture(scope="module")
def walk():
    return starter("walk_140")


@pytest.fixture(scope="module")
def capture(shared_data):
    motion = load_clip(shared_data / "locomotion" / "cmu_16_15_walk.bvh")
    return motion, analyse(motion).foot_contact


def wander(points):
    """Greatest distance, metres, of points from the first one."""
    return np.linalg.norm(points - points[0], axis=1).max(initial=0.0) if len(points) else 0.0


def spread_of_pivots(motion, plants):
    """How far each plant's pivots stray while they carry the foot: flat ankle and ball, toe tips always."""
    feet = feet_of(motion)
    out = []
    for side, start, end in zip(plants.side, plants.start, plants.end):
        frames = np.arange(start, end + 1)
        phase = plants.phase[frames, side]
        out.append(
            (
                wander(feet.ankle[frames[phase == FLAT], side]),
                wander(feet.ball[frames[phase == FLAT], side]),
                wander(feet.tip[frames[(phase == FLAT) | (phase == TOE)], side]),
            )
        )
    return np.array(out)


@pytest.mark.parametrize(
    ("fps", "ground", "toes"),
    [(24, None, True), (60, None, False), (120, None, True), (24, waves, False), (60, uphill, True),
     (60, waves, True), (120, uphill, False)],
)
def test_sliding_feet_stand_still_on_any_ground_at_any_rate(fps, ground, toes):
    clip = starter("walk_110", fps)
    slid = sliding(clip) if toes else without_toes(sliding(clip))
    before = measure(slid)["plants"]
    planted, plants = plant_feet(slid, clip.foot_contact, ground)
    assert before["slip_max_cm"] > 5.0
    assert spread_of_pivots(planted, plants).max() < 1e-6
    given = measure(planted, plants=plants, ground=ground)["given_plants"]
    assert given["slip_mean_cm"] < 0.3
    assert given["slip_max_cm"] < 1.0
    assert given["penetration_p95_cm"] < 0.5
    assert given["float_p95_cm"] < 0.5


def test_the_independent_judge_agrees(walk):
    planted, _ = plant_feet(sliding(walk), walk.foot_contact)
    found = measure(planted)["plants"]
    assert found["count"] >= 7
    assert found["slip_mean_cm"] < 0.3
    assert found["slip_max_cm"] < 1.0


def test_only_pelvis_position_and_legs_change(walk):
    planted, _ = plant_feet(sliding(walk), walk.foot_contact)
    roles = walk.motion.skeleton.roles
    others = np.setdiff1d(np.arange(walk.motion.skeleton.joints), [roles[role] for role in LEGS])
    assert np.array_equal(planted.rotation[:, others], walk.motion.rotation[:, others])
    assert planted.skeleton is walk.motion.skeleton
    assert np.allclose(planted.root_position[:, :2], sliding(walk).root_position[:, :2], atol=0.01)


def test_feet_that_already_stand_keep_their_place(walk):
    planted, _ = plant_feet(walk.motion, walk.foot_contact)
    assert np.abs(planted.pose.position - walk.motion.pose.position).max() < 0.03


def test_without_contacts_nothing_changes(walk):
    none = np.zeros_like(walk.foot_contact)
    planted, plants = plant_feet(walk.motion, none)
    assert planted is walk.motion
    assert len(plants) == 0


def test_the_foot_rolls_from_heel_over_sole_to_ball(walk):
    _, plants = plant_feet(walk.motion, walk.foot_contact)
    whole = [k for k in range(len(plants)) if plants.start[k] > 0 and plants.end[k] < len(plants.phase) - 1]
    for k in whole:
        phase = plants.phase[plants.start[k] : plants.end[k] + 1, plants.side[k]]
        assert phase[0] == HEEL
        assert FLAT in phase
        assert phase[-1] == TOE
        assert np.all(np.diff(phase) >= 0)


def test_the_heel_pivots_in_place(walk):
    planted, plants = plant_feet(sliding(walk), walk.foot_contact)
    feet = feet_of(planted)
    for k in range(len(plants)):
        frames = np.arange(plants.start[k], plants.end[k] + 1)
        frames = frames[plants.phase[frames, plants.side[k]] == HEEL]
        turn = rot.mul(feet.foot[frames, plants.side[k]], rot.inv(plants.rotation[k]))
        heel = feet.ankle[frames, plants.side[k]] + rot.rotate(turn, plants.heel[k] - plants.ankle[k])
        assert wander(heel) < 1e-6
        if len(heel):
            assert np.allclose(heel[0], plants.heel[k], atol=1e-6)


def test_swinging_feet_stay_above_the_ground(walk):
    planted, _ = plant_feet(sliding(walk), walk.foot_contact, uphill)
    assert measure(planted, ground=uphill)["plants"]["below_ground_max_cm"] < 1.0


def test_on_real_capture_knees_bend_forwards_and_do_not_pop(capture):
    motion, contact = capture
    planted, plants = plant_feet(motion, contact)
    source = Reference.of([motion])
    joins = measure_joins(planted, source)
    assert measure(motion)["plants"]["slip_mean_cm"] > 1.5
    assert measure(planted, plants=plants)["given_plants"]["slip_max_cm"] < 1.0
    assert measure_knees(planted, source)["backward_deg"] == 0.0
    assert joins["above_share"] < 0.006          # 0.001 in the source itself


def test_the_ground_is_reached_by_a_pelvis_that_follows_it(walk):
    high, _ = plant_feet(walk.motion, walk.foot_contact, lambda xy: np.full(len(xy), 2.0))
    lift = high.root_position[:, 2] - walk.motion.root_position[:, 2]
    assert np.all(np.abs(lift - 2.0) < 0.03)


def test_a_clip_may_stand_on_another_floor(walk):
    raised = walk.motion.moved(offset=(0.0, 0.0, 0.7))
    planted, plants = plant_feet(raised, walk.foot_contact, floor=0.7)
    level, same = plant_feet(walk.motion, walk.foot_contact)
    assert np.allclose(planted.root_position - (0, 0, 0.7), level.root_position, atol=1e-9)
    assert np.allclose(plants.heel[:, 2], 0.7)


def test_a_plant_that_has_begun_keeps_its_place(walk):
    _, first = plant_feet(walk.motion, walk.foot_contact)
    moved = walk.motion.moved(offset=(0.03, 0.02, 0.0))
    _, kept = plant_feet(moved, walk.foot_contact, fixed=first)
    assert np.allclose(kept.ankle, first.ankle)
    assert np.allclose(kept.ball, first.ball)


def test_the_sole_is_learnt_from_flat_stance(walk):
    sole = calibrate_sole(walk.motion, walk.foot_contact)
    feet = feet_of(walk.motion)
    flat = walk.foot_contact[:, 0].all(axis=1)
    assert sole.ankle[0] == pytest.approx(np.median(feet.ankle[flat, 0, 2]))
    assert np.all(sole.ankle > sole.ball)
    nothing = calibrate_sole(walk.motion, np.zeros_like(walk.foot_contact))
    assert 0.02 < nothing.ankle[0] < 0.15


def test_the_same_input_gives_the_same_bits(walk):
    first, _ = plant_feet(sliding(walk), walk.foot_contact)
    second, _ = plant_feet(sliding(walk), walk.foot_contact)
    assert np.array_equal(first.rotation, second.rotation)
    assert np.array_equal(first.root_position, second.root_position)


def test_missing_legs_and_wrong_shapes_are_named(walk):
    roles = dict(walk.motion.skeleton.roles)
    del roles["shin_r"]
    legless = walk.motion.with_(skeleton=walk.motion.skeleton.with_roles(roles))
    with pytest.raises(RoleError, match="no shin on the right side"):
        plant_feet(legless, walk.foot_contact)
    with pytest.raises(ValueError, match="foot_contact has shape"):
        plant_feet(walk.motion, walk.foot_contact[:, :, 0])


def test_a_fade_leaves_its_anchor_with_the_same_rate_and_ends_in_nothing():
    offset = np.zeros((40, 1, 1))
    offset[:11, 0, 0] = np.linspace(0.5, 1.0, 11)
    anchored = np.zeros((40, 1), dtype=bool)
    anchored[:11] = True
    faded = fade(offset, anchored, 20.0, 8.0)[:, 0, 0]
    assert np.array_equal(faded[:11], offset[:11, 0, 0])
    assert faded[11] - faded[10] == pytest.approx(0.05, rel=0.15)
    assert np.all(faded[31:] == 0.0)
    assert np.abs(np.diff(faded, n=2)).max() < 0.06


def test_two_fades_in_one_gap_meet_both_plants():
    offset = np.zeros((30, 1, 1))
    offset[:5], offset[20:] = 1.0, -2.0
    anchored = np.zeros((30, 1), dtype=bool)
    anchored[:5] = anchored[20:] = True
    faded = fade(offset, anchored, 50.0)[:, 0, 0]
    assert faded[5] == pytest.approx(1.0, abs=0.05)
    assert faded[19] == pytest.approx(-2.0, abs=0.05)


def test_a_smooth_cover_lies_nowhere_below():
    rng = np.random.default_rng(0)
    values = np.maximum(rng.normal(size=200), 0.0)
    assert np.all(smooth_cover(values, 6.0) >= values - 1e-12)


def test_only_short_gaps_between_contacts_are_closed():
    mask = np.array([0, 1, 1, 0, 1, 0, 0, 0, 1, 0], dtype=bool)
    assert without_short_gaps(mask, 2).tolist() == [0, 1, 1, 1, 1, 0, 0, 0, 1, 0]
