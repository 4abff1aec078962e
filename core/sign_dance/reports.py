"""What the command line and the panel tell about beats, training and a finished sign dance.

Every function returns a dict of plain Python values, ready for JSON, units in the names.
"""

import numpy as np

from ..metrics import measure
from ..motion import Motion
from .assembly import channel_proof
from .beats import track_beats
from .body import body_joints, body_of
from .checks import wrist_drift
from .rhythm import beat_alignment
from .standing import at_ease
from .steering import front_of, share_facing

AID = (
    "A choreography aid to be reviewed by Deaf signers, not a translation: the hands are the signer's own, "
    "the dance around them is a draft."
)


def beats_report(samples, rate, *, bpm=None):
    """Tempo and beats of mono music (N,) at ``rate`` samples per second, as a dict."""
    beats = track_beats(samples, rate, bpm=bpm)
    return {
        "bpm": beats.bpm,
        "first_beat_s": beats.offset,
        "steady": beats.steady,
        "confidence": beats.confidence,
        "other_bpm": list(beats.alternatives),
        "beats_s": [float(t) for t in beats.times],
    }


def sign_dance_report(result, sign, counts, dances, *, model=None, settings=None, music_seconds=None):
    """How a sign dance came about, and the proof of what it kept.

    Parameters
    ----------
    result : SignDance
    sign : Motion
    counts : Counts
    dances : PreparedDances
    model : SignDanceModel, optional
    settings : AssemblySettings, optional
    music_seconds : float, optional; length of the music, to say when the sign is longer

    Returns
    -------
    dict
    """
    trained = model is not None and not model.is_identity
    warnings = list(result.warnings)
    if music_seconds is not None and sign.seconds > music_seconds:
        warnings.insert(
            0,
            f"the sign clip lasts {sign.seconds:.1f} s, the music {music_seconds:.1f} s: the counts go on at "
            f"{counts.bpm:.4g} BPM after it",
        )
    if not trained:
        warnings.insert(0, "no Sign Dance Model: dances are compared with the signing itself (identity map)")
    return {
        "what": AID,
        "sign": _facts(sign),
        "song": {"bpm": counts.bpm, "first_count_s": counts.offset},
        "model": model.trained_on if trained else "identity map",
        "settings": _settings(settings),
        "database": {"clips": len(dances.motions), "segments": len(dances.segments)},
        "kept": {
            "joints": [sign.skeleton.names[j] for j in result.owned.nonzero()[0]],
            **channel_proof(sign, result.motion, result.owned),
            **wrist_drift(result.motion, sign),
        },
        "segments": [_segment(result, i, dances) for i in range(len(result.segments))],
        "joins": [
            {"frame": join.frame, "largest_offset_rad": join.angle, "blend_s": join.seconds}
            for join in result.track.joins
        ],
        "steps_added": list(result.steps),
        "collisions": list(result.collisions),
        "facing_front_share": _facing(result, sign, dances, settings),
        **beat_alignment(result.motion, counts),
        "quality": _quality(result, dances),
        "warnings": warnings,
    }


def _facing(result, sign, dances, settings):
    """Share of the time in which the dancer faces the audience, within 60 degrees."""
    signer, dancer = (at_ease(body_of(motion), dances.rest) for motion in (sign, result.motion))
    return share_facing(dancer, front_of(signer, settings.front if settings else None))


def _quality(result, dances):
    """Feet, joins and knees as the independent judge sees them.

    The source is each dance that was used, as fast as it was played; joints that are the sign's are
    held still, for their roughness is the signer's own.
    """
    body = body_of(result.motion)
    rotation = body.rotation.copy()
    kept = result.owned[body_joints(result.motion.skeleton)]
    rotation[:, kept] = rotation[:1, kept]
    fastest = {}
    for choice, stretch in zip(result.choices, result.track.stretch):
        clip = int(dances.clip[choice.dance])
        fastest[clip] = min(float(stretch), fastest.get(clip, np.inf))
    sources = [
        dances.danced[clip].with_(fps=dances.danced[clip].fps / stretch).resampled(body.fps)
        for clip, stretch in fastest.items()
    ]
    joins = np.array([join.frame for join in result.track.joins], int)
    judged = measure(
        body.with_(rotation=rotation), reference=sources, plants=result.plants, joins=joins, mirror=False,
        poses=False,
    )
    return {part: judged[part] for part in ("given_plants", "joins", "knees")}


def _facts(motion: Motion):
    return {
        "name": motion.name,
        "frames": motion.frames,
        "fps": motion.fps,
        "joints": motion.skeleton.joints,
    }


def _settings(settings):
    if settings is None:
        return None
    chosen = settings.selection
    return {
        "ownership": settings.ownership,
        "hold_wrists": settings.hold_wrists,
        "step": settings.step,
        "face_front": settings.face_front,
        "form": chosen.form,
        "alpha": chosen.alpha,
        "beta": chosen.beta,
        "norm": chosen.norm,
        "candidates": chosen.top,
        "bpm_tolerance": chosen.bpm_tolerance,
        "order": chosen.order,
        "rest": chosen.rest,
    }


def _segment(result, index, dances):
    """One segment of the song: its frames, who was chosen, who else could have been."""
    segment, choice = result.segments[index], result.choices[index]
    return {
        "segment": index + 1,
        "first_frame": segment.start,
        "last_frame": segment.end - 1,
        "chosen": choice.dance,
        "chosen_label": dances.label(choice.dance),
        "locked": choice.locked,
        "bpm_tolerance": choice.bpm_tolerance,
        "stretch": float(result.track.stretch[index]),
        "candidates": [
            {
                "dance": candidate.dance,
                "label": dances.label(candidate.dance),
                "similarity_S": candidate.similarity,
                "posture_P": candidate.posture,
                "degree_E": candidate.degree if np.isfinite(candidate.degree) else None,
                "bpm": candidate.bpm,
            }
            for candidate in choice.candidates
        ],
    }
