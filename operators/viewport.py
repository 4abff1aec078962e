"""What the mouse points at in the 3D viewport, and what operators there have in common."""

from bpy_extras.view3d_utils import region_2d_to_location_3d, region_2d_to_origin_3d, region_2d_to_vector_3d
from mathutils.geometry import intersect_line_plane

from ..bridge.rigs.armatures import metres_per_unit
from ..bridge.scene_data import active_character

#: Events that turn and zoom the view: passed through while an operator waits.
VIEW_EVENTS = {"MIDDLEMOUSE", "WHEELUPMOUSE", "WHEELDOWNMOUSE", "TRACKPADPAN", "TRACKPADZOOM"}


class NeedsPath:
    """Poll of operators that work on the active character's path."""

    @classmethod
    def poll(cls, context):
        """A character with a path."""
        character = active_character(context.scene)
        if character is None or character.path is None:
            cls.poll_message_set("No path: draw one first")
            return False
        return True


class NeedsPathInView(NeedsPath):
    """The same, in a 3D viewport."""

    @classmethod
    def poll(cls, context):
        """A character with a path, in a viewport."""
        if not super().poll(context):
            return False
        if context.area is None or context.area.type != "VIEW_3D":
            cls.poll_message_set("Do this in a 3D Viewport")
            return False
        return True


def mouse(context, event):
    """Region, view and mouse position (pixels in the region) of the 3D viewport."""
    region = next(r for r in context.area.regions if r.type == "WINDOW")
    return region, context.area.spaces.active.region_3d, (event.mouse_x - region.x, event.mouse_y - region.y)


def ground_point(context, event):
    """Place on the ground (z = 0), metres, under the mouse; None when it points at the sky."""
    where = mouse(context, event)
    origin, direction = region_2d_to_origin_3d(*where), region_2d_to_vector_3d(*where)
    hit = intersect_line_plane(origin, origin + direction, (0, 0, 0), (0, 0, 1))
    if hit is None or (hit - origin).dot(direction) <= 0.0:
        return None
    return tuple(hit * metres_per_unit(context.scene))


def surface_point(context, event, ground):
    """Place on a ground (Terrain or None) under the mouse, metres; beside it, on the plane z = 0."""
    where, unit = mouse(context, event), metres_per_unit(context.scene)
    origin = region_2d_to_origin_3d(*where) * unit
    hit = ground and ground.under(origin, region_2d_to_vector_3d(*where))
    return hit or ground_point(context, event)


def height_over(context, event, place):
    """Height, metres, that the mouse points at over a place (3,), metres."""
    unit = metres_per_unit(context.scene)
    depth = tuple(float(x) / unit for x in place)
    return region_2d_to_location_3d(*mouse(context, event), depth)[2] * unit


def leave(context, outcome):
    """Clear the status text, redraw, and give the outcome back."""
    context.workspace.status_text_set(None)
    context.area.tag_redraw()
    return outcome
