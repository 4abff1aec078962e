"""Pictures: things are drawn where they are, in the colours the legend names."""

import struct
import zlib

import numpy as np
import pytest

from stepweave.core.picture import Footprints, draw_filmstrip, draw_walk, ground, write_png
from stepweave.core.picture.camera import framing
from stepweave.core.picture.drawing import line_cover, polygon_cover, write_text
from stepweave.core.picture.lettering import strokes
from stepweave.core.picture.raster import rasterise
from stepweave.core.picture.view import view_of
from stepweave.core.starter.assemble import make_clip
from stepweave.core.starter.clips import standing, steady
from stepweave.core.starter.trunk import Manner

SIZE = (480, 300)


@pytest.fixture(scope="module")
def clip():
    return make_clip("walk", "walk", steady(1.4, 7, 0.12), Manner(), 30)


@pytest.fixture(scope="module")
def prints(clip):
    plants = [plant for plant in clip.plants if 0.0 < plant.on < clip.motion.seconds]
    forward = np.array([(np.cos(plant.yaw), np.sin(plant.yaw), 0.0) for plant in plants])
    place = np.array([(*plant.place, 0.025) for plant in plants])
    return Footprints(
        np.array([plant.side for plant in plants]), place + 0.13 * forward, np.array([p.yaw for p in plants])
    )


def at(image, pixel):
    return image[int(pixel[1]), int(pixel[0])] / 255.0


def test_footprints_and_path_lie_where_the_feet_and_the_path_were(clip, prints):
    asked = clip.motion.root_position[:, :2] + (0.9, 0.0)
    picture = draw_walk(clip.motion, prints, asked, size=SIZE, poses=1)
    camera = view_of(clip.motion, asked, size=SIZE, poses=1)
    for side, ball in list(zip(prints.side, prints.ball, strict=True))[2:]:   # beyond the one body
        colour = at(picture, camera.project(ball * (1.0, 1.0, 0.0))[0])
        wanted, other = (ground.LEFT, ground.RIGHT)[:: 1 if side == 0 else -1]
        assert np.linalg.norm(colour - wanted) < 0.6 * np.linalg.norm(colour - other)
    points = np.column_stack([asked, np.zeros(len(asked))])[20:-1:15]
    for pixel in camera.project(points)[0]:
        colour = at(picture, pixel)
        assert colour[0] - colour[2] > 0.25   # amber on a grey floor


def test_bodies_stand_where_the_motion_is_and_change_colour_on_the_way(clip):
    picture = draw_walk(clip.motion, size=SIZE, poses=2)
    camera = view_of(clip.motion, size=SIZE, poses=2)
    first, last = (at(picture, camera.project(clip.motion.root_position[k])[0]) for k in (0, -1))
    assert first[2] > first[0] + 0.1   # teal
    assert last[0] > last[2] + 0.2   # orange
    empty = at(draw_walk(clip.motion, size=SIZE, poses=1), camera.project(clip.motion.root_position[-1])[0])
    assert np.ptp(empty) < 0.1


def test_the_same_walk_gives_the_same_picture(clip, prints):
    one, two = (draw_walk(clip.motion, prints, size=SIZE) for _ in range(2))
    assert one.shape == (SIZE[1], SIZE[0], 3)
    assert one.dtype == np.uint8
    assert np.array_equal(one, two)


def test_someone_who_stands_still_can_be_drawn():
    picture = draw_walk(make_clip("stand", "stand", standing(1.0), Manner(), 30).motion, size=(160, 120))
    assert picture.std() > 5


def test_a_filmstrip_has_a_body_in_every_slot(clip):
    picture = draw_filmstrip(clip.motion, 5, (500, 160)).astype(float)
    colourful = np.ptp(picture, axis=2).max(axis=0) > 60.0   # per column; floor and shadows are grey
    edges = np.flatnonzero(np.diff(np.r_[0, colourful.astype(int), 0])).reshape(-1, 2)
    middles = edges[np.diff(edges, axis=1)[:, 0] > 8].mean(axis=1)
    assert len(middles) == 5
    assert np.ptp(np.diff(middles)) < 0.35 * np.diff(middles).mean()


def test_a_camera_sees_the_ground_where_it_projects_it():
    points = np.array([[0.0, 0.0, 0.0], [4.0, 1.0, 0.0], [1.0, 3.0, 1.7]])
    camera = framing(points, 0.7, 0.5, (200, 120))
    seen, depth = camera.project(points)
    assert (depth > 0.0).all()
    assert (seen > (10, 5)).all() and (seen < (190, 115)).all()
    spots = camera.ground()[60:100:13, 20:180:37]
    back, _ = camera.project(np.concatenate([spots, np.zeros((*spots.shape[:2], 1))], axis=2))
    wanted = np.stack(np.meshgrid(np.arange(20, 180, 37), np.arange(60, 100, 13)), axis=-1) + 0.5
    assert np.abs(back - wanted).max() < 0.05


def test_of_two_triangles_the_nearer_one_is_seen_and_one_from_behind_is_not():
    square = np.array([[10.0, 10.0], [10.0, 50.0], [50.0, 50.0]])
    screen = np.concatenate([square, square, square + 40.0])
    depth = np.repeat([3.0, 2.0, 2.0], 3)
    triangles = np.array([[0, 1, 2], [3, 4, 5], [8, 7, 6]])
    seen = rasterise(screen, depth, triangles, (100, 100))
    assert set(seen.triangle) == {1}
    assert len(seen.pixel) == pytest.approx(0.5 * 40 * 40, rel=0.04)
    assert len(np.unique(seen.pixel)) == len(seen.pixel)
    assert np.allclose(seen.depth, 2.0)
    assert np.allclose(seen.weights.sum(axis=1), 1.0)


def test_lines_and_polygons_cover_their_area():
    line = line_cover((60, 100), np.array([[10.0, 30.0], [90.0, 30.0]]), 4.0)
    assert line.sum() == pytest.approx(80 * 4, rel=0.06)
    assert line[10].max() == 0.0
    broken = line_cover((60, 100), np.array([[10.0, 30.0], [np.nan, np.nan], [90.0, 30.0]]), 4.0)
    assert broken.sum() == 0.0
    polygon = polygon_cover((60, 100), np.array([[10.25, 10.5], [40.25, 10.5], [40.25, 30.5], [10.25, 30.5]]))
    assert polygon.sum() == pytest.approx(600.0, rel=0.01)
    assert polygon_cover((60, 100), np.array([[200.0, 5.0], [220.0, 5.0], [210.0, 9.0]])).sum() == 0.0


def test_letters_differ_and_words_are_as_wide_as_their_letters():
    alphabet = "abcdefghijklmnopqrstuvwxyz0123456789"
    shapes = {repr([line.tolist() for line in strokes(letter)[0]]) for letter in alphabet}
    assert len(shapes) == 36
    assert strokes("left foot")[1] > strokes("left")[1] > 0.0
    image = np.ones((40, 120, 3), dtype=np.float32)
    width = write_text(image, "1.4 m", (10.0, 30.0), 16.0, (0.0, 0.0, 0.0))
    dark = np.flatnonzero(image.min(axis=(0, 2)) < 0.6)
    assert 8 <= dark[0] <= 18
    assert abs(dark[-1] - (10 + width)) < 4


def test_a_png_holds_exactly_the_picture(tmp_path):
    picture = np.random.default_rng(1).integers(0, 256, (7, 11, 3), dtype=np.uint8)
    write_png(tmp_path / "a.png", picture)
    content = (tmp_path / "a.png").read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, place = {}, 8
    while place < len(content):
        (size,) = struct.unpack(">I", content[place : place + 4])
        kind, body = content[place + 4 : place + 8], content[place + 8 : place + 8 + size]
        (check,) = struct.unpack(">I", content[place + 8 + size : place + 12 + size])
        assert check == zlib.crc32(kind + body)
        chunks[kind] = body
        place += size + 12
    assert struct.unpack(">IIBBBBB", chunks[b"IHDR"]) == (11, 7, 8, 2, 0, 0, 0)
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), dtype=np.uint8).reshape(7, 34)
    assert (rows[:, 0] == 2).all()
    assert np.array_equal(np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8).reshape(7, 11, 3), picture)


def test_only_a_picture_can_be_written(tmp_path):
    with pytest.raises(ValueError, match="uint8"):
        write_png(tmp_path / "a.png", np.zeros((4, 4, 3)))
