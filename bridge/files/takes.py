"""Takes of an FBX or glTF file: whose they are, one Action for each, the armature's unit."""

import bpy
import numpy as np

from ...core.clips.scale import LEG
from ..rigs import actions, armatures

_BELIEVABLE_LEG = 0.2, 2.5  # metres; outside it an FBX or glTF file has its unit wrong
_STILL = 1e-5               # keys that differ by less do not move anything
_MISTAKEN_UNITS = (0.001, 0.01, 0.0254, 0.1, 10.0, 1 / 0.0254, 100.0, 1000.0)


def takes_of(fresh, rigs):
    """The takes among imported Actions, each alone in its Action.

    Importers put what moves at one time into one Action, a slot for each armature: such an Action is
    copied for every armature but the first.

    Parameters
    ----------
    fresh : list of bpy.types.Action; cut to one slot that moves bones
    rigs : list of bpy.types.Object

    Returns
    -------
    list of (bpy.types.Action, bpy.types.Object)
    """
    found = []
    for action in fresh if rigs else ():
        moving = [slot.identifier for slot in action.slots if _moves_bones(action, slot)]
        owners = [_rig_of(action, action.slots[identifier], rigs) for identifier in moving]
        copies = [action, *(action.copy() for _ in moving[1:])] if moving else []
        name = action.name
        for one, identifier, rig in zip(copies, moving, owners):
            for slot in [slot for slot in one.slots if slot.identifier != identifier and _is_objects(slot)]:
                one.slots.remove(slot)
            if len(moving) > 1:
                one.name = f"{name} {rig.name}"
            found.append((one, rig))
    return found


def moving_parents(rig, fresh):
    """Lines about objects that an armature hangs from and that move themselves.

    Parameters
    ----------
    rig : bpy.types.Object
    fresh : list of bpy.types.Action; as they were imported
    """
    slots = [(action, slot) for action in fresh for slot in action.slots if _is_objects(slot)]
    told, above = (), rig.parent
    while above:
        own = [actions.fcurves_of(action, slot) for action, slot in slots if above in slot.users()]
        if any(np.ptp(actions.key_values(fcurve)) > _STILL for curves in own for fcurve in curves):
            told += (f"the armature hangs from '{above.name}', which moves: walks go without that movement",)
        above = above.parent
    return told


def play_alone(rig, action):
    """Let a fresh armature play one take, without the NLA tracks that an importer laid all takes on."""
    actions.assign(rig, action)
    for track in list(rig.animation_data.nla_tracks):
        rig.animation_data.nla_tracks.remove(track)


def made_human(rig, own):
    """Mend the unit of an armature that fits neither child nor giant.

    Parameters
    ----------
    rig : bpy.types.Object
    own : list of TakeKeys; its takes

    Returns
    -------
    tuple of Skeleton as it is now, and tuple of str: notes on what was done
    """
    skeleton = armatures.skeleton_of(rig)
    leg = skeleton.leg_length
    if not leg > 0.0 or _BELIEVABLE_LEG[0] <= leg <= _BELIEVABLE_LEG[1]:
        return skeleton, ()
    factor = min(_MISTAKEN_UNITS, key=lambda unit: abs(np.log(leg * unit / LEG)))
    top = topmost(rig)
    top.scale = [factor * size for size in top.scale]
    top.location = [factor * place for place in top.location]
    for keys in own if top == rig else ():
        keys.stretch("location", factor)
        keys.write()
    bpy.context.view_layer.update()
    return armatures.skeleton_of(rig), (f"the legs are {leg:.3g} m long in the file: scaled by {factor:g}",)


def topmost(rig):
    """The object that an armature hangs from in the end; itself when it hangs from none."""
    while rig.parent:
        rig = rig.parent
    return rig


def _is_objects(slot):
    return slot.target_id_type in {"OBJECT", "UNSPECIFIED"}


def _moves_bones(action, slot):
    curves = actions.fcurves_of(action, slot) if _is_objects(slot) else ()
    return any(fcurve.data_path.startswith("pose.bones[") for fcurve in curves)


def _rig_of(action, slot, rigs):
    """The armature that plays a slot, else the one that has most of its bones."""
    for rig in rigs:
        data = rig.animation_data
        if data and data.action == action and data.action_slot == slot:
            return rig
    paths = {fcurve.data_path.rpartition(".")[0] for fcurve in actions.fcurves_of(action, slot)}
    return max(rigs, key=lambda rig: sum(armatures.bone_path(b.name) in paths for b in rig.data.bones))
