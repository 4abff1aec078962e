"""Who bumps into whom: several walks compared at the same time."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..errors import PathError
from .warp import WarpCurve

RADIUS = 0.3
PAIRS_AT_ONCE = 128


@dataclass(frozen=True, eq=False)
class Walker:
    """One character on its way.

    Before it starts it stands at the start of its path, after its arrival at the end.

    Parameters
    ----------
    name : str
    warp : WarpCurve
        Its `start` says when in the scene it sets off, in seconds.
    radius : float, metres
        Room it needs round its centre.
    variants : tuple of Path
        Other paths it may take instead.
    """

    name: str
    warp: WarpCurve
    radius: float = RADIUS
    variants: tuple = ()

    def __post_init__(self):
        if not (np.isfinite(self.radius) and self.radius > 0):
            raise PathError(f"character '{self.name}': its radius must be more than 0 m, not {self.radius}")

    @cached_property
    def end(self):
        """Second of the scene at which it arrives."""
        return self.warp.start + self.warp.seconds

    def places(self, frames, fps):
        """Where it is at frames of the scene: (F, 2) metres."""
        t = np.asarray(frames, dtype=float) / fps - self.warp.start
        return self.warp.place(np.clip(t, 0.0, self.warp.seconds))

    def with_warp(self, **values):
        """The same character with some settings of its warp curve replaced."""
        return replace(self, warp=self.warp.changed(**values))


@dataclass(frozen=True)
class Collision:
    """Two characters nearer than their radii allow, from one frame to another.

    Attributes
    ----------
    first, second : int
        The characters' places in the list.
    start, end : int
        Frames of the scene between which they are too near.
    frame : float
        When they are nearest, between whole frames too.
    place : (2,) array, metres
        Half-way between them then.
    clearance : float, metres
        Room left between their circles then; negative is overlap.
    """

    first: int
    second: int
    start: int
    end: int
    frame: float
    place: np.ndarray
    clearance: float


def scene_frames(walkers, fps):
    """Frames from the first start to the last arrival: (F,) int array."""
    first = min(walker.warp.start for walker in walkers)
    last = max(walker.end for walker in walkers)
    return np.arange(int(np.floor(first * fps)), int(np.ceil(last * fps - 1e-6)) + 1)


def clearances(places, radii, pairs):
    """Room between the circles of pairs of characters, in every step from one frame to the next.

    Within a step both move straight: with relative place d and relative step D they are nearest at
    u* = clamp(−d·D / |D|², 0, 1).

    Parameters
    ----------
    places : (N, F, 2) array, metres
    radii : (N,) array, metres
    pairs : (P, 2) int array

    Returns
    -------
    clearance, share : (P, F − 1) arrays
        Metres of room, and the share u* of the step at which they are nearest.
    """
    across = np.ascontiguousarray(np.moveaxis(places, -1, 0))
    clearance = np.empty((len(pairs), places.shape[1] - 1))
    share = np.empty_like(clearance)
    for at in range(0, len(pairs), PAIRS_AT_ONCE):
        some = slice(at, at + PAIRS_AT_ONCE)
        one, other = pairs[some].T
        dx, dy = across[:, one] - across[:, other]
        step_x, step_y = np.diff(dx, axis=1), np.diff(dy, axis=1)
        dx, dy = dx[:, :-1], dy[:, :-1]
        squared = step_x * step_x + step_y * step_y
        u = -(dx * step_x + dy * step_y) / np.maximum(squared, 1e-30)
        u = np.minimum(np.maximum(u, 0.0), 1.0)
        dx, dy = dx + u * step_x, dy + u * step_y
        clearance[some] = np.sqrt(dx * dx + dy * dy) - (radii[one] + radii[other])[:, None]
        share[some] = u
    return clearance, share


def find_collisions(walkers, fps=24.0, frames=None):
    """Every pair of characters that come nearer than their radii allow at one time, with frame and place.

    Their warp curves as world lines are tubes; a collision is where two tubes meet.

    Parameters
    ----------
    walkers : sequence of Walker
    fps : float
    frames : (F,) int array, optional
        Frames of the scene to look at, one after another; by default all.

    Returns
    -------
    list of Collision, by frame
    """
    if len(walkers) < 2:
        return []
    frames = scene_frames(walkers, fps) if frames is None else np.asarray(frames)
    places = np.stack([walker.places(frames, fps) for walker in walkers])
    return collisions_of(places, np.array([walker.radius for walker in walkers]), frames)


def collisions_of(places, radii, frames):
    """Collisions of characters whose places (N, F, 2) at frames (F,) are known already, by frame."""
    pairs = np.stack(np.triu_indices(len(places), 1), axis=1)
    clearance, share = clearances(places, radii, pairs)
    found = []
    for pair in np.flatnonzero(clearance.min(axis=1) < 0):
        one, other = (int(each) for each in pairs[pair])
        for start, end in _runs(clearance[pair] < 0):
            at = start + int(np.argmin(clearance[pair, start:end]))
            u = share[pair, at]
            middle = places[[one, other], at] * (1 - u) + places[[one, other], at + 1] * u
            frame = float(frames[at] + u * (frames[at + 1] - frames[at]))
            room = float(clearance[pair, at])
            span = int(frames[start]), int(frames[end])
            found.append(Collision(one, other, *span, frame, middle.mean(axis=0), room))
    return sorted(found, key=lambda collision: collision.frame)


def _runs(mask):
    """Starts and ends (not included) of the stretches where a mask is true."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.astype(int), [0]])))
    return list(zip(edges[::2], edges[1::2]))
