"""Another character of the same make: an armature object with a body of its own."""

import bpy


def double(armature, name):
    """Another object of the same armature, with its meshes, to play an Action of its own.

    Parameters
    ----------
    armature : bpy.types.Object
    name : str

    Returns
    -------
    bpy.types.Object
    """
    made = bpy.data.objects.new(name, armature.data)
    made.matrix_world = armature.matrix_world
    bpy.context.collection.objects.link(made)
    for mesh in [child for child in armature.children if child.type == "MESH"]:
        body = mesh.copy()
        bpy.context.collection.objects.link(body)
        body.parent = made
        for modifier in body.modifiers:
            if modifier.type == "ARMATURE" and modifier.object == armature:
                modifier.object = made
    bpy.context.view_layer.update()
    for bone, source in zip(made.pose.bones, armature.pose.bones):
        bone.rotation_mode = source.rotation_mode
    return made
