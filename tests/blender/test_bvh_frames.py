"""The bones that Blender's importer makes of a clean text are those that core computes."""

import contextlib
import io

import addon_utils
import bpy
import numpy as np
import pytest

from stepweave.bridge.files.bvh import import_actor
from stepweave.bridge.files.importing import import_file
from stepweave.bridge.rigs import actions, armatures
from stepweave.core.clips import read_bvh
from stepweave.core.motion import rotations as rot

CLIPS = (
    "quirks/q00_reference_ok.bvh",
    "quirks/q19_z_up.bvh",
    "quirks/q20_far_from_origin.bvh",
    "quirks/q22_duplicate_joint_names.bvh",
    "quirks/q23_names_with_spaces.bvh",
    "quirks/q25_long_names.bvh",
    "quirks/q29_no_end_sites.bvh",
    "quirks/q30_zero_length_bones.bvh",
    "quirks/q43_zero_channel_joint.bvh",
    "skeletons/unreal_mannequin.bvh",
    "skeletons/lafan1_walk_20s.bvh",
    "skeletons/iclone_cc_base_cmu_07_01.bvh",
    "skeletons/custom_rig_fk_jnt_walk.bvh",
    "skeletons/mmd_japanese.bvh",
    "skeletons/max_biped.bvh",
    "skeletons/makehuman.bvh",
    "skeletons/bandai_namco_walk_turn_left.bvh",
)


def imported(actor, path):
    """The armature that Blender's importer makes of an actor's clean text."""
    path.write_text(actor.text, encoding="utf-8")
    addon_utils.enable("io_anim_bvh")
    with contextlib.redirect_stdout(io.StringIO()):
        bpy.ops.import_anim.bvh(
            filepath=str(path),
            global_scale=actor.scale_to_m,
            axis_forward=actor.axis_forward,
            axis_up=actor.axis_up,
            rotate_mode="QUATERNION",
        )
    return bpy.context.view_layer.objects.active


def turn_of(matrix):
    return rot.from_matrix(np.array(matrix.to_3x3()))


@pytest.mark.parametrize("clip", CLIPS)
def test_bones_and_poses_agree_with_core(empty_scene, shared_data, tmp_path, clip):
    actor = read_bvh(shared_data / clip)[0]
    motion = actor.to_motion()
    skeleton = motion.skeleton
    armature = imported(actor, tmp_path / "clip.bvh")
    bones = [armature.data.bones[name] for name in actor.bone_names]
    assert len(armature.data.bones) == len(actor.names)
    apart = [
        rot.mul(rot.inv(turn_of(b.matrix_local)), r) for b, r in zip(bones, skeleton.rest_global_rotation)
    ]
    assert rot.angle(np.array(apart)).max() < 1e-3
    assert np.abs(np.array([b.head_local for b in bones]) - skeleton.rest_position).max() < 1e-4
    assert np.abs(np.array([b.length for b in bones]) - skeleton.length).max() < 1e-4
    above = set()
    joint = skeleton.parents[skeleton.root]
    while joint >= 0:
        above.add(joint)
        joint = skeleton.parents[joint]
    below = [j for j in range(skeleton.joints) if j not in above]
    for frame in (0, actor.frames // 2, actor.frames - 1):
        empty_scene.frame_set(frame + 1)
        posed = [armature.pose.bones[actor.bone_names[j]] for j in below]
        heads = np.array([bone.head for bone in posed])
        assert np.abs(heads - motion.pose.position[frame, below]).max() < 2e-4
        turned = np.array([turn_of(bone.matrix) for bone in posed])
        assert rot.angle(rot.mul(rot.inv(turned), motion.pose.rotation[frame, below])).max() < 1e-3


@pytest.mark.parametrize("clip", CLIPS)
def test_keys_are_those_of_blenders_importer(empty_scene, shared_data, tmp_path, clip):
    actor = read_bvh(shared_data / clip)[0]
    theirs = imported(actor, tmp_path / "clip.bvh")
    ours = import_actor(actor)
    wanted, found = channels_of(theirs), channels_of(ours)
    assert found.keys() == wanted.keys()
    for path, values in wanted.items():
        if path.endswith("quaternion"):
            assert rot.angle(rot.mul(rot.inv(values), found[path])).max() < 2e-5
            assert np.abs(np.diff(found[path], axis=0)).max(initial=0.0) < 1.0
        else:
            assert np.abs(found[path] - values).max() < 1e-5 + 1e-6 * np.abs(values).max()
    assert tuple(ours.animation_data.action.frame_range) == tuple(theirs.animation_data.action.frame_range)
    assert [bone.rotation_mode for bone in ours.pose.bones] == ["QUATERNION"] * len(actor.names)


@pytest.mark.parametrize("unit", [0.01, 1000.0])
@pytest.mark.parametrize("clip", ["quirks/q02_six_channels_all_joints.bvh", CLIPS[7]])
def test_bones_and_movement_are_as_large_in_every_unit_of_the_scene(empty_scene, shared_data, clip, unit):
    actor = read_bvh(shared_data / clip)[0]
    wanted = actor.to_motion()
    empty_scene.unit_settings.system, empty_scene.unit_settings.scale_length = "METRIC", unit
    armature = import_actor(actor)
    found = armatures.motion_of(armature, armature.animation_data.action, actor.fps)
    joints = [found.skeleton.names.index(name) for name in actor.bone_names]
    assert np.abs(found.skeleton.rest_position[joints] - wanted.skeleton.rest_position).max() < 1e-3
    assert np.abs(found.skeleton.length[joints] - wanted.skeleton.length).max() < 1e-3
    assert np.abs(found.pose.position[:, joints] - wanted.pose.position).max() < 1e-3


@pytest.mark.parametrize("unit", [0.01, 1.0, 1000.0])
def test_bodies_are_told_apart_by_metres_in_every_unit_of_the_scene(empty_scene, shared_data, unit):
    empty_scene.unit_settings.system, empty_scene.unit_settings.scale_length = "METRIC", unit
    names = ("q00_reference_ok", "q13_crlf_trailing_blanks", "q30_zero_length_bones")
    first, alike, other = (import_file(shared_data / "quirks" / f"{name}.bvh")[0].armature for name in names)
    assert alike == first != other


def channels_of(armature):
    """Keys of the Action that an armature plays; linear ones, each on its own frame."""
    action = armature.animation_data.action
    slot = actions.slot_of(action, armature)
    curves = actions.fcurves_of(action, slot)
    assert {point.interpolation for fcurve in curves for point in fcurve.keyframe_points} == {"LINEAR"}
    assert len({tuple(key.co.x for key in fcurve.keyframe_points) for fcurve in curves}) == 1
    return actions.read_channels(action, slot, actions.whole_frames(action, slot))
