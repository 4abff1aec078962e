"""The verbs of the command line, on an empty Blender file."""

import json
from pathlib import Path as FilePath

import bpy

from ..core.errors import SpecificationError, StepweaveError
from ..core.paths import read_path
from ..core.synthesis.specification import check_speed
from . import armatures, curves, exporting, importing, inspection, jobs, reports
from .bodies import add_body, has_body
from .library import Stopwatch, library_of


def add_to(verbs):
    """Add every verb to an argparse sub-parser."""
    verb = _verb(verbs, "walk", walk, "weave a walk along a path and write it to a file")
    _clip_arguments(verb)
    verb.add_argument("--path", required=True, help="JSON, CSV or SVG; metres on Blender's ground plane")
    verb.add_argument("--speed", type=float, required=True, metavar="M_PER_S", help="along the path")
    verb.add_argument("--out", required=True, help="result: .bvh, .blend, .fbx or .glb")
    verb.add_argument("--fps", type=float, default=60.0, help="frames per second of the result (60)")
    verb.add_argument("--report", metavar="JSON", help="what was done and how well")
    verb.add_argument("--render", metavar="PNG", help="a picture of the walk")

    verb = _verb(verbs, "analyse", analyse, "find the footsteps of clips")
    _clip_arguments(verb, positional=True)
    verb.add_argument("--out", required=True, metavar="JSON", help="contacts, segments and motion graph")

    verb = _verb(verbs, "inspect", inspect, "say what clips hold, what was repaired and what is doubtful")
    verb.add_argument("files", nargs="+", metavar="FILES", help="BVH, FBX or glTF files, or folders")
    verb.add_argument("--json", action="store_true", help="print JSON")


def walk(wish, out):
    """Verb `walk`."""
    exporting.checked_ending(wish.out)
    check_speed(wish.speed)
    path = read_path(FilePath(wish.path))
    scene, watch = _empty_scene(), Stopwatch()
    warnings = _bring_in(scene, wish, watch)
    library = library_of(scene.stepweave.clips)
    work = jobs.weave_steps(library, path, wish.fps, speed=wish.speed, watch=watch)
    woven = jobs.exhaust(work)
    motion = woven.walk.motion
    name = FilePath(wish.out).stem
    with watch.timed("bake"):
        armatures.write_motion(library.armature, motion, name)
    _tidy(scene, library.armature, path, motion)
    exporting.export(wish.out, library.armature, motion)
    told = reports.walk_report(woven, watch.seconds, warnings)
    if wish.report:
        _write_json(wish.report, told)
    if wish.render:
        reports.draw(woven.walk, wish.render)
    print(reports.summary(told, wish.out), file=out)


def analyse(wish, out):
    """Verb `analyse`."""
    scene, watch = _empty_scene(), Stopwatch()
    warnings = _bring_in(scene, wish, watch)
    told = reports.analysis_report(scene.stepweave.clips, warnings)
    _write_json(wish.out, told)
    segments = sum(len(clip["segments"]) for clip in told["clips"])
    print(f"{len(told['clips'])} clips, {segments} segments: {wish.out}", file=out)


def inspect(wish, out):
    """Verb `inspect`."""
    _empty_scene()
    found = [record for file in importing.clip_files(wish.files) for record in inspection.inspect(file)]
    if wish.json:
        print(json.dumps(found, indent=1), file=out)
    else:
        print("\n".join(line for record in found for line in inspection.lines(record)), file=out)


def _verb(verbs, name, run, summary):
    verb = verbs.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
    verb.set_defaults(run=run)
    return verb


def _clip_arguments(verb, positional=False):
    what = {"nargs": "*" if positional else "+", "metavar": "CLIPS", "default": []}
    verb.add_argument("clips" if positional else "--clips", help="BVH, FBX or glTF files, or folders", **what)
    verb.add_argument("--starter", action="store_true", help="take Stepweave's own clips")


def _empty_scene():
    """A new Blender file with nothing in it, at the user's own preferences."""
    bpy.ops.wm.read_homefile(use_empty=True)
    return bpy.context.scene


def _bring_in(scene, wish, watch):
    """List the clips asked for with the scene; returns a line for each that was refused."""
    if not wish.clips and not wish.starter:
        raise StepweaveError("no clips: name files or folders, or take --starter")
    batch = jobs.ImportBatch(bpy.context)
    with watch.timed("import"):
        if wish.starter:
            jobs.add_starter(bpy.context)
        for file in importing.clip_files(wish.clips):
            batch.add(file)
    if not batch.added:
        endings = ", ".join(importing.ENDINGS)
        raise StepweaveError(f"no clips in {', '.join(wish.clips)}: they end in {endings}")
    batch.summary()
    return [entry.notes for entry in batch.added if entry.status == "REFUSED"]


def _tidy(scene, armature, path, motion):
    """Leave what a person opening the file wants to see: the walker, its path, the right range."""
    for thing in list(scene.objects):
        if thing.type == "ARMATURE" and thing != armature:
            bpy.data.objects.remove(thing)
    if not has_body(armature):
        add_body(armature, motion.skeleton)
    curves.new_curve(path.points, path.closed, "Path")
    exporting.set_rate(scene, motion.fps)
    scene.frame_start, scene.frame_end = 1, motion.frames
    scene.frame_set(1)


def _write_json(path, content):
    path = FilePath(path)
    if path.parent != FilePath():
        path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.write_text(json.dumps(content, indent=1), encoding="utf-8")
    except OSError as error:
        raise SpecificationError(f"{path}: cannot be written: {error.strerror}") from error
