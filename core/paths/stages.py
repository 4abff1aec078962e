"""The three maps of time that handles make: speed edits, holds and bumps.

Each takes the handles of its kind one by one, gives each as much of what it wishes as time allows beside
those before it, and notes that share.
"""

from dataclasses import replace
from functools import cached_property

import numpy as np

from .falloff import EASE, REACH, STEEPEST, Bump, Hold, Pulse

GRID = 129
REFINE = 17
REFINE_ROUNDS = 3
SURELY_FREE = 1.1
LEAST_SLOWNESS = 0.05
LARGEST_SHARE_OF_REST = 0.75
STILL = 1e-6
NEWTON_ROUNDS = 6
CONVERGED = 1e-11
TABLE_PER_SECOND = 60.0


def largest_share(room, x):
    """Largest share in [0, 1] of a change whose rate stays within the room left, by a refined grid.

    `room` gives, at seconds x, how much the rate may fall and by how much the whole change would move it.
    """
    for _ in range(REFINE_ROUNDS + 1):
        free, change = room(x)
        share = np.where(change < 0, np.maximum(free, 0.0) / np.maximum(-change, 1e-300), np.inf)
        worst = int(np.argmin(share))
        if share[worst] > SURELY_FREE:
            return 1.0
        x = np.linspace(x[max(worst - 1, 0)], x[min(worst + 1, len(x) - 1)], REFINE)
    return float(min(1.0, share[worst]))


def inside(handle, fps, seconds, ripple):
    """Centre, length and widths of a handle in seconds, made to fit into the walk; None outside it."""
    centre = handle.frame / fps
    if not STILL * seconds < centre < (1 - STILL) * seconds:
        return None
    length, right = handle.hold_frames / fps, handle.right / fps
    left = min(handle.sigma_frames / fps, centre / REACH)
    if not ripple:
        length = min(length, LARGEST_SHARE_OF_REST * (seconds - centre))
        right = min(right, (seconds - centre - length) / REACH)
    return centre, length, left, right


class SpeedStage:
    """X: from seconds of the unedited walk to seconds of the one edited in speed mode.

    Slowness is what adds up: dX/dx = 1 + Σ γ g, and the speed at a place is the unedited one over that. The
    weight γ of each handle makes its own place exactly as fast as it asks.
    """

    def __init__(self, entries, pace, fps, slowest, applied):
        self._pace, self._pulses, self._weights = pace, [], []
        for index, handle, ripple in entries:
            applied[index] = self._add(handle, ripple, fps, slowest)
        self._start = float(self._raw(np.zeros(1))[0][0])
        self.seconds = float(self.after(np.array([pace.seconds]))[0])

    def _add(self, handle, ripple, fps, slowest):
        fitted = inside(handle, fps, self._pace.seconds, ripple)
        base = float(self._pace.speed(fitted[0])) if fitted else 0.0
        if handle.offset == 0 or base <= 0:
            return float(handle.offset == 0)
        centre, length, left, right = fitted
        if ripple:
            left = handle.sigma_frames / fps
        slowness = self._raw(np.array([centre]))[1][0]
        wanted = max(base / slowness + handle.offset, slowest * base)
        weight = base / wanted - slowness
        pulse = Pulse(centre, length, left, right, ripple)
        weight *= self._share(pulse, weight)
        self._pulses.append(pulse)
        self._weights.append(weight)
        return (base / (slowness + weight) - base / slowness) / handle.offset

    def _share(self, pulse, weight):
        """Largest share of a pulse that leaves the slowness everywhere above its least value."""
        low, high = np.clip(pulse.reach, 0, self._pace.seconds)
        others = [
            (other, size) for other, size in zip(self._pulses, self._weights)
            if other.reach[0] < high and other.reach[1] > low
        ]
        used = sum(other.deepest(size) for other, size in others)
        if pulse.deepest(weight) + used <= 1 - LEAST_SLOWNESS:
            return 1.0
        spots = np.concatenate([_flanks(each) for each in (pulse, *(other for other, _ in others))])

        def room(x):
            rate = 1.0 + sum(size * other.at(x)[1] for other, size in others)
            return rate - LEAST_SLOWNESS, weight * pulse.at(x)[1]

        return largest_share(room, np.unique(np.clip(spots, low, high)))

    def _raw(self, x):
        """X, not yet shifted to start at 0, and its rate."""
        value, rate = x.copy(), np.ones_like(x)
        for pulse, weight in zip(self._pulses, self._weights):
            gained, slope = pulse.at(x)
            value += weight * gained
            rate += weight * slope
        return value, rate

    def after(self, x):
        """Second at which the edited walk is where the unedited one is at `x`."""
        return self._raw(x)[0] - self._start

    def before(self, y):
        """Inverse of `after`: seconds of the unedited walk and their rate."""
        if not self._pulses:
            return y, np.ones_like(y)
        reached, table = self._table
        x = np.interp(y, reached, table)
        above = np.clip(np.searchsorted(reached, y), 1, len(table) - 1)
        low, high = table[above - 1], table[above]
        rate, moving = np.ones_like(x), np.arange(len(x))
        for _ in range(NEWTON_ROUNDS):
            value, rate[moving] = self._raw(x[moving])
            better = x[moving] - (value - self._start - y[moving]) / rate[moving]
            better = np.minimum(np.maximum(better, low[moving]), high[moving])
            far = np.abs(better - x[moving]) > CONVERGED
            x[moving] = better
            moving = moving[far]
            if not len(moving):
                break
        return x, 1 / rate

    @cached_property
    def _table(self):
        """Seconds after and before, close enough everywhere for the inverse to start from."""
        count = int(np.ceil(self._pace.seconds * TABLE_PER_SECOND))
        even = np.linspace(0, self._pace.seconds, max(count, 256))
        spots = np.concatenate([even, *(_flanks(pulse) for pulse in self._pulses)])
        table = np.unique(np.clip(spots, 0, self._pace.seconds))
        return self.after(table), table


def _flanks(edit):
    """Seconds on both flanks of a bump or pulse, close against its widths."""
    first, last = edit.reach
    return np.concatenate([np.linspace(first, edit.centre, GRID), np.linspace(edit.end, last, GRID)])


class HoldStage:
    """U: from seconds of the edited walk to seconds with the holds taken out; flat exactly where asked.

    Holds that touch are one hold. Between two that do not, the easings share the time there is.
    """

    def __init__(self, entries, seconds, fps, applied):
        asked, self.lost = [], 0.0
        for index, handle, ripple in sorted(entries, key=lambda entry: entry[1].frame):
            fitted = inside(handle, fps, seconds + self.lost, ripple)
            if fitted is None:
                applied[index] = 0.0
                continue
            applied[index] = min(1.0, fitted[1] * fps / handle.hold_frames)
            centre, length, left, right = fitted
            hold = Hold(centre, length, left, right, EASE * left, EASE * right, ripple)
            if asked and asked[-1].end >= centre:
                asked[-1] = asked[-1].joined(hold)
            else:
                asked.append(hold)
            self.lost += hold.lost
        self._holds = self._fitted(_eased_apart(asked))
        self.lost = sum(hold.lost for hold in self._holds)

    def _fitted(self, asked):
        """Each hold in the clock that the later ones leave it, so that all stand where asked."""
        self._holds = []
        for hold in reversed(asked):
            first, last = self.at(np.array([hold.centre, hold.end]))[0]
            self._holds.insert(0, replace(hold, centre=float(first), length=float(last - first)))
        return self._holds

    def at(self, t):
        """Seconds without the holds, and their rate."""
        rate = np.ones_like(t)
        for hold in reversed(self._holds):
            t, one = hold.at(t)
            rate = rate * one
        return t, rate


def _eased_apart(holds):
    """Holds whose easings do not run into one another."""
    holds = list(holds)
    for i in range(len(holds) - 1):
        most = (holds[i + 1].centre - holds[i].end) / (2 * REACH)
        holds[i] = replace(holds[i], ease_right=min(holds[i].ease_right, most))
        holds[i + 1] = replace(holds[i + 1], ease_left=min(holds[i + 1].ease_left, most))
    return holds


class BumpStage:
    """B: seconds plus the timing mode's bumps."""

    def __init__(self, entries, seconds, fps, slowest, held, applied):
        self._seconds, self._slowest = seconds, slowest
        self._bumps, self._offsets = [], []
        for index, handle, ripple in entries:
            centre = float(held(np.array([handle.frame / fps]))[0][0])
            if not STILL * seconds < centre < (1 - STILL) * seconds:
                applied[index] = 0.0
                continue
            widths = handle.sigma_frames / fps, handle.right / fps
            bump = Bump(centre, *widths, centre, seconds - centre, ripple)
            offset = handle.offset / fps
            applied[index] = self._share(bump, offset)
            self._bumps.append(bump)
            self._offsets.append(offset * applied[index])

    @property
    def ripples(self):
        """Seconds by which everything after the rippling bumps is ahead."""
        return sum(offset for bump, offset in zip(self._bumps, self._offsets) if bump.ripple)

    @property
    def delay(self):
        """Seconds by which the bumps can delay the arrival at most."""
        return sum(max(0.0, -offset) for offset in self._offsets)

    def at(self, x):
        """Seconds with the bumps added, and their rate."""
        value, rate = x.copy(), np.ones_like(x)
        for bump, offset in zip(self._bumps, self._offsets):
            lead, slope = bump.at(x)
            value += offset * lead
            rate += offset * slope
        return value, rate

    def _share(self, bump, offset):
        """Largest share α of a bump that leaves the rate of time at its least value or above.

        The rate is linear in α: α = min over the falling side of (rate − ε) / −slope. Alone and away from the
        ends that is |offset| ≤ (1 − ε) σ √e, which is exact; else the minimum is searched.
        """
        start, end = bump.reach
        low, high = (bump.centre, end) if offset > 0 else (start, bump.centre)
        if high <= low:
            return 1.0
        sigma, space = (bump.right, bump.after) if offset > 0 else (bump.left, bump.before)
        others = [
            (other, size) for other, size in zip(self._bumps, self._offsets)
            if other.reach[0] < high and other.reach[1] > low
        ]
        if not others and space >= REACH * sigma:
            bound = (1 - self._slowest) * sigma / STEEPEST
            return bound / abs(offset) if abs(offset) > bound else 1.0
        used = sum(abs(size) * other.steepest for other, size in others)
        if abs(offset) * bump.steepest + used <= 1 - self._slowest:
            return 1.0
        spots = np.concatenate([_flanks(each) for each in (bump, *(other for other, _ in others))])

        def room(x):
            rate = 1.0 + sum(size * other.at(x)[1] for other, size in others)
            return rate - self._slowest, offset * bump.at(x)[1]

        return largest_share(room, np.unique(np.clip(spots, low, high)))
