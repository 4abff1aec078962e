import numpy as np
import pytest

from stepweave.core.clips import load_clip
from stepweave.core.errors import LibraryError
from stepweave.core.motion import Motion, tails
from stepweave.core.motion import rotations as rot
from stepweave.core.sign_dance import Counts, DanceClip, prepare, read_database
from stepweave.core.sign_dance.database import read_sheet, write_sheet
from stepweave.core.sign_dance.footing import on_floor, rest_sole
from stepweave.core.sign_dance.starter import signer_skeleton, starter_dances, starter_sign
from stepweave.core.synthesis.planting.sole import feet_of

SONG = Counts(120.0)


@pytest.fixture
def folder(tmp_path, shared_data):
    for name in ("cmu_05_02_dance_expressive_arms_pirouette", "pirouette_120fps"):
        (tmp_path / f"{name}.bvh").write_bytes((shared_data / "dance" / f"{name}.bvh").read_bytes())
    return tmp_path


def test_a_folder_of_clips_comes_with_the_tempi_of_its_sheet(folder):
    unknown = "cmu_05_02_dance_expressive_arms_pirouette.bvh"
    write_sheet(folder, {"pirouette_120fps.bvh": Counts(96.0, 0.25), unknown: None})
    clips = {clip.name: clip for clip in read_database(folder)}
    assert clips["pirouette_120fps"].counts == Counts(96.0, 0.25)
    assert clips["cmu_05_02_dance_expressive_arms_pirouette"].counts is None


def test_a_broken_clip_is_left_out_and_a_wrong_tempo_named_by_line(folder):
    (folder / "broken.bvh").write_text("not a clip")
    assert len(read_database(folder)) == 2
    (folder / "dances.csv").write_text("file,bpm,first_count\npirouette_120fps.bvh,0,\n")
    with pytest.raises(LibraryError, match=r"dances.csv, line 2: tempo 0 BPM"):
        read_database(folder)


@pytest.mark.parametrize(("text", "wrong"), [
    ("tempo\n120\n", "no column file, bpm"),
    ("file,bpm\n,120\n", "line 2: names no file"),
    ("file,bpm\na.bvh,120\na.bvh,100\n", "line 3: 'a.bvh' has a row above"),
    ("file,bpm,first_count\na.bvh,120,soon\n", "line 2: first_count is not a number: 'soon'"),
    ("file,bpm,first_count\na.bvh,120,1e12\n", "line 2: first count at 1e.12 s"),
])
def test_a_sheet_that_cannot_be_meant_is_named_by_its_line(tmp_path, text, wrong):
    (tmp_path / "dances.csv").write_text(text)
    with pytest.raises(LibraryError, match=wrong):
        read_sheet(tmp_path / "dances.csv")


def test_a_missing_or_empty_folder_is_told(tmp_path):
    with pytest.raises(LibraryError, match="no such folder"):
        read_database(tmp_path / "none")
    with pytest.raises(LibraryError, match="no .bvh clips"):
        read_database(tmp_path)


def test_segments_know_clip_counts_and_tempo():
    sign = starter_sign(110.0, segments=2, fps=30.0)
    dances = prepare(starter_dances((100.0, 120.0), segments=3, fps=30.0), sign, SONG)
    assert len(dances.segments) == len(dances.features) == 6
    assert np.allclose(dances.bpm, [100.0] * 3 + [120.0] * 3)
    assert dances.label(4) == "counts 5-8 of generated dance 2, 120 BPM"
    assert dances.motions[0].skeleton.joints == 22  # neither fingers nor face


def test_a_dancer_of_other_size_stands_on_the_floor_of_the_signer():
    clip = starter_dances((100.0,), segments=2, fps=30.0)[0].motion
    lifted = clip.root_position * 0.6 + [0.0, 0.0, 0.37]
    small = clip.with_(skeleton=clip.skeleton.scaled(0.6), root_position=lifted)
    brought = prepare([DanceClip(small, SONG)], starter_sign(110.0, segments=1, fps=30.0), SONG).motions[0]
    sole, feet = rest_sole(brought.skeleton), feet_of(brought)
    standing = np.sort(feet.ball[..., 2] - sole.ball, axis=None)[: brought.frames]
    assert np.abs(np.median(standing)) < 0.01


def test_the_floor_is_found_under_a_clip_that_floats():
    clip = starter_dances((100.0,), segments=2, fps=30.0)[0].motion
    lifted = clip.with_(root_position=clip.root_position + [0.0, 0.0, 1.3])
    assert np.allclose(on_floor(lifted).root_position, on_floor(clip).root_position)


def test_a_segment_with_a_tracking_glitch_is_not_offered():
    clip = starter_dances((120.0,), segments=3, fps=30.0)[0]
    rotation = clip.motion.rotation.copy()
    shin = clip.motion.skeleton.roles["shin_l"]
    rotation[70, shin] = rot.mul(rotation[70, shin], rot.exp(np.array([0.0, 3.0, 0.0])))
    spiked = DanceClip(clip.motion.with_(rotation=rotation), clip.counts)
    dances = prepare([spiked], starter_sign(110.0, segments=1, fps=30.0), SONG)
    assert [segment.number for segment in dances.segments] == [0, 2]


def test_a_foot_held_in_the_air_does_not_count_as_standing(shared_data):
    clip = DanceClip(load_clip(shared_data / "dance" / "cmu_05_02_dance_expressive_arms_pirouette.bvh"))
    arabesque = slice(int(7.0 * 120), int(8.4 * 120))  # the left foot is 20 cm up, and still
    assert not clip.foot_contact[arabesque, 0].any()
    assert clip.foot_contact[arabesque, 1].any(axis=1).all()


def test_the_starter_skeleton_has_three_joints_in_every_finger_that_curl_to_the_palm():
    skeleton = signer_skeleton()
    for side, out in (("l", 1.0), ("r", -1.0)):
        tip = skeleton.roles[f"index3_{side}"]
        still = np.zeros((1, skeleton.joints, 4))
        still[..., 0] = 1.0
        still[0, skeleton.roles[f"index1_{side}"]] = rot.from_axis_angle([1.0, 0.0, 0.0], 0.6)
        bent = Motion(skeleton, skeleton.rest_position[None, 0], still, 1.0)
        moved = tails(skeleton, bent.pose)[0, tip] - skeleton.rest_tail[tip]
        assert moved[0] * out < -0.01  # towards the body, where the palm looks
    assert len([role for role in skeleton.roles if role[-3] in "123"]) == 30
