import numpy as np
import pytest

from stepweave.core.graph import travel_of, without_sway

FPS, CYCLE = 60.0, 1.0


def swaying(frames, radius=None, speed=1.3, sway=0.03):
    """A point that travels straight or round a circle and sways once per cycle, and its smooth way."""
    t = np.arange(frames) / FPS
    if radius is None:
        base, heading = np.column_stack([speed * t, 0 * t]), 0 * t
    else:
        heading = speed * t / radius
        base = radius * np.column_stack([np.sin(heading), 1 - np.cos(heading)])
    left = np.column_stack([-np.sin(heading), np.cos(heading)])
    return base + sway * np.sin(2 * np.pi * t / CYCLE)[:, None] * left, base


@pytest.mark.parametrize("radius", [None, 2.0, 5.0])
def test_sway_is_taken_out_and_bends_keep_their_radius(radius):
    way, base = swaying(400, radius)
    smooth = without_sway(way, 0.4 * CYCLE * FPS)
    inner = slice(80, -80)
    assert np.linalg.norm(smooth - base, axis=1)[inner].max() < 0.008


def test_a_cyclic_end_goes_on_as_the_cycle_does():
    way, base = swaying(150)
    smooth = without_sway(way, 0.4 * CYCLE * FPS, round(CYCLE * FPS), (True, True))
    assert np.linalg.norm(smooth - base, axis=1).max() < 0.008


@pytest.mark.parametrize("radius", [1.0, -1.0, 3.0])
def test_a_bend_goes_on_as_a_bend_beyond_a_cyclic_end(radius):
    way, base = swaying(150, radius)
    facing = 1.3 * np.arange(150) / FPS / radius
    poses = np.column_stack([way, facing])
    smooth = without_sway(poses, 0.4 * CYCLE * FPS, round(CYCLE * FPS), (True, True))
    assert np.linalg.norm(smooth[:, :2] - base, axis=1).max() < 0.02
    way_heading = np.unwrap(np.arctan2(*np.gradient(smooth[:, :2], axis=0).T[::-1]))
    assert np.abs(way_heading - facing).max() < 0.05


def test_a_standing_clip_heads_where_it_faces_and_does_not_travel(starter_motions):
    stand = next(motion for motion in starter_motions if motion.name == "stand")
    travel = travel_of(stand, CYCLE, (False, False))
    assert travel.speed.max() < 0.1
    assert np.ptp(travel.heading) < 0.1


def test_a_mirrored_way_turns_the_other_way(starter_motions):
    bend = next(motion for motion in starter_motions if "left" in motion.name)
    travel = travel_of(bend, CYCLE)
    image, seen = travel_of(bend.mirrored(), CYCLE), travel.mirrored()
    np.testing.assert_allclose(image.base, seen.base, atol=1e-6)
    np.testing.assert_allclose(np.diff(image.heading), np.diff(seen.heading), atol=1e-6)
    assert (travel.heading[-1] - travel.heading[0]) * (image.heading[-1] - image.heading[0]) < 0
