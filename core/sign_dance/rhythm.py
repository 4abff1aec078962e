"""How far a dance keeps to the beat, beside what chance would give."""

import numpy as np
from scipy.ndimage import gaussian_filter1d

SIGMA = 0.05  # seconds; 3 frames at 60 fps, as the measure is usually taken
SMOOTH = 5.0 / 60.0


def motion_beats(motion):
    """Times (N,), seconds, at which the body slows down most: minima of the mean joint speed."""
    if motion.frames < 5:
        return np.zeros(0)
    velocity = np.gradient(motion.pose.position, axis=0) * motion.fps
    speed = gaussian_filter1d(np.linalg.norm(velocity, axis=-1).mean(axis=1), SMOOTH * motion.fps)
    least = (speed[1:-1] < speed[:-2]) & (speed[1:-1] <= speed[2:])
    return (np.flatnonzero(least) + 1) / motion.fps


def beat_alignment(motion, counts, *, trials=200, seed=0):
    """Beat alignment over the music's counts, and what the same motion scores at random shifts.

    Mean over counts of exp(−d² / 2σ²), d to the nearest motion beat, σ = 50 ms (the mean over music
    beats, as in Siyao et al. 2022's code). A figure near chance says nothing about a dance.

    Parameters
    ----------
    motion : Motion
    counts : Counts
    trials : int
    seed : int

    Returns
    -------
    dict with ``beat_alignment`` and ``beat_alignment_chance``; both ``None`` without beats
    """
    beats = motion_beats(motion)
    first, last = np.ceil(counts.number(0.0)), np.floor(counts.number(motion.seconds))
    music = counts.time(np.arange(first, last + 1))
    if not len(beats) or not len(music):
        return {"beat_alignment": None, "beat_alignment_chance": None}
    shifts = np.random.default_rng(seed).uniform(0.0, motion.seconds, trials)
    chance = [_score((music + shift) % max(motion.seconds, 1e-9), beats) for shift in shifts]
    return {"beat_alignment": _score(music, beats), "beat_alignment_chance": float(np.mean(chance))}


def _score(music, beats):
    away = np.abs(music[:, None] - beats).min(axis=1)
    return float(np.mean(np.exp(-(away**2) / (2.0 * SIGMA**2))))
