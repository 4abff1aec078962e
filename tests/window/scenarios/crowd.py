"""Two characters on crossing paths: told, drawn, kept apart."""

import importlib.util
from pathlib import Path

import bpy

spec = importlib.util.spec_from_file_location("walking", Path(__file__).with_name("walking.py"))
walking = importlib.util.module_from_spec(spec)
spec.loader.exec_module(walking)


def cross(stage):
    """Both walk, the collision is found and looked at, then resolved."""
    yield from walking.begin(stage)
    ways = [[(-4.0, 0.0), (4.0, 0.0)], [(0.0, -4.0), (0.0, 4.0)]]
    for number, way in enumerate(ways):
        if number:
            with stage.override():
                walker = walking.character().armature
                copy = walker.copy()
                bpy.context.collection.objects.link(copy)
                bpy.context.view_layer.objects.active = copy
        stage.run("add_character")
        one = bpy.context.scene.stepweave.characters[number]
        one.path = stage.part("bridge.jobs").path_object(bpy.context, way)
        bpy.context.scene.stepweave.character_index = number
        stage.run("generate_walk")
        yield 0.3
    stage.facts["found"] = str(stage.run("find_collisions"))
    stage.facts["collisions"] = [
        {"frame": c.frame, "place": list(c.place), "overlap": c.overlap}
        for c in bpy.context.scene.stepweave.collisions
    ]
    stage.run("show_collision")
    stage.facts["shown at"] = bpy.context.scene.frame_current
    yield 0.5
    stage.picture("collision")
    stage.facts["resolved"] = str(stage.run("resolve_collisions"))
    yield 0.5
    stage.facts["left"] = len(bpy.context.scene.stepweave.collisions)
    stage.facts["starts"] = [c.start_frame for c in bpy.context.scene.stepweave.characters]
    stage.picture("resolved")
