"""Curve objects as points in the world, and back."""

import bpy
import numpy as np

from ...core.errors import PathError
from ...core.paths import Path
from ..deleted import is_gone
from ..rigs.armatures import home, metres_per_unit
from .terrain import draped

_PER_BEZIER = 24            # samples of one Bezier segment


def curve_points(thing):
    """Points along a Curve object's active spline, in the world.

    Parameters
    ----------
    thing : bpy.types.Object; a Curve object, in Object or Edit Mode

    Returns
    -------
    tuple of (N, 3) array, metres, and bool
        The points, and whether the spline is closed; its first point is not repeated then.

    Raises
    ------
    PathError
        Not a curve, fewer than two points, or a NURBS curve with thickness.
    """
    if thing is None or thing.type != "CURVE":
        raise PathError("the path is not a Curve object: draw one, or choose a curve")
    spline = _spline_of(thing)
    if spline.type == "BEZIER":
        local = _bezier_points(spline)
    elif spline.type == "POLY":
        local = _read(spline.points, "co", 4)[:, :3]
    else:
        local = _evaluated_points(thing, list(thing.data.splines).index(spline))
    world = np.array(thing.matrix_world)
    return (local @ world[:3, :3].T + world[:3, 3]) * metres_per_unit(), bool(spline.use_cyclic_u)


def path_along(thing):
    """The path along a Curve object of a scene.

    Parameters
    ----------
    thing : bpy.types.Object

    Returns
    -------
    core.paths.Path

    Raises
    ------
    PathError
        Naming the object: it is no curve, has been deleted, or cannot be walked.
    """
    points, closed = curve_points(thing)
    if is_gone(thing):
        raise PathError(f"path '{thing.name}' has been deleted: draw one, or choose a curve")
    return Path(points, closed, what=f"path '{thing.name}'")


def new_curve(points, closed, name):
    """A Curve object through points of the world.

    Parameters
    ----------
    points : (N, 2) or (N, 3) array, metres; on the ground when there is no height
    closed : bool
    name : str

    Returns
    -------
    bpy.types.Object
        Linked to the current collection, its own transform left alone.
    """
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions = "3D"
    set_points(data, points, closed)
    return _linked(name, data)


def new_spline_curve(spline, name, ground=None):
    """A Bézier Curve object on the ground: hub points become its control points.

    Parameters
    ----------
    spline : core.paths.Spline
    name : str
    ground : Terrain, optional; the plane z = 0 by default

    Returns
    -------
    bpy.types.Object
    """
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions = "3D"
    made = data.splines.new("BEZIER")
    made.bezier_points.add(len(spline.hubs) - 1)
    kinds = ["FREE" if corner else "ALIGNED" for corner in spline.corner]
    for point, kind in zip(made.bezier_points, kinds):
        point.handle_left_type = point.handle_right_type = kind
    unit = metres_per_unit()
    rows = {"co": spline.hubs, "handle_left": spline.handles_in, "handle_right": spline.handles_out}
    for attribute, values in rows.items():
        placed = draped(np.column_stack([values, np.zeros(len(values))]), ground)
        made.bezier_points.foreach_set(attribute, (placed / unit).ravel())
    made.use_cyclic_u = spline.closed
    return _linked(name, data)


def _linked(name, data):
    thing = bpy.data.objects.new(name, data)
    home().objects.link(thing)
    return thing


def set_points(data, points, closed):
    """Let a curve hold one polyline through points of the world (N, 2) or (N, 3), metres."""
    points = np.asarray(points, dtype=float) / metres_per_unit()
    data.splines.clear()
    spline = data.splines.new("POLY")
    spline.points.add(len(points) - 1)
    rows = np.zeros((len(points), 4), dtype=np.float32)
    rows[:, : points.shape[1]] = points
    rows[:, 3] = 1.0
    spline.points.foreach_set("co", rows.ravel())
    spline.use_cyclic_u = bool(closed)


def replace_points(thing, points):
    """Give a Curve object's polyline other points of the world (N, 3), metres, also while it is edited."""
    world = np.linalg.inv(np.array(thing.matrix_world))
    local = points / metres_per_unit() @ world[:3, :3].T + world[:3, 3]
    if len(thing.data.splines) != 1 or len(thing.data.splines[0].points) != len(points):
        set_points(thing.data, local * metres_per_unit(), False)
        return
    rows = np.column_stack([local, np.ones(len(local))]).astype(np.float32)
    thing.data.splines[0].points.foreach_set("co", rows.ravel())
    thing.data.update_tag()


def _spline_of(thing):
    splines = thing.data.splines
    able = [s for s in splines if len(s.bezier_points if s.type == "BEZIER" else s.points) > 1]
    if not able:
        raise PathError(f"path '{thing.name}' has fewer than two points: draw a longer one")
    return splines.active if splines.active in able else able[0]


def _bezier_points(spline):
    knots = [_read(spline.bezier_points, name, 3) for name in ("co", "handle_right", "handle_left")]
    knot, after, before = (np.vstack([k, k[:1]]) if spline.use_cyclic_u else k for k in knots)
    t = np.linspace(0.0, 1.0, _PER_BEZIER, endpoint=False)[:, None, None]
    u = 1.0 - t
    curve = u**3 * knot[:-1] + 3 * u * u * t * after[:-1] + 3 * u * t * t * before[1:] + t**3 * knot[1:]
    points = curve.transpose(1, 0, 2).reshape(-1, 3)
    return points if spline.use_cyclic_u else np.vstack([points, knot[-1:]])


def _evaluated_points(thing, number):
    """Points of a NURBS spline, as Blender evaluates it: each spline becomes one chain of vertices."""
    data = thing.data
    if data.bevel_depth or data.extrude or data.bevel_object:
        raise PathError(f"path '{thing.name}' is a thick NURBS curve: set its Bevel and Extrude to 0")
    made = thing.to_mesh()
    points = _read(made.vertices, "co", 3)
    ends = np.empty(2 * len(made.edges), dtype=np.int32)
    made.edges.foreach_get("vertices", ends)
    thing.to_mesh_clear()
    low, high = np.sort(ends.reshape(-1, 2), axis=1).T
    starts_chain = np.ones(len(points), dtype=bool)
    starts_chain[high[high == low + 1]] = False
    return points[np.cumsum(starts_chain) == number + 1]


def _read(collection, name, width):
    values = np.empty(len(collection) * width, dtype=np.float32)
    collection.foreach_get(name, values)
    return values.reshape(-1, width).astype(float)
