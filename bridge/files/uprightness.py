"""Bodies of FBX and glTF files that lie though they should stand."""

import bpy
import numpy as np
from mathutils import Quaternion

from ...core.clips.bones import axis_turn
from ...core.clips.scale import axis_of, forward_axis, upright
from ...core.clips.survey import sampled_frames, walks_on_feet
from ...core.motion import rotations as rot
from ..rigs import actions, armatures
from .mending import take_of
from .takes import topmost

_SURE = 0.8             # cosine of the angle between body and axis, in rest and in movement
_AT_REST = 0.02         # radians


def made_upright(rig, taken, skeleton, stays=False):
    """Stand a body up that rests and moves along another axis than the world's up: its file has that wrong.

    A body that lies in its movement alone may be asleep; it is left as it is. So is one whose rest is but a
    frame of its movement, as files without a skin have it, unless it walks the way it lies.

    Parameters
    ----------
    rig : bpy.types.Object
    taken : list of (TakeKeys, float); its takes and their frames per second
    skeleton : Skeleton; the armature's
    stays : bool; what the armature hangs from moves itself: nothing is turned

    Returns
    -------
    tuple of Skeleton as it is now, str: the axis that pointed up, and tuple of str: notes on what was done
    """
    up = _axis(upright(skeleton.rest_position[None], skeleton.roles))
    if stays or up in (None, "Z"):
        return skeleton, "Z", ()
    turn, top = axis_turn(forward_axis(up), up), topmost(rig)
    if None in (told := [_told(up, turn, rig, keys, fps, skeleton) for keys, fps in taken]) or not any(told):
        return skeleton, "Z", ()
    for keys, _ in taken if top == rig else ():
        if keys.moves_object():
            keys.turn_object(rig, turn)
    top.matrix_basis = Quaternion(turn).to_matrix().to_4x4() @ top.matrix_basis
    bpy.context.view_layer.update()
    return armatures.skeleton_of(rig), up, (f"the body lay, its head towards {up}: turned upright",)


def _told(up, turn, rig, keys, fps, skeleton):
    """Whether a take shows that its body should stand; None where it does not lie along the axis."""
    actions.assign(rig, keys.action)
    take, _ = take_of(rig, keys, skeleton)
    above = len(take.joints) - skeleton.joints
    frames, ahead = sampled_frames(len(take.values), fps)
    here, then = (take.world(at)[0][:, above:] for at in (frames, ahead))
    if _axis(upright(here, skeleton.roles)) != up:
        return None
    angle = np.linalg.norm(rot.log(take.local_rotation()[:, above:]), axis=-1)
    if angle.max(axis=1).min() > _AT_REST:
        return True
    here, then = rot.rotate(turn, here), rot.rotate(turn, then)
    return walks_on_feet(here, then, (ahead - frames) / fps, skeleton.roles, skeleton.leg_length)


def _axis(along):
    """The axis that a body lies along for sure, or None."""
    return None if along is None or np.abs(along).max() < _SURE else axis_of(along)
