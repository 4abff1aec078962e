"""The warp curve: time bent by handles."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepweave.core.errors import PathError, SpecificationError
from stepweave.core.paths import Handle, Pace, Path, WarpCurve, warp_from_file
from stepweave.core.paths.warp_files import unmet_wishes

FPS = 24.0
X = np.linspace(0, 30, 600)
PATH = Path(np.stack([X, 2 * np.sin(X / 3)], 1))
STEADY = Pace.constant(PATH.length, 1.4)
EASED = Pace.eased(PATH.length, 1.4)
RECORDED = Pace.recorded([0, 5, 9, 10, 26], PATH.length * np.array([0, 0.3, 0.35, 0.6, 1]))
SQRT_E = np.exp(0.5)
NO_HOLD = st.just(0.0)


def warp(*handles, pace=STEADY, **settings):
    return WarpCurve(PATH, pace, FPS, handles, **settings)


def handle_strategy(mode, hold=NO_HOLD):
    offset = st.floats(-200, 200) if mode == "timing" else st.floats(-3, 6)
    return st.builds(
        Handle, frame=st.floats(-50, 700), offset=offset, sigma_frames=st.floats(0.5, 150),
        sigma_right_frames=st.none() | st.floats(0.5, 150), hold_frames=hold, mode=st.just(mode),
        duration=st.sampled_from(["lock", "ripple"]),
    )


@settings(max_examples=100, deadline=None)
@given(
    handles=st.lists(handle_strategy("timing") | handle_strategy("speed", st.floats(0, 200)), max_size=6),
    pace=st.sampled_from([STEADY, EASED, RECORDED]),
)
def test_time_is_strictly_monotone_for_any_handles(handles, pace):
    curve = warp(*handles, pace=pace)
    t = np.linspace(0, curve.seconds, 3001)
    tau = curve.tau(t)
    assert np.diff(tau).min() > 0
    assert tau[0] == 0
    assert tau[-1] == pytest.approx(pace.seconds, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(handles=st.lists(
    handle_strategy("timing", st.floats(0, 120)) | handle_strategy("speed"), min_size=1, max_size=5
))
def test_with_holds_time_never_runs_back_and_stands_only_in_holds(handles):
    curve = warp(*handles)
    t = np.linspace(0, curve.seconds, 3001)
    step = np.diff(curve.tau(t))
    assert step.min() >= -1e-14
    assert np.diff(curve.target_distance(fps=120)).min() >= 0
    held = np.zeros(len(step), bool)
    for handle in handles:
        start, end = handle.frame / FPS, (handle.frame + handle.hold_frames) / FPS
        held |= (t[1:] >= start - 0.5 / FPS) & (t[:-1] <= end + 0.5 / FPS)
    assert (step[~held] > 0).all()


@settings(max_examples=100, deadline=None)
@given(
    centre=st.floats(100, 400), offset=st.floats(-20, 20), left=st.floats(1, 24), right=st.floats(1, 24),
    hold=st.sampled_from([0.0, 12.0, 48.0]), mode=st.sampled_from(["timing", "speed"]),
    pace=st.sampled_from([STEADY, EASED, RECORDED]),
)
def test_a_locked_edit_leaves_all_beyond_four_sigma_alone(centre, offset, left, right, hold, mode, pace):
    if mode == "speed":
        offset /= 20
    plain = warp(pace=pace)
    edited = warp(Handle(centre, offset, left, right, hold), mode=mode, pace=pace)
    assert edited.seconds == pytest.approx(plain.seconds, abs=1e-9)
    frames = np.arange(plain.frames, dtype=float)
    far = (frames < centre - 4 * left) | (frames > centre + hold + 4 * right)
    assert far.any()
    assert far[[0, -1]].all()
    np.testing.assert_allclose(edited.tau(frames[far] / FPS), plain.tau(frames[far] / FPS), rtol=0, atol=1e-9)
    np.testing.assert_allclose(
        edited.target_distance(frames[far]), plain.target_distance(frames[far]), rtol=0, atol=1e-9
    )


@settings(max_examples=60, deadline=None)
@given(
    handles=st.lists(handle_strategy("timing", st.sampled_from([0.0, 24.0])) | handle_strategy("speed"),
                     min_size=1, max_size=5),
    data=st.data(),
)
def test_taking_a_handle_out_and_putting_it_back_restores_the_curve_exactly(handles, data):
    index = data.draw(st.integers(0, len(handles) - 1))
    curve, without = warp(*handles), warp(*handles[:index], *handles[index + 1 :])
    removed = curve.without_handle(index)
    t = np.linspace(0, 40, 777)
    np.testing.assert_array_equal(removed.tau(t), without.tau(t))
    moved = curve.with_handle_changed(index, frame=123.0, offset=1.0)
    back = moved.with_handle_changed(index, frame=handles[index].frame, offset=handles[index].offset)
    np.testing.assert_array_equal(back.tau(t), curve.tau(t))


@pytest.mark.parametrize("sigma", [6.0, 12.0, 24.0])
@pytest.mark.parametrize("slowest", [1e-6, 0.05, 0.2])
@pytest.mark.parametrize("sign", [-1, 1])
def test_the_bound_of_one_bump_is_sigma_root_e_and_tight(sigma, slowest, sign):
    bound = (1 - slowest) * sigma * SQRT_E
    inside = warp(Handle(250, sign * bound * 0.999, sigma), slowest=slowest)
    beyond = warp(Handle(250, sign * bound * 2, sigma), slowest=slowest)
    assert inside.applied[0] == 1
    assert beyond.applied[0] == pytest.approx(0.5, rel=1e-12)
    t = np.linspace(0, beyond.seconds, 200_001)
    assert beyond.rate(t).min() == pytest.approx(slowest, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(handles=st.lists(handle_strategy("timing"), min_size=2, max_size=4))
def test_overlapping_bumps_get_as_much_as_time_allows_and_no_more(handles):
    curve = warp(*handles)
    t = np.linspace(0, max(curve.seconds, 1), 20_001)
    assert curve.rate(t[t < curve.seconds]).min() >= curve.slowest - 1e-3
    last = curve.applied[-1]
    if 0 < last < 1 and 0 < handles[-1].frame < 500:
        seconds = np.linspace(1e-6, curve.timing.speed.seconds, 60_001)
        assert curve.timing.bumps.at(seconds)[1].min() == pytest.approx(curve.slowest, abs=2e-2)


def test_one_symmetric_bump_cannot_more_than_double_the_speed():
    curve = warp(Handle(250, 1000, 12))
    fastest = curve.rate(np.linspace(0, curve.seconds, 100_001)).max()
    assert fastest == pytest.approx(2 - curve.slowest, abs=1e-4)


def test_a_lifted_handle_is_further_along_faster_before_and_slower_after():
    curve = warp(Handle(240, 10, 18))
    assert curve.tau(10.0) == pytest.approx(10 + 10 / FPS)
    assert curve.speed_at(10 - 18 / FPS) == pytest.approx(1.4 * (1 + 10 / 18 / SQRT_E), rel=1e-6)
    assert curve.speed_at(10 + 18 / FPS) == pytest.approx(1.4 * (1 - 10 / 18 / SQRT_E), rel=1e-6)


def test_near_the_ends_a_handle_keeps_its_height_and_the_ends_stay():
    curve = warp(Handle(10, 8, 12), Handle(STEADY.seconds * FPS - 10, -8, 12))
    assert curve.tau(10 / FPS) == pytest.approx(18 / FPS)
    assert curve.tau(0) == 0
    assert curve.tau(curve.seconds) == pytest.approx(STEADY.seconds)


def test_rippling_moves_all_that_follows_and_the_arrival():
    later = warp(Handle(240, -24, 24), duration="ripple")
    assert later.seconds == pytest.approx(STEADY.seconds + 1)
    np.testing.assert_allclose(later.tau(np.array([12.0, 15, 20])), [11.0, 14, 19])
    np.testing.assert_allclose(later.tau(np.array([1.0, 5.9])), [1, 5.9])
    sooner = warp(Handle(240, 24, 24), duration="ripple")
    assert sooner.seconds == pytest.approx(STEADY.seconds - 1)
    assert sooner.rate(np.linspace(0, sooner.seconds, 999)).min() >= 1 - 1e-12


def test_a_hold_stands_exactly_as_long_as_asked_and_keeps_its_place():
    curve = warp(Handle(240, 0, 24, hold_frames=48))
    during = np.linspace(10, 12, 50)
    assert np.ptp(curve.tau(during)) == 0
    np.testing.assert_array_equal(curve.speed_at(during), 0)
    assert curve.tau(10.0) == pytest.approx(10.0)
    assert curve.rate(9.9) > 0
    assert curve.rate(12.1) > 0
    assert curve.seconds == STEADY.seconds


def test_a_rippling_hold_makes_the_walk_longer_and_never_hurries():
    curve = warp(Handle(240, 0, 12, hold_frames=48), duration="ripple")
    easing = 2 * np.sqrt(np.pi / 2) * 12 / 3 / FPS
    assert curve.seconds == pytest.approx(STEADY.seconds + 2 + easing)
    t = np.linspace(0, curve.seconds, 5000)
    assert curve.rate(t).max() <= 1 + 1e-12
    still = t[1:][np.diff(curve.tau(t)) == 0]
    assert still.min() == pytest.approx(10, abs=0.02)
    assert still.max() == pytest.approx(12, abs=0.02)


def test_a_hold_with_an_offset_stands_at_the_lifted_place():
    curve = warp(Handle(240, 6, 24, hold_frames=24))
    np.testing.assert_allclose(curve.tau(np.array([10.0, 10.5, 11.0])), 10 + 6 / FPS)


@pytest.mark.parametrize("duration", ["lock", "ripple"])
@pytest.mark.parametrize("offset", [0.6, -0.6])
def test_speed_mode_adds_metres_per_second_at_its_place(duration, offset):
    curve = warp(Handle(240, offset, 24), mode="speed", duration=duration)
    there = curve.time_at(1.4 * 10)
    assert curve.speed_at(there) == pytest.approx(1.4 + offset, rel=1e-9)
    assert (curve.seconds < STEADY.seconds) == (duration == "ripple" and offset > 0)
    if duration == "lock":
        assert curve.seconds == pytest.approx(STEADY.seconds, abs=1e-9)


def test_speed_mode_holds_a_speed():
    curve = warp(Handle(192, 0.7, 12, hold_frames=192), mode="speed", duration="ripple")
    t = np.linspace(curve.time_at(1.4 * 8), curve.time_at(1.4 * 16), 100)
    np.testing.assert_allclose(curve.speed_at(t), 2.1, rtol=1e-9)


def test_speed_edits_at_one_place_add_up():
    curve = warp(Handle(240, 0.3, 24), Handle(240, -0.5, 12), mode="speed")
    assert curve.speed_at(curve.time_at(14.0)) == pytest.approx(1.2)


def test_speed_mode_never_stands():
    curve = warp(Handle(240, -9, 24), mode="speed")
    assert curve.speed_at(curve.time_at(14.0)) >= 0.9 * curve.slowest * 1.4
    assert 0 < curve.applied[0] < 1


def test_a_handle_outside_the_walk_rests():
    curve = warp(Handle(-5, 10), Handle(9999, 10, hold_frames=5), Handle(9999, 1, mode="speed"))
    np.testing.assert_array_equal(curve.applied, 0)
    t = np.linspace(0, curve.seconds, 100)
    np.testing.assert_array_equal(curve.tau(t), t)


def test_target_distance_covers_the_walk_frame_by_frame():
    curve = warp(Handle(240, 10, 18))
    distance = curve.target_distance()
    assert len(distance) == curve.frames
    assert distance[0] == 0
    assert distance[-1] == pytest.approx(PATH.length)
    frames = np.arange(50)
    np.testing.assert_allclose(curve.target_distance(frames, fps=48), curve.distance(frames / 48))
    np.testing.assert_allclose(np.diff(distance)[100], curve.speed_at(100.5 / FPS) / FPS, rtol=1e-3)


def test_the_time_of_a_distance_is_the_inverse_of_the_distance():
    curve = warp(Handle(240, 10, 18), Handle(400, 0.5, mode="speed"), pace=EASED)
    metres = np.linspace(0.1, PATH.length - 0.1, 40)
    np.testing.assert_allclose(curve.distance(curve.time_at(metres)), metres, atol=1e-9)


def test_be_at_this_place_at_this_frame():
    for kind in (warp(), warp(Handle(100, 5)), warp(Handle(200, 0.4, 30), mode="speed"), warp(pace=EASED)):
        curve = kind.arriving(15.0, 240, sigma_frames=40)
        assert curve.distance(10.0) == pytest.approx(15.0)


def test_lifting_brings_the_curve_to_the_height():
    for kind in (warp(), warp(Handle(100, 5)), warp(start=3.0, scale=0.5)):
        wanted = float(kind.curve(np.array(10.0))[2] + 0.1)
        curve = kind.lifted(240, wanted, sigma_frames=30)
        assert curve.curve(np.array(10.0))[2] == pytest.approx(wanted)
    fast = warp(mode="speed").lifted(240, 2.0, sigma_frames=30)
    assert fast.speed_at(fast.time_at(14.0)) == pytest.approx(2.0)
    assert fast.curve(fast.time_at(14.0))[2] == pytest.approx(2.0)


def test_another_path_keeps_speed_or_arrival_and_the_handles_places():
    curve = warp(Handle(240, 10, 18), pace=EASED)
    longer = Path(np.stack([X, 5 * np.sin(X / 3)], 1))
    speed = curve.on_path(longer)
    assert speed.pace.speed(8.0) == pytest.approx(1.4)
    assert speed.seconds > curve.seconds
    arrival = curve.on_path(longer, keep="arrival")
    assert arrival.seconds == pytest.approx(curve.seconds, rel=0.02)
    place = curve.pace.distance(240 / FPS)
    for other in (speed, arrival):
        assert other.pace.distance(other.handles[0].frame / FPS) == pytest.approx(place)
        np.testing.assert_allclose(other.distance(other.seconds), longer.length)
    back = speed.on_path(PATH)
    np.testing.assert_allclose(back.handles[0].frame, 240)


def test_a_handle_beyond_a_shortened_path_comes_back_with_it():
    curve = warp(Handle(500, 10, 18))
    short = curve.on_path(Path([[0, 0], [5, 0]]))
    assert short.applied[0] == 0
    assert short.on_path(PATH).handles[0].frame == pytest.approx(500)


def test_laps_of_a_closed_path_are_timed_as_one_walk():
    angle = np.linspace(0, 2 * np.pi, 200, endpoint=False)
    ring = Path(2 * np.stack([np.cos(angle), np.sin(angle)], 1), closed=True)
    curve = WarpCurve(ring, Pace.constant(3 * ring.length, 1.4), FPS, (Handle(240, 8, 30),))
    np.testing.assert_allclose(curve.place(curve.seconds), ring.point(0), atol=1e-9)
    assert curve.distance(curve.seconds) == pytest.approx(3 * ring.length)


def test_a_warp_curve_is_written_and_read_back():
    curve = warp(
        Handle(100, 5, 10, 20), Handle(300, 0, hold_frames=24),
        Handle(200, 0.3, mode="speed", duration="lock"),
        pace=EASED, duration="ripple", scale=0.4, delta=1.0, start=2.0, slowest=0.1,
    )
    again = WarpCurve.from_json(json.loads(json.dumps(curve.to_json())), PATH, fps=FPS)
    assert again.to_json() == curve.to_json()
    t = np.linspace(0, curve.seconds, 300)
    np.testing.assert_array_equal(again.curve(t), curve.curve(t))


def test_the_shortest_file_needs_only_a_frame_and_an_offset():
    curve = WarpCurve.from_json({"handles": [{"frame": 240, "offset": 6}]}, PATH, STEADY, FPS)
    assert curve.tau(10.0) == pytest.approx(10.25)


@pytest.mark.parametrize(("content", "message"), [
    ([], "warp curve: write"),
    ({"handel": []}, "does not know 'handel'"),
    ({"handles": {}}, "must be a list"),
    ({"handles": [{"offset": 1}]}, "handle 1: needs at least"),
    ({"handles": [{"frame": 1, "ofset": 1}]}, "handle 1: does not know 'ofset'"),
    ({"handles": [{"frame": 1, "offset": "up"}]}, "handle 1 at frame 1: offset is not a number"),
    ({"handles": [{"frame": 1, "sigma_frames": 0}]}, "sigma_frames is 0, too small"),
    ({"handles": [{"frame": 1, "hold_frames": -1}]}, "hold_frames is -1, too small"),
    ({"handles": [{"frame": 1, "hold_frames": 1e300}]}, "hold_frames is 1e.300, too large"),
    ({"handles": [{"frame": 1}, {"frame": 1e12}]}, "handle 2: its frame is 1e.12, too large"),
    ({"handles": [{"frame": 1, "offset": 10**400}]}, "offset is 10000.*, too large"),
    ({"handles": [{"frame": 1, "offset": float("inf")}]}, "handle 1 at frame 1: offset is not a finite"),
    ({"handles": [{"frame": 1, "sigma_frames": 1e-300, "hold_frames": 9}]}, "is 1e-300, too small"),
    ({"start": float("nan")}, "start is not a finite number"),
    ({"pace": {"kind": "constant", "speed": "quick"}}, "pace: speed is not a number"),
    ({"pace": 3}, "pace: write"),
    ({"mode": "warp"}, "mode is timing or speed"),
    ({"scale": -1}, "scale must be more than 0"),
    ({"scale": "big"}, "scale is not a number"),
    ({"pace": {"kind": "constant"}}, "pace"),
    ({"pace": {"kind": "hop"}}, "pace: the kind is constant"),
])
def test_what_cannot_be_read_says_why(content, message):
    with pytest.raises(PathError, match=message):
        WarpCurve.from_json(content, PATH, STEADY)


@pytest.mark.parametrize(("content", "message"), [
    ({"handles": [{"frame": 5, "offset": 2}, {"frame": 4000, "offset": 2}]}, "handle 2 at frame 4000"),
    ({"handles": [{"frame": 5, "offset": 2}, {"frame": 5, "offset": 1}]}, "handle 2 .* handle 1 is there"),
    ({"handles": [{"frame": "x"}]}, "w.json: handle 1"),
    ({"pace": {"kind": "constant", "speed": 0.001}}, "w.json: pace: 0.001 m/s"),
    ({"pace": {"kind": "recorded", "times": [0, 9], "distances": [0, 999]}}, "pace: it goes 999.00 m"),
    ([], "w.json: warp curve: write"),
])
def test_a_file_whose_words_would_do_nothing_is_refused_by_name_and_number(content, message):
    with pytest.raises(PathError, match=f"w.json: .*{message.removeprefix('w.json: ')}"):
        warp_from_file(content, PATH, STEADY, FPS, "w.json")


def test_handles_of_one_frame_that_differ_in_width_or_kind_add_up():
    bumps = [{"frame": 240, "offset": 3, "sigma_frames": 12}, {"frame": 240, "offset": 3, "sigma_frames": 24}]
    hold = {"frame": 240, "sigma_frames": 12, "hold_frames": 20}
    curve = warp_from_file({"handles": [*bumps, hold], "start": None}, PATH, STEADY, FPS, "w.json")
    assert len(curve.handles) == 3 and curve.tau(10.0) == pytest.approx(10.25)
    assert unmet_wishes(curve) == []
    greedy = warp_from_file({"handles": [{"frame": 240, "offset": 500}]}, PATH, STEADY, FPS, "w.json")
    assert "handle 1 at frame 240: followed to" in unmet_wishes(greedy)[0]


def test_a_hold_that_outlasts_every_scene_is_refused():
    curve = warp(Handle(240, hold_frames=1e6), duration="ripple")
    with pytest.raises(PathError, match="too long: it may have 250,000 frames"):
        curve.target_distance()


def test_a_curve_without_any_pace_says_so():
    with pytest.raises(PathError, match="no pace"):
        WarpCurve.from_json({}, PATH)


@pytest.mark.parametrize("speed", [0, -1, 100, 1e-9, float("nan")])
def test_an_impossible_speed_is_refused(speed):
    with pytest.raises(SpecificationError, match="m/s"):
        Pace.constant(10, speed)
