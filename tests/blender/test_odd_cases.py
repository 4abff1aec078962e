"""What users do to scenes, files and objects: it works, or one line says why and nothing is changed."""

import re
import sys

import bpy
import numpy as np
import pytest

from stepweave.bridge import jobs
from stepweave.bridge.files import importing
from stepweave.bridge.rigs import actions
from stepweave.bridge.routes import curves
from stepweave.core.errors import ClipError, PathError, StepweaveError
from stepweave.core.paths import Path

WAVE = [(0, 0), (1, 1), (2, 0), (3, 1)]
FEW = {"stand", "walk_110", "walk_140"}


def curve(*splines, kind="POLY"):
    """A Curve object named "Way" with a spline through each list of points."""
    data = bpy.data.curves.new("Way", "CURVE")
    data.dimensions = "3D"
    for points in splines:
        spline = data.splines.new(kind)
        spline.points.add(len(points) - 1)
        for point, place in zip(spline.points, points):
            point.co = (*place, 0, 1)
        spline.use_endpoint_u = True
        spline.order_u = 4
    thing = bpy.data.objects.new("Way", data)
    bpy.context.collection.objects.link(thing)
    bpy.context.view_layer.update()
    return thing


def delete(thing):
    """Delete an object as a user does: Blender keeps it when a property points to it."""
    with bpy.context.temp_override(selected_objects=[thing]):
        bpy.ops.object.delete()


def contents():
    """Names of everything that a walk could have made or taken away, and what objects play."""
    data = bpy.data
    kinds = (data.objects, data.armatures, data.actions, data.meshes, data.curves)
    playing = [(o.name, o.animation_data and o.animation_data.action) for o in data.objects]
    return [[thing.name for thing in kind] for kind in kinds], playing


@pytest.fixture
def walker(extension, empty_scene):
    """A character of three starter clips with a path."""
    jobs.add_starter(bpy.context)
    for clip in empty_scene.stepweave.clips:
        clip.use = clip.name in FEW
    empty_scene.render.fps = 30
    character = empty_scene.stepweave.characters.add()
    character.path = curve(WAVE)
    return character


def refused(character, match):
    """The walk is refused with a line, and everything is as it was."""
    before = contents()
    with pytest.raises(StepweaveError, match=match) as error:
        jobs.exhaust(jobs.walk_steps(bpy.context, character))
    assert contents() == before
    assert character.result is None
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("points", "line"), [
    ([(0, 0)], "path 'Way' has fewer than two points"),
    ([(1, 1), (1, 1)], "path 'Way': all 2 points lie on one spot"),
    ([(0, 0), (np.nan, 0)], "path 'Way': point 2 of 2 is not a finite number"),
])
def test_a_path_that_cannot_be_walked_is_named(empty_scene, points, line):
    with pytest.raises(PathError, match=line):
        jobs.path_points(curve(points))


@pytest.mark.parametrize("number", [0, 1])
def test_of_several_nurbs_splines_the_active_one_is_walked(empty_scene, number):
    alone, _ = curves.curve_points(curve(WAVE, kind="NURBS"))
    splines = [WAVE, [(x + 10, y) for x, y in WAVE]]
    both = curve(*splines, kind="NURBS")
    both.data.splines.active = both.data.splines[number]
    found, _ = curves.curve_points(both)
    assert np.abs(found - alone - (10 * number, 0, 0)).max() < 1e-5
    assert Path(found).length > 3


def test_a_thick_nurbs_curve_is_no_path(empty_scene):
    thick = curve(WAVE, kind="NURBS")
    thick.data.bevel_depth = 0.1
    with pytest.raises(PathError, match="'Way' is a thick NURBS curve: set its Bevel"):
        jobs.path_points(thick)


def test_a_deleted_path_is_named(walker):
    delete(walker.path)
    refused(walker, "path 'Way' has been deleted")


def test_a_deleted_character_is_named(walker):
    delete(bpy.context.scene.stepweave.clips[0].armature)
    refused(walker, "armature 'Starter' has been deleted")


def test_a_deleted_warp_curve_is_made_again(walker):
    bpy.ops.stepweave.show_warp()
    delete(walker.warp)
    bpy.ops.stepweave.show_warp()
    assert walker.warp.name in bpy.context.scene.objects


def test_an_armature_scaled_unevenly_is_named_once_for_all_its_clips(walker):
    for clip in bpy.context.scene.stepweave.clips:
        clip.use = True
    bpy.context.scene.stepweave.clips[0].armature.scale = (1, 2, 1)
    refused(walker, r"^left out 'stand', \S+, \S+ and \d+ more: armature 'Starter' is scaled unevenly[^;]*$")


def test_bones_that_are_all_renamed_are_named_although_no_step_is_left(walker):
    for bone in bpy.context.scene.stepweave.clips[0].armature.data.bones:
        bone.name = f"my {bone.name}"
    refused(walker, "^'stand', 'walk_110', 'walk_140' key .* more, which .*; no clip holds")


@pytest.mark.parametrize("bone", ["upper_arm.L", "shin.L"])
def test_a_renamed_bone_is_named_with_the_clips_that_key_it(walker, bone):
    bpy.context.scene.stepweave.clips[0].armature.data.bones[bone].name = 'Other "name"'
    try:
        jobs.exhaust(jobs.walk_steps(bpy.context, walker))
        said = walker.warnings
    except StepweaveError as error:
        said = str(error)
    assert f"key '{bone}', which 'Starter' has not: name its bones so again" in said


def test_units_set_after_the_character_was_made_are_told_by_its_size(walker):
    bpy.context.scene.unit_settings.system = "METRIC"
    bpy.context.scene.unit_settings.scale_length = 0.01
    refused(walker, "legs are 0.[0-9] cm long in this scene's units: set the scene's Unit Scale")


def test_units_of_giants_are_told_by_the_characters_size(walker):
    bpy.context.scene.unit_settings.system = "METRIC"
    bpy.context.scene.unit_settings.scale_length = 1000.0
    refused(walker, "legs are 8[0-9]{4}.[0-9] cm long in this scene's units: set the scene's Unit Scale")


def test_clips_that_differ_in_bone_names_alone_walk_each_on_its_own_armature(walker, shared_data):
    entries = bpy.context.scene.stepweave.clips
    for name in ("q00_reference_ok", "q23_names_with_spaces"):
        batch = jobs.ImportBatch(bpy.context)
        batch.add(shared_data / "quirks" / f"{name}.bvh")
        for entry in entries:
            entry.use = entry.name == name
        walker.armature = batch.added[0].armature
        jobs.exhaust(jobs.walk_steps(bpy.context, walker))
        assert walker.armature.animation_data.action == walker.result


def spoil_value(points):
    points[5].co.y = np.nan


def spoil_infinite(points):
    for point in points:
        point.co.y = np.inf


def spoil_time(points):
    points.insert(1e9, 0.5)


@pytest.mark.parametrize(("spoil", "line"), [
    (spoil_value, r"Action 'walk_110': pose.bones\[\S+ is no usable number at frame 6: delete these keys"),
    (spoil_infinite, r"Action 'walk_110': pose.bones\[\S+ is no usable number at frame 1: delete these keys"),
    (spoil_time, "Action 'walk_110' has keys from frame 1 to 1,000,000,000, and at most 1,000,000 frames"),
])
def test_keys_that_are_no_numbers_or_lie_astray_keep_their_clip_out(walker, spoil, line):
    action = bpy.data.actions["walk_110"]
    spoil(actions.fcurves_of(action, actions.slot_of(action))[3].keyframe_points)
    jobs.exhaust(jobs.walk_steps(bpy.context, walker))
    assert re.search("left out 'walk_110': " + line, walker.warnings)


def test_a_clip_whose_action_moves_no_object_leaves_the_others(walker):
    clip = bpy.context.scene.stepweave.clips.add()
    clip.name, clip.armature = "lens", bpy.context.scene.stepweave.clips[0].armature
    clip.action = bpy.data.actions.new("lens")
    clip.action.slots.new(id_type="CAMERA", name="lens")
    jobs.exhaust(jobs.walk_steps(bpy.context, walker))
    assert "left out 'lens': Action 'lens' does not animate an object" in walker.warnings


def test_a_walk_is_played_although_an_nla_strip_is_being_tweaked(walker):
    armature = bpy.context.scene.stepweave.clips[0].armature
    data, stand = armature.animation_data, bpy.data.actions["stand"]
    data.action = None
    track = data.nla_tracks.new()
    track.strips.new("stand", 1, stand).select = True
    data.nla_tracks.active, data.use_tweak_mode = track, True
    assert data.use_tweak_mode
    jobs.exhaust(jobs.walk_steps(bpy.context, walker))
    assert data.action == walker.result
    assert [strip.action for strip in track.strips] == [stand]


def test_clips_and_paths_come_into_sight_when_the_active_collection_is_excluded(extension, empty_scene):
    hidden = bpy.data.collections.new("Hidden")
    empty_scene.collection.children.link(hidden)
    layer = bpy.context.view_layer
    layer.active_layer_collection = layer.layer_collection.children["Hidden"]
    layer.active_layer_collection.exclude = True
    path = jobs.path_object(bpy.context, WAVE)
    jobs.add_starter(bpy.context)
    assert "Starter" in layer.objects and path.name in layer.objects


def test_a_character_without_legs_or_bones_is_told_so(walker):
    for data, line in (
        (bpy.data.armatures.new("Empty"), "the character's legs cannot be told: set its joint roles"),
        (bpy.data.meshes.new("Ball"), "'Thing' is no armature: choose one"),
    ):
        walker.armature = bpy.data.objects.new("Thing", data)
        bpy.context.collection.objects.link(walker.armature)
        refused(walker, line)
        bpy.data.objects.remove(walker.armature)


@pytest.mark.parametrize("junk", ["junk", {"pelvis": 3}])
def test_roles_that_are_none_are_found_anew(walker, junk):
    bpy.context.scene.stepweave.clips[0].armature.data["stepweave_roles"] = junk
    jobs.exhaust(jobs.walk_steps(bpy.context, walker))
    assert walker.result is not None


def test_two_characters_of_one_armature_are_told_so(walker):
    jobs.exhaust(jobs.walk_steps(bpy.context, walker))
    other = bpy.context.scene.stepweave.characters.add()
    other.name, other.armature, other.path = "Other", walker.armature, walker.path
    jobs.exhaust(jobs.walk_steps(bpy.context, other))
    assert "walks with the same armature 'Starter'" in other.warnings


def test_clips_whose_armature_is_gone_say_so(walker):
    bpy.data.objects.remove(bpy.context.scene.stepweave.clips[0].armature)
    refused(walker, "its Action or armature has been deleted")


def test_a_linked_armature_asks_for_an_override(walker, tmp_path):
    stored = str(tmp_path / "clips.blend")
    bpy.ops.wm.save_as_mainfile(filepath=stored, copy=True)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with bpy.data.libraries.load(stored, link=True) as (_, wanted):
        wanted.objects, wanted.actions = ["Starter"], sorted(FEW)
    scene, [armature] = bpy.context.scene, wanted.objects
    scene.collection.objects.link(armature)
    for action in wanted.actions:
        clip = scene.stepweave.clips.add()
        clip.name, clip.action, clip.armature, clip.fps = action.name, action, armature, 60
    character = scene.stepweave.characters.add()
    character.path = curve(WAVE)
    refused(character, "'Starter' is linked from 'clips.blend': make a library override")
    character.armature = armature.override_create(remap_local_usages=False)
    scene.collection.objects.link(character.armature)
    jobs.exhaust(jobs.walk_steps(bpy.context, character))
    assert character.armature.animation_data.action == character.result


def test_a_file_that_is_no_clip_is_refused_by_its_ending(empty_scene, tmp_path):
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(ClipError, match="notes.txt: clips end in .bvh"):
        importing.import_file(tmp_path / "notes.txt")


def test_a_file_that_blenders_importer_stumbles_over_is_refused_in_one_line(empty_scene, shared_data):
    before = contents()
    with pytest.raises(ClipError, match="^q08_nan_and_inf_values.bvh: Blender cannot read it: [^\\n]*$"):
        importing.import_file(shared_data / "quirks" / "q08_nan_and_inf_values.bvh", repair=False)
    assert contents() == before


@pytest.mark.parametrize("arguments", [
    ["walk", "--starter", "--path", "P", "--speed", "1.2", "--out", "FILE/walk.bvh"],
    ["variants", "--path", "P", "--out", "FILE/variants.svg"],
])
def test_a_place_that_cannot_be_written_is_named(extension, tmp_path, capsys, arguments):
    (tmp_path / "path.json").write_text('{"points": [[0, 0], [2, 0]]}')
    (tmp_path / "file").write_text("in the way")
    names = {"P": str(tmp_path / "path.json")}
    arguments = [names.get(a, a.replace("FILE", str(tmp_path / "file"))) for a in arguments]
    assert sys.modules["stepweave"].cli.main(arguments) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "cannot be written" in said[0]


def test_an_empty_folder_is_named_by_inspect(extension, tmp_path, capsys):
    assert sys.modules["stepweave"].cli.main(["inspect", str(tmp_path)]) == 2
    assert "no clips in" in capsys.readouterr().err
