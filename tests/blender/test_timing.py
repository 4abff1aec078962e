"""Variants and the warp curve on a scene: dragging, editing by hand, saving."""

import time

import bpy
import numpy as np
import pytest

from stepweave.bridge import handlers, jobs
from stepweave.bridge.rigs import armatures
from stepweave.bridge.routes import curves, timing, watch
from stepweave.bridge.routes.warping import Warping
from stepweave.core.errors import PathError
from stepweave.core.paths import Handle
from stepweave.operators.path import give_path

STROKE = [(0.3 * i, 0.6 * np.sin(0.3 * i)) for i in range(28)]


@pytest.fixture
def walker(extension, empty_scene):
    """A starter character with a path and its walk."""
    jobs.add_starter(bpy.context)
    bpy.ops.stepweave.add_character()
    character = empty_scene.stepweave.characters[0]
    character.path = jobs.path_object(bpy.context, STROKE)
    assert bpy.ops.stepweave.generate_walk() == {"FINISHED"}
    return character


def way_at(character, frame):
    """Metres along the path that the character has come at a scene frame."""
    fps = timing.scene_fps(bpy.context.scene)
    motion = armatures.motion_of(character.armature, character.result, fps)
    at = motion.root_position[frame - character.start_frame, :2]
    return float(timing.path_of(character).nearest(at))


def told(character):
    """Handles and names of what a character has."""
    handles = [(h.frame, h.offset, h.mode) for h in character.handles]
    return handles, character.warp.name, character.result.name


def test_a_lifted_handle_brings_the_walker_further_along_and_keeps_the_end(walker):
    frame = 90
    before, last = way_at(walker, frame), walker.result.frame_range[1]
    warping = Warping(bpy.context, walker)
    warping.grab((frame - walker.start_frame) / warping.fps)
    warping.drag(8 / warping.fps * warping.warp.height_scale)
    assert "m/s" in warping.preview().readout
    warping.keep()
    assert way_at(walker, frame) > before + 0.2
    assert abs(walker.result.frame_range[1] - last) <= 2
    assert len(walker.handles) == 1
    assert walker.handles[0].offset == pytest.approx(8.0, abs=0.01)


def test_removing_the_handle_gives_the_walk_as_it_was(walker):
    before = [way_at(walker, frame) for frame in (40, 80, 120)]
    warping = Warping(bpy.context, walker)
    warping.grab(3.0)
    warping.drag(0.5)
    warping.keep()
    assert bpy.ops.stepweave.remove_handle() == {"FINISHED"}
    bpy.ops.stepweave.generate_walk()
    assert [way_at(walker, frame) for frame in (40, 80, 120)] == pytest.approx(before, abs=1e-3)


def test_sources_stay_untouched_while_time_is_dragged(walker):
    clips = bpy.context.scene.stepweave.clips
    before = [(c.action.name, tuple(c.action.frame_range)) for c in clips]
    warping = Warping(bpy.context, walker)
    warping.grab(2.0)
    warping.drag(0.3)
    warping.keep()
    assert [(c.action.name, tuple(c.action.frame_range)) for c in clips] == before
    assert all(c.action != walker.result for c in clips)


def test_points_of_the_warp_curve_moved_by_hand_become_handles(walker):
    assert bpy.ops.stepweave.show_warp() == {"FINISHED"}
    points = walker.warp.data.splines[0].points
    middle = len(points) // 2
    points[middle].co.z += 0.4
    watch._changed[walker.warp.name] = time.perf_counter() - 1.0
    handlers.settle()
    assert len(walker.handles) == 1
    heights = curves.curve_points(walker.warp)[0][:, 2]
    assert np.all(np.diff(heights) > 0)


def test_an_edited_path_keeps_handles_where_they_were_along_it(walker):
    warping = Warping(bpy.context, walker)
    warping.grab(3.0)
    warping.drag(0.3)
    warping.keep()
    metres, frame = walker.handles[0].metres, walker.handles[0].frame
    end = walker.path.data.splines[0].bezier_points[-1]
    end.co.x += 2.0
    bpy.context.view_layer.update()
    watch._changed[walker.path.name] = time.perf_counter() - 1.0
    handlers.settle()
    assert walker.handles[0].metres == pytest.approx(metres, abs=0.05)
    assert walker.handles[0].frame == pytest.approx(frame, abs=3.0)
    assert way_at(walker, int(walker.result.frame_range[1])) == pytest.approx(
        timing.path_of(walker).length, abs=0.1
    )


def test_a_variant_is_walked_when_it_is_chosen_and_the_same_seed_gives_the_same(walker):
    lines = timing.variant_lines(walker)
    assert len(lines) == walker.variant_count + 1
    walker.variant = 3
    bpy.ops.stepweave.generate_walk()
    path = timing.path_of(walker)
    motion = armatures.motion_of(walker.armature, walker.result, timing.scene_fps(bpy.context.scene))
    pelvis = motion.root_position[:, :2]
    away = np.linalg.norm(pelvis - path.point(path.nearest(pelvis)), axis=1)
    assert away.mean() < 0.1
    walker.variant_seed += 1
    other = timing.variant_lines(walker)
    walker.variant_seed -= 1
    assert np.array_equal(timing.variant_lines(walker)[3], lines[3])
    assert not all(np.array_equal(a, b) for a, b in zip(other, lines))


def test_handles_and_curve_survive_saving_and_loading(walker, tmp_path):
    warping = Warping(bpy.context, walker)
    warping.grab(3.0)
    warping.drag(0.3)
    warping.keep()
    before = told(walker)
    file = str(tmp_path / "walk.blend")
    bpy.ops.wm.save_as_mainfile(filepath=file)
    bpy.ops.wm.open_mainfile(filepath=file)
    loaded = bpy.context.scene.stepweave.characters[0]
    assert told(loaded) == before
    warping = Warping(bpy.context, loaded)
    warping.grab(3.0)
    warping.drag(-0.1)
    warping.keep()


def test_the_handler_marks_only_our_own_curves(walker):
    watch._changed.clear()
    other = curves.new_curve([(0, 0), (1, 1)], False, "other")
    other.location.x = 1.0
    bpy.context.view_layer.update()
    assert watch._changed == {}
    walker.path.location.x = 1.0
    bpy.context.view_layer.update()
    assert list(watch._changed) == [walker.path.name]
    watch._changed.clear()


def test_a_new_stroke_starts_without_variant_and_edits(walker):
    warping = Warping(bpy.context, walker)
    warping.grab(3.0)
    warping.drag(0.3)
    warping.keep()
    walker.variant = 2
    drawn = jobs.path_object(bpy.context, [(0, 0), (1, 2), (0, 4)])
    give_path(bpy.context, drawn)
    assert (walker.path, walker.variant, len(walker.handles)) == (drawn, 0, 0)
    assert len(bpy.context.scene.stepweave.characters) == 1


def test_another_active_armature_gets_the_path_as_a_character_of_its_own(walker):
    jobs.add_starter(bpy.context)
    other = bpy.context.active_object
    give_path(bpy.context, jobs.path_object(bpy.context, STROKE))
    characters = bpy.context.scene.stepweave.characters
    assert [character.armature for character in characters] == [walker.armature, other]
    assert characters[0].path != characters[1].path


def test_a_picked_variant_is_walked_without_pressing_anything(walker):
    before = armatures.motion_of(walker.armature, walker.result, 24.0).root_position[60, :2]
    walker.variant = 4
    assert list(watch._changed) == [walker.path.name]
    watch._changed[walker.path.name] -= 1.0
    handlers.settle()
    after = armatures.motion_of(walker.armature, walker.result, 24.0).root_position[60, :2]
    assert np.linalg.norm(after - before) > 0.02


def test_an_edited_path_keeps_speed_or_arrival_as_wished(walker):
    frames = walker.result.frame_range[1]
    walker.path_edit = "arrival"
    walker.path.scale = (1.25, 1.25, 1.25)
    bpy.ops.stepweave.generate_walk()
    assert walker.speed == pytest.approx(1.25 * 1.3, rel=0.01)
    assert walker.result.frame_range[1] == pytest.approx(frames, abs=12)
    walker.path_edit = "speed"
    speed = walker.speed
    walker.path.scale = (1.0, 1.0, 1.0)
    bpy.ops.stepweave.generate_walk()
    assert walker.speed == speed
    assert walker.result.frame_range[1] < frames - 12


def test_a_walk_just_made_is_not_made_again(walker):
    handlers.mark(walker.path.name)
    bpy.ops.stepweave.generate_walk()
    assert watch._changed == {}


def told_all(character):
    """Every property of a character that a walk or an edit may write."""
    handles = [(h.frame, h.offset, h.mode, h.sigma, h.hold, h.duration) for h in character.handles]
    return character.speed, character.path_length, character.walked_length, handles, character.result.name


@pytest.mark.parametrize("keeps", ["speed", "arrival"])
def test_time_looked_at_on_an_edited_path_and_let_go_leaves_no_trace(walker, keeps):
    warping = Warping(bpy.context, walker)
    warping.grab(3.0)
    warping.drag(0.3)
    warping.keep()
    walker.path_edit = keeps
    walker.path.data.splines[0].bezier_points[-1].co.x += 2.0
    bpy.context.view_layer.update()
    before = told_all(walker)
    warping = Warping(bpy.context, walker)
    warping.grab(3.0)
    warping.drag(0.5)
    warping.rest()
    warping.drop()
    assert told_all(walker) == before


def test_a_handle_of_speed_is_taken_hold_of_where_it_is_seen_also_after_other_edits(walker):
    walker.warp_mode, walker.warp_duration = "speed", "ripple"
    warping = Warping(bpy.context, walker)
    for second, rise in ((1.5, -0.5), (4.0, 0.4)):
        warping.grab(second)
        warping.drag(rise)
    assert len(warping.warp.handles) == 2
    seen = warping.handle_second()
    assert abs(seen - warping.warp.handles[1].frame / warping.fps) > 0.2
    warping.grab(seen)
    assert warping.index == 1
    assert len(warping.warp.handles) == 2


def test_the_walk_shown_while_the_mouse_rests_is_the_one_that_is_kept(walker):
    warping = Warping(bpy.context, walker)
    warping.grab(3.0)
    warping.drag(0.3)
    seen = warping.rest()
    walk = warping.keep()
    assert walk is warping.solve()
    middle = 0.5 * (walk.plants.ankle + walk.plants.ball)[:, :2]
    assert np.array_equal(seen.place[:, :2], middle)
    asked = float(warping.warp.distance(np.asarray(3.0)))
    assert way_at(walker, 1 + int(3.0 * warping.fps)) == pytest.approx(asked, abs=0.1)


def test_a_press_without_a_drag_asks_for_nothing(walker):
    warping = Warping(bpy.context, walker)
    assert warping.is_idle()
    warping.grab(3.0)
    assert warping.is_idle()
    warping.drag(0.2)
    assert not warping.is_idle()
    warping.drop_handle()
    assert warping.is_idle()


def test_a_handle_keeps_its_own_duration_when_the_curve_has_another(walker):
    walker.warp_duration = "ripple"
    warping = Warping(bpy.context, walker)
    before = warping.warp.seconds
    handle = Handle(60.0, 8.0, mode="timing", duration="lock")
    timing.keep(walker, warping.warp.with_handle(handle))
    assert Warping(bpy.context, walker).warp.seconds == pytest.approx(before)
    walker.handles[0].duration = "curve"
    assert Warping(bpy.context, walker).warp.seconds < before - 0.1


def test_nothing_is_written_when_the_walk_cannot_be_made(walker, monkeypatch):
    warping = Warping(bpy.context, walker)
    warping.grab(3.0)
    warping.drag(0.3)
    before = told_all(walker)

    def refuses(*_, **__):
        raise PathError("no way")

    monkeypatch.setattr("stepweave.bridge.routes.warping.follow_path", refuses)
    with pytest.raises(PathError):
        warping.keep()
    assert told_all(walker) == before


def test_be_at_the_cursor_now(walker, empty_scene):
    path, frame = timing.path_of(walker), 90
    wanted = way_at(walker, frame) + 0.4
    empty_scene.frame_set(frame)
    empty_scene.cursor.location = (*path.point(wanted)[:2], 0.0)
    assert bpy.ops.stepweave.arrive() == {"FINISHED"}
    assert way_at(walker, frame) == pytest.approx(wanted, abs=0.1)
    empty_scene.frame_set(5000)
    with pytest.raises(RuntimeError, match="can be bent between"):
        bpy.ops.stepweave.arrive()
    empty_scene.frame_set(frame)
    for x, reason in ((1e6, "beside the path"), (float("nan"), "no finite place")):
        empty_scene.cursor.location.x = x
        with pytest.raises(RuntimeError, match=reason):
            bpy.ops.stepweave.arrive()
    assert len(walker.handles) == 1


def test_the_pens_own_timing_is_walked_when_it_is_wanted(walker):
    times = np.concatenate([np.linspace(0.0, 2.0, 14), 2.0 + np.linspace(0.5, 1.0, 14)])
    walker.pen_rhythm = timing.pen_rhythm(times, np.array(STROKE))
    plain = way_at(walker, 60)
    walker.keep_rhythm = True
    bpy.ops.stepweave.generate_walk()
    length, last = timing.path_of(walker).length, walker.result.frame_range[1]
    seconds = (last - walker.start_frame) / timing.scene_fps(bpy.context.scene)
    assert length / seconds == pytest.approx(walker.speed, rel=0.1)
    assert way_at(walker, int(0.5 * last)) == pytest.approx(0.375 * length, abs=0.05 * length)
    assert way_at(walker, int(0.85 * last)) == pytest.approx(0.57 * length, abs=0.08 * length)
    walker.keep_rhythm = False
    bpy.ops.stepweave.generate_walk()
    assert way_at(walker, 60) == pytest.approx(plain, abs=1e-3)


def test_a_stroke_that_tells_no_timing_has_no_rhythm():
    assert timing.pen_rhythm([0.0, 0.0], [(0, 0), (1, 0)]) == ""
    assert timing.pen_rhythm([0.0, 1.0], [(1, 0), (1, 0)]) == ""
