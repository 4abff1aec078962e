"""What the verbs share: their arguments, an empty file, the clips brought in, JSON written."""

import contextlib
import json
import sys
from pathlib import Path

import bpy

from ...core.errors import StepweaveError
from .. import jobs
from ..files import importing


@contextlib.contextmanager
def progress(verb):
    """A function that shows on stderr, on one line that is written over, what is being done.

    Only a terminal is told; a log would fill up. ``show(done, total, text)``
    """
    told = 0

    def show(done, total, text):
        nonlocal told
        if sys.stderr.isatty():
            line = f"stepweave {verb}: {done + 1}/{total} {text}"[:100]
            sys.stderr.write("\r" + line.ljust(told))
            sys.stderr.flush()
            told = len(line)

    yield show
    if told:
        sys.stderr.write("\r" + " " * told + "\r")


def add_verb(verbs, name, run, summary):
    """A verb with its one-line help; ``run(wish, out)`` does the work.

    Returns
    -------
    argparse.ArgumentParser
    """
    verb = verbs.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
    verb.set_defaults(run=run)
    return verb


def add_clip_arguments(verb, positional=False):
    """Where a verb's clips come from."""
    what = {"nargs": "*" if positional else "+", "metavar": "CLIPS", "default": []}
    verb.add_argument("clips" if positional else "--clips", help="BVH, FBX or glTF files, or folders", **what)
    verb.add_argument("--starter", action="store_true", help="take Stepweave's own clips")


def empty_scene():
    """A new Blender file with nothing in it, with the user's own preferences; gives its scene."""
    bpy.ops.wm.read_homefile(use_empty=True)
    return bpy.context.scene


def bring_in(wish, watch):
    """List the clips that were asked for with the scene.

    Returns
    -------
    list of str
        A line for each file that was refused.

    Raises
    ------
    StepweaveError
        There is nothing that can be used.
    """
    if not wish.clips and not wish.starter:
        raise StepweaveError("no clips: name files or folders, or take --starter")
    batch = jobs.ImportBatch(bpy.context)
    with watch.timed("import"):
        if wish.starter:
            jobs.add_starter(bpy.context)
        files = importing.clip_files(wish.clips)
        with progress(wish.verb) as show:
            for i, file in enumerate(files):
                show(i, len(files), file.name)
                batch.add(file)
    if not batch.added:
        endings = ", ".join(importing.ENDINGS)
        raise StepweaveError(f"no clips in {', '.join(wish.clips)}: they end in {endings}")
    batch.summary()
    return [entry.notes for entry in batch.added if entry.status == "REFUSED"]


def read_json(path):
    """Contents of a JSON file.

    Raises
    ------
    StepweaveError
        Naming file, line and what is wrong.
    """
    path = Path(path)
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise StepweaveError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise StepweaveError(f"{path}: not JSON: {error}") from error


def write_text(path, text):
    """Write a text file, its folder made when missing."""
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StepweaveError(f"{path}: cannot be written: {error.strerror}") from error


def write_json(path, content):
    """Write a JSON file."""
    write_text(path, json.dumps(content, indent=1))
