import numpy as np
import pytest

from stepweave.core.analysis import analyse
from stepweave.core.errors import Cancelled, LibraryError
from stepweave.core.graph import build_graph, can_follow, gaits_of


def chosen(motions, *names):
    return [(m, analyse(m)) for m in motions if m.name in names]


def test_both_levels_are_found(starter_graph):
    assert starter_graph.gaits == ("stand", "walk", "run")
    assert starter_graph.groups["LDR"].level == "fine"
    assert starter_graph.groups["S"].level == "coarse"
    assert starter_graph.next_label("LDR", "walk") == "RDL"
    assert starter_graph.next_label("FRF", "run") == "FLF"


def test_mirroring_gives_each_side_what_the_other_has(starter_graph):
    left, right = starter_graph.groups["LDR"], starter_graph.groups["RDL"]
    assert left.count == right.count
    np.testing.assert_allclose(np.sort(left.speed), np.sort(right.speed), atol=1e-6)
    np.testing.assert_allclose(np.sort(left.turn), np.sort(-right.turn), atol=1e-6)


def test_every_edge_obeys_the_grammar_or_was_seen(starter_graph):
    for edge in starter_graph.transitions:
        assert edge.made_up or edge.count > 0 or can_follow(edge.source, edge.target)


def test_speed_of_a_group_is_that_of_its_clips(starter_graph):
    group = starter_graph.groups["LDR"]
    for name, speed in (("walk_080", 0.8), ("walk_140", 1.4)):
        own = [k for k in range(group.count) if starter_graph.clips[group.clip[k]] == name]
        assert np.allclose(group.speed[own], speed, rtol=0.06)


def test_a_way_leads_from_every_gait_to_every_other(starter_graph):
    for start, goal in (("S", "run"), ("FLF", "stand"), ("RDL", "stand"), ("LDR", "run")):
        label, met = start, []
        for _ in range(6):
            label = starter_graph.next_label(label, goal)
            met.append(label)
            if gaits_of(label) == (goal, goal):
                break
        assert gaits_of(met[-1]) == (goal, goal), (start, goal, met)


def test_what_is_missing_is_said_and_made_up(starter_motions):
    graph = build_graph(chosen(starter_motions, "walk_110"))
    assert "no clip goes from stand to walk" in graph.missing
    assert any("no clip stands" in line for line in graph.missing)
    assert {"SL", "SR", "LS", "RS"} <= set(graph.made_up)
    assert graph.next_label("S", "walk") in ("SL", "SR")


def test_a_made_up_stand_has_both_feet_on_the_ground(starter_motions):
    graph = build_graph(chosen(starter_motions, "walk_110"))
    group = graph.groups["S"]
    pose = graph.space.motion(group.rows[0], np.zeros((group.rows.shape[1], 2)), np.zeros(17), 30.0).pose
    feet = [pose.position[0, graph.skeleton.roles[f"foot_{side}"]] for side in "lr"]
    assert abs(feet[0][2] - feet[1][2]) < 0.01
    assert abs(feet[0][0] - feet[1][0]) < 0.02


def test_muted_groups_are_not_used(starter_graph):
    muted = starter_graph.without(["FLF", "FRF"])
    assert muted.gaits == ("stand", "walk")
    with pytest.raises(LibraryError, match="walking or running step"):
        muted.without(["LDR"])


def test_nothing_to_walk_with_is_said_in_one_line(starter_motions):
    with pytest.raises(LibraryError, match="no clips"):
        build_graph([])
    with pytest.raises(LibraryError, match="footstep patterns found: S"):
        build_graph(chosen(starter_motions, "stand"))


def test_building_can_be_cancelled(starter_motions):
    with pytest.raises(Cancelled):
        build_graph(chosen(starter_motions, "walk_110", "walk_140"), progress=lambda share: share < 0.3)


def test_clips_of_two_bodies_make_one_library(starter_motions):
    child = starter_motions[0].skeleton.scaled(0.8)
    small = [m.with_(skeleton=child, root_position=0.8 * m.root_position) for m in starter_motions]
    mixed = chosen(starter_motions, "walk_110") + chosen(small, "walk_140")
    graph = build_graph(mixed)
    names = {graph.clips[k] for k in graph.groups["LDR"].clip}
    assert names == {"walk_110", "walk_140"}
    legs = graph.skeleton.leg_length / starter_motions[0].skeleton.leg_length
    assert legs in (pytest.approx(1.0), pytest.approx(0.8))
