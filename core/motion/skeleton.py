"""The joints of a character, at rest."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from . import rotations as rot
from .sides import partners

_AHEAD = 0.35  # share of a foot's length that its tail lies ahead of the ankle, at least
_BALL = np.array([0.145, -0.04])  # leg lengths from the ankle: ahead, up
_UPRIGHT = 0.9  # sine of the angle between hips and legs at rest, at least


@dataclass(frozen=True, eq=False)
class Skeleton:
    """Joints with parents, rest frames and roles; a joint is a Blender bone, met at its head.

    Attributes
    ----------
    names : tuple of J str
    parents : (J,) int array; -1 for a joint without parent; a parent always comes before its children
    rest_offset : (J, 3) array, metres; where the joint's head lies in its parent's rest frame
        (in the world, for a joint without parent)
    rest_rotation : (J, 4) array; the rest frame relative to the parent's rest frame (to the world)
    length : (J,) array, metres; a bone runs along its own +Y, so its tail is (0, length, 0)
    roles : dict of role name to joint index ("pelvis", "thigh_l", ...)
    root : int; the joint that travels: where legs and spine meet. Its ancestors stay at rest.
    """

    names: tuple[str, ...]
    parents: np.ndarray
    rest_offset: np.ndarray
    rest_rotation: np.ndarray
    length: np.ndarray
    roles: dict[str, int] = field(default_factory=dict)
    root: int = 0

    def __post_init__(self):
        """Check shapes and order once, so that nothing below has to."""
        joints = len(self.names)
        for name, shape in (
            ("parents", (joints,)),
            ("rest_offset", (joints, 3)),
            ("rest_rotation", (joints, 4)),
            ("length", (joints,)),
        ):
            array = np.asarray(getattr(self, name), dtype=int if name == "parents" else float)
            if array.shape != shape:
                raise ValueError(f"Skeleton.{name} has shape {array.shape}, {shape} needed")
            object.__setattr__(self, name, array)
        if np.any(self.parents >= np.arange(joints)):
            raise ValueError("Skeleton.parents: a parent must come before its children")

    @property
    def joints(self):
        """Number of joints."""
        return len(self.names)

    @cached_property
    def levels(self):
        """List of int arrays: the joints of each depth of the hierarchy, top first."""
        depth = np.zeros(self.joints, dtype=int)
        for j, parent in enumerate(self.parents):
            depth[j] = depth[parent] + 1 if parent >= 0 else 0
        return [np.flatnonzero(depth == d) for d in range(depth.max(initial=-1) + 1)]

    @cached_property
    def rest_global_rotation(self):
        """(J, 4) rest frames in the world."""
        out = self.rest_rotation.copy()
        for joints in self.levels[1:]:
            out[joints] = rot.mul(out[self.parents[joints]], self.rest_rotation[joints])
        return out

    @cached_property
    def rest_position(self):
        """(J, 3) heads at rest in the world, metres."""
        out = self.rest_offset.copy()
        for joints in self.levels[1:]:
            above = self.parents[joints]
            out[joints] = out[above] + rot.rotate(self.rest_global_rotation[above], self.rest_offset[joints])
        return out

    @cached_property
    def rest_tail(self):
        """(J, 3) tails at rest in the world, metres."""
        along = np.zeros((self.joints, 3))
        along[:, 1] = self.length
        return self.rest_position + rot.rotate(self.rest_global_rotation, along)

    @cached_property
    def mirror_of(self):
        """(J,) int array: the joint on the other side, or the joint itself on the middle line."""
        return partners(self.names, self.parents, self.roles)

    @cached_property
    def leg_length(self):
        """Thigh plus shin, the mean of both sides, metres; NaN when a leg has no roles."""
        legs = []
        for side in "lr":
            try:
                hip, knee, ankle = (self.roles[f"{part}_{side}"] for part in ("thigh", "shin", "foot"))
            except KeyError:
                continue
            at = self.rest_position
            legs.append(np.linalg.norm(at[hip] - at[knee]) + np.linalg.norm(at[knee] - at[ankle]))
        return float(np.mean(legs)) if legs else float("nan")

    @cached_property
    def ball_of_foot(self):
        """(2, 3) place of the ball in the rest frames of the left and right foot, metres, for want of toes.

        It is the foot's tail where that lies ahead of the ankle. A tail that points up or down is no more
        than a stub; the ball is then where most people have it, as far as the rest pose tells ahead from up.
        """
        feet = [self.roles[f"foot_{side}"] for side in "lr"]
        out = np.zeros((2, 3))
        out[:, 1] = self.length[feet]
        hips = self.rest_position[[self.roles["thigh_l"], self.roles["thigh_r"]]]
        up = hips.mean(axis=0) - self.rest_position[feet].mean(axis=0)
        across = hips[0] - hips[1]
        ahead = np.cross(across, up)
        if not np.linalg.norm(ahead) > _UPRIGHT * np.linalg.norm(across) * np.linalg.norm(up):
            return out
        ahead /= np.linalg.norm(ahead)
        turn = self.rest_global_rotation[feet]
        stub = rot.rotate(turn, (0.0, 1.0, 0.0)) @ ahead < _AHEAD
        place = _BALL @ np.stack([ahead, up / np.linalg.norm(up)]) * self.leg_length
        out[stub] = rot.rotate(rot.inv(turn[stub]), place)
        return out

    def scaled(self, factor):
        """The same skeleton, factor times as large."""
        return Skeleton(
            self.names,
            self.parents,
            self.rest_offset * factor,
            self.rest_rotation,
            self.length * factor,
            self.roles,
            self.root,
        )

    def with_roles(self, roles):
        """The same skeleton with other roles; the root becomes the pelvis when there is one."""
        return Skeleton(
            self.names,
            self.parents,
            self.rest_offset,
            self.rest_rotation,
            self.length,
            dict(roles),
            roles.get("pelvis", self.root),
        )
