import numpy as np
import pytest

from stepweave.core.analysis import analyse, centre_of_mass, cut_at_com_peaks, cut_at_force_minima
from stepweave.core.analysis.labels import runs_of
from stepweave.core.analysis.mass import joint_weights
from stepweave.core.clips import load_clip


def bobbing(fps, seconds=6.0, rate=1.8):
    time = np.arange(int(seconds * fps)) / fps
    return 0.95 + 0.02 * np.cos(2.0 * np.pi * rate * time)


@pytest.mark.parametrize("fps", [12.0, 24.0, 30.0, 60.0, 120.0, 240.0])
def test_peaks_of_the_centre_of_mass_are_found_at_any_rate(fps):
    peaks = cut_at_com_peaks(bobbing(fps), fps)
    wanted = np.arange(1, 11) / 1.8
    assert len(peaks) == 10
    assert np.max(np.abs(peaks / fps - wanted)) <= 0.5 / fps + 1e-9


def test_ripples_lower_than_the_prominence_are_no_peaks():
    height = 0.95 + 0.001 * np.cos(np.arange(600) / 8.0)
    assert len(cut_at_com_peaks(height, 60.0)) == 0
    assert len(cut_at_com_peaks(height, 60.0, prominence=0.0005)) > 5


def test_force_is_least_where_the_body_is_lightest():
    fps = 60.0
    com = np.zeros((360, 3))
    com[:, 2] = bobbing(fps)
    minima = cut_at_force_minima(com, fps)
    wanted = np.arange(1, 11) / 1.8
    assert np.max(np.abs(minima / fps - wanted)) <= 1.0 / fps


def test_a_peak_of_a_walk_is_a_minimum_of_the_force(shared_data):
    motion = load_clip(shared_data / "locomotion" / "cmu_16_15_walk.bvh")
    com = analyse(motion).com
    peaks, minima = cut_at_com_peaks(com[:, 2], motion.fps), cut_at_force_minima(com, motion.fps)
    assert len(peaks) >= 5
    assert all(np.min(np.abs(minima - peak)) <= 0.1 * motion.fps for peak in peaks)


def test_dance_is_cut_by_its_force(shared_data):
    motion = load_clip(next((shared_data / "dance").glob("cmu_05_02*.bvh")))
    cuts = cut_at_force_minima(analyse(motion).com, motion.fps)
    assert len(cuts) >= 5
    assert np.all(np.diff(cuts) >= 0.3 * motion.fps)


def test_too_few_frames_have_no_cut():
    assert len(cut_at_force_minima(np.zeros((2, 3)), 30.0)) == 0


def test_the_shares_of_the_body_add_up_to_one_and_sides_weigh_the_same(made_clips):
    skeleton = made_clips["stand"].motion.skeleton
    weight, roles = joint_weights(skeleton), skeleton.roles
    assert weight.sum() == pytest.approx(1.0)
    for role in ("thigh", "shin", "foot", "upper_arm", "hand"):
        assert weight[roles[f"{role}_l"]] == pytest.approx(weight[roles[f"{role}_r"]])


def test_the_centre_of_mass_of_a_standing_body_lies_at_the_hips(made_clips):
    motion = made_clips["stand"].motion
    com = centre_of_mass(motion.skeleton, motion.pose)
    hips = motion.pose.position[:, motion.skeleton.roles["thigh_l"], 2]
    head = motion.pose.position[:, motion.skeleton.roles["head"], 2]
    assert np.all(com[:, 2] > hips)
    assert np.all(com[:, 2] < 0.5 * (hips + head))


def test_a_mass_without_its_joint_hangs_on_the_nearest_one(made_clips):
    skeleton = made_clips["stand"].motion.skeleton
    armless = {
        role: joint for role, joint in skeleton.roles.items() if "hand" not in role and "arm" not in role
    }
    full, bare = joint_weights(skeleton), joint_weights(skeleton.with_roles(armless))
    assert bare.sum() == pytest.approx(1.0)
    assert bare[skeleton.roles["forearm_l"]] == 0.0 < full[skeleton.roles["forearm_l"]]


def test_each_step_of_a_made_walk_is_one_segment_from_mid_stance_to_mid_stance(made_clips):
    motion = made_clips["walk 1.4 m/s"].motion
    found = analyse(motion)
    runs = runs_of(found.state)
    strikes = sum(c.start > 0 for c in found.contacts)
    assert len(found.cuts) - 2 == pytest.approx(strikes, abs=1)
    for cut in found.cuts[1:-1]:
        run = runs.index[cut]
        assert runs.text[run] in "LR"
        assert runs.start[run] < cut < runs.end[run] - 1
