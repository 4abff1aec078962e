"""Claims 1, 8, 9 and 16 of KR102061976B1 where they speak of joints and of captured motion."""

import numpy as np

from stepweave.core.motion import rotations as rot
from stepweave.core.paths import Handle, Path, WarpCurve
from stepweave.core.paths.pace import Pace
from stepweave.core.synthesis import distance_at_speed, follow_path

FPS = 30.0
PATH = Path(np.column_stack([np.linspace(0, 9, 60), np.sin(np.linspace(0, 3, 60))]))


def walks(graph):
    """The walk before and after a handle is lifted."""
    distance = distance_at_speed(PATH, 1.3, FPS, graph)
    before = WarpCurve(PATH, Pace.recorded(np.arange(len(distance)) / FPS, distance), FPS)
    after = before.with_handle(Handle(110, 18, 25))
    return [follow_path(graph, PATH, curve.target_distance(), fps=FPS) for curve in (before, after)]


def test_claims_1_and_9_lifting_the_curve_changes_the_angles_of_some_joints(starter_graph):
    before, after = walks(starter_graph)
    frames = min(before.motion.frames, after.motion.frames)
    turned = rot.angle(rot.mul(rot.inv(before.motion.rotation[:frames]), after.motion.rotation[:frames]))
    names = before.motion.skeleton.names
    changed = {name for name, most in zip(names, turned.max(axis=0)) if most > np.radians(5.0)}
    assert {"thigh.L", "thigh.R", "shin.L", "shin.R", "upper_arm.L", "upper_arm.R"} <= changed
    assert turned[:8].max() < np.radians(1.0)


def test_claims_8_and_16_the_character_moves_by_captured_motion(cmu_graph):
    for walk in walks(cmu_graph):
        steps = [segment for segment in walk.segments if segment.label in ("LDR", "RDL")]
        assert len(steps) > 8
        assert all(segment.clip.startswith("cmu_16") for segment in steps)
        assert all(np.isclose(segment.weights.sum(), 1.0) for segment in steps)
