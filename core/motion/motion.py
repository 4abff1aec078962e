"""A clip: one skeleton moving."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.interpolate import CubicSpline

from . import rotations as rot
from .kinematics import forward
from .mirror import mirror_pose
from .skeleton import Skeleton


@dataclass(frozen=True, eq=False)
class Motion:
    """One skeleton moving through the world.

    Attributes
    ----------
    skeleton : Skeleton
    root_position : (F, 3) array, metres; world position of ``skeleton.root``
    rotation : (F, J, 4) array; Blender's pose rotations, one per joint
    fps : float; frames per second
    name : str
    """

    skeleton: Skeleton
    root_position: np.ndarray
    rotation: np.ndarray
    fps: float
    name: str = ""

    def __post_init__(self):
        """Check shapes once."""
        frames = len(self.root_position)
        if np.shape(self.root_position) != (frames, 3):
            raise ValueError(f"Motion.root_position has shape {np.shape(self.root_position)}, (F, 3) needed")
        wanted = (frames, self.skeleton.joints, 4)
        if np.shape(self.rotation) != wanted:
            raise ValueError(f"Motion.rotation has shape {np.shape(self.rotation)}, {wanted} needed")

    @property
    def frames(self):
        """Number of frames."""
        return len(self.root_position)

    @property
    def seconds(self):
        """Time from the first frame to the last."""
        return max(self.frames - 1, 0) / self.fps

    @cached_property
    def pose(self):
        """Pose: world positions (F, J, 3) and rotations (F, J, 4) of all joints."""
        return forward(self.skeleton, self.root_position, self.rotation)

    def with_(self, **changes):
        """The same motion with some attributes replaced."""
        return replace(self, **changes)

    def cut(self, start, end):
        """Frames start (included) to end (not included)."""
        return replace(self, root_position=self.root_position[start:end], rotation=self.rotation[start:end])

    def resampled(self, fps):
        """The same motion at another rate, by time, smooth in position and in turning.

        Rates that differ by less than a thousandth count as the same. C2 splines run through the
        samples, so that up-sampling leaves no steps in acceleration.
        """
        if self.frames < 2 or abs(fps / self.fps - 1.0) < 1e-3:
            return replace(self, fps=float(fps))
        count = int(np.floor(self.seconds * fps + 1e-6)) + 1
        return self.sampled(np.arange(count) * (self.fps / fps), fps)

    def sampled(self, frame, fps=None):
        """The motion at fractional frames.

        Parameters
        ----------
        frame : (N,) array of frames; clamped to the clip
        fps : float, optional; the rate the new frames are meant for (as before by default)
        """
        frame = np.clip(np.asarray(frame, dtype=float), 0.0, self.frames - 1.0)
        time = np.arange(self.frames)
        if self.frames == 1:
            first = np.zeros(len(frame), dtype=int)
            position, rotation = self.root_position[first], self.rotation[first]
        else:
            position = CubicSpline(time, self.root_position)(frame)
            rotation = rot.normalized(CubicSpline(time, rot.unroll(self.rotation))(frame))
        return replace(self, root_position=position, rotation=rotation, fps=float(fps or self.fps))

    def mirrored(self):
        """Left and right exchanged: reflected in the plane X = 0 of the world."""
        position, rotation = mirror_pose(self.skeleton, self.root_position, self.rotation)
        return replace(self, root_position=position, rotation=rotation)

    def moved(self, turn=0.0, offset=(0.0, 0.0, 0.0)):
        """Turned about the world's Z axis (radians), then shifted (metres)."""
        about = rot.about_z(turn)
        skeleton, root = self.skeleton, self.skeleton.root
        rest = skeleton.rest_global_rotation[root]
        rotation = self.rotation.copy()
        rotation[:, root] = rot.mul(rot.inv(rest), rot.mul(about, rot.mul(rest, rotation[:, root])))
        return replace(
            self, root_position=rot.rotate(about, self.root_position) + np.asarray(offset), rotation=rotation
        )
