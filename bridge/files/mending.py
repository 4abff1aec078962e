"""Capture faults in an imported Action, mended in its keys: drop-outs, spikes, a pose before the movement.

Only fresh imports are mended, before anyone has seen them, and only movement that is keyed nearly frame by
frame as captures are: a hand-made animation may hold and snap as it likes.
"""

import numpy as np

from ...core.clips.channels import note_left_behind
from ...core.clips.findings import some
from ...core.clips.gaps import bridged
from ...core.clips.glitches import carry_back_over_pose, jumps, mend_glitches
from ...core.clips.hierarchy import Joint
from ...core.clips.roles import find_roles
from ...core.clips.scale import upright
from ...core.clips.survey import sampled_frames, survey
from ...core.clips.take import Take
from ...core.motion import rotations as rot
from ..rigs import actions, armatures
from ..rigs.rotation_modes import to_euler

_STILL = 1e-5           # metres; a location that moves less is not looked at
_ORDER = "ZXY"          # of the angles in which turns are compared, the outermost first
_KINDS = {"p": ("location",), "r": ("rotation_quaternion", "rotation_euler", "rotation_axis_angle")}


def mend(rig, keys, fps, skeleton, findings):
    """Mend an imported take and say what it is.

    Parameters
    ----------
    rig : bpy.types.Object; an armature
    keys : TakeKeys; on whole frames, all of them numbers; its Action is changed where something is wrong
    fps : float
    skeleton : Skeleton; the armature's
    findings : Findings; what is mended and what is doubtful is added to it

    Returns
    -------
    tuple of core.clips.survey.Survey, and Skeleton with the roles that the movement shows
    """
    take, paths = take_of(rig, keys, skeleton)
    leg = skeleton.leg_length
    size = leg if leg > 0.0 else max(float(skeleton.length.max()), 1e-9)
    if keys.is_captured(len(take.values)):
        before = carry_back_over_pose(take, size, fps, findings)
        if before:
            _carry_back(keys, before)
        _bridge(keys, mend_glitches(take, size, fps, findings), paths)
        keys.write()
        leaps = jumps(take, size, fps)
        if len(leaps):
            findings.warnings.append(f"the body leaps to another place at frame {some(leaps + 1)}")
    position, rotation = take.world(np.concatenate(sampled_frames(len(take.values), fps)))
    shift = len(take.joints) - skeleton.joints
    roles = _keep_roles(rig, skeleton, position, rotation, shift, findings)
    skeleton = skeleton.with_roles(roles)
    roles = {role: joint + shift for role, joint in roles.items()}
    note_left_behind(take, roles.get("pelvis", 0), findings)
    facts = survey(take, roles, skeleton.names, fps, position, scale=1.0)
    findings.warnings += facts.warnings
    if facts.up != "Z" and upright(position, roles) is not None:
        findings.warnings.append(
            f"the body lies, its head towards {facts.up}: turn the armature if it should stand"
        )
    return facts, skeleton


def _keep_roles(rig, skeleton, position, rotation, above, findings):
    """Roles as the movement shows them, kept with the armature; `above` joints of the take are no bones."""
    tails = skeleton.rest_tail - skeleton.rest_position
    if above:
        tails = rot.rotate(rot.inv(_placed(rig)[1]), tails)
    position, rotation = position[:, above:], rotation[:, above:]
    tails = position + rot.rotate(rotation, tails)
    found = find_roles(skeleton.names, skeleton.parents, position, tails)
    findings.warnings += found.warnings
    armatures.keep_roles(rig, {role: skeleton.names[joint] for role, joint in found.roles.items()})
    return found.roles


def _placed(rig):
    """Where an armature object stands and how it is turned: (3,) metres and (4,)."""
    matrix = np.array(rig.matrix_world)
    turn = rot.from_matrix(matrix[:3, :3] / np.linalg.norm(matrix[:3, :3], axis=0))
    return matrix[:3, 3] * armatures.metres_per_unit(), turn


def take_of(rig, keys, skeleton):
    """The movement as a Take in the world's axes, all frames of rest upright; and each joint's data paths.

    An object that moves itself is the joint above all others.
    """
    frames, channels = keys.channels()
    joints, places, turns, paths = [], [], [], []
    frame, head, scale = skeleton.rest_global_rotation, skeleton.rest_position, _metres_in_bones(rig)
    if any(name in channels for name in actions.OBJECT_CHANNELS):
        origin, turned = _placed(rig)
        frame, head = rot.mul(rot.inv(turned), frame), rot.rotate(rot.inv(turned), head - origin)
        place, turn = channels.get("location"), armatures.rotation_channel(channels, "", rig.rotation_mode)
        if place is not None:
            place = np.where(np.isnan(place), rig.location, place) * armatures.metres_per_unit()
        joints.append(Joint(rig.name, -1, 0, origin.tolist()))
        places.append(place)
        turns.append(np.tile(turned, (len(frames), 1)) if turn is None else turn)
        paths.append("")
    above = len(joints)
    for j, name in enumerate(skeleton.names):
        prefix, parent = armatures.bone_path(name) + ".", int(skeleton.parents[j])
        offset = head[j] - head[parent] if parent >= 0 else head[j]
        place = channels.get(prefix + "location")
        moves = place is not None and np.ptp(place := np.nan_to_num(place), axis=0).max() > 0.0
        joints.append(Joint(name, parent + above if parent >= 0 or above else -1, 0, offset.tolist()))
        places.append(offset + rot.rotate(frame[j], place) * scale if moves else None)
        turns.append(armatures.rotation_channel(channels, prefix, rig.pose.bones[name].rotation_mode))
        paths.append(prefix)
    bones = [j for j in range(above, len(joints)) if turns[j] is not None]
    if bones:
        own = frame[np.subtract(bones, above)]
        turned = rot.mul(rot.mul(own, np.stack([turns[j] for j in bones], axis=1)), rot.inv(own))
        for k, j in enumerate(bones):
            turns[j] = turned[:, k]
    return Take(joints, _columns(joints, places, turns, len(frames))), paths


def _columns(joints, places, turns, count):
    """(F, C) rows as a BVH file would have them; the joints are given their channels."""
    values = [np.empty((count, 0))]
    turned = [j for j, turn in enumerate(turns) if turn is not None]
    angles = np.zeros((count, 0, 3))
    if turned:
        angles = np.degrees(to_euler(np.stack([turns[j] for j in turned], axis=1), _ORDER[::-1]))
    for j, (joint, place) in enumerate(zip(joints, places)):
        if place is not None and np.ptp(place, axis=0).max() > _STILL:
            joint.channels += ["Xposition", "Yposition", "Zposition"]
            values.append(place)
        if j in turned:
            joint.channels += [f"{letter}rotation" for letter in _ORDER]
            values.append(angles[:, turned.index(j)][:, ["XYZ".index(letter) for letter in _ORDER]])
    return np.column_stack(values)


def _metres_in_bones(rig):
    """Metres per unit inside an armature object, as it is placed now."""
    size = np.cbrt(abs(np.linalg.det(np.array(rig.matrix_world)[:3, :3])))
    return float(size) * armatures.metres_per_unit()


def _carry_back(keys, count):
    """Replace the first frames of everything by the movement carried on backwards."""
    frames, channels = keys.channels()
    for path, values in channels.items():
        values = rot.unroll(values) if path.endswith("rotation_quaternion") else values
        step = values[count + 1] - values[count]
        values[:count] = values[count] - np.arange(count, 0, -1)[:, None] * step
        keys.set_keys(path, frames, values)


def _bridge(keys, found, paths):
    """Bridge what was found, channel by channel."""
    if not len(found.frozen) and not found.spikes:
        return
    frames, channels = keys.channels()
    bad = {}
    for path in channels if len(found.frozen) else ():
        bad.setdefault(path, []).append(found.frozen)
    for (joint, kind), at in found.spikes.items():
        for name in _KINDS[kind]:
            if paths[joint] + name in channels:
                bad.setdefault(paths[joint] + name, []).append(at)
    for path, runs in bad.items():
        missing = np.zeros(len(frames), dtype=bool)
        missing[np.concatenate(runs)] = True
        values = channels[path]
        period = 2.0 * np.pi if path.endswith("rotation_euler") else None
        values = rot.unroll(values) if path.endswith("rotation_quaternion") else values
        values = np.column_stack([bridged(column, missing, period) for column in values.T])
        keys.set_keys(path, frames, values)
