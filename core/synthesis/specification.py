"""What is asked of the next step, and what a library can give."""

from dataclasses import dataclass, field

import numpy as np

from ..errors import SpecificationError

#: No human runs faster than this, m/s.
_FASTEST_HUMAN = 12.5
#: Slower than this, m/s, is standing.
STANDING_SPEED = 0.08
#: Stride and cadence can each be stretched to this much of what the clips show, and share a change
#: of speed equally (the walk ratio is kept).
CADENCE_LIMITS = (0.7, 1.3)
#: How far beyond its fastest, below its slowest clip a gait is taken.
_FASTER, _SLOWER_RUN = 1.35, 0.6
#: Share by which a speed must pass the border between two gaits before the gait changes.
_HYSTERESIS = 0.06


@dataclass(frozen=True)
class Specification:
    """A wish for the next step.

    Attributes
    ----------
    speed : float, m/s; 0 to stand
    turn_rate : float, radians per second, left positive
    heading : float, radians, optional; a direction of the world to turn to; wins over `turn_rate`
    gait : "stand", "walk" or "run", optional; by default the one that suits the speed
    style : dict of "clearance", "lean", "arm_swing" to float; wished values, optional
    route : Route, optional; where to be at each frame; wins over speed, turn rate and heading
    frames : int, optional; how many frames the step should take, kept within natural limits
    """

    speed: float = 1.3
    turn_rate: float = 0.0
    heading: float | None = None
    gait: str | None = None
    style: dict = field(default_factory=dict)
    route: object = None
    frames: int | None = None

    def __post_init__(self):
        """Refuse what makes no sense."""
        check_speed(self.speed, least=0.0)
        if not np.isfinite(self.turn_rate):
            raise SpecificationError(f"turn rate {self.turn_rate}: a number of radians per second is needed")
        if self.gait not in (None, "stand", "walk", "run"):
            raise SpecificationError(f"gait '{self.gait}': 'stand', 'walk' or 'run' is needed")


def check_speed(speed, least=0.05):
    """Raise SpecificationError unless a human can move at this speed (m/s)."""
    if not np.isfinite(speed) or speed < least:
        raise SpecificationError(f"speed {speed:g} m/s: a speed above {least:g} m/s is needed")
    if speed > _FASTEST_HUMAN:
        raise SpecificationError(f"speed {speed:g} m/s: nobody runs faster than {_FASTEST_HUMAN:g} m/s")


def fastest(graph, gait=None):
    """The fastest speed the library can be taken to, m/s, in one gait or in any."""
    gaits = [gait] if gait else [g for g in graph.gaits if g != "stand"]
    return max(_FASTER * graph.speed_range(g)[1] for g in gaits)


def slowest(graph):
    """The slowest speed the library can go at without standing still, m/s."""
    if "walk" in graph.gaits:
        return 0.0
    return _SLOWER_RUN * graph.speed_range("run")[0]


def gait_border(graph):
    """Speed at which walking turns into running, m/s; None when the library has one of them only."""
    if not {"walk", "run"} <= set(graph.gaits):
        return None
    walk, run = graph.speed_range("walk")[1], graph.speed_range("run")[0]
    return float(np.clip(np.sqrt(walk * run), 0.8 * walk, 1.3 * walk))


def gait_for(graph, speed, current="stand"):
    """The gait that suits a speed, slow to leave the current one.

    Parameters
    ----------
    graph : MotionGraph
    speed : float, m/s
    current : str; the gait now

    Returns
    -------
    "stand", "walk" or "run"
    """
    if speed < STANDING_SPEED:
        return "stand"
    border = gait_border(graph)
    if border is None:
        return "walk" if "walk" in graph.gaits else "run"
    if current == "walk":
        border *= 1.0 + _HYSTERESIS
    elif current == "run":
        border *= 1.0 - _HYSTERESIS
    return "walk" if speed < border else "run"
