"""Where the smooth part of the body is at each frame of a walk along a path."""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter1d

from ..graph import without_sway
from .pace import heading_along
from .specification import STANDING_SPEED

#: Seconds over which the way is rounded off, and over which the heading turns.
_ROUND, _TURN = 0.1, 0.16
#: A hold shorter than this (seconds) is walked through.
_SHORTEST_HOLD = 0.3
#: Who gets further than this (metres) does not stand, however slow.
_CREEP = 0.12


@dataclass(frozen=True, eq=False)
class Route:
    """The smooth part of a walk, frame by frame.

    Attributes
    ----------
    base : (F, 2) array, metres
    heading : (F,) array, radians
    distance : (F,) array, metres along the path
    standing : (F,) bool array; frames at which to stand
    fps : float
    """

    base: np.ndarray
    heading: np.ndarray
    distance: np.ndarray
    standing: np.ndarray
    fps: float

    def frames(self, first, count):
        """Indices of frames first to first + count, both included, held at the route's end."""
        return np.minimum(np.arange(first, first + count + 1), len(self.distance) - 1)

    def speed(self, first, count):
        """Mean speed over count frames from first, m/s."""
        a, b = np.minimum([first, first + count], len(self.distance) - 1)
        return float(self.distance[b] - self.distance[a]) * self.fps / max(count, 1)

    def fastest_before(self, frame):
        """The fastest speed in the second before a frame: what a stop that has begun slows down from, m/s."""
        recent = self.distance[max(frame - round(self.fps), 0) : frame + 2]
        return float(np.max(np.diff(recent), initial=0.0)) * self.fps

    def turn(self, first, count):
        """Change of heading over count frames from first, radians."""
        a, b = np.minimum([first, first + count], len(self.heading) - 1)
        return float(self.heading[b] - self.heading[a])

    def until(self, first, standing):
        """Frames from first to the next frame at which the walk stands (or goes); None when never."""
        ahead = np.flatnonzero(self.standing[first:] == standing)
        return int(ahead[0]) if len(ahead) else None


def plan_route(path, distance, fps):
    """The route that is `distance` (F,) metres along the path at each frame.

    Parameters
    ----------
    path : core.paths.Path
    distance : (F,) array, metres, never falling
    fps : float

    Returns
    -------
    Route
    """
    base = without_sway(path.point(distance), _ROUND * fps)
    fine = np.linspace(distance[0], max(distance[-1], distance[0] + 1e-6), _samples(distance))
    spacing = fine[1] - fine[0]
    along = gaussian_filter1d(heading_along(path, fine), 0.15 / spacing, mode="nearest")
    heading = gaussian_filter1d(np.interp(distance, fine, along), _TURN * fps, mode="nearest")
    return Route(base, heading, distance, _standing(distance, fps), fps)


def _samples(distance):
    return max(int((distance[-1] - distance[0]) / 0.02), 8) + 1


def _standing(distance, fps):
    """Frames at which the walk stands: slow for a while, or at the very ends."""
    speed = np.gradient(distance) * fps
    still = speed < STANDING_SPEED
    edges = np.flatnonzero(np.diff(np.concatenate([[False], still, [False]]).astype(int)))
    for start, end in edges.reshape(-1, 2):
        inner = start > 0 and end < len(still)
        creeps = distance[min(end, len(still) - 1)] - distance[start] > _CREEP
        if creeps or (inner and end - start < _SHORTEST_HOLD * fps):
            still[start:end] = False
    still[-1] = True
    return still
