"""Actions as arrays: whole channels read and written at once.

An Action's keys live in Action -> layer -> strip -> channelbag of a slot -> F-curves. Every Action made
here has one slot of one constant name, so that Blender finds the slot by itself when Actions are swapped
on an armature.
"""

import re

import bpy
import numpy as np

from ...core.clips.frame_rate import snapped
from ...core.errors import ClipError
from .compat import new_fcurve

SLOT_NAME = "Slot"
_BONE = re.compile(r'pose\.bones\["((?:[^"\\]|\\.)*)"\]')
OBJECT_CHANNELS = ("location", "rotation_quaternion", "rotation_euler", "rotation_axis_angle", "scale")
_LINEAR = 1             # bpy.types.Keyframe.interpolation as a number
_SAME_KEYS = 1e-5       # keys that differ by less are the same
_LAST_FRAME = 1e7       # a time beyond it is a writing error
_ON_FRAME = 1e-2        # frames: importers write 1.99999 for 2


def new_action(name):
    """A new Action with its slot for objects.

    Returns
    -------
    tuple of bpy.types.Action and bpy.types.ActionSlot
    """
    action = bpy.data.actions.new(name)
    slot = action.slots.new(id_type="OBJECT", name=SLOT_NAME)
    action.layers.new("Layer").strips.new(type="KEYFRAME").channelbag(slot, ensure=True)
    return action, slot


def slot_of(action, owner=None):
    """The slot that moves an object: its own one when it plays this Action, else the first for objects.

    Raises
    ------
    ClipError
        The Action has no slot for objects.
    """
    data = owner.animation_data if owner else None
    if data and data.action == action and data.action_slot:
        return data.action_slot
    for slot in action.slots:
        if slot.target_id_type in {"OBJECT", "UNSPECIFIED"}:
            return slot
    raise ClipError(f"Action '{action.name}' does not animate an object: pick one made for an armature")


def assign(owner, action):
    """Let an object play an Action; its NLA tracks stay as they are.

    Assigning an Action alone leaves the slot empty when that slot was made for another object.
    """
    data = owner.animation_data or owner.animation_data_create()
    slot = slot_of(action, owner)
    data.action = action
    data.action_slot = slot


def fcurves_of(action, slot):
    """All F-curves of a slot, over layers and strips.

    Returns
    -------
    list of bpy.types.FCurve
    """
    found = []
    for layer in action.layers:
        for strip in layer.strips:
            bag = strip.channelbag(slot) if strip.type == "KEYFRAME" else None
            if bag:
                found.extend(bag.fcurves)
    return found


def whole_frames(action, slot):
    """The whole frames from the first key to the last.

    Returns
    -------
    (F,) int array

    Raises
    ------
    ClipError
        There are no keys.
    """
    ranges = [fcurve.range() for fcurve in fcurves_of(action, slot) if len(fcurve.keyframe_points)]
    if not ranges:
        raise ClipError(f"Action '{action.name}' has no keys: pick one that moves the armature")
    first = int(np.ceil(min(r[0] for r in ranges) - _ON_FRAME))
    last = int(np.floor(max(r[1] for r in ranges) + _ON_FRAME))
    return np.arange(first, max(last, first) + 1)


def keyed_bones(action, slot):
    """Names of the bones that an Action keys.

    Parameters
    ----------
    action, slot : bpy.types.Action, bpy.types.ActionSlot

    Returns
    -------
    set of str
    """
    paths = {fcurve.data_path for fcurve in fcurves_of(action, slot)}
    found = (_BONE.match(path) for path in paths)
    return {bpy.utils.unescape_identifier(name.group(1)) for name in found if name}


def read_channels(action, slot, frames):
    """Values of every animated property at the given frames.

    Parameters
    ----------
    action, slot : bpy.types.Action, bpy.types.ActionSlot
    frames : (F,) array, rising

    Returns
    -------
    dict of data path to (F, N) array
        N is 4 for quaternions and axis-angle, else 3; NaN where an axis has no curve.
    """
    frames = np.asarray(frames, dtype=float)
    channels = {}
    for fcurve in fcurves_of(action, slot):
        path = fcurve.data_path
        width = 4 if path.endswith(("rotation_quaternion", "rotation_axis_angle")) else 3
        if fcurve.array_index >= width or not len(fcurve.keyframe_points):
            continue
        if path not in channels:
            channels[path] = np.full((len(frames), width), np.nan)
        channels[path][:, fcurve.array_index] = _sampled(fcurve, frames)
    return channels


def write_channels(action, slot, first_frame, channels, verbatim=None):
    """Write arrays as keys, one per frame; a channel that never changes gets a single key.

    Parameters
    ----------
    action, slot : bpy.types.Action, bpy.types.ActionSlot
    first_frame : int
    channels : dict of (group name, data path) to (F, N) array
    verbatim : dict of the same, optional; written in their place with every key, axes of NaN left out
    """
    verbatim = verbatim or {}
    bag = action.layers[0].strips[0].channelbag(slot, ensure=True)
    for (group, path), values in {**channels, **verbatim}.items():
        values = np.asarray(values)
        whole = (group, path) in verbatim
        for axis, column in enumerate(values.T):
            if whole and np.isnan(column).any():
                continue
            if not whole and np.ptp(column) < 1e-9:
                column = column[:1]
            _write_curve(new_fcurve(bag, path, axis, group), first_frame, column)


def lay_on_frames(action, slot, scene_fps):
    """Move the keys of an imported Action so that each sample lies on its own frame, the first on frame 1.

    Importers lay times on the scene's frames, wherever between them a sample falls. Keys without an even
    spacing (a hand-made animation) are only moved to frame 1 as a whole.

    Parameters
    ----------
    action, slot : bpy.types.Action, bpy.types.ActionSlot; changed
    scene_fps : float; the rate at which they were laid out

    Returns
    -------
    float
        Frames per second of the Action now.

    Raises
    ------
    ClipError
        Keys lie at times that cannot be.
    """
    curves = [(fcurve, _keys(fcurve)) for fcurve in fcurves_of(action, slot) if len(fcurve.keyframe_points)]
    times = np.unique(np.round(np.concatenate([keys[:, 0] for _, keys in curves]), 2))
    if not np.all(np.abs(times) < _LAST_FRAME):
        raise ClipError(f"Action '{action.name}' has keys at impossible times")
    steps = np.diff(times)
    step = float(np.median(steps)) if len(steps) else 1.0
    even = len(steps) > 1 and np.abs(steps / step - np.round(steps / step)).max() < 0.1
    if even:
        step = float(times[-1] - times[0]) / round((times[-1] - times[0]) / step)
    else:
        step = 1.0
    for fcurve, keys in curves:
        laid = 1.0 + (keys[:, 0] - times[0]) / step
        laid = np.round(laid) if even else laid
        if np.array_equal(laid, keys[:, 0]):
            continue
        keys[:, 0] = laid
        fcurve.keyframe_points.foreach_set("co", keys.ravel())
        fcurve.keyframe_points.handles_recalc()
    return snapped(scene_fps / step)


def settle(owner, action, slot):
    """Give an object what an imported Action says of it all along, and take these curves off the Action.

    Importers key the object's own place, turn and size even where they never change; left there, they
    would undo whatever is done to the object. Bones whose keyed size is always 1 lose these curves, too.
    """
    for layer in action.layers:
        for strip in layer.strips:
            bag = strip.channelbag(slot)
            for fcurve in list(bag.fcurves) if bag else ():
                path, values = fcurve.data_path, key_values(fcurve)
                if not len(values):
                    bag.fcurves.remove(fcurve)
                elif path in OBJECT_CHANNELS and np.ptp(values) < _SAME_KEYS:
                    getattr(owner, path)[fcurve.array_index] = values[0]
                    bag.fcurves.remove(fcurve)
                elif path.endswith("].scale") and np.abs(values - 1.0).max(initial=0.0) < _SAME_KEYS:
                    bag.fcurves.remove(fcurve)


def stretch(action, slot, data_path, factor):
    """Multiply the keys of one property."""
    for fcurve in fcurves_of(action, slot):
        if fcurve.data_path == data_path:
            keys = _keys(fcurve) * np.array((1.0, factor), dtype=np.float32)
            fcurve.keyframe_points.foreach_set("co", keys.ravel())
            fcurve.keyframe_points.handles_recalc()


def set_keys(action, slot, data_path, first_frame, values):
    """Give the keys of one property other values; their times stay.

    Parameters
    ----------
    action, slot : bpy.types.Action, bpy.types.ActionSlot
    data_path : str
    first_frame : int; of the values
    values : (F, N) array; one row per frame
    """
    for fcurve in fcurves_of(action, slot):
        if fcurve.data_path == data_path and fcurve.array_index < values.shape[1]:
            frames = np.arange(first_frame, first_frame + len(values))
            column = values[:, fcurve.array_index]
            set_key_values(fcurve, np.interp(key_times(fcurve), frames, column))


def key_times(fcurve):
    """(K,) frames of the keys of a curve."""
    return _keys(fcurve)[:, 0]


def key_values(fcurve):
    """(K,) values of the keys of a curve."""
    return _keys(fcurve)[:, 1]


def set_key_values(fcurve, values):
    """Give the keys of a curve other values (K,)."""
    keys = _keys(fcurve)
    keys[:, 1] = values
    fcurve.keyframe_points.foreach_set("co", keys.ravel())
    fcurve.keyframe_points.handles_recalc()


def _keys(fcurve):
    """(K, 2) time and value of the keys of a curve."""
    keys = np.empty(2 * len(fcurve.keyframe_points), dtype=np.float32)
    fcurve.keyframe_points.foreach_get("co", keys)
    return keys.reshape(-1, 2)


def add_linear_keys(fcurve, count):
    """Add keys to an empty curve, still without time and value."""
    fcurve.keyframe_points.add(count)
    fcurve.keyframe_points.foreach_set("interpolation", np.full(count, _LINEAR, dtype=np.int32))


def _write_curve(fcurve, first_frame, column):
    keys = np.empty((len(column), 2), dtype=np.float32)
    keys[:, 0] = np.arange(first_frame, first_frame + len(column))
    keys[:, 1] = column
    add_linear_keys(fcurve, len(column))
    fcurve.keyframe_points.foreach_set("co", keys.ravel())
    fcurve.keyframe_points.handles_recalc()


def _sampled(fcurve, frames):
    """(F,) values of a curve; without asking Blender frame by frame where its keys say it all."""
    points = fcurve.keyframe_points
    time, value = _keys(fcurve).astype(float).T
    if len(fcurve.modifiers) == 0:
        if len(time) == 1:
            return np.full(len(frames), value[0])
        nearest = np.clip(np.searchsorted(time, frames - 0.5), 0, len(time) - 1)
        if np.all(np.abs(time[nearest] - frames) < _ON_FRAME):
            return value[nearest]
        kinds = np.empty(len(points), dtype=np.int32)
        points.foreach_get("interpolation", kinds)
        if np.all(kinds == _LINEAR) and fcurve.extrapolation == "CONSTANT":
            return np.interp(frames, time, value)
    return np.array([fcurve.evaluate(frame) for frame in frames])
