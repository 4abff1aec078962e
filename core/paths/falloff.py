"""Shapes of the warp curve's edits: Gaussians with a finite reach, and what can be made of them.

Each shape is a function of time with its slope, so that edits can be added, bounded and inverted exactly.
Up to 3 σ they are true Gaussians; between 3 σ and 4 σ a smooth step brings them to zero, so that nothing
further away ever changes.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import erfc

REACH = 4.0
TAPER_FROM = 3.0
HALF_AREA = np.sqrt(np.pi / 2)
STEEPEST = np.exp(-0.5)
DEEPEST = 0.5     # of (1 − u²) exp(−u²/2): 2 exp(−3/2) = 0.446, and a little for the taper
EASE = 1 / 3


def _taper(u):
    """1 up to 3, 0 from 4 on, and its slope; u ≥ 0."""
    v = np.minimum(np.maximum(u - TAPER_FROM, 0.0), 1.0)
    square, rest = v * v, 1.0 - v
    return 1.0 - square * v * (10.0 - 15.0 * v + 6.0 * square), -30.0 * square * rest * rest


def bell(u):
    """Unit-peak Gaussian exp(−u²/2) with its slope, zero from u = 4 on; u ≥ 0."""
    gauss = np.exp(-0.5 * u * u)
    weight, weight_slope = _taper(u)
    return gauss * weight, gauss * (weight_slope - u * weight)


def area(u):
    """Area under the Gaussian from 0 to u with its slope, √(π/2) from u = 4 on; u ≥ 0."""
    rest = HALF_AREA * erfc(u / np.sqrt(2))
    weight, weight_slope = _taper(u)
    return HALF_AREA - rest * weight, np.exp(-0.5 * u * u) * weight - rest * weight_slope


def _fall(away, sigma, room):
    """Unit-peak bell brought to zero at `room`, where the walk ends, and its slope; 0 ≤ away ≤ room."""
    value, slope = bell(away / sigma)
    slope = slope / sigma
    if room < REACH * sigma:
        edge = bell(room / sigma)[0]
        value = value - edge * (away / room) ** 2
        slope = slope - 2 * edge * away / room**2
    return value, slope


@dataclass(frozen=True)
class Bump:
    """Lead in time that is 1 at `centre` and falls off like a Gaussian on both sides.

    With `ripple` the lead stays 1 after the centre. `before` and `after` are the seconds to the start and the
    end of the walk, where the lead is zero.
    """

    centre: float
    left: float
    right: float
    before: float
    after: float
    ripple: bool

    @property
    def end(self):
        """A bump has no length."""
        return self.centre

    @property
    def reach(self):
        """First and last second at which the slope is not zero."""
        end = 0.0 if self.ripple else min(REACH * self.right, self.after)
        return self.centre - min(REACH * self.left, self.before), self.centre + end

    @property
    def steepest(self):
        """Upper bound of the slope's size, exact when both ends of the walk are out of reach."""
        steep = 0.0
        for sigma, room in ((self.left, self.before), (self.right, self.after)):
            edge = 2 * bell(room / sigma)[0] / room if room < REACH * sigma else 0.0
            steep = max(steep, STEEPEST / sigma + edge)
        return steep

    def at(self, x):
        """Value and slope at seconds x (N,)."""
        value, slope = np.zeros_like(x), np.zeros_like(x)
        start, end = self.reach
        early = np.flatnonzero((x > start) & (x <= self.centre))
        value[early], falling = _fall(self.centre - x[early], self.left, self.before)
        slope[early] = -falling
        if self.ripple:
            value[x > self.centre] = 1.0
            return value, slope
        late = np.flatnonzero((x > self.centre) & (x < end))
        value[late], slope[late] = _fall(x[late] - self.centre, self.right, self.after)
        return value, slope


@dataclass(frozen=True)
class Hold:
    """Map of time that stands still for exactly `length` seconds from `centre` on.

    Time slows down and picks up again over Gaussians of width `ease_left` and `ease_right`. Without `ripple`
    what was lost is made up for before and after, over Gaussians of width `left` and `right`, and `centre`
    keeps its place; with it all that follows is late.
    """

    centre: float
    length: float
    left: float
    right: float
    ease_left: float
    ease_right: float
    ripple: bool

    @property
    def end(self):
        """Second at which it ends."""
        return self.centre + self.length

    @property
    def lost(self):
        """Seconds by which what follows is late."""
        return self.length + HALF_AREA * (self.ease_left + self.ease_right) if self.ripple else 0.0

    def joined(self, other):
        """One hold of this one and another that begins before it ends."""
        last = self if self.end > other.end else other
        return replace(
            self, length=last.end - self.centre, right=last.right, ease_right=last.ease_right,
            ripple=self.ripple or other.ripple,
        )

    def at(self, t):
        """Seconds with the hold taken out, and their rate, at seconds t (N,)."""
        held, rate = t.copy(), np.ones_like(t)
        ease_left, ease_right = self.ease_left, self.ease_right
        end, regained = self.end, 0.0 if self.ripple else 1.0
        loss = HALF_AREA * ease_left
        stands = self.centre + (regained - 1.0) * loss
        early = np.flatnonzero((t > self.centre - REACH * self.left) & (t < self.centre))
        away = self.centre - t[early]
        lead, lead_slope = bell(away / self.left)
        covered, slowing = area(away / ease_left)
        held[early] += regained * loss * lead - loss + ease_left * covered
        rate[early] = 1.0 - regained * loss * lead_slope / self.left - slowing
        late = np.flatnonzero(t > end)
        away = t[late] - end
        lead, lead_slope = bell(away / self.right)
        covered, slowing = area(away / ease_right)
        due = regained * (self.length + HALF_AREA * ease_right)
        held[late] = stands + away - ease_right * covered + due * (1 - lead)
        rate[late] = 1.0 - slowing - due * lead_slope / self.right
        core = np.flatnonzero((t >= self.centre) & (t <= end))
        held[core], rate[core] = stands, 0.0
        held[early], held[late] = np.minimum(held[early], stands), np.maximum(held[late], stands)
        return held, rate


@dataclass(frozen=True)
class Pulse:
    """Time gained per unit of slowness added over `length` seconds from `centre` on, with Gaussian flanks.

    Its slope is that slowness: 1 on the core. Without `ripple` the flanks give back what the core takes, and
    nothing beyond 4 σ moves.
    """

    centre: float
    length: float
    left: float
    right: float
    ripple: bool

    @property
    def end(self):
        """Second at which its core ends."""
        return self.centre + self.length

    @property
    def reach(self):
        """First and last second at which the slope is not zero."""
        return self.centre - REACH * self.left, self.end + REACH * self.right

    def deepest(self, weight):
        """Upper bound of how far the pulse, times a weight, takes slowness down anywhere."""
        if weight < 0:
            return -weight
        if self.ripple:
            return 0.0
        return weight * (DEEPEST + STEEPEST * self.length / 2 / min(self.left, self.right))

    def at(self, x):
        """Value and slope at seconds x (N,)."""
        end, half = self.end, self.length / 2
        first, last = self.reach
        value, slope = np.zeros_like(x), np.zeros_like(x)
        offset = HALF_AREA * self.left + half if self.ripple else 0.0
        for side, sigma, edge, inside in (
            (-1.0, self.left, self.centre, (x > first) & (x < self.centre)),
            (1.0, self.right, end, (x > end) & (x < last)),
        ):
            flank = np.flatnonzero(inside)
            away = side * (x[flank] - edge)
            if self.ripple:
                covered, slope[flank] = area(away / sigma)
                value[flank] = offset + side * (half + sigma * covered)
            else:
                lead, lead_slope = bell(away / sigma)
                value[flank] = side * (half + away) * lead
                slope[flank] = lead + (half + away) * lead_slope / sigma
        core = np.flatnonzero((x >= self.centre) & (x <= end))
        value[core], slope[core] = offset + x[core] - self.centre - half, 1.0
        if self.ripple:
            value[x >= last] = offset + half + HALF_AREA * self.right
        return value, slope
