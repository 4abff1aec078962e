"""Many ways to walk one stroke: hubs swapped for sub points round them, in well-spread combinations."""

import logging
from dataclasses import dataclass

import numpy as np

from ..errors import PathError
from .numbers import checked_number
from .spline import Spline, bezier_derivatives

log = logging.getLogger(__name__)

RADIUS_PER_SPACING = 0.35
LARGEST_USUAL_RADIUS = 1.0
FORWARD = 0.05
TIGHTER_THAN_DRAWN = 1.25
SAMPLES_PER_SEGMENT = 24
POOL_PER_VARIANT = 24
POOL_AT_LEAST = 192
ROUNDS = 6
LAYOUTS = ("circle", "lateral")
MOST = 1000  # variants, or sub points of a hub
WIDEST = 1000.0  # metres round a hub


@dataclass(frozen=True, eq=False)
class Variants:
    """Variants of one spline; the first is the spline as it was fitted.

    Attributes
    ----------
    splines : tuple of Spline
    choice : (K, H) int array
        Which point each variant uses at each hub: 0 the hub itself, 1..n its sub points.
    sub_points : (H, n, 2) array, metres
        A pinned hub's sub points are all the hub itself.
    radius : float, metres
    seed : int
    total : int
        How many curves hubs and sub points could make together: (n + 1) to the number of movable hubs.
    """

    splines: tuple
    choice: np.ndarray
    sub_points: np.ndarray
    radius: float
    seed: int
    total: int

    def __len__(self):
        return len(self.splines)

    def paths(self, step=0.02):
        """The variants as a list of `Path`."""
        return [spline.path(step) for spline in self.splines]

    def to_json(self):
        """Dictionary that `read_path` takes a variant from."""
        variants = [
            path.to_json() | {"choice": choice.tolist()} | spline.to_json()
            for path, choice, spline in zip(self.paths(0.1), self.choice, self.splines)
        ]
        return {"seed": self.seed, "radius": self.radius, "total": self.total, "variants": variants}

    def to_svg(self):
        """Drawing of all variants, hubs and sub points, one user unit a metre, y upwards."""
        lines = []
        for i, spline in enumerate(self.splines):
            data = f"M{_pair(spline.hubs[0])}" + "".join(
                f" C{_pair(b)} {_pair(c)} {_pair(d)}" for _, b, c, d in spline.control
            )
            end = " Z" if spline.closed else ""
            lines.append(f'<path id="variant{i}" d="{data}{end}" stroke="hsl({i * 137 % 360} 70% 45%)"/>')
        dots = [*self.splines[0].hubs, *self.sub_points.reshape(-1, 2)]
        lines += [f'<circle cx="{x:.4f}" cy="{-y:.4f}" r="0.02" fill="#888" stroke="none"/>' for x, y in dots]
        low = self.splines[0].control.reshape(-1, 2).min(axis=0) - self.radius - 0.5
        size = self.splines[0].control.reshape(-1, 2).max(axis=0) + self.radius + 0.5 - low
        box = f"{low[0]:.3f} {-low[1] - size[1]:.3f} {size[0]:.3f} {size[1]:.3f}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" fill="none" stroke-width="0.02">\n'
            + "\n".join(lines) + "\n</svg>\n"
        )


def _pair(point):
    return f"{point[0]:.5f},{-point[1]:.5f}"


def propose_variants(
    spline, count=8, radius=None, sub_points=6, seed=0, pin_ends=True, turn_radius=0.5, layout="circle"
):
    """Well-spread variants of a spline: each hub is left or swapped for one of its sub points.

    The combinations are never enumerated: a pool is drawn with the seed, most of it with neighbouring hubs
    that lean the same way; what back-tracks or turns too tightly is rejected; of the rest those furthest from
    one another are taken (patent KR102061976B1, claims 1, 2 and 10).

    Parameters
    ----------
    spline : Spline
    count : int
        Variants wanted, the spline itself included. Fewer come back when there are not so many.
    radius : float, metres, optional
        Sub points lie within it; by default 0.35 of the median hub spacing, at most 1 m.
    sub_points : int
        Sub points of each hub.
    seed : int
    pin_ends : bool
        Keep the first and last hub of an open spline.
    turn_radius : float, metres
        Tightest bend a variant may have; where the spline itself bends tighter, a quarter more than that.
    layout : {"circle", "lateral"}
        Sub points round the hub at `radius`, or to its left and right.

    Returns
    -------
    Variants

    Raises
    ------
    PathError
        A count, radius or number of sub points that makes no sense.
    """
    spacing = np.linalg.norm(np.diff(spline.control[:, [0, 3]], axis=1)[:, 0], axis=-1)
    usual = min(RADIUS_PER_SPACING * float(np.median(spacing)), LARGEST_USUAL_RADIUS)
    radius = usual if radius is None else float(radius)
    _check(count, radius, sub_points, seed, turn_radius, layout)
    rng = np.random.default_rng(seed)
    movable = np.ones(len(spline.hubs), bool)
    if pin_ends and not spline.closed:
        movable[[0, -1]] = False
    offsets = _sub_point_offsets(spline, radius, sub_points, layout) * movable[:, None, None]
    total = (sub_points + 1) ** int(movable.sum())
    pool = _feasible_pool(spline, offsets, movable, min(count, total), rng, turn_radius)
    chosen = pool[_spread(_take(offsets, pool), count)]
    if len(chosen) < min(count, total):
        log.warning("%d of %d variants found within radius %.2f m; others back-track or bend too tightly",
                    len(chosen), min(count, total), radius)
    splines = tuple(
        Spline(*parts, closed=spline.closed) for parts in zip(*spline.moved(_take(offsets, chosen)))
    )
    return Variants(
        splines, chosen, spline.hubs[:, None] + offsets[:, 1:], radius, int(seed), total
    )


def _check(count, radius, sub_points, seed, turn_radius, layout):
    if count < 1 or sub_points < 1:
        raise PathError(f"variants: at least 1 variant and 1 sub point needed, not {count} and {sub_points}")
    if count > MOST or sub_points > MOST:
        most = max(count, sub_points)
        raise PathError(f"variants: {most:,} variants or sub points are too many; ask for up to {MOST}")
    if not (radius > 0 and turn_radius > 0):
        raise PathError(f"variants: radius {radius} m and turn radius {turn_radius} m must be more than 0")
    checked_number(radius, "variants: the radius", high=WIDEST, unit="m")
    if seed < 0:
        raise PathError(f"variants: seed {seed}; it is a whole number from 0 on")
    if layout not in LAYOUTS:
        raise PathError(f"variants: the layout is 'circle' or 'lateral', not '{layout}'")


def _sub_point_offsets(spline, radius, count, layout):
    """Offsets (H, n + 1, 2) from each hub: zero, then its sub points, the first to the left."""
    along = spline.handles_out - spline.handles_in
    heading = np.arctan2(along[:, 1], along[:, 0])
    if layout == "circle":
        angle = heading[:, None] + np.pi / 2 + 2 * np.pi * np.arange(count) / count
        offsets = radius * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    else:
        sides = np.linspace(1, -1, count + count % 2)
        sides = np.delete(sides, len(sides) // 2) if count % 2 else sides
        left = np.stack([-np.sin(heading), np.cos(heading)], axis=-1)
        offsets = radius * sides[None, :, None] * left[:, None]
    return np.concatenate([np.zeros((len(along), 1, 2)), offsets], axis=1)


def _take(offsets, choice):
    """Offsets (P, H, 2) that choices (P, H) stand for."""
    return offsets[np.arange(choice.shape[1]), choice]


def _feasible_pool(spline, offsets, movable, count, rng, turn_radius):
    """Different choices (P, H) that can be walked, the unmoved spline first."""
    size = max(POOL_AT_LEAST, POOL_PER_VARIANT * count)
    limits = _limits(spline, turn_radius)
    pool = np.zeros((1, len(movable)), int)
    for attempt in range(ROUNDS):
        drawn = _draw(rng, size, movable, offsets.shape[1], calm=attempt / ROUNDS)
        kept = drawn[_can_be_walked(spline, _take(offsets, drawn), *limits)]
        pool = np.vstack([pool, kept])
        _, first = np.unique(pool, axis=0, return_index=True)
        pool = pool[np.sort(first)]
        if len(pool) >= max(4 * count, size // 4):
            break
    return pool


def _draw(rng, size, movable, points, calm):
    """Random choices (P, H); in most of them, and more as `calm` grows, hubs follow their neighbours."""
    choice = rng.integers(0, points, (size, len(movable)))
    follow = np.choose(np.arange(size) % 3, [calm, 0.7, 0.94])[:, None]
    rests = rng.random(choice.shape) < calm
    keeps = rng.random(choice.shape) < follow
    choice[rests] = 0
    for hub in range(1, len(movable)):
        choice[:, hub] = np.where(keeps[:, hub], choice[:, hub - 1], choice[:, hub])
    choice[:, ~movable] = 0
    return choice


def _limits(spline, turn_radius):
    """Unit tangents (M, U, 2) of the unmoved spline and the curvature allowed on each segment (M,)."""
    u = np.linspace(0, 1, SAMPLES_PER_SEGMENT)
    first, second = bezier_derivatives(spline.control, u)
    tangent = first / np.maximum(np.linalg.norm(first, axis=-1, keepdims=True), 1e-12)
    own = _curvature(first, second).max(axis=-1)
    return tangent, np.maximum(own * TIGHTER_THAN_DRAWN, 1 / turn_radius)


def _can_be_walked(spline, offsets, tangent, curvature_limit):
    """Which displaced splines (P,) neither back-track against the spline nor bend too tightly."""
    u = np.linspace(0, 1, SAMPLES_PER_SEGMENT)
    hubs, into, out = spline.moved(offsets)
    after = np.roll(np.arange(hubs.shape[1]), -1)
    control = np.stack([hubs, out, into[:, after], hubs[:, after]], axis=2)
    control = control if spline.closed else control[:, :-1]
    first, second = bezier_derivatives(control, u)
    forward = np.sum(first * tangent, axis=-1) > FORWARD * np.linalg.norm(first, axis=-1)
    gentle = _curvature(first, second) <= curvature_limit[:, None]
    return (forward & gentle).all(axis=(-2, -1))


def _curvature(first, second):
    cross = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    return np.abs(cross) / np.maximum(np.linalg.norm(first, axis=-1), 1e-9) ** 3


def _spread(offsets, count):
    """Indices of `count` offset vectors, the first one and then always the furthest from those taken."""
    vectors = offsets.reshape(len(offsets), -1)
    taken, gap = [0], np.linalg.norm(vectors - vectors[0], axis=1)
    while len(taken) < min(count, len(vectors)):
        taken.append(int(np.argmax(gap)))
        gap = np.minimum(gap, np.linalg.norm(vectors - vectors[taken[-1]], axis=1))
    return np.array(taken)
