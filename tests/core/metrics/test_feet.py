"""Slip, penetration and stances, on points set by hand and on walks with a fault planted."""

import functools

import numpy as np
import pytest

from stepweave.core.errors import RoleError
from stepweave.core.metrics import FootPoints, Stances, find_stances, foot_points, measure, measure_feet
from stepweave.core.metrics.feet import least_steps, skating_ratio, weighted_skate
from stepweave.core.motion import rotations as rot
from stepweave.core.starter import starter_clips

FPS = 60.0


@functools.cache
def library():
    return {clip.motion.name: clip for clip in starter_clips(FPS)}


def starter(name):
    return library()[name]


def points_of(heel, ball, tip):
    """FootPoints of a left foot whose points (F, 3) are given; the right foot rests far off."""
    position = np.zeros((len(heel), 2, 3, 3))
    position[:, 0] = np.stack([heel, ball, tip], axis=1)
    position[:, 1] = (9.0, 9.0, 0.0)
    speed = np.zeros((len(heel), 2, 3))
    speed[1:] = np.linalg.norm(np.diff(position[..., :2], axis=0), axis=-1) * FPS
    return FootPoints(position, position[..., 2].copy(), speed, 1.0)


def rest(frames, x):
    return np.tile([x, 0.0, 0.0], (frames, 1))


LEFT = Stances(np.array([0]), np.array([0]), np.array([19]))


def test_a_foot_at_rest_does_not_slip():
    found = measure_feet(points_of(rest(20, 0), rest(20, 0.15), rest(20, 0.22)), LEFT, FPS)
    assert found["count"] == 1
    assert found["slip_max_cm"] == 0.0
    assert found["skate_m_per_s"] == 0.0


def test_a_foot_that_slides_slips_as_far_as_it_slides():
    slide = np.linspace(0.0, 0.04, 20)[:, None] * (1.0, 0.0, 0.0)
    found = measure_feet(points_of(rest(20, 0) + slide, rest(20, 0.15) + slide, rest(20, 0.22) + slide),
                         LEFT, FPS)
    assert found["slip_max_cm"] == pytest.approx(4.0)
    assert found["skate_m_per_s"] == pytest.approx(0.04 / 19 * FPS)


def test_rolling_over_the_ball_is_no_slip_but_lifting_the_whole_foot_is_seen():
    angle = np.linspace(0.0, 0.8, 20)
    ball = rest(20, 0.15)
    heel = ball + 0.15 * np.stack([-np.cos(angle), 0 * angle, np.sin(angle)], axis=1)
    found = measure_feet(points_of(heel, ball, rest(20, 0.22)), LEFT, FPS)
    assert found["slip_max_cm"] == 0.0
    assert found["float_p95_cm"] == 0.0
    up = np.array([0.0, 0.0, 0.03])
    found = measure_feet(points_of(heel + up, ball + up, rest(20, 0.22) + up), LEFT, FPS)
    assert found["float_p95_cm"] == pytest.approx(3.0)


def test_a_sunk_foot_penetrates():
    down = np.array([0.0, 0.0, -0.02])
    found = measure_feet(points_of(rest(20, 0) + down, rest(20, 0.15), rest(20, 0.22)), LEFT, FPS)
    assert found["penetration_p95_cm"] == pytest.approx(2.0)
    assert found["below_ground_max_cm"] == pytest.approx(2.0)


def test_only_points_near_the_ground_can_carry():
    position = np.zeros((3, 3, 3))
    position[:, 0, 0] = (0.0, 0.01, 0.02)             # the heel slides on the ground
    height = np.array([[0.0, 0.2, 0.2]] * 3)          # while ball and tip rest in the air
    assert np.allclose(least_steps(position, height), [[0.01, 0.0], [0.01, 0.0]])


def test_published_skating_measures():
    ball = np.zeros((10, 3))
    ball[:, 0] = np.arange(10) * 0.02                 # 1.2 m/s on the ground
    points = points_of(rest(10, 0), ball, ball)
    assert skating_ratio(points) == 1.0
    assert weighted_skate(points, FPS) == pytest.approx(0.9)     # 9 of 10 frames at 2 cm, one foot of two
    high = points._replace(height=points.height + 0.06)
    assert skating_ratio(high) == 0.0
    assert weighted_skate(high, FPS) == 0.0


@pytest.mark.parametrize("name", ["walk_080", "walk_170", "walk_120_left_200", "run_300"])
def test_stances_are_found_where_the_truth_has_them(name):
    clip = starter(name)
    found = find_stances(foot_points(clip.motion), clip.motion.root_position, FPS)
    truth = clip.foot_contact.any(axis=2)
    missed = []
    for side in range(2):
        edge = np.flatnonzero(np.diff(np.r_[False, truth[:, side], False].astype(int)))
        for start, end in zip(edge[0::2], edge[1::2] - 1):
            if end - start < 0.1 * FPS:
                continue
            near = (found.side == side) & (np.abs(found.start - start) <= 6) & (np.abs(found.end - end) <= 6)
            missed.append(not near.any())
    assert len(missed) >= 6
    assert sum(missed) == 0


def test_exact_feet_score_nearly_nothing_and_a_slid_foot_is_caught():
    clip = starter("walk_140")
    clean = measure(clip.motion)["plants"]
    assert clean["slip_max_cm"] < 0.5
    assert clean["penetration_p95_cm"] < 0.3
    stance = clip.foot_contact[:, 0].all(axis=1)
    middle = np.flatnonzero(stance)[len(np.flatnonzero(stance)) // 2]
    slid = clip.motion.root_position.copy()
    slid[middle:] += (0.0, 0.05, 0.0)
    slid[middle - 4 : middle] += np.linspace(0.0, 0.05, 5)[:-1, None] * (0.0, 1.0, 0.0)
    fault = measure(clip.motion.with_(root_position=slid))["plants"]
    assert fault["slip_max_cm"] > 4.5


def test_a_walk_that_sinks_into_rising_ground_is_caught():
    clip = starter("walk_140")

    def uphill(xy):
        return -0.1 * xy[:, 1]

    sunk = measure(clip.motion, ground=uphill)["plants"]
    assert sunk["penetration_p95_cm"] + sunk["float_p95_cm"] > 2.0


def test_a_skeleton_without_feet_is_named():
    motion = starter("walk_140").motion
    roles = {role: j for role, j in motion.skeleton.roles.items() if role != "foot_l"}
    with pytest.raises(RoleError, match="no left foot"):
        foot_points(motion.with_(skeleton=motion.skeleton.with_roles(roles)))


def test_real_capture_slides_by_centimetres(shared_data):
    from stepweave.core.clips import load_clip

    motion = load_clip(shared_data / "locomotion" / "cmu_16_15_walk.bvh")
    found = measure(motion)["plants"]
    assert 1.0 < found["slip_mean_cm"] < 4.0
    assert found["count"] == 8


def test_turning_the_world_changes_nothing():
    motion = starter("walk_140").motion
    turned = motion.moved(turn=1.1, offset=(3.0, -2.0, 0.0))
    first, second = measure(motion)["plants"], measure(turned)["plants"]
    assert second["slip_mean_cm"] == pytest.approx(first["slip_mean_cm"], abs=0.02)
    assert second["count"] == first["count"]
    assert rot.angle(turned.pose.rotation[0, 0]) != rot.angle(motion.pose.rotation[0, 0])
