"""Curve objects as points of the world."""

import bpy
import numpy as np
import pytest

from stepweave.bridge.routes import curves
from stepweave.core.errors import PathError

SQUARE = np.array([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], dtype=float)


def test_points_survive_the_way_through_a_curve_object(empty_scene):
    points, closed = curves.curve_points(curves.new_curve(SQUARE[:, :2], True, "Path"))
    assert closed
    assert np.abs(points - SQUARE).max() < 1e-6


def test_the_objects_transform_and_the_scenes_unit_count(empty_scene):
    empty_scene.unit_settings.scale_length = 0.01
    thing = curves.new_curve(SQUARE, False, "Path")
    thing.location, thing.scale = (100.0, 0.0, 0.0), (2.0, 2.0, 2.0)
    bpy.context.view_layer.update()
    points, _closed = curves.curve_points(thing)
    assert np.abs(points - (SQUARE * 2 + (1.0, 0.0, 0.0))).max() < 1e-5


@pytest.mark.parametrize("kind", ["BEZIER", "NURBS"])
@pytest.mark.parametrize("closed", [False, True])
def test_a_smooth_curve_is_followed_as_blender_draws_it(empty_scene, kind, closed):
    data = bpy.data.curves.new("Path", "CURVE")
    data.dimensions = "3D"
    spline = data.splines.new(kind)
    if kind == "BEZIER":
        spline.bezier_points.add(3)
        spline.bezier_points.foreach_set("co", SQUARE.ravel())
        for point in spline.bezier_points:
            point.handle_left_type = point.handle_right_type = "AUTO"
    else:
        spline.points.add(3)
        spline.points.foreach_set("co", np.column_stack([SQUARE, np.ones(4)]).ravel())
        spline.order_u = 4
    spline.use_cyclic_u = closed
    thing = bpy.data.objects.new("Path", data)
    empty_scene.collection.objects.link(thing)
    bpy.context.view_layer.update()
    points, found_closed = curves.curve_points(thing)
    assert found_closed == closed
    ring = np.vstack([points, points[:1]]) if closed else points
    walked = np.linalg.norm(np.diff(ring, axis=0), axis=1).sum()
    assert walked == pytest.approx(spline.calc_length(resolution=64), rel=0.01)


def test_in_edit_mode_the_points_under_the_mouse_are_read(empty_scene):
    thing = curves.new_curve(SQUARE, False, "Path")
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.curve.select_all(action="SELECT")
    bpy.ops.transform.translate(value=(0.0, 1.0, 0.0))
    points, _closed = curves.curve_points(thing)
    bpy.ops.object.mode_set(mode="OBJECT")
    assert np.abs(points - (SQUARE + (0.0, 1.0, 0.0))).max() < 1e-6


def test_what_is_no_path_is_refused_with_the_remedy(empty_scene):
    with pytest.raises(PathError, match="'Dot' has fewer than two points"):
        curves.curve_points(curves.new_curve(SQUARE[:1], False, "Dot"))
    with pytest.raises(PathError, match="draw one"):
        curves.curve_points(bpy.data.objects.new("Empty", None))
