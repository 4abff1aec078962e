import pytest

from stepweave.core.clips import families, load_clip, proportions, read_bvh, same_body


@pytest.fixture(scope="module")
def skeleton(shared_data):
    return lambda path: read_bvh(shared_data / path)[0].skeleton


def test_names_order_and_extra_joints_do_not_part_clips_of_one_body(skeleton):
    bodies = [
        skeleton("locomotion/cmu_16_31_walk.bvh"),
        skeleton("skeletons/mixamo.bvh"),
        skeleton("skeletons/unreal_mannequin.bvh"),
        skeleton("skeletons/mmd_japanese.bvh"),
    ]
    assert families(bodies) == [0, 0, 0, 0]


def test_size_does_not_part_clips_of_one_body(skeleton):
    body = skeleton("skeletons/mixamo.bvh")
    assert same_body(body, body.scaled(0.6))
    assert proportions(body)[0] == pytest.approx(proportions(body.scaled(3.0))[0])


def test_two_people_of_one_capture_set_share_a_library(skeleton):
    assert same_body(
        skeleton("locomotion/cmu_16_31_walk.bvh"), skeleton("locomotion/cmu_127_13_run_side_step_left.bvh")
    )


def test_other_makes_of_skeleton_are_kept_apart(skeleton):
    bodies = [
        skeleton("locomotion/cmu_16_31_walk.bvh"),
        skeleton("skeletons/lafan1_walk_20s.bvh"),
        skeleton("skeletons/mixamo_real_short.bvh"),
        skeleton("skeletons/unity_humanoid_short.bvh"),
        skeleton("skeletons/perception_neuron.bvh"),  # the same body without toes
    ]
    assert families(bodies) == [0, 1, 2, 3, 4]


def test_a_rest_pose_does_not_part_clips_of_one_body(skeleton):
    assert same_body(skeleton("sign/isl_thanks.bvh"), skeleton("sign/sign_idle.bvh"))


def test_a_body_without_legs_shares_with_none(skeleton, shared_data):
    legless = load_clip(shared_data / "skeletons" / "mixamo.bvh").skeleton.with_roles({"pelvis": 0})
    assert families([legless, legless]) == [0, 1]
