"""The stage itself: mouse and keys reach Blender."""

import bpy


def moves_the_cube(stage):
    """G, mouse, click: the default cube moves; Ctrl+Z brings it back."""
    yield from stage.wake()
    stage.move(*stage.in_view((1, 0, 0)))
    yield 0.3
    stage.tap("G")
    yield 0.3
    for _ in range(10):
        stage.move(stage.at[0] + 10, stage.at[1])
        yield 0.05
    stage.tap("LEFTMOUSE")
    yield 0.5
    stage.facts["moved"] = list(bpy.data.objects["Cube"].location)
    stage.tap("Z", ctrl=True)
    yield 0.5
    stage.facts["undone"] = list(bpy.data.objects["Cube"].location)
