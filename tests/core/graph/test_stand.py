import numpy as np

from stepweave.core.analysis import analyse
from stepweave.core.graph import build_graph
from stepweave.core.motion import knee_angle


def legs(graph):
    """Hips, knees and ankles (F, 2, 3) of all stands of a library."""
    rows = graph.groups["S"].rows.reshape(-1, graph.space.size)
    motion = graph.space.motion(rows, np.zeros((len(rows), 2)), np.zeros(len(rows)), 30.0)
    roles = motion.skeleton.roles
    return [motion.pose.position[:, [roles[f"{p}_l"], roles[f"{p}_r"]]] for p in ("thigh", "shin", "foot")]


def test_a_made_up_stand_is_upright_with_its_feet_under_the_hips(starter_motions):
    walks = [m for m in starter_motions if m.name in ("walk_110", "walk_140")]
    graph = build_graph([(motion, analyse(motion)) for motion in walks])
    assert graph.groups["S"].clip.tolist() == [-1]
    hip, knee, ankle = legs(graph)
    bend = np.degrees(knee_angle(hip, knee, ankle))
    assert bend.min() > 6.0 and bend.max() < 10.0
    assert np.abs(ankle - hip)[..., :2].max() < 0.06
    assert np.ptp(ankle[..., 2]) < 0.01


def test_a_stand_lower_than_the_walk_is_raised(cmu_graph):
    hip, knee, ankle = legs(cmu_graph)                 # captured with knees of 29 degrees and more
    bend = np.degrees(knee_angle(hip, knee, ankle)).min(axis=1)
    assert bend.min() > 6.0 and bend.max() < 10.0


def test_a_stand_as_high_as_the_walk_stays_as_captured(starter_graph, starter_motions):
    hip, knee, ankle = legs(starter_graph)
    stand = next(m for m in starter_motions if m.name == "stand")
    position, roles = stand.pose.position, stand.skeleton.roles
    captured = [position[:, [roles[f"{p}_l"], roles[f"{p}_r"]]] for p in ("thigh", "shin", "foot")]
    own = np.degrees(knee_angle(*captured))
    found = np.degrees(knee_angle(hip, knee, ankle))
    assert np.median(own) - 2.0 < np.median(found) < np.median(own) + 2.0
