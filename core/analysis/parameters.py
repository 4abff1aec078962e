"""What a segment is like: how fast, how far round, how long its steps are."""

import numpy as np

from .cuts import smoothed

_SMOOTH = 0.1  # seconds (standard deviation), for headings


def parameters_of(tracks, floor, cuts):
    """Style parameters of each segment.

    Parameters
    ----------
    tracks : Tracks
    floor : (F, 2) array; floor under each foot's lowest point, in the units of the tracks
    cuts : (K,) int array

    Returns
    -------
    list of K - 1 dict; speed, turn, sideways, forward, clearance, lean, arm_swing as in Segment
    """
    fps, unit = tracks.fps, tracks.unit
    heading = headings(tracks)
    facing = np.stack([np.cos(heading), np.sin(heading)], 1)
    step = np.diff(tracks.root[:, :2], axis=0, append=tracks.root[-1:, :2])
    ahead = np.concatenate([[0.0], np.cumsum((step * facing).sum(1))])
    aside = np.concatenate([[0.0], np.cumsum(step[:, 1] * facing[:, 0] - step[:, 0] * facing[:, 1])])
    raised = (tracks.feet[..., 2].min(axis=2) - floor).max(axis=1)
    left = tracks.trunk[:, 1] * facing[:, 0] - tracks.trunk[:, 0] * facing[:, 1]
    lean = np.arctan2(left, np.maximum(tracks.trunk[:, 2], 1e-9))
    hands = tracks.hands[..., :2] - tracks.root[:, None, :2]
    swing = (hands * facing[:, None]).sum(axis=-1)
    out = []
    for a, b in zip(cuts[:-1], cuts[1:], strict=True):
        seconds = max(b - a, 1) / fps
        distance = float(np.linalg.norm(tracks.root[b, :2] - tracks.root[a, :2])) * unit
        out.append(
            {
                "speed": distance / seconds,
                "turn": float(heading[b] - heading[a]),
                "forward": float(ahead[b] - ahead[a]) * unit / seconds,
                "sideways": float(aside[b] - aside[a]) * unit / seconds,
                "clearance": float(raised[a : b + 1].max()) * unit,
                "lean": float(lean[a : b + 1].mean()),
                "arm_swing": float(np.ptp(swing[a : b + 1], axis=0).mean()) * unit if swing.size else 0.0,
            }
        )
    return out


def headings(tracks):
    """(F,) continuous heading of the hips, radians, counter-clockwise from +X; smooth."""
    return smoothed(np.unwrap(np.arctan2(tracks.facing[:, 1], tracks.facing[:, 0])), tracks.fps, _SMOOTH)
