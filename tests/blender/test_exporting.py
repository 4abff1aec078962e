"""Results as files."""

import bpy
import numpy as np
import pytest

from stepweave.bridge.files import exporting, importing
from stepweave.bridge.rigs import armatures
from stepweave.core.clips import read_bvh
from stepweave.core.errors import StepweaveError
from stepweave.core.motion import Motion
from stepweave.core.motion import rotations as rot
from stepweave.core.starter import starter_skeleton


@pytest.fixture
def walker(extension):
    """An armature, turned and scaled, that waves its limbs as it travels; and the motion."""
    shape = starter_skeleton()
    armature = armatures.new_armature(shape, "Walker")
    armatures.keep_roles(armature, {role: shape.names[j] for role, j in shape.roles.items()})
    armature.location, armature.rotation_euler, armature.scale = (1, 2, 0), (0, 0, 0.7), (0.5,) * 3
    bpy.context.view_layer.update()
    skeleton = armatures.skeleton_of(armature)
    time = np.linspace(0.0, 2.0, 50)
    phase = np.random.default_rng(5).uniform(0, 6, (skeleton.joints, 3))
    rotation = rot.exp(0.4 * np.sin(3.0 * time[:, None, None] + phase))
    travel = np.stack([time, 0.1 * np.sin(time), np.full(50, 0.5)], axis=1)
    motion = Motion(skeleton, travel, rotation, 30.0, "wave")
    armatures.write_motion(armature, motion, "wave")
    return armature, motion


def test_a_bvh_holds_world_positions_in_metres_with_z_up(walker, tmp_path):
    armature, motion = walker
    exporting.export(tmp_path / "walk.bvh", armature, motion)
    [actor] = read_bvh(tmp_path / "walk.bvh")
    take = actor.take
    position, _rotation = take.world()
    order = [actor.names.index(name) for name in motion.skeleton.names]
    assert actor.fps == motion.fps
    assert np.abs(position[:, order] - motion.pose.position).max() < 1e-4


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_what_others_read_moves_as_it_did_here(walker, tmp_path, ending):
    armature, motion = walker
    exporting.export(tmp_path / f"walk{ending}", armature, motion)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    [clip] = importing.import_file(tmp_path / f"walk{ending}")
    back = armatures.motion_of(clip.armature, clip.action, clip.fps)
    assert (back.frames, back.fps) == (motion.frames, motion.fps)
    order = [back.skeleton.names.index(name) for name in motion.skeleton.names]
    assert np.abs(back.pose.position[:, order] - motion.pose.position).max() < 2e-3


def test_a_blend_file_plays_the_walk(walker, tmp_path):
    armature, motion = walker
    exporting.export(tmp_path / "walk.blend", armature, motion)
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "walk.blend"))
    opened = bpy.data.objects["Walker"]
    back = armatures.motion_of(opened, opened.animation_data.action, motion.fps)
    assert np.abs(back.pose.position - motion.pose.position).max() < 1e-4


def test_exporting_leaves_the_scene_as_it_was(walker, tmp_path, empty_scene):
    armature, motion = walker
    empty_scene.render.fps, empty_scene.frame_end = 24, 77
    things = (len(bpy.data.objects), len(bpy.data.actions), len(bpy.data.armatures))
    exporting.export(tmp_path / "walk.bvh", armature, motion)
    assert (empty_scene.render.fps, empty_scene.frame_end) == (24, 77)
    assert (len(bpy.data.objects), len(bpy.data.actions), len(bpy.data.armatures)) == things


def test_an_ending_nobody_writes_is_refused_with_those_that_are(walker, tmp_path):
    with pytest.raises(StepweaveError, match=r"\.bvh, \.blend, \.fbx, \.glb"):
        exporting.export(tmp_path / "walk.obj", *walker)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
@pytest.mark.parametrize("factor", [0.01, 100.0])
def test_a_file_in_another_unit_becomes_a_person_again(walker, tmp_path, ending, factor):
    armature, motion = walker
    armature.scale = [factor] * 3
    bpy.context.view_layer.update()
    odd = armatures.skeleton_of(armature)
    odd_motion = motion.with_(skeleton=odd, root_position=motion.root_position * 2.0 * factor)
    armatures.write_motion(armature, odd_motion, "odd")
    exporting.export(tmp_path / f"odd{ending}", armature, odd_motion)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    [clip] = importing.import_file(tmp_path / f"odd{ending}")
    back = armatures.motion_of(clip.armature, clip.action, clip.fps)
    assert back.skeleton.leg_length == pytest.approx(2.0 * motion.skeleton.leg_length, rel=1e-3)
    assert len(clip.repairs) == 1
    travelled = back.root_position - back.root_position[0]
    wanted = 2.0 * (motion.root_position - motion.root_position[0])
    assert np.abs(travelled - wanted).max() < 5e-3
