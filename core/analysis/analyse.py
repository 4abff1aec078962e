"""From a clip to its contacts, cuts and labelled segments."""

from dataclasses import replace

import numpy as np

from ..errors import TooShortError
from .corrections import Corrections, correct_contacts, correct_evidence, correct_labels
from .cuts import choose_cuts
from .decision import decide
from .evidence import gather
from .exchanges import flights_with, settle_exchanges
from .feet import contacts_of, heel_and_toe, soles_of
from .glitches import bad_frames, without_jumps
from .labels import runs_of
from .landings import settle_landings
from .result import Analysis
from .sampling import RATE
from .segments import build_segments
from .settings import AnalysisSettings
from .shuffles import without_shuffles
from .states import states_on_frames, sureness, with_stands
from .tracks import tracks_of

_LEAST_SECONDS = 0.3


def analyse(motion, settings=None, corrections=None):
    """Find the footsteps of a clip.

    One decision over the whole take says which foot stands when; the clip is then cut where its centre
    of mass is highest, and each segment labelled by the states it passes through. The last symbol of a
    segment is the first of the next.

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

    References
    ----------
    Kwon & Shin, "Motion Modeling for On-Line Locomotion Synthesis", SCA 2005.
    """
    settings, corrections = settings or AnalysisSettings(), corrections or Corrections()
    _check_length(motion)
    seen = tracks_of(motion)
    bad, jumps = bad_frames(seen)
    tracks = without_jumps(seen, bad, jumps)
    evidence = gather(tracks, settings)
    evidence = replace(evidence, foot=correct_evidence(evidence.foot, corrections, RATE, tracks.fps))
    path = without_shuffles(decide(evidence, RATE), evidence.feet, evidence.height)
    path = settle_landings(path, evidence.speed, evidence.feet)
    path, grounded = settle_exchanges(path)
    moment = np.minimum(np.round(np.arange(tracks.frames) * (RATE / tracks.fps)).astype(int), len(path) - 1)
    state = states_on_frames(path, tracks.frames, tracks.fps)
    state = with_stands(
        correct_contacts(state, corrections), evidence.body_speed[moment], tracks.fps, settings
    )
    cuts = choose_cuts(runs_of(state), tracks.com[:, 2], tracks.fps, settings)
    state = correct_labels(state, cuts, corrections)
    contact = np.stack([np.isin(state, ["S", "D", side]) for side in "LR"], 1)
    sure = sureness(evidence, path)[moment]
    floor = _floor_under_feet(tracks, evidence.floor[moment])
    contacts = contacts_of(contact)
    segments = build_segments(
        tracks, state, cuts, sure, floor, bad, jumps, corrections, flights_with(grounded[moment], state)
    )
    return Analysis(
        fps=motion.fps,
        state=state,
        contact=contact,
        foot_contact=heel_and_toe(contact, evidence.part[moment]),
        com=seen.com * seen.unit,
        ground=(floor + (seen.root - tracks.root)[:, 2:]) * tracks.unit,
        cuts=cuts,
        segments=segments,
        contacts=contacts,
        soles=soles_of(contacts, seen.feet) * seen.unit,
        confidence=sure,
        warnings=_warnings(motion, bad, jumps, segments),
    )


def _check_length(motion):
    """Refuse a clip in which no step can be seen."""
    least = int(np.ceil(_LEAST_SECONDS * motion.fps))
    if motion.frames < least:
        raise TooShortError(
            f"clip '{motion.name}': {motion.frames} frames, at least {least} needed to see a step"
        )


def _floor_under_feet(tracks, floor):
    """(F, 2) floor under the lower point of each foot, of the floors (F, 2, 2) under heels and toes."""
    lower = tracks.feet[..., 2].argmin(axis=2)[..., None]
    return np.take_along_axis(floor, lower, 2)[..., 0]


def _warnings(motion, bad, jumps, segments):
    """What a person should know about the clip, one line each."""
    out = []
    if bad.any():
        out.append(
            f"clip '{motion.name}': {int(bad.sum())} frames left out, the first is {int(np.argmax(bad))}"
        )
    if len(jumps):
        out.append(f"clip '{motion.name}': the body jumps at frame {', '.join(map(str, jumps[:5].tolist()))}")
    unsure = [s.start for s in segments if not s.ignored and s.confidence < 0.5]
    if unsure:
        shown = ", ".join(map(str, unsure[:5])) + (", ..." if len(unsure) > 5 else "")
        out.append(
            f"clip '{motion.name}': {len(unsure)} doubtful segments, at frame {shown}; look at their labels"
        )
    return tuple(out)
