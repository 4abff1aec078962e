"""A walk in the making: steps as they are asked for, feet planted as they come, the whole take at the end."""

from dataclasses import replace

import numpy as np

from .contact import rolled
from .planting import Ranges, plant_feet
from .stream import start, step

#: Segments before the newest that are planted again with it, so that a swing can end in its plant.
_AGAIN = 3


class LiveTake:
    """Steps asked for one at a time, with planted feet up to the newest one.

    What lies before the frame that is shown never changes; a foot that stands keeps its place.

    Parameters
    ----------
    graph : MotionGraph
    position : (2,) array_like, metres; heading : float, radians; where the character stands
    fps : float
    ground : callable (N, 2) metres -> (N,) metres, optional; height of the ground
    """

    def __init__(self, graph, position=(0.0, 0.0), heading=0.0, fps=60.0, ground=None):
        self.graph = graph
        self.ground = ground
        self.state = start(graph, position=position, heading=heading, fps=fps)
        self.segments = []
        self._first = 0
        self._planted = None
        self._plants = None

    @property
    def frames(self):
        """Number of frames there are so far."""
        return self.state.frame

    def ask(self, specification):
        """Play one more step as wished and plant it.

        Parameters
        ----------
        specification : Specification

        Returns
        -------
        WalkSegment
        """
        self.state, segment = step(self.state, specification)
        self.segments.append(segment)
        recent = self.segments[-_AGAIN:]
        fixed = None if self._plants is None else _moved(self._plants, self._first - recent[0].start)
        self._planted, self._plants = self._plant(recent, fixed)
        self._first = recent[0].start
        return segment

    def shown(self, frame):
        """Motion of one frame: the pose to show at a frame of the newest steps."""
        at = int(np.clip(frame - self._first, 0, self._planted.frames - 1))
        return self._planted.cut(at, at + 1)

    def whole(self, frames=None):
        """The take from its first frame, planted in one piece.

        Parameters
        ----------
        frames : int, optional; how many frames to keep, all by default

        Returns
        -------
        Motion, Plants
        """
        motion, plants = self._plant(self.segments, None)
        return (motion if frames is None else motion.cut(0, max(int(frames), 1))), plants

    def _plant(self, segments, fixed):
        """Motion and plants of some segments in a row."""
        rows = np.concatenate([s.rows for s in segments])
        contact = rolled(np.concatenate([s.contact for s in segments]))
        base = np.concatenate([s.base for s in segments])
        heading = np.concatenate([s.heading for s in segments])
        raw = self.graph.space.motion(rows, base, heading, self.state.fps, "take")
        return plant_feet(raw, contact, self.ground, fixed=fixed, ranges=Ranges.of_graph(self.graph))


def _moved(plants, frames):
    """Plants whose frames count from another first frame."""
    return replace(plants, start=plants.start + frames, end=plants.end + frames)
