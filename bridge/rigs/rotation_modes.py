"""The rotation modes of Blender's pose bones, as quaternions and back."""

import numpy as np

from ...core.motion import rotations as rot

PROPERTY = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}
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
    farther = _way(one[:-1], one[1:]) > _way(one[:-1], other[1:])
    swapped = np.cumsum(farther, axis=0) % 2 == 1  # a change of solution costs the same from either side
    out = one.copy()
    out[1:][swapped] = other[1:][swapped]
    turns = np.round(np.diff(out, axis=0) / (2.0 * np.pi))
    out[1:] -= 2.0 * np.pi * np.cumsum(turns, axis=0)
    return out


def _way(a, b):
    """(...) how far apart angles (..., 3) are, the short way round."""
    change = b - a
    return np.abs(change - 2.0 * np.pi * np.round(change / (2.0 * np.pi))).sum(axis=-1)
