"""Verbs `analyse` and `inspect`: what is in clips."""

import itertools
import json
from pathlib import Path

import bpy

from ...core.analysis import labels_csv
from ...core.clips import read_bvh
from ...core.errors import ClipError
from .. import reports
from ..files import importing, inspection
from ..library import Stopwatch
from .session import add_clip_arguments, add_verb, bring_in, empty_scene, progress, write_json, write_text


def add_to(verbs):
    """Add both verbs."""
    verb = add_verb(verbs, "analyse", analyse, "find the footsteps of clips")
    add_clip_arguments(verb, positional=True)
    verb.add_argument("--out", required=True, metavar="JSON", help="contacts, segments and motion graph")
    verb.add_argument("--labels-csv", metavar="CSV", help="the segments as a table too")

    verb = add_verb(verbs, "inspect", inspect, "say what clips hold, what was repaired and what is doubtful")
    verb.add_argument("files", nargs="+", metavar="FILES", help="BVH, FBX or glTF files, or folders")
    verb.add_argument("--json", action="store_true", help="print JSON")
    verb.add_argument("--repaired", metavar="FOLDER", help="write repaired BVH files there, for any program")
    verb.epilog = "Exit code: 0 when every clip can be used, 1 when one is refused, 2 when nothing was read."


def analyse(wish, out):
    """Import, analyse, write."""
    empty_scene()
    warnings = bring_in(wish, Stopwatch())
    told, analyses = reports.analysis_report(bpy.context.scene.stepweave.clips, warnings)
    write_json(wish.out, told)
    if wish.labels_csv:
        write_text(wish.labels_csv, labels_csv(analyses))
    segments = sum(len(clip["segments"]) for clip in told["clips"])
    print(f"{len(told['clips'])} clips, {segments} segments: {wish.out}", file=out)
    for warning in told["warnings"]:
        print(f"  {warning}", file=out)


def _write_repaired(files, folder):
    """The clips of BVH files as clean files; a second clip of one name gets a number."""
    taken = set()
    for actor in (actor for file in files for actor in read_bvh(file)):
        name = bpy.path.clean_name(actor.name)
        names = (f"{name}.{k:03d}" if k else name for k in itertools.count())
        taken.add(free := next(one for one in names if one not in taken))
        write_text(folder / f"{free}.bvh", actor.text)


def inspect(wish, out):
    """Read, print; 1 when a file is refused."""
    empty_scene()
    files, found = importing.clip_files(wish.files), []
    with progress(wish.verb) as show:
        for i, file in enumerate(files):
            show(i, len(files), file.name)
            found += inspection.inspect(file)
    if not found:
        raise ClipError(f"no clips in {', '.join(wish.files)}: they end in {', '.join(importing.ENDINGS)}")
    if wish.repaired:
        mended = {record["file"]: None for record in found if record["status"] == "repaired"}
        _write_repaired([file for file in mended if file.lower().endswith(".bvh")], Path(wish.repaired))
    if wish.json:
        print(json.dumps(found, indent=1), file=out)
    else:
        print("\n".join(line for record in found for line in inspection.lines(record)), file=out)
    return int(any(record["status"] == "refused" for record in found))
