"""What differs between Blender 4.5 and 5.3: the only place that looks at the version."""

import bpy

_GROUPS_BY_NAME = bpy.app.version >= (5, 0, 0)


def new_fcurve(channelbag, data_path, index, group):
    """A new F-curve inside the named channel group.

    Parameters
    ----------
    channelbag : bpy.types.ActionChannelbag
    data_path : str
    index : int
    group : str

    Returns
    -------
    bpy.types.FCurve
    """
    if _GROUPS_BY_NAME:
        return channelbag.fcurves.new(data_path, index=index, group_name=group)
    fcurve = channelbag.fcurves.new(data_path, index=index)
    fcurve.group = channelbag.groups.get(group) or channelbag.groups.new(group)
    return fcurve


def blender_version():
    """Blender's version as text, like "5.3.0"."""
    return ".".join(map(str, bpy.app.version))
