"""Objects the user has deleted while a property of ours still points to them."""


def is_gone(thing):
    """Whether the user deleted an object: Blender keeps it, in no scene, while a property points to it."""
    return not thing.users_scene
