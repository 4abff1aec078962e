"""Driving, the motion graph as nodes, corrections, several characters, the sign dance panel."""

import bpy
import numpy as np
import pytest

from stepweave.bridge import graph_jobs, graph_tree, jobs, library
from stepweave.bridge.driving import Drive
from stepweave.bridge.rigs import actions, armatures

CROSSING = [[(-4, 0), (4, 0)], [(0, -4), (0, 4)]]


@pytest.fixture
def clips(extension, empty_scene):
    """The starter clips' entries, analysed."""
    jobs.add_starter(bpy.context)
    jobs.exhaust(jobs.analyse_steps(bpy.context))
    return empty_scene.stepweave.clips


def keys_of(action):
    """Every key of an Action."""
    return [
        (f.data_path, f.array_index, len(f.keyframe_points), f.keyframe_points[0].co[1])
        for f in actions.fcurves_of(action, action.slots[0])
    ]


def test_a_driven_take_follows_the_keys_and_is_baked_with_planted_feet(clips, empty_scene):
    bpy.ops.stepweave.add_character()
    drive = Drive(bpy.context, empty_scene.stepweave.characters[0], 30.0)
    start, heading = drive.take.state.base.copy(), drive.take.state.heading
    for tick in range(90):
        drive.wheel.held = {"forward", "left"} if 30 < tick < 60 else {"forward"}
        drive.show(tick / 30.0)
    action = drive.keep(1)
    motion = armatures.motion_of(drive.armature, action, 30.0)
    assert action.frame_range[1] == 90
    assert np.linalg.norm(motion.root_position[-1, :2] - start) > 1.5
    assert drive.take.state.heading > heading + 0.3


def test_a_dropped_take_leaves_the_pose_and_no_action(clips, empty_scene):
    bpy.ops.stepweave.add_character()
    before = len(bpy.data.actions)
    armature = empty_scene.stepweave.characters[0].armature
    pose = [tuple(bone.location) for bone in armature.pose.bones]
    drive = Drive(bpy.context, empty_scene.stepweave.characters[0], 30.0)
    drive.wheel.held = {"forward"}
    drive.show(2.0)
    assert [tuple(bone.location) for bone in armature.pose.bones] != pose
    drive.drop()
    assert [tuple(bone.location) for bone in armature.pose.bones] == pose
    assert len(bpy.data.actions) == before


def test_the_graph_is_laid_out_and_a_muted_node_keeps_its_clips_out(clips, empty_scene):
    assert bpy.ops.stepweave.show_graph() == {"FINISHED"}
    tree = empty_scene.stepweave.graph
    labels = {node.footsteps for node in tree.nodes}
    assert {"S", "LDR", "RDL", "FLF", "FRF", "SLDR"} <= labels
    assert tree.nodes["LDR"].count > 10
    tree.nodes["FLF"].mute = tree.nodes["FRF"].mute = True
    assert graph_jobs.muted_labels(empty_scene) == {"FLF", "FRF"}
    bpy.ops.stepweave.add_character()
    character = empty_scene.stepweave.characters[0]
    character.path = jobs.path_object(bpy.context, [(0, 0), (6, 0)])
    character.speed = 3.0
    assert bpy.ops.stepweave.generate_walk() == {"FINISHED"}
    assert "m/s" in character.warnings
    assert bpy.ops.stepweave.show_graph() == {"FINISHED"}
    assert graph_jobs.muted_labels(empty_scene) == {"FLF", "FRF"}


def test_a_nodes_segments_are_shown_one_after_the_other(clips, empty_scene):
    bpy.ops.stepweave.show_graph()
    node = empty_scene.stepweave.graph.nodes["LDR"]
    first, second = (graph_jobs.show_segment(bpy.context, node) for _ in range(2))
    assert first != second
    assert empty_scene.use_preview_range
    assert graph_tree.muted_labels(empty_scene.stepweave.graph) == set()


def test_corrected_labels_and_contacts_win_and_are_taken_back(clips, empty_scene):
    settings = empty_scene.stepweave
    settings.clip_index = [c.name for c in clips].index("walk_110")
    clip = clips[settings.clip_index]
    keys = keys_of(clip.action)
    found = library.known_analysis(clip)
    segment = next(s for s in found.segments if s.label in ("LDR", "RDL") and not s.ignored)
    empty_scene.frame_set(int(clip.action.frame_range[0]) + segment.start + 2)
    assert bpy.ops.stepweave.correct_label(label="LFR") == {"FINISHED"}
    corrected = library.known_analysis(clip)
    assert any(s.label == "LFR" and s.start == segment.start for s in corrected.segments)
    bpy.ops.stepweave.clear_corrections()
    assert bpy.ops.stepweave.correct_contact(side="L", planted=False, frames=6) == {"FINISHED"}
    at = segment.start + 2
    assert not library.known_analysis(clip).contact[at : at + 6, 0].any()
    with pytest.raises(RuntimeError, match="use S, L, R, D, F"):
        bpy.ops.stepweave.correct_label(label="XQ")
    assert len(clip.label_corrections) == 0
    bpy.ops.stepweave.clear_corrections()
    assert [s.label for s in library.known_analysis(clip).segments] == [s.label for s in found.segments]
    assert bpy.ops.stepweave.write_markers() == {"FINISHED"}
    assert len(clip.action.pose_markers) == len(found.segments)
    assert keys_of(clip.action) == keys


def test_two_that_cross_are_found_and_kept_apart(clips, empty_scene):
    characters = empty_scene.stepweave.characters
    for number, stroke in enumerate(CROSSING):
        bpy.ops.stepweave.add_character()
        characters[-1].name = f"walker {number}"
        characters[-1].path = jobs.path_object(bpy.context, np.linspace(*stroke, 9))
        bpy.ops.stepweave.generate_walk()
    assert characters[0].armature != characters[1].armature
    bpy.ops.stepweave.find_collisions()
    [found] = empty_scene.stepweave.collisions
    assert tuple(found.place) == pytest.approx((0.0, 0.0), abs=0.1)
    assert bpy.ops.stepweave.resolve_collisions() == {"FINISHED"}
    assert len(empty_scene.stepweave.collisions) == 0
    assert characters[0].start_frame != characters[1].start_frame
    assert characters[0].result.frame_range[0] != characters[1].result.frame_range[0]


def test_a_sign_dance_is_made_chosen_locked_excluded_and_laid_in_strips(extension, empty_scene):
    bpy.ops.stepweave.add_starter_sign()
    dance = empty_scene.stepweave.dance
    clip = empty_scene.stepweave.clips[0]
    source = keys_of(clip.action)
    assert bpy.ops.stepweave.make_dance() == {"FINISHED"}
    assert keys_of(clip.action) == source
    frames = range(1, 420, 7)
    kept = {(f.data_path, f.array_index): f for f in actions.fcurves_of(dance.result, dance.result.slots[0])}
    hand = [f for f in actions.fcurves_of(clip.action, clip.action.slots[0]) if "hand.L" in f.data_path]
    assert len(hand) >= 4
    for curve in hand:
        same = kept[curve.data_path, curve.array_index]
        assert [same.evaluate(k) for k in frames] == [curve.evaluate(k) for k in frames]
    assert len(dance.segments[0].candidates) == 5
    dance.segment_index = 1
    wanted = dance.segments[1].candidates[3].dance
    assert bpy.ops.stepweave.choose_dance(candidate=3) == {"FINISHED"}
    assert dance.segments[1].dance == wanted
    assert dance.segments[1].locked
    dance.segment_index = 0
    unwanted = dance.segments[0].candidates[0].dance
    assert bpy.ops.stepweave.exclude_dance(candidate=0) == {"FINISHED"}
    assert dance.segments[0].dance != unwanted
    assert unwanted not in [c.dance for c in dance.segments[0].candidates]
    assert dance.segments[1].dance == wanted
    assert bpy.ops.stepweave.allow_dances() == {"FINISHED"}
    assert unwanted in [c.dance for c in dance.segments[0].candidates]
    dance.strips = True
    bpy.ops.stepweave.make_dance()
    [track] = clip.armature.animation_data.nla_tracks
    assert len(track.strips) == len(dance.segments)


def test_without_dances_or_tempo_nothing_is_made_and_one_line_says_why(extension, empty_scene):
    bpy.ops.stepweave.add_starter_sign()
    dance = empty_scene.stepweave.dance
    before = len(bpy.data.actions)
    dance.use_generated = False
    with pytest.raises(RuntimeError, match="no dances"):
        bpy.ops.stepweave.make_dance()
    dance.use_generated, dance.bpm = True, 0.0
    with pytest.raises(RuntimeError, match="BPM|tempo"):
        bpy.ops.stepweave.make_dance()
    assert len(bpy.data.actions) == before


def test_roles_are_listed_changed_kept_with_the_armature_and_found_anew(clips, empty_scene):
    settings = empty_scene.stepweave
    armature = clips[0].armature
    assert bpy.ops.stepweave.show_roles() == {"FINISHED"}
    rows = {row.name: row for row in settings.roles}
    assert rows["thigh_l"].bone == "thigh.L"
    rows["thigh_l"].bone, rows["thigh_r"].bone = "thigh.R", "thigh.L"
    skeleton = armatures.skeleton_of(armature)
    assert skeleton.names[skeleton.roles["thigh_l"]] == "thigh.R"
    assert bpy.ops.stepweave.forget_roles() == {"FINISHED"}
    skeleton = armatures.skeleton_of(armature)
    assert skeleton.names[skeleton.roles["thigh_l"]] == "thigh.L"
    assert {row.name: row.bone for row in settings.roles}["thigh_l"] == "thigh.L"
