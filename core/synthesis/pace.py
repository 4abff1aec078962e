"""How far along the path to be at each frame: from a speed, or from a wish made feasible."""

import numpy as np
from scipy.ndimage import gaussian_filter1d

from ..errors import SpecificationError
from ..graph import CYCLES, without_sway
from .change import speed_cap, start_to, stop_from
from .specification import fastest, gait_for

#: Spacing of the samples along a path (metres) and width over which its bends are seen (metres).
_STEP, _BEND = 0.02, 0.15
#: Turning (radians per second) and sideways acceleration (m/s^2) a planned walk keeps to ...
_TURN, _LATERAL = 1.7, 2.6
#: ... and the most a walk is held to when the timing is given.
_TURN_MOST, _LATERAL_MOST = 4.0, 6.0
#: Gain and loss of speed about bends: m/s^2, and that per m/s.
_GAIN, _GAIN_PER_SPEED = 0.6, 0.3
#: Gain of speed (m/s^2) no body follows, and the seconds over which it is then evened out.
_GAIN_MOST, _EVEN = 12.0, 0.15
#: Seconds of standing before the first and after the last step, when the timing is ours to choose.
_LEAD, _REST = 0.4, 0.7
#: Seconds over which a given timing is eased at an end where it starts or stops at once.
_EASE = 1.0
#: An end slower than this (m/s) needs no easing.
_SLOW_END = 0.25


def distance_at_speed(path, speed, fps, graph):
    """Distance along the path at each frame for a walk at one speed, from standing to standing.

    Bends and corners are taken as slowly as they ask for; speed is gained and lost as the library's
    starts and stops do.

    Parameters
    ----------
    path : core.paths.Path
    speed : float, m/s
    fps : float
    graph : MotionGraph; gives the fastest speed and the way speed is gained and lost

    Returns
    -------
    (F,) array, metres
    """
    s, bend = _bends(path)
    speed = min(speed, fastest(graph))
    gait = gait_for(graph, speed)
    square = np.minimum(speed, bend_speed(bend, _TURN, _LATERAL)) ** 2
    rate = _GAIN + _GAIN_PER_SPEED * speed
    forward = np.minimum.accumulate(square - 2.0 * rate * s) + 2.0 * rate * s
    backward = (np.minimum.accumulate((forward + 2.0 * rate * s)[::-1]))[::-1] - 2.0 * rate * s
    pace = np.sqrt(np.maximum(backward, 0.0))
    pace = np.minimum(pace, speed_cap(start_to(graph, gait, speed), speed, s))
    pace = np.minimum(pace, speed_cap(stop_from(graph, CYCLES[gait][0], speed), speed, path.length - s))
    mean = np.maximum(0.5 * (pace[1:] + pace[:-1]), 1e-3)
    time = np.concatenate([[0.0], np.cumsum(np.diff(s) / mean)])
    frames = int(np.ceil((time[-1] + _LEAD + _REST) * fps)) + 1
    distance = np.interp(np.arange(frames) / fps - _LEAD, time, s)
    return np.maximum.accumulate(gaussian_filter1d(distance, 0.08 * fps, mode="nearest"))


def feasible_distance(path, wish, fps, limit):
    """The nearest to a wished distance that the library and the bends allow.

    The walk never goes back, eases in and out where the wish starts or stops at once, and where the
    wish is too fast it lags behind and catches up.

    Parameters
    ----------
    path : core.paths.Path
    wish : (F,) array, metres
    fps : float
    limit : float, m/s

    Returns
    -------
    (F,) array, metres

    Raises
    ------
    SpecificationError
        When the wish is no series of at least two numbers.
    """
    wish = np.asarray(wish, dtype=float)
    if wish.ndim != 1 or len(wish) < 2 or not np.all(np.isfinite(wish)):
        raise SpecificationError("target distance: one finite number of metres per frame is needed")
    wish = np.maximum.accumulate(np.maximum(wish, 0.0))
    if not path.closed:
        wish = np.minimum(wish, path.length)
    wish = _without_jerks(wish, fps)
    wish = _eased_start(wish, fps)
    wish = wish[-1] - _eased_start((wish[-1] - wish)[::-1], fps)[::-1]
    return _limited(path, wish, fps, limit)


def _without_jerks(distance, fps):
    """The same distance, evened out where it gains or loses speed faster than a body can."""
    if len(distance) < 4 or np.abs(np.diff(distance, 2)).max() * fps**2 < _GAIN_MOST:
        return distance
    even = without_sway(distance[:, None], _EVEN * fps)[:, 0]
    return np.clip(np.maximum.accumulate(even), distance[0], distance[-1])


def bend_speed(bend, turn, lateral):
    """Speed (m/s) at which a bend (radians per metre) can be taken."""
    bend = np.maximum(np.abs(bend), 1e-6)
    return np.minimum(turn / bend, np.sqrt(lateral / bend))


def _bends(path):
    """Samples of arc length and the turning per metre there, corners spread out."""
    count = max(int(np.ceil(path.length / _STEP)), 2) + 1
    s = np.linspace(0.0, path.length, count)
    heading = heading_along(path, s)
    smooth = gaussian_filter1d(heading, _BEND / (s[1] - s[0]), mode="nearest")
    return s, np.gradient(smooth, s)


def heading_along(path, s):
    """(N,) heading at rising arc lengths, unwrapped over corners."""
    return np.unwrap(path.heading(s))


def _eased_start(distance, fps):
    """The same distance, starting from rest."""
    frames = int(min(_EASE * fps, len(distance) // 3))
    if frames < 3 or (distance[1] - distance[0]) * fps < _SLOW_END:
        return distance
    slope = distance[frames + 1] - distance[frames]
    x = np.arange(frames) / frames
    way = distance[frames] - distance[0]
    out = distance.copy()
    out[:frames] = distance[0] + way * (3.0 * x**2 - 2.0 * x**3) + slope * frames * (x**3 - x**2)
    return np.maximum.accumulate(out)


def _limited(path, wish, fps, limit):
    """The wish held to the library's top speed and to what bends allow."""
    s, bend = _bends(path)
    cap = np.minimum(limit, bend_speed(bend, _TURN_MOST, _LATERAL_MOST)) / fps
    if np.all(np.diff(wish) <= cap.min() + 1e-9):
        return wish
    out = np.empty_like(wish)
    out[0] = wish[0]
    spacing, last = s[1] - s[0], len(s) - 1
    for frame in range(1, len(wish)):
        lap = out[frame - 1] % path.length if path.closed else out[frame - 1]
        allowed = cap[min(int(lap / spacing), last)]
        out[frame] = min(wish[frame], out[frame - 1] + allowed)
    return without_sway(out[:, None], 0.05 * fps)[:, 0]
