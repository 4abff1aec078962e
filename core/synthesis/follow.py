"""A walk along a path: the on-line step, asked many times with look-ahead."""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter1d

from ..errors import Cancelled, SpecificationError
from ..graph import without_sway
from ..motion import Motion
from ..paths import Path
from .contact import rolled
from .look_ahead import look_ahead
from .pace import distance_at_speed, feasible_distance
from .planting import Ranges, plant_feet
from .route import plan_route
from .shortfall import shortfalls
from .specification import Specification, check_speed, fastest
from .stream import start, step

#: Longest blend of a planted foot's correction into the swing, seconds.
_PLANT_WINDOW = 0.4
#: Width of the smoothing that takes out the sway of steps, in cycles.
_SWAY = 0.4
#: Rates a result can have, frames per second.
_RATES = (6.0, 480.0)


@dataclass(frozen=True, eq=False)
class Walk:
    """A character walking along a path.

    Attributes
    ----------
    motion : Motion of F frames
    plants : Plants; the footsteps
    segments : tuple of WalkSegment
    joins : (K,) int array; frames at which one segment passes into the next
    foot_contact : (F, 2, 2) bool array; [frame, left/right, heel/toe]
    path : core.paths.Path; the path asked for
    target_distance : (F,) array, metres along the path; what was asked, where feasible
    path_walked : (F, 2) array, metres; the pelvis without its sway
    warnings : tuple of str
    """

    motion: Motion
    plants: object
    segments: tuple
    joins: np.ndarray
    foot_contact: np.ndarray
    path: Path
    target_distance: np.ndarray
    path_walked: np.ndarray
    warnings: tuple[str, ...]


def follow_path(
    graph,
    path,
    target_distance=None,
    *,
    speed=None,
    fps=60.0,
    closed=False,
    style=None,
    ground=None,
    progress=None,
):
    """The walk along a path with feet that stay planted.

    Parameters
    ----------
    graph : MotionGraph
    path : core.paths.Path, or (N, 2) array_like of points, metres
    target_distance : (F,) array_like, metres along the path at each frame, optional
    speed : float, m/s, optional; used when no distances are given: from a stand to a stand
    fps : float; frames per second of the result
    closed : bool; whether points given as an array close on themselves
    style : dict of style parameter to wished value, optional
    ground : callable (N, 2) metres -> (N,) metres, optional; height of the ground
    progress : callable, optional; called with the share done, 0 to 1; returns False to cancel

    Returns
    -------
    Walk

    Raises
    ------
    PathError
        When the path has no length.
    SpecificationError
        When the speed, rate or distances make no sense.
    Cancelled
        When `progress` asks for it.
    """
    if not np.isfinite(fps) or not _RATES[0] <= fps <= _RATES[1]:
        raise SpecificationError(f"{fps:g} frames per second: {_RATES[0]:g} to {_RATES[1]:g} are possible")
    if not isinstance(path, Path):
        path = Path(path, closed)
    wish = _wished_distance(graph, path, target_distance, speed, fps)
    distance, limit = wish, fastest(graph)
    if target_distance is not None:
        distance = feasible_distance(path, wish, fps, limit)
    route = plan_route(path, distance, fps)
    segments = _steps(graph, route, style or {}, progress)
    frames = len(distance)
    rows = np.concatenate([s.rows for s in segments])[:frames]
    contact = rolled(np.concatenate([s.contact for s in segments])[:frames])
    rows[:, 1] -= _outward(rows[:, 1], route, graph.cycle)
    raw = graph.space.motion(rows, route.base, route.heading, fps, "walk")
    motion, plants = plant_feet(raw, contact, ground, window=_PLANT_WINDOW, ranges=Ranges.of_graph(graph))
    joins = np.array([s.start for s in segments[1:] if s.start < frames], dtype=int)
    walked = without_sway(motion.root_position[:, :2], _SWAY * graph.cycle * fps)
    warnings = shortfalls(graph, path, wish, distance, segments, fps, speed)
    return Walk(motion, plants, tuple(segments), joins, contact, path, distance, walked, warnings)


def _outward(sway, route, cycle):
    """(F,) what is lasting of the sway to the left, metres: in bends bodies keep outside of their base."""
    lasting = without_sway(sway[:, None], _SWAY * cycle * route.fps)[:, 0]
    going = (~route.standing).astype(float)
    return lasting * gaussian_filter1d(going, 0.5 * _SWAY * cycle * route.fps, mode="nearest")


def _wished_distance(graph, path, target_distance, speed, fps):
    """(F,) distances as they were asked for."""
    if target_distance is not None:
        return np.asarray(target_distance, dtype=float)
    if speed is None:
        raise SpecificationError("no speed and no timing: say how fast to walk")
    check_speed(speed)
    return distance_at_speed(path, speed, fps, graph)


def _steps(graph, route, style, progress):
    """The segments of the whole walk."""
    frames = len(route.distance)
    state = start(graph, position=route.base[0], heading=route.heading[0], fps=route.fps)
    segments = []
    while state.frame < frames:
        if progress is not None and progress(state.frame / frames) is False:
            raise Cancelled("the walk was cancelled")
        gait, count = look_ahead(state, route)
        wish = Specification(gait=gait, style=style, route=route, frames=count)
        state, segment = step(state, wish)
        segments.append(segment)
    return segments
