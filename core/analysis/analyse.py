"""From a clip to its contacts, cuts and labelled segments."""

import numpy as np

from ..errors import TooShortError
from .decision import STATES, decide, state_scores
from .evidence import RATE, gather
from .feet import contacts_of, heel_and_toe
from .labels import CYCLES, JOINS, Runs, choose_cuts, label_between
from .parameters import parameters_of
from .result import Analysis, Segment
from .settings import AnalysisSettings
from .tracks import tracks_of

_LEAST_SECONDS = 0.3


def analyse(motion, settings=None, corrections=None):
    """Find the footsteps of a clip.

    Parameters
    ----------
    motion : Motion
    settings : AnalysisSettings, optional
    corrections : Corrections, optional; what a person has decided, which wins

    Returns
    -------
    Analysis

    Raises
    ------
    TooShortError
        When the clip lasts less than 0.3 s.
    RoleError
        When pelvis, thighs or feet have no role.
    """
    settings = settings or AnalysisSettings()
    least = int(np.ceil(_LEAST_SECONDS * motion.fps))
    if motion.frames < least:
        raise TooShortError(
            f"clip '{motion.name}': {motion.frames} frames, at least {least} needed to see a step"
        )
    tracks = tracks_of(motion)
    evidence = gather(tracks, settings)
    path = decide(evidence, RATE)
    moment = np.minimum(np.round(np.arange(tracks.frames) * (RATE / tracks.fps)).astype(int), len(path) - 1)
    runs = _on_frames(path, tracks)
    state = _stands(runs, evidence.body_speed[moment], tracks.fps, settings)
    contact = np.stack([np.isin(state, ["S", "D", "L"]), np.isin(state, ["S", "D", "R"])], 1)
    foot_contact = heel_and_toe(contact, evidence.point[moment])
    sure = _sureness(evidence, path)[moment]
    lowest = tracks.feet[..., 2].argmin(axis=2)[..., None]
    floor = np.take_along_axis(evidence.floor[moment], lowest, 2)[..., 0]
    runs = Runs(state)
    cuts = choose_cuts(runs, tracks.com[:, 2], tracks.fps, settings)
    parameters = parameters_of(motion, tracks, floor, cuts)
    segments = tuple(
        _segment(runs, a, b, sure, tracks, more)
        for a, b, more in zip(cuts[:-1], cuts[1:], parameters, strict=True)
    )
    return Analysis(
        tracks.fps,
        state,
        contact,
        foot_contact,
        tracks.com * tracks.unit,
        floor * tracks.unit,
        cuts,
        segments,
        contacts_of(contact),
        sure,
    )


def _on_frames(path, tracks):
    """Frame-wise states from moment-wise ones; no state is lost however low the frame rate."""
    change = np.flatnonzero(path[1:] != path[:-1]) + 1
    at = np.ceil((change - 0.5) * (tracks.fps / RATE)).astype(int)
    order = np.arange(len(at))
    at = np.maximum.accumulate(at - order) + order
    at = np.minimum(at, tracks.frames - 1 - order[::-1])
    symbol = np.array(list(STATES))[path[np.concatenate([[0], change])]]
    return np.repeat(symbol, np.diff(np.concatenate([[0], at, [tracks.frames]])))


def _stands(state, body_speed, fps, settings):
    """Long, slow double support becomes standing."""
    state = state.copy()
    runs = Runs(state)
    for a, b, symbol in zip(runs.start, runs.end, runs.text, strict=True):
        if (
            symbol == "D"
            and b - a >= settings.stand_time * fps
            and np.median(body_speed[a:b]) < settings.stand_speed
        ):
            state[a:b] = "S"
    return state


def _sureness(evidence, path):
    """(N,) probability-like: how far the chosen state is ahead of the runner-up."""
    score = state_scores(evidence)
    rows = np.arange(len(path))
    chosen = score[rows, path]
    score[rows, path] = -np.inf
    return 1.0 / (1.0 + np.exp(-np.clip(chosen - score.max(axis=1), -30.0, 30.0)))


def _segment(runs, start, end, sure, tracks, more):
    """One segment, with its label and confidence."""
    label, boundaries = label_between(runs, start, end)
    strikes = sum(
        1 for a, b in zip(label, label[1:], strict=False) if b in "LRDS" and (a == "F" or b in "DS")
    )
    seconds = max(end - start, 1) / tracks.fps
    known = 1.0 if label in CYCLES else 0.9 if label in JOINS else 0.5
    reason = ""
    if (start == 0 or end == tracks.frames - 1) and label != "S":
        reason = "the clip begins or ends inside this step"
    return Segment(
        int(start),
        int(end),
        label,
        boundaries,
        stride_length=2.0 * more["speed"] * seconds / max(strikes, 1),
        cadence=60.0 * strikes / seconds,
        confidence=float(sure[start : end + 1].mean()) * known,
        ignored=bool(reason),
        reason=reason,
        **more,
    )
