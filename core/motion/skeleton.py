"""The joints of a character, at rest."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from . import rotations as rot
from .sides import partners


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
