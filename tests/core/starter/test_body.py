"""The mannequin: a closed, outward surface carried by the bones it surrounds."""

import numpy as np
import pytest

from stepweave.core.clips import load_clip
from stepweave.core.starter import capsules, starter_skeleton


def volume(vertices, faces):
    triangles = np.concatenate([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]])
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    return float(np.sum(np.cross(a, b) * c) / 6.0)


def test_every_edge_belongs_to_two_faces_and_faces_look_outward():
    body = capsules(starter_skeleton())
    edges = np.concatenate([body.faces[:, [k, (k + 1) % 4]] for k in range(4)])
    directed = {tuple(edge) for edge in edges}
    assert len(directed) == len(edges)
    assert all((b, a) in directed for a, b in directed)
    assert 0.05 < volume(body.vertices, body.faces) < 0.12   # cubic metres; a person is about 0.07


def test_the_body_stands_on_the_ground_and_is_as_tall_as_a_person():
    body = capsules(starter_skeleton())
    assert body.vertices[:, 2].min() == pytest.approx(0.0, abs=1e-5)
    assert 1.70 < body.vertices[:, 2].max() < 1.85
    soles = body.vertices[np.abs(body.vertices[:, 2]) < 1e-5]
    assert len(soles) > 20
    assert np.ptp(soles[:, 1]) > 0.15


def test_vertices_lie_near_the_bone_that_carries_them():
    skeleton = starter_skeleton()
    body = capsules(skeleton)
    head = skeleton.rest_position[body.bone]
    along = skeleton.rest_tail[body.bone] - head
    t = np.sum((body.vertices - head) * along, axis=1) / np.sum(along**2, axis=1)
    off = body.vertices - head - np.clip(t, 0.0, 1.0)[:, None] * along
    assert np.linalg.norm(off, axis=1).max() < 0.20
    carriers = {skeleton.names[j].split(".")[0] for j in np.unique(body.bone)}
    assert carriers >= {"head", "chest", "pelvis", "thigh", "foot", "toe", "hand"}


def test_a_body_fits_a_captured_skeleton(shared_data):
    skeleton = load_clip(shared_data / "locomotion" / "cmu_16_15_walk.bvh").skeleton
    body = capsules(skeleton)
    assert np.isfinite(body.vertices).all()
    assert 1.55 < np.ptp(body.vertices[:, 2]) < 1.95
