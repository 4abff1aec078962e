from dataclasses import replace

import numpy as np
import pytest

from stepweave.core.analysis import AnalysisSettings, analyse
from stepweave.core.clips import load_clip
from stepweave.core.errors import RoleError, TooShortError
from stepweave.core.motion import Motion
from stepweave.core.motion import rotations as rot


@pytest.fixture(scope="module")
def walk(shared_data):
    motion = load_clip(shared_data / "locomotion" / "cmu_16_17_walk_90_degree_left_turn.bvh")
    return motion, analyse(motion)


@pytest.fixture(scope="module")
def run(shared_data):
    motion = load_clip(shared_data / "locomotion" / "cmu_127_04_walk_to_run.bvh")
    return motion, analyse(motion)


def both(walk, run):
    return (walk, run)


def scaled(motion, factor):
    return replace(
        motion, skeleton=motion.skeleton.scaled(factor), root_position=motion.root_position * factor
    )


def renamed(motion):
    skeleton = motion.skeleton
    return replace(
        motion, skeleton=replace(skeleton, names=tuple(f"bone {i}" for i in range(skeleton.joints)))
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda motion: scaled(motion, 0.37),
        lambda motion: scaled(motion, 90.0),
        lambda motion: motion.moved(turn=2.1),
        lambda motion: motion.moved(offset=(300.0, -700.0, 12.0)),
        renamed,
    ],
    ids=["smaller", "larger", "turned", "elsewhere", "renamed"],
)
def test_footsteps_do_not_depend_on_size_place_heading_or_names(walk, run, change):
    for motion, found in both(walk, run):
        other = analyse(change(motion))
        assert np.array_equal(other.contact, found.contact)
        assert np.array_equal(other.foot_contact, found.foot_contact)
        assert np.array_equal(other.cuts, found.cuts)
        assert [s.label for s in other.segments] == [s.label for s in found.segments]


def test_size_scales_speed_and_stride_and_nothing_else(walk):
    motion, found = walk
    other = analyse(scaled(motion, 2.0))
    for one, two in zip(found.segments, other.segments, strict=True):
        assert two.speed == pytest.approx(2.0 * one.speed)
        assert two.stride_length == pytest.approx(2.0 * one.stride_length)
        assert two.clearance == pytest.approx(2.0 * one.clearance)
        assert two.cadence == pytest.approx(one.cadence)
        assert two.turn == pytest.approx(one.turn)


def test_a_mirrored_clip_has_left_and_right_exchanged(walk, run):
    swap = str.maketrans("LR", "RL")
    for motion, found in both(walk, run):
        other = analyse(motion.mirrored())
        assert np.array_equal(other.contact, found.contact[:, ::-1])
        assert [s.label for s in other.segments] == [s.label.translate(swap) for s in found.segments]
        for one, two in zip(found.segments, other.segments, strict=True):
            assert two.turn == pytest.approx(-one.turn, abs=0.01)
            assert two.sideways == pytest.approx(-one.sideways, abs=0.02)


def test_the_frame_rate_scales_frames_and_changes_no_label(walk, run):
    for motion, _ in both(walk, run):
        coarse = motion.resampled(30.0)
        one, two = analyse(coarse), analyse(coarse.resampled(120.0))
        assert [s.label for s in two.segments] == [s.label for s in one.segments]
        for a, b in zip(one.contacts, two.contacts, strict=True):
            assert abs(4 * a.start - b.start) <= 8
        assert np.max(np.abs(4 * one.cuts - two.cuts)) <= 8


def test_made_clips_are_labelled_as_they_were_made(made_clips):
    swap = str.maketrans("LR", "RL")
    for wanted, label in (("LDR", "walk 1.4 m/s"), ("FLF", "run 3.0 m/s")):
        inner = [s.label for s in analyse(made_clips[label].motion).segments if not s.ignored]
        assert len(inner) >= 4
        assert set(inner) == {wanted, wanted.translate(swap)}
    assert [s.label for s in analyse(made_clips["stand"].motion).segments] == ["S"]
    stop = [s.label for s in analyse(made_clips["walk 1.4 m/s to stand"].motion).segments]
    assert stop[-2] in ("LDRS", "RDLS") and stop[-1] == "S"


def test_heel_lands_first_and_toe_leaves_last_in_a_made_walk(made_clips):
    clip = made_clips["walk 1.4 m/s"]
    found = analyse(clip.motion)
    assert np.array_equal(found.contact, found.foot_contact.any(axis=2))
    for contact in found.contacts:
        if contact.start > 0 and contact.end < clip.motion.frames - 1:
            foot = "LR".index(contact.side)
            heel, toe = (
                np.flatnonzero(found.foot_contact[contact.start : contact.end + 1, foot, k]) for k in (0, 1)
            )
            assert heel[0] == 0 and heel[-1] < toe[-1]
            assert toe[-1] == contact.end - contact.start
            assert np.all(np.diff(heel) == 1) and np.all(np.diff(toe) == 1)
    both_down = (found.contact & clip.foot_contact.any(axis=2)).sum()
    assert 2 * both_down / (found.contact.sum() + clip.foot_contact.any(axis=2).sum()) >= 0.94


def test_speed_turning_and_cadence_are_those_of_the_made_walk(made_clips):
    clip = made_clips["walk 1.0 m/s, left bend of 1.0 m"]
    inner = [s for s in analyse(clip.motion).segments if not s.ignored]
    seconds = sum(s.frames for s in inner) / 60.0
    assert np.mean([s.forward for s in inner]) == pytest.approx(1.0, rel=0.05)
    assert sum(s.turn for s in inner) / seconds == pytest.approx(1.0, rel=0.1)
    assert all(s.cadence == pytest.approx(60.0 * 60.0 / s.frames) for s in inner)
    assert all(s.stride_length == pytest.approx(2.0 * s.speed * s.frames / 60.0) for s in inner)


def test_a_held_pose_before_the_take_is_left_out_and_lands_no_foot(walk):
    motion, found = walk
    held = np.zeros(20, int)
    root = motion.root_position[held] + (4.0, 2.0, 0.3)
    rotation = np.zeros((20, *motion.rotation.shape[1:]))
    rotation[..., 0] = 1.0
    longer = motion.with_(
        root_position=np.concatenate([root, motion.root_position]),
        rotation=np.concatenate([rotation, motion.rotation]),
    )
    other = analyse(longer)
    assert other.segments[0].ignored
    assert "held pose" in other.segments[0].reason
    assert not other.segments[1].ignored
    assert any("20 frames left out" in line for line in other.warnings)
    starts = {c.start for c in other.contacts if c.start > 0}
    assert starts == {c.start + 20 for c in found.contacts if c.start > 0}


def test_a_body_on_the_ground_gives_no_steps_to_use(walk):
    motion, found = walk
    fallen = np.clip((np.arange(motion.frames) - 260) / 60.0, 0.0, 1.0)
    root, rotation, joint = motion.root_position.copy(), motion.rotation.copy(), motion.skeleton.root
    root[:, 2] += (0.15 - root[:, 2]) * fallen
    rest = motion.skeleton.rest_global_rotation[joint]
    tilt = rot.from_axis_angle(np.array([1.0, 0.0, 0.0]), 0.5 * np.pi * fallen)
    rotation[:, joint] = rot.mul(rot.inv(rest), rot.mul(tilt, rot.mul(rest, rotation[:, joint])))
    other = analyse(motion.with_(root_position=root, rotation=rotation))
    assert not any("down" in s.reason for s in found.segments)
    assert all(s.ignored for s in other.segments if s.start > 330)
    assert any("down" in s.reason for s in other.segments)
    assert not other.segments[1].ignored


def test_a_clip_too_short_for_a_step_is_refused_with_a_number(walk):
    motion, _ = walk
    with pytest.raises(TooShortError, match="20 frames, at least 36 needed"):
        analyse(motion.cut(0, 20))


def test_a_skeleton_without_feet_is_refused_by_name(walk):
    motion, _ = walk
    roles = {role: joint for role, joint in motion.skeleton.roles.items() if not role.startswith("foot")}
    bare = replace(motion, skeleton=motion.skeleton.with_roles(roles), name="bare")
    with pytest.raises(RoleError, match="clip 'bare': no joint found for foot_l, foot_r"):
        analyse(bare)


def test_settings_matter(walk):
    motion, found = walk
    strict = analyse(motion, AnalysisSettings(contact_speed=0.1))
    assert strict.contact.sum() < found.contact.sum()


@pytest.mark.parametrize("frames", [37, 60])
def test_a_statue_stands(walk, frames):
    motion, _ = walk
    rows = np.full(frames, 60)
    still = Motion(motion.skeleton, motion.root_position[rows], motion.rotation[rows], motion.fps)
    found = analyse(still)
    assert len(found.contacts) <= 2
    assert found.contact.any(axis=1).all()


def test_soles_stand_on_the_floor_a_foot_long_and_a_step_apart(walk, run):
    for motion, found in both(walk, run):
        heel, ball = found.soles[:, 0], found.soles[:, 1]
        length = np.linalg.norm(ball - heel, axis=1)
        assert length.max() - length.min() < 0.02 * motion.skeleton.leg_length
        floor = np.array([found.ground[c.start, "LR".index(c.side)] for c in found.contacts])
        lower = found.soles[..., 2].min(axis=1)
        assert np.abs(lower - floor).max() < 0.07 * motion.skeleton.leg_length
        step = np.linalg.norm(np.diff(found.soles.mean(axis=1)[:, :2], axis=0), axis=1)
        assert step[1:-1].min() > 0.3 * motion.skeleton.leg_length


def test_soles_move_with_the_clip(walk):
    motion, found = walk
    other = analyse(motion.moved(turn=0.7, offset=(3.0, -2.0, 0.5)))
    turn = np.array([[np.cos(0.7), -np.sin(0.7)], [np.sin(0.7), np.cos(0.7)]])
    one, two = (soles.reshape(-1, 3)[:, :2] - soles[0, 0, :2] for soles in (found.soles, other.soles))
    assert np.allclose(two, one @ turn.T, atol=1e-6)
    assert np.allclose(other.soles[..., 2], found.soles[..., 2] + 0.5, atol=1e-6)
