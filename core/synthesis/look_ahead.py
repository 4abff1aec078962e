"""Which gait the next step should have, and how long it should take, for the way that lies ahead."""

from math import log

import numpy as np

from .blend import seconds_at, weights_for
from .change import start_to, stop_from
from .made_up import bridge_seconds, bridge_way

#: How many steps ahead a choice of gait is judged.
_STEPS = 3
#: So many steps before a stop their lengths are fitted to it, and so many the gait is kept.
_FITTED_STEPS, _KEPT_STEPS = 6, 2
#: A stop further away than this many usual steps has no say yet.
_FAR_STEPS = 12
#: What a change of gait and a made-up step cost, as differences of log speed.
_CHANGE, _MADE_UP = 0.5, 0.3
#: A group serves speeds this much beyond its slowest and fastest segment without any strain.
_EASY = 1.08
#: Ways shorter than this (metres) are not worth a start.
_SHORTEST_WAY = 0.25


def look_ahead(state, route):
    """What to ask of the next step on a route.

    Parameters
    ----------
    state : WalkState
    route : Route

    Returns
    -------
    gait : "stand", "walk" or "run"
    frames : int or None; how many frames the step should take, None for what is natural
    """
    graph, now = state.graph, state.frame
    if state.gait == "stand":
        wait = _wait(state, route)
        return ("stand", wait) if wait > 0 else (_best_gait(state, route, now), None)
    stop = route.until(now, True)
    if stop is None:
        return _best_gait(state, route, now), None
    # steps until what is left of the way is what coming to a stand takes
    left = route.distance[now + stop] - route.distance[now : now + stop + 1]
    speed = np.append(-np.diff(left), 0.0) * route.fps
    way = stop_from(graph, state.label, route.fastest_before(now)).way(speed)
    ahead = int(np.argmax(left <= way))
    if ahead > _FAR_STEPS * 0.5 * graph.cycle * route.fps:
        return _best_gait(state, route, now), None
    ends = _step_ends(state, route, ahead)
    steps = int(np.argmin(np.abs(ends - ahead)))
    if steps == 0:
        return "stand", None
    gait = _best_gait(state, route, now) if steps > _KEPT_STEPS else state.gait
    fitted = steps <= _FITTED_STEPS and gait == state.gait
    return gait, round(ends[1] * ahead / ends[steps]) if fitted else None


def _wait(state, route):
    """Frames to stand before the next start: it should cover the way that starting takes."""
    graph, now = state.graph, state.frame
    last = len(route.distance) - 1
    going = route.until(now, False)
    if going is None:
        return last + 1 - now
    stop = route.until(now + going, True)
    if stop is not None and route.distance[now + going + stop] - route.distance[now] < _SHORTEST_WAY:
        return going + stop
    speed = route.speed(now + going + round(route.fps), round(0.5 * graph.cycle * route.fps))
    start_up = start_to(graph, _best_gait(state, route, now + going), speed)
    after = np.minimum(np.arange(now, last + 1) + round(start_up.seconds * route.fps), last)
    gained = route.distance[after] - route.distance[now:]
    speed = (route.distance[after] - route.distance[after - 1]) * route.fps
    enough = np.flatnonzero(gained >= start_up.way(speed))
    return min(int(enough[0]) if len(enough) else going, going)


def _best_gait(state, route, first):
    """The gait whose next steps come nearest to the speeds ahead of a frame."""
    graph = state.graph
    strain = {}
    for gait in graph.gaits:
        if gait == "stand":
            continue
        label, frame = state.label, first
        strain[gait] = _CHANGE if state.gait not in ("stand", gait) else 0.0
        for _ in range(_STEPS):
            label = graph.next_label(label, gait)
            if label is None:
                strain[gait] = np.inf
                break
            count = max(round(_duration(graph, label) * route.fps), 1)
            lasting = max(count / (0.5 * graph.cycle * route.fps), 1.0)
            strain[gait] += lasting * _strain(graph, label, route.speed(frame, count))
            frame += count
    return min(strain, key=strain.get)


def _strain(graph, label, speed):
    """How far (in log speed) a segment's speeds are from a speed."""
    speed = max(speed, 0.15)
    group = graph.groups.get(label)
    if group is None:
        usual = bridge_way(label) / bridge_seconds(label)
        return _MADE_UP + max(abs(log(speed / usual)) - log(2.0), 0.0)
    near = min(max(speed, group.slowest / _EASY), group.fastest * _EASY)
    return abs(log(speed / max(near, 0.1)))


def _step_ends(state, route, ahead):
    """(N,) frames from now at which the next steps end, the first of them now, until one passes `ahead`."""
    graph, label, ends = state.graph, state.label, [0.0]
    half = round(0.5 * graph.cycle * route.fps)
    while ends[-1] < ahead and len(ends) <= _FITTED_STEPS + 1:
        label = graph.next_label(label, state.gait)
        speed = route.speed(state.frame + round(ends[-1]), half)
        ends.append(ends[-1] + _step_seconds(graph, label, speed) * route.fps)
    return np.array(ends)


def _step_seconds(graph, label, speed):
    """Seconds of a step of a label at a speed, m/s."""
    group = graph.groups.get(label)
    if group is None:
        return _duration(graph, label)
    return seconds_at(group, weights_for(group, speed, 0.0), speed)


def _duration(graph, label):
    """Usual seconds of a segment."""
    if label in graph.groups:
        return graph.groups[label].usual_seconds
    return 0.5 * graph.cycle if label is None else bridge_seconds(label)
