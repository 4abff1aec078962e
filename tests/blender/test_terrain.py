"""Walking on a mesh."""

import time

import bpy
import numpy as np
import pytest

from stepweave.bridge import handlers, jobs
from stepweave.bridge.routes import curves, shown, terrain, timing, watch
from stepweave.bridge.routes.warping import Warping
from stepweave.core.errors import PathError
from stepweave.core.paths import Path


def hill(x, y):
    """Height of the ground, metres: at most one in ten steep."""
    return 0.25 * np.sin(0.4 * x) + 0.1 * np.cos(0.3 * y)


def mesh_of(height, size=16.0, cells=80, name="Hill", unit=1.0):
    """A grid of the ground as a mesh object."""
    at = np.linspace(-size / 2, size / 2, cells + 1)
    x, y = (axis.ravel() for axis in np.meshgrid(at, at, indexing="ij"))
    corner = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).ravel()
    faces = np.stack([corner, corner + cells + 1, corner + cells + 2, corner + 1], axis=1)
    data = bpy.data.meshes.new(name)
    data.from_pydata((np.column_stack([x, y, height(x, y)]) / unit).tolist(), [], faces.tolist())
    thing = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(thing)
    bpy.context.view_layer.update()
    return thing


@pytest.fixture
def hiker(extension, empty_scene):
    """A starter character on a hill, with a path."""
    jobs.add_starter(bpy.context)
    bpy.ops.stepweave.add_character()
    empty_scene.stepweave.ground = mesh_of(hill)
    character = empty_scene.stepweave.characters[0]
    character.path = jobs.path_object(bpy.context, [(0.3 * i - 4.0, np.sin(0.3 * i)) for i in range(27)])
    return character


def test_the_height_is_that_of_the_uppermost_surface_in_metres(empty_scene, extension):
    empty_scene.unit_settings.system = "METRIC"
    empty_scene.unit_settings.scale_length = 0.01
    ground = terrain.terrain_of([mesh_of(hill, unit=0.01)])
    places = np.random.default_rng(1).uniform(-7, 7, (200, 2))
    assert ground(places) == pytest.approx(hill(*places.T), abs=0.01)
    assert ground([(30.0, 0.0)])[0] == pytest.approx(hill(8.0, 0.0), abs=0.02)
    assert ground.under((1.0, 1.0, 5.0), (0.0, 0.0, -1.0))[2] == pytest.approx(hill(1.0, 1.0), abs=0.01)
    assert ground.under((1.0, 1.0, 5.0), (0.0, 0.0, 1.0)) is None


def test_feet_stand_on_the_hill_and_footprints_lie_on_it(hiker, empty_scene):
    assert bpy.ops.stepweave.generate_walk() == {"FINISHED"}
    assert hiker.warnings == ""
    seen = shown.drawn(hiker.result)
    outline = seen.footprints.reshape(-1, 3)
    assert np.ptp(outline[:, 2]) > 0.2
    assert outline[:, 2] == pytest.approx(hill(*outline[:, :2].T), abs=0.02)
    walk = Warping(bpy.context, hiker).solve()
    ball = walk.plants.ball
    above = ball[:, 2] - hill(*ball[:, :2].T)
    assert np.ptp(above) < 0.02
    hubs = np.array([point.co for point in hiker.path.data.splines[0].bezier_points])
    assert hubs[:, 2] == pytest.approx(hill(*hubs[:, :2].T), abs=0.01)


def test_a_ground_that_is_changed_is_followed(hiker, empty_scene):
    bpy.ops.stepweave.generate_walk()
    before = hiker.result.name
    lifted = empty_scene.stepweave.ground
    lifted.location.z = 0.5
    bpy.context.view_layer.update()
    assert hiker.path.name in watch._changed
    watch._changed[hiker.path.name] = time.perf_counter() - 1.0
    handlers.settle()
    assert hiker.result.name == before
    outline = shown.drawn(hiker.result).footprints.reshape(-1, 3)
    assert outline[:, 2] == pytest.approx(hill(*outline[:, :2].T) + 0.5, abs=0.02)


def test_a_path_that_leaves_the_ground_is_told_with_its_place(hiker, empty_scene):
    empty_scene.stepweave.ground = mesh_of(hill, size=6.0, name="Patch")
    bpy.ops.stepweave.generate_walk()
    assert "beside 'Patch'" in hiker.warnings
    assert "% of the path" in hiker.warnings


def test_a_ground_without_faces_is_refused_and_nothing_is_changed(hiker, empty_scene):
    bpy.ops.stepweave.generate_walk()
    before = hiker.result
    data = bpy.data.meshes.new("Dots")
    data.from_pydata([(0, 0, 0), (1, 0, 0)], [], [])
    dots = bpy.data.objects.new("Dots", data)
    bpy.context.collection.objects.link(dots)
    empty_scene.stepweave.ground = dots
    with pytest.raises(RuntimeError, match="ground 'Dots' has no faces"):
        bpy.ops.stepweave.generate_walk()
    assert hiker.result == before
    with pytest.raises(PathError):
        Warping(bpy.context, hiker)


def test_a_body_and_what_it_wears_are_no_ground(hiker, empty_scene):
    bpy.ops.stepweave.generate_walk()
    before, rig = hiker.result, hiker.armature
    body = next(thing for thing in empty_scene.objects if thing.parent == rig and thing.type == "MESH")
    coat, hat = mesh_of(hill, 2.0, 4, "Coat"), mesh_of(hill, 2.0, 4, "Hat")
    coat.modifiers.new("Bound", "SURFACE_DEFORM").target = body
    hat.parent, hat.parent_type, hat.parent_bone = rig, "BONE", rig.data.bones[0].name
    for worn in (body, coat, hat):
        terrain.forget()
        empty_scene.stepweave.ground = worn
        with pytest.raises(RuntimeError, match=f"ground '{worn.name}' moves with the armature '{rig.name}'"):
            bpy.ops.stepweave.generate_walk()
        assert hiker.result == before


def test_a_ground_that_moves_is_told_to_be_taken_as_it_stands(hiker, empty_scene):
    bpy.ops.stepweave.generate_walk()
    assert "is animated" not in hiker.warnings
    empty_scene.stepweave.ground.keyframe_insert("location", frame=1)
    terrain.forget()
    bpy.ops.stepweave.generate_walk()
    assert "'Hill' is animated: the walk stands on it as it is at the current frame" in hiker.warnings


def test_a_deleted_ground_is_the_plane_again(hiker, empty_scene):
    bpy.data.objects.remove(empty_scene.stepweave.ground)
    terrain.forget()
    assert bpy.ops.stepweave.generate_walk() == {"FINISHED"}
    outline = shown.drawn(hiker.result).footprints.reshape(-1, 3)
    assert np.ptp(outline[:, 2]) < 1e-6


def test_a_ground_deleted_by_hand_is_named_and_nothing_is_changed(hiker, empty_scene):
    bpy.ops.stepweave.generate_walk()
    before = hiker.result
    for collection in empty_scene.stepweave.ground.users_collection:
        collection.objects.unlink(empty_scene.stepweave.ground)
    with pytest.raises(RuntimeError, match="ground 'Hill' has been deleted"):
        bpy.ops.stepweave.generate_walk()
    assert hiker.result == before


def test_a_wall_is_told_a_stair_is_not(empty_scene, extension):
    path = Path([(-3.0, 0.0), (3.0, 0.0)])
    stairs = terrain.terrain_of([mesh_of(lambda x, y: 0.17 * np.floor(x / 0.3), name="Stairs", cells=320)])
    assert stairs.doubts(path) == ()
    wall = terrain.terrain_of([mesh_of(lambda x, y: np.where(x > 1.0, 2.0, 0.0), name="Wall")])
    assert "up to" in wall.doubts(path)[0]
    assert "first at 3." in wall.doubts(path)[0]


def test_variants_lie_on_the_ground(hiker):
    for line in timing.variant_lines(hiker):
        assert line[:, 2] == pytest.approx(hill(*line[:, :2].T), abs=0.03)
    assert len(curves.curve_points(hiker.path)[0]) > 10
