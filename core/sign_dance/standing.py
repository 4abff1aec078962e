"""Skeletons whose rest pose is no standing pose, made to stand.

Some files keep their bones at rest in whatever way the joints' axes lie: arms forward, feet backward. Turns
away from such a rest mean nothing to another body. A frame in which the signer stands upright serves
as rest instead; `at_ease` and `back` convert motions there and back.
"""

from dataclasses import replace

import numpy as np

from ..motion import rotations as rot
from ..motion.mirror import side_axis

UP = np.array([0.0, 0.0, 1.0])
CROOKED = 0.6  # a rest pose's worst direction may miss the standing one by this much (cosine)


def standing_frame(motion):
    """Rotations (J, 4) of the frame that stands most upright, or None when the rest pose itself stands.

    Parameters
    ----------
    motion : Motion, with legs and pelvis

    Returns
    -------
    (J, 4) array or None
    """
    skeleton = motion.skeleton
    rest = _uprightness(skeleton, skeleton.rest_position[None], side_axis(skeleton)[None])
    if rest[0] > CROOKED:
        return None
    thighs = [skeleton.roles[f"thigh_{s}"] for s in "lr"]
    position = motion.pose.position
    across = (position[:, thighs[0]] - position[:, thighs[1]]) * (1.0, 1.0, 0.0)
    across = across / np.maximum(np.linalg.norm(across, axis=-1, keepdims=True), 1e-9)
    return motion.rotation[int(np.argmax(_uprightness(skeleton, position, across)))]


def at_ease(motion, frame):
    """The same movement on a skeleton that rests in ``frame`` (J, 4), or the motion itself for None."""
    if frame is None:
        return motion
    skeleton = motion.skeleton
    rest = rot.mul(skeleton.rest_rotation, frame)
    return motion.with_(
        skeleton=replace(skeleton, rest_rotation=rest), rotation=rot.mul(rot.inv(frame), motion.rotation)
    )


def back(rotation, frame):
    """Rotations (F, J, 4) of a motion made at ease, on the skeleton's own rest pose again."""
    return rotation if frame is None else rot.mul(frame, rotation)


def _uprightness(skeleton, position, across):
    """(F,) how well the worst of the body's links lies as in standing: 1 is upright.

    position : (F, J, 3); across : (F, 3) unit, from right to left.
    """
    roles = skeleton.roles
    ahead = np.cross(across, UP)
    links = [("pelvis", "head", UP), ("pelvis", "neck", UP)]
    for s in "lr":
        links += [(f"thigh_{s}", f"shin_{s}", -UP), (f"shin_{s}", f"foot_{s}", -UP)]
        links.append((f"foot_{s}", f"toe_{s}", ahead))
    worst = np.ones(len(position))
    for start, end, wanted in links:
        if start not in roles or end not in roles:
            continue
        line = position[:, roles[end]] - position[:, roles[start]]
        if wanted is ahead:
            line = line * (1.0, 1.0, 0.0)
        size = np.maximum(np.linalg.norm(line, axis=-1), 1e-9)
        worst = np.minimum(worst, np.sum(line * wanted, axis=-1) / size)
    return worst
