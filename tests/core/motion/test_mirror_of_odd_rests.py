import numpy as np
import pytest

from stepweave.core.motion import Motion, Skeleton
from stepweave.core.motion import rotations as rot


def rest_in_a_heap(skeleton, seed):
    """The same body whose rest pose is bent at random, so that its sides differ at rest."""
    bend = rot.exp(np.random.default_rng(seed).normal(scale=0.9, size=(skeleton.joints, 3)))
    return Skeleton(
        skeleton.names, skeleton.parents, skeleton.rest_offset, rot.mul(skeleton.rest_rotation, bend),
        skeleton.length, skeleton.roles, skeleton.root,
    ), bend  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_mirroring_reflects_every_joint_however_the_body_rests(starter_motions, seed):
    motion = next(m for m in starter_motions if m.name == "walk_110").cut(0, 20)
    skeleton, bend = rest_in_a_heap(motion.skeleton, seed)
    odd = Motion(skeleton, motion.root_position, rot.mul(rot.inv(bend), motion.rotation), motion.fps)
    np.testing.assert_allclose(odd.pose.position, motion.pose.position, atol=1e-9)
    reflected = odd.pose.position[:, skeleton.mirror_of] * (-1.0, 1.0, 1.0)
    assert np.abs(odd.mirrored().pose.position - reflected).max() < 2e-3


def test_mirroring_twice_gives_the_motion_back(starter_motions):
    motion = next(m for m in starter_motions if m.name == "walk_110").cut(0, 20)
    skeleton, bend = rest_in_a_heap(motion.skeleton, 5)
    odd = Motion(skeleton, motion.root_position, rot.mul(rot.inv(bend), motion.rotation), motion.fps)
    np.testing.assert_allclose(odd.mirrored().mirrored().pose.position, odd.pose.position, atol=1e-5)
