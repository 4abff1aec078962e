"""Time under the mouse: variants, dragging, editing by hand, saving."""

import importlib.util
import time
from pathlib import Path

import bpy

spec = importlib.util.spec_from_file_location("walking", Path(__file__).with_name("walking.py"))
walking = importlib.util.module_from_spec(spec)
spec.loader.exec_module(walking)
told = walking.told


def drag(stage):
    """Choose a variant by click, drag a handle, undo, redo, save, load, drag again."""
    yield from walking.drawn(stage)
    bpy.context.scene.frame_set(100)
    walking.character().show_variants = True
    lines = stage.part("bridge.timing").variant_lines(walking.character())
    stage.facts["variants"] = len(lines)
    stage.run("pick_variant", "INVOKE_DEFAULT")
    yield 0.3
    stage.picture("1-variants")
    stage.move(*stage.in_view(lines[2][80]))
    yield 0.2
    stage.tap("LEFTMOUSE")
    yield 0.5
    stage.facts["variant"] = walking.character().variant
    walking.character().show_variants = False
    stage.run("generate_walk")
    yield 0.5
    stage.facts["before"] = told()
    yield from _lift(stage, 60, "2-drag")
    stage.facts["dragged"] = told()
    stage.picture("3-dragged")
    stage.tap("Z", ctrl=True)
    yield 1.0
    stage.facts["undone"] = told()
    stage.tap("Z", ctrl=True, shift=True)
    yield 1.0
    stage.facts["redone"] = told()
    file = str(stage.out / "saved.blend")
    bpy.ops.wm.save_as_mainfile(filepath=file)
    bpy.ops.wm.open_mainfile(filepath=file)
    yield 1.0
    stage.facts["loaded"] = told()
    yield from stage.wake()
    yield from _lift(stage, -40, "4-drag-after-loading")
    stage.facts["dragged again"] = told()
    yield 0.5
    stage.picture("5-dragged-again")


def _lift(stage, pixels, picture):
    """Generator: drag the timing in the middle of the path up or down."""
    warping = stage.part("bridge.warping").Warping
    times, preview = [], warping.preview

    def timed(self):
        began = time.perf_counter()
        seen = preview(self)
        times.append(time.perf_counter() - began)
        return seen

    warping.preview = timed
    stage.run("drag_warp", "INVOKE_DEFAULT")
    yield 0.5
    middle = stage.in_view((0.0, 0.2, 0.0))
    stage.move(*middle)
    yield 0.2
    stage.press("LEFTMOUSE")
    yield 0.2
    for step in range(1, 9):
        stage.move(middle[0], middle[1] + pixels * step / 8)
        yield 0.1
    stage.picture(picture)
    stage.release("LEFTMOUSE")
    yield 1.5
    warping.preview = preview
    stage.facts[f"seconds per preview, {picture}"] = sorted(times)[len(times) // 2]


def edit_by_hand(stage):
    """Lift a point of the warp curve in Edit Mode; move the path: the walk follows both."""
    yield from walking.drawn(stage)
    stage.facts["before"] = told()
    stage.run("show_warp")
    yield 0.5
    warp = walking.character().warp
    _select(warp)
    with stage.override():
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.curve.select_all(action="DESELECT")
    points = warp.data.splines[0].points
    points[len(points) // 2].select = True
    place = stage.in_view(tuple(points[len(points) // 2].co)[:3])
    yield from _grab(stage, place, "Z")
    stage.picture("edit-mode")
    stage.facts["lifted"] = told()
    with stage.override():
        bpy.ops.object.mode_set(mode="OBJECT")
    yield 0.5
    path = walking.character().path
    _select(path)
    yield from _grab(stage, stage.in_view((0, 0, 0)), "Y")
    stage.facts["path moved by"] = path.location[1]
    result = walking.character().result
    armatures, fps = stage.part("bridge.armatures"), stage.part("bridge.timing").scene_fps(bpy.context.scene)
    motion = armatures.motion_of(walking.character().armature, result, fps)
    stage.facts["walk moved to"] = float(motion.root_position[0, 1])
    stage.facts["path starts at"] = path.location[1] + walking.WAVE[0][1]
    depsgraph = bpy.context.evaluated_depsgraph_get()
    handler = stage.part("bridge.handlers")._on_depsgraph
    began = time.perf_counter()
    for _ in range(1000):
        handler(bpy.context.scene, depsgraph)
    stage.facts["handler, microseconds"] = 1e3 * (time.perf_counter() - began)


def _select(thing):
    for other in bpy.context.selected_objects:
        other.select_set(False)
    bpy.context.view_layer.objects.active = thing
    thing.select_set(True)


def _grab(stage, place, axis):
    """Generator: G, axis, mouse up by 64 pixels, click; then time to settle."""
    stage.move(*place)
    yield 0.2
    stage.tap("G")
    yield 0.2
    stage.tap(axis)
    yield 0.2
    for _ in range(8):
        stage.move(stage.at[0], stage.at[1] + 8)
        yield 0.05
    stage.tap("LEFTMOUSE")
    yield 3.0
