"""The sign dance as a newcomer makes one: generated clips, a song, candidates, locks, playback."""

import wave

import bpy
import numpy as np

RATE = 22050


def alone(stage):
    """Generator: the Sign Dance panel open, the others of the tab away, for pictures that show all of it."""
    panels = stage.part("panels")
    for cls in panels.CLASSES:
        if issubclass(cls, bpy.types.Panel) and cls.is_registered:
            bpy.utils.unregister_class(cls)
    for cls in stage.part("panels.dance").CLASSES:
        if issubclass(cls, bpy.types.Panel):
            cls.bl_options = set() if not hasattr(cls, "bl_parent_id") else {"DEFAULT_CLOSED"}
            bpy.utils.register_class(cls)
    yield from stage.sidebar()


def clicks(path, bpm, seconds):
    """A song of nothing but clicks."""
    samples = np.zeros(int(seconds * RATE))
    for second in np.arange(0.4, seconds - 0.1, 60.0 / bpm):
        start = int(second * RATE)
        samples[start : start + 900] = np.sin(np.arange(900) * 0.4) * np.exp(-np.arange(900) / 200.0)
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes((samples * 30000).astype("<i2").tobytes())


def newcomer(stage):
    """From nothing to a dance in which one segment is chosen, one excluded, one previewed."""
    yield from stage.wake()
    bpy.data.objects.remove(bpy.data.objects["Cube"])
    yield from alone(stage)
    stage.picture("dance-empty")
    scene = bpy.context.scene
    stage.facts["starter"] = str(stage.run("add_starter_sign"))
    dance = scene.stepweave.dance
    clicks(stage.out / "song.wav", 112.0, 20.0)
    strip = scene.sequence_editor_create().strips.new_sound("Song", str(stage.out / "song.wav"), 1, 25)
    stage.run("find_tempo", source="STRIP")
    stage.facts["heard"] = [strip.name, dance.bpm, dance.offset]
    with stage.override():
        bpy.ops.view3d.view_axis(type="FRONT")
    stage.area().spaces.active.region_3d.view_location = (0.0, 0.0, 0.8)
    stage.area().spaces.active.region_3d.view_distance = 4.0
    yield 0.5
    stage.picture("dance-ready")
    stage.run("make_dance", "INVOKE_DEFAULT")
    for _ in range(80):
        yield 0.5
        if dance.result and not stage.window.modal_operators:
            break
    stage.facts["made"] = [segment.chosen for segment in dance.segments]
    scene.frame_set(150)
    yield 0.5
    stage.picture("dance-made")
    dance.segment_index = 2
    wanted, unwanted = (dance.segments[k].candidates[k].name for k in (2, 3))
    stage.run("choose_dance", candidate=2)
    dance.segment_index = 3
    stage.run("exclude_dance", candidate=3)
    stage.facts["chosen"] = [wanted, dance.segments[2].chosen, dance.segments[2].locked]
    stage.facts["excluded"] = [unwanted, [c.name for c in dance.segments[3].candidates]]
    stage.run("show_dance_segment")
    stage.facts["preview"] = [scene.use_preview_range, scene.frame_preview_start, dance.segments[3].start]
    yield 0.5
    stage.picture("dance-chosen")
    stage.tap("Z", ctrl=True)
    yield 1.0
    stage.facts["undone"] = bpy.context.scene.use_preview_range
    for cls in stage.part("panels").CLASSES:
        if not cls.is_registered:
            bpy.utils.register_class(cls)
