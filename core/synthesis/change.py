"""How a body gains and loses speed: the profiles of a library's starts and stops."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import isotonic_regression

from ..graph import CYCLES
from .made_up import bridge_seconds, bridge_way

#: Time step of a profile, seconds.
_STEP = 1.0 / 60.0
#: Bounds of the factor a profile's speeds are scaled by, to meet a speed no clip starts to.
_LEAST, _MOST = 0.4, 1.5
#: Gain of speed (m/s^2) after a change that ends slower than the gait it leads to.
_GAIN = 1.6


@dataclass(frozen=True, eq=False)
class Change:
    """A way from one gait to another: the labels between two cycles, and the speed meanwhile.

    Attributes
    ----------
    labels : tuple of str
    speed : (T,) array, m/s, every 1/60 s
    fast : float, m/s; speed at its moving end
    """

    labels: tuple[str, ...]
    speed: np.ndarray
    fast: float

    @property
    def seconds(self):
        """Its duration."""
        return len(self.speed) * _STEP

    def scale_to(self, speed):
        """Factor on its speeds and ways that lets its moving end meet a speed (m/s)."""
        return float(np.clip(speed / max(self.fast, 1e-3), _LEAST, _MOST))

    def way(self, speed):
        """Metres covered, when scaled to a speed (m/s)."""
        return float(self.speed.sum() * _STEP) * self.scale_to(speed)


def start_to(graph, gait):
    """How a library starts from a stand to a gait: Change with rising speed."""
    labels, speed = _along(graph, "S", gait)
    speed = _rising(speed)
    return Change(labels, speed, float(speed[-1]) if len(speed) else 0.0)


def stop_from(graph, label):
    """How a library comes to a stand after a segment of this label: Change with falling speed."""
    labels, speed = _along(graph, label, "stand")
    speed = _rising(speed[::-1])[::-1]
    return Change(labels, speed, float(speed[0]) if len(speed) else 0.0)


def speed_cap(change, speed, way):
    """Speed (N,) a start has reached after a way (N,) metres, or a stop still has before it ends.

    Parameters
    ----------
    change : Change
    speed : float, m/s; the speed that is started to or stopped from
    way : (N,) array, metres from the standing end
    """
    pace = change.speed * change.scale_to(speed)
    if len(pace) and pace[0] > pace[-1]:
        pace = pace[::-1]
    covered = np.concatenate([[0.0], np.cumsum(pace) * _STEP])
    pace = np.concatenate([[0.0], pace])
    within = np.interp(way, covered, pace)
    beyond = np.sqrt(pace[-1] ** 2 + 2.0 * _GAIN * np.maximum(way - covered[-1], 0.0))
    return np.where(way < covered[-1], within, beyond)


def _rising(speed):
    """The nearest speed that never falls; the way covered stays the same."""
    return isotonic_regression(speed).x if len(speed) else speed


def _along(graph, label, gait):
    """The labels from one segment to a gait's cycle, and the mean speed along them."""
    labels, pieces = [], [np.zeros(0)]
    for _ in range(6):
        label = graph.next_label(label, gait)
        if label is None or label in CYCLES[gait]:
            break
        labels.append(label)
        pieces.append(_speeds(graph, label))
    return tuple(labels), np.concatenate(pieces)


def _speeds(graph, label):
    """(T,) usual speed over a segment of a label."""
    group = graph.groups.get(label)
    if group is None:
        count = round(bridge_seconds(label) / _STEP)
        share = (np.arange(count) + 0.5) / count
        slope = 2.0 * share if label[0] == "S" else 2.0 - 2.0 * share if label[-1] == "S" else np.ones(count)
        return slope * bridge_way(label) / bridge_seconds(label)
    time, way = group.time.mean(axis=0), group.advance.mean(axis=0)
    grid = np.arange(0.0, time[-1] + 0.5 * _STEP, _STEP)
    return np.diff(np.interp(grid, time, way)) / _STEP
