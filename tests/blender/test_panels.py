"""Panels drawn against a layout that checks every property and operator they name."""

import bpy
import pytest

from stepweave.bridge import jobs
from stepweave.panels import CLASSES


class Layout:
    """Stands in for bpy.types.UILayout: everything named must exist; text is kept."""

    def __init__(self, said):
        self.said = said

    def row(self, **_):
        return Layout(self.said)

    column = box = row

    def label(self, text="", **_):
        self.said.append(text)

    def prop(self, data, name, **_):
        assert name in data.bl_rna.properties, f"{data} has no '{name}'"

    def prop_search(self, data, name, search, found, **_):
        self.prop(data, name)
        self.prop(search, found)

    def template_list(self, kind, _name, data, name, active, index, **_):
        assert hasattr(bpy.types, kind)
        self.prop(data, name)
        self.prop(active, index)

    def operator(self, name, **_):
        group, _, function = name.partition(".")
        assert function in dir(getattr(bpy.ops, group)), name
        known = getattr(getattr(bpy.ops, group), function).get_rna_type().properties

        class Given:
            def __setattr__(self, key, value):
                assert key in known, f"{name} has no '{key}'"

        return Given()


def drawn():
    """Text of all panels that show themselves now."""
    said = []
    for cls in CLASSES:
        if issubclass(cls, bpy.types.Panel) and (not hasattr(cls, "poll") or cls.poll(bpy.context)):
            panel = type("Drawn", (), {"layout": Layout(said)})()
            for name in ("_notes", "_tempo", "_segments"):
                if hasattr(cls, name):
                    setattr(panel, name, getattr(cls, name))
            cls.draw(panel, bpy.context)
    return " | ".join(said)


def test_an_empty_scene_says_what_to_press_first(extension, empty_scene):
    text = drawn()
    assert "start with ours" in text
    assert "Draw a path" in text
    assert "First draw a path" in text


def test_every_panel_draws_once_there_is_something_to_show(extension, empty_scene):
    jobs.add_starter(bpy.context)
    for offset in (0.0, 2.0):
        bpy.ops.stepweave.add_character()
        character = empty_scene.stepweave.characters[-1]
        character.path = jobs.path_object(bpy.context, [(0, offset), (3, offset + 0.5), (5, offset)])
    bpy.ops.stepweave.generate_walk()
    bpy.ops.stepweave.find_collisions()
    bpy.ops.stepweave.add_starter_sign()
    bpy.ops.stepweave.make_dance()
    text = drawn()
    assert "walk" in text
    assert "not a translation" in text.replace(" | ", " ")
    assert "BPM" in text


def test_a_clip_of_another_rate_than_the_scene_says_so(extension, empty_scene, shared_data):
    empty_scene.render.fps = 24
    jobs.ImportBatch(bpy.context).add(shared_data / "skeletons" / "xsens_tpose_9frames.bvh")
    text = drawn()
    assert "9 frames at 60 fps, T-pose at rest" in text
    assert "shown at 0.4 ×" in text
    assert bpy.ops.stepweave.match_rate() == {"FINISHED"}
    assert empty_scene.render.fps / empty_scene.render.fps_base == 60
    assert "shown at" not in drawn()


@pytest.mark.parametrize("operator", ["generate_walk", "analyse", "show_graph", "make_dance", "drive"])
def test_buttons_are_greyed_out_where_they_can_do_nothing(extension, empty_scene, operator):
    assert not getattr(bpy.ops.stepweave, operator).poll()
