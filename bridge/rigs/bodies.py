"""A mannequin for an armature without a body of its own."""

import bpy
import numpy as np

from ...core.starter import capsules
from .armatures import metres_per_unit


def add_body(armature, skeleton):
    """Give an armature a simple body: a mesh bound rigidly to its bones.

    Parameters
    ----------
    armature : bpy.types.Object
    skeleton : Skeleton; of that armature, as it stands now

    Returns
    -------
    bpy.types.Object
    """
    body = capsules(skeleton)
    to_armature = np.array(armature.matrix_world.inverted())
    local = body.vertices / metres_per_unit() @ to_armature[:3, :3].T + to_armature[:3, 3]
    mesh = bpy.data.meshes.new(f"{armature.name} Body")
    mesh.from_pydata(local.tolist(), [], body.faces.tolist())
    mesh.shade_smooth()
    thing = bpy.data.objects.new(mesh.name, mesh)
    for collection in armature.users_collection:
        collection.objects.link(thing)
    thing.parent = armature
    for joint in np.unique(body.bone):
        group = thing.vertex_groups.new(name=skeleton.names[joint])
        group.add(np.flatnonzero(body.bone == joint).tolist(), 1.0, "REPLACE")
    thing.modifiers.new("Armature", "ARMATURE").object = armature
    return thing


def has_body(armature):
    """Whether some mesh follows the armature."""
    return any(
        modifier.type == "ARMATURE" and modifier.object == armature
        for thing in bpy.context.scene.objects
        if thing.type == "MESH"
        for modifier in thing.modifiers
    )
