"""A motion as a row of poses seen from the side."""

import numpy as np

from ..motion import rotations as rot
from ..starter import capsules
from . import ground
from .bodies import draw_crowd, on_floor, posed_crowd
from .camera import framing
from .drawing import write_text
from .walk import ramp

_INK = (0.25, 0.27, 0.31)


def draw_filmstrip(motion, poses=10, size=(1600, 460), *, start=0, end=None, spacing=None):
    """Picture of poses in a row from left to right, evenly spaced in time, the seconds below.

    Parameters
    ----------
    motion : Motion
    poses : int
    size : (width, height) pixels
    start, end : int, frames; the whole motion by default (end included)
    spacing : float, metres between two poses, optional; by default as wide as the picture allows

    Returns
    -------
    (height, width, 3) uint8 array
    """
    skeleton = motion.skeleton
    end = motion.frames - 1 if end is None else end
    frames = np.linspace(start, end, poses).round().astype(int)
    size_of_body = skeleton.leg_length / 0.85
    spacing = 1.02 * size_of_body * size[0] / size[1] * 1.85 / poses if spacing is None else spacing
    along = _mean_facing(motion, frames)
    row = np.arange(poses)[:, None] * spacing * along
    root = motion.pose.position[frames, skeleton.root]
    shift = np.column_stack([row[:, :2] - root[:, :2], np.zeros(poses)])
    crowd = posed_crowd(motion, capsules(skeleton), frames, ramp(np.linspace(0.0, 1.0, poses)), shift)
    crowd = on_floor(crowd)
    azimuth = float(np.arctan2(along[1], along[0])) - 0.5 * np.pi
    camera = framing(
        crowd.vertices[::5], azimuth, np.radians(7.0), size, field=0.25, margins=(0.03, 0.03, 0.07, 0.16)
    )
    image = ground.draw_floor(camera, crowd)
    draw_crowd(image, camera, crowd)
    letter = 0.028 * size[1]
    for place, frame in zip(row, frames, strict=True):
        below, _ = camera.project(np.array([place[0], place[1], 0.0]))
        seconds = f"{frame / motion.fps:.2f} s"
        write_text(image, seconds, (below[0], 0.955 * size[1]), letter, _INK, align="middle")
    return np.round(255.0 * np.clip(image, 0.0, 1.0)).astype(np.uint8)


def _mean_facing(motion, frames):
    """(3,) level unit vector: the way the body goes, or faces when it goes nowhere."""
    root = motion.pose.position[frames, motion.skeleton.root]
    gone = (root[-1] - root[0]) * [1.0, 1.0, 0.0]
    if np.linalg.norm(gone) < 0.5 and {"thigh_l", "thigh_r"} <= set(motion.skeleton.roles):
        hips = [motion.skeleton.roles[f"thigh_{side}"] for side in "lr"]
        left = np.diff(motion.pose.position[frames][:, hips[::-1]], axis=1).mean(axis=(0, 1))
        gone = rot.rotate(rot.about_z(-0.5 * np.pi), left) * [1.0, 1.0, 0.0]
    return gone / max(np.linalg.norm(gone), 1e-9)
