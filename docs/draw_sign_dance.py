"""Renders the figure of docs/sign-dance.md from generated clips; needs the bpy wheel."""

import importlib.util
import sys
import tempfile
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector

ROOT = Path(__file__).resolve().parent.parent
TILE = (150, 230)
PICTURES = 7


def main():
    """Render a sign-like clip, and under it the sign dance that was made of it."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    sys.modules["stepweave"] = package = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    package.register()
    from stepweave.core.picture import write_png

    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = 60
    bpy.ops.stepweave.add_starter_sign()
    dance = scene.stepweave.dance
    clip = scene.stepweave.clips[0]
    dance.facing = "SIGNER"
    bpy.ops.stepweave.make_dance()
    stage(scene, clip.armature)
    rows = [strip(scene, clip.armature, action) for action in (clip.action, dance.result)]
    write_png(ROOT / "docs" / "images" / "sign-dance.png", np.concatenate(rows))


def stage(scene, armature):
    """Body, floor, camera and light."""
    from stepweave.bridge.rigs import armatures
    from stepweave.bridge.rigs.bodies import add_body

    armature.hide_render = True
    body = add_body(armature, armatures.skeleton_of(armature))
    body.color = (0.85, 0.5, 0.25, 1.0)
    floor = bpy.data.meshes.new("Floor")
    corners = [(-30, -30, 0), (30, -30, 0), (30, 30, 0), (-30, 30, 0)]
    floor.from_pydata(corners, [], [(0, 1, 2, 3)])
    floor = bpy.data.objects.new("Floor", floor)
    floor.color = (0.62, 0.66, 0.70, 1.0)
    scene.camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    for thing in (floor, scene.camera):
        scene.collection.objects.link(thing)
    scene.render.engine = "BLENDER_WORKBENCH"
    scene.render.resolution_x, scene.render.resolution_y = TILE
    shading = scene.display.shading
    shading.light, shading.color_type = "STUDIO", "OBJECT"
    shading.show_shadows = shading.show_cavity = True
    scene.world = bpy.data.worlds.new("World")
    scene.world.color = (0.75, 0.78, 0.80)


def strip(scene, armature, action):
    """(H, W, 3) uint8 picture of some moments of an Action, side by side."""
    from stepweave.bridge.rigs import actions

    actions.assign(armature, action)
    first, last = (round(frame) for frame in action.frame_range)
    tiles = []
    with tempfile.TemporaryDirectory() as folder:
        for frame in np.linspace(first + 30, last - 30, PICTURES).astype(int):
            scene.frame_set(int(frame))
            evaluated = armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
            pelvis = evaluated.matrix_world @ evaluated.pose.bones[0].head
            middle = Vector((pelvis.x, pelvis.y, 0.85))
            camera = scene.camera
            camera.location = middle + Vector((0.7, -3.3, 0.4))
            camera.rotation_euler = (camera.location - middle).to_track_quat("Z", "Y").to_euler()
            scene.render.filepath = str(Path(folder) / f"{frame}.png")
            bpy.ops.render.render(write_still=True)
            image = bpy.data.images.load(scene.render.filepath)
            pixels = np.array(image.pixels[:]).reshape(TILE[1], TILE[0], 4)[::-1, :, :3]
            tiles.append(np.clip(np.round(255.0 * pixels), 0, 255).astype(np.uint8))
    return np.concatenate(tiles, axis=1)


if __name__ == "__main__":
    main()
