import numpy as np
import pytest

from stepweave.core.errors import SpecificationError
from stepweave.core.graph import can_follow
from stepweave.core.metrics import foot_points, measure_feet
from stepweave.core.synthesis import LiveTake, Specification, start, step


def walk(graph, wishes, fps=60.0):
    state, segments, states = start(graph, fps=fps), [], []
    for wish in wishes:
        state, segment = step(state, wish)
        segments.append(segment)
        states.append(state)
    return segments, states


def random_wishes(count, seed):
    rng = np.random.default_rng(seed)
    wishes = []
    while len(wishes) < count:
        speed = rng.choice([0.0, rng.uniform(0.5, 1.7), rng.uniform(2.5, 3.8)])
        turn = rng.uniform(-1.5, 1.5)
        wishes += [Specification(speed=speed, turn_rate=turn)] * int(rng.integers(1, 5))
    return wishes[:count]


def test_a_step_is_pure_and_deterministic(starter_graph):
    state = start(starter_graph)
    before = state.row.copy(), state.base.copy()
    first = step(state, Specification(speed=1.2))
    second = step(state, Specification(speed=1.2))
    np.testing.assert_array_equal(first[1].rows, second[1].rows)
    np.testing.assert_array_equal(first[0].row, second[0].row)
    np.testing.assert_array_equal(state.row, before[0])
    np.testing.assert_array_equal(state.base, before[1])


def test_the_speed_wished_is_reached(starter_graph):
    for speed in (0.9, 1.4, 3.0):
        segments, states = walk(starter_graph, [Specification(speed=speed)] * 8)
        assert states[-1].speed == pytest.approx(speed, abs=0.02)
        assert segments[-1].speed == pytest.approx(speed, rel=0.03)


def test_a_changed_wish_is_answered_within_one_half_cycle(starter_graph):
    wishes = [Specification(speed=1.1)] * 5 + [Specification(speed=1.6)]
    _, states = walk(starter_graph, wishes)
    assert states[-1].speed == pytest.approx(1.6, abs=0.02)
    wishes = [Specification(speed=1.2)] * 5 + [Specification(speed=1.2, turn_rate=0.8)]
    _, states = walk(starter_graph, wishes)
    assert states[-1].turn_rate == pytest.approx(0.8, abs=0.02)


def test_a_heading_wished_is_turned_to(starter_graph):
    wishes = [Specification(speed=1.2)] * 3 + [Specification(speed=1.2, heading=2.0)] * 8
    _, states = walk(starter_graph, wishes)
    assert states[-1].heading == pytest.approx(2.0, abs=0.1)


def test_gaits_change_over_the_graph_and_stop(starter_graph):
    speeds = [1.2] * 4 + [3.0] * 6 + [1.2] * 5 + [0.0] * 5
    segments, states = walk(starter_graph, [Specification(speed=v) for v in speeds])
    labels = ["S"] + [s.label for s in segments]
    assert all(can_follow(a, b) for a, b in zip(labels, labels[1:]))
    assert states[9].gait == "run"
    assert states[14].gait == "walk"
    assert states[-1].gait == "stand"
    assert states[-1].speed == 0.0


def test_segments_join_without_a_jump_in_pose_or_speed(starter_graph):
    segments, _ = walk(starter_graph, random_wishes(120, 0))
    rows = np.concatenate([s.rows for s in segments])
    base = np.concatenate([s.base for s in segments])
    joins = np.cumsum([s.frames for s in segments])[:-1]
    velocity = np.linalg.norm(np.diff(rows[:, 3:], axis=0), axis=1) * 60
    kick = np.abs(np.diff(velocity))
    assert kick[joins - 1].max() < 1.5 * np.quantile(kick, 0.999)
    assert np.linalg.norm(np.diff(base, axis=0), axis=1).max() * 60 < 5.3


def test_ten_minutes_of_random_wishes_do_not_drift(starter_graph):
    state = start(starter_graph)
    graph = starter_graph
    highest = max(group.rows[..., 2].max() for group in graph.groups.values())
    lowest = min(group.rows[..., 2].min() for group in graph.groups.values())
    for wish in random_wishes(1150, 1):
        state, segment = step(state, wish)
        assert np.all(np.isfinite(segment.rows))
        assert lowest - 0.15 < segment.rows[:, 2].min() and segment.rows[:, 2].max() < highest + 0.15
        assert np.abs(segment.rows[:, :2]).max() < 0.3
    assert state.frame > 550 * 60


def test_a_planted_stream_of_random_wishes_neither_slips_nor_sinks(starter_graph):
    take = LiveTake(starter_graph, fps=30.0)
    for wish in random_wishes(90, 5):
        take.ask(wish)
    motion, plants = take.whole()
    feet = measure_feet(foot_points(motion), plants, 30.0)
    assert motion.seconds > 40.0
    assert feet["slip_mean_cm"] < 0.3
    assert feet["slip_max_cm"] < 1.0
    rows = np.concatenate([segment.rows for segment in take.segments])
    sunk = rows[:, 2] - motion.root_position[:, 2]
    assert sunk.max() < 0.12                    # metres; a hurried stop once pulled the pelvis down by 0.2


def test_a_stop_from_a_run_takes_as_long_as_its_clip_shows(starter_graph):
    _, states = walk(starter_graph, [Specification(speed=3.2)] * 8)
    state = states[-1]
    after, segment = step(state, Specification(speed=0.0))
    assert segment.label in ("FLDRS", "FRDLS")
    group = starter_graph.groups[segment.label]
    shown = float(segment.weights @ group.duration[segment.members])
    assert segment.frames / 60.0 == pytest.approx(shown, abs=0.02)
    assert after.speed == 0.0
    slow = np.linalg.norm(np.diff(segment.base, axis=0), axis=1) * 60.0
    assert slow[0] > 2.5
    assert slow[60] < 0.5


def test_a_stand_can_last_and_starts_from_it_again(starter_graph):
    wishes = [Specification(speed=0.0)] * 40 + [Specification(speed=1.3)] * 4
    segments, states = walk(starter_graph, wishes)
    still = np.concatenate([s.base for s in segments[:40]])
    assert np.ptp(still, axis=0).max() < 1e-9
    assert states[-1].speed == pytest.approx(1.3, abs=0.05)


def test_style_chooses_among_segments(starter_graph):
    group = starter_graph.groups["LDR"]
    spread = np.ptp(group.style[:, 2])
    if spread < 1e-6:
        pytest.skip("the clips swing their arms alike")
    state, _ = walk(starter_graph, [Specification(speed=1.3)] * 5)[1][-1], None
    arms = {}
    for value in (group.style[:, 2].min(), group.style[:, 2].max()):
        _, segment = step(state, Specification(speed=1.3, style={"arm_swing": value}))
        own = starter_graph.groups[segment.label].style[segment.members, 2]
        arms[value] = float(segment.weights @ own)
    low, high = arms.values()
    assert low < high


def test_senseless_wishes_are_refused():
    wrong = [("speed", -1.0), ("speed", 100.0), ("speed", np.nan), ("gait", "fly"), ("turn_rate", np.inf)]
    for name, value in wrong:
        with pytest.raises(SpecificationError):
            Specification(**{name: value})
