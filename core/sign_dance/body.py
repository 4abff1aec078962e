"""The body without what hangs on hands and head: all that a dance moves, and half the joints."""

from dataclasses import replace

import numpy as np


def body_joints(skeleton):
    """(N,) int array: joints that are not below a hand or the head."""
    tops = [skeleton.roles[part] for part in ("hand_l", "hand_r", "head") if part in skeleton.roles]
    below = np.zeros(skeleton.joints, bool)
    for joint, parent in enumerate(skeleton.parents):
        below[joint] = parent >= 0 and (below[parent] or parent in tops)
    return np.flatnonzero(~below)


def body_of(motion):
    """The motion on its skeleton without fingers and face."""
    skeleton = motion.skeleton
    kept = body_joints(skeleton)
    if len(kept) == skeleton.joints:
        return motion
    number = np.full(skeleton.joints, -1)
    number[kept] = np.arange(len(kept))
    parents = skeleton.parents[kept]
    body = replace(
        skeleton,
        names=tuple(skeleton.names[j] for j in kept),
        parents=np.where(parents >= 0, number[parents], -1),
        rest_offset=skeleton.rest_offset[kept],
        rest_rotation=skeleton.rest_rotation[kept],
        length=skeleton.length[kept],
        roles={role: int(number[j]) for role, j in skeleton.roles.items() if number[j] >= 0},
        root=int(number[skeleton.root]),
    )
    return motion.with_(skeleton=body, rotation=motion.rotation[:, kept])
