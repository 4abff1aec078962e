"""Where a walk could not do what was asked, in words."""

import numpy as np

from .specification import fastest, slowest

#: A lag behind the wished distance (metres) and a share of speed that are worth a word.
_LAG, _SHARE = 0.05, 0.05


def shortfalls(graph, path, wish, distance, segments, fps, speed=None):
    """What the library could not give: where, when and by how much.

    Parameters
    ----------
    graph : MotionGraph
    path : core.paths.Path
    wish, distance : (F,) arrays, metres along the path; asked, and made feasible
    segments : list of WalkSegment
    fps : float
    speed : float, m/s, optional; the one speed asked for

    Returns
    -------
    tuple of str
    """
    out = []
    limit = fastest(graph)
    if speed is not None and speed > limit:
        out.append(f"speed {speed:.2f} m/s: the clips reach {limit:.2f} m/s at most, which is what is used")
    asked = float(np.max(np.diff(wish), initial=0.0)) * fps
    if speed is None and asked > limit * (1.0 + _SHARE):
        at = int(np.argmax(np.diff(wish)))
        out.append(
            f"frame {at}, {wish[at]:.1f} m along the path: {asked:.2f} m/s asked, "
            f"the clips reach {limit:.2f} m/s"
        )
    lag = np.abs(wish - distance)
    lag[: int(fps) + 1] = 0.0
    lag[-int(fps) - 1 :] = 0.0
    if lag.max(initial=0.0) > _LAG:
        at = int(np.argmax(lag))
        where = f"frame {at}, {wish[at]:.1f} m along the path"
        out.append(f"{where}: {100.0 * lag[at]:.0f} cm behind what was asked")
    least = slowest(graph)
    slow = [s for s in segments if s.label in ("FLF", "FRF") and 0.2 < s.speed < least]
    if slow:
        worst = min(slow, key=lambda s: s.speed)
        out.append(
            f"frame {worst.start}: {worst.speed:.2f} m/s is slower than any clip walks; running steps are "
            "shortened"
        )
    made_up = sorted({s.label for s in segments if not s.clip and s.label != "S"})
    if made_up:
        out.append("made up, no clip shows it: " + ", ".join(_in_words(label) for label in made_up))
    return tuple(out)


def _in_words(label):
    names = {"S": "standing", "L": "the left foot", "R": "the right foot", "F": "flight"}
    return f"from {names[label[0]]} to {names[label[-1]]}"
