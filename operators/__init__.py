"""Operators: read the scene, call the bridge, report."""

import bpy

from . import clips, drive, path, walk

CLASSES = (*clips.CLASSES, *path.CLASSES, *walk.CLASSES, *drive.CLASSES)


def register():
    """Register every operator, in order."""
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister():
    """Unregister every operator, last one first."""
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
