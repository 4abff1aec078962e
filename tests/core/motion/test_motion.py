"""Skeletons, kinematics, mirrors, rates and retargeting on bodies of known truth."""

import numpy as np
import pytest

from stepweave.core.motion import Motion, Skeleton, forward, local_rotations, retarget, tails
from stepweave.core.motion import rotations as rot

from .synthetic import biped, random_motion


def test_rest_pose_is_where_the_bones_were_drawn():
    skeleton = biped()
    pose = forward(skeleton, skeleton.rest_position[None, 0], rot.identity((1, skeleton.joints)))
    assert np.allclose(pose.position[0], skeleton.rest_position)
    assert np.allclose(tails(skeleton, pose)[0], skeleton.rest_tail)
    assert skeleton.rest_position[skeleton.names.index("foot.L")] == pytest.approx((0.1, 0.0, 0.08))


def test_bone_lengths_never_change():
    skeleton = biped()
    motion = random_motion(skeleton)
    parents = skeleton.parents[1:]
    length = np.linalg.norm(motion.pose.position[:, 1:] - motion.pose.position[:, parents], axis=-1)
    assert np.allclose(length, np.linalg.norm(skeleton.rest_offset[1:], axis=-1))


def test_local_rotations_undo_forward_kinematics():
    motion = random_motion(biped())
    back = local_rotations(motion.skeleton, motion.pose.rotation)
    assert rot.angle(rot.mul(rot.inv(back), motion.rotation)).max() < 1e-6


def test_joints_above_the_travelling_one_stay_at_rest():
    inner = biped()
    skeleton = Skeleton(
        ("reference", *inner.names), np.concatenate([[-1], inner.parents + 1]),
        np.concatenate([[[0, 0, 0.0]], inner.rest_offset]),
        np.concatenate([rot.identity((1,)), inner.rest_rotation]),
        np.concatenate([[0.1], inner.length]), {r: j + 1 for r, j in inner.roles.items()}, 1,
    )
    motion = random_motion(skeleton)
    assert np.all(motion.pose.position[:, 0] == 0.0)
    assert np.allclose(motion.pose.position[:, 1], motion.root_position)


@pytest.mark.parametrize("turn", [0.0, 0.7, np.pi / 2])
def test_mirror_reflects_every_joint_onto_its_partner(turn):
    motion = random_motion(biped(turn))
    mirrored = motion.mirrored()
    expected = motion.pose.position[:, motion.skeleton.mirror_of] * (-1, 1, 1)
    assert np.allclose(mirrored.pose.position, expected, atol=1e-9)
    assert np.allclose(mirrored.mirrored().pose.position, motion.pose.position, atol=1e-9)


def test_partners_are_found_by_role_and_by_name():
    skeleton = biped()
    names = skeleton.names
    assert names[skeleton.mirror_of[names.index("shin.L")]] == "shin.R"
    assert names[skeleton.mirror_of[names.index("spine")]] == "spine"


def test_moved_turns_and_shifts_the_whole_pose():
    motion = random_motion(biped(0.3))
    moved = motion.moved(1.1, (2.0, -1.0, 0.0))
    expected = rot.rotate(rot.about_z(1.1), motion.pose.position) + (2.0, -1.0, 0.0)
    assert np.allclose(moved.pose.position, expected)


def test_resampling_keeps_time_and_shape():
    skeleton = biped()
    t = np.arange(61) / 30
    root = np.stack([np.sin(t), t, 1 + 0.05 * np.cos(5 * t)], axis=1)
    rotation = rot.identity((61, skeleton.joints))
    rotation[:, 7] = rot.from_axis_angle(np.array([1.0, 0, 0]), 0.5 * np.sin(4 * t))
    motion = Motion(skeleton, root, rotation, 30.0)
    up = motion.resampled(120)
    assert up.frames == 241
    assert np.allclose(up.root_position[::4], root)
    fine = np.arange(241) / 120
    assert np.allclose(up.root_position[:, 0], np.sin(fine), atol=1e-4)
    assert motion.resampled(29.999).frames == 61


def test_one_frame_can_be_resampled():
    motion = random_motion(biped(), frames=1)
    assert motion.resampled(60).frames == 1


def test_retarget_to_the_same_body_changes_nothing():
    motion = random_motion(biped())
    assert np.allclose(retarget(motion, biped()).pose.position, motion.pose.position, atol=1e-9)


def test_retarget_to_a_larger_turned_body_scales_the_pose():
    motion = random_motion(biped(), size=0.4)
    other = retarget(motion, biped(1.0).scaled(1.5))
    assert np.allclose(other.pose.position, 1.5 * motion.pose.position, atol=1e-6)


def test_retarget_brings_limbs_of_another_rest_pose_into_line():
    straight = biped()
    arm = straight.names.index("arm.L")
    lowered = rot.identity((1, straight.joints))
    lowered[0, arm] = rot.exp([0.0, 0.0, -0.8])
    pose = forward(straight, straight.rest_position[None, 0], lowered)
    rest = straight.rest_rotation.copy()
    rest[arm] = rot.mul(rest[arm], lowered[0, arm])
    a_pose = Skeleton(
        straight.names, straight.parents, straight.rest_offset, rest, straight.length, straight.roles, 0
    )
    assert np.allclose(a_pose.rest_position, pose.position[0])
    roles = {**straight.roles, "forearm_l": straight.names.index("hand.L")}
    motion = random_motion(straight.with_roles(roles), size=0.3)
    got = retarget(motion, a_pose.with_roles(roles))
    assert np.allclose(got.pose.position, motion.pose.position, atol=1e-6)


def test_the_ball_of_a_foot_without_toes_is_its_tail():
    skeleton = biped(turn=0.7)
    feet = [skeleton.roles["foot_l"], skeleton.roles["foot_r"]]
    ball = skeleton.rest_position[feet] + rot.rotate(
        skeleton.rest_global_rotation[feet], skeleton.ball_of_foot
    )
    assert np.allclose(ball, skeleton.rest_tail[feet])


@pytest.mark.parametrize("stub", [(1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)], ids=["down", "up"])
def test_the_ball_of_a_stub_of_a_foot_is_ahead_of_the_ankle(stub):
    whole = biped(turn=0.7)
    feet = [whole.roles["foot_l"], whole.roles["foot_r"]]
    upright = rot.from_axis_angle(np.array(stub), np.array(-np.pi / 2))
    rest = whole.rest_rotation.copy()
    above = whole.rest_global_rotation[whole.parents[feet]]
    rest[feet] = rot.mul(rot.inv(above), rot.mul(rot.about_z(0.7), upright))
    skeleton = Skeleton(
        whole.names, whole.parents, whole.rest_offset, rest, whole.length, whole.roles, whole.root
    )
    ball = rot.rotate(skeleton.rest_global_rotation[feet], skeleton.ball_of_foot)
    true = whole.rest_tail[feet] - whole.rest_position[feet]
    assert np.abs(ball - true).max() < 0.03
