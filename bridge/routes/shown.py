"""What the viewport shows of results: steps, footprints and path, kept with the Action that holds the walk.

What a session needs beside it, to drag a walk that it made itself, is kept for this session only.
"""

from typing import NamedTuple

import numpy as np

from .terrain import draped

_MOST = 64
_ABOVE = 0.005              # metres over the ground, so that the ground does not hide it
_KEPT = "stepweave_walk"
_OUTLINE = 18               # points of a footprint
_walks, _opened = {}, {}    # by the Action's session_uid: made in this session, read from files


class Drawn(NamedTuple):
    """What is drawn of a walk.

    Attributes
    ----------
    footprints : (P, N, 3) array, metres; outlines on the ground
    side : (P,) int array; 0 left, 1 right
    start, end : (P,) int arrays; scene frames
    path : (K, 3) array, metres; the path asked for
    speed : (K,) array, m/s; along it
    steps : tuple of (str, int, int); footstep pattern, first and last scene frame of each segment
    """

    footprints: np.ndarray
    side: np.ndarray
    start: np.ndarray
    end: np.ndarray
    path: np.ndarray
    speed: np.ndarray
    steps: tuple


def keep(action, walk, start_frame, ground=None):
    """Remember a walk that was just baked; what is drawn of it is saved with its Action.

    Parameters
    ----------
    action : bpy.types.Action; the result
    walk : core.synthesis.Walk
    start_frame : int; scene frame of the walk's first frame
    ground : Terrain, optional; what it walks on
    """
    _make_room(_walks)
    _walks[action.session_uid] = found = Shown(walk, start_frame, ground)
    arrays = found.drawn._asdict()
    steps = arrays.pop("steps")
    action[_KEPT] = {
        **{name: values.ravel().tolist() for name, values in arrays.items()},
        "labels": " ".join(label for label, _, _ in steps),
        "spans": [frame for _, *span in steps for frame in span],
    }


def of(action):
    """A result of this session, or None."""
    return None if action is None else _walks.get(action.session_uid)


def drawn(action):
    """What is drawn of a result, made in this session or in an opened file; None when it is no walk."""
    if action is None:
        return None
    number = action.session_uid
    if number in _walks:
        return _walks[number].drawn
    if _KEPT in action and number not in _opened:
        _make_room(_opened)
        _opened[number] = _read(action[_KEPT])
    return _opened.get(number)


def _make_room(store):
    while len(store) >= _MOST:
        store.pop(next(iter(store)))


def _read(kept):
    """What an Action of an opened file keeps, as arrays."""
    spans = np.asarray(kept["spans"], int).reshape(-1, 2).tolist()
    return Drawn(
        footprints=np.asarray(kept["footprints"], float).reshape(-1, _OUTLINE, 3),
        side=np.asarray(kept["side"], int),
        start=np.asarray(kept["start"], int),
        end=np.asarray(kept["end"], int),
        path=np.asarray(kept["path"], float).reshape(-1, 3),
        speed=np.asarray(kept["speed"], float),
        steps=tuple((label, *span) for label, span in zip(kept["labels"].split(), spans, strict=True)),
    )


class Shown:
    """A walk as arrays ready to draw.

    Parameters
    ----------
    walk : core.synthesis.Walk
    start_frame : int; scene frame of the walk's first frame
    ground : Terrain, optional; what it walks on

    Attributes
    ----------
    drawn : Drawn
    """

    def __init__(self, walk, start_frame, ground=None):
        self._motion, self._distance, self._ground = walk.motion, np.asarray(walk.target_distance), ground
        plants = walk.plants
        self._ankle, self._ball = np.asarray(plants.ankle), np.asarray(plants.ball)
        outlines = sole_outlines(self._ankle, self._ball)
        path, speed = _speeds(walk)
        self.drawn = Drawn(
            footprints=draped(outlines.reshape(-1, 3), ground).reshape(outlines.shape),
            side=np.asarray(plants.side),
            start=np.asarray(plants.start) + start_frame,
            end=np.asarray(plants.end) + start_frame,
            path=draped(path, ground),
            speed=speed,
            steps=tuple(
                (each.label, each.start + start_frame, each.start + each.frames - 1 + start_frame)
                for each in walk.segments
            ),
        )

    def feet(self):
        """Footprints as a `Preview` has them: place (P, 3) metres, heading (P,), side (P,), by name."""
        along = self._ball - self._ankle
        place = draped(0.5 * (self._ankle + self._ball) * (1.0, 1.0, 0.0), self._ground)
        return {"place": place, "heading": np.arctan2(along[:, 1], along[:, 0]), "side": self.drawn.side}

    def pose_at(self, distance):
        """Motion of one frame: the walk where it had come so far (metres) along the path."""
        at = int(np.clip(np.searchsorted(self._distance, distance), 0, self._motion.frames - 1))
        return self._motion.cut(at, at + 1)


def sole_outlines(ankle, ball, points=_OUTLINE):
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
