import numpy as np
import pytest

from stepweave.core.errors import Cancelled, PathError, SpecificationError
from stepweave.core.motion import knee_angle
from stepweave.core.paths import Handle, Pace, Path, WarpCurve
from stepweave.core.synthesis import follow_path
from stepweave.core.synthesis.planting.sole import feet_of


def circle(radius):
    t = np.linspace(0, 2 * np.pi, 241)[:-1]
    return Path(radius * np.column_stack([np.sin(t), 1 - np.cos(t)]), closed=True)


def s_bend():
    x = np.linspace(0, 12, 200)
    return Path(np.column_stack([x, 1.2 * np.sin(x * np.pi / 6)]))


LINE = Path([[0, 0], [7, 0]])
CORNER = Path([[0, 0], [4, 0], [4, 4]])
PATHS = {"line": LINE, "s": s_bend(), "circle": circle(2.0), "corner": CORNER}


def half_cycle_mean(values, walk, graph):
    count = round(0.5 * graph.cycle * walk.motion.fps)
    kernel = np.ones(count) / count
    return np.stack([np.convolve(column, kernel, "valid") for column in values.T], axis=1)


def deviation(walk, graph):
    """Metres off the path, and metres ahead of the wished distance, of the half-cycle mean."""
    mean = half_cycle_mean(walk.motion.root_position[:, :2], walk, graph)
    wish = half_cycle_mean(walk.target_distance[:, None], walk, graph)[:, 0]
    along = walk.path.nearest(mean, near=wish, window=0.6)
    return np.linalg.norm(mean - walk.path.point(along), axis=1), along - wish


@pytest.fixture(scope="module")
def walks(starter_graph):
    return {
        (name, speed): follow_path(starter_graph, path, speed=speed, fps=30.0)
        for name, path in PATHS.items() for speed in (0.9, 1.4, 3.0)
    }


def test_paths_and_timing_are_kept(walks, starter_graph):
    for (name, speed), walk in walks.items():
        off, ahead = deviation(walk, starter_graph)
        assert off.mean() < 0.03, (name, speed, off.mean())
        assert off.max() < 0.10, (name, speed, off.max())
        assert np.sqrt(np.mean(ahead**2)) < 0.05, (name, speed)


def test_walks_begin_and_end_standing_at_the_paths_ends(walks):
    for (name, speed), walk in walks.items():
        assert walk.segments[0].label == "S"
        assert walk.segments[-1].label[-1] == "S", (name, speed)
        end = walk.path.point(0.0 if walk.path.closed else walk.path.length)
        assert np.linalg.norm(walk.motion.root_position[-1, :2] - end) < 0.05, (name, speed)
        assert walk.foot_contact[-1].all()


def test_planted_feet_do_not_slip(walks):
    for key, walk in walks.items():
        for side, letter in enumerate("lr"):
            tip = feet_of(walk.motion).tip[:, side]          # the ball rises over it before the foot leaves
            owner = walk.plants.owner[:, side]
            toe = np.isin(walk.plants.phase[:, side], (2, 3)) & (owner >= 0)      # flat, or on the ball
            for plant in np.unique(owner[toe]):
                held = tip[toe & (owner == plant)]
                assert np.linalg.norm(held - held[0], axis=1).max() < 0.01, (key, letter)


def test_knees_bend_only_forwards(walks):
    for key, walk in walks.items():
        pose, roles = walk.motion.pose, walk.motion.skeleton.roles
        for letter in "lr":
            hip, knee, ankle = (pose.position[:, roles[f"{p}_{letter}"]] for p in ("thigh", "shin", "foot"))
            assert knee_angle(hip, knee, ankle).min() > np.radians(1.0), key


def test_knees_do_not_snap_where_steps_are_stretched(starter_graph):
    path = PATHS["s"]
    warp = WarpCurve(path, Pace.eased(path.length, 1.3), 60.0, (Handle(240, 60, 60),))
    stretched = {
        "warped": follow_path(starter_graph, path, warp.target_distance(), fps=60.0),
        "fast": follow_path(starter_graph, path, speed=1.75, fps=60.0),
    }
    for name, walk in stretched.items():
        pose, roles = walk.motion.pose, walk.motion.skeleton.roles
        for letter in "lr":
            hip, knee, ankle = (pose.position[:, roles[f"{p}_{letter}"]] for p in ("thigh", "shin", "foot"))
            turned = np.degrees(np.abs(np.diff(knee_angle(hip, knee, ankle))))
            assert turned.max() < 13.0, (name, letter, turned.max(), turned.argmax())


def test_gait_follows_speed(walks):
    assert {"LDR", "RDL"} <= {s.label for s in walks["line", 1.4].segments}
    assert {"FLF", "FRF"} <= {s.label for s in walks["circle", 3.0].segments}
    assert not {"FLF", "FRF"} & {s.label for s in walks["s", 0.9].segments}


def test_the_same_walk_comes_out_to_the_bit(starter_graph, walks):
    again = follow_path(starter_graph, PATHS["s"], speed=1.4, fps=30.0)
    np.testing.assert_array_equal(again.motion.rotation, walks["s", 1.4].motion.rotation)
    np.testing.assert_array_equal(again.motion.root_position, walks["s", 1.4].motion.root_position)


def test_a_given_timing_is_kept_through_slow_fast_and_a_hold(starter_graph):
    fps = 30.0
    pace = np.concatenate([np.full(90, 1.2), np.full(90, 1.7), np.full(60, 0.0), np.full(90, 0.9)])
    distance = np.concatenate([[0.0], np.cumsum(pace) / fps])
    walk = follow_path(starter_graph, [[0, 0], [distance[-1], 0]], distance, fps=fps)
    assert walk.motion.frames == len(distance)
    _, ahead = deviation(walk, starter_graph)
    assert np.sqrt(np.mean(ahead**2)) < 0.05
    hold = slice(200, 232)
    assert np.ptp(walk.motion.root_position[hold, 0]) < 0.06
    assert "S" in {s.label for s in walk.segments if 190 < s.start < 240}
    np.testing.assert_allclose(walk.target_distance[45:70], distance[45:70], atol=1e-4)
    np.testing.assert_allclose(walk.target_distance[75:150], distance[75:150], atol=0.03)     # no jerk


def test_stride_and_cadence_share_a_change_of_speed(starter_graph):
    steps = {}
    for speed in (1.0, 1.5):
        walk = follow_path(starter_graph, [[0, 0], [25, 0]], speed=speed, fps=60.0)
        steps[speed] = np.median([s.frames for s in walk.segments if s.label in ("LDR", "RDL")])
    ratio = steps[1.0] / steps[1.5]
    assert 1.1 < ratio < 1.4                    # cadence grows, but by less than speed (1.5)


def test_what_cannot_be_done_is_said_where_and_by_how_much(starter_graph):
    walk = follow_path(starter_graph, LINE, speed=9.0, fps=30.0)
    assert any("9.00 m/s" in line and "m/s at most" in line for line in walk.warnings)
    distance = np.minimum(np.arange(120) * 9.0 / 30.0, 30.0)
    walk = follow_path(starter_graph, [[0, 0], [30, 0]], distance, fps=30.0)
    assert any("asked" in line and "frame" in line for line in walk.warnings)
    assert np.diff(walk.motion.root_position[:, 0]).max() * 30 < 6.5


def test_nothing_to_say_when_all_is_well(walks):
    assert walks["s", 1.4].warnings == ()


@pytest.mark.parametrize("fps", [24.0, 25.0, 60.0, 120.0])
def test_any_rate_gives_the_same_walk(starter_graph, fps):
    walk = follow_path(starter_graph, LINE, speed=1.2, fps=fps)
    off, ahead = deviation(walk, starter_graph)
    assert walk.motion.fps == fps
    assert off.max() < 0.06
    assert np.sqrt(np.mean(ahead**2)) < 0.05


def test_feet_and_body_follow_a_slope(starter_graph):
    def slope(xy):
        return 0.1 * xy[:, 0]

    flat = follow_path(starter_graph, LINE, speed=1.2, fps=30.0)
    walk = follow_path(starter_graph, LINE, speed=1.2, fps=30.0, ground=slope)
    over = walk.motion.root_position[:, 2] - slope(walk.motion.root_position[:, :2])
    assert np.abs(over - flat.motion.root_position[:, 2]).max() < 0.06
    ball, level = walk.plants.ball, flat.plants.ball
    np.testing.assert_allclose(ball[:, 2] - slope(ball[:, :2]), level[:, 2], atol=0.01)


def test_a_very_short_path_is_one_small_step(starter_graph):
    walk = follow_path(starter_graph, [[0, 0], [0.4, 0]], speed=1.2, fps=30.0)
    assert np.linalg.norm(walk.motion.root_position[-1, :2] - (0.4, 0)) < 0.08


def test_senseless_requests_are_refused_in_one_line(starter_graph):
    for speed in (0.0, -1.0, 100.0, np.nan):
        with pytest.raises(SpecificationError, match="speed"):
            follow_path(starter_graph, LINE, speed=speed)
    with pytest.raises(SpecificationError, match="how fast"):
        follow_path(starter_graph, LINE)
    with pytest.raises(SpecificationError, match="frames per second"):
        follow_path(starter_graph, LINE, speed=1.0, fps=0.0)
    with pytest.raises(PathError):
        follow_path(starter_graph, [[0, 0]], speed=1.0)
    with pytest.raises(SpecificationError, match="finite"):
        follow_path(starter_graph, LINE, [0.0, np.nan, 1.0])


def test_a_walk_can_be_cancelled(starter_graph):
    with pytest.raises(Cancelled):
        follow_path(starter_graph, LINE, speed=1.2, progress=lambda share: share < 0.4)


def test_real_clips_walk_an_s(cmu_graph):
    walk = follow_path(cmu_graph, PATHS["s"], speed=1.1, fps=60.0)
    off, ahead = deviation(walk, cmu_graph)
    assert off.mean() < 0.03
    assert off.max() < 0.10
    assert np.sqrt(np.mean(ahead**2)) < 0.05
    assert np.linalg.norm(walk.motion.root_position[-1, :2] - PATHS["s"].point(PATHS["s"].length)) < 0.05


def test_joints_stay_in_the_range_of_the_source(cmu_graph, cmu_motions):
    walk = follow_path(cmu_graph, PATHS["circle"], speed=1.1, fps=60.0)
    roles = walk.motion.skeleton.roles
    arms = [roles[f"{part}_{side}"] for part in ("upper_arm", "forearm") for side in "lr"]
    base, heading = walk.motion.root_position[:, :2], np.zeros(walk.motion.frames)
    rows = cmu_graph.space.coordinates(walk.motion, base, heading)
    for joint in arms:
        part = slice(3 + 3 * joint, 6 + 3 * joint)
        source = np.concatenate([g.rows[..., part].reshape(-1, 3) for g in cmu_graph.groups.values()])
        margin = 0.1 * np.ptp(source, axis=0) + 0.02
        assert np.all(rows[:, part] > source.min(axis=0) - margin)
        assert np.all(rows[:, part] < source.max(axis=0) + margin)
