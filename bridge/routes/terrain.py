"""Meshes to walk on: the height of the ground under any place."""

import bpy
import numpy as np
from mathutils.bvhtree import BVHTree
from scipy.spatial import cKDTree

from ...core.errors import PathError
from ..deleted import is_gone
from ..rigs.armatures import metres_per_unit

_CLEAR = 1.0                # metres above the highest point from which heights are felt for
_STRAY = 0.05               # metres beyond the edge of a mesh that are not worth a word
_FELT = 0.1                 # metres between two places where a path feels for the ground
_STRIDE = 4                 # such steps over which a slope is measured: a stair is not steep, a wall is
_STEEP = 1.0                # rise over run beyond which nobody walks
_DOWN = (0.0, 0.0, -1.0)
_kept = {}                  # session_uid of a scene's ground object -> Terrain


class Terrain:
    """Height of the uppermost surface of meshes; beyond their edges that of the nearest corner point.

    Parameters
    ----------
    vertices : (V, 3) array, metres, in the world
    triangles : (T, 3) int array
    name : str

    Attributes
    ----------
    moves : bool; whether it is animated: only how it stands at the current frame is known here

    Raises
    ------
    PathError
        No faces, or a place that is no number.
    """

    def __init__(self, vertices, triangles, name):
        if not len(triangles):
            raise PathError(f"ground '{name}' has no faces: choose a mesh with a surface to walk on")
        if not np.isfinite(vertices).all():
            raise PathError(f"ground '{name}' has points at no finite place: mend the mesh")
        self.name, self.moves = name, False
        self._tree = BVHTree.FromPolygons(vertices.tolist(), triangles.tolist())
        self._vertices = vertices[np.unique(triangles)]
        self._corners = cKDTree(self._vertices[:, :2])
        self._top = float(self._vertices[:, 2].max()) + _CLEAR

    def __call__(self, places):
        """Heights (N,), metres, of places (N, 2), metres."""
        places = np.asarray(places, dtype=float).reshape(-1, 2)
        cast, top = self._tree.ray_cast, self._top
        hits = [cast((x, y, top), _DOWN)[0] for x, y in places.tolist()]
        height = np.array([np.nan if hit is None else hit[2] for hit in hits])
        beside = np.isnan(height)
        if beside.any():
            height[beside] = self._vertices[self._corners.query(places[beside])[1], 2]
        return height

    def under(self, origin, direction):
        """Where a ray (3,), metres, meets the ground: (3,), or None."""
        hit = self._tree.ray_cast(origin, direction)[0]
        return None if hit is None else tuple(hit)

    def doubts(self, path):
        """Where a path leaves the ground, or the ground is too steep to be walked: warnings in words.

        Parameters
        ----------
        path : core.paths.Path

        Returns
        -------
        tuple of str
        """
        along = np.linspace(0.0, path.length, max(int(path.length / _FELT), 2))
        rise = np.abs(np.diff(self(path.point(along)[:, :2])))
        run = along[_STRIDE:] - along[:-_STRIDE]
        climb = np.abs(np.convolve(rise, np.ones(_STRIDE), "valid")) / np.maximum(run, 1e-6)
        steep = np.flatnonzero(climb > _STEEP)
        words = [self._leaves(path, along)]
        if self.moves:
            words.append(
                f"the ground '{self.name}' is animated: the walk stands on it as it is at the current frame"
            )
        if len(steep):
            degrees = np.degrees(np.arctan(climb.max()))
            words.append(
                f"the ground '{self.name}' is up to {degrees:.0f}° steep, first at {along[steep[0]]:.1f} m: "
                "no clip climbs that; feet are put on it all the same"
            )
        return tuple(word for word in words if word)

    def _leaves(self, path, along):
        places, cast = path.point(along), self._tree.ray_cast
        outside = np.array([cast((*place[:2], self._top), _DOWN)[0] is None for place in places])
        away = self._corners.query(places[:, :2])[0]
        outside &= away > _STRAY
        if not outside.any():
            return None
        first = along[np.flatnonzero(outside)[0]]
        share = 100.0 * outside.mean()
        return f"{share:.0f} % of the path, from {first:.1f} m on, lie beside '{self.name}': make it larger"


def ground_of(scene):
    """The ground a scene's characters walk on; made anew only after `forget`.

    Returns
    -------
    Terrain, or None when they walk on the plane z = 0

    Raises
    ------
    PathError
    """
    thing = scene.stepweave.ground
    if thing is None:
        return None
    if is_gone(thing):
        raise PathError(f"ground '{thing.name}' has been deleted: choose another, or clear the field Ground")
    if thing.session_uid not in _kept:
        wearer = _wearer(thing)
        if wearer is not None:
            raise PathError(
                f"ground '{thing.name}' moves with the armature '{wearer.name}': it is a body or what a body "
                f"wears, and nobody walks on that; choose another mesh, or clear the field Ground"
            )
        _kept[thing.session_uid] = terrain_of([thing], scene)
        _kept[thing.session_uid].moves = _moves(thing)
    return _kept[thing.session_uid]


def _wearer(thing):
    """The armature a mesh is bound to or hangs on, or None."""
    for modifier in thing.modifiers:
        if modifier.type == "ARMATURE" and modifier.object is not None:
            return modifier.object
        target = getattr(modifier, "target", None) or getattr(modifier, "object", None)
        if modifier.type in {"SURFACE_DEFORM", "MESH_DEFORM"} and target is not None and _wearer(target):
            return _wearer(target)
    while thing.parent is not None:
        thing = thing.parent
        if thing.type == "ARMATURE":
            return thing
    return None


def _moves(thing):
    """Whether keys or drivers move a mesh, its shape or what it hangs on."""
    while thing is not None:
        keyed = [thing, thing.data, getattr(thing.data, "shape_keys", None)]
        if any(part is not None and _is_keyed(part.animation_data) for part in keyed):
            return True
        thing = thing.parent
    return False


def _is_keyed(animation):
    return animation is not None and bool(animation.action or animation.drivers or animation.nla_tracks)


def forget():
    """The ground may have changed: read it again when it is asked for."""
    _kept.clear()


def terrain_of(things, scene=None):
    """The ground that some mesh objects make, as they are seen (modifiers applied).

    Parameters
    ----------
    things : list of bpy.types.Object, at least one
    scene : bpy.types.Scene, optional; gives the unit

    Returns
    -------
    Terrain

    Raises
    ------
    PathError
    """
    parts = [_triangles(thing) for thing in things]
    first = np.cumsum([0, *(len(vertices) for vertices, _ in parts[:-1])])
    vertices = np.vstack([vertices for vertices, _ in parts]) * metres_per_unit(scene)
    triangles = np.vstack([corners + start for (_, corners), start in zip(parts, first)])
    return Terrain(vertices, triangles, ", ".join(thing.name for thing in things))


def _triangles(thing):
    """(V, 3) vertices in the world, Blender units, and (T, 3) corners of a mesh object's triangles."""
    seen = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = seen.to_mesh()
    mesh.calc_loop_triangles()
    local = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", local)
    corners = np.empty(3 * len(mesh.loop_triangles), dtype=np.int32)
    mesh.loop_triangles.foreach_get("vertices", corners)
    seen.to_mesh_clear()
    world = np.array(thing.matrix_world)
    return local.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3], corners.reshape(-1, 3)


def draped(points, ground):
    """Points (N, 3), metres, raised by the height of the ground under them."""
    if ground is None:
        return points
    return points + np.column_stack([np.zeros((len(points), 2)), ground(points[:, :2])])
