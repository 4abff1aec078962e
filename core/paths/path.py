"""A path on the ground, asked by how far along it one is."""

from functools import cached_property

import numpy as np
from scipy.spatial import cKDTree

from ..errors import PathError
from .numbers import FURTHEST

SAME_POINT = 1e-9
SEARCH_STEP = 0.05
SEARCH_SAMPLES = 64
SEARCH_SAMPLES_AT_MOST = 400_000
CORNER_ANGLE = np.radians(35.0)


def checked_points(points, what="path"):
    """Points as a finite (N, 2) or (N, 3) float array.

    Parameters
    ----------
    points : (N, 2) or (N, 3) array_like, metres
    what : str
        Name used in the error.

    Raises
    ------
    PathError
        No points, wrong shape, or a coordinate that is not a finite number; the point's number counts from 1.
    """
    try:
        points = np.array(points, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise PathError(f"{what}: every point needs two (or three) numbers x, y") from None
    if points.size == 0:
        raise PathError(f"{what}: no points; draw or give at least two")
    if points.ndim != 2 or points.shape[1] not in (2, 3):
        raise PathError(f"{what}: points need the shape (N, 2) or (N, 3), not {points.shape}")
    bad = np.flatnonzero(~np.isfinite(points).all(axis=1))
    if len(bad):
        raise PathError(f"{what}: point {bad[0] + 1} of {len(points)} is not a finite number; correct it")
    far = np.flatnonzero((np.abs(points) > FURTHEST).any(axis=1))
    if len(far):
        size = np.abs(points[far[0]]).max()
        raise PathError(f"{what}: point {far[0] + 1} is {size:.0e} m away; mind the unit")
    return points


def without_doubles(points, closed, what="path"):
    """Points without those that repeat the one before; the last of a closed path comes before the first.

    Raises
    ------
    PathError
        Fewer than two different points are left, or fewer than three of a closed path.
    """
    points = checked_points(points, what)
    if len(points) == 1:
        raise PathError(f"{what}: only one point; at least two are needed")
    size = np.ptp(points[:, :2], axis=0).max()
    same = max(SAME_POINT, 1e-12 * np.abs(points).max())
    if size <= same:
        raise PathError(f"{what}: all {len(points)} points lie on one spot: the length is zero; draw more")
    keep = [0]
    for i in np.flatnonzero(np.hypot(*np.diff(points[:, :2], axis=0).T) > same) + 1:
        if np.hypot(*(points[i, :2] - points[keep[-1], :2])) > same:
            keep.append(i)
    if closed and np.hypot(*(points[keep[-1], :2] - points[0, :2])) <= same:
        keep.pop()
    if closed and len(keep) < 3:
        raise PathError(f"{what}: {len(keep)} different points cannot be closed; add a third")
    return points[keep]


class Path:
    """A planar curve given by points, evaluated by arc length.

    Vertices that turn by less than `corner_angle` are samples of a smooth curve: heading and curvature run
    smoothly over them. Sharper ones are corners, where the heading jumps. Position is exact on the polyline.
    All methods take a number or an array of arc lengths. A closed path repeats; an open one goes on straight
    beyond its ends, so that looking ahead is always defined.

    Parameters
    ----------
    points : (N, 2) or (N, 3) array_like, metres
        A third coordinate is the height of the ground, see `elevation`; lengths are measured in plan.
        Points that repeat the one before are dropped.
    closed : bool
        Join the last point to the first.
    corner_angle : float, radians
    what : str
        Name used in errors.

    Attributes
    ----------
    points : (N, 2) array, metres
    closed : bool
    length : float, metres
    corners : (C,) array, metres
        Arc lengths of the corners, rising; not the ends of an open path.
    corner_turns : (C,) array, radians
        How far each corner turns, left positive.

    Raises
    ------
    PathError
        Fewer than two different points, or a coordinate that is not a finite number.
    """

    def __init__(self, points, closed=False, corner_angle=CORNER_ANGLE, what="path"):
        points = without_doubles(points, closed, what)
        ring = np.vstack([points, points[:1]]) if closed else points
        step = np.diff(ring[:, :2], axis=0)
        self.closed = bool(closed)
        self.points = points[:, :2].copy()
        self.points.flags.writeable = False
        self._ring = ring[:, :2]
        self._ground = ring[:, 2] if ring.shape[1] == 3 else np.zeros(len(ring))
        self._span = np.hypot(*step.T)
        self._knots = np.concatenate([[0.0], np.cumsum(self._span)])
        self._direction = step / self._span[:, None]
        self.length = float(self._knots[-1])
        step = min(SEARCH_STEP, self.length / SEARCH_SAMPLES)
        self._search_step = max(step, self.length / SEARCH_SAMPLES_AT_MOST)
        self._bend(corner_angle)

    def _bend(self, corner_angle):
        """Heading at both ends of every span and curvature at its vertices, broken at corners."""
        chord = np.unwrap(np.arctan2(self._direction[:, 1], self._direction[:, 0]))
        follows = np.append(chord[1:], chord[0] if self.closed else chord[-1])
        turn = follows - chord
        if self.closed:
            turn[-1] = (turn[-1] + np.pi) % (2 * np.pi) - np.pi
        corner = np.abs(turn) >= corner_angle
        if not self.closed:
            corner[-1] = False
        at = np.flatnonzero(corner)
        wraps = len(at) and at[-1] == len(chord) - 1
        self._lap_turn = turn.sum() if self.closed else 0.0
        order = np.roll(at, 1) if wraps else at
        self.corners = self._knots[order + 1] % self.length
        self.corner_turns = turn[order]
        joined = ~corner
        if not self.closed:
            joined[-1] = False
        self._fill_heading(chord, turn, joined)

    def _fill_heading(self, chord, turn, joined):
        span, following = self._span, np.roll(self._span, -1)
        bend = np.where(joined, 2 * turn / (span + following), 0.0)
        before, has_before = np.roll(bend, 1), np.roll(joined, 1)
        start = np.where(has_before, before, np.where(joined, bend, 0.0))
        end = np.where(joined, bend, np.where(has_before, before, 0.0))
        self._chord = chord
        self._curvature = np.stack([start, end], axis=1)

    def _locate(self, s):
        """Span index, metres into that span, and metres beyond the ends (open paths), for arc lengths."""
        s = np.asarray(s, dtype=float)
        inside = np.mod(s, self.length) if self.closed else np.clip(s, 0.0, self.length)
        span = np.clip(np.searchsorted(self._knots, inside, side="right") - 1, 0, len(self._span) - 1)
        return span, inside - self._knots[span], s - inside if not self.closed else np.zeros_like(s)

    def point(self, s):
        """Position at arc length `s`: (..., 2) array, metres."""
        span, into, beyond = self._locate(s)
        at = self._ring[span] + self._direction[span] * into[..., None]
        if not np.any(beyond):
            return at
        return at + self.tangent(s) * beyond[..., None]

    def heading(self, s):
        """Direction of travel at `s`, radians from +X to +Y, continuous except at corners.

        At a corner it is the heading after it. Laps of a closed path add their whole turns.
        """
        span, into, _ = self._locate(s)
        from_middle = into - self._span[span] / 2
        bend = np.where(from_middle < 0, self._curvature[span, 0], self._curvature[span, 1])
        laps = np.floor(np.asarray(s) / self.length) if self.closed else 0
        return self._chord[span] + bend * from_middle + laps * self._lap_turn

    def tangent(self, s):
        """Unit direction of travel at `s`: (..., 2) array."""
        heading = self.heading(s)
        return np.stack([np.cos(heading), np.sin(heading)], axis=-1)

    def curvature(self, s):
        """Turning per metre at `s`, radians/metre, left positive; a corner itself adds nothing."""
        span, into, beyond = self._locate(s)
        share = into / self._span[span]
        bend = self._curvature[span, 0] * (1 - share) + self._curvature[span, 1] * share
        return np.where(beyond == 0, bend, 0.0)

    def elevation(self, s):
        """Height of the ground under the path at `s`, metres; 0 when it was given in two dimensions."""
        span, into, _ = self._locate(s)
        share = into / self._span[span]
        return self._ground[span] * (1 - share) + self._ground[span + 1] * share

    def nearest(self, xy, near=None, window=1.0):
        """Arc length of the place on the path that is nearest to each position.

        Parameters
        ----------
        xy : (..., 2) array_like, metres
        near : (...) array_like, metres, optional
            Look only within `window` of this arc length: tells the branches of a crossing apart.
            Results are not wrapped then, so laps of a closed path keep counting.
        window : float, metres

        Returns
        -------
        (...) array, metres
        """
        xy = np.asarray(xy, dtype=float)
        if near is None:
            tree, sample = self._tree
            return self._foot(xy, sample[tree.query(xy)[1]])
        near = np.broadcast_to(np.asarray(near, dtype=float), xy.shape[:-1])
        reach = np.linspace(-window, window, 2 * int(np.ceil(window / self._search_step)) + 1)
        ask = near[..., None] + reach
        if not self.closed:
            ask = np.clip(ask, 0.0, self.length)
        best = np.sum((self.point(ask) - xy[..., None, :]) ** 2, axis=-1).argmin(axis=-1)
        start = np.take_along_axis(ask, best[..., None], axis=-1)[..., 0]
        step = self._foot(xy, start) - start
        if self.closed:
            step = (step + self.length / 2) % self.length - self.length / 2
        return np.clip(start + step, near - window, near + window)

    def _foot(self, xy, s):
        """Arc length of the nearest place on the span at `s` and on its two neighbours."""
        at, _, _ = self._locate(s)
        best_s, best_d = np.zeros(xy.shape[:-1]), np.full(xy.shape[:-1], np.inf)
        count = len(self._span)
        for shift in (0, -1, 1):
            span = (at + shift) % count if self.closed else np.clip(at + shift, 0, count - 1)
            offset = xy - self._ring[span]
            into = np.clip(np.sum(offset * self._direction[span], axis=-1), 0.0, self._span[span])
            distance = np.sum((offset - self._direction[span] * into[..., None]) ** 2, axis=-1)
            closer = distance < best_d
            best_d = np.where(closer, distance, best_d)
            best_s = np.where(closer, self._knots[span] + into, best_s)
        return best_s % self.length if self.closed else best_s

    @cached_property
    def _tree(self):
        pieces = np.maximum(np.ceil(self._span / self._search_step).astype(int), 1)
        share = np.concatenate([np.arange(n) / n for n in pieces])
        sample = np.repeat(self._knots[:-1], pieces) + share * np.repeat(self._span, pieces)
        sample = np.append(sample, self.length) if not self.closed else sample
        return cKDTree(self.point(sample)), sample

    def reversed(self):
        """The same path walked from its end to its start."""
        points = np.column_stack([self._ring, self._ground])
        return Path(points[:-1][::-1] if self.closed else points[::-1], self.closed)

    def to_json(self):
        """Dictionary that `read_path` reads back: ``{"points": [[x, y], …], "closed": bool}``."""
        points = np.column_stack([self._ring, self._ground])[: len(self.points)]
        if not self._ground.any():
            points = points[:, :2]
        return {"points": points.tolist(), "closed": self.closed}
