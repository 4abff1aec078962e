"""How groups join: edges from the grammar and the data, and what is missing, in words."""

import heapq
from dataclasses import dataclass

import numpy as np

from . import patterns

#: What a step that no clip shows costs in the search, against one that a clip shows.
_MADE_UP = 6.0
#: A mirror image that costs no more than this above the cheapest way is as good.
_AS_GOOD = 0.25
#: The states between which a change can be made up when no clip shows it.
_BRIDGES = ("SL", "SR", "LS", "RS", "LF", "RF", "FL", "FR", "SLF", "SRF", "FLS", "FRS")


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


def missing_in_words(groups, edges):
    """What no clip of the library shows, one line each.

    Parameters
    ----------
    groups : dict of label to Group
    edges : tuple of Transition

    Returns
    -------
    tuple of str; changes of gait that no row of clips makes without a cycle of a third gait in between
    """
    present = {gait for gait in patterns.GAITS if any(c in groups for c in patterns.CYCLES[gait])}
    onward = {}
    for edge in edges:
        if not edge.made_up:
            onward.setdefault(edge.source, []).append(edge.target)
    lines = []
    if all(clip < 0 for label in patterns.CYCLES["stand"] if label in groups for clip in groups[label].clip):
        lines.append("no clip stands: the standing pose is made from the supporting leg of a step")
    for before in patterns.GAITS:
        for after in patterns.GAITS:
            wanted = before != after and {before, after} <= present | {"stand"}
            if wanted and not _joined(before, after, onward):
                lines.append(f"no clip goes from {before} to {after}")
    return tuple(lines)


def _joined(before, after, onward):
    """Whether changes lead from the cycles of one gait to those of another."""
    queue, met = list(patterns.CYCLES[before]), set()
    while queue:
        for label in onward.get(queue.pop(), ()):
            if label in patterns.CYCLES[after]:
                return True
            if patterns.is_change(label) and label not in met:
                met.add(label)
                queue.append(label)
    return False


def next_steps(edges, groups):
    """The way to every gait: which label to play next.

    Parameters
    ----------
    edges : tuple of Transition
    groups : dict of label to Group

    Returns
    -------
    dict of (label, gait) to tuple of labels; the first step of the cheapest way to a cycle of that gait,
    and its mirror image where that is as good. Cycles of the gait itself lead on to the cycle that
    follows them.
    """
    price, onward = {}, {}
    for edge in edges:
        if all(_walkable(x) or x in _BRIDGES for x in (edge.source, edge.target)):
            rare = (_MADE_UP if edge.made_up else 0.0) + (0.5 if edge.count == 0 else 0.0)
            price[edge.source, edge.target] = 1.0 + edge.cost + rare
            onward.setdefault(edge.source, []).append(edge.target)
    out = {}
    for gait in patterns.GAITS:
        goals = {label for label in patterns.CYCLES[gait] if label in groups}
        cost = _costs_to(goals, price)
        for label, targets in onward.items():
            if label in goals:
                ways = {x: price[label, x] for x in targets if x in goals and patterns.can_follow(label, x)}
            else:
                ways = {x: price[label, x] + cost[x] for x in targets if x in cost}
            if ways:
                best = min(sorted(ways), key=ways.get)
                twin = patterns.mirrored_label(best)
                as_good = ways.get(twin, np.inf) <= ways[best] + _AS_GOOD and twin != best
                out[label, gait] = (best, twin) if as_good else (best,)
    return out


def _costs_to(goals, price):
    """Cost of the cheapest way from every label to one of the goals."""
    into = {}
    for (source, target), cost in price.items():
        into.setdefault(target, []).append((source, cost))
    queue = [(0.0, label) for label in sorted(goals)]
    done = {}
    while queue:
        cost, label = heapq.heappop(queue)
        if label in done:
            continue
        done[label] = cost
        for source, step in into.get(label, ()):
            if source not in done:
                heapq.heappush(queue, (cost + step, source))
    return done


def _walkable(label):
    return patterns.is_cycle(label) or patterns.is_change(label)


def _needed(bridge, groups):
    """Whether no clip changes between these two states though both gaits are at hand."""
    before, after = patterns.gaits_of(bridge)
    has = {"stand": True, **{g: any(c in groups for c in patterns.CYCLES[g]) for g in ("walk", "run")}}
    if not (has[before] and has[after]) or (len(bridge) > 2 and has["walk"]):
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

