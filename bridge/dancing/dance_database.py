"""Dance clips as people keep them: folders, BVH, FBX and glTF files, .blend files of Actions.

Tempi come from `dances.csv` beside the files (a row names a file, or `file.blend/Action`), from the Action's
own properties `bpm` and `first_count`, or from music of the clip's name beside it. What was read once is
kept until the file changes.
"""

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import bpy

from ...core.clips import load_clip
from ...core.errors import ClipError, LibraryError, SpecificationError, StepweaveError
from ...core.motion import Motion
from ...core.sign_dance import Counts, DanceClip, track_beats
from ...core.sign_dance.database import SHEET, read_sheet, write_sheet
from ..files import importing
from ..rigs import actions, armatures
from .music import SOUND_ENDINGS, read_music

ENDINGS = (*importing.ENDINGS, ".blend")
_read = {}                  # what files held: path -> (time and size, list of Take, lines on broken ones)


class Take(NamedTuple):
    """One dance of a file: how the sheet calls it, its motion, and counts kept with its Action or None."""

    key: str
    motion: Motion
    counts: Counts | None


@dataclass(frozen=True)
class KeptDance:
    """A dance of a database.

    Attributes
    ----------
    folder : Path; where its `dances.csv` lies
    key : str; what it is called there
    clip : DanceClip
    tempo_from : str; "sheet", "action", "music" or "" when nobody knows it
    """

    folder: Path
    key: str
    clip: DanceClip
    tempo_from: str


def read_dances(places, listen=False):
    """All dances of some places, and a line for every file or take that cannot be used.

    Parameters
    ----------
    places : sequence of path; folders, clips, .blend files
    listen : bool; look for music beside clips whose tempo is not known, and find it there

    Returns
    -------
    list of KeptDance, list of str

    Raises
    ------
    LibraryError
        A place is missing, or nothing can be used; the message names every refused file.
    """
    kept, refused, sheets = [], [], {}
    for path in _files(places):
        sheet = sheets.setdefault(path.parent, read_sheet(path.parent / SHEET))
        try:
            takes, broken = _takes(path)
        except StepweaveError as reason:
            refused.append(f"dance left out: {_by_name(path, reason)}")
            continue
        refused += [f"dance left out: {reason}" for reason in broken]
        for take in takes:
            counts, told_by = _counts(path, take, sheet, listen)
            kept.append(KeptDance(path.parent, take.key, DanceClip(take.motion, counts), told_by))
    refused += [line for folder, sheet in sheets.items() for line in _rows_of_nothing(folder, sheet)]
    if not kept:
        told = "; ".join(refused) or f"no clips in {', '.join(map(str, places))}"
        raise LibraryError(f"no dances: {told}")
    return kept, refused


def _rows_of_nothing(folder, sheet):
    """A line for each row of a sheet whose file is not beside it."""
    for key in sheet:
        names = key, key.partition(".blend/")[0] + ".blend", key.rpartition("/")[0] or key
        if not any((folder / name).is_file() for name in names):
            yield f"{SHEET}: its row '{key}' names no file beside it; correct or remove it"


def fingerprint(places):
    """What `read_dances` would read, as something to compare: paths with times and sizes."""
    files = _files(places)
    sheets = {path.parent / SHEET for path in files}
    return tuple((str(p), _stamp(p)) for p in (*files, *sorted(s for s in sheets if s.is_file())))


def save_tempi(dances):
    """Write the tempi of dances to the `dances.csv` of their folders; rows of other files stay.

    Parameters
    ----------
    dances : sequence of KeptDance

    Returns
    -------
    list of Path
    """
    written = []
    for folder in sorted({dance.folder for dance in dances}):
        rows = read_sheet(folder / SHEET)
        rows.update({d.key: d.clip.counts for d in dances if d.folder == folder})
        try:
            write_sheet(folder, rows)
        except OSError as error:
            raise LibraryError(f"{folder / SHEET}: cannot be written: {error.strerror}") from error
        written.append(folder / SHEET)
    return written


def _files(places):
    """Files of dances among places, in order; folders are searched to their depths."""
    files = []
    for place in map(Path, places):
        if place.is_dir():
            files += sorted(p for p in place.rglob("*") if p.suffix.lower() in ENDINGS)
        elif not place.is_file():
            raise LibraryError(f"dance database '{place}': no such file or folder")
        elif place.suffix.lower() not in ENDINGS:
            raise LibraryError(f"{place.name}: dances end in {', '.join(ENDINGS)}, or lie in a folder")
        else:
            files.append(place)
    return files


def _stamp(path):
    state = path.stat()
    return state.st_mtime_ns, state.st_size


def _by_name(path, reason):
    told = str(reason)
    return told if path.name in told or path.stem in told else f"{path.name}: {told}"


def _takes(path):
    """The dances of a file and lines on broken takes of it, from memory when it has not changed."""
    stamp = _stamp(path)
    known = _read.get(path)
    if known is None or known[0] != stamp:
        kind, broken = path.suffix.lower(), []
        if kind == ".bvh":
            takes = [Take(path.name, load_clip(path), None)]
        elif kind == ".blend":
            takes = _blend_takes(path)
        else:
            takes = _imported_takes(path, broken)
        known = _read[path] = (stamp, takes, [reason for _, reason in broken])
    return known[1:]


def _counts(path, take, sheet, listen):
    """Counts of a take, and who told them."""
    for key in (take.key, path.name):
        if sheet.get(key) is not None:
            return sheet[key], "sheet"
    if take.counts is not None:
        return take.counts, "action"
    if listen:
        for music in sorted(path.parent.glob(f"{path.stem}.*")):
            if music.suffix.lower() in SOUND_ENDINGS:
                return track_beats(*read_music(music)).counts(), "music"
    return None, ""


def _imported_takes(path, broken):
    """Takes of an FBX or glTF file, through Blender's importers; nothing of it stays. Adds to `broken`."""
    before = importing.existing()
    try:
        clips = importing.import_file(path, refused=broken)
        motions = [armatures.motion_of(clip.armature, clip.action, clip.fps) for clip in clips]
    finally:
        importing.remove_new(before)
    several = len(motions) > 1
    return [Take(f"{path.name}/{m.name}" if several else path.name, m, None) for m in motions]


def _blend_takes(path):
    """Takes of a .blend file: every Action that moves the bones of one of its armatures."""
    with _appended(path) as (scenes, moves):
        rigs = {thing: scene for scene in scenes for thing in scene.objects if thing.type == "ARMATURE"}
        found = [(action, _rig_of(action, rigs)) for action in moves]
        found = [(action, rig) for action, rig in found if rig is not None]
        if not found:
            raise ClipError(f"{path.name}: no Action in it that moves an armature of it")
        here = bpy.context.scene.collection.objects
        for rig in {rig for _, rig in found}:
            here.link(rig)
        bpy.context.view_layer.update()
        motions = [_scene_motion(rig, action, rigs[rig]) for action, rig in found]
        return [
            Take(f"{path.name}/{action.name}", motion, _kept_counts(path, action))
            for motion, (action, _) in zip(motions, found)
        ]


@contextlib.contextmanager
def _appended(path):
    """Scenes and Actions of a .blend file, in this one until the block ends."""
    before = {thing.session_uid for thing in bpy.data.user_map()}
    try:
        try:
            with bpy.data.libraries.load(str(path), link=False) as (source, target):
                target.scenes, target.actions = source.scenes, source.actions
        except OSError as error:
            raise ClipError(f"{path.name}: no .blend file that can be read") from error
        yield [s for s in target.scenes if s], [a for a in target.actions if a]
    finally:
        new = [thing for thing in bpy.data.user_map() if thing.session_uid not in before]
        bpy.data.batch_remove(new)
        bpy.context.view_layer.update()


def _rig_of(action, rigs):
    """The armature that plays an Action, else the one that has most of its bones, or None."""
    for rig in rigs:
        if rig.animation_data and rig.animation_data.action == action:
            return rig
    try:
        curves = actions.fcurves_of(action, actions.slot_of(action))
    except ClipError:
        return None
    paths = {f.data_path.rpartition(".")[0] for f in curves if f.data_path.startswith("pose.bones[")}
    shared = {rig: sum(armatures.bone_path(bone.name) in paths for bone in rig.data.bones) for rig in rigs}
    best = max(shared, key=shared.get, default=None)
    return best if best is not None and shared[best] else None


def _scene_motion(rig, action, scene):
    """What an Action does at the rate and in the units of the scene it comes from."""
    motion = armatures.motion_of(rig, action, scene.render.fps / scene.render.fps_base)
    factor = armatures.metres_per_unit(scene) / armatures.metres_per_unit()
    if abs(factor - 1.0) < 1e-9:
        return motion
    return motion.with_(skeleton=motion.skeleton.scaled(factor), root_position=motion.root_position * factor)


def _kept_counts(path, action):
    """Counts that people keep as properties of an Action, or None."""
    if not action.get("bpm"):
        return None
    try:
        return Counts(float(action["bpm"]), float(action.get("first_count", 0.0)))
    except (TypeError, ValueError, SpecificationError) as reason:
        raise ClipError(f"{path.name}, Action '{action.name}': its property bpm: {reason}") from None
