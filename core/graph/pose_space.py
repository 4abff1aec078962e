"""A pose as one row of numbers that can be added, averaged and differentiated.

Every rotation is written as the rotation vector that leads to it from the library's mean pose, and
the root as its sway, height and attitude against the smooth way it travels. In these coordinates
blending samples, stitching them and reading them at any time is plain linear algebra.
"""

from dataclasses import dataclass

import numpy as np

from ..motion import Motion
from ..motion import rotations as rot

#: Where the root's sway (along, to the left) and height stand in a row of coordinates.
SWAY, HEIGHT, TURNS = slice(0, 2), 2, slice(3, None)
#: How much longer than the legs arms, trunk and head may take to get from one pose into another.
_FREE_PATIENCE = 1.7


@dataclass(frozen=True, eq=False)
class PoseSpace:
    """Coordinates of the poses of one skeleton.

    Attributes
    ----------
    skeleton : Skeleton
    reference : (J, 4) array; the mean pose: pose rotations, but for the root its world rotation when
        heading 0
    weight : (C,) array; how much each coordinate counts in the distance of two poses
    patience : (C,) array; how much longer than the legs a part of the body may take to change
    """

    skeleton: object
    reference: np.ndarray
    weight: np.ndarray
    patience: np.ndarray

    @property
    def size(self):
        """C: number of coordinates of one pose."""
        return 3 + 3 * self.skeleton.joints

    def coordinates(self, motion, base, heading):
        """(F, C) rows of a motion that travels along base (F, 2) with heading (F,)."""
        against = rot.mul(rot.inv(self.reference), self._turns(motion, heading))
        rows = np.empty((motion.frames, self.size))
        away = motion.root_position[:, :2] - base
        cos, sin = np.cos(heading), np.sin(heading)
        rows[:, 0] = cos * away[:, 0] + sin * away[:, 1]
        rows[:, 1] = cos * away[:, 1] - sin * away[:, 0]
        rows[:, HEIGHT] = motion.root_position[:, 2]
        rows[:, TURNS] = _continuous_log(against).reshape(motion.frames, -1)
        return rows

    def motion(self, rows, base, heading, fps, name=""):
        """Motion of rows (F, C) carried along base (F, 2) with heading (F,)."""
        skeleton, root = self.skeleton, self.skeleton.root
        frames = len(rows)
        rotation = rot.mul(self.reference, rot.exp(rows[:, TURNS].reshape(frames, -1, 3)))
        world = rot.mul(rot.about_z(heading), rotation[:, root])
        rotation[:, root] = rot.mul(rot.inv(skeleton.rest_global_rotation[root]), world)
        cos, sin = np.cos(heading), np.sin(heading)
        position = np.empty((frames, 3))
        position[:, 0] = base[:, 0] + cos * rows[:, 0] - sin * rows[:, 1]
        position[:, 1] = base[:, 1] + sin * rows[:, 0] + cos * rows[:, 1]
        position[:, 2] = rows[:, HEIGHT]
        return Motion(skeleton, position, rotation, fps, name)

    def distance(self, rows, row):
        """(K,) distance of poses (K, C) from one pose (C,), radians: mean over the limbs that show."""
        return np.sqrt(np.square(rows - row) @ self.weight)

    def _turns(self, motion, heading):
        """(F, J, 4) pose rotations, but for the root its world rotation seen from the heading."""
        root = self.skeleton.root
        turns = np.array(motion.rotation, dtype=float)
        world = rot.mul(self.skeleton.rest_global_rotation[root], turns[:, root])
        turns[:, root] = rot.mul(rot.about_z(-np.asarray(heading)), world)
        return turns


def pose_space(motions, headings, frames_each=24):
    """The pose space of a library.

    Parameters
    ----------
    motions : list of Motion on one skeleton
    headings : list of (F,) arrays, radians
    frames_each : int; frames of each clip that the mean pose is taken over

    Returns
    -------
    PoseSpace
    """
    skeleton = motions[0].skeleton
    weight = _weights(skeleton)
    patience = _patience(skeleton)
    raw = PoseSpace(skeleton, rot.identity((skeleton.joints,)), weight, patience)
    turns = []
    for motion, heading in zip(motions, headings):
        picked = np.unique(np.linspace(0, motion.frames - 1, frames_each).astype(int))
        part = Motion(skeleton, motion.root_position[picked], motion.rotation[picked], motion.fps)
        turns.append(raw._turns(part, heading[picked]))
    turns = np.concatenate(turns)
    reference = rot.mean(turns, np.full(len(turns), 1.0 / len(turns)))
    return PoseSpace(skeleton, reference, weight, patience)


def _continuous_log(q):
    """(F, J, 3) rotation vectors without jumps over time, where the turn passes half a revolution."""
    q = rot.unroll(q)
    q = np.where(np.mean(q[..., :1], axis=0) < 0.0, -q, q)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(sine, q[..., :1])
    return q[..., 1:] * np.where(sine > 1e-9, angle / np.maximum(sine, 1e-12), 2.0)


def _patience(skeleton):
    """(C,) 1 for the root and the legs, which carry the feet, more for all that hangs free."""
    share = np.full(skeleton.joints, _FREE_PATIENCE)
    for role, joint in skeleton.roles.items():
        if role.rsplit("_", 1)[0] in ("pelvis", "thigh", "shin", "foot", "toe"):
            share[joint] = 1.0
    return np.concatenate([np.ones(3), np.repeat(share, 3)])


def _weights(skeleton):
    """(C,) weights: legs and trunk count, hands and fingers hardly; squares add up to one radian's."""
    share = np.zeros(skeleton.joints)
    for role, joint in skeleton.roles.items():
        part = role.rsplit("_", 1)[0]
        share[joint] = {"thigh": 3.0, "shin": 2.0, "foot": 1.0, "pelvis": 2.0, "spine": 1.0, "chest": 1.0,
                        "upper_arm": 0.7, "forearm": 0.3}.get(part, 0.0)
    share /= max(share.sum(), 1e-9)
    return np.concatenate([[0.0, 0.0, 1.0], np.repeat(share, 3)])
