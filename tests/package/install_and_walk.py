"""Run by Blender: install the zip as a user does, walk through the panel's operators, then say what happened.

Arguments after ``--``: the zip, an output folder.
"""

import importlib.machinery
import json
import os
import sys
from pathlib import Path

import bpy

MODULE = "bl_ext.user_default.stepweave"


class OnlyShippedScipy:
    """Hides every scipy but the one that came with the zip."""

    @staticmethod
    def find_spec(name, _path=None, _target=None):
        """Search Blender's folder of extension wheels alone."""
        if name != "scipy":
            return None
        shipped = [folder for folder in sys.path if f"{os.sep}.local{os.sep}" in folder]
        found = importlib.machinery.PathFinder.find_spec(name, shipped)
        if found is None:
            raise ModuleNotFoundError("no scipy came with the zip", name="scipy")
        return found


def main():
    """Install, walk, report into OUT/facts.json."""
    zipped, out = (Path(word) for word in sys.argv[sys.argv.index("--") + 1 :])
    bpy.ops.wm.read_homefile(use_empty=True)
    if "own-scipy" not in zipped.name:
        sys.meta_path.insert(0, OnlyShippedScipy)
    bpy.ops.extensions.package_install_files(
        filepath=str(zipped), repo="user_default", enable_on_install=True, overwrite=True
    )
    bpy.ops.wm.save_userpref()
    settings = bpy.context.scene.stepweave
    bpy.ops.stepweave.add_starter()
    data = bpy.data.curves.new("Path", "CURVE")
    data.splines.new("POLY").points.add(1)
    data.splines[0].points[1].co = (4.0, 1.0, 0.0, 1.0)
    path = bpy.data.objects.new("Path", data)
    bpy.context.collection.objects.link(path)
    bpy.context.view_layer.objects.active = path
    bpy.ops.stepweave.use_curve()
    bpy.ops.stepweave.generate_walk()
    import scipy

    character = settings.characters[0]
    keys = character.result.frame_range
    facts = {
        "enabled": MODULE in bpy.context.preferences.addons,
        "module": sys.modules[MODULE].__file__,
        "scipy": scipy.__file__,
        "frames": keys[1] - keys[0] + 1,
        "plays": character.armature.animation_data.action.name,
        "result": character.result.name,
    }
    (out / "facts.json").write_text(json.dumps(facts))


main()
