"""Camera and sun for a file that a person will open and render at once."""

import bpy
import numpy as np
from mathutils import Vector

from .rigs.armatures import metres_per_unit

_VIEW = Vector((0.35, -1.0, 0.55))          # from the middle of the ways towards the camera
_AROUND = 1.5                               # metres of room round the ways


def light_and_film(scene, ways):
    """Add a camera that sees all ways, and a sun.

    Parameters
    ----------
    scene : bpy.types.Scene
    ways : list of (N, 2 or 3) arrays, metres; where people go
    """
    points = np.concatenate([way[:, :2] for way in ways]) / metres_per_unit()
    low, high = points.min(axis=0), points.max(axis=0)
    middle = Vector((*(0.5 * (low + high)), 0.9 / metres_per_unit()))
    reach = 0.5 * float(np.hypot(*(high - low))) + _AROUND / metres_per_unit()
    film = bpy.data.cameras.new("Camera")
    camera = bpy.data.objects.new("Camera", film)
    camera.location = middle + _VIEW.normalized() * reach / np.tan(0.5 * film.angle_x)
    camera.rotation_euler = _VIEW.to_track_quat("Z", "Y").to_euler()
    film.clip_end = max(film.clip_end, 10.0 * reach)
    sun = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.data.energy = 3.0
    sun.rotation_euler = (0.6, 0.2, 0.5)
    if scene.world is None:
        scene.world = bpy.data.worlds.new("World")
        scene.world.color = (0.35, 0.36, 0.38)
    for thing in (camera, sun):
        scene.collection.objects.link(thing)
    scene.camera = camera
