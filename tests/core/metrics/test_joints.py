"""Joins, knees, ranges, poses and jerk: known values, and faults that must be caught."""

import functools

import numpy as np
import pytest

from stepweave.core.errors import LibraryError
from stepweave.core.metrics import Reference, measure, measure_joins, measure_knees, measure_ranges
from stepweave.core.metrics.joints import angular_acceleration, knee_bend, matching
from stepweave.core.metrics.poses import measure_jerk, measure_poses, pose_features
from stepweave.core.motion import Motion, Skeleton
from stepweave.core.motion import rotations as rot
from stepweave.core.starter import starter_clips

FPS = 60.0


@functools.cache
def library():
    return {clip.motion.name: clip for clip in starter_clips(FPS)}


def starter(name):
    return library()[name].motion


def one_joint(angle):
    """A motion of a body on straight legs whose first bone turns about X by the given angles."""
    names = ("bone", *(f"{part}_{side}" for side in "lr" for part in ("thigh", "shin", "foot")))
    offset = np.zeros((7, 3))
    offset[[2, 3, 5, 6], 2] = -0.4
    still = np.tile([1.0, 0.0, 0.0, 0.0], (7, 1))
    skeleton = Skeleton(names, [-1, 0, 1, 2, 0, 4, 5], offset, still, np.full(7, 0.1),
                        {name: j for j, name in enumerate(names) if j})
    rotation = np.tile(still, (len(angle), 1, 1))
    rotation[:, 0] = rot.from_axis_angle(np.array([1.0, 0.0, 0.0]), np.asarray(angle, dtype=float))
    return Motion(skeleton, np.zeros((len(angle), 3)), rotation, FPS)


def bent(motion, role, degrees, frames):
    """The motion with one joint turned about its hinge in some frames."""
    rotation = motion.rotation.copy()
    joint = motion.skeleton.roles[role]
    hinge = Reference.of([motion]).hinge[0]
    turn = rot.from_axis_angle(hinge, np.array(np.radians(degrees)))
    shin_rest = motion.skeleton.rest_rotation[joint]
    local = rot.mul(rot.inv(shin_rest), rot.mul(turn, shin_rest))
    rotation[frames, joint] = rot.mul(local, rotation[frames, joint])
    return motion.with_(rotation=rotation)


def test_steady_turning_has_no_acceleration_and_a_stop_has_it_all():
    assert np.allclose(angular_acceleration(one_joint(np.arange(10) * 0.05)), 0.0, atol=1e-9)
    stop = np.minimum(np.arange(10) * 0.05, 0.2)
    found = angular_acceleration(one_joint(stop))[:, 0]
    assert found.max() == pytest.approx(0.05 * FPS * FPS)
    assert np.argmax(found) == 3
    assert np.sum(found > 1.0) == 1


def test_joins_are_compared_with_the_source_joint_by_joint():
    time = np.arange(200) / FPS
    source = one_joint(0.5 * np.sin(4.0 * time))
    reference = Reference.of([source])
    assert reference.acceleration[0] == pytest.approx(0.5 * 16.0, rel=0.02)
    angle = 0.5 * np.sin(4.0 * time)
    angle[100:] += 0.02
    jumped = measure_joins(one_joint(angle), reference, joins=[100])
    assert jumped["count"] == 1
    assert jumped["worst_ratio"] == pytest.approx(0.02 * FPS**2 / 8.0, rel=0.15)
    assert abs(jumped["worst_frame"] - 100) <= 1
    elsewhere = measure_joins(one_joint(angle), reference, joins=[40])
    assert elsewhere["worst_ratio"] <= 1.01
    assert elsewhere["everywhere_ratio"] == pytest.approx(jumped["worst_ratio"])


def test_a_walk_with_a_cut_join_is_caught():
    walk, other = starter("walk_140"), starter("walk_080")
    rotation = np.concatenate([walk.rotation[:80], other.rotation[100:180]])
    position = np.concatenate([walk.root_position[:80], other.root_position[100:180]])
    spliced = walk.with_(rotation=rotation, root_position=position)
    found = measure(spliced, reference=[walk, other], joins=[80], poses=False)["joins"]
    clean = measure(walk, reference=[walk, other], joins=[80], poses=False)["joins"]
    assert found["worst_ratio"] > 3.0
    assert clean["worst_ratio"] <= 1.0


def test_a_knee_popped_backwards_is_caught_to_the_degree():
    walk = starter("walk_140")
    reference = Reference.of([walk])
    straightest = np.degrees(knee_bend(walk, reference.hinge)[100, 0])
    assert measure_knees(walk, reference)["beyond_source_deg"] == 0.0
    popped = bent(walk, "shin_l", -(straightest + 12.0), slice(100, 101))
    found = measure_knees(popped, reference)
    assert found["backward_deg"] == pytest.approx(12.0, abs=1.0)
    assert found["beyond_source_deg"] == found["backward_deg"]
    assert measure_joins(popped, reference)["everywhere_ratio"] > 2.0


def test_a_joint_beyond_its_range_is_named_with_its_frame():
    walk = starter("walk_140")
    reference = Reference.of([walk])
    assert measure_ranges(walk, reference)["beyond_deg"] == pytest.approx(0.0, abs=1e-6)
    joint = walk.skeleton.roles["head"]
    rotation = walk.rotation.copy()
    rotation[50, joint] = rot.mul(
        rotation[50, joint], rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.array(0.7))
    )
    found = measure_ranges(walk.with_(rotation=rotation), reference)
    assert found["joint"] == walk.skeleton.names[joint]
    assert found["frame"] == 50
    assert found["beyond_deg"] == pytest.approx(np.degrees(0.7), abs=3.0)


def test_poses_do_not_depend_on_place_and_heading():
    walk = starter("walk_140")
    moved = walk.moved(turn=2.0, offset=(5.0, 1.0, 0.0))
    assert np.allclose(pose_features(walk), pose_features(moved), atol=1e-9)


def test_a_pose_no_clip_has_is_far_from_all():
    walk, other = starter("walk_140"), starter("walk_110")
    between = measure_poses(walk.cut(30, 90), [walk, other])
    assert between["furthest_cm"] == pytest.approx(0.0, abs=1e-4)
    rotation = walk.rotation.copy()
    arm = walk.skeleton.roles["upper_arm_l"]
    rotation[60, arm] = rot.mul(
        rotation[60, arm], rot.from_axis_angle(np.array([1.0, 0.0, 0.0]), np.array(1.5))
    )
    broken = measure_poses(walk.with_(rotation=rotation), [walk, other])
    assert broken["frame"] == 60
    assert broken["ratio"] > 1.0


def test_jerk_of_a_cubic_is_its_third_difference():
    time = np.arange(12.0)
    position = np.column_stack([0.001 * time**3, 0 * time, 0 * time])
    motion = one_joint(np.zeros(12)).with_(root_position=position)
    found = measure_jerk(motion)
    assert found["mean_m_per_frame3"] == pytest.approx(0.006)
    assert found["peak_m_per_frame3"] == pytest.approx(0.006)
    assert found["mean_m_per_s3"] == pytest.approx(0.006 * FPS**3)


def test_the_reference_is_taken_at_the_motions_rate_and_mirrored():
    walk = starter("walk_140")
    slow = walk.resampled(30.0)
    sources = matching(slow, [walk])
    assert [clip.fps for clip in sources] == [30.0, 30.0]
    assert np.allclose(sources[0].rotation, slow.rotation)
    mirrored = measure(slow.mirrored(), reference=[walk])
    assert mirrored["ranges"]["beyond_deg"] == pytest.approx(0.0, abs=1e-6)
    assert mirrored["poses"]["furthest_cm"] == pytest.approx(0.0, abs=1e-4)


def test_a_reference_with_other_joints_is_refused_by_name():
    walk = starter("walk_140")
    with pytest.raises(LibraryError, match="has other joints"):
        measure(walk, reference=[one_joint(np.zeros(5)).with_(name="bone clip")])


def test_a_report_has_the_keys_of_a_walks_report():
    walk = starter("walk_140")
    path = walk.root_position[[0, -1], :2]
    distance = np.linalg.norm(walk.root_position[:, :2] - path[0], axis=1)
    found = measure(walk, path, distance, [walk], joins=[60, 120])
    assert set(found["path"]) == {"mean_cm", "max_cm", "end_cm"}
    assert {"count", "slip_mean_cm", "slip_max_cm", "penetration_p95_cm"} <= set(found["plants"])
    assert found["joins"]["count"] == 2
    assert found["joins"]["worst_ratio"] <= 1.0
    assert found["timing_rms_cm"] < 3.0
    assert len(found["target_distance_m"]) == found["frames"] == walk.frames
    assert found["knees"]["beyond_source_deg"] == 0.0
    assert found["poses"]["ratio"] <= 1.0
