"""What an import gives."""

from dataclasses import dataclass
from typing import NamedTuple

import bpy
import numpy as np


@dataclass(frozen=True)
class ImportedClip:
    """One clip in Blender.

    Attributes
    ----------
    action : bpy.types.Action; its first frame is frame 1
    armature : bpy.types.Object; shared by all clips of one skeleton
    fps : float
    scale_to_m : float; metres per unit of the file
    source : str; the file
    repairs, warnings : tuple of str
    repaired : bool; something was mended, with certainty or not
    rest_pose : str or None; as `core.clips.rest_pose` names it
    root_motion : bool; the body travels by itself
    facing : (2,) array; horizontal unit vector at the first frame, NaN without legs
    up : str; axis of the file that points up
    """

    action: bpy.types.Action
    armature: bpy.types.Object
    fps: float
    scale_to_m: float
    source: str
    repairs: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    repaired: bool = False
    rest_pose: str | None = None
    root_motion: bool = True
    facing: np.ndarray | None = None
    up: str = "Z"


class Refused(NamedTuple):
    """A take of a file that cannot be used: its name, and why."""

    name: str
    reason: str
