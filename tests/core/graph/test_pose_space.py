import numpy as np

from stepweave.core.graph.pose_space import pose_space
from stepweave.core.graph.travel import travel_of
from stepweave.core.motion import forward


def test_coordinates_give_back_the_motion(starter_motions):
    motion = next(m for m in starter_motions if m.name == "walk_to_run")
    travel = travel_of(motion, 1.0)
    space = pose_space([motion], [travel.heading])
    rows = space.coordinates(motion, travel.base, travel.heading)
    again = space.motion(rows, travel.base, travel.heading, motion.fps)
    np.testing.assert_allclose(again.pose.position, motion.pose.position, atol=1e-9)


def test_coordinates_do_not_depend_on_where_a_clip_walks_or_heads(starter_motions):
    motion = next(m for m in starter_motions if m.name == "walk_110")
    travel = travel_of(motion, 1.0)
    space = pose_space([motion], [travel.heading])
    rows = space.coordinates(motion, travel.base, travel.heading)
    base, heading = np.zeros_like(travel.base) + (3.0, -2.0), np.full(motion.frames, 1.1)
    moved = space.motion(rows, base, heading, motion.fps)
    np.testing.assert_allclose(space.coordinates(moved, base, heading), rows, atol=1e-9)


def test_poses_differ_by_their_limbs_and_not_by_hands(starter_motions):
    motion = next(m for m in starter_motions if m.name == "walk_110")
    travel = travel_of(motion, 1.0)
    space = pose_space([motion], [travel.heading])
    rows = space.coordinates(motion, travel.base, travel.heading)
    bent = rows[:1].copy()
    joint = motion.skeleton.roles["hand_l"]
    bent[0, 3 + 3 * joint : 6 + 3 * joint] += 0.5
    assert space.distance(bent, rows[0])[0] < 1e-9
    joint = motion.skeleton.roles["thigh_l"]
    bent[0, 3 + 3 * joint] += 0.5
    assert space.distance(bent, rows[0])[0] > 0.1


def test_bones_keep_their_length(starter_graph):
    group = starter_graph.groups["LDR"]
    mixed = group.rows[: min(5, group.count)].mean(axis=0)
    motion = starter_graph.space.motion(mixed, np.zeros((len(mixed), 2)), np.zeros(len(mixed)), 60.0)
    pose = forward(motion.skeleton, motion.root_position, motion.rotation)
    joint = motion.skeleton.roles["shin_l"]
    bone = pose.position[:, joint] - pose.position[:, motion.skeleton.parents[joint]]
    assert np.ptp(np.linalg.norm(bone, axis=-1)) < 1e-9
