"""What the analysis can be asked to do differently."""

from dataclasses import dataclass


@dataclass(frozen=True)
class AnalysisSettings:
    """Thresholds of the analysis, for a leg of 0.85 m; they scale with the leg of the clip.

    Attributes
    ----------
    contact_speed : float, m/s; slower than this, a foot is more likely on the ground than not
    contact_height : float, metres; a foot higher than this above its local floor is likely in the air
    flight_fall : float, in g; a body that accelerates downwards by more than this is likely in flight
    stand_time : float, seconds; double support at least this long, and slow, is standing
    stand_speed : float, m/s; the speed of the centre of mass below which double support is standing
    cut_spacing : float, seconds; the least time between two cuts
    cut_prominence : float, metres; the least rise of a peak of the centre of mass
    stand_piece : float, seconds; how soon after it begins, and before it ends, a long stand is cut
    """

    contact_speed: float = 0.5
    contact_height: float = 0.04
    flight_fall: float = 0.2
    stand_time: float = 0.45
    stand_speed: float = 0.2
    cut_spacing: float = 0.2
    cut_prominence: float = 0.004
    stand_piece: float = 0.35
