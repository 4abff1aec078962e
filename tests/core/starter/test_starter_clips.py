"""Starter clips: exact feet, true contacts, the speeds they name, motion without steps."""

from itertools import groupby

import numpy as np
import pytest

from stepweave.core.analysis import analyse
from stepweave.core.motion import forward, knee_angle, tails
from stepweave.core.motion import rotations as rot
from stepweave.core.starter import starter_clips, starter_skeleton, varied_library
from stepweave.core.starter.assemble import make_clip
from stepweave.core.starter.clips import change, steady
from stepweave.core.starter.mass import centre_of_mass
from stepweave.core.starter.skeleton import HEEL
from stepweave.core.starter.trunk import Manner

GRAVITY = 9.81
FINE = 480.0
COURSES = {
    "walk": steady(1.4, 3),
    "run": steady(3.0, 4),
    "start": change(0.0, 1.4, before=0.4, after=0.6),
    "bend": steady(1.0, 3, 1.0),
}


@pytest.fixture(scope="module")
def clips():
    return {clip.motion.name: clip for clip in starter_clips()}


@pytest.fixture(scope="module")
def fine():
    """Clips at a rate at which finite differences are close to derivatives."""
    return {name: make_clip(name, name, course, Manner(), FINE) for name, course in COURSES.items()}


def pattern(clip):
    return "".join(symbol for symbol, _ in groupby(clip.state))


def joints(motion, part):
    return motion.pose.position[:, [motion.skeleton.roles[f"{part}_{side}"] for side in "lr"]]


def heels(motion):
    feet = [motion.skeleton.roles[f"foot_{side}"] for side in "lr"]
    local = rot.rotate(rot.inv(motion.skeleton.rest_global_rotation[feet]), HEEL)
    return motion.pose.position[:, feet] + rot.rotate(motion.pose.rotation[:, feet], local)


def runs_of(flags):
    """(start, end) of every run of True, end not included."""
    edges = np.flatnonzero(np.diff(np.r_[0, flags.astype(int), 0]))
    return edges.reshape(-1, 2)


def test_a_part_of_a_foot_that_is_said_to_rest_does_not_move(clips):
    for clip in clips.values():
        for part, places in enumerate((heels(clip.motion), joints(clip.motion, "toe"))):
            for side in (0, 1):
                for start, end in runs_of(clip.foot_contact[:, side, part]):
                    place = places[start:end, side]
                    assert np.ptp(place, axis=0).max() < 1e-6, (clip.motion.name, part, side, start)


def test_a_flat_foot_stands_on_the_ground(clips):
    for clip in clips.values():
        flat = clip.foot_contact.all(axis=2)
        assert np.abs(heels(clip.motion)[flat][:, 2]).max() < 1e-6
        assert np.abs(joints(clip.motion, "toe")[flat][:, 2] - 0.025).max() < 1e-6


def test_nothing_of_a_foot_goes_below_the_ground(clips):
    for clip in clips.values():
        tip = tails(clip.motion.skeleton, clip.motion.pose)
        tip = tip[:, [clip.motion.skeleton.roles[f"toe_{side}"] for side in "lr"]]
        assert heels(clip.motion)[..., 2].min() > -1e-6, clip.motion.name
        assert joints(clip.motion, "toe")[..., 2].min() > 0.023, clip.motion.name
        assert tip[..., 2].min() > 0.004, clip.motion.name


def test_a_foot_that_is_said_to_be_in_the_air_moves(clips):
    for clip in clips.values():
        speed = np.linalg.norm(np.gradient(joints(clip.motion, "foot"), axis=0), axis=-1) * clip.motion.fps
        for side in (0, 1):
            for start, end in runs_of(~clip.foot_contact[:, side].any(axis=1)):
                if start > 0 and end < clip.motion.frames:
                    landing = max(4, (end - start) // 6)
                    assert speed[start + 1 : end - landing, side].min() > 0.05, (clip.motion.name, side)


@pytest.mark.parametrize("speed", [0.8, 1.1, 1.4, 1.7, 2.2, 2.5, 3.0, 3.8])
def test_a_straight_clip_has_the_speed_it_names(clips, speed):
    name = f"{'walk' if speed < 2 else 'run'}_{round(speed * 100):03d}"
    motion = clips[name].motion
    gone = np.linalg.norm(motion.root_position[-1, :2] - motion.root_position[0, :2])
    assert gone / motion.seconds == pytest.approx(speed, rel=0.03)
    assert abs(motion.root_position[-1, 0] - motion.root_position[0, 0]) < 0.05   # straight along -Y


@pytest.mark.parametrize("name", ["run_250", "run_300", "run_380"])
def test_a_runner_leaves_the_ground_with_a_bent_knee_and_bearable_toes(clips, name):
    clip = clips[name]
    motion = clip.motion
    knees = knee_angle(*(joints(motion, part) for part in ("thigh", "shin", "foot")))
    toes = [motion.skeleton.roles[f"toe_{side}"] for side in "lr"]
    for side in (0, 1):
        for _, end in runs_of(clip.foot_contact[:, side].any(axis=1)):
            if end < motion.frames:
                assert knees[end, side] > np.radians(12.0), (name, side, end)
    assert rot.angle(motion.rotation[:, toes]).max() < np.radians(90.0)


def test_walking_keeps_the_walk_ratio(clips):
    clip = clips["walk_140"]
    stances = [runs_of(clip.foot_contact[:, side].any(axis=1)) for side in (0, 1)]
    strikes = np.sort(np.concatenate([stance[:, 0] for stance in stances]))[2:]
    cadence = 60.0 * clip.motion.fps / np.diff(strikes).mean()
    assert 60.0 * 1.4 / cadence / cadence == pytest.approx(0.0066, rel=0.03)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("stand", "S"),
        ("walk_140", "LDRDLDRDL"),
        ("run_300", "LFRFLFRFL"),
        ("walk_start", "SLDRDLDRDL"),
        ("walk_stop", "RDLDRS"),
        ("walk_to_run", "LDRFLFRFL"),
        ("run_to_walk", "FRFLDRDLDR"),
        ("run_start", "FRFLFRF"),
        ("run_stop", "FRFLDRS"),
    ],
)
def test_states_follow_the_gait(clips, name, wanted):
    assert wanted in pattern(clips[name])


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("stand", {"S"}),
        ("walk_110", {"LDR", "RDL"}),
        ("walk_100_right_100", {"LDR", "RDL"}),
        ("run_300", {"FLF", "FRF"}),
        ("walk_start", {"S", "SLDR", "RDL", "LDR"}),
        ("walk_stop", {"RDL", "LDR", "LDRS", "S"}),
        ("walk_to_run", {"LDR", "RDL", "LDRF", "FLF", "FRF"}),
        ("run_to_walk", {"FLF", "FRF", "FLDR", "RDL", "LDR"}),
        ("run_stop", {"FLF", "FRF", "FLDRS", "S"}),
    ],
)
def test_segments_get_the_labels_that_the_clip_was_made_for(clips, name, labels):
    analysis = analyse(clips[name].motion)
    assert {segment.label for segment in analysis.segments if not segment.ignored} == labels


def test_the_body_is_highest_in_mid_stance_when_walking_and_in_flight_when_running(clips):
    for name, symbols in (("walk_110", "LR"), ("walk_170", "LR"), ("run_250", "F"), ("run_380", "F")):
        clip = clips[name]
        height = centre_of_mass(clip.motion.skeleton, clip.motion.pose)[:, 2]
        peaks = np.flatnonzero((height[1:-1] > height[:-2]) & (height[1:-1] >= height[2:])) + 1
        states = clip.state[peaks]
        assert len(peaks) >= 6
        assert set(states) == set(symbols), name


def test_a_runner_in_the_air_falls_freely(fine):
    clip = fine["run"]
    height = centre_of_mass(clip.motion.skeleton, clip.motion.pose)[:, 2]
    acceleration = np.diff(height, 2) * clip.motion.fps**2
    flight = clip.state == "F"
    inside = flight[:-2] & flight[1:-1] & flight[2:]
    assert inside.sum() > 100
    assert np.abs(acceleration[inside] + GRAVITY).max() < 0.1


def acceleration_steps(motion):
    """Largest change of acceleration from frame to frame: of the root, and of the left ankle."""
    for path in (motion.root_position, motion.pose.position[:, motion.skeleton.roles["foot_l"]]):
        acceleration = np.diff(path, 2, axis=0) * motion.fps**2
        yield float(np.linalg.norm(np.diff(acceleration, axis=0), axis=1).max())


def test_motion_is_smooth_to_the_second_derivative(fine):
    for name, clip in fine.items():
        finer = make_clip(name, name, COURSES[name], Manner(), 2 * FINE)
        for step, half in zip(acceleration_steps(clip.motion), acceleration_steps(finer.motion), strict=True):
            assert half < 0.62 * step, name   # a jump of the acceleration would not shrink


def test_knees_stay_bent_the_right_way(clips):
    for clip in clips.values():
        motion = clip.motion
        hip, knee, ankle = (joints(motion, part) for part in ("thigh", "shin", "foot"))
        assert np.degrees(np.pi - np.abs(knee_angle(hip, knee, ankle))).max() <= 180.0
        thigh = [motion.skeleton.roles[f"thigh_{side}"] for side in "lr"]
        forward_axis = rot.rotate(motion.pose.rotation[:, thigh], np.array([0.0, 0.0, -1.0]))
        bend = np.sum((knee - 0.5 * (hip + ankle)) * forward_axis, axis=-1)
        assert np.abs(bend).min() > 0.01, motion.name
        assert len(np.unique(np.sign(bend))) == 1, motion.name


def test_bends_turn_by_their_radius(clips):
    for name, speed, radius, sign in (
        ("walk_120_left_200", 1.2, 2.0, 1.0),
        ("run_300_right_800", 3.0, 8.0, -1.0),
    ):
        motion = clips[name].motion
        heading = np.unwrap(rot.yaw(motion.pose.rotation[:, motion.skeleton.roles["head"]]))
        turned = heading[-1] - heading[0]
        assert turned == pytest.approx(sign * speed / radius * motion.seconds, rel=0.08)


def test_arms_swing_with_the_other_side_s_leg(clips):
    motion = clips["walk_140"].motion
    ahead = -motion.pose.position[..., 1] + motion.root_position[:, None, 1]   # the clip travels along -Y
    hand, foot = (ahead[:, motion.skeleton.roles[f"{part}_l"]] for part in ("hand", "foot"))
    assert np.corrcoef(hand, foot)[0, 1] < -0.7
    assert np.ptp(hand) > 0.3


def test_standing_is_alive_and_stays_in_place(clips):
    motion = clips["stand"].motion
    chest = motion.pose.position[:, motion.skeleton.roles["neck"]]
    assert motion.seconds >= 4.0
    assert 0.002 < np.ptp(chest, axis=0).max() < 0.12
    assert clips["stand"].foot_contact.all()


def test_clips_are_the_same_every_time_and_at_every_rate():
    once, again, double = (
        make_clip("walk", "walk", COURSES["walk"], Manner(), fps).motion for fps in (30, 30, 60)
    )
    assert np.array_equal(once.rotation, again.rotation)
    every_other = double.root_position[::2]
    assert np.abs(every_other - once.root_position[: len(every_other)]).max() < 1e-5


def test_a_varied_library_is_deterministic_varied_and_of_one_skeleton():
    library = varied_library(5, seed=3, fps=30)
    again = varied_library(5, seed=3, fps=30)
    for one, two in zip(library, again, strict=True):
        assert np.array_equal(one.motion.rotation, two.motion.rotation)
    assert len({clip.motion.frames for clip in library}) > 3
    assert len({clip.motion.skeleton.names for clip in library}) == 1
    assert {clip.motion.name.split("_")[0] for clip in library} == {"walk", "run", "start", "stop"}


def test_the_skeleton_is_human_sized_with_all_roles():
    skeleton = starter_skeleton()
    assert skeleton.rest_tail[:, 2].max() == pytest.approx(1.755, abs=0.01)
    assert skeleton.leg_length == pytest.approx(0.85, abs=0.001)
    for part in ("shoulder", "upper_arm", "forearm", "hand", "thigh", "shin", "foot", "toe"):
        assert {f"{part}_l", f"{part}_r"} <= set(skeleton.roles)
    assert skeleton.root == skeleton.roles["pelvis"]
    left, right = (skeleton.rest_position[skeleton.roles[f"hand_{side}"]] for side in "lr")
    assert np.allclose(left * [-1.0, 1.0, 1.0], right)
    still = forward(skeleton, skeleton.rest_position[:1], rot.identity((1, skeleton.joints)))
    assert np.allclose(still.position[0], skeleton.rest_position)
