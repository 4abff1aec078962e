"""How groups join: edges from the grammar and the data, and what is missing, in words."""

import heapq
from dataclasses import dataclass

from . import patterns

#: What a step that no clip shows costs in the search, against one that a clip shows.
_MADE_UP = 6.0
#: The states between which a change can be made up when no clip shows it.
_BRIDGES = ("SL", "SR", "LS", "RS", "LF", "RF", "FL", "FR")


@dataclass(frozen=True)
class Transition:
    """An edge of the graph.

    Attributes
    ----------
    source, target : str; labels of the groups (or of a made-up change)
    count : int; how often the clips show it
    cost : float, radians; distance of the mean pose where they join
    made_up : bool; no clip shows the change, it is interpolated
    """

    source: str
    target: str
    count: int
    cost: float
    made_up: bool = False


def find_transitions(groups, clips, space):
    """Every edge between the groups, and the made-up changes that join gaits no clip joins.

    Parameters
    ----------
    groups : dict of label to Group
    clips : list of Clip
    space : PoseSpace

    Returns
    -------
    edges : tuple of Transition
    made_up : tuple of str; labels of two states, like "LS", that have to be interpolated
    """
    counts = _bigrams(clips)
    edges = []
    for source, a in groups.items():
        for target, b in groups.items():
            seen = counts.get((source, target), 0)
            if seen or (_walkable(source) and _walkable(target) and patterns.can_follow(source, target)):
                gap = space.distance(b.rows[:, 0].mean(axis=0)[None], a.rows[:, -1].mean(axis=0))[0]
                edges.append(Transition(source, target, seen, float(gap)))
    made_up = tuple(label for label in _BRIDGES if _needed(label, groups))
    labels = [label for label in groups if _walkable(label)]
    for label in made_up:
        edges += [Transition(x, label, 0, 0.0, True) for x in labels if patterns.can_follow(x, label)]
        edges += [Transition(label, x, 0, 0.0, True) for x in labels if patterns.can_follow(label, x)]
    return tuple(edges), made_up


def missing_in_words(groups):
    """What no clip of the library shows, one line each."""
    present = {gait for gait in patterns.GAITS if any(c in groups for c in patterns.CYCLES[gait])}
    lines = []
    if "stand" not in present:
        lines.append("no clip stands: the standing pose is made from the supporting leg of a step")
    for before in patterns.GAITS:
        for after in patterns.GAITS:
            wanted = before != after and {before, after} <= present | {"stand"}
            if wanted and not any(patterns.gaits_of(g) == (before, after) for g in groups):
                lines.append(f"no clip goes from {before} to {after}")
    return tuple(lines)


def next_steps(edges, groups):
    """The way to every gait: which label to play next.

    Parameters
    ----------
    edges : tuple of Transition
    groups : dict of label to Group

    Returns
    -------
    dict of (label, gait) to label; the first step of the cheapest way to a cycle of that gait. Cycles
    of the gait itself lead on to the cycle that follows them.
    """
    into = {}
    for edge in edges:
        if all(_walkable(x) or x in _BRIDGES for x in (edge.source, edge.target)):
            price = 1.0 + edge.cost + (_MADE_UP if edge.made_up else 0.0) + (0.5 if edge.count == 0 else 0.0)
            into.setdefault(edge.target, []).append((edge.source, price))
    out = {}
    for gait in patterns.GAITS:
        goals = [label for label in patterns.CYCLES[gait] if label in groups]
        queue = [(0.0, label, None) for label in goals]
        done = set()
        while queue:
            cost, label, via = heapq.heappop(queue)
            if label in done:
                continue
            done.add(label)
            if via is not None:
                out[label, gait] = via
            for source, price in into.get(label, ()):
                if source not in done:
                    heapq.heappush(queue, (cost + price, source, label))
        for edge in edges:
            within = edge.source in goals and edge.target in goals
            if within and patterns.can_follow(edge.source, edge.target):
                out[edge.source, gait] = edge.target
    return out


def _walkable(label):
    return patterns.is_cycle(label) or patterns.is_change(label)


def _needed(bridge, groups):
    """Whether no clip changes between these two states though both gaits are at hand."""
    before, after = patterns.gaits_of(bridge)
    has = {"stand": True, **{g: any(c in groups for c in patterns.CYCLES[g]) for g in ("walk", "run")}}
    if not (has[before] and has[after]):
        return False
    return not any(
        label[0] == bridge[0] and patterns.gaits_of(label) == (before, after) for label in groups
        if patterns.is_change(label)
    )


def _bigrams(clips):
    """How often one label follows another, segment to segment, in the clips."""
    counts = {}
    for clip in clips:
        for a, b in zip(clip.segments, clip.segments[1:]):
            if a.end == b.start:
                counts[a.label, b.label] = counts.get((a.label, b.label), 0) + 1
    return counts

