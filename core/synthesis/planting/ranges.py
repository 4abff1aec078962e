"""Joints held to the range they have in the source, smoothly."""

from typing import NamedTuple

import numpy as np

from ...graph.pose_space import TURNS
from ...motion import rotations as rot

INNER = 0.25              # radians before the end of a range at which a joint is slowed down
OUTER = 0.03              # radians beyond it at which it stops at the latest
LAST = 0.055              # radians beyond that, at most, in a swing
SHARE = 0.3               # of a range that each of these may be at most, for the one before its end


class Ranges(NamedTuple):
    """How far the joints of a skeleton turn in a source.

    usual : (J, 4) array; rotations that the others are measured from
    lowest, highest : (J, 3) arrays, radians; least and greatest of their rotation vectors from there
    """

    usual: np.ndarray
    lowest: np.ndarray
    highest: np.ndarray

    @classmethod
    def of_graph(cls, graph):
        """The ranges of all that a motion graph plays."""
        return cls(graph.space.reference, *graph.bounds[:, TURNS].reshape(2, -1, 3))

    def held(self, joints, rotation, inner=None, outer=OUTER):
        """Rotations (F, N, 4) of some joints, turned back near and beyond the ends of their range.

        The turning back begins some radians before an end (inner, less where the range is small) and
        leaves at most so many beyond it (outer).
        """
        inner = INNER if inner is None else inner
        low, high = self.lowest[joints], self.highest[joints]
        inner = np.minimum(inner, SHARE * (high - low))
        away = rot.log(rot.mul(rot.inv(self.usual[joints]), rotation))
        give = inner + outer
        over, under = away - (high - inner), (low + inner) - away
        away = np.where(over > 0.0, high - inner + give * np.tanh(over / give), away)
        away = np.where(under > 0.0, low + inner - give * np.tanh(under / give), away)
        return rot.mul(self.usual[joints], rot.exp(away))

    def eased(self, joints, rotation, share, outer):
        """Rotations (F, N, 4) of some joints, held by a share (F, N) to their range and not much beyond."""
        turn = rot.log(rot.mul(rot.inv(rotation), self.held(joints, rotation, 0.0, outer)))
        return rot.mul(rotation, rot.exp(share[..., None] * turn))
