"""Verbs `dance train`, `dance make` and `beats`: sign dance without a window."""

import json
from dataclasses import replace
from pathlib import Path

from ...core.clips import load_clip
from ...core.errors import LibraryError, SpecificationError, StepweaveError
from ...core.sign_dance import (
    AssemblySettings,
    Counts,
    DanceClip,
    SignDanceModel,
    make_sign_dance,
    prepare,
    read_database,
    read_pairs,
    track_beats,
    train_model,
)
from ...core.sign_dance.reports import beats_report, sign_dance_report
from .. import armatures, exporting, importing, reports
from ..music import read_music
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
    verb.add_argument("--database", required=True, nargs="+", metavar="D", help="folders or BVH files")
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
    verb.add_argument("--out", required=True, help="result: .bvh, .blend, .fbx or .glb")
    verb.add_argument("--report", metavar="JSON", help="who was chosen, and what was kept")
    verb.add_argument("--render", metavar="PNG", help="a picture of the dance")

    verb = add_verb(verbs, "beats", beats, "find tempo and beats of music")
    verb.add_argument("file", metavar="FILE", help="a sound or film file")
    verb.add_argument("--bpm", type=float, help="the tempo, when it is known")


def train(wish, out):
    """Read pairs, train, evaluate, save."""
    model, told = train_model(read_pairs(wish.pairs), ridge=wish.ridge)
    if not wish.out.endswith(".npz"):
        raise SpecificationError(f"cannot write '{wish.out}': a model is written as .npz")
    model.save(wish.out)
    if wish.report:
        write_json(wish.report, told)
    print(f"trained on {len(told['trained_on']['pairs'])} pairs: {wish.out}", file=out)
    print(json.dumps(told["leave_one_song_out"], indent=1), file=out)


def make(wish, out):
    """Import the sign, dance under it, bake, write."""
    exporting.checked_ending(wish.out)
    settings = AssemblySettings(wish.ownership, wish.hold_wrists)
    model = SignDanceModel.load(wish.model) if wish.model else SignDanceModel()
    counts, seconds = _counts(wish)
    dances = _database(wish.database)
    scene = empty_scene()
    [file] = importing.clip_files([wish.sign])
    clip = importing.import_file(file)[0]
    sign = armatures.motion_of(clip.armature, clip.action, clip.fps)
    dances = prepare(dances, sign, counts, joints=model.joints, samples=model.samples)
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


def beats(wish, out):
    """Decode, track, print."""
    print(json.dumps(beats_report(*read_music(wish.file), bpm=wish.bpm), indent=1), file=out)


def _counts(wish):
    """Counts of the song, and its length in seconds when there is music."""
    if wish.music is None:
        return Counts(wish.bpm, wish.offset or 0.0), None
    samples, rate = read_music(wish.music)
    found = track_beats(samples, rate)
    counts = Counts(found.bpm, found.offset) if found.steady else Counts.from_beats(found.times)
    if wish.offset is not None:
        counts = replace(counts, offset=wish.offset, beats=None)
    return counts, len(samples) / rate


def _database(places):
    clips = []
    for place in map(Path, places):
        if place.is_dir():
            clips += read_database(place)
        elif place.suffix.lower() == ".bvh":
            clips.append(DanceClip(load_clip(place)))
        else:
            raise StepweaveError(f"{place}: a database is a folder of BVH clips, or BVH files")
    if not clips:
        raise LibraryError("no dances: name a folder of BVH clips")
    return clips
