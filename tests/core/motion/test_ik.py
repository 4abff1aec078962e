"""Two-bone IK: exact where it can reach, soft where it cannot."""

import numpy as np

from stepweave.core.motion import knee_angle, two_bone_ik
from stepweave.core.motion import rotations as rot

HIP = np.array([0.0, 0.0, 0.9])
KNEE = np.array([0.0, -0.06, 0.48])
ANKLE = np.array([0.0, 0.0, 0.08])


def solve(target, **options):
    """Leg after IK: knee, ankle."""
    target = np.asarray(target, float)
    shape = target.shape[:-1]
    hip, knee, ankle = (np.broadcast_to(p, (*shape, 3)) for p in (HIP, KNEE, ANKLE))
    thigh, shin, reached = two_bone_ik(hip, knee, ankle, target, **options)
    new_knee = hip + rot.rotate(thigh, knee - hip)
    new_ankle = new_knee + rot.rotate(shin, ankle - knee)
    assert np.allclose(new_ankle, reached)
    return new_knee, new_ankle


def test_reachable_targets_are_met_exactly_and_bones_keep_their_length():
    rng = np.random.default_rng(1)
    target = HIP + rng.normal(size=(300, 3)) * 0.2 + (0, 0, -0.45)
    reach = np.linalg.norm(target - HIP, axis=1)
    near = (reach < 0.8) & (reach > 0.1)
    knee, ankle = solve(target)
    assert np.allclose(ankle[near], target[near], atol=1e-9)
    assert np.allclose(np.linalg.norm(knee - HIP, axis=1), np.linalg.norm(KNEE - HIP))


def test_the_knee_stays_in_front():
    knee, ankle = solve([[0, 0.2, 0.2], [0, -0.3, 0.2], [0, 0, 0.3]])
    middle = 0.5 * (HIP + ankle)
    assert np.all((knee - middle)[:, 1] < 0.0)


def test_out_of_reach_the_leg_nears_straightness_without_reaching_it():
    targets = np.stack([np.zeros(50), np.zeros(50), np.linspace(0.1, -0.5, 50)], axis=1)
    knee, ankle = solve(targets)
    bend = knee_angle(np.broadcast_to(HIP, knee.shape), knee, ankle)
    assert np.all(bend > 0.02)
    assert np.all(np.diff(bend) < 1e-9)


def test_extension_is_smooth_no_knee_pop():
    z = np.linspace(0.2, -0.2, 801)
    knee, ankle = solve(np.stack([0 * z, 0 * z, z], axis=1))
    speed = np.diff(knee_angle(np.broadcast_to(HIP, knee.shape), knee, ankle))
    hard_knee, hard_ankle = solve(np.stack([0 * z, 0 * z, z], axis=1), soft=0.0)
    hard = np.diff(knee_angle(np.broadcast_to(HIP, knee.shape), hard_knee, hard_ankle))
    assert np.abs(np.diff(speed)).max() < 0.2 * np.abs(np.diff(hard)).max()


def test_a_straight_leg_bends_towards_the_pole():
    hip, knee, ankle = np.array([0, 0, 0.9]), np.array([0, 0, 0.5]), np.array([0, 0, 0.1])
    thigh, _, reached = two_bone_ik(hip, knee, ankle, np.array([0, 0, 0.3]), pole=np.array([0, -1.0, 0]))
    assert np.allclose(reached, (0, 0, 0.3))
    assert (hip + rot.rotate(thigh, knee - hip))[1] < -0.1
