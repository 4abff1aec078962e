"""What a user does with mouse and keys, in a real window."""

import pytest


def test_mouse_and_keys_reach_blender(play):
    facts = play("harness:moves_the_cube")
    assert max(map(abs, facts["moved"])) > 0.1
    assert facts["undone"] == [0.0, 0.0, 0.0]


def test_a_path_is_drawn_and_walked_and_each_step_undone(play):
    facts = play("walking:draw_and_walk")
    assert facts["generated"] == "{'FINISHED'}"
    assert facts["walked"]["keys"][1] > 100
    assert facts["walked"]["warnings"] == ""
    assert facts["undone"]["keys"] is None
    assert facts["undone"]["path"] == facts["walked"]["path"]
    assert facts["undone twice"] is None or facts["undone twice"]["path"] is None
    assert facts["redone"] == facts["walked"]


def test_a_driven_take_is_kept_by_enter_and_dropped_by_escape(play):
    facts = play("walking:drive")
    assert facts["kept"][1] > 20
    assert facts["way, metres"] > 2.0
    assert facts["new actions after Esc"] == 0
    assert facts["pose moved after Esc"] < 1e-5


def test_the_motion_graph_is_shown_as_nodes_and_plays(play):
    facts = play("walking:show_graph")
    assert {"S", "LDR", "RDL", "FLF", "FRF"} <= set(facts["groups"])
    assert facts["links"] > len(facts["groups"])
    assert facts["played"] == "{'FINISHED'}"
    assert facts["preview"][0]
    assert facts["preview"][1] > 5


def test_variants_are_picked_and_time_is_dragged_undone_saved_and_dragged_again(play):
    facts = play("timing:drag")
    assert facts["variants"] > 4
    assert facts["variant"] == 2
    assert len(facts["dragged"]["handles"]) == 1
    assert facts["dragged"]["handles"][0][1] > 1.0
    assert facts["undone"] == facts["before"]
    assert facts["redone"] == facts["dragged"] == facts["loaded"]
    assert facts["dragged again"] != facts["loaded"]


def test_curves_edited_by_hand_are_followed(play):
    facts = play("timing:edit_by_hand")
    assert facts["before"]["handles"] == []
    assert len(facts["lifted"]["handles"]) == 1
    assert facts["lifted"]["handles"][0][1] > 1.0
    assert abs(facts["path moved by"]) > 0.2
    assert facts["walk moved to"] == pytest.approx(facts["path starts at"], abs=0.1)


def test_drawing_and_dragging_are_in_metres_whatever_a_unit_is(play):
    facts = play("timing:in_centimetres")
    assert facts["generated"] == "{'FINISHED'}"
    assert facts["path, metres"] == pytest.approx(10.5, abs=0.7)
    assert len(facts["dragged"]["handles"]) == 1
    assert 1.0 < facts["dragged"]["handles"][0][1] < 60.0


def test_the_whole_walk_is_shown_when_the_mouse_rests_and_kept_when_it_lets_go(play):
    facts = play("timing:long_walk")
    assert facts["rested"] >= 1
    assert not facts["kept while it rests"]
    assert facts["frames"] > 1300
    assert len(facts["dragged"]["handles"]) == 1


def test_crossing_characters_are_told_drawn_and_kept_apart(play):
    facts = play("crowd:cross")
    assert len(facts["collisions"]) == 1
    assert facts["shown at"] == facts["collisions"][0]["frame"]
    assert facts["left"] == 0
    assert sorted(facts["starts"])[0] == 1


def test_a_newcomer_makes_a_sign_dance_chooses_excludes_and_previews(play):
    facts = play("dancing:newcomer")
    assert facts["starter"] == "{'FINISHED'}"
    assert facts["heard"][1] == pytest.approx(112.0, abs=0.5)
    assert len(facts["made"]) >= 7
    wanted, chosen, locked = facts["chosen"]
    assert chosen == wanted and locked
    unwanted, left = facts["excluded"]
    assert len(left) == 5 and unwanted not in left
    assert facts["preview"][0] and facts["preview"][1] == facts["preview"][2]
    assert facts["undone"] is False
