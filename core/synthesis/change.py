"""How a body gains and loses speed: the profiles of a library's starts and stops."""

from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from scipy.optimize import isotonic_regression

from ..graph import CYCLES
from .made_up import bridge_seconds, bridge_way

#: Time step of a profile, seconds.
_STEP = 1.0 / 60.0
#: Least factor on a profile's speeds, for a speed no clip starts to; and the most a given timing may ask for.
_LEAST, _HURRIED = 0.4, 1.5
#: Changes of each graph, by label and gait: a graph never changes.
_KNOWN = WeakKeyDictionary()
#: More labels than this lead from no gait to another.
_MOST_LABELS = 6
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

    def scale_to(self, speed, most=1.0):
        """Factor on its speeds and ways that lets its moving end meet a speed (m/s), or come near to it."""
        return np.clip(np.asarray(speed) / max(self.fast, 1e-3), _LEAST, most)

    def way(self, speed):
        """Metres covered when hurried, or slowed down, to a speed (m/s)."""
        return float(self.speed.sum() * _STEP) * self.scale_to(speed, _HURRIED)


def start_to(graph, gait, speed):
    """How a library starts from a stand to a speed (m/s) of a gait: Change with rising speed."""
    changes = _changes(graph, "S", gait)
    return min(changes, key=lambda change: abs(change.fast - speed))


def stop_from(graph, label, speed):
    """How a library comes to a stand after a segment of this label, from a speed (m/s): falling speed."""
    changes = _changes(graph, label, "stand")
    return min(changes, key=lambda change: abs(change.fast - speed))


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
    return isotonic_regression(speed).x


def _changes(graph, label, gait):
    """Every Change that leads from a label to a gait; worked out once for a graph."""
    known = _KNOWN.setdefault(graph, {})
    if (label, gait) not in known:
        labels, stops = _labels_between(graph, label, gait), gait == "stand"
        ways = _ways(graph, labels, CYCLES[gait], 0 if stops else -1)
        ways = [_rising(way[::-1])[::-1] if stops else _rising(way) for way in ways]
        known[label, gait] = [Change(labels, way, float(way[0 if stops else -1])) for way in ways]
    return known[label, gait]


def _labels_between(graph, label, gait):
    """The labels that lead from one segment to a gait's cycle, as a tuple."""
    labels = []
    for _ in range(_MOST_LABELS):
        label = graph.next_label(label, gait)
        if label is None or label in CYCLES[gait]:
            break
        labels.append(label)
    return tuple(labels)


def _ways(graph, labels, goals, moving):
    """Speeds (T,) over a row of labels, never none; a row of no labels is one moment of standing.

    Those of each clip that shows the whole row and goes on to a goal; if none does, those of each segment
    of the label at the moving end (index `moving`) with the usual ones of the others.
    """
    if not labels:
        return [np.zeros(1)]
    groups = [graph.groups.get(label) for label in labels]
    onward = [graph.groups[label] for label in goals if label in graph.groups]
    shown = _shown(groups, onward) if all(groups) else []
    if shown:
        return [np.concatenate([_speeds(g, k) for g, k in zip(groups, chain)]) for chain in shown]
    usual = [_bridge_speeds(x) if g is None else _speeds(g, slice(None)) for x, g in zip(labels, groups)]
    if groups[moving] is None:
        return [np.concatenate(usual)]
    ways = []
    for k in range(groups[moving].count):
        usual[moving] = _speeds(groups[moving], k)
        ways.append(np.concatenate(usual))
    return ways


def _shown(groups, onward):
    """Members of a row of groups, as tuples, that follow each other in one clip and then a cycle's."""
    chains = [(k,) for k in range(groups[0].count)]
    for group, following in zip(groups, [*([g] for g in groups[1:]), onward]):
        chains = [(*c, n) for c in chains for n in _following(group, c[-1], following)[:1]]
    return chains


def _following(group, k, candidates):
    """Members of the candidate groups that go on, in the same clip, where member k of a group ends."""
    same = [np.flatnonzero((g.clip == group.clip[k]) & (g.start == group.end[k])) for g in candidates]
    return np.concatenate([np.zeros(0, dtype=int), *same])


def _speeds(group, k):
    """(T,) speed over member k of a group, or the mean of a slice of members."""
    time, way = np.atleast_2d(group.time[k]).mean(axis=0), np.atleast_2d(group.advance[k]).mean(axis=0)
    grid = np.arange(0.0, time[-1] + 0.5 * _STEP, _STEP)
    return np.diff(np.interp(grid, time, way)) / _STEP


def _bridge_speeds(label):
    """(T,) speed over a change that is made up."""
    count = round(bridge_seconds(label) / _STEP)
    share = (np.arange(count) + 0.5) / count
    slope = 2.0 * share if label[0] == "S" else 2.0 - 2.0 * share if label[-1] == "S" else np.ones(count)
    return slope * bridge_way(label) / bridge_seconds(label)
