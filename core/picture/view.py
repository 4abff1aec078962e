"""From where a walk is looked at."""

import numpy as np

from .camera import framing

_EYE_HEIGHT = np.radians(27.0)
_TRIES = np.radians([-36, -28, -20, -12, -4, 4, 12, 20, 28, 36])
_TALL, _WIDE = 1.75, 0.6  # metres


def view_of(motion, path_asked=None, path_walked=None, size=(1600, 1000), *, poses=None, azimuth=None):
    """Camera of `draw_walk` for the same arguments: it says where in the picture a place is.

    It stands about abreast of the way, where the bodies are seen large and do not hide one another.
    """
    bodies = motion.pose.position[spread_frames(motion, poses)]
    walked = motion.root_position if path_walked is None else path_walked
    points = _extent(bodies, [path for path in (walked, path_asked) if path is not None])
    flat = motion.root_position[:, :2] - motion.root_position[:, :2].mean(axis=0)
    along = np.linalg.svd(flat, full_matrices=False)[2][0]
    if along @ (flat[-1] - flat[0]) < 0.0:
        along = -along
    abreast = float(np.arctan2(along[1], along[0])) - 0.5 * np.pi
    tries = abreast + _TRIES if azimuth is None else [azimuth]
    views = [framing(points, a, _EYE_HEIGHT, size, margins=(0.05, 0.05, 0.06, 0.13)) for a in tries]
    roots = bodies[:, motion.skeleton.root]
    return min(views, key=lambda view: _poverty(view, roots, along))


def _poverty(view, roots, along):
    """How little a view shows: how far it is, more when bodies hide one another or show their backs."""
    seen, depth = view.project(roots)
    metres = np.abs(seen[:, None] - seen[None]) * depth.mean() / view.focal
    hidden = np.clip(1.0 - metres[..., 0] / _WIDE, 0.0, 1.0) * np.clip(1.0 - metres[..., 1] / _TALL, 0.0, 1.0)
    approach = float(along @ view.back[:2])
    return depth.mean() * (1.0 + 3.0 * np.triu(hidden, 1).sum() / len(roots)) * (1.0 - 0.2 * approach)


def spread_frames(motion, poses=None):
    """Frames at even distances along the way; at even times when there is no way.

    Parameters
    ----------
    motion : Motion
    poses : int, optional; about one per metre by default, at most 16

    Returns
    -------
    (N,) int array
    """
    step = np.linalg.norm(np.diff(motion.root_position[:, :2], axis=0), axis=1)
    gone = np.concatenate([[0.0], np.cumsum(np.where(step * motion.fps > 0.15, step, 0.0))])
    if poses is None:
        poses = int(np.clip(round(gone[-1] / 1.15) + 1, 1, 16))
    if gone[-1] < 0.3 or poses == 1:
        return np.unique(np.linspace(0, motion.frames - 1, poses).round().astype(int))
    return np.searchsorted(gone, np.linspace(0.0, gone[-1], poses) - 1e-9).clip(0, motion.frames - 1)


def _extent(bodies, paths):
    """(N, 3) points that must be in the picture: joints with some flesh round them, and paths."""
    joints = bodies.reshape(-1, 3)
    flesh = np.array(
        [(0.12, 0.0, 0.1), (-0.12, 0.0, 0.1), (0.0, 0.12, 0.1), (0.0, -0.12, 0.1), (0.0, 0.0, 0.0)]
    )
    points = [(joints[:, None] + flesh).reshape(-1, 3)]
    for path in paths:
        path = np.asarray(path, dtype=float)
        points.append(np.column_stack([path[:, :2], np.zeros(len(path))]))
    return np.concatenate(points)
