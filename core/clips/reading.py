"""BVH files in whatever state they come, as actors ready for Blender."""

from pathlib import Path

import numpy as np

from ..errors import ClipError
from ..motion import rotations as rot
from .actor import BvhActor
from .channels import (
    centre_far_root,
    complete_channels,
    note_left_behind,
    note_stretching,
    settle_child_positions,
    split_actors,
)
from .decoding import decode
from .ends import lengthen_ends, rest_stands
from .findings import Findings, some
from .frame_rate import frame_rate
from .gaps import fill_gaps
from .glitches import carry_back_over_pose, jumps, mend_glitches
from .hierarchy import is_plain, read_hierarchy
from .naming import settle_names
from .roles import find_roles
from .rows import read_rows, split_motion
from .survey import leg_length, sampled_frames, survey


def read_bvh(source, name=""):
    """Actors of a BVH file, with what was wrong repaired.

    Parameters
    ----------
    source : bytes, or path of a file
    name : str, optional; the clip's name (the file's, without ending, by default)

    Returns
    -------
    list of BvhActor, one per ROOT

    Raises
    ------
    ClipError
        The file cannot be saved; the message names file, line and reason.
    """
    data, name, shown = _bytes_of(source, name)
    if not data.strip():
        raise ClipError(f"{shown}: empty file")
    text, repairs = decode(data)
    lowered = text[:100000].lower()
    if "root" not in lowered and "hierarchy" not in lowered:
        raise ClipError(f"{shown}: not a BVH file: it has no HIERARCHY")
    before, after, heading = split_motion(text, shown)
    joints, mended, doubts = read_hierarchy(before, shown)
    columns = sum(len(joint.channels) for joint in joints)
    rows = read_rows(after, columns, shown, before.count("\n") + 1)
    plain = rows.plain and heading and is_plain(before, joints)
    noted = Findings(
        list(dict.fromkeys([*repairs, *mended, *rows.repairs])), [*doubts, *rows.warnings], not plain
    )
    fps, note = frame_rate(rows.frame_time)
    if note:
        noted.repair(note, doubtful=True)
    if len(rows.values) == 1:
        noted.warnings.append("one frame only: a pose, not a movement")
    takes = split_actors(joints, rows.values)
    if len(takes) > 1:
        noted.repair(f"{len(takes)} actors in one file: each becomes a clip of its own", doubtful=True)
        return _actors(takes, name, shown, fps, noted)
    actor = _actor(takes[0], name, shown, fps, noted)
    if actor.repaired_text and not actor.repairs and not actor.warnings:
        actor.repairs.append("lines set as Blender's importer needs them")
    return [actor]


def _actors(takes, name, shown, fps, noted):
    """Several actors of a file; one that cannot be saved is named by the others."""
    actors, lost = [], []
    for take in takes:
        root = take.joints[0].name
        try:
            actors.append(_actor(take, f"{name} {root}", shown, fps, noted.copy()))
        except ClipError as error:
            broken = error
            lost.append(f"actor '{root}' is left out: {str(error).removeprefix(shown + ': ')}")
    if not actors:
        raise broken
    for actor in actors:
        actor.warnings += lost
    return actors


def _bytes_of(source, name):
    """Contents of a file or of bytes, the clip's name, and what messages call it."""
    if isinstance(source, (bytes, bytearray)):
        return bytes(source), name or "clip", name or "clip"
    path = Path(source)
    try:
        return path.read_bytes(), name or path.stem, path.name
    except OSError as error:
        raise ClipError(f"{path.name}: cannot be read: {error.strerror or error}") from error


def _actor(take, name, shown, fps, findings):
    """One actor, with channels, names, ends and glitches settled."""
    take = complete_channels(take, findings)
    if take.values.shape[1] == 0:
        raise ClipError(
            f"{shown}: joint '{take.joints[0].name}' and those below it have no channels: nothing moves"
        )
    fill_gaps(take, shown, findings)
    take = settle_child_positions(take, findings)
    centre_far_root(take, findings)
    settle_names(take.joints, findings)
    names = [joint.name for joint in take.joints]
    frames, again = np.unique(np.concatenate(sampled_frames(len(take.values), fps)), return_inverse=True)
    position, rotation = take.world(frames)
    ends = np.where(np.isnan(take.end), 0.0, take.end)
    found = find_roles(names, take.parents, position, position + rot.rotate(rotation, ends))
    findings.warnings += found.warnings
    leg = leg_length(position[0], found.roles)
    size = leg if leg > 0.0 else max(np.abs(take.offset).max(), 1e-9)
    before = take.values
    take.values = before.copy()
    note_left_behind(take, found.roles.get("pelvis", 0), findings)
    note_stretching(take, found.roles.get("pelvis", 0), size, findings)
    carry_back_over_pose(take, size, fps, findings)
    mend_glitches(take, size, fps, findings)
    if not np.array_equal(before, take.values):
        position, _ = take.world(frames)
    leaps = jumps(take, size, fps)
    if len(leaps):
        findings.warnings.append(f"the body leaps to another place at frame {some(leaps + 1)}")
    facts = survey(take, found.roles, names, fps, position[again])
    findings.warnings += facts.warnings
    lengthen_ends(take, found.roles, rest_stands(take, found.roles, facts.up), findings)
    return BvhActor(
        name,
        take,
        fps,
        facts.scale_to_m,
        facts.up,
        facts.forward,
        found.roles,
        found.missing,
        facts.root_motion,
        facts.facing,
        findings.repairs,
        findings.warnings,
        findings.changed,
    )


def load_clip(path):
    """The first actor of a BVH file as a Motion in metres, Z up."""
    return read_bvh(path)[0].to_motion()
