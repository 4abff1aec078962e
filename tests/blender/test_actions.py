"""Actions as arrays."""

import bpy
import numpy as np
import pytest

from stepweave.bridge.rigs import actions
from stepweave.core.errors import ClipError

PATH = 'pose.bones["hips"].location'


@pytest.fixture
def action(empty_scene):
    made, _slot = actions.new_action("walk")
    return made


def test_what_is_written_is_read_back(action):
    values = np.random.default_rng(0).normal(size=(30, 3))
    actions.write_channels(action, action.slots[0], 4, {("hips", PATH): values})
    assert list(actions.whole_frames(action, action.slots[0])) == list(range(4, 34))
    read = actions.read_channels(action, action.slots[0], np.arange(4, 34))
    assert np.abs(read[PATH] - values).max() < 1e-6


def test_keys_a_hair_beside_their_frames_count_as_on_them(action):
    values = np.random.default_rng(0).normal(size=(30, 3))
    actions.write_channels(action, action.slots[0], 4, {("hips", PATH): values})
    for fcurve in actions.fcurves_of(action, action.slots[0]):
        for key in fcurve.keyframe_points:
            key.co.x += 0.0004 if int(key.co.x) % 2 else -0.0004
    assert list(actions.whole_frames(action, action.slots[0])) == list(range(4, 34))
    read = actions.read_channels(action, action.slots[0], np.arange(4, 34))
    assert np.abs(read[PATH] - values).max() < 1e-6


def test_sparse_curves_are_read_as_blender_plays_them(action):
    owner = bpy.data.objects.new("Empty", None)
    bpy.context.scene.collection.objects.link(owner)
    for frame, height in ((1, 0.0), (11.5, 2.0), (20, -1.0)):
        owner.location = (0.0, frame, height)
        owner.keyframe_insert("location", frame=frame)
    own = owner.animation_data.action
    for key in actions.fcurves_of(own, own.slots[0])[1].keyframe_points:
        key.interpolation = "LINEAR"
    frames = np.arange(1, 21)
    read = actions.read_channels(own, own.slots[0], frames)["location"]
    for frame in frames:
        bpy.context.scene.frame_set(int(frame))
        assert np.abs(read[frame - 1] - np.array(owner.location)).max() < 1e-5


def test_an_axis_without_keys_is_told_apart_from_zero(action):
    from stepweave.bridge.rigs.compat import new_fcurve

    bag = action.layers[0].strips[0].channelbag(action.slots[0], ensure=True)
    new_fcurve(bag, PATH, 2, "hips").keyframe_points.insert(1, 5.0)
    read = actions.read_channels(action, action.slots[0], np.arange(3))[PATH]
    assert np.isnan(read[:, :2]).all()
    assert (read[:, 2] == 5.0).all()
    assert bag.groups[0].name == "hips"


def test_an_action_made_for_one_object_moves_another(action):
    values = np.arange(30.0)[:, None] * (1.0, 0.0, 0.0)
    actions.write_channels(action, action.slots[0], 1, {("Object", "location"): values})
    for name in ("first", "second"):
        owner = bpy.data.objects.new(name, None)
        bpy.context.scene.collection.objects.link(owner)
        actions.assign(owner, action)
    bpy.context.scene.frame_set(11)
    assert owner.location.x == 10.0


def test_an_action_without_keys_or_without_an_objects_slot_is_refused_by_name(action):
    with pytest.raises(ClipError, match="'walk' has no keys"):
        actions.whole_frames(action, action.slots[0])
    bare = bpy.data.actions.new("bare")
    with pytest.raises(ClipError, match="'bare'"):
        actions.slot_of(bare)
