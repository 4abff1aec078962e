"""A standing pose for libraries in which nobody stands, or nobody stands upright."""

from dataclasses import replace

import numpy as np

from ..motion import knee_angle, two_bone_ik
from ..motion import rotations as rot
from .groups import Group

_SECONDS, _ROWS = 0.5, 17
#: Bend of the knees, radians, of who stands upright, and by how much more a stand's are
#: bent than a walk's supporting knee at its straightest before it counts as a crouch.
_KNEE, _CROUCH = np.radians(8.0), np.radians(10.0)
#: Share of the leg by which the ankles of who stands are behind the hips.
_BEHIND = 0.04


def made_up_stand(clip, motion, space):
    """A group "S" of one segment: the supporting leg of the slowest step on both sides, stood upright.

    Parameters
    ----------
    clip : Clip that holds a walking (or running) half-cycle
    motion : Motion of that clip
    space : PoseSpace

    Returns
    -------
    Group
    """
    segment = min((s for s in clip.segments if s.label in ("LDR", "RDL", "FLF", "FRF")), key=_slowness)
    frame = segment.start if segment.label[0] != "F" else (segment.start + segment.end) // 2
    support = "l" if "L" in segment.label[:2] else "r"
    row = _symmetric(motion.cut(frame, frame + 1), support, clip.travel.heading[frame], space)
    row = _upright(row[None], space, together=True)[0]
    rows = np.repeat(row[None, None], _ROWS, axis=1)
    zero = np.zeros(1)
    whole = np.zeros(1, dtype=int)
    return Group(
        "S", rows, np.linspace(0.0, _SECONDS, _ROWS)[None], np.ones((1, _ROWS, 2, 2)),
        np.zeros((1, _ROWS)),
        zero, zero, np.array([_SECONDS]), np.zeros((1, 3)),
        np.zeros((1, row.size)), np.zeros((1, row.size)),
        whole - 1, whole, whole, np.zeros(1, dtype=bool),
    )  # fmt: skip


def without_crouch(groups, space):
    """Groups of which those stand upright that stand lower than they walk.

    Takes often begin and end in a crouch, ready to go. A library that also walks crouched stays as it is.

    Parameters
    ----------
    groups : dict of label to Group
    space : PoseSpace
    """
    walk, stand = groups.get("LDR", groups.get("RDL")), groups["S"]
    if walk is None:
        return groups
    support = 0 if "LDR" in groups else 1
    knees = _knees(_still(walk.rows.reshape(-1, space.size), space))[:, support]
    straight = np.median(knees.reshape(walk.count, -1).min(axis=1))
    bent = _knees(_still(stand.rows.reshape(-1, space.size), space)).min(axis=1)
    crouched = np.median(bent.reshape(stand.count, -1), axis=1) > straight + _CROUCH
    if not crouched.any():
        return groups
    rows = stand.rows.copy()
    for k in np.flatnonzero(crouched):
        rows[k] = _upright(rows[k], space)
    return {**groups, "S": replace(stand, rows=rows)}


def _still(rows, space):
    """Motion of rows (F, C) on the spot, heading along +X."""
    return space.motion(rows, np.zeros((len(rows), 2)), np.zeros(len(rows)), 1.0)


def _legs(skeleton):
    """(3, 2) joints: thigh, shin and foot, left and right."""
    roles = skeleton.roles
    return np.array([[roles[f"{part}_l"], roles[f"{part}_r"]] for part in ("thigh", "shin", "foot")])


def _knees(motion):
    """(F, 2) bends of the knees, radians."""
    thigh, shin, foot = _legs(motion.skeleton)
    position = motion.pose.position
    return knee_angle(position[:, thigh], position[:, shin], position[:, foot])


def _upright(rows, space, together=False):
    """Rows (F, C) with the pelvis raised over the feet until the straighter knee is as good as straight.

    With `together` the feet come under the hips and side by side.
    """
    motion = _still(rows, space)
    thigh, shin, foot = _legs(motion.skeleton)
    position, turned = motion.pose
    hip, knee, ankle = position[:, thigh], position[:, shin], position[:, foot]
    a, b = np.linalg.norm(knee - hip, axis=-1), np.linalg.norm(ankle - knee, axis=-1)
    target, foot_turn = ankle.copy(), turned[:, foot]
    if together:
        target[..., :2] = hip[..., :2] - (_BEHIND * (a + b)[..., None] * (1.0, 0.0))
        foot_turn = rot.mul(rot.about_z(-_direction(motion)), foot_turn)
    reach = np.sqrt(a**2 + b**2 + 2.0 * a * b * np.cos(_KNEE))
    aside = np.sum((target - hip)[..., :2] ** 2, axis=-1)
    height = target[..., 2] + np.sqrt(np.maximum(reach**2 - aside, 0.0))
    shift = np.zeros((len(rows), 3))
    shift[:, 2] = np.maximum(np.min(height - hip[..., 2], axis=1), 0.0)
    moved = shift[:, None]
    thigh_turn, shin_turn, _ = two_bone_ik(hip + moved, knee + moved, ankle + moved, target, soft=0.0)
    rotation, parents = motion.rotation.copy(), motion.skeleton.parents
    for joint, above, world in (
        (thigh, turned[:, parents[thigh]], rot.mul(thigh_turn, turned[:, thigh])),
        (shin, rot.mul(thigh_turn, turned[:, parents[shin]]), rot.mul(shin_turn, turned[:, shin])),
        (foot, rot.mul(shin_turn, turned[:, parents[foot]]), foot_turn),
    ):
        rotation[:, joint] = rot.mul(rot.inv(rot.mul(above, motion.skeleton.rest_rotation[joint])), world)
    raised = motion.with_(root_position=motion.root_position + shift, rotation=rotation)
    return space.coordinates(raised, np.zeros((len(rows), 2)), np.zeros(len(rows)))


def _direction(motion):
    """(F, 2) heading of the feet from +X, radians."""
    foot = _legs(motion.skeleton)[2]
    along = np.zeros((2, 3))
    along[:, 1] = motion.skeleton.length[foot]
    arm = rot.rotate(motion.pose.rotation[:, foot], along)
    return np.arctan2(arm[..., 1], arm[..., 0])


def _slowness(segment):
    return (segment.label[0] == "F", segment.speed)


def _symmetric(still, support, heading, space):
    """(C,) the mean of a pose and its mirror image, with the supporting leg on both sides."""
    base = still.root_position[:, :2]
    image = still.mirrored()
    poses = [space.coordinates(still, base, np.array([heading]))[0]]
    poses.append(space.coordinates(image, image.root_position[:, :2], np.array([_mirrored(heading)]))[0])
    row = 0.5 * (poses[0] + poses[1])
    for role, joint in space.skeleton.roles.items():
        if role.rsplit("_", 1)[0] in ("thigh", "shin", "foot", "toe"):
            part = slice(3 + 3 * joint, 6 + 3 * joint)
            row[part] = poses[0 if role.endswith(support) else 1][part]
    row[:2] = 0.0
    return row


def _mirrored(heading):
    """Heading after a mirror in the plane X = 0."""
    return np.pi - heading
