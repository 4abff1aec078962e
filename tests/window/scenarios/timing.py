"""Time under the mouse: variants, dragging, editing by hand, saving."""

import contextlib
import importlib.util
import math
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
    lines = stage.part("bridge.routes.timing").variant_lines(walking.character())
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


def _lift(stage, pixels, picture, place=(0.0, 0.2, 0.0)):
    """Generator: drag the timing at a place of the path (Blender units) up or down."""
    stage.run("drag_warp", "INVOKE_DEFAULT")
    yield 0.5
    middle = stage.in_view(place)
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


def in_centimetres(stage):
    """Draw, walk and drag where a Blender unit is a centimetre: all of it is in metres all the same."""
    yield from stage.wake()
    units = bpy.context.scene.unit_settings
    units.system, units.scale_length = "METRIC", 0.01
    view = stage.area().spaces.active
    view.clip_end = 100000.0
    view.overlay.grid_scale = 100.0
    yield from walking.begin(stage)
    view.region_3d.view_distance = 1400.0
    yield 0.3
    stage.run("draw_path", "INVOKE_DEFAULT")
    yield 0.3
    yield from stage.drag([stage.in_view([100.0 * x for x in point]) for point in walking.WAVE])
    yield 0.5
    stage.facts["generated"] = str(stage.run("generate_walk"))
    yield 0.5
    stage.facts["path, metres"] = stage.part("bridge.routes.timing").path_of(walking.character()).length
    bpy.context.scene.frame_set(100)
    yield from _lift(stage, 40, "centimetres", place=(0.0, 20.0, 0.0))
    stage.facts["dragged"] = told()


def long_walk(stage):
    """Drag the timing of a walk of a minute, let the mouse rest, let go; how long each takes."""
    yield from walking.begin(stage)
    points = [(9.0 * math.cos(0.05 * i) - 0.03 * i, 7.0 * math.sin(0.1 * i)) for i in range(150)]
    stage.run("add_character")
    character = walking.character()
    character.path = stage.part("bridge.jobs").path_object(bpy.context, points)
    character.speed = stage.part("bridge.routes.timing").path_of(character).length / 60.0
    stage.area().spaces.active.region_3d.view_distance = 32.0
    stage.run("generate_walk")
    bpy.context.scene.frame_set(700)
    yield 0.5
    drag = stage.part("operators.warp").STEPWEAVE_OT_drag_warp
    warping = stage.part("bridge.routes.warping").Warping
    with _timed(drag, "_drag") as moves, _timed(warping, "rest") as rests, _timed(warping, "keep") as keeps:
        stage.run("drag_warp", "INVOKE_DEFAULT")
        yield 0.5
        at = stage.in_view((*points[75], 0.0))
        stage.move(*at)
        yield 0.2
        stage.press("LEFTMOUSE")
        yield 0.2
        for step in range(1, 25):
            stage.move(at[0], at[1] + 4 * step)
            yield 0.05
        keys = character.result.frame_range[1]
        yield 1.5
        stage.picture("mouse-rests")
        stage.facts["rested"] = len(rests)
        stage.facts["kept while it rests"] = character.result.frame_range[1] != keys
        stage.release("LEFTMOUSE")
        yield 2.0
    stage.facts["frames"] = character.result.frame_range[1]
    stage.facts["dragged"] = told()
    stage.facts["milliseconds"] = {
        "moves": [round(1e3 * x, 1) for x in sorted(moves)],
        "rests": [round(1e3 * x) for x in rests],
        "keeps": [round(1e3 * x) for x in keeps],
    }


@contextlib.contextmanager
def _timed(owner, name):
    """Seconds of each call of a method while this lasts."""
    seconds, method = [], getattr(owner, name)

    def timed(self, *values):
        began = time.perf_counter()
        seen = method(self, *values)
        seconds.append(time.perf_counter() - began)
        return seen

    setattr(owner, name, timed)
    try:
        yield seconds
    finally:
        setattr(owner, name, method)


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
    fps = stage.part("bridge.routes.timing").scene_fps(bpy.context.scene)
    motion = stage.part("bridge.rigs.armatures").motion_of(walking.character().armature, result, fps)
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
