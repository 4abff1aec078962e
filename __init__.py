"""Stepweave: walks woven from motion-captured clips along a drawn path, in Blender."""

try:
    from . import cli, operators, panels
    from .bridge import handlers, leaving, scene_data

    PARTS = (scene_data, operators, panels, handlers, cli, leaving)
except ImportError as failure:
    if (failure.name or "").partition(".")[0] != "scipy":
        raise
    from . import notice

    PARTS = (notice,)


def register():
    """Register every part, in order."""
    for part in PARTS:
        part.register()


def unregister():
    """Unregister every part, last one first."""
    for part in reversed(PARTS):
        part.unregister()
