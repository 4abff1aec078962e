"""What the viewport shows of the last results: kept for this session only, by the Action that holds them."""

import numpy as np

from .terrain import draped

_MOST = 64
_ABOVE = 0.005              # metres over the ground, so that the ground does not hide it
_walks = {}


def keep(action, walk, start_frame, ground=None):
    """Remember a walk that was just baked, so that its footprints can be drawn.

    Parameters
    ----------
    action : bpy.types.Action; the result
    walk : core.synthesis.Walk
    start_frame : int; scene frame of the walk's first frame
    ground : Terrain, optional; what it walks on
    """
    while len(_walks) >= _MOST:
        _walks.pop(next(iter(_walks)))
    _walks[action.session_uid] = Shown(walk, start_frame, ground)


def of(action):
    """Footprints and path of a result of this session, or None."""
    return None if action is None else _walks.get(action.session_uid)


class Shown:
    """A walk as arrays ready to draw.

    Parameters
    ----------
    walk : core.synthesis.Walk
    start_frame : int; scene frame of the walk's first frame
    ground : Terrain, optional; what it walks on

    Attributes
    ----------
    footprints : (P, N, 3) array, metres; outlines on the ground
    side : (P,) int array; 0 left, 1 right
    start, end : (P,) int arrays; scene frames
    path : (K, 3) array, metres; the path asked for
    speed : (K,) array, m/s; along it
    steps : tuple of (str, int, int); footstep pattern, first and last scene frame of each segment
    """

    def __init__(self, walk, start_frame, ground=None):
        self._motion, self._distance = walk.motion, np.asarray(walk.target_distance)
        plants = walk.plants
        self.side = np.asarray(plants.side)
        self.start = np.asarray(plants.start) + start_frame
        self.end = np.asarray(plants.end) + start_frame
        self.steps = tuple(
            (each.label, each.start + start_frame, each.start + each.frames - 1 + start_frame)
            for each in walk.segments
        )
        self._ankle, self._ball = np.asarray(plants.ankle), np.asarray(plants.ball)
        outlines = sole_outlines(self._ankle, self._ball)
        self.footprints = draped(outlines.reshape(-1, 3), ground).reshape(outlines.shape)
        path, self.speed = _speeds(walk)
        self.path, self._ground = draped(path, ground), ground

    def feet(self):
        """Footprints as a `Preview` has them: place (P, 3) metres, heading (P,), side (P,), by name."""
        along = self._ball - self._ankle
        place = draped(0.5 * (self._ankle + self._ball) * (1.0, 1.0, 0.0), self._ground)
        return {"place": place, "heading": np.arctan2(along[:, 1], along[:, 0]), "side": self.side}

    def pose_at(self, distance):
        """Motion of one frame: the walk where it had come so far (metres) along the path."""
        at = int(np.clip(np.searchsorted(self._distance, distance), 0, self._motion.frames - 1))
        return self._motion.cut(at, at + 1)


def sole_outlines(ankle, ball, points=18):
    """Outlines of soles on the ground.

    Parameters
    ----------
    ankle, ball : (P, 3) arrays, metres
    points : int

    Returns
    -------
    (P, points, 3) array, metres
    """
    along = (ball - ankle) * (1.0, 1.0, 0.0)
    length = np.linalg.norm(along, axis=1, keepdims=True)
    along = along / np.maximum(length, 1e-9)
    across = np.stack([-along[:, 1], along[:, 0], np.zeros(len(along))], axis=1)
    turn = np.linspace(0.0, 2.0 * np.pi, points, endpoint=False)
    forward = 0.95 * np.cos(turn)
    width = 0.34 * np.sin(turn) * (1.0 + 0.25 * np.cos(turn))
    middle = 0.5 * (ankle + ball) * (1.0, 1.0, 0.0) + (0.0, 0.0, _ABOVE)
    size = np.maximum(length, 0.08)[:, None]
    shape = forward[:, None] * along[:, None] + width[:, None] * across[:, None]
    return middle[:, None] + size * shape


def _speeds(walk):
    """Places every few frames along the asked path, and the speed there."""
    distance = np.asarray(walk.target_distance)
    speed = np.gradient(distance) * walk.motion.fps if len(distance) > 1 else np.zeros(len(distance))
    every = slice(None, None, max(1, len(distance) // 600))
    place = walk.path.point(distance[every])
    flat = np.column_stack([place[:, :2], np.full(len(place), _ABOVE)])
    return flat, speed[every]
