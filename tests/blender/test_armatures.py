"""Armature objects and core skeletons agree, both ways."""

import bpy
import numpy as np
import pytest
from mathutils import Euler

from stepweave.bridge.rigs import actions, armatures
from stepweave.core.errors import ClipError
from stepweave.core.motion import rotations as rot
from stepweave.core.motion import tails

PLACINGS = {
    "at the origin": ((0, 0, 0), (0, 0, 0), 1.0, 1.0),
    "turned and moved": ((3.0, -2.0, 0.5), (1.5708, 0.3, -2.0), 1.0, 1.0),
    "of a centimetre file": ((3.0, -2.0, 0.5), (1.5708, 0.0, 0.0), 0.01, 1.0),
    "in a scene of millimetres": ((30.0, -20.0, 5.0), (0.2, 0.0, 1.0), 100.0, 0.001),
}


def place(armature, location, euler, scale, unit):
    armature.location, armature.rotation_euler, armature.scale = location, Euler(euler), (scale,) * 3
    bpy.context.scene.unit_settings.scale_length = unit
    bpy.context.view_layer.update()


def pose_at_random(armature, seed):
    random = np.random.default_rng(seed)
    for bone in armature.pose.bones:
        if bone.name != "above":
            bone.rotation_mode = "QUATERNION"
            bone.rotation_quaternion = rot.normalized(random.normal(size=4))
    armature.pose.bones["hips"].location = random.normal(size=3)
    bpy.context.view_layer.update()


def points_in_blender(armature, end):
    world = np.array(armature.matrix_world)
    points = np.array([getattr(bone, end) for bone in armature.pose.bones])
    return (points @ world[:3, :3].T + world[:3, 3]) * armatures.metres_per_unit()


@pytest.mark.parametrize("placing", PLACINGS.values(), ids=PLACINGS)
def test_core_puts_every_joint_where_blender_does(armature, roles, placing):
    place(armature, *placing)
    skeleton = armatures.skeleton_of(armature, roles)
    pose_at_random(armature, 1)
    for bone in armature.pose.bones:
        bone.keyframe_insert("rotation_quaternion", frame=1)
        bone.keyframe_insert("location", frame=1)
    motion = armatures.motion_of(armature, armature.animation_data.action, 60.0, skeleton)
    size = placing[2] * placing[3]
    assert np.abs(motion.pose.position[0] - points_in_blender(armature, "head")).max() < 1e-5 * max(size, 1)
    assert np.abs(tails(skeleton, motion.pose)[0] - points_in_blender(armature, "tail")).max() < 1e-5


@pytest.mark.parametrize("mode", ["QUATERNION", "AXIS_ANGLE", "XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"])
@pytest.mark.parametrize("placing", PLACINGS.values(), ids=PLACINGS)
def test_a_motion_survives_the_way_through_an_action(armature, roles, placing, mode):
    place(armature, *placing)
    skeleton = armatures.skeleton_of(armature, roles)
    for bone in armature.pose.bones:
        bone.rotation_mode = mode
    motion = swinging(skeleton)
    action = armatures.write_motion(armature, motion, "result", first_frame=5)
    back = armatures.motion_of(armature, action, motion.fps, skeleton)
    assert np.abs(back.pose.position - motion.pose.position).max() < 2e-5
    bpy.context.scene.frame_set(5 + 17)
    assert np.abs(points_in_blender(armature, "head") - motion.pose.position[17]).max() < 2e-5


def swinging(skeleton, frames=40):
    random = np.random.default_rng(8)
    phase = np.linspace(0, 6, frames)[:, None, None]
    rotation = rot.exp(np.sin(phase + random.uniform(0, 6, (skeleton.joints, 3))) * 1.2)
    rotation[:, 0] = rot.identity()
    phase = phase[:, 0, 0]
    travel = np.stack([np.linspace(0, 2, frames), np.sin(phase), 1 + 0.1 * np.cos(phase)], -1)
    return armatures.Motion(skeleton, travel, rotation, 60.0, "swing")


def test_the_objects_own_movement_and_that_of_bones_above_becomes_the_pelvis_movement(armature, roles):
    skeleton = armatures.skeleton_of(armature, roles)
    pose_at_random(armature, 2)
    bones = armature.pose.bones
    bones["above"].rotation_mode = "XYZ"
    for frame in (1, 2):
        armature.location = (frame, 2.0, 0.0)
        armature.rotation_euler = (0.1 * frame, 0.2, 0.3)
        bones["above"].location = (0.0, 0.5 * frame, 0.0)
        bones["above"].rotation_euler = (0.4, 0.0, 0.2 * frame)
        for owner in (armature, bones["above"]):
            owner.keyframe_insert("location", frame=frame)
            owner.keyframe_insert("rotation_euler", frame=frame)
        bones["hips"].keyframe_insert("rotation_quaternion", frame=frame)
        bones["hips"].keyframe_insert("location", frame=frame)
    motion = armatures.motion_of(armature, armature.animation_data.action, 60.0, skeleton)
    for frame in (1, 2):
        bpy.context.scene.frame_set(frame)
        moved = points_in_blender(armature, "head")
        assert np.abs(motion.pose.position[frame - 1, skeleton.root] - moved[skeleton.root]).max() < 1e-5
        turned = (armature.matrix_world @ armature.pose.bones["hips"].matrix).to_quaternion()
        left_over = rot.mul(rot.inv(motion.pose.rotation[frame - 1, skeleton.root]), np.array(turned))
        assert rot.angle(left_over) < 1e-3


def test_a_new_armature_stands_as_its_skeleton_does(armature, roles):
    place(armature, *PLACINGS["of a centimetre file"])
    skeleton = armatures.skeleton_of(armature, roles)
    again = armatures.skeleton_of(armatures.new_armature(skeleton, "Copy"), roles)
    assert again.names == skeleton.names
    assert np.abs(again.rest_position - skeleton.rest_position).max() < 1e-5
    assert rot.angle(rot.mul(rot.inv(again.rest_global_rotation), skeleton.rest_global_rotation)).max() < 1e-3


def test_an_unevenly_scaled_armature_is_refused_with_the_remedy(armature, roles):
    armature.scale = (1.0, 2.0, 1.0)
    bpy.context.view_layer.update()
    with pytest.raises(ClipError, match="apply its scale"):
        armatures.skeleton_of(armature, roles)


def test_baking_leaves_other_actions_and_nla_tracks_alone(armature, roles):
    skeleton = armatures.skeleton_of(armature, roles)
    source = armatures.write_motion(armature, swinging(skeleton), "source", first_frame=10)
    strip = armature.animation_data.nla_tracks.new().strips.new("old", 30, source)
    before = actions.read_channels(source, source.slots[0], np.arange(10, 50))
    armatures.write_motion(armature, swinging(skeleton).cut(3, 20), "result")
    after = actions.read_channels(source, source.slots[0], np.arange(10, 50))
    assert all(np.array_equal(before[path], after[path], equal_nan=True) for path in before)
    assert (strip.action, strip.frame_start) == (source, 30)
    assert armature.animation_data.action.name == "result"
    assert armature.animation_data.action_slot == armature.animation_data.action.slots[0]
