"""Moments that are no motion at all: jumps, spikes, and poses held before or after the take."""

from dataclasses import replace

import numpy as np

_FASTEST = np.array([12.0, 30.0, 30.0, 30.0, 30.0])  # m/s of a standard body; no root, no foot is faster
_SHORTEST = 0.25  # seconds; less than this between two jumps is a spike
_FROZEN = 1e-5  # metres per frame; a take's first or last stretch that moves less is a held pose


def bad_frames(tracks):
    """Frames to leave out, and the frames at which the body jumps.

    Parameters
    ----------
    tracks : Tracks

    Returns
    -------
    bad : (F,) bool array
    jumps : (n,) int array; first frame after each jump
    """
    points = np.concatenate([tracks.root[:, None], tracks.feet.reshape(len(tracks.root), -1, 3)], 1)
    steps = np.linalg.norm(np.diff(points, axis=0), axis=2)
    jumps = np.flatnonzero((steps > _FASTEST / min(tracks.fps, 120.0)).any(axis=1)) + 1
    step = steps.max(axis=1, initial=0.0)
    bad = np.zeros(tracks.frames, bool)
    if len(jumps):
        edges = np.concatenate([[0], jumps, [tracks.frames]])
        pieces = list(zip(edges[:-1], edges[1:], strict=True))
        longest = max(b - a for a, b in pieces)
        for a, b in pieces:
            frozen = not np.any(step[a : b - 1] > _FROZEN) and (a == 0 or b == tracks.frames)
            bad[a:b] = b - a < longest and (frozen or b - a < _SHORTEST * tracks.fps)
    return bad, jumps


def without_jumps(tracks, bad, jumps):
    """Tracks in which bad frames repeat their nearest good one and jumps are closed.

    Only the shape of the motion is kept: places after a jump are shifted.
    """
    if not len(jumps):
        return tracks
    good = np.flatnonzero(~bad)
    rows = np.arange(tracks.frames)
    after = np.minimum(np.searchsorted(good, rows), len(good) - 1)
    before = np.maximum(after - 1, 0)
    nearest = good[np.where(rows - good[before] <= np.abs(good[after] - rows), before, after)]
    nearest[good] = good
    source = tracks.root[nearest]
    shift = np.zeros((tracks.frames, 3))
    skipped = np.diff(nearest)
    jumped = np.isin(rows[1:], jumps)
    joined = np.flatnonzero((skipped > 1) | (jumped & (skipped > 0))) + 1
    shift[joined] = source[joined - 1] - source[joined]
    shift = np.cumsum(shift, axis=0)
    return replace(
        tracks,
        com=tracks.com[nearest] + shift,
        root=source + shift,
        feet=tracks.feet[nearest] + shift[:, None, None],
        facing=tracks.facing[nearest],
        trunk=tracks.trunk[nearest],
        hands=tracks.hands[nearest] + shift[:, None],
    )
