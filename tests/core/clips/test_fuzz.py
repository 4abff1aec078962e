"""Files broken at random: every one is read, or refused in one line."""

import random
import resource

import numpy as np
import pytest

from stepweave.core.clips import read_bvh
from stepweave.core.errors import ClipError

CASES = 2000
SOURCES = (
    *(
        "quirks/q00_reference_ok.bvh",
        "quirks/q02_six_channels_all_joints.bvh",
        "quirks/q12_decimal_commas.bvh",
    ),
    *("quirks/q08_nan_and_inf_values.bvh", "quirks/q15_utf8_bom_and_tabs.bvh", "quirks/q31_two_actors.bvh"),
    *("quirks/q22_duplicate_joint_names.bvh", "quirks/q42_static_reference_root.bvh"),
    *("skeletons/mmd_japanese.bvh", "skeletons/lafan1_walk_20s.bvh", "locomotion/pymo_figure8_walk.bvh"),
)
WORDS = (
    *(b"0", b"-1", b"1e308", b"1e400", b"999999999999", b"nan", b"-inf", b"1e-320", b"1,5", b"3.", b"--2"),
    *(b"0x1F", "\uff11".encode(), b"1_0", b"", b"{", b"}", b"JOINT", b"CHANNELS", b"\x00"),
)


def truncated(data, dice):
    return data[: dice.randrange(len(data))]


def flipped(data, dice):
    out = bytearray(data)
    for _ in range(dice.choice((1, 3, 10, 100))):
        out[dice.randrange(len(out))] = dice.randrange(256)
    return bytes(out)


def swapped_lines(data, dice):
    lines = data.split(b"\n")
    for _ in range(dice.choice((1, 2, 5))):
        i, j = dice.randrange(len(lines)), dice.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines)


def without_lines(data, dice):
    lines = data.split(b"\n")
    start = dice.randrange(len(lines))
    del lines[start : start + dice.choice((1, 1, 2, 10))]
    return b"\n".join(lines)


def doubled_lines(data, dice):
    lines = data.split(b"\n")
    start = dice.randrange(len(lines))
    lines[start:start] = lines[start : start + dice.choice((1, 1, 5, 20))]
    return b"\n".join(lines)


def other_words(data, dice):
    words = data.split(b" ")
    for _ in range(dice.choice((1, 5, 30))):
        words[dice.randrange(len(words))] = dice.choice(WORDS)
    return b" ".join(words)


def peak_memory():
    """Most memory this process has held so far, megabytes (on Linux)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


WAYS = (truncated, flipped, swapped_lines, without_lines, doubled_lines, other_words)


@pytest.fixture(scope="module")
def short_clips(shared_data):
    """The first rows of real files."""
    clips = []
    for source in SOURCES:
        lines = (shared_data / source).read_bytes().split(b"\n")
        start = next(i for i, line in enumerate(lines) if b"rame" in line and b"ime" in line.lower())
        clips.append(b"\n".join(lines[: start + 9]) + b"\n")
    return clips


@pytest.mark.parametrize("seed", range(8))
def test_broken_files_are_read_or_refused_with_a_reason(short_clips, seed):
    dice = random.Random(seed)
    before = peak_memory()
    read = refused = 0
    for _ in range(CASES // 8):
        data = dice.choice(short_clips)
        for _ in range(dice.choice((1, 1, 2, 3))):
            if data:
                data = dice.choice(WAYS)(data, dice)
        try:
            actors = read_bvh(data, "broken")
        except ClipError as error:
            refused += 1
            assert str(error).startswith("broken: ")
            assert "\n" not in str(error)
            continue
        read += 1
        for actor in actors:
            motion = actor.to_motion()
            assert np.isfinite(motion.pose.position).all()
            assert len(set(actor.bone_names)) == len(actor.names)
            assert actor.text.count("\n") >= actor.frames
    assert read > 20
    assert refused > 20
    assert peak_memory() - before < 1024


def test_a_huge_frame_count_costs_nothing(short_clips):
    data = short_clips[0].replace(b"Frames: 60", b"Frames: 99999999999")
    assert read_bvh(data, "huge")[0].frames == 8


def test_a_deep_chain_of_joints_is_read():
    joints = 400
    head = "".join(
        f"JOINT j{k}\n{{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n" for k in range(joints)
    )
    head = head.replace("JOINT", "ROOT", 1) + "}\n" * joints
    rows = (" ".join(["1"] * 3 * joints) + "\n") * 3
    actor = read_bvh(f"HIERARCHY\n{head}MOTION\nFrames: 3\nFrame Time: 0.1\n{rows}".encode(), "deep")[0]
    assert len(actor.names) == joints
    assert np.isfinite(actor.to_motion().pose.position).all()
