"""Drawing and pointing in metres, whatever length the scene gives a Blender unit."""

import contextlib

import gpu
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d

from ..bridge.rigs.armatures import metres_per_unit


@contextlib.contextmanager
def in_metres(scene):
    """While this lasts, the viewport takes places in metres of the scene's world."""
    with gpu.matrix.push_pop():
        gpu.matrix.scale_uniform(1.0 / metres_per_unit(scene))
        yield


def on_screen(region, view, place, scene):
    """Pixels of the region at which a place (3,), metres, is seen; None when it is behind the viewer."""
    return location_3d_to_region_2d(region, view, np.asarray(place) / metres_per_unit(scene))
