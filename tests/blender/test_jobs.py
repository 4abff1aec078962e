"""The jobs behind the panel and the command line, on the scene's own data."""

from types import SimpleNamespace

import bpy
import numpy as np
import pytest

from stepweave.bridge import jobs, library
from stepweave.bridge.files import importing
from stepweave.bridge.rigs import actions, armatures
from stepweave.core.clips import read_bvh
from stepweave.core.errors import Cancelled, ClipError, LibraryError
from stepweave.operators.clips import STEPWEAVE_OT_import_clips

S_CURVE = [(0, 0), (2, 0.8), (4, 1), (6, 0.6), (8, 0)]
MIXED = ["cmu_16_15_walk.bvh", "cmu_16_31_walk.bvh", "pymo_figure8_walk.bvh"]


def counts():
    data = bpy.data
    return [len(kind) for kind in (data.objects, data.armatures, data.actions, data.meshes, data.curves)]


def batch_of(paths):
    batch = jobs.ImportBatch(bpy.context)
    for path in paths:
        batch.add(path)
    return batch


def test_the_starter_character_walks_a_drawn_path_to_its_end(extension, empty_scene):
    jobs.add_starter(bpy.context)
    sources = {a.name: [f.data_path for f in actions.fcurves_of(a, a.slots[0])] for a in bpy.data.actions}
    character = empty_scene.stepweave.characters.add()
    character.path = jobs.path_object(bpy.context, S_CURVE)
    character.speed, character.start_frame = 1.2, 11
    empty_scene.render.fps = 30
    jobs.exhaust(jobs.walk_steps(bpy.context, character))
    walker, result = character.armature, character.result
    assert result.name not in sources
    assert walker.animation_data.action == result
    assert walker.animation_data.action_slot == result.slots[0]
    others = [a for a in bpy.data.actions if a != result]
    assert {a.name: [f.data_path for f in actions.fcurves_of(a, a.slots[0])] for a in others} == sources
    motion = armatures.motion_of(walker, result, 30.0)
    assert result.frame_range[0] == 11
    assert np.linalg.norm(motion.root_position[-1, :2] - (8, 0)) < 0.05
    assert np.linalg.norm(motion.root_position[0, :2]) < 0.05
    assert 8.3 / 1.2 < motion.seconds < 8.3 / 1.2 + 3.0


def test_a_second_walk_of_the_same_clips_analyses_nothing_again(extension, empty_scene, monkeypatch):
    jobs.add_starter(bpy.context)
    jobs.exhaust(jobs.analyse_steps(bpy.context))
    monkeypatch.setattr(library, "analyse", lambda *_: pytest.fail("analysed again"))
    jobs.exhaust(jobs.analyse_steps(bpy.context))


def test_an_import_taken_back_leaves_nothing(extension, shared_data):
    before = counts()
    batch = batch_of([shared_data / "locomotion" / name for name in MIXED])
    assert len(batch.added) == 3
    batch.undo()
    assert counts() == before
    assert len(bpy.context.scene.stepweave.clips) == 0


def test_clips_of_one_skeleton_share_an_armature_and_bear_their_files_names(extension, shared_data):
    batch = batch_of([shared_data / "locomotion" / name for name in MIXED])
    first, second, other = batch.added
    assert first.armature == second.armature != other.armature
    assert [entry.action.name for entry in batch.added] == [name.removesuffix(".bvh") for name in MIXED]
    assert len(bpy.data.armatures) == 2
    assert all(entry.action.slots[0].name_display == actions.SLOT_NAME for entry in batch.added)


def test_the_largest_group_of_one_skeleton_is_taken_and_the_rest_named(extension, shared_data):
    batch_of([shared_data / "locomotion" / name for name in MIXED])
    chosen = library.library_of(bpy.context.scene.stepweave.clips)
    assert [clip.name for clip in chosen.clips] == ["cmu_16_15_walk", "cmu_16_31_walk"]
    assert "pymo_figure8_walk" in chosen.left_out[0]


def test_a_refused_file_leaves_a_line_that_says_why_and_nothing_else(extension, shared_data):
    before = counts()
    batch = batch_of([shared_data / "quirks" / "q04_no_motion_section.bvh"])
    assert counts() == before
    assert [(entry.status, entry.use) for entry in batch.added] == [("REFUSED", False)]
    assert "no motion" in batch.added[0].notes
    with pytest.raises(ClipError, match="no motion"):
        batch.summary()


def test_a_repaired_file_says_what_was_repaired(extension, shared_data):
    batch = batch_of([shared_data / "quirks" / "q12_decimal_commas.bvh"])
    assert batch.added[0].status == "REPAIRED"
    assert "comma" in batch.added[0].notes


@pytest.mark.parametrize("name", [
    "locomotion/cmu_16_15_walk.bvh",
    "skeletons/unreal_mannequin.bvh",
    "skeletons/max_biped.bvh",
    "quirks/q19_z_up.bvh",
    "quirks/q16_scale_mm.bvh",
])
def test_blender_shows_an_imported_clip_as_core_reads_it(extension, shared_data, name):
    [clip] = importing.import_file(shared_data / name)
    motion = armatures.motion_of(clip.armature, clip.action, clip.fps)
    truth = read_bvh(shared_data / name)[0].to_motion()
    assert np.abs(motion.pose.position - truth.pose.position).max() < 1e-4
    bpy.context.scene.frame_set(8)
    hips = clip.armature.pose.bones[motion.skeleton.names[motion.skeleton.root]]
    assert np.abs(np.array(clip.armature.matrix_world @ hips.head) - motion.root_position[7]).max() < 1e-4


@pytest.mark.parametrize(("name", "same", "frames", "fps"), [
    ("mixamo_names_blender_export.fbx", "skeletons/mixamo.bvh", 118, 30),
    ("cmu_16_17_blender_export_leafbones.fbx", "locomotion/cmu_16_17_walk_90_degree_left_turn.bvh", 518, 120),
])
def test_an_fbx_clip_moves_as_its_bvh_does(extension, shared_data, name, same, frames, fps):
    [clip] = importing.import_file(shared_data / "skeletons" / name)
    motion = armatures.motion_of(clip.armature, clip.action, clip.fps)
    truth = read_bvh(shared_data / same)[0].to_motion()
    assert (motion.frames, motion.fps) == (frames, fps)
    feet = [motion.skeleton.roles[role] for role in ("foot_l", "foot_r")]
    true_feet = [truth.skeleton.roles[role] for role in ("foot_l", "foot_r")]
    apart = np.linalg.norm(motion.pose.position[:, feet] - truth.pose.position[:, true_feet], axis=-1)
    assert np.percentile(apart, 99) < 1e-3
    assert apart.max() < 0.02                      # in frames that are bridged


def test_the_scene_keeps_its_rate_and_range_through_any_import(extension, shared_data, empty_scene):
    empty_scene.render.fps, empty_scene.frame_start, empty_scene.frame_end = 25, 7, 99
    importing.import_file(shared_data / "skeletons" / "mixamo_names_blender_export.fbx")
    importing.import_file(shared_data / "skeletons" / "mixamo.bvh")
    assert (empty_scene.render.fps, empty_scene.frame_start, empty_scene.frame_end) == (25, 7, 99)


def test_without_clips_one_is_told_what_to_do(extension, empty_scene):
    with pytest.raises(LibraryError, match="import clips"):
        library.library_of(empty_scene.stepweave.clips)


def test_an_fbx_imported_again_shares_the_armature_it_has(extension, shared_data):
    file = shared_data / "skeletons" / "mixamo_names_blender_export.fbx"
    first, second = batch_of([file, file]).added
    assert first.armature == second.armature
    assert first.action != second.action
    assert len(bpy.data.armatures) == 1


def test_a_mixed_folder_comes_in_whatever_one_file_holds(extension, empty_scene, shared_data, tmp_path):
    names = ["quirks/q00_reference_ok.bvh", "quirks/q05_zero_frames.bvh", "quirks/q12_decimal_commas.bvh",
             "skeletons/mixamo_names_blender_export.fbx"]
    for name in names:
        (tmp_path / name.partition("/")[2]).write_bytes((shared_data / name).read_bytes())
    assert bpy.ops.stepweave.import_clips(directory=str(tmp_path), whole_folder=True) == {"FINISHED"}
    told = {clip.name: clip.status for clip in empty_scene.stepweave.clips}
    assert sorted(told.values()) == ["OK", "REFUSED", "REPAIRED", "REPAIRED"]
    before = counts()
    operator = SimpleNamespace(_paths=lambda: sorted(tmp_path.iterdir()))
    work = STEPWEAVE_OT_import_clips.steps(operator, bpy.context)
    for _ in range(3):
        next(work)
    with pytest.raises(Cancelled):
        work.throw(Cancelled("stopped"))
    assert counts() == before
    assert len(empty_scene.stepweave.clips) == 4
