"""Panels and what is drawn into the viewport; they draw, nothing else."""

import bpy

from . import lists, sidebar

CLASSES = (*lists.CLASSES, *sidebar.CLASSES)


def register():
    """Register every panel, in order."""
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister():
    """Unregister every panel, last one first."""
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
