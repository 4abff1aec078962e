"""What a segment looks like to the Sign Dance Model: how six joints are turned, frame by frame.

The poster of Asahina et al. (2016) uses "the quaternion of 6 joints (24 dimensional vectors) that is
related to hand, arm and roots" and does not name them; the default here is both hands, both forearms,
pelvis and lower spine. Turns are taken from a common T-pose, so that skeletons with other rest poses and
bone axes are comparable, in the heading that the pelvis has at the segment's first frame.
"""

from dataclasses import dataclass

import numpy as np

from ..errors import RoleError
from ..motion import rotations as rot
from ..motion.mirror import side_axis

FEATURE_JOINTS = ("hand_l", "hand_r", "forearm_l", "forearm_r", "pelvis", "spine")
FRAMES_PER_SEGMENT = 64  # 16 a count

#: Limb joints and the joint they point at, brought to the T-pose's line at rest.
_LINE = {"shoulder": "upper_arm", "upper_arm": "forearm", "forearm": "hand", "hand": "hand"}

#: Body links whose directions make a posture: from joint, to joint.
_LINKS = (
    ("pelvis", "spine"),
    ("spine", "chest"),
    ("chest", "neck"),
    ("neck", "head"),
    *(
        link
        for s in "lr"
        for link in (
            (f"shoulder_{s}", f"upper_arm_{s}"),
            (f"upper_arm_{s}", f"forearm_{s}"),
            (f"forearm_{s}", f"hand_{s}"),
            ("pelvis", f"thigh_{s}"),
            (f"thigh_{s}", f"shin_{s}"),
            (f"shin_{s}", f"foot_{s}"),
            (f"foot_{s}", f"toe_{s}"),
        )
    ),
)


@dataclass(frozen=True)
class SegmentFeatures:
    """Features of K segments of one clip, or of a whole database.

    turn : (K, N, J, 4) unit quaternions; valid : (K, N) whether the clip has that moment (segments at
    the edge of a clip are only partly filled); first, last : (K, L, 3) unit directions of the body's
    links at the first and last moment, heading removed.
    """

    turn: np.ndarray
    valid: np.ndarray
    first: np.ndarray
    last: np.ndarray

    def __len__(self):
        return len(self.turn)


def joined(parts):
    """One SegmentFeatures of several, in order."""
    parts = list(parts)
    return SegmentFeatures(
        *(np.concatenate([getattr(p, name) for p in parts]) for name in ("turn", "valid", "first", "last"))
    )


def segment_features(motion, segments, *, joints=FEATURE_JOINTS, samples=FRAMES_PER_SEGMENT):
    """Features of the segments of a clip.

    Parameters
    ----------
    motion : Motion
    segments : sequence of K CountSegment
    joints : sequence of J role names; the root's heading is always the pelvis's
    samples : int; moments taken from each segment, evenly over its four counts

    Returns
    -------
    SegmentFeatures

    Raises
    ------
    RoleError
        If the skeleton lacks one of the joints.
    """
    missing = [name for name in dict.fromkeys(("pelvis", *joints)) if name not in motion.skeleton.roles]
    if missing:
        raise RoleError(
            f"clip '{motion.name}': no joint for {', '.join(missing)}; sign dance compares "
            f"{', '.join(joints)}: set these joint roles first"
        )
    turn = t_pose_turns(motion, ("pelvis", *joints))
    start = np.array([s.start_time for s in segments])
    end = np.array([s.end_time for s in segments])
    at = (start[:, None] + (end - start)[:, None] * np.arange(samples) / samples) * motion.fps
    valid = (at > -0.5) & (at < motion.frames - 0.5)
    valid[~valid.any(axis=1), 0] = True
    at = np.clip(at, 0.0, motion.frames - 1.0)
    rows = np.arange(len(at))
    opening = np.argmax(valid, axis=1)
    closing = samples - 1 - np.argmax(valid[:, ::-1], axis=1)
    sampled = _between_frames(turn, at)
    facing = rot.about_z(-rot.yaw(sampled[rows, opening, 0]))[:, None, None]
    moments = np.round(np.stack([at[rows, opening], at[rows, closing]])).astype(int)
    first, last = link_directions(motion, moments.ravel(), turn[moments.ravel(), 0]).reshape(
        2, len(at), -1, 3
    )
    return SegmentFeatures(rot.mul(facing, sampled[:, :, 1:]), valid, first, last)


def t_pose_turns(motion, joints):
    """Turns of joints away from a T-pose that faces −Y, whatever the skeleton's own rest pose is.

    Parameters
    ----------
    motion : Motion
    joints : sequence of J role names

    Returns
    -------
    (F, J, 4) unit quaternions in the world
    """
    skeleton = motion.skeleton
    index = [skeleton.roles[name] for name in joints]
    across = side_axis(skeleton)
    facing = rot.between(np.array([1.0, 0.0, 0.0]), across)
    still = skeleton.rest_global_rotation[index].copy()
    for i, name in enumerate(joints):
        part, _, side = name.rpartition("_")
        ends = _LINE.get(part)
        if ends is None:
            continue
        line = _rest_line(skeleton, name, f"{ends}_{side}")
        still[i] = rot.mul(rot.between(line, across if side == "l" else -across), still[i])
    turn = rot.mul(motion.pose.rotation[:, index], rot.inv(still))
    return rot.mul(rot.inv(facing), rot.mul(turn, facing))


def link_directions(motion, frames, pelvis_turn):
    """Unit directions of the body's links, the pelvis's heading removed.

    Parameters
    ----------
    motion : Motion
    frames : (M,) int array
    pelvis_turn : (M, 4) array, the pelvis's turn from the T-pose at those frames

    Returns
    -------
    (M, L, 3) array; links that the skeleton lacks are zero and count for nothing
    """
    roles = motion.skeleton.roles
    position = motion.pose.position[frames]
    facing = rot.inv(rot.about_z(rot.yaw(pelvis_turn)))
    directions = np.zeros((len(frames), len(_LINKS), 3))
    for i, (start, end) in enumerate(_LINKS):
        if start in roles and end in roles:
            link = rot.rotate(facing, position[:, roles[end]] - position[:, roles[start]])
            directions[:, i] = link / np.maximum(np.linalg.norm(link, axis=-1, keepdims=True), 1e-9)
    across = side_axis(motion.skeleton)
    return rot.rotate(rot.between(across, np.array([1.0, 0.0, 0.0])), directions)


def _rest_line(skeleton, joint, end):
    """Direction of a limb joint at rest: to the next joint, or along the bone."""
    head = skeleton.rest_position[skeleton.roles[joint]]
    if end != joint and end in skeleton.roles:
        return skeleton.rest_position[skeleton.roles[end]] - head
    return skeleton.rest_tail[skeleton.roles[joint]] - head


def _between_frames(turn, at):
    """(K, N, J, 4) unit quaternions at fractional frames (K, N) of turn (F, J, 4)."""
    low = np.minimum(at.astype(int), max(len(turn) - 2, 0))
    high = np.minimum(low + 1, len(turn) - 1)
    share = (at - low)[..., None, None]
    return rot.normalized((1.0 - share) * turn[low] + share * rot.align(turn[high], turn[low]))
