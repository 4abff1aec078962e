"""Panels and what is drawn into the viewport; they draw, nothing else."""

import bpy

from . import dance, footprints, lists, sidebar, strip, timing, warp_preview

CLASSES = (*lists.CLASSES, *sidebar.CLASSES, *timing.CLASSES, *dance.CLASSES)
DRAWINGS = (footprints, strip, warp_preview)


def register():
    """Register every panel, in order."""
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    for drawing in DRAWINGS:
        drawing.register()


def unregister():
    """Unregister every panel, last one first."""
    for drawing in reversed(DRAWINGS):
        drawing.unregister()
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
