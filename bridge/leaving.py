"""Taking Stepweave out again when a Python that runs Blender as a module ends.

Blender's own program does so by itself. Of the modules, 4.5 crashes or hangs at its end over the property
groups that a script left registered.
"""

import atexit
import sys

import bpy

_ROOT = __package__.rpartition(".")[0]


def register():
    """Unregister everything before Blender goes, where nobody else does."""
    if bpy.app.module:
        atexit.register(_leave)


def unregister():
    """It is done already."""
    atexit.unregister(_leave)


def _leave():
    sys.modules[_ROOT].unregister()
