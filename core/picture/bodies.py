"""Bodies in poses: from a mannequin at rest to shaded pixels."""

from typing import NamedTuple

import numpy as np

from ..motion import rotations as rot
from .raster import rasterise

_KEY = np.array([-0.45, 0.35, 0.82])  # light: left, towards the eye, up; in the camera's frame of the ground
_FILL = np.array([0.7, 0.5, 0.25])


class Crowd(NamedTuple):
    """Bodies standing in a scene.

    vertices : (V, 3) metres; normals : (V, 3); colour : (V, 3) 0..1; triangles : (T, 3) int
    """

    vertices: np.ndarray
    normals: np.ndarray
    colour: np.ndarray
    triangles: np.ndarray


def posed_crowd(motion, body, frames, colours, shift=None):
    """Crowd of one mannequin in several of a motion's poses.

    Parameters
    ----------
    motion : Motion
    body : Body
    frames : (N,) int
    colours : (N, 3) 0..1
    shift : (N, 3) metres, optional; added to each body's place
    """
    skeleton = motion.skeleton
    rest = skeleton.rest_position[body.bone], skeleton.rest_global_rotation[body.bone]
    local = rot.rotate(rot.inv(rest[1]), body.vertices - rest[0])
    place = motion.pose.position[frames][:, body.bone]
    turn = motion.pose.rotation[frames][:, body.bone]
    vertices = place + rot.rotate(turn, local)
    if shift is not None:
        vertices = vertices + np.asarray(shift)[:, None, :]
    triangles = np.concatenate([body.faces[:, [0, 1, 2]], body.faces[:, [0, 2, 3]]])
    count = len(body.vertices)
    tinted = np.asarray(colours)[:, None, :] * _tone(body, skeleton)[None, :, None]
    return Crowd(
        vertices.reshape(-1, 3),
        np.concatenate([_normals(one, body.faces) for one in vertices]),
        np.clip(tinted, 0.0, 1.0).reshape(-1, 3),
        np.concatenate([triangles + k * count for k in range(len(frames))]),
    )


def on_floor(crowd, tolerance=0.0):
    """The crowd moved up or down so that it stands on z = 0, unless it does within a tolerance (metres)."""
    lowest = float(crowd.vertices[:, 2].min())
    if abs(lowest) <= tolerance:
        return crowd
    return crowd._replace(vertices=crowd.vertices - (0.0, 0.0, lowest))


def _tone(body, skeleton):
    """(V,) brightness of each vertex: head and hands a little lighter, feet darker."""
    tone = np.ones(len(body.bone))
    for role, factor in (("head", 1.10), ("neck", 1.06), ("hand_l", 1.10), ("hand_r", 1.10)):
        tone[body.bone == skeleton.roles.get(role, -1)] = factor
    for role in ("foot_l", "foot_r", "toe_l", "toe_r"):
        tone[body.bone == skeleton.roles.get(role, -1)] = 0.72
    return tone


def _normals(vertices, faces):
    """(V, 3) outward unit normals."""
    a, b, c, d = (vertices[faces[:, k]] for k in range(4))
    face = np.cross(c - a, d - b)
    out = np.stack(
        [sum(np.bincount(faces[:, k], face[:, axis], len(vertices)) for k in range(4)) for axis in range(3)],
        axis=1,
    )
    return out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-12)


def draw_crowd(image, camera, crowd, *, fine=2):
    """Lay a shaded, antialiased crowd over an image (H, W, 3; 0..1), in place.

    fine : int; samples along each side of a pixel
    """
    large = camera.scaled(fine)
    screen, depth = large.project(crowd.vertices)
    seen = rasterise(screen, depth, crowd.triangles, large.size)
    corners = crowd.triangles[seen.triangle]
    normal = _mixed(crowd.normals, corners, seen.weights)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    place = _mixed(crowd.vertices, corners, seen.weights)
    lit = _shade(camera, normal, place, _mixed(crowd.colour, corners, seen.weights))
    width, height = camera.size
    x, y = seen.pixel % large.size[0] // fine, seen.pixel // large.size[0] // fine
    inside = (x < width) & (y < height)
    pixel = (y * width + x)[inside]
    cover = np.bincount(pixel, minlength=width * height).reshape(height, width, 1) / fine**2
    total = (
        np.stack([np.bincount(pixel, lit[inside, k], width * height) for k in range(3)], axis=1).reshape(
            height, width, 3
        )
        / fine**2
    )
    image *= 1.0 - cover.astype(image.dtype)
    image += total.astype(image.dtype)


def _mixed(values, corners, weights):
    return np.einsum("kcj,kc->kj", values[corners], weights)


def _shade(camera, normal, place, colour):
    """(K, 3) colours: soft key and fill light, sky and floor, a faint rim, darker near the ground."""
    ahead = camera.back * [1.0, 1.0, 0.0]
    ahead /= max(np.linalg.norm(ahead), 1e-9)
    frame = np.stack([camera.right, ahead, [0.0, 0.0, 1.0]])
    key, fill = (light @ frame / np.linalg.norm(light) for light in (_KEY, _FILL))
    eye = camera.position - place
    eye /= np.linalg.norm(eye, axis=1, keepdims=True)
    diffuse = np.clip((normal @ key + 0.25) / 1.25, 0.0, 1.0)
    second = np.clip(normal @ fill, 0.0, 1.0)
    sky = 0.5 + 0.5 * normal[:, 2]
    half = eye + key
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    gloss = 0.16 * np.clip(np.sum(normal * half, axis=1), 0.0, 1.0) ** 28
    rim = 0.20 * (1.0 - np.clip(np.sum(normal * eye, axis=1), 0.0, 1.0)) ** 3 * sky
    near_floor = 0.78 + 0.22 * np.clip(place[:, 2] / 0.5, 0.0, 1.0)
    light = (0.36 + 0.20 * sky + 0.58 * diffuse + 0.12 * second) * near_floor
    return np.clip(colour * light[:, None] + (gloss + rim * 0.8)[:, None], 0.0, 1.0)


def shadow_direction(camera):
    """(2,) metres the shadow of a point moves on the ground per metre of the point's height."""
    ahead = camera.back[:2] / max(np.linalg.norm(camera.back[:2]), 1e-9)
    key = _KEY[0] * camera.right[:2] + _KEY[1] * ahead
    return -key / _KEY[2]
