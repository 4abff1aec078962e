import json

import numpy as np
import pytest

from stepweave.core.analysis import analyse
from stepweave.core.clips import inspect_file, load_clip, read_bvh
from stepweave.core.errors import ClipError
from stepweave.core.motion import rotations as rot

NUMBERS = [f"q{n:02d}" for n in range(51)]

#: What a user is told, in part, for each file that is not silently right.
TOLD = {
    "q03": "zero, which would collapse the body",
    "q04": "no motion in file",
    "q05": "no frames in file",
    "q06": "60 frames declared, 41 rows found",
    "q07": "20 frames declared, 60 rows found",
    "q08": "no numbers bridged in 6 frames (11, 12, 26, 27 and 2 more)",
    "q09": "read as frames per second: 30 fps",
    "q10": "30 fps assumed",
    "q11": "no Frame Time in the file: 30 fps assumed",
    "q21": "frame 1 is a pose put before the movement",
    "q22": "7 joints had the name of another",
    "q25": "names longer than 63 bytes",
    "q26": "one frame only",
    "q27": "feet slide: planted feet move at 0.8 m/s",
    "q31": "2 actors in one file",
    "q34": "drop-out: 4 frames (16, 17, 18, 19)",
    "q37": "no position channels: no root motion",
    "q38": "says 6 channels and names 3",
    "q39": "the last row is incomplete: dropped",
    "q40": "walks on the spot",
    "q41": "names and geometry disagree about left and right",
    "q45": "empty file",
    "q46": "not a BVH file",
    "q49": "1 closing brace missing",
    "q50": "no numbers bridged in 6 frames (11, 12, 13, 26 and 2 more)",
}

#: What was mended without a doubt.
MENDED = {
    "q12": "decimal commas",
    "q15": "byte-order mark",
    "q20": "far-off OFFSET",
    "q24": "Latin-1",
    "q29": "5 bones without length",
    "q30": "2 bones without length",
    "q35": "wrapped",
    "q36": "comment lines",
}

#: Files that hold another walk than q00, or none.
OTHER_WALK = {"q26", "q27", "q37", "q40", "q47", "q48"}


@pytest.fixture(scope="module")
def manifest(shared_data):
    entries = json.loads((shared_data / "quirks" / "manifest.json").read_text(encoding="utf-8"))
    return {entry["file"][:3]: entry for entry in entries}


@pytest.fixture(scope="module")
def reference(shared_data):
    return load_clip(shared_data / "quirks" / "q00_reference_ok.bvh")


def path_of(shared_data, manifest, number):
    return shared_data / "quirks" / manifest[number]["file"]


@pytest.mark.parametrize("number", NUMBERS)
def test_each_file_gives_what_its_manifest_line_says(shared_data, manifest, number):
    wanted = manifest[number]
    facts = inspect_file(path_of(shared_data, manifest, number))
    first = facts[0]
    if wanted["expect"] == "error":
        assert first["status"] == "refused"
        assert TOLD[number] in first["error"]
        return
    assert first["status"] in ("ok", "repaired")
    assert first["error"] is None
    assert first["frames"] == wanted["frames"]
    assert first["fps"] == wanted.get("fps", 30)
    assert first["up"] == wanted["up"]
    assert first["scale_to_m"] == pytest.approx(wanted["unit_cm"] / 100, rel=0.05)
    if wanted["expect"] == "warn":
        assert any(TOLD[number] in line for line in first["warnings"])
    else:
        assert first["warnings"] == []
    if number in MENDED:
        assert any(MENDED[number] in line for line in first["repairs"])
        assert first["status"] == "repaired"
    elif wanted["expect"] == "ok":
        assert first["status"] == "ok"


@pytest.mark.parametrize(
    ("number", "travels"), [("q00", True), ("q26", False), ("q27", True), ("q37", False), ("q40", False)]
)
def test_only_clips_that_travel_have_root_motion(shared_data, manifest, number, travels):
    assert inspect_file(path_of(shared_data, manifest, number))[0]["root_motion"] is travels


def same_walk(number, motion, reference):
    """Frames and roles of a file to compare, with the frames of the reference, and the motion aligned."""
    frames = np.arange(min(motion.frames, reference.frames))
    other = frames
    roles = [role for role in reference.skeleton.roles if role in motion.skeleton.roles]
    position = motion.pose.position
    if number == "q20":  # heading and place are other ones: laid on each other by the first frame
        ours, theirs = position[0], reference.pose.position[0]
        a = ours[motion.skeleton.roles["thigh_l"]] - ours[motion.skeleton.roles["thigh_r"]]
        b = theirs[reference.skeleton.roles["thigh_l"]] - theirs[reference.skeleton.roles["thigh_r"]]
        turn = rot.about_z(np.arctan2(a[0] * b[1] - a[1] * b[0], a[:2] @ b[:2]))
        position = rot.rotate(turn, position - ours[motion.skeleton.root]) + theirs[reference.skeleton.root]
    if number == "q21":  # the first frame was the T-pose
        frames, other = frames + 1, frames
    if number == "q34":  # the bridged drop-out is right to centimetres only
        other = frames = np.delete(frames, [15, 16, 17, 18])
    if number == "q30":  # one toe and a spine joint lie elsewhere
        roles = [r for r in roles if r.startswith(("pelvis", "thigh", "shin", "foot"))]
    if number == "q43":  # the fixed spine is part of the file
        roles = [r for r in roles if r.startswith(("pelvis", "thigh", "shin", "foot", "toe", "spine"))]
    return position[frames], other, roles


@pytest.mark.parametrize("number", [n for n in NUMBERS[1:] if n not in OTHER_WALK])
def test_the_motion_is_that_of_the_reference_to_a_millimetre(shared_data, manifest, reference, number):
    if manifest[number]["expect"] == "error":
        with pytest.raises(ClipError):
            read_bvh(path_of(shared_data, manifest, number))
        return
    motion = load_clip(path_of(shared_data, manifest, number))
    position, frames, roles = same_walk(number, motion, reference)
    assert len(roles) >= 7
    ours = position[:, [motion.skeleton.roles[role] for role in roles]]
    theirs = reference.pose.position[frames][:, [reference.skeleton.roles[role] for role in roles]]
    assert np.abs(ours - theirs).max() < 1e-3


@pytest.mark.parametrize(("number", "step", "stride"), [("q47", 2, 5), ("q48", 8, 1)])
def test_other_rates_give_the_same_poses_at_the_same_times(
    shared_data, manifest, reference, number, step, stride
):
    motion = load_clip(path_of(shared_data, manifest, number))
    ours = motion.pose.position[::step]
    theirs = reference.pose.position[::stride]
    shared = min(len(ours), len(theirs))
    assert shared >= 10
    assert np.abs(ours[:shared] - theirs[:shared]).max() < 1e-3


def test_a_bridged_drop_out_stays_within_centimetres(shared_data, manifest, reference):
    motion = load_clip(path_of(shared_data, manifest, "q34"))
    error = np.linalg.norm(motion.pose.position - reference.pose.position, axis=2)
    assert error.max() < 0.06
    assert error[48].max() < 1e-3


def test_two_actors_become_two_clips_that_do_not_share_joints(shared_data, manifest, reference):
    first, second = read_bvh(path_of(shared_data, manifest, "q31"))
    assert first.parents.tolist() == second.parents.tolist()
    assert all(name.startswith("B_") for name in second.names)
    assert first.name != second.name
    for actor in (first, second):
        assert actor.text.upper().count("ROOT ") == 1
        assert len(actor.names) == 19
    # the second walks beside the first: the same movement at another place
    ours = second.to_motion().pose.position
    apart = ours - reference.pose.position
    assert np.linalg.norm(apart[0, 0]) > 0.3


@pytest.mark.parametrize("number", NUMBERS)
def test_the_clean_text_reads_again_as_the_same_motion_without_repair(shared_data, manifest, number):
    if manifest[number]["expect"] == "error":
        return
    for actor in read_bvh(path_of(shared_data, manifest, number)):
        again = read_bvh(actor.text.encode(), "again")[0]
        assert again.repairs == []
        assert not again.repaired_text
        assert again.fps == pytest.approx(actor.fps, rel=1e-6)
        ours, theirs = actor.to_motion().pose.position, again.to_motion().pose.position
        assert np.abs(ours - theirs).max() < 1e-5


CONTACTS = [n for n in NUMBERS[1:] if n not in OTHER_WALK | {"q06", "q39", "q04", "q05", "q45", "q46"}]


@pytest.mark.parametrize("number", CONTACTS)
def test_footsteps_are_those_of_the_reference_to_two_frames(shared_data, manifest, reference, number):
    motion = load_clip(path_of(shared_data, manifest, number))
    if number == "q21":
        motion = motion.cut(1, motion.frames)
    found = [(c.side, c.start, c.end) for c in analyse(motion).contacts]
    wanted = [(c.side, c.start, c.end) for c in analyse(reference).contacts]
    assert [side for side, *_ in found] == [side for side, *_ in wanted]
    assert np.abs(np.array([c[1:] for c in found]) - np.array([c[1:] for c in wanted])).max() <= 2
