"""From handles to one monotone map: seconds of the edited walk to seconds of the unedited one.

    τ(t) = X⁻¹( B( U(t) ) )

U takes the holds out of the clock, B adds the timing mode's bumps, X adds the speed mode's slowness. Each is
strictly monotone, apart from U where a hold was asked for, so τ is.
"""

from dataclasses import replace
from functools import cached_property

import numpy as np

from .falloff import REACH, STEEPEST, Bump, Hold, Pulse
from .pace import inverse

GRID = 129
REFINE = 17
REFINE_ROUNDS = 3
LEAST_SLOWNESS = 0.05
SURELY_FREE = 1.1
LARGEST_SHARE_OF_REST = 0.75
STILL = 1e-6
NEWTON_ROUNDS = 6
CONVERGED = 1e-11
TABLE_PER_SECOND = 60.0


class Timing:
    """The map made by a list of handles.

    Parameters
    ----------
    handles : sequence of Handle
    pace : Pace
    fps : float
    mode, duration : str
        For the handles that do not say.
    slowest : float
        Time never runs slower than this share of its usual rate, except in holds.

    Attributes
    ----------
    applied : (K,) array
        Share of each handle's wish that could be met: 1 is all of it, 0 none (outside the walk).
    seconds : float
        How long the edited walk takes.
    """

    def __init__(self, handles, pace, fps, mode, duration, slowest):
        self._pace, self._fps, self._slowest = pace, fps, slowest
        self.applied = np.ones(len(handles))
        of_speed = [(handle.mode or mode) == "speed" for handle in handles]
        ripple = [(handle.duration or duration) == "ripple" for handle in handles]
        entries = list(zip(range(len(handles)), handles, ripple))
        self._pulses, self._weights = [], []
        for entry in (entry for entry, speed in zip(entries, of_speed) if speed):
            self._add_pulse(*entry)
        self._start = self._slowed(np.zeros(1))[0][0] if self._pulses else 0.0
        self.eased_seconds = float(self.after_speed(np.array([pace.seconds]))[0])
        timed = [entry for entry, speed in zip(entries, of_speed) if not speed]
        self._holds, self._lost = [], 0.0
        for entry in sorted(timed, key=lambda entry: entry[1].frame):
            if entry[1].hold_frames > 0:
                self._add_hold(*entry)
        self._holds = self._fitted_holds()
        self._lost = sum(hold.lost for hold in self._holds)
        self._bumps, self._offsets = [], []
        for entry in timed:
            if entry[1].offset != 0:
                self._add_bump(*entry)
        self.seconds = self._arrival()

    # the three maps

    def _held(self, t):
        """U: seconds with the holds taken out, and its rate."""
        rate = np.ones_like(t)
        for hold in reversed(self._holds):
            t, one = hold.at(t)
            rate = rate * one
        return t, rate

    def _led(self, x):
        """B: seconds plus the bumps, and its rate."""
        value, rate = x.copy(), np.ones_like(x)
        for bump, offset in zip(self._bumps, self._offsets):
            lead, slope = bump.at(x)
            value += offset * lead
            rate += offset * slope
        return value, rate

    def _slowed(self, x):
        """X before it is shifted to start at 0: seconds of the unedited walk plus what the pulses add."""
        value, rate = x.copy(), np.ones_like(x)
        for pulse, weight in zip(self._pulses, self._weights):
            gained, slope = pulse.at(x)
            value += weight * gained
            rate += weight * slope
        return value, rate

    def after_speed(self, x):
        """Second at which the walk, edited in speed mode only, is where the unedited one is at `x`."""
        return self._slowed(x)[0] - self._start

    def before_speed(self, y):
        """Inverse of `after_speed`: (seconds, rate)."""
        if not self._pulses:
            return y, np.ones_like(y)
        x = np.interp(y, *self._table)
        for _ in range(NEWTON_ROUNDS):
            value, rate = self._slowed(x)
            step = (value - self._start - y) / rate
            x = np.clip(x - step, 0, self._pace.seconds)
            if np.abs(step).max(initial=0.0) < CONVERGED:
                break
        return x, 1 / rate

    @cached_property
    def _table(self):
        count = int(np.ceil(self._pace.seconds * TABLE_PER_SECOND))
        table = np.linspace(0, self._pace.seconds, max(count, 256))
        return self.after_speed(table), table

    def lead(self, t):
        """B(U(t)) with its rate: seconds of the walk as edited in speed mode only."""
        held, held_rate = self._held(t)
        led, led_rate = self._led(held)
        inside = (led >= 0) & (led <= self.eased_seconds)
        return np.clip(led, 0, self.eased_seconds), np.where(inside, held_rate * led_rate, 0.0)

    def at(self, t):
        """τ and its rate at seconds t (N,) of the edited walk, clipped to the walk."""
        t = np.clip(t, 0.0, self.seconds)
        led, led_rate = self.lead(t)
        x, rate = self.before_speed(led)
        return x, led_rate * rate

    # adding the handles one by one, each bounded by those before it

    def _add_pulse(self, index, handle, ripple):
        whole, centre, length, left, right = self._inside(handle, self._pace.seconds, ripple)
        base = float(self._pace.speed(centre)) if whole else 0.0
        if handle.offset == 0 or base <= 0:
            self.applied[index] = float(handle.offset == 0)
            return
        if ripple:
            left, right = handle.sigma_frames / self._fps, handle.right / self._fps
        slowness = self._slowed(np.array([centre]))[1][0]
        wanted = max(base / slowness + handle.offset, self._slowest * base)
        weight = base / wanted - slowness
        pulse = Pulse(centre, length, left, right, ripple)
        share = self._pulse_share(pulse, weight)
        self._pulses.append(pulse)
        self._weights.append(weight * share)
        reached = base / (slowness + weight * share) - base / slowness
        self.applied[index] = reached / handle.offset

    def _pulse_share(self, pulse, weight):
        """Largest share of a pulse that leaves the slowness everywhere above its least value."""
        low, high = np.clip(pulse.reach, 0, self._pace.seconds)
        spots = [np.linspace(low, high, 2 * GRID)]
        spots += [np.clip(np.linspace(*other.reach, GRID), low, high) for other in self._pulses]

        def room(x):
            return self._slowed(x)[1] - LEAST_SLOWNESS, weight * pulse.at(x)[1]

        return _largest_share(room, np.unique(np.concatenate(spots)))

    def _add_hold(self, index, handle, ripple):
        whole, centre, length, left, right = self._inside(handle, self.eased_seconds + self._lost, ripple)
        if not whole:
            self.applied[index] = 0.0
            return
        hold = Hold(centre, length, left, right, ripple)
        self._holds.append(hold)
        self._lost += hold.lost
        self.applied[index] = min(1.0, length * self._fps / handle.hold_frames)

    def _fitted_holds(self):
        """The holds, each put into the clock that the later ones leave it, so that all stand where asked."""
        asked, self._holds = self._holds, []
        for hold in reversed(asked):
            first, last = self._held(np.array([hold.centre, hold.centre + hold.length]))[0]
            self._holds.insert(0, replace(hold, centre=float(first), length=float(last - first)))
        return self._holds

    def _inside(self, handle, seconds, ripple):
        """Whether a handle is inside the walk, and its centre, length and widths in seconds, made to fit."""
        centre = handle.frame / self._fps
        least = STILL * seconds
        if not least < centre < seconds - least:
            return False, centre, 0.0, 0.0, 0.0
        length, right = handle.hold_frames / self._fps, handle.right / self._fps
        left = min(handle.sigma_frames / self._fps, centre / REACH)
        if not ripple:
            length = min(length, LARGEST_SHARE_OF_REST * (seconds - centre))
            right = min(right, (seconds - centre - length) / REACH)
        return True, centre, length, left, right

    def _add_bump(self, index, handle, ripple):
        centre = float(self._held(np.array([handle.frame / self._fps]))[0][0])
        before, after = centre, self.eased_seconds - centre
        least = STILL * self.eased_seconds
        if before <= least or after <= least:
            self.applied[index] = 0.0
            return
        bump = Bump(centre, handle.sigma_frames / self._fps, handle.right / self._fps, before, after, ripple)
        offset = handle.offset / self._fps
        share = self._bump_share(bump, offset)
        self._bumps.append(bump)
        self._offsets.append(offset * share)
        self.applied[index] = share

    def _bump_share(self, bump, offset):
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
        spots = [np.linspace(low, high, GRID)]
        spots += [np.clip(np.linspace(*other.reach, GRID), low, high) for other, _ in others]

        def room(x):
            rate = 1.0 + sum(size * other.at(x)[1] for other, size in others)
            return rate - self._slowest, offset * bump.at(x)[1]

        return _largest_share(room, np.unique(np.concatenate(spots)))

    def _arrival(self):
        """Second at which the edited walk reaches its end."""
        lead = sum(offset for bump, offset in zip(self._bumps, self._offsets) if bump.ripple)
        if not lead and not self._lost:
            return self.eased_seconds
        guess = self.eased_seconds + self._lost - lead
        if guess > 0 and self._is_arrival(guess):
            return guess
        late = sum(max(0.0, -offset) for offset in self._offsets)
        latest = self.eased_seconds + self._lost + 2 * late + 1.0

        def reached(t):
            return self._led(self._held(np.atleast_1d(t))[0])[0].reshape(np.shape(t))

        return float(inverse(reached, self.eased_seconds, 0.0, latest))

    def _is_arrival(self, guess):
        reached, rate = self._led(self._held(np.array([guess]))[0])
        return rate[0] > 0 and abs(reached[0] - self.eased_seconds) < 1e-12 * self.eased_seconds


def _largest_share(room, x):
    """Largest share in [0, 1] of a change whose rate stays within the room left, by a refined grid.

    `room` gives, at seconds x, how much the rate may fall and by how much the whole change would move it.
    """
    for _ in range(REFINE_ROUNDS + 1):
        free, change = room(x)
        share = np.where(change < 0, np.maximum(free, 0.0) / np.maximum(-change, 1e-300), np.inf)
        worst = int(np.argmin(share))
        least = share[worst]
        if least > SURELY_FREE:
            return 1.0
        x = np.linspace(x[max(worst - 1, 0)], x[min(worst + 1, len(x) - 1)], REFINE)
    return float(min(1.0, least))


