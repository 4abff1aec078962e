"""FBX and glTF files with the faults that captures and exporters have."""

import bpy
import numpy as np
import pytest

from stepweave.bridge import jobs
from stepweave.bridge.dancing import dance_database
from stepweave.bridge.files import importing, inspection
from stepweave.bridge.files.keys import TakeKeys
from stepweave.bridge.files.mending import mend
from stepweave.bridge.files.scenes import clips_of_scene
from stepweave.bridge.rigs import actions, armatures
from stepweave.core.clips import read_bvh
from stepweave.core.clips.findings import Findings
from stepweave.core.errors import ClipError
from stepweave.core.motion import rotations as rot


@pytest.fixture
def walk(extension, shared_data):
    """The armature of a captured walk, and its Action."""
    [clip] = importing.import_file(shared_data / "skeletons" / "rokoko.bvh")
    bpy.context.scene.render.fps = 30
    bpy.context.scene.frame_end = 118
    return clip


@pytest.fixture
def truth(shared_data):
    """The same walk, whole."""
    return read_bvh(shared_data / "skeletons" / "rokoko.bvh")[0].to_motion()


def rewritten(clip, bone, change):
    """Let a function change the quaternions (F, 4) of a bone's keys."""
    path = armatures.bone_path(bone) + ".rotation_quaternion"
    keys = TakeKeys(clip.action, actions.slot_of(clip.action))
    frames, channels = keys.channels()
    change(channels[path])
    keys.set_keys(path, frames, channels[path])
    keys.write()


def exported(clip, path, **options):
    """Write the scene with Blender's own exporter and empty the scene."""
    for thing in bpy.context.scene.objects:
        thing.select_set(True)
    if path.suffix == ".fbx":
        bpy.ops.export_scene.fbx(
            filepath=str(path), bake_anim_simplify_factor=0.0, bake_anim_use_nla_strips=False,
            bake_anim_use_all_actions=options.pop("takes", False), **options,
        )  # fmt: skip
    else:
        mode = "ACTIONS" if options.pop("takes", False) else "ACTIVE_ACTIONS"
        bpy.ops.export_scene.gltf(
            filepath=str(path), export_format="GLB", export_animation_mode=mode,
            export_optimize_animation_size=False, **options,
        )  # fmt: skip
    bpy.data.batch_remove([*bpy.data.objects, *bpy.data.armatures, *bpy.data.actions])
    return path


def apart(clip, truth, skip=()):
    """(F,) largest distance of a joint from where it should be, metres."""
    motion = armatures.motion_of(clip.armature, clip.action, clip.fps)
    names = [name for name in truth.skeleton.names if name in motion.skeleton.names and name not in skip]
    found = motion.pose.position[:, [motion.skeleton.names.index(name) for name in names]]
    true = truth.pose.position[:, [truth.skeleton.names.index(name) for name in names]]
    assert len(found) == len(true)
    return np.linalg.norm(found - true, axis=-1).max(axis=1)


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_a_whole_clip_comes_back_as_it_was_and_nothing_is_doubted(walk, truth, tmp_path, ending):
    [clip] = importing.import_file(exported(walk, tmp_path / f"walk{ending}"))
    assert apart(clip, truth).max() < 2e-3
    assert (clip.repairs, clip.warnings, clip.fps, clip.root_motion) == ((), (), 30.0, True)


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_a_spike_is_bridged_and_named(walk, truth, tmp_path, ending):
    def spike(turns):
        turns[50] = (0.5, 0.5, -0.5, 0.5)

    rewritten(walk, "LeftArm", spike)
    [clip] = importing.import_file(exported(walk, tmp_path / f"walk{ending}"))
    assert apart(clip, truth).max() < 0.02
    assert [note for note in clip.warnings if "spike" in note and "51" in note and "LeftArm" in note]
    assert clip.repaired


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_frames_that_repeat_in_full_movement_are_bridged(walk, truth, tmp_path, ending):
    keys = TakeKeys(walk.action, actions.slot_of(walk.action))
    frames, channels = keys.channels()
    for path, values in channels.items():
        values[60:63] = values[59]
        keys.set_keys(path, frames, values)
    keys.write()
    [clip] = importing.import_file(exported(walk, tmp_path / f"walk{ending}"))
    assert apart(clip, truth).max() < 0.03
    assert [note for note in clip.warnings if "drop-out" in note and "61, 62, 63" in note]


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_a_pose_before_the_movement_is_carried_over(walk, truth, tmp_path, ending):
    for bone in walk.armature.data.bones:
        rewritten(walk, bone.name, lambda turns: turns.__setitem__(0, (1.0, 0.0, 0.0, 0.0)))
    [clip] = importing.import_file(exported(walk, tmp_path / f"walk{ending}"))
    assert apart(clip, truth).max() < 0.03
    assert [note for note in clip.warnings if "frame 1 is a pose" in note]


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_an_object_that_travels_with_its_body_still_walks_there(walk, truth, tmp_path, ending):
    slot = actions.slot_of(walk.action)
    place = truth.root_position
    walk.armature.rotation_mode = "QUATERNION"
    walk.armature.pose.bones["Hips"].location = (0.0, 0.0, 0.0)
    bag = walk.action.layers[0].strips[0].channelbag(slot)
    hips = armatures.bone_path("Hips") + ".location"
    for fcurve in [f for f in bag.fcurves if f.data_path == hips]:
        bag.fcurves.remove(fcurve)
    stand = truth.skeleton.rest_position[truth.skeleton.root]
    actions.write_channels(walk.action, slot, 1, {("Object", "location"): place - stand})
    [clip] = importing.import_file(exported(walk, tmp_path / f"walk{ending}"))
    assert any(f.data_path == "location" for f in actions.fcurves_of(clip.action, clip.action.slots[0]))
    assert apart(clip, truth).max() < 5e-3
    assert clip.root_motion


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
@pytest.mark.parametrize("size", [0.01, 100.0])
def test_a_mistaken_unit_is_set_right(walk, truth, tmp_path, ending, size):
    walk.armature.scale = [size] * 3
    [clip] = importing.import_file(exported(walk, tmp_path / f"walk{ending}"))
    assert apart(clip, truth).max() < 5e-3
    assert any("scaled by" in note for note in clip.repairs)


def test_an_armature_that_its_carrier_scales_is_not_shared_with_one_that_stands_alone(walk, tmp_path):
    whole = exported(walk, tmp_path / "whole.fbx")
    [clip] = importing.import_file(whole)
    carrier = bpy.data.objects.new("carrier", None)
    bpy.context.scene.collection.objects.link(carrier)
    carrier.scale, clip.armature.parent = [0.5] * 3, carrier
    [again] = importing.import_file(whole)
    assert again.armature != clip.armature
    [third] = importing.import_file(whole)
    assert third.armature == again.armature


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_every_take_of_a_file_becomes_a_clip_on_one_armature(walk, truth, tmp_path, ending):
    other = walk.action.copy()
    other.name = "second take"
    walk.action.use_fake_user = other.use_fake_user = True
    file = exported(walk, tmp_path / f"takes{ending}", takes=True)
    clips = importing.import_file(file)
    assert len(clips) == 2
    assert clips[0].armature == clips[1].armature
    assert len({clip.action.name for clip in clips}) == 2
    for clip in clips:
        assert apart(clip, truth).max() < 2e-3
    assert not clips[0].armature.animation_data.nla_tracks
    assert [told["status"] for told in inspection.inspect(file)] == ["ok", "ok"]


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_a_broken_take_is_named_and_the_others_come_in(walk, truth, tmp_path, ending, monkeypatch):
    other = walk.action.copy()
    other.name = "broken take"
    walk.action.use_fake_user = other.use_fake_user = True
    file = exported(walk, tmp_path / f"takes{ending}", takes=True)

    def breaking(path, found, fresh, rate):
        [action] = [action for action in fresh if "broken" in action.name]
        for key in actions.fcurves_of(action, action.slots[0])[0].keyframe_points:
            key.co.y = np.nan
        return clips_of_scene(path, found, fresh, rate)

    monkeypatch.setattr(importing, "clips_of_scene", breaking)
    batch = jobs.ImportBatch(bpy.context)
    batch.add(file)
    good, broken = batch.added
    assert (good.status, broken.status, broken.use) == ("OK", "REFUSED", False)
    assert "broken take" in broken.name
    assert "more than half of its values are no numbers" in broken.notes
    assert apart(importing.ImportedClip(good.action, good.armature, good.fps, 1.0, ""), truth).max() < 2e-3
    assert [action for action in bpy.data.actions if "broken" in action.name] == []
    good, broken = inspection.inspect(file)
    assert (good["status"], broken["status"]) == ("ok", "refused")
    assert f"{file.name}: take '{broken['name']}'" in broken["error"]
    kept, refused = dance_database.read_dances([file])
    assert len(kept) == 1
    assert [line for line in refused if "broken take" in line]


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
@pytest.mark.parametrize("lies", [(-np.pi / 2, 0, 0), (np.pi / 2, 0, 0), (0, np.pi / 2, 0), (np.pi, 0, 0)])
def test_a_body_that_rests_and_moves_lying_is_turned_upright(walk, truth, tmp_path, ending, lies):
    walk.armature.rotation_euler = lies
    [clip] = importing.import_file(exported(walk, tmp_path / f"walk{ending}"))
    motion = armatures.motion_of(clip.armature, clip.action, clip.fps)
    assert [note for note in clip.repairs if "turned upright" in note]
    assert not [note for note in clip.warnings if "lies" in note]
    order = [motion.skeleton.names.index(name) for name in truth.skeleton.names]
    assert np.abs(motion.pose.position[:, order, 2] - truth.pose.position[:, :, 2]).max() < 2e-3


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_a_lying_object_that_travels_is_turned_with_its_travel(walk, tmp_path, ending):
    walk.armature.rotation_mode = "XYZ"
    walk.armature.rotation_euler.x = np.pi / 2
    for frame, y in ((1, 0.0), (118, 0.2)):
        walk.armature.location.y = y
        walk.armature.keyframe_insert("location", frame=frame)
        walk.armature.keyframe_insert("rotation_euler", frame=frame)
    [clip] = importing.import_file(exported(walk, tmp_path / f"walk{ending}"))
    motion = armatures.motion_of(clip.armature, clip.action, clip.fps)
    assert [note for note in clip.repairs if "turned upright" in note]
    assert motion.root_position[-1, 2] - motion.root_position[0, 2] == pytest.approx(-0.2, abs=0.05)
    head, foot = (motion.pose.position[:, motion.skeleton.roles[role]] for role in ("head", "foot_l"))
    assert (head[:, 2] - foot[:, 2] > 1.0).all()


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_a_sleeper_whose_rest_stands_is_left_lying_and_named(walk, tmp_path, ending):
    rest = armatures.skeleton_of(walk.armature).rest_global_rotation[0]
    lies = rot.mul(rot.mul(rot.inv(rest), rot.exp(np.array([np.pi / 2, 0.0, 0.0]))), rest)
    rewritten(walk, "Hips", lambda turns: turns.__setitem__(slice(None), rot.mul(lies, turns)))
    [clip] = importing.import_file(exported(walk, tmp_path / f"walk{ending}"))
    assert [note for note in clip.warnings if "the body lies, its head towards -Y" in note]
    assert not clip.repairs


def test_movement_of_what_the_armature_hangs_from_is_named(walk, tmp_path):
    carrier = bpy.data.objects.new("carrier", None)
    bpy.context.scene.collection.objects.link(carrier)
    for frame, x in ((1, 0.0), (118, 3.0)):
        carrier.location.x = x
        carrier.keyframe_insert("location", frame=frame)
    walk.armature.parent = carrier
    [clip] = importing.import_file(exported(walk, tmp_path / "walk.glb"))
    assert [note for note in clip.warnings if "hangs from 'carrier'" in note]


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_an_object_that_turns_while_it_travels_keeps_its_body_upright(walk, truth, tmp_path, ending):
    walk.armature.rotation_mode = "XYZ"
    walk.armature.rotation_euler.z = 0.5
    for frame, x in ((1, 0.0), (118, 3.0)):
        walk.armature.location.x = x
        walk.armature.keyframe_insert("location", frame=frame)
    [clip] = importing.import_file(exported(walk, tmp_path / f"walk{ending}"))
    assert not [note for note in clip.warnings if "lies" in note]
    assert clip.root_motion
    motion = armatures.motion_of(clip.armature, clip.action, clip.fps)
    assert set(motion.skeleton.roles) >= set(truth.skeleton.roles)
    assert np.ptp(motion.root_position[:, 0]) > 2.0


@pytest.mark.parametrize("ending", [".fbx", ".glb"])
def test_every_person_of_a_file_becomes_a_clip(walk, truth, tmp_path, ending):
    second = walk.armature.copy()
    second.data = walk.armature.data.copy()
    bpy.context.scene.collection.objects.link(second)
    second.name, second.location.x = "second", 2.0
    actions.assign(second, walk.action.copy())
    clips = importing.import_file(exported(walk, tmp_path / f"pair{ending}"))
    assert len({clip.armature for clip in clips}) == len(clips) == 2
    there = [clip for clip in clips if clip.armature.name == "second"]
    here = [clip for clip in clips if clip.armature.name != "second"]
    assert apart(here[0], truth).max() < 2e-3
    assert np.allclose(apart(there[0], truth), 2.0, atol=2e-3)


def with_floats(path, places, value):
    """Put a number into the binary part of a .glb file, at some of its places (0 to 1)."""
    content = bytearray(path.read_bytes())
    start = 28 + int.from_bytes(content[12:16], "little")
    for place in places:
        at = start + 4 * int(place * ((len(content) - start) // 4 - 1))
        content[at : at + 4] = np.float32(value).tobytes()
    path.write_bytes(content)


def test_numbers_that_are_none_are_bridged_or_the_file_refused(walk, truth, tmp_path):
    file = exported(walk, tmp_path / "walk.glb")
    whole = file.read_bytes()
    bridged = 0
    for seed, value in enumerate([np.nan, np.inf, 1e30, np.nan]):
        with_floats(file, np.random.default_rng(seed).random(6 if seed < 3 else 3000), value)
        try:
            [clip] = importing.import_file(file)
        except ClipError as error:
            assert str(error).startswith("walk.glb: ")
            assert "\n" not in str(error)
        else:
            motion = armatures.motion_of(clip.armature, clip.action, clip.fps)
            assert np.isfinite(motion.pose.position).all()
            bridged += any("no numbers bridged" in note for note in clip.warnings)
        file.write_bytes(whole)
    assert bridged


def test_a_hand_made_animation_may_hold_and_snap(walk, tmp_path):
    slot = actions.slot_of(walk.action)
    for fcurve in actions.fcurves_of(walk.action, slot):
        for key in reversed(list(fcurve.keyframe_points)):
            if key.co.x % 20 != 1:
                fcurve.keyframe_points.remove(key)
            else:
                key.interpolation = "CONSTANT"
    before = actions.read_channels(walk.action, slot, np.arange(1, 102))
    findings, skeleton = Findings(), armatures.skeleton_of(walk.armature)
    mend(walk.armature, TakeKeys(walk.action, slot), 30.0, skeleton, findings)
    after = actions.read_channels(walk.action, slot, np.arange(1, 102))
    assert not findings.repairs
    assert all(np.array_equal(before[path], after[path], equal_nan=True) for path in before)
