"""Verbs `dance train`, `dance make` and `beats`: sign dance without a window."""

import json
from dataclasses import replace
from pathlib import Path

from ...core.errors import SpecificationError
from ...core.sign_dance import (
    AssemblySettings,
    Counts,
    SignDanceModel,
    make_sign_dance,
    prepare,
    read_pairs,
    track_beats,
    train_model,
)
from ...core.sign_dance.reports import beats_report, sign_dance_report
from .. import reports
from ..dancing import dance_database
from ..dancing.music import read_music
from ..files import exporting, importing
from ..rigs import armatures
from .session import add_verb, empty_scene, write_json
from .walking import tidy


def add_to(verbs):
    """Add both verbs."""
    summary = "sign dance: train a model, make a dance"
    dance = verbs.add_parser("dance", help=summary, description="Sign dance.")
    kinds = dance.add_subparsers(dest="kind", metavar="KIND", required=True)

    verb = add_verb(kinds, "train", train, "train a Sign Dance Model from pairs of takes")
    verb.add_argument("--pairs", required=True, metavar="CSV", help="columns sign, dance, bpm, ...")
    verb.add_argument("--ridge", type=float, default=0.0, help="ridge of the regression (0: least squares)")
    verb.add_argument("--out", required=True, metavar="MODEL", help="the model: .npz")
    verb.add_argument("--report", metavar="JSON", help="what it was trained on and how well it guesses")

    verb = add_verb(kinds, "make", make, "let a body dance under a clip of sign language")
    verb.add_argument("--sign", required=True, metavar="CLIP", help="BVH, FBX or glTF")
    where = "folders of dances, or files: BVH, FBX, glTF, .blend"
    verb.add_argument("--database", required=True, nargs="+", metavar="D", help=where)
    verb.add_argument("--model", help="a trained Sign Dance Model (identity map when left out)")
    tempo = verb.add_mutually_exclusive_group(required=True)
    tempo.add_argument("--bpm", type=float, metavar="B", help="the song's tempo")
    tempo.add_argument("--music", metavar="FILE", help="find the tempo in this")
    verb.add_argument("--offset", type=float, metavar="S", help="second of the first count")
    verb.add_argument(
        "--ownership", default="arms+hands", choices=("hands", "arms+hands", "arms+hands+head"),
        help="what stays the signer's, to the bit",
    )  # fmt: skip
    verb.add_argument("--hold-wrists", action="store_true", help="with hands: wrists stay where they were")
    verb.add_argument("--face-front", action="store_true", help="the dancer comes back to the signer's front")
    verb.add_argument("--out", required=True, help="result: .bvh, .blend, .fbx or .glb")
    verb.add_argument("--report", metavar="JSON", help="who was chosen, and what was kept")
    verb.add_argument("--render", metavar="PNG", help="a picture of the dance")

    verb = add_verb(kinds, "tempi", tempi, "list the dances of a database and their tempi")
    verb.add_argument("--database", required=True, nargs="+", metavar="D", help="folders of dances, or files")
    verb.add_argument("--save", action="store_true", help="write them to dances.csv beside the dances")
    verb.add_argument("--json", action="store_true", help="print JSON")

    verb = add_verb(verbs, "beats", beats, "find tempo and beats of music")
    verb.add_argument("file", metavar="FILE", help="a sound or film file")
    verb.add_argument("--bpm", type=float, help="the tempo, when it is known")
    verb.add_argument("--json", action="store_true", help="print JSON, every beat in it")
    verb.add_argument("--out", metavar="JSON", help="the same to a file")


def train(wish, out):
    """Read pairs, train, evaluate, save."""
    if not wish.out.endswith(".npz"):
        raise SpecificationError(f"cannot write '{wish.out}': a model is written as .npz")
    model, told = train_model(read_pairs(wish.pairs), ridge=wish.ridge)
    model.save(wish.out)
    if wish.report:
        write_json(wish.report, told)
    print(f"trained on {len(told['trained_on']['pairs'])} pairs: {wish.out}", file=out)
    print("\n".join(_evaluation(told["leave_one_song_out"])), file=out)


def _evaluation(found):
    """Lines on how well a model guesses songs it has not seen."""
    if found is None:
        return ["one song only: nothing to tell how well it guesses others; pairs of two songs are needed"]
    return [
        f"leave one song out ({found['songs']} songs, {found['segments']} segments): the true dance first "
        f"in {found['true_first_share']:.0%} (chance {found['chance_first_share']:.1%}), among five in "
        f"{found['true_in_top5_share']:.0%} (chance {found['chance_top5_share']:.1%})",
        f"error {found['error_model']:.3f}; of the mean dance {found['error_mean_baseline']:.3f}, "
        f"of the sign itself {found['error_copy_baseline']:.3f}",
    ]


def make(wish, out):
    """Import the sign, dance under it, bake, write."""
    exporting.checked_ending(wish.out)
    settings = AssemblySettings(wish.ownership, wish.hold_wrists, face_front=wish.face_front)
    model = SignDanceModel.load(wish.model) if wish.model else SignDanceModel()
    counts, seconds = _counts(wish)
    file, scene = _one(importing.clip_files([wish.sign]), wish.sign), empty_scene()
    clips, refused = _database(wish.database)
    clip = _one(importing.import_file(file), wish.sign)
    sign = armatures.motion_of(clip.armature, clip.action, clip.fps)
    dances = prepare(clips, sign, counts, joints=model.joints, samples=model.samples)
    dances = replace(dances, warnings=(*refused, *dances.warnings))
    result = make_sign_dance(sign, counts, dances, model=model, settings=settings)
    bones = [name for name, owned in zip(sign.skeleton.names, result.owned) if owned]
    kept = armatures.own_channels(clip.armature, clip.action, bones)
    armatures.write_motion(clip.armature, result.motion, Path(wish.out).stem, verbatim=kept)
    tidy(scene, {clip.armature: result.motion}, [])
    exporting.export(wish.out, clip.armature, result.motion)
    told = sign_dance_report(
        result, sign, counts, dances, model=model, settings=settings, music_seconds=seconds
    )
    if wish.report:
        write_json(wish.report, told)
    if wish.render:
        reports.draw_motion(result.motion, wish.render)
    segments = len(result.segments)
    print(f"{sign.frames} frames, {segments} segments at {counts.bpm:.4g} BPM: {wish.out}", file=out)
    for warning in told["warnings"]:
        print(f"  {warning}", file=out)


def _one(clips, place):
    """The one clip of signing that a place holds."""
    if len(clips) != 1:
        raise SpecificationError(f"sign '{place}': {len(clips)} clips in it; name one file with one take")
    return clips[0]


def tempi(wish, out):
    """Read, find what has music beside it, tell, save."""
    empty_scene()
    kept, refused = dance_database.read_dances(wish.database, listen=True)
    told = [_dance_facts(dance) for dance in kept]
    if wish.json:
        print(json.dumps({"dances": told, "left_out": refused}, indent=1), file=out)
    else:
        lines = [f"{facts['dance']}: {facts['seconds']:.1f} s, {_tempo(facts)}" for facts in told]
        print("\n".join([*lines, *(f"  {line}" for line in refused)]), file=out)
    for path in dance_database.save_tempi(kept) if wish.save else ():
        print(f"saved: {path}", file=out)


def _tempo(facts):
    if facts["bpm"] is None:
        return "tempo not known"
    first = facts["first_count_s"]
    return f"{facts['bpm']:.4g} BPM, first count at {first:.2f} s, from {facts['tempo_from']}"


def _dance_facts(dance):
    counts = dance.clip.counts
    return {
        "dance": dance.key,
        "seconds": dance.clip.motion.seconds,
        "bpm": counts.bpm if counts else None,
        "first_count_s": counts.offset if counts else None,
        "tempo_from": dance.tempo_from or None,
    }


def beats(wish, out):
    """Decode, track, tell."""
    told = beats_report(*read_music(wish.file), bpm=wish.bpm)
    if wish.out:
        write_json(wish.out, told)
    if wish.json:
        print(json.dumps(told, indent=1), file=out)
        return
    others = ", ".join(f"{bpm:.1f}" for bpm in told["other_bpm"])
    print(
        f"{told['bpm']:.1f} BPM, {'steady' if told['steady'] else 'not steady'}, "
        f"first beat at {told['first_beat_s']:.2f} s, {len(told['beats_s'])} beats"
        + (f"; it may also be counted at {others} BPM" if others else ""),
        file=out,
    )


def _counts(wish):
    """Counts of the song, and its length in seconds when there is music."""
    if wish.music is None:
        return Counts(wish.bpm, wish.offset or 0.0), None
    samples, rate = read_music(wish.music)
    found = track_beats(samples, rate)
    counts = found.counts()
    if wish.offset is not None:
        counts = replace(counts, offset=wish.offset, beats=None)
    return counts, len(samples) / rate


def _database(places):
    """Dance clips of folders and files, and lines on those that cannot be used."""
    kept, refused = dance_database.read_dances(places, listen=True)
    return [dance.clip for dance in kept], refused
