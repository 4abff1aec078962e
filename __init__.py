"""Stepweave: walks woven from motion-captured clips along a drawn path, in Blender."""

PARTS = ()


def register():
    """Register every part, in order."""
    for part in PARTS:
        part.register()


def unregister():
    """Unregister every part, last one first."""
    for part in reversed(PARTS):
        part.unregister()
