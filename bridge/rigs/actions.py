"""Actions as arrays: whole channels read and written at once.

An Action's keys live in Action -> layer -> strip -> channelbag of a slot -> F-curves. Every Action made
here has one slot of one constant name, so that Blender finds the slot by itself when Actions are swapped
on an armature.
"""

import re
from functools import lru_cache

import bpy
import numpy as np

from ...core.clips.numbers import LARGEST
from ...core.errors import ClipError
from .compat import new_fcurve

SLOT_NAME = "Slot"
_BONE = re.compile(r'pose\.bones\["((?:[^"\\]|\\.)*)"\]')
OBJECT_CHANNELS = ("location", "rotation_quaternion", "rotation_euler", "rotation_axis_angle", "scale")
_LINEAR = 1             # bpy.types.Keyframe.interpolation as a number
_ON_FRAME = 1e-2        # frames: importers write 1.99999 for 2
_MOST_FRAMES = 1_000_000    # more than an hour at 240 frames per second


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

    A strip that is being tweaked is let go of: Blender changes no Action meanwhile.
    Assigning an Action alone leaves the slot empty when that slot was made for another object.
    """
    data = owner.animation_data or owner.animation_data_create()
    slot = slot_of(action, owner)
    data.use_tweak_mode = False
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
        There are no keys, or they lie too far apart.
    """
    ranges = [fcurve.range() for fcurve in fcurves_of(action, slot) if len(fcurve.keyframe_points)]
    if not ranges:
        raise ClipError(f"Action '{action.name}' has no keys: pick one that moves the armature")
    low, high = min(r[0] for r in ranges), max(r[1] for r in ranges)
    if not high - low < _MOST_FRAMES:
        raise ClipError(
            f"Action '{action.name}' has keys from frame {low:,.0f} to {high:,.0f}, and at most "
            f"{_MOST_FRAMES:,} frames can be read: delete the keys that lie astray"
        )
    first, last = int(np.ceil(low - _ON_FRAME)), int(np.floor(high + _ON_FRAME))
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

    Raises
    ------
    ClipError
        A key is no finite number, or one that no body comes to.
    """
    frames = np.asarray(frames, dtype=float)
    channels = {}
    for fcurve in fcurves_of(action, slot):
        path = fcurve.data_path
        width = width_of(path)
        if fcurve.array_index >= width or not len(fcurve.keyframe_points):
            continue
        if path not in channels:
            channels[path] = np.full((len(frames), width), np.nan)
        values = channels[path][:, fcurve.array_index] = sampled(fcurve, frames)
        usable = np.abs(values) <= LARGEST
        if not usable.all():
            at = frames[np.argmin(usable)]
            raise ClipError(
                f"Action '{action.name}': {path} is no usable number at frame {at:g}: delete these keys"
            )
    return channels


def width_of(path):
    """How many numbers a property has, by its data path."""
    return 4 if path.endswith(("rotation_quaternion", "rotation_axis_angle")) else 3


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


def key_values(fcurve):
    """(K,) values of the keys of a curve."""
    return _keys(fcurve)[:, 1]


def _keys(fcurve):
    """(K, 2) time and value of the keys of a curve."""
    keys = np.empty(2 * len(fcurve.keyframe_points), dtype=np.float32)
    fcurve.keyframe_points.foreach_get("co", keys)
    return keys.reshape(-1, 2)


def _write_curve(fcurve, first_frame, column):
    keys, linear = _blank_keys(first_frame, len(column))
    keys[:, 1] = column
    points = fcurve.keyframe_points
    points.add(len(column))
    points.foreach_set("interpolation", linear)
    points.foreach_set("co", keys.reshape(-1))
    points.handles_recalc()


@lru_cache(1)
def _blank_keys(first_frame, count):
    """Keys (K, 2) still without values, one array for curve after curve, and their interpolation (K,)."""
    keys = np.empty((count, 2), dtype=np.float32)
    keys[:, 0] = np.arange(first_frame, first_frame + count)
    return keys, np.full(count, _LINEAR, dtype=np.int32)


def sampled(fcurve, frames):
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
