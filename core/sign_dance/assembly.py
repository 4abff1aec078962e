"""From a sign clip, a song's counts and a dance database to a sign dance, and the report that proves it."""

import hashlib
from dataclasses import dataclass, field

import numpy as np

from ..errors import LibraryError, SpecificationError, TooShortError
from ..motion import Motion
from ..synthesis.planting import Plants, plant_feet
from . import checks
from .arms import hold_wrists
from .body import body_joints, body_of
from .counts import CountSegment, count_segments
from .dance_track import DanceTrack, dance_track
from .database import PreparedDances, prepare
from .features import segment_features
from .footing import calm_pelvis, heels_up, knees_forward, pivoting, rest_sole
from .model import SignDanceModel
from .ownership import owned_joints
from .selection import Choice, SelectionSettings, choose, similarity
from .standing import at_ease, back
from .steering import front_of, limited_turns
from .stepping import swings_cleared, with_steps

BRUSH = -0.003  # metres of clearance of swinging feet: dancers brush the floor


@dataclass(frozen=True)
class AssemblySettings:
    """How a sign dance is put together.

    ownership : "hands", "arms+hands" or "arms+hands+head" stay the sign's to the bit;
    hold_wrists : with "hands", arms are the signer's, turned by IK so that each wrist is where the
    signer had it relative to chest and head; step : mend gliding feet at joins by steps; face_front :
    the dancer comes back to the audience at joins; front : (2,) direction of the audience on the ground,
    where the signer looks by default.
    """

    ownership: str = "arms+hands"
    hold_wrists: bool = False
    step: bool = True
    face_front: bool = False
    front: tuple[float, float] | None = None
    selection: SelectionSettings = field(default_factory=SelectionSettings)

    def __post_init__(self):
        if self.hold_wrists and self.ownership != "hands":
            raise SpecificationError(
                f"wrists can be held by IK only when the hands alone are the sign's; with '{self.ownership}' "
                f"the arms are kept to the bit: choose ownership 'hands', or turn the wrist hold off"
            )


@dataclass(frozen=True, eq=False)
class SignDance:
    """A sign dance: the motion on the signer's skeleton and frames, and how it came about.

    motion : Motion; plants : Plants; segments : tuple of CountSegment; choices : tuple of Choice, one
    per segment, with the candidates a person may pick from; owned : (J,) bool array, the joints that
    are the sign's to the bit; track : DanceTrack; collisions, steps : lists of dict with frames;
    warnings : lines for people.
    """

    motion: Motion
    plants: Plants
    segments: tuple[CountSegment, ...]
    choices: tuple[Choice, ...]
    owned: np.ndarray
    track: DanceTrack
    steps: tuple[dict, ...]
    collisions: tuple[dict, ...]
    warnings: tuple[str, ...]


def make_sign_dance(sign, counts, clips, *, model=None, settings=None, wishes=None):
    """Let the body dance under a sign.

    Parameters
    ----------
    sign : Motion of the signer; its frames and rate are the result's
    counts : Counts of the song, in the sign clip's time
    clips : sequence of DanceClip, or PreparedDances for this signer's skeleton (faster when asked again)
    model : SignDanceModel, optional; the identity map by default
    settings : AssemblySettings, optional
    wishes : Wishes, optional; locks and exclusions of a person

    Returns
    -------
    SignDance

    Raises
    ------
    RoleError
        If the signer has no arms, or joints the features need are missing.
    TooShortError
        If the sign clip has fewer than two frames.
    LibraryError
        If no dance segment can be used.

    References
    ----------
    Asahina, Iwamoto, Shum, Morishima, Automatic dance generation system considering sign language
    information, SIGGRAPH 2016 posters.
    """
    model, settings = model or SignDanceModel(), settings or AssemblySettings()
    owned = owned_joints(sign.skeleton, settings.ownership, sign.name)
    if sign.frames < 2:
        raise TooShortError(f"sign clip '{sign.name}': {sign.frames} frame; a sign dance needs at least 2")
    dances = clips
    if not isinstance(clips, PreparedDances):
        dances = prepare(clips, sign, counts, joints=model.joints, samples=model.samples)
    segments = count_segments(sign.frames, sign.fps, counts)
    eased = at_ease(body_of(sign), dances.rest)
    wanted = segment_features(eased, segments, joints=model.joints, samples=model.samples)
    if wanted.turn.shape[1:] != dances.features.turn.shape[1:]:
        raise LibraryError("dance database: prepared for a model with other joints; prepare it again")
    apart = similarity(
        model.predict(wanted.turn), dances.features.turn, norm=settings.selection.norm,
        form=settings.selection.form, valid=wanted.valid,
    )
    choices = choose(
        apart, dances.bpm, np.array([s.bpm for s in segments]), dances.features.first,
        dances.features.last, settings.selection, wishes,
    )
    front = front_of(eased, settings.front) if settings.face_front else None
    track = dance_track(eased, segments, counts, dances, [c.dance for c in choices], front)
    return _dressed(sign, track, segments, choices, owned, dances, settings)


def _dressed(sign, track, segments, choices, owned, dances, settings):
    """The dance with planted feet and the signer's own joints on top, checked."""
    body, too_fast = limited_turns(track.motion)
    body = knees_forward(body)
    contact = pivoting(body, track.foot_contact)
    body = heels_up(body, contact)
    steps = []
    if settings.step:
        body, contact, steps = with_steps(body, contact, track.joins)
    sole = rest_sole(body.skeleton)
    body = calm_pelvis(body, plant_feet(body, contact, sole=sole, clearance=BRUSH)[0], contact)
    body, plants = plant_feet(body, contact, sole=sole, clearance=BRUSH)
    body = swings_cleared(body, plants.owner >= 0)
    rotation = sign.rotation.copy()
    danced = body_joints(sign.skeleton)
    free = ~owned[danced]
    rotation[:, danced[free]] = back(body.rotation, dances.rest)[:, free]
    motion = sign.with_(root_position=body.root_position, rotation=rotation)
    if settings.hold_wrists:
        motion = hold_wrists(motion, sign)
    hits = checks.collisions(motion, sign)
    warnings = [*dances.warnings, *_retiming_lines(track.stretch), *checks.finger_warnings(sign)]
    warnings += [
        f"{hit['hand']} goes {100 * hit['depth_m']:.0f} cm into the {hit['part']} in frames "
        f"{hit['first_frame']}-{hit['last_frame']}, deepest at {hit['deepest_frame']}"
        for hit in hits
    ]
    warnings += [
        f"the pelvis turns {hit['turn_deg']:.0f}° over the standing {hit['foot']} foot in frames "
        f"{hit['first_frame']}-{hit['last_frame']}; exclude that dance segment if it looks wound up"
        for hit in checks.wound_hips(motion, plants)
    ]
    warnings += [f"turn slowed down in frames {a}-{b}: faster than a body spins"
                 for a, b in checks.runs(np.isin(np.arange(sign.frames), too_fast))]
    return SignDance(
        motion, plants, tuple(segments), tuple(choices), owned, track, tuple(steps), tuple(hits),
        tuple(warnings),
    )


def _retiming_lines(stretch):
    return [
        f"segment {i + 1}: the dance is played {'slower' if s > 1 else 'faster'} by {abs(s - 1):.0%} to meet "
        f"the counts; add dances nearer to the song's tempo"
        for i, s in enumerate(stretch)
        if abs(s - 1.0) > 0.15
    ]


def channel_proof(sign, motion, owned):
    """Proof that the sign's channels were kept: dict of largest difference and both fingerprints."""
    before, after = (np.ascontiguousarray(m.rotation[:, owned]) for m in (sign, motion))
    return {
        "channels": int(owned.sum()),
        "frames": int(sign.frames),
        "max_difference": float(np.abs(before - after).max()),
        "sha256_sign": hashlib.sha256(before.tobytes()).hexdigest(),
        "sha256_result": hashlib.sha256(after.tobytes()).hexdigest(),
    }
