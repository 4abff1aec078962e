"""The joints and numbers of one actor while they are being read: file units, file axes."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..motion import rotations as rot


@dataclass(eq=False)
class Take:
    """One actor's joints and rows; a joint's channels stay as they are for the life of a Take.

    Attributes
    ----------
    joints : list of Joint, parents first
    values : (F, C) array; the channels of the joints one after the other, file units and degrees
    """

    joints: list
    values: np.ndarray

    @cached_property
    def parents(self):
        """(J,) int array."""
        return np.array([joint.parent for joint in self.joints], dtype=int)

    @property
    def offset(self):
        """(J, 3) array, file units."""
        return np.array([joint.offset for joint in self.joints], dtype=float)

    @property
    def end(self):
        """(J, 3) array, file units; NaN where there is no End Site."""
        return np.array([joint.end or [np.nan] * 3 for joint in self.joints], dtype=float)

    @property
    def rest(self):
        """(J, 3) array; the joints when nothing is turned, file units and axes."""
        position = self.offset
        for joints in levels(self.parents)[1:]:
            position[joints] += position[self.parents[joints]]
        return position

    @cached_property
    def first_column(self):
        """(J,) int array: where a joint's channels begin."""
        counts = [len(joint.channels) for joint in self.joints]
        return np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(int)

    @cached_property
    def kinds(self):
        """(C,) array of "p" (position) and "r" (rotation)."""
        return np.array([name[1] for joint in self.joints for name in joint.channels])

    def columns(self, joint, kind):
        """Columns of a joint's channels of one kind, and their axes as letters."""
        return self._columns[kind][joint]

    @cached_property
    def _columns(self):
        """By kind, for each joint: the columns of its channels, and their axes as letters."""
        found = {"p": [], "r": []}
        first = 0
        for joint in self.joints:
            for kind, of_joints in found.items():
                chosen = [(first + k, name[0]) for k, name in enumerate(joint.channels) if name[1] == kind]
                of_joints.append(([c for c, _ in chosen], "".join(letter for _, letter in chosen)))
            first += len(joint.channels)
        return found

    def movement(self, leg):
        """(F-1, J) how far each joint's channels go from frame to frame, degrees.

        Never less than the joint's turn. A leg length of travel counts as 180 degrees.

        Parameters
        ----------
        leg : float; leg length in file units
        """
        change = np.abs(np.diff(self.values, axis=0))
        turn = self.kinds == "r"
        change[:, ~turn] *= 180.0 / leg
        wide = turn & (change.max(axis=0, initial=0.0) > 180.0)
        if wide.any():
            change[:, wide] = np.abs(np.mod(change[:, wide] + 180.0, 360.0) - 180.0)
        counts = np.array([len(joint.channels) for joint in self.joints])
        out = np.zeros((len(change), len(self.joints)))
        some = counts > 0
        out[:, some] = np.add.reduceat(change, self.first_column[some], axis=1)
        return out

    def local_rotation(self, frames=slice(None)):
        """(F, J, 4) turn of each joint relative to its parent, file axes."""
        values = np.radians(self.values[frames])
        out = rot.identity((len(values), len(self.joints)))
        by_order = {}
        for j in range(len(self.joints)):
            columns, order = self.columns(j, "r")
            if order:
                by_order.setdefault(order, []).append((j, columns))
        for order, members in by_order.items():
            joints = [j for j, _ in members]
            columns = np.array([c for _, c in members])
            out[:, joints] = rot.from_euler(values[:, columns], order)
        return out

    def local_position(self, frames=slice(None)):
        """(F, J, 3) position of each joint relative to its parent; the OFFSET where no channel says."""
        values = self.values[frames]
        out = np.repeat(self.offset[None], len(values), axis=0)
        for j in range(len(self.joints)):
            columns, axes = self.columns(j, "p")
            for column, axis in zip(columns, axes):
                out[:, j, "XYZ".index(axis)] = values[:, column]
        return out

    def world(self, frames=slice(None)):
        """Positions (F, J, 3) and rotations (F, J, 4) in the file's world."""
        position, rotation = self.local_position(frames), self.local_rotation(frames)
        parents = self.parents
        for joints in levels(parents)[1:]:
            above = parents[joints]
            position[:, joints] = position[:, above] + rot.rotate(rotation[:, above], position[:, joints])
            rotation[:, joints] = rot.mul(rotation[:, above], rotation[:, joints])
        return position, rotation


def levels(parents):
    """List of int arrays: the joints of each depth, top first."""
    depth = np.zeros(len(parents), dtype=int)
    for j, parent in enumerate(parents):
        depth[j] = depth[parent] + 1 if parent >= 0 else 0
    return [np.flatnonzero(depth == d) for d in range(depth.max(initial=0) + 1)]
