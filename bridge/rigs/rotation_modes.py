"""The rotation modes of Blender's pose bones, as quaternions and back."""

import numpy as np

from ...core.motion import rotations as rot
from . import actions
from .compat import new_fcurve

PROPERTY = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}
_BLOCK = 100_000        # rotations converted at a time
_DEFAULT = {"rotation_quaternion": (1.0, 0.0, 0.0, 0.0), "rotation_axis_angle": (0.0, 0.0, 1.0, 0.0)}


def property_of(mode):
    """Name of the property that a rotation mode animates."""
    return PROPERTY.get(mode, "rotation_euler")


def to_quaternion(values, mode):
    """Quaternions of a channel.

    Parameters
    ----------
    values : (F, 3) or (F, 4) array as Blender keys them; NaN where an axis has no key
    mode : str; "QUATERNION", "AXIS_ANGLE" or an Euler order

    Returns
    -------
    (F, 4) array
    """
    name = property_of(mode)
    values = np.where(np.isnan(values), _DEFAULT.get(name, (0.0, 0.0, 0.0)), values)
    if mode == "QUATERNION":
        return rot.normalized(values)
    if mode == "AXIS_ANGLE":
        return rot.from_axis_angle(values[:, 1:], values[:, 0])
    order = mode[::-1]  # Blender's first letter turns first, core's first letter is outermost
    return rot.from_euler(values[:, ["XYZ".index(letter) for letter in order]], order)


def from_quaternion(rotation, mode):
    """Channel values of quaternions (F, 4) in a rotation mode, without jumps from frame to frame.

    Returns
    -------
    (F, 3) or (F, 4) array
    """
    rotation = rot.unroll(rotation)
    if mode == "QUATERNION":
        return rotation
    if mode == "AXIS_ANGLE":
        size = np.linalg.norm(rotation[:, 1:], axis=-1)
        unit = rotation[:, 1:] / np.maximum(size, 1e-12)[:, None]
        axis = np.where(size[:, None] > 1e-9, unit, (0.0, 1.0, 0.0))
        return np.column_stack([2.0 * np.arctan2(size, rotation[:, 0]), axis])
    return to_euler(rotation, mode)


def key_quaternions(armature, action, slot):
    """Turn the keys of an imported Action from Euler angles in XYZ order into quaternions, and the bones too.

    Blender's BVH importer writes key by key: three angles take it less time than four quaternion parts.

    Parameters
    ----------
    armature : bpy.types.Object
    action, slot : bpy.types.Action, bpy.types.ActionSlot; every rotation curve has keys at the same frames
    """
    turns = {}
    for fcurve in actions.fcurves_of(action, slot):
        if fcurve.data_path.endswith(".rotation_euler"):
            turns.setdefault(fcurve.data_path, []).append(fcurve)
    if turns:
        bag = action.layers[0].strips[0].channelbag(slot)
        for path, curves in turns.items():
            path = path.removesuffix("euler") + "quaternion"
            for fcurve in curves:
                fcurve.data_path = path
            curves.append(new_fcurve(bag, path, 3, curves[0].group.name))
        turns = list(turns.values())
        step = max(1, _BLOCK // len(turns[0][0].keyframe_points))
        for start in range(0, len(turns), step):
            _key(turns[start : start + step])
    for bone in armature.pose.bones:
        bone.rotation_mode = "QUATERNION"


def _key(turns):
    """Give curves x, y, z, and an empty fourth, the quaternions that x, y, z say as angles."""
    count = len(turns[0][0].keyframe_points)
    angles = np.empty((len(turns), 3, 2 * count), dtype=np.float32)
    for of_bone, curves in zip(angles, turns):
        for keys, fcurve in zip(of_bone, curves):
            fcurve.keyframe_points.foreach_get("co", keys)
    outermost_first = np.array(angles[:, ::-1, 1::2].transpose(1, 0, 2), dtype=float)
    rotation = rot.from_euler(np.moveaxis(outermost_first, 0, -1), "ZYX")
    keys = np.empty((len(turns), 4, count, 2), dtype=np.float32)
    keys[..., 0] = angles[0, 0, 0::2]
    keys[..., 1] = np.moveaxis(rot.unroll(rotation, axis=1), -1, 1)
    for of_bone, curves in zip(keys.reshape(len(turns), 4, -1), turns):
        actions.add_linear_keys(curves[3], count)
        for values, fcurve in zip(of_bone, curves):
            fcurve.keyframe_points.foreach_set("co", values)


def to_euler(rotation, order):
    """Euler angles (F, ..., 3) about X, Y and Z of quaternions (F, ..., 4), without jumps over time.

    order : str; as Blender writes it, the first letter turns first
    """
    i, j, k = ("XYZ".index(letter) for letter in order)
    sign = 1.0 if (j - i) % 3 == 1 else -1.0
    m = rot.to_matrix(rotation)
    one = np.empty((*rotation.shape[:-1], 3))
    one[..., j] = np.arcsin(np.clip(-sign * m[..., k, i], -1.0, 1.0))
    one[..., i] = np.arctan2(sign * m[..., k, j], m[..., k, k])
    one[..., k] = np.arctan2(sign * m[..., j, i], m[..., i, i])
    other = one + np.pi
    other[..., j] = np.pi - one[..., j]
    turn = 2.0 * np.pi
    out = one.copy()
    for f in range(1, len(out)):           # each frame takes the solution nearest to the frame before
        a, b = (c[f] + turn * np.round((out[f - 1] - c[f]) / turn) for c in (one, other))
        farther = np.abs(a - out[f - 1]).sum(-1) > np.abs(b - out[f - 1]).sum(-1)
        out[f] = np.where(farther[..., None], b, a)
    return out
