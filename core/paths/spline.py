"""Cubic splines with hub points: what a stroke becomes and what variants are made of."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..errors import PathError
from .path import Path, checked_points

BERNSTEIN = np.array([[1, 0, 0, 0], [-3, 3, 0, 0], [3, -6, 3, 0], [-1, 3, -3, 1]], dtype=float)
HANDLES_ALIGNED = np.radians(2.0)
LARGEST_TURN = np.radians(4.0)
SAMPLES_AT_MOST = 200_000


def bezier(control, u):
    """Points of cubic Bézier segments: control (..., 4, D) at u (U,) gives (..., U, D)."""
    return np.vander(u, 4, increasing=True) @ (BERNSTEIN @ control)


def bezier_derivatives(control, u):
    """First and second derivative by u of cubic Bézier segments, each (..., U, D)."""
    power = BERNSTEIN @ control
    first = np.vander(u, 3, increasing=True) @ (power[..., 1:, :] * np.array([1, 2, 3])[:, None])
    second = np.vander(u, 2, increasing=True) @ (power[..., 2:, :] * np.array([2, 6])[:, None])
    return first, second


@dataclass(frozen=True, eq=False)
class Spline:
    """A planar cubic Bézier spline; its knots are the hub points.

    Hubs and handles are those of a Blender Bézier curve.

    Parameters
    ----------
    hubs : (H, 2) array, metres
    handles_in, handles_out : (H, 2) array, metres
        Bézier handles before and after each hub. Where they do not lie on one line the spline has a corner.
    closed : bool

    Raises
    ------
    PathError
        Fewer than two hubs, or a coordinate that is not a finite number.
    """

    hubs: np.ndarray
    handles_in: np.ndarray
    handles_out: np.ndarray
    closed: bool = False

    def __post_init__(self):
        for name in ("hubs", "handles_in", "handles_out"):
            array = checked_points(getattr(self, name), f"spline {name.replace('_', ' ')}")[:, :2]
            object.__setattr__(self, name, array)
        if len(self.hubs) < 2 or not len(self.hubs) == len(self.handles_in) == len(self.handles_out):
            raise PathError(f"spline: {len(self.hubs)} hubs; at least two are needed, each with two handles")

    @cached_property
    def control(self):
        """Control points of the segments: (M, 4, 2), M = H of a closed spline, H − 1 of an open one."""
        after = np.roll(np.arange(len(self.hubs)), -1)
        control = np.stack(
            [self.hubs, self.handles_out, self.handles_in[after], self.hubs[after]], axis=1
        )
        return control if self.closed else control[:-1]

    @cached_property
    def corner(self):
        """Which hubs are corners: (H,) bool; the ends of an open spline are none."""
        before, after = self.hubs - self.handles_in, self.handles_out - self.hubs
        cross = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
        corner = np.abs(np.arctan2(cross, np.sum(before * after, axis=1))) > HANDLES_ALIGNED
        if not self.closed:
            corner[[0, -1]] = False
        return corner

    @cached_property
    def segment_lengths(self):
        """Arc length of each segment: (M,) metres."""
        nodes, weights = np.polynomial.legendre.leggauss(16)
        first, _ = bezier_derivatives(self.control, (nodes + 1) / 2)
        return np.linalg.norm(first, axis=-1) @ weights / 2

    @property
    def length(self):
        """Arc length, metres."""
        return float(self.segment_lengths.sum())

    def path(self, step=0.02):
        """The spline as a `Path`, sampled at most `step` metres and a few degrees apart."""
        step = max(step, self.length / SAMPLES_AT_MOST)
        polygon = np.diff(self.control, axis=1)
        heading = np.arctan2(polygon[..., 1], polygon[..., 0])
        turn = np.abs((np.diff(heading, axis=1) + np.pi) % (2 * np.pi) - np.pi).sum(axis=1)
        pieces = np.ceil(np.maximum(self.segment_lengths / step, turn / LARGEST_TURN)).astype(int)
        pieces = np.maximum(pieces, 1)
        points = [
            bezier(control, np.arange(count) / count) for control, count in zip(self.control, pieces)
        ]
        if not self.closed:
            points.append(self.hubs[-1:])
        return Path(np.concatenate(points), self.closed)

    def moved(self, offsets):
        """The spline with its hubs displaced; the shape between them follows smoothly.

        The displacement runs along the spline as a cubic through the hubs' offsets whose slope at a hub is
        that of its neighbours, so an unmoved spline comes back unchanged and tangents stay continuous.

        Parameters
        ----------
        offsets : (..., H, 2) array, metres

        Returns
        -------
        hubs, handles_in, handles_out : (..., H, 2) arrays
        """
        slope = self._slopes(np.asarray(offsets, dtype=float))
        before = np.linalg.norm(self.hubs - self.handles_in, axis=1)[:, None]
        after = np.linalg.norm(self.handles_out - self.hubs, axis=1)[:, None]
        return (
            self.hubs + offsets,
            self.handles_in + offsets - slope * before,
            self.handles_out + offsets + slope * after,
        )

    def _slopes(self, offsets):
        """Change of the offsets per metre at each hub, weighted towards its nearer neighbour."""
        length = self.segment_lengths[:, None]
        chord = np.diff(offsets, axis=-2, append=offsets[..., :1, :])
        if self.closed:
            chord = chord / length
            before, near = np.roll(chord, 1, axis=-2), np.roll(length, 1, axis=0)
            return (before * length + chord * near) / (length + near)
        chord = chord[..., :-1, :] / length
        before, after = length[:-1], length[1:]
        inner = (chord[..., :-1, :] * after + chord[..., 1:, :] * before) / (before + after)
        return np.concatenate([chord[..., :1, :], inner, chord[..., -1:, :]], axis=-2)

    def with_hubs(self, at_least):
        """The same curve with more hubs: its longest segments are halved until there are `at_least` hubs."""
        control, lengths = list(self.control), list(self.segment_lengths)
        while len(control) + (not self.closed) < at_least:
            i = int(np.argmax(lengths))
            a, b, c, d = control[i]
            ab, bc, cd = (a + b) / 2, (b + c) / 2, (c + d) / 2
            abc, bcd = (ab + bc) / 2, (bc + cd) / 2
            middle = (abc + bcd) / 2
            control[i : i + 1] = [np.stack([a, ab, abc, middle]), np.stack([middle, bcd, cd, d])]
            lengths[i : i + 1] = [lengths[i] / 2] * 2
        return _from_control(np.stack(control), self)

    def to_json(self):
        """Dictionary of lists: hubs, handles_in, handles_out, closed."""
        names = ("hubs", "handles_in", "handles_out")
        return {name: getattr(self, name).tolist() for name in names} | {"closed": self.closed}


def _from_control(control, like):
    """Spline of segments (M, 4, 2); the outer handles of an open one are those of `like`."""
    if like.closed:
        return Spline(control[:, 0], np.roll(control[:, 2], 1, axis=0), control[:, 1], closed=True)
    return Spline(
        np.vstack([control[:, 0], control[-1:, 3]]),
        np.vstack([like.handles_in[:1], control[:, 2]]),
        np.vstack([control[:, 1], like.handles_out[-1:]]),
    )
