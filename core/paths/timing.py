"""From handles to one monotone map: seconds of the edited walk to seconds of the unedited one.

    τ(t) = X⁻¹( B( U(t) ) )

U takes the holds out of the clock, B adds the timing mode's bumps, X adds the speed mode's slowness. Each is
strictly monotone, apart from U where a hold was asked for, so τ is.
"""

import numpy as np

from .pace import inverse
from .stages import BumpStage, HoldStage, SpeedStage

ARRIVED = 1e-12


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
        self.applied = np.ones(len(handles))
        speed, holds, bumps = [], [], []
        for index, handle in enumerate(handles):
            entry = index, handle, (handle.duration or duration) == "ripple"
            if (handle.mode or mode) == "speed":
                speed.append(entry)
                continue
            if handle.hold_frames > 0:
                holds.append(entry)
            if handle.offset != 0:
                bumps.append(entry)
        self.speed = SpeedStage(speed, pace, fps, slowest, self.applied)
        self.holds = HoldStage(holds, self.speed.seconds, fps, self.applied)
        self.bumps = BumpStage(bumps, self.speed.seconds, fps, slowest, self.holds.at, self.applied)
        self.seconds = self._arrival()

    def _led(self, t):
        """B(U(t)) and its rate, going on beyond the end."""
        held, held_rate = self.holds.at(t)
        led, led_rate = self.bumps.at(held)
        return led, held_rate * led_rate

    def lead(self, t):
        """B(U(t)): seconds of the walk as edited in speed mode only, at seconds t (N,)."""
        return np.clip(self._led(t)[0], 0.0, self.speed.seconds)

    def at(self, t):
        """τ and its rate at seconds t (N,) of the edited walk; beyond its ends as at its ends."""
        led, led_rate = self._led(np.clip(t, 0.0, self.seconds))
        x, rate = self.speed.before(np.clip(led, 0.0, self.speed.seconds))
        return x, led_rate * rate

    def _arrival(self):
        """Second at which the edited walk reaches its end."""
        end, ahead, late = self.speed.seconds, self.bumps.ripples, self.holds.lost
        if not ahead and not late:
            return end
        guess = end + late - ahead
        reached, rate = self._led(np.array([guess]))
        if guess > 0 and rate[0] > 0 and abs(reached[0] - end) < ARRIVED * end:
            return guess
        latest = end + late + 2 * self.bumps.delay + 1.0
        return float(inverse(lambda t: self._led(t)[0], np.array([end]), 0.0, latest)[0])
