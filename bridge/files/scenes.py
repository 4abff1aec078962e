"""Clips of FBX and glTF files: every take of every armature that moves, after Blender's importer."""

from dataclasses import dataclass

import bpy
import numpy as np

from ...core.clips.findings import Findings
from ...core.clips.rest_pose import rest_pose
from ...core.errors import ClipError
from ..rigs import actions
from . import takes
from .imported import ImportedClip, Refused
from .keys import TakeKeys
from .mending import mend
from .uprightness import made_upright


@dataclass
class _Laid:
    """A take with its keys on whole frames, and what has been found out about it so far."""

    rig: bpy.types.Object
    keys: TakeKeys
    fps: float
    findings: Findings


def clips_of_scene(path, found, fresh, rate):
    """Clips from what an importer has put into Blender.

    Parameters
    ----------
    path : Path
    found : list of bpy.types.Object; imported
    fresh : list of bpy.types.Action; imported
    rate : float; frames per second at which the importer laid the keys out

    Returns
    -------
    clips : list of ImportedClip
    refused : list of Refused; takes that cannot be used, their Actions removed

    Raises
    ------
    ClipError
        There is no take, or none can be used.
    """
    rigs = [thing for thing in found if thing.type == "ARMATURE"]
    above = {rig: takes.moving_parents(rig, fresh) for rig in rigs}
    moving = takes.takes_of(fresh, rigs)
    if not moving:
        raise ClipError("no armature that moves in it")
    for action, _ in moving:
        action.name = path.stem if len(moving) == 1 else f"{path.stem} {action.name}"
    tried = _Tried()
    laid = [tried(action, _lay, action, rig, rate) for action, rig in moving]
    laid = [take for take in laid if take]
    for take in reversed(laid):
        takes.play_alone(take.rig, take.keys.action)
    bpy.context.view_layer.update()
    clips = []
    for rig in dict.fromkeys(take.rig for take in laid):
        clips += _clips_of_rig(rig, [take for take in laid if take.rig == rig], path, above[rig], tried)
    if not clips:
        raise ClipError(tried.refused[0].reason)
    bpy.data.batch_remove(tried.broken)
    order = [action for action, _ in moving]
    return sorted(clips, key=lambda clip: order.index(clip.action)), tried.refused


class _Tried:
    """Calls that may find a take broken: it is noted then, and the others go on."""

    def __init__(self):
        self.refused, self.broken = [], []

    def __call__(self, action, job, *arguments):
        try:
            return job(*arguments)
        except ClipError as error:
            self.refuse(action, error)
            return None

    def refuse(self, action, error):
        self.refused.append(Refused(action.name, str(error)))
        self.broken.append(action)


def _lay(action, rig, rate):
    """A take with its keys laid on frames, values that are no numbers bridged."""
    slot = actions.slot_of(action, rig)
    slot.name_display = actions.SLOT_NAME
    keys, findings = TakeKeys(action, slot), Findings()
    keys.settle(rig)
    fps = keys.lay_on_frames(rate)
    keys.fill_gaps(findings)
    keys.write()
    return _Laid(rig, keys, fps, findings)


def _clips_of_rig(rig, laid, path, warnings, tried):
    """Clips of one armature, its unit and its up axis mended."""
    own = [take.keys for take in laid]
    try:
        skeleton, repairs = takes.made_human(rig, own)
        if not np.isfinite(skeleton.rest_position).all():
            raise ClipError(f"armature '{rig.name}': its bones rest at values that are no numbers")
        skeleton, up, notes = made_upright(
            rig, [(take.keys, take.fps) for take in laid], skeleton, stays=bool(warnings)
        )
    except ClipError as error:
        for keys in own:
            tried.refuse(keys.action, error)
        return []
    repairs += notes
    clips = [tried(take.keys.action, _clip, take, skeleton, path, repairs, warnings, up) for take in laid]
    return [clip for clip in clips if clip]


def _clip(take, skeleton, path, repairs, warnings, up):
    """One take, its capture faults mended."""
    facts, skeleton = mend(take.rig, take.keys, take.fps, skeleton, take.findings)
    return ImportedClip(
        take.keys.action,
        take.rig,
        take.fps,
        1.0,
        str(path),
        (*repairs, *take.findings.repairs),
        (*warnings, *take.findings.warnings),
        bool(repairs) or take.findings.changed,
        rest_pose(skeleton.rest_position, skeleton.roles),
        facts.root_motion,
        facts.facing,
        up,
    )
