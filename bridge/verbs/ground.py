"""A file with the ground to walk on, for the verbs that take one."""

import contextlib
import io
from pathlib import Path

import bpy

from ...core.errors import PathError
from ..files.importing import failure_in_words
from ..routes.terrain import terrain_of

_READERS = {
    ".obj": lambda file: bpy.ops.wm.obj_import(filepath=file, forward_axis="Y", up_axis="Z"),
    ".ply": lambda file: bpy.ops.wm.ply_import(filepath=file),
    ".stl": lambda file: bpy.ops.wm.stl_import(filepath=file),
    ".glb": lambda file: bpy.ops.import_scene.gltf(filepath=file),
    ".gltf": lambda file: bpy.ops.import_scene.gltf(filepath=file),
    ".blend": lambda file: _append(file),
}


def add_ground_argument(verb):
    """Which mesh is walked on."""
    what = "mesh to walk on instead of the plane z = 0: .obj (Z up), .ply, .stl, .glb or .blend; metres"
    verb.add_argument("--ground", metavar="FILE", help=what)


def read_ground(file):
    """The ground in a file; its meshes stay in the scene.

    Returns
    -------
    Terrain, or None when there is no file

    Raises
    ------
    PathError
        Naming the file: it cannot be read, or holds no mesh.
    """
    if file is None:
        return None
    reader = _READERS.get(Path(file).suffix.lower())
    if reader is None:
        raise PathError(f"ground '{file}': its name ends in none of {', '.join(_READERS)}")
    if not Path(file).is_file():
        raise PathError(f"ground '{file}': there is no such file")
    before = set(bpy.data.objects)
    with failure_in_words(Path(file), PathError), contextlib.redirect_stderr(io.StringIO()):
        reader(str(Path(file).resolve()))
    bpy.context.view_layer.update()
    meshes = [thing for thing in bpy.data.objects if thing not in before and thing.type == "MESH"]
    if not meshes:
        raise PathError(f"ground '{file}': there is no mesh in it")
    return terrain_of(meshes)


def _append(file):
    with bpy.data.libraries.load(file) as (found, wanted):
        wanted.objects = found.objects
    for thing in wanted.objects:
        if thing is not None and thing.type == "MESH":
            bpy.context.scene.collection.objects.link(thing)
