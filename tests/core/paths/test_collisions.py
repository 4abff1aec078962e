"""Several characters: who bumps into whom, and the least change that keeps them apart."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepweave.core.errors import PathError
from stepweave.core.paths import (
    Handle,
    Pace,
    Path,
    Walker,
    WarpCurve,
    find_collisions,
    fit_stroke,
    propose_variants,
    resolve_collisions,
)
from stepweave.core.paths.collisions import clearances

FPS = 24.0


def walker(name, points, speed=1.4, start=0.0, handles=(), **options):
    path = Path(points)
    warp = WarpCurve(path, Pace.constant(path.length, speed), FPS, handles, start=start)
    return Walker(name, warp, **options)


CROSSING = (walker("Ann", [[-7, 0], [7, 0]]), walker("Bob", [[0, -7], [0, 7]]))


def test_a_crossing_pair_is_reported_with_frame_and_place():
    (collision,) = find_collisions(CROSSING)
    assert (collision.first, collision.second) == (0, 1)
    assert collision.frame == pytest.approx(5 * FPS)
    np.testing.assert_allclose(collision.place, [0, 0], atol=1e-9)
    assert collision.clearance == pytest.approx(-0.6)
    seconds_apart = 0.6 / (1.4 * np.sqrt(2))
    assert collision.start == np.floor((5 - seconds_apart) * FPS)
    assert collision.end == np.ceil((5 + seconds_apart) * FPS)


def test_a_meeting_between_two_frames_is_seen():
    fast = walker("fast", [[-10, 0], [10, 0]], speed=20, radius=0.05)
    post = walker("post", [[-1, -4.5], [-1, 5.5]], speed=10, radius=0.05)
    coarse = find_collisions([fast, post], fps=6)
    assert len(coarse) == 1
    assert coarse[0].frame == pytest.approx(2.7)


def test_the_clearance_within_a_step_is_that_of_straight_motion():
    rng = np.random.default_rng(1)
    places, radii = rng.normal(size=(4, 2, 2)), rng.uniform(0.1, 0.3, 4)
    pairs = np.stack(np.triu_indices(4, 1), axis=1)
    found, share = clearances(places, radii, pairs)
    u = np.linspace(0, 1, 20_001)[:, None]
    for (a, b), room, at in zip(pairs, found[:, 0], share[:, 0]):
        apart = places[a] - places[b]
        gap = np.linalg.norm((1 - u) * apart[0] + u * apart[1], axis=1)
        assert room == pytest.approx(gap.min() - radii[a] - radii[b], abs=1e-6)
        assert at == pytest.approx(u[gap.argmin(), 0], abs=1e-3)


def test_world_lines_that_meet_are_collisions():
    (collision,) = find_collisions(CROSSING)
    ann, bob = (each.warp.changed(scale=0.2, delta=0.0) for each in CROSSING)
    t = np.linspace(0, 10, 2001)
    gap = np.linalg.norm(ann.world_line(t) - bob.world_line(t), axis=1)
    assert gap.min() < 1e-9
    assert t[gap.argmin()] * FPS == pytest.approx(collision.frame)


def test_passing_the_same_place_at_other_times_is_no_collision():
    late = replace(CROSSING[1], warp=CROSSING[1].warp.changed(start=2.0))
    assert find_collisions([CROSSING[0], late]) == []


def test_who_has_arrived_still_stands_there():
    first = walker("first", [[-3, 0], [0, 0]])
    later = walker("later", [[0, -6], [0, 6]], start=10)
    (collision,) = find_collisions([first, later])
    assert collision.frame > 14 * FPS


def test_larger_characters_need_more_room():
    near = walker("near", [[-7, 0.7], [7, 0.7]])
    assert find_collisions([CROSSING[0], near]) == []
    assert len(find_collisions([CROSSING[0], replace(near, radius=0.5)])) == 1


def test_nobody_collides_alone():
    assert find_collisions(CROSSING[:1]) == []
    assert find_collisions([]) == []


def test_the_crossing_pair_is_resolved_by_the_least_shift():
    resolution = resolve_collisions(CROSSING)
    assert resolution.left == ()
    (change,) = resolution.changes
    assert change.kind == "start"
    assert find_collisions(resolution.walkers) == []
    smaller = abs(change.amount) - 1 / FPS
    for index in (0, 1):
        trial = list(CROSSING)
        trial[index] = trial[index].with_warp(start=smaller)
        assert find_collisions(trial), "a smaller shift would have done"


def test_nobody_starts_before_the_scene():
    resolution = resolve_collisions(CROSSING)
    assert min(each.warp.start for each in resolution.walkers) >= 0


def test_without_shifts_a_bump_in_time_keeps_them_apart():
    resolution = resolve_collisions(CROSSING, most_shift=0.0)
    (change,) = resolution.changes
    assert change.kind == "bump"
    assert resolution.left == ()
    bumped = resolution.walkers[change.walker].warp
    assert len(bumped.handles) == 1
    assert bumped.seconds == pytest.approx(10)
    assert "Ann" in change.text or "Bob" in change.text


def test_where_time_cannot_help_another_variant_is_taken():
    post = walker("post", [[0, 0], [0.01, 0]])
    line = fit_stroke([[-6, 0], [6, 0]])
    variants = tuple(propose_variants(line, 8, radius=1.0, seed=1).paths())
    passer = replace(walker("passer", variants[0].points), variants=variants)
    resolution = resolve_collisions([post, passer])
    assert [change.kind for change in resolution.changes] == ["variant"]
    assert resolution.left == ()


def test_what_cannot_be_resolved_is_said():
    posts = [walker("a", [[0, 0], [0.01, 0]]), walker("b", [[0.1, 0], [0.11, 0]])]
    resolution = resolve_collisions(posts)
    assert resolution.changes == ()
    assert len(resolution.left) == 1


def crowd(seed, size=14.0):
    """Twenty people who cross a square, five from each side, all at once."""
    rng = np.random.default_rng(seed)
    people = []
    for i in range(20):
        along, middle = (i // 4 + 0.5) / 5 * size, rng.normal(size=2) * 0.4
        side = np.array([[along, 0], [along + 0.6, size]])
        turn = np.pi / 2 * (i % 4)
        rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        ends = (side - size / 2) @ rotate.T + size / 2
        spline = fit_stroke([ends[0], ends.mean(axis=0) + middle, ends[1]])
        variants = tuple(propose_variants(spline, 5, seed=i).paths(0.1))
        pace = Pace.eased(variants[0].length, rng.uniform(1.1, 1.6))
        people.append(Walker(f"person {i}", WarpCurve(variants[0], pace, FPS), variants=variants))
    return people


@pytest.mark.parametrize("seed", [1])
def test_twenty_on_a_square_leave_no_collision(seed):
    people = crowd(seed)
    assert len(find_collisions(people)) > 5
    resolution = resolve_collisions(people)
    assert resolution.left == ()
    assert find_collisions(resolution.walkers) == []


@settings(max_examples=8, deadline=None)
@given(
    ends=st.lists(
        st.tuples(*[st.floats(-5, 5)] * 4).filter(lambda end: abs(end[0] - end[2]) > 1),
        min_size=2, max_size=4,
    ),
    bump=st.floats(-20, 20),
)
def test_resolving_never_leaves_more_than_there_was(ends, bump):
    people = [
        walker(f"w{i}", [end[:2], end[2:]], handles=(Handle(40, bump, 20),)) for i, end in enumerate(ends)
    ]
    before = {(each.first, each.second) for each in find_collisions(people)}
    after = {(each.first, each.second) for each in resolve_collisions(people, most_shift=1.0).left}
    assert len(after) <= len(before)


def test_a_character_needs_some_room():
    with pytest.raises(PathError, match="'Eve': its radius"):
        walker("Eve", [[0, 0], [1, 0]], radius=0.0)
