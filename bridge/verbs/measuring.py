"""Verb `measure`: how good any motion is, ours or not."""

from pathlib import Path

import bpy

from ...core.errors import LibraryError
from ...core.metrics import measure
from ...core.motion import retarget
from ...core.paths import read_path
from ..files import importing
from ..rigs import armatures
from .ground import add_ground_argument, read_ground
from .session import add_verb, empty_scene, write_json

COLUMNS = (
    ("plants", ("plants", "count"), "{}"),
    ("slip cm mean", ("plants", "slip_mean_cm"), "{:.2f}"),
    ("slip cm max", ("plants", "slip_max_cm"), "{:.2f}"),
    ("ground cm p95", ("plants", "penetration_p95_cm"), "{:.2f}"),
    ("path cm mean", ("path", "mean_cm"), "{:.1f}"),
    ("path cm max", ("path", "max_cm"), "{:.1f}"),
    ("path cm end", ("path", "end_cm"), "{:.1f}"),
    ("joins worst", ("joins", "worst_ratio"), "{:.2f}"),
    ("knee deg beyond", ("knees", "beyond_source_deg"), "{:.1f}"),
)


def add_to(verbs):
    """Add the verb."""
    verb = add_verb(verbs, "measure", run, "measure feet, path, joins and knees of any motion")
    verb.add_argument("motions", nargs="+", metavar="MOTION", help="BVH, FBX or glTF files")
    verb.add_argument("--path", help="the path they should follow: JSON, CSV or SVG")
    verb.add_argument("--reference", nargs="+", default=[], metavar="CLIPS", help="clips they were made of")
    add_ground_argument(verb)
    verb.add_argument("--out", metavar="JSON", help="all figures")


def run(wish, out):
    """Import as they are, measure, print a table."""
    empty_scene()
    path, ground = read_path(Path(wish.path)) if wish.path else None, read_ground(wish.ground)
    reference = [motion for file in importing.clip_files(wish.reference) for motion in _motions(file)]
    told = {}
    for file in importing.clip_files(wish.motions):
        for motion in _motions(file):
            sources = [retarget(source, motion.skeleton) for source in reference]
            told[motion.name] = measure(motion, path, reference=sources, ground=ground)
    if not told:
        raise LibraryError(f"no motions in {', '.join(wish.motions)}")
    if wish.out:
        write_json(wish.out, told)
    found = told.values()
    shown = [column for column in COLUMNS if any(_value(each, column[1]) is not None for each in found)]
    print("\t".join(["motion", *(title for title, _, _ in shown)]), file=out)
    for name, figures in told.items():
        cells = [(_value(figures, key), form) for _, key, form in shown]
        print("\t".join([name, *(form.format(v) if v is not None else "-" for v, form in cells)]), file=out)


def _motions(file):
    """Motions of a file, not repaired; nothing stays in Blender."""
    before = importing.existing()
    clips = importing.import_file(file, repair=False)
    motions = [armatures.motion_of(clip.armature, clip.action, clip.fps) for clip in clips]
    importing.remove_new(before)
    bpy.context.view_layer.update()
    return motions


def _value(figures, key):
    for part in key:
        figures = (figures or {}).get(part)
    return figures
