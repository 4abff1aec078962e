"""What the strip and the footprints show, without drawing it."""

import bpy
import numpy as np
import pytest

from stepweave.bridge import jobs, library
from stepweave.bridge.routes import shown
from stepweave.panels import footprints, strip


@pytest.fixture
def settings(extension, empty_scene):
    """The scene's settings with the starter clips, analysed."""
    jobs.add_starter(bpy.context)
    bpy.ops.stepweave.analyse()
    return empty_scene.stepweave


def test_the_strip_says_whether_the_chosen_clip_plays(settings):
    settings.clip_index = 1
    (only,) = strip.strips_of(bpy.context.scene)
    assert only.title.startswith(f"Clip {settings.clips[1].name}")
    assert "not playing" in only.title and not only.plays
    bpy.ops.stepweave.show_clip()
    (only,) = strip.strips_of(bpy.context.scene)
    assert only.plays and "not playing" not in only.title


def test_a_walk_that_plays_has_a_strip_of_its_own_and_every_colour_a_meaning(settings):
    bpy.ops.stepweave.add_character()
    character = settings.characters[-1]
    character.path = jobs.path_object(bpy.context, [(0, 0), (2, 0.3), (3, 0)])
    bpy.ops.stepweave.generate_walk()
    clip, walk = strip.strips_of(bpy.context.scene)
    assert not clip.plays
    assert walk.plays and walk.title == f"Walk of {character.name}"
    assert walk.first == character.result.frame_range[0]
    assert {"LDR", "RDL"} & {label for _, _, label, _, _ in walk.steps}
    sides = [side for side, start, _ in sorted(walk.stances, key=lambda each: each[1]) if start > 0]
    assert all(one != other for one, other in zip(sides, sides[1:], strict=False))
    assert max(end for _, _, end in walk.stances) <= walk.last + 1
    for each in (clip, walk):
        assert {colour for *_, colour in strip.boxes(each)} <= set(strip.MEANING)


def test_the_strip_and_footprints_of_a_walk_are_there_when_its_file_is_opened_again(settings, tmp_path):
    bpy.ops.stepweave.add_character()
    settings.characters[-1].path = jobs.path_object(bpy.context, [(0, 0), (2, 0.3), (3, 0)])
    bpy.ops.stepweave.generate_walk()
    before, seen = strip.strips_of(bpy.context.scene)[-1], shown.drawn(settings.characters[-1].result)
    file = str(tmp_path / "walk.blend")
    bpy.ops.wm.save_as_mainfile(filepath=file)
    bpy.ops.wm.open_mainfile(filepath=file)
    character = bpy.context.scene.stepweave.characters[-1]
    assert strip.strips_of(bpy.context.scene)[-1] == before
    assert before.steps and before.stances
    again = shown.drawn(character.result)
    for name, values in seen._asdict().items():
        assert np.array_equal(getattr(again, name), values), name


def test_footprints_of_a_clip_lie_under_its_feet_and_are_lit_while_they_bear(settings):
    clip = settings.clips[settings.clip_index]
    analysis = library.known_analysis(clip)
    found = footprints.footprints_of(analysis, int(clip.action.frame_range[0]))
    assert len(found.footprints) == len(analysis.contacts) == len(analysis.soles)
    middle = found.footprints.mean(axis=1)
    assert np.abs(middle[:, :2] - analysis.soles.mean(axis=1)[:, :2]).max() < 0.02
    for each, start, end in zip(analysis.contacts, found.start, found.end, strict=True):
        assert (end - start, start - found.start[0]) == (
            each.end - each.start,
            each.start - analysis.contacts[0].start,
        )


def test_clips_of_every_skeleton_are_analysed_and_have_a_strip(settings, shared_data):
    batch = jobs.ImportBatch(bpy.context)
    batch.add(shared_data / "quirks" / "q00_reference_ok.bvh")
    settings.clip_index = len(settings.clips) - 1
    (told,) = strip.strips_of(bpy.context.scene)
    assert "Analyse" in told.title and not told.steps
    bpy.ops.stepweave.analyse()
    for index in range(len(settings.clips)):
        settings.clip_index = index
        (found,) = strip.strips_of(bpy.context.scene)
        assert found.steps and found.stances
