"""Where the feet will land, told at once: steps counted along a timing, without any pose."""

import numpy as np

from ..graph import CYCLES
from .specification import STANDING_SPEED

#: Half the distance between the lines the two feet walk on, in leg lengths.
_HALF_WIDTH = 0.09


def step_seconds(graph, speed):
    """How long a step takes at a speed, as the clips show it.

    Outside the speeds of the clips stride and cadence share the change equally: the walk ratio of
    human gait (Boulic & Thalmann 1990).

    Parameters
    ----------
    graph : MotionGraph
    speed : (N,) array, m/s

    Returns
    -------
    (N,) array, seconds
    """
    labels = [label for gait in ("walk", "run") for label in CYCLES[gait] if label in graph.groups]
    known = np.concatenate([graph.groups[label].speed for label in labels])
    taken = np.concatenate([graph.groups[label].duration for label in labels])
    order = np.argsort(known)
    known, taken = np.maximum(known[order], 1e-3), taken[order]
    inside = np.interp(speed, known, taken)
    beyond = np.clip(speed, known[0], known[-1]) / np.maximum(speed, STANDING_SPEED)
    return inside * np.sqrt(beyond)


def preview_footprints(graph, path, distance, fps):
    """Footprints of a walk that has not been made yet.

    Parameters
    ----------
    graph : MotionGraph
    path : core.paths.Path
    distance : (F,) array, metres along the path at each frame
    fps : float

    Returns
    -------
    place : (P, 2) array, metres; heading : (P,) array, radians
    side : (P,) int array; 0 left, 1 right
    frame : (P,) int array; when each foot comes down
    """
    distance = np.asarray(distance, dtype=float)
    speed = np.gradient(distance) * fps if len(distance) > 1 else np.zeros(len(distance))
    rate = np.where(speed > STANDING_SPEED, 1.0 / step_seconds(graph, speed), 0.0)
    phase = np.concatenate([[0.0], np.cumsum(0.5 * (rate[1:] + rate[:-1]))]) / fps
    count = int(phase[-1]) + 1
    frame = np.searchsorted(phase, np.arange(count)).clip(0, len(distance) - 1)
    frame = np.append(frame, len(distance) - 1)
    side = np.arange(len(frame)) % 2
    s = distance[frame]
    heading = path.heading(s)
    away = _HALF_WIDTH * graph.skeleton.leg_length * np.where(side == 0, 1.0, -1.0)
    across = np.column_stack([-np.sin(heading), np.cos(heading)])
    return path.point(s)[:, :2] + away[:, None] * across, heading, side, frame
