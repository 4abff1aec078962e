import numpy as np
import pytest

from stepweave.core.clips import read_bvh


@pytest.fixture
def walk(shared_data):
    """Lines of a clean walk: hierarchy and header, then rows as an array."""
    text = (shared_data / "quirks" / "q00_reference_ok.bvh").read_text()
    at = text.index("\n", text.index("Frame Time:")) + 1
    return text[:at], np.array([row.split() for row in text[at:].strip().split("\n")], dtype=float)


def actor_of(head, rows):
    head = head.replace("Frames: 60", f"Frames: {len(rows)}")
    body = "\n".join(" ".join(f"{value:.6f}" for value in row) for row in rows)
    return read_bvh((head + body + "\n").encode(), "walk")[0]


def test_a_clean_walk_has_no_glitches(walk):
    assert actor_of(*walk).warnings == []


@pytest.mark.parametrize("frame", [5, 20, 57])
def test_a_spike_of_the_root_is_bridged_to_a_centimetre(walk, frame):
    head, rows = walk
    broken = rows.copy()
    broken[frame, 0] += 60.0
    actor = actor_of(head, broken)
    assert f"spike in 1 frame ({frame + 1}) of Hips: bridged" in actor.warnings
    assert np.abs(actor.take.values - rows)[:, :3].max() < 1.0


def test_a_spike_of_one_joint_leaves_the_others_alone(walk):
    head, rows = walk
    broken = rows.copy()
    broken[30, -3:] += (50.0, 0.0, 0.0)
    actor = actor_of(head, broken)
    assert "RightHand" in actor.warnings[0]
    assert np.abs(actor.take.values - rows)[:, :-3].max() < 1e-5
    assert np.abs(actor.take.values - rows).max() < 2.0


def test_a_quick_turn_that_does_not_come_back_is_no_spike(walk):
    head, rows = walk
    rows = rows.copy()
    rows[30:, -3] += 60.0
    assert actor_of(head, rows).warnings == []


def test_standing_still_is_no_drop_out(walk):
    head, rows = walk
    still = np.concatenate([rows[:30], np.repeat(rows[29:30], 20, axis=0)])
    assert actor_of(head, still).warnings == []


def test_a_leap_of_the_whole_body_is_reported(walk):
    head, rows = walk
    rows = rows.copy()
    rows[40:, 2] += 300.0
    assert "the body leaps to another place at frame 41" in actor_of(head, rows).warnings


@pytest.mark.parametrize("count", [1, 3])
def test_a_pose_before_the_movement_leaves_no_jump(walk, count):
    head, rows = walk
    pose = np.zeros_like(rows[:count])
    pose[:, 1] = 88.0
    pose[:, 0] = 300.0
    actor = actor_of(head, np.concatenate([pose, rows]))
    assert "a pose put before the movement" in actor.warnings[0]
    position = actor.to_motion().pose.position
    steps = np.linalg.norm(np.diff(position, axis=0), axis=2).max(axis=1)
    assert steps[:count].max() < 1.3 * steps[count:].max()
    assert actor.frames == len(rows) + count
