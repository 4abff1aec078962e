"""From an empty list to a walk, with the panel open."""

import math

import bpy
import numpy as np

WAVE = [(0.25 * x - 5.0, 1.2 * math.sin(0.16 * x), 0.0) for x in range(40)]


def begin(stage):
    """Generator: starter clips in an otherwise empty scene, the tab open, the view from above the side."""
    yield from stage.wake()
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    stage.facts["starter"] = str(stage.run("add_starter"))
    with stage.override():
        bpy.ops.view3d.view_axis(type="FRONT")
        bpy.ops.view3d.view_orbit(angle=0.5, type="ORBITUP")
    stage.area().spaces.active.region_3d.view_distance = 14.0
    yield from stage.sidebar()


def drawn(stage):
    """Generator: `begin`, then a path drawn with the mouse and its walk."""
    yield from begin(stage)
    stage.run("draw_path", "INVOKE_DEFAULT")
    yield 0.3
    yield from stage.drag([stage.in_view(point) for point in WAVE])
    yield 0.5
    stage.facts["generated"] = str(stage.run("generate_walk"))
    yield 0.5


def character():
    """The one character."""
    return bpy.context.scene.stepweave.characters[0]


def told():
    """What the character has now, in words that can be compared."""
    characters = bpy.context.scene.stepweave.characters
    if not len(characters):
        return None
    one = characters[0]
    handles = [[round(h.frame, 2), round(h.offset, 2)] for h in one.handles]
    keys = list(one.result.frame_range) if one.result else None
    return {"path": one.path and one.path.name, "keys": keys, "handles": handles, "warnings": one.warnings}


def draw_and_walk(stage):
    """Draw, walk, undo, redo; the strip, footprints and panel are on the picture."""
    yield from drawn(stage)
    bpy.context.scene.stepweave.clip_index = 3
    bpy.context.scene.frame_set(100)
    yield 1.0
    stage.picture("walk")
    stage.facts["walked"] = told()
    for name in ("undone", "undone twice"):
        stage.tap("Z", ctrl=True)
        yield 1.0
        stage.facts[name] = told()
    stage.tap("Z", ctrl=True, shift=True)
    yield 1.0
    stage.tap("Z", ctrl=True, shift=True)
    yield 1.0
    stage.facts["redone"] = told()


def drive(stage):
    """Walk with the keys and keep it; drive again and drop it."""
    yield from begin(stage)
    scene = bpy.context.scene
    stage.move(*stage.in_view((0, 0, 0)))
    stage.run("drive", "INVOKE_DEFAULT")
    yield 0.5
    stage.press("W")
    yield 3.0
    stage.press("A")
    yield 1.5
    stage.picture("drive")
    stage.release("A")
    stage.release("W")
    yield 0.5
    stage.tap("RET")
    yield 1.0
    take = character().take
    stage.facts["kept"] = list(take.frame_range)
    motion = stage.part("bridge.rigs.armatures").motion_of(character().armature, take, 24.0)
    steps = np.linalg.norm(np.diff(motion.root_position[:, :2], axis=0), axis=1)
    stage.facts["way, metres"] = float(steps.sum())
    actions = len(bpy.data.actions)
    scene.frame_set(5)
    bone = next(c.armature for c in scene.stepweave.clips).pose.bones[0]
    before = list(bone.location)
    stage.run("drive", "INVOKE_DEFAULT")
    yield 0.3
    stage.press("W")
    yield 1.5
    stage.release("W")
    stage.tap("ESC")
    yield 0.5
    stage.facts["new actions after Esc"] = len(bpy.data.actions) - actions
    stage.facts["pose moved after Esc"] = max(abs(a - b) for a, b in zip(before, bone.location))


def show_graph(stage):
    """The motion graph in a node editor; a node is played and another muted."""
    yield from begin(stage)
    area = stage.area("DOPESHEET_EDITOR")
    area.type = "NODE_EDITOR"
    area.ui_type = "STEPWEAVE_motion_graph"
    yield 0.3
    stage.facts["shown"] = str(stage.run("show_graph"))
    tree = bpy.context.scene.stepweave.graph
    stage.facts["groups"] = sorted(node.footsteps for node in tree.nodes)
    stage.facts["links"] = len(tree.links)
    yield 0.5
    region = stage.region("WINDOW", area)
    with bpy.context.temp_override(window=stage.window, area=area, region=region):
        bpy.ops.node.view_all()
        tree.nodes.active = tree.nodes["RDL"]
        stage.facts["played"] = str(bpy.ops.stepweave.play_group(node="RDL"))
        yield 0.5
        bpy.ops.screen.animation_cancel()
    stage.picture("graph")
    scene = bpy.context.scene
    stage.facts["preview"] = [scene.use_preview_range, scene.frame_preview_end - scene.frame_preview_start]
