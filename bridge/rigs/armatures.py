"""Armature objects as core skeletons, their Actions as core motions, and back.

Core lives in the world, in metres. The object's transform, its parents' and the scene's unit scale are
folded in on the way in and taken out on the way back, so that any rotated or 0.01-scaled armature will do.
"""

import bpy
import numpy as np

from ...core.clips import find_roles
from ...core.errors import ClipError
from ...core.motion import Motion, Skeleton
from ...core.motion import rotations as rot
from . import actions
from .rotation_modes import from_quaternion, property_of, to_quaternion

_ROLES = "stepweave_roles"


def metres_per_unit(scene=None):
    """Length of one Blender unit, metres."""
    units = (scene or bpy.context.scene).unit_settings
    return 1.0 if units.system == "NONE" else units.scale_length


def skeleton_of(armature, roles=None):
    """The skeleton of an armature object, as it stands in the world at rest.

    Parameters
    ----------
    armature : bpy.types.Object
    roles : dict of role to bone name, optional
        By default those kept with the armature (`keep_roles`), else found from names and shape.

    Returns
    -------
    Skeleton
        One joint per bone, in the order of ``armature.data.bones``.

    Raises
    ------
    ClipError
        The object is no armature, or scaled unevenly or mirrored.
    RoleError
        Pelvis or legs cannot be told.
    """
    if armature.type != "ARMATURE":
        raise ClipError(f"'{armature.name}' is no armature: choose one")
    bones = armature.data.bones
    index = {bone.name: j for j, bone in enumerate(bones)}
    parents = np.array([index[bone.parent.name] if bone.parent else -1 for bone in bones], dtype=int)
    head, frame = rest_frames(armature)
    placed = _object_transform(armature, world_matrix(armature))
    above = np.maximum(parents, 0)
    orphan = parents < 0
    offset = rot.rotate(rot.inv(frame[above]), head - head[above]) * placed.scale
    offset[orphan] = placed.applied_to(head[orphan])
    rotation = rot.mul(rot.inv(frame[above]), frame)
    rotation[orphan] = rot.mul(placed.rotation, frame[orphan])
    unit = metres_per_unit()
    skeleton = Skeleton(
        names=tuple(index),
        parents=parents,
        rest_offset=offset * unit,
        rest_rotation=rotation,
        length=np.array([bone.length for bone in bones]) * placed.scale * unit,
    )
    roles = roles or kept_roles(armature)
    if not roles:
        roles = find_roles(skeleton.names, parents, skeleton.rest_position, skeleton.rest_tail).roles
    else:
        roles = {role: index[name] for role, name in roles.items() if name in index}
    return skeleton.with_roles(roles)


def keep_roles(armature, roles):
    """Keep a map of role to bone name with an armature's data, so that it is saved and wins from now on."""
    armature.data[_ROLES] = dict(roles)


def kept_roles(armature):
    """The map of role to bone name kept with an armature; empty when there is none."""
    kept = armature.data.get(_ROLES)
    if not hasattr(kept, "items"):
        return {}
    return {role: name for role, name in kept.items() if str(name) in armature.data.bones}


def motion_of(armature, action, fps, skeleton=None, frames=None):
    """What an Action makes an armature do.

    Parameters
    ----------
    armature : bpy.types.Object
    action : bpy.types.Action; read only
    fps : float
    skeleton : Skeleton, optional; ``skeleton_of(armature)`` when it is known already
    frames : (F,) int array, optional; all whole frames from the first key to the last by default

    Returns
    -------
    Motion
        Movement of the object and of bones above the travelling joint is folded into that joint.
    """
    skeleton = skeleton or skeleton_of(armature)
    slot = actions.slot_of(action, armature)
    if frames is None:
        frames = actions.whole_frames(action, slot)
    channels = actions.read_channels(action, slot, frames)
    rotation = rot.identity((len(frames), skeleton.joints))
    for j, name in enumerate(skeleton.names):
        bone = armature.pose.bones[name]
        found = rotation_channel(channels, bone_path(name) + ".", bone.rotation_mode)
        if found is not None:
            rotation[:, j] = found
    position, turned = _root_in_world(armature, skeleton, channels, rotation)
    rest = skeleton.rest_global_rotation[skeleton.root]
    rotation[:, skeleton.root] = rot.mul(rot.inv(rest), turned)
    return Motion(skeleton, position * metres_per_unit(), rot.unroll(rotation), float(fps), action.name)


def write_motion(armature, motion, name, first_frame=1, verbatim=None):
    """Bake a motion into a new Action of an armature and let the armature play it.

    Parameters
    ----------
    armature : bpy.types.Object; its bones bear the names of the motion's skeleton
    motion : Motion
    name : str; of the new Action
    first_frame : int
    verbatim : dict of (bone name, data path) to array, optional; from `own_channels`, taken over unchanged

    Returns
    -------
    bpy.types.Action
    """
    channels = pose_channels(armature, motion)
    action, slot = actions.new_action(name)
    actions.write_channels(action, slot, first_frame, channels, verbatim)
    for bone in armature.pose.bones:
        bone.scale = (1.0, 1.0, 1.0)
    actions.assign(armature, action)
    return action


def own_channels(armature, action, bones):
    """The channels of some bones exactly as an Action has them keyed, frame by frame.

    Parameters
    ----------
    armature : bpy.types.Object
    action : bpy.types.Action
    bones : iterable of str

    Returns
    -------
    dict of (bone name, data path) to (F, N) array; NaN where an axis has no key
    """
    slot = actions.slot_of(action, armature)
    channels = actions.read_channels(action, slot, actions.whole_frames(action, slot))
    starts = {bone_path(name) + ".": name for name in bones}
    found = {}
    for path, values in channels.items():
        owner = starts.get(path[: path.rfind(".") + 1])
        if owner is not None:
            found[owner, path] = values
    return found


def pose_channels(armature, motion):
    """The arrays that make an armature, as it stands now, do what a motion does in the world.

    Returns
    -------
    dict of (bone name, data path) to (F, N) array
    """
    skeleton = motion.skeleton
    bones = armature.pose.bones
    missing = [name for name in skeleton.names if name not in bones]
    if missing:
        raise ClipError(
            f"armature '{armature.name}' has no bone '{missing[0]}': bake on the armature of the clips"
        )
    head, frame = rest_frames(armature)
    placed = _object_transform(armature, world_matrix(armature))
    root = armature.data.bones.find(skeleton.names[skeleton.root])
    local = rot.rotate(rot.inv(placed.rotation), motion.root_position / metres_per_unit() - placed.origin)
    location = rot.rotate(rot.inv(frame[root]), local / placed.scale - head[root])
    world = rot.mul(skeleton.rest_global_rotation[skeleton.root], motion.rotation[:, skeleton.root])
    rest = rot.mul(placed.rotation, frame[root])
    channels = {}
    for j, name in enumerate(skeleton.names):
        basis = motion.rotation[:, j] if j != skeleton.root else rot.mul(rot.inv(rest), world)
        mode = bones[name].rotation_mode
        if j == skeleton.root:
            channels[name, bone_path(name) + ".location"] = location
        elif not bones[name].bone.use_connect:
            channels[name, bone_path(name) + ".location"] = np.zeros((1, 3))
        channels[name, f"{bone_path(name)}.{property_of(mode)}"] = from_quaternion(basis, mode)
    return channels


def new_armature(skeleton, name):
    """An armature object made to a skeleton: at the world's origin, its bones at their world places.

    Returns
    -------
    bpy.types.Object
        Linked to the active collection; one Blender unit is one metre over the scene's unit scale.
    """
    context = bpy.context
    armature = bpy.data.objects.new(name, bpy.data.armatures.new(name))
    home().objects.link(armature)
    if context.view_layer.objects.active and context.view_layer.objects.active.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    unit = metres_per_unit()
    made = []
    along = rot.to_matrix(skeleton.rest_global_rotation)
    for j, bone_name in enumerate(skeleton.names):
        bone = armature.data.edit_bones.new(bone_name)
        bone.head = skeleton.rest_position[j] / unit
        bone.tail = (skeleton.rest_position[j] + along[j, :, 1] * max(skeleton.length[j], 1e-3)) / unit
        bone.align_roll(along[j, :, 2])
        if skeleton.parents[j] >= 0:
            bone.parent = made[skeleton.parents[j]]
        made.append(bone)
    bpy.ops.object.mode_set(mode="OBJECT")
    return armature


def home():
    """The collection that new objects go into: the active one, or the scene's when that takes none."""
    active = bpy.context.view_layer.active_layer_collection
    usable = not active.exclude and active.collection.is_editable
    return active.collection if usable else bpy.context.scene.collection


class _Placed:
    """An evenly scaled, turned and shifted frame; every part may be one or one per frame."""

    def __init__(self, origin, rotation, scale):
        self.origin, self.rotation, self.scale = origin, rotation, scale

    def applied_to(self, point):
        return self.origin + rot.rotate(self.rotation, point * self.scale)


def world_matrix(armature):
    """The object's matrix as it stands now, even when Blender has not come round to it yet."""
    if armature.parent is None and not armature.constraints:
        return armature.matrix_basis
    bpy.context.view_layer.update()
    return armature.matrix_world


def _object_transform(armature, matrix):
    matrix = np.array(matrix)
    sizes = np.linalg.norm(matrix[:3, :3], axis=0)
    scale = float(sizes.mean())
    if np.ptp(sizes) > 1e-3 * scale or np.linalg.det(matrix[:3, :3]) <= 0.0:
        raise ClipError(
            f"armature '{armature.name}' is scaled unevenly or mirrored: apply its scale (Ctrl+A) first"
        )
    return _Placed(matrix[:3, 3], rot.from_matrix(matrix[:3, :3] / sizes), scale)


def rest_frames(armature):
    """Heads (J, 3) and frames (J, 4) of the bones at rest, in the armature's space."""
    matrices = np.array([bone.matrix_local for bone in armature.data.bones]).reshape(-1, 4, 4)
    return matrices[:, :3, 3].copy(), rot.from_matrix(matrices[:, :3, :3])


def bone_path(name):
    """The data path of a pose bone."""
    return f'pose.bones["{bpy.utils.escape_identifier(name)}"]'


def rotation_channel(channels, prefix, mode):
    """(F, 4) rotations keyed under a path, in the owner's mode if that is keyed, else in any; or None."""
    modes = [mode, "QUATERNION", "XYZ" if mode in {"QUATERNION", "AXIS_ANGLE"} else mode, "AXIS_ANGLE"]
    for candidate in modes:
        values = channels.get(prefix + property_of(candidate))
        if values is not None:
            return to_quaternion(values, candidate)
    return None


def _root_in_world(armature, skeleton, channels, rotation):
    """World place (F, 3) in Blender units and rotation (F, 4) of the travelling joint."""
    head, frame = rest_frames(armature)
    placed = _animated_object(armature, channels, len(rotation))
    chain = [skeleton.root]
    while skeleton.parents[chain[-1]] >= 0:
        chain.append(skeleton.parents[chain[-1]])
    position, turned = placed.origin, placed.rotation
    parent_head, parent_frame = np.zeros(3), rot.identity()
    for j in reversed(chain):
        offset = rot.rotate(rot.inv(parent_frame), head[j] - parent_head)
        rest = rot.mul(rot.inv(parent_frame), frame[j])
        location = channels.get(bone_path(skeleton.names[j]) + ".location")
        if location is not None:
            offset = offset + rot.rotate(rest, np.nan_to_num(location))
        position = position + rot.rotate(turned, offset * placed.scale)
        turned = rot.mul(rot.mul(turned, rest), rotation[:, j])
        parent_head, parent_frame = head[j], frame[j]
    return np.broadcast_to(position, (len(rotation), 3)), np.broadcast_to(turned, (len(rotation), 4))


def _animated_object(armature, channels, frames):
    """The object's frame at each frame, its keyed channels in place of the present ones."""
    if not any(name in channels for name in actions.OBJECT_CHANNELS):
        return _object_transform(armature, world_matrix(armature))
    above = _object_transform(armature, world_matrix(armature) @ armature.matrix_basis.inverted_safe())
    here = _object_transform(armature, armature.matrix_basis)
    location = channels.get("location", np.full((frames, 3), np.nan))
    location = np.where(np.isnan(location), here.origin, location)
    turned = rotation_channel(channels, "", armature.rotation_mode)
    turned = np.broadcast_to(here.rotation, (frames, 4)) if turned is None else turned
    sizes = channels.get("scale")
    scale = here.scale
    if sizes is not None:
        sizes = np.where(np.isnan(sizes), here.scale, sizes)
        if np.ptp(sizes) > 1e-3 * sizes.mean():
            raise ClipError(f"the scale of object '{armature.name}' is animated: remove these keys first")
        scale = float(sizes.mean())
    return _Placed(above.applied_to(location), rot.mul(above.rotation, turned), above.scale * scale)
