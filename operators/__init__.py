"""Operators: read the scene, call the bridge, report."""

import bpy

from . import clips, corrections, crowd, dance, drive, graph, path, roles, tools, variants, walk, warp

CLASSES = (
    *clips.CLASSES,
    *corrections.CLASSES,
    *roles.CLASSES,
    *path.CLASSES,
    *walk.CLASSES,
    *drive.CLASSES,
    *graph.CLASSES,
    *variants.CLASSES,
    *warp.CLASSES,
    *crowd.CLASSES,
    *dance.CLASSES,
)


def register():
    """Register every operator, in order."""
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    graph.register_keys()
    tools.register()


def unregister():
    """Unregister every operator, last one first."""
    tools.unregister()
    graph.unregister_keys()
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
