"""The least change that keeps walkers apart: a shift of start, a small bump in time, another variant."""

from dataclasses import dataclass, replace

import numpy as np

from .collisions import clearances, collisions_of, find_collisions, scene_frames
from .handles import Handle

SHIFTS_AT_ONCE = 24
BUMP_SHARE = 0.3
BUMP_SIGMA = 0.75
STEEPEST = np.exp(-0.5)
MOVES_PER_WALKER = 4
WIDER = (1, 2, 4)
COARSE = 3
SELDOM = 8


@dataclass(frozen=True)
class Change:
    """What was done to one walker.

    Attributes
    ----------
    walker : int
    kind : {"start", "bump", "variant"}
    amount : float or int
        Seconds by which it starts later, seconds by which the bump puts it ahead, or the variant's number.
    text : str
        The same in words.
    """

    walker: int
    kind: str
    amount: float
    text: str


@dataclass(frozen=True)
class Resolution:
    """Walkers kept apart, what was changed, and the collisions that nothing tried could remove."""

    walkers: tuple
    changes: tuple
    left: tuple


def resolve_collisions(walkers, fps=24.0, most_shift=3.0, most_bump=1.0):
    """Change as little as possible until no two walkers collide.

    Collisions are taken in the order of time. For each, both walkers are tried: first the smallest shift of
    start, by whole frames, that frees one of them from everybody; if there is none, the smallest bump in time
    at the place; then the nearest of its variants. Where one change is not enough, the variant and shift that
    leave a walker the fewest collisions are taken, as long as that gains something.

    Parameters
    ----------
    walkers : sequence of Walker
    fps : float
    most_shift : float, seconds
        Largest shift of start in one change, up to four times that for what is left otherwise; nobody starts
        before the scene does.
    most_bump : float, seconds
        Largest lead or delay of a bump.

    Returns
    -------
    Resolution
    """
    scene = _Scene(walkers, fps, int(round(most_shift * fps)), int(round(most_bump * fps)))
    changes = []
    for wider in WIDER:
        scene.most_shift = wider * int(round(most_shift * fps))
        changes += _keep_apart(scene, MOVES_PER_WALKER * len(walkers))
        if not scene.collisions():
            break
    return Resolution(tuple(scene.walkers), tuple(changes), tuple(find_collisions(scene.walkers, fps)))


def _keep_apart(scene, moves):
    """Changes made to the scene until no collision is left, or none that can be helped."""
    changes, hopeless = [], set()
    while len(changes) < moves:
        open_ones = [each for each in scene.collisions() if (each.first, each.second) not in hopeless]
        if not open_ones:
            break
        made = _least_change(scene, open_ones[0])
        if made is None:
            hopeless.add((open_ones[0].first, open_ones[0].second))
            continue
        hopeless.clear()
        for change, walker in made:
            scene.put(change.walker, walker)
            changes.append(change)
    return changes


def _least_change(scene, collision):
    """Changes with the walkers they make, [(Change, Walker), …]; None when nothing tried gains anything."""
    pair = (collision.first, collision.second)
    for attempt in (_shifted, _bumped, _rerouted, _fewest):
        options = [attempt(scene, index, collision) for index in pair]
        options = [option for option in options if option is not None]
        if options:
            return min(options, key=lambda option: option[0])[1]
    return None


class _Scene:
    """All walkers, and where they are at every frame that matters."""

    def __init__(self, walkers, fps, most_shift, most_bump):
        self.walkers, self.fps = list(walkers), fps
        self.most_shift, self.most_bump = most_shift, most_bump
        self.earliest = min(walker.warp.start for walker in walkers)
        frames = scene_frames(walkers, fps)
        self.frames = np.arange(frames[0], frames[-1] + 2 * WIDER[-1] * most_shift + 1)
        self.radii = np.array([walker.radius for walker in walkers])
        self.places = np.stack([walker.places(self.frames, fps) for walker in walkers])

    def put(self, index, walker):
        self.walkers[index] = walker
        self.places[index] = walker.places(self.frames, self.fps)

    def collisions(self):
        """All collisions as things stand, by frame."""
        return collisions_of(self.places, self.radii, self.frames)

    def hits(self, index, candidates, every=1):
        """Whether candidate places (C, F, 2) of one walker touch each of the others: (C, N − 1) bool.

        With `every` the places are those of every so many frames only.
        """
        others = np.delete(np.arange(len(self.walkers)), index)
        places = np.concatenate([candidates, self.places[others, ::every]])
        radii = np.concatenate([np.full(len(candidates), self.radii[index]), self.radii[others]])
        here, there = np.divmod(np.arange(len(candidates) * len(others)), len(others))
        pairs = np.stack([here, len(candidates) + there], axis=1)
        hit = _may_touch(places, radii, pairs)
        room, _ = clearances(places, radii, pairs[hit])
        hit[hit] = room.min(axis=1, initial=np.inf) < 0
        return hit.reshape(len(candidates), len(others))

    def shifts(self, walker):
        """Shifts of start in frames that are allowed, the smallest first."""
        least = int(np.ceil((self.earliest - walker.warp.start) * self.fps - 1e-6))
        shifts = np.arange(max(-self.most_shift, least), self.most_shift + 1)
        return shifts[np.argsort(np.abs(shifts), kind="stable")]

    def shifted_places(self, walker, shifts, every=1):
        """Places (S, F, 2) of a walker that starts so many frames later, at every so many frames."""
        most = self.most_shift
        long = np.arange(self.frames[0] - most, self.frames[-1] + most + 1)
        places = walker.places(long, self.fps)
        return np.stack([
            places[most - shift : most - shift + len(self.frames) : every] for shift in shifts
        ])


def _may_touch(places, radii, pairs):
    """Pairs (P,) that a look at every so many frames cannot rule out: nobody gets far in between."""
    fastest = np.linalg.norm(np.diff(places, axis=1), axis=-1).max(axis=1)
    one, other = pairs.T
    seldom = np.concatenate([places[:, ::SELDOM], places[:, -1:]], axis=1)
    apart = seldom[one] - seldom[other]
    nearest = np.sqrt(np.einsum("pfk,pfk->pf", apart, apart).min(axis=1))
    return nearest < radii[one] + radii[other] + (fastest[one] + fastest[other]) * SELDOM / 2


def _start_change(scene, index, walker, shift):
    seconds = float(shift / scene.fps)
    text = f"{walker.name} starts {abs(seconds):.2f} s {'later' if seconds > 0 else 'earlier'}"
    return Change(index, "start", seconds, text), walker.with_warp(start=walker.warp.start + seconds)


def _shifted(scene, index, _collision):
    """Smallest shift of start that frees a walker."""
    walker = scene.walkers[index]
    shifts = scene.shifts(walker)
    for at in range(0, len(shifts), SHIFTS_AT_ONCE):
        some = shifts[at : at + SHIFTS_AT_ONCE]
        free = np.flatnonzero(~scene.hits(index, scene.shifted_places(walker, some)).any(axis=1))
        if len(free):
            return abs(some[free[0]]), [_start_change(scene, index, walker, some[free[0]])]
    return None


def _bumped(scene, index, collision):
    """Smallest bump in time at the place of collision that frees a walker."""
    walker = scene.walkers[index]
    warp = walker.warp
    second = collision.frame / scene.fps - warp.start
    if not 0 < second < warp.seconds:
        return None
    changed, leads = [], []
    for size in np.arange(1, scene.most_bump + 1) / scene.fps:
        sigma = max(BUMP_SIGMA, size * STEEPEST / BUMP_SHARE) * warp.fps
        for lead in (-size, size):
            handle = Handle(second * warp.fps, lead * warp.fps, sigma, mode="timing", duration="lock")
            trial = walker.with_warp(handles=(*warp.handles, handle))
            if trial.warp.applied[-1] == 1:
                changed.append(trial)
                leads.append(float(lead))
    if not changed:
        return None
    places = np.stack([trial.places(scene.frames, scene.fps) for trial in changed])
    free = np.flatnonzero(~scene.hits(index, places).any(axis=1))
    if not len(free):
        return None
    lead = leads[free[0]]
    way = "ahead" if lead > 0 else "behind"
    text = f"{walker.name} is {abs(lead):.2f} s {way} at frame {collision.frame:.0f}"
    return abs(lead), [(Change(index, "bump", lead, text), changed[free[0]])]


def _routes(walker):
    """The walker on each of its variants, (metres away, number, walker), the nearest first."""
    share = np.linspace(0, 1, 64)
    own = walker.warp.path.point(share * walker.warp.path.length)
    routes = []
    for number, path in enumerate(walker.variants):
        away = np.linalg.norm(path.point(share * path.length) - own, axis=1).mean()
        if away > 1e-6:
            routes.append((float(away), number, replace(walker, warp=walker.warp.on_path(path))))
    return sorted(routes, key=lambda route: route[0])


def _route_change(index, number, walker):
    return Change(index, "variant", number, f"{walker.name} takes variant {number}"), walker


def _rerouted(scene, index, _collision):
    """Nearest variant that frees a walker."""
    routes = _routes(scene.walkers[index])
    if not routes:
        return None
    places = np.stack([walker.places(scene.frames, scene.fps) for _, _, walker in routes])
    free = np.flatnonzero(~scene.hits(index, places).any(axis=1))
    if not len(free):
        return None
    away, number, walker = routes[free[0]]
    return away, [_route_change(index, number, walker)]


def _fewest(scene, index, _collision):
    """Variant and shift of start that leave a walker the fewest collisions, if fewer than it has."""
    walker = scene.walkers[index]
    best = (int(scene.hits(index, scene.places[index : index + 1]).sum()), 0.0, 0)
    made = None
    for away, number, route in [(0.0, None, walker), *_routes(walker)]:
        shifts = scene.shifts(route)
        shifts = shifts[shifts % COARSE == 0]
        hits = scene.hits(index, scene.shifted_places(route, shifts, COARSE), COARSE).sum(axis=1)
        at = int(np.argmin(hits))
        score = (int(hits[at]), away, abs(int(shifts[at])))
        if score[0] < best[0] or (made and score < best):
            best, made = score, [] if number is None else [_route_change(index, number, route)]
            if shifts[at]:
                made.append(_start_change(scene, index, route, shifts[at]))
    return (best, made) if made else None
