from dataclasses import replace

import numpy as np
import pytest

from stepweave.core.errors import RoleError
from stepweave.core.motion import retarget
from stepweave.core.motion import rotations as rot
from stepweave.core.sign_dance import Counts
from stepweave.core.sign_dance.counts import count_segments
from stepweave.core.sign_dance.features import FEATURE_JOINTS, segment_features
from stepweave.core.sign_dance.starter import starter_dance, starter_sign

COUNTS = Counts(110.0)


@pytest.fixture(scope="module")
def dance():
    return starter_dance(110.0, segments=3, fps=60.0).motion


def features(motion, counts=COUNTS, **more):
    return segment_features(motion, count_segments(motion.frames, motion.fps, counts, whole=True), **more)


def test_six_joints_of_unit_quaternions_make_24_numbers(dance):
    found = features(dance)
    assert found.turn.shape == (3, 64, 6, 4) and len(FEATURE_JOINTS) == 6
    assert np.allclose(np.linalg.norm(found.turn, axis=-1), 1.0)
    assert found.valid.all()


def test_heading_and_place_do_not_matter(dance):
    turned = dance.moved(turn=2.0, offset=(3.0, -1.0, 0.0))
    ours, theirs = features(dance), features(turned)
    assert np.allclose(np.abs(np.sum(ours.turn * theirs.turn, axis=-1)), 1.0)
    assert np.allclose(ours.first, theirs.first) and np.allclose(ours.last, theirs.last)


def test_frame_rate_does_not_matter(dance):
    ours, theirs = features(dance), features(dance.resampled(25.0))
    apart = rot.angle(rot.mul(rot.inv(ours.turn[:2]), theirs.turn[:2]))
    assert np.median(apart) < 0.01


def test_another_rest_pose_does_not_matter(dance):
    # the same body at rest in a T-pose instead of hanging arms
    skeleton = dance.skeleton
    rest = skeleton.rest_rotation.copy()
    for s, out in (("l", 1.0), ("r", -1.0)):
        arm = skeleton.roles[f"upper_arm_{s}"]
        above = skeleton.rest_global_rotation[skeleton.parents[arm]]
        raised = rot.mul(rot.from_axis_angle([0.0, 1.0, 0.0], -out * 0.8), skeleton.rest_global_rotation[arm])
        rest[arm] = rot.mul(rot.inv(above), raised)
    other = retarget(dance, replace(skeleton, rest_rotation=rest))
    apart = rot.angle(rot.mul(rot.inv(features(dance).turn), features(other).turn))
    assert apart.max() < 0.05


def test_the_joints_are_a_setting(dance):
    found = features(dance, joints=("upper_arm_l", "chest"), samples=16)
    assert found.turn.shape == (3, 16, 2, 4)


def test_a_missing_joint_is_named(dance):
    roles = {role: j for role, j in dance.skeleton.roles.items() if role != "hand_r"}
    bare = dance.with_(skeleton=replace(dance.skeleton, roles=roles))
    with pytest.raises(RoleError, match="hand_r"):
        features(bare)


def test_a_part_filled_segment_knows_its_frames():
    sign = starter_sign(110.0, segments=2, fps=30.0)
    counts = Counts(110.0, 1.0)
    found = segment_features(sign, count_segments(sign.frames, sign.fps, counts))
    share = found.valid.mean(axis=1)
    assert share[0] == pytest.approx(1.0 / (4 * 60 / 110), abs=0.03)
    assert share[1] == 1.0
