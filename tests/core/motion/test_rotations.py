"""Quaternions against matrices and scipy."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from stepweave.core.motion import rotations as rot

RNG = np.random.default_rng(7)
Q = rot.normalized(RNG.normal(size=(200, 4)))
P = rot.normalized(RNG.normal(size=(200, 4)))
V = RNG.normal(size=(200, 3))


def scipy_of(q):
    """The same rotation in scipy's order (x, y, z, w)."""
    return Rotation.from_quat(np.roll(q, -1, axis=-1))


def same(a, b):
    """Largest angle between two sets of rotations."""
    return rot.angle(rot.mul(rot.inv(a), b)).max()


def test_product_and_rotation_agree_with_matrices():
    assert np.allclose(rot.to_matrix(rot.mul(Q, P)), rot.to_matrix(Q) @ rot.to_matrix(P))
    assert np.allclose(rot.rotate(Q, V), np.einsum("nij,nj->ni", rot.to_matrix(Q), V))
    assert np.allclose(scipy_of(Q).as_matrix(), rot.to_matrix(Q))


def test_matrix_round_trip_holds_for_every_rotation_even_half_turns():
    half_turns = np.array([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0.6, 0.8, 0], [1, 0, 0, 0.0]])
    for q in (Q, half_turns):
        assert same(rot.from_matrix(rot.to_matrix(q)), q) < 1e-7


@pytest.mark.parametrize("order", ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"])
def test_euler_first_letter_is_the_outermost_turn(order):
    angles = RNG.uniform(-3, 3, size=(50, 3))
    expected = Rotation.from_euler(order, angles).as_quat()
    assert same(rot.from_euler(angles, order), np.roll(expected, 1, axis=-1)) < 1e-7


def test_log_and_exp_undo_each_other_and_stay_finite_at_no_rotation():
    assert same(rot.exp(rot.log(Q)), Q) < 1e-7
    assert np.array_equal(rot.log(rot.identity((3,))), np.zeros((3, 3)))
    tiny = np.full((1, 3), 1e-9)
    assert np.allclose(rot.log(rot.exp(tiny)), tiny, rtol=1e-6)


def test_slerp_meets_its_ends_and_moves_at_constant_speed():
    t = np.linspace(0, 1, 11)
    path = rot.slerp(Q[0], P[0], t)
    steps = rot.angle(rot.mul(rot.inv(path[:-1]), path[1:]))
    assert same(path[0], Q[0]) < 1e-7
    assert same(path[-1], P[0]) < 1e-7
    assert np.allclose(steps, steps[0], atol=1e-7)


def test_between_turns_one_direction_into_another_even_the_opposite_one():
    a = np.concatenate([V[:100], [[1, 0, 0], [0, 0, 1]]])
    b = np.concatenate([V[100:], [[-1, 0, 0], [0, 0, -1]]])
    turned = rot.rotate(rot.between(a, b), a)
    unit = b / np.linalg.norm(b, axis=1, keepdims=True) * np.linalg.norm(a, axis=1, keepdims=True)
    assert np.allclose(turned, unit, atol=1e-6)


def test_mean_ignores_signs_and_is_slerp_for_two():
    w = np.array([0.3, 0.7])
    expected = rot.slerp(Q[:50], P[:50], np.full(50, 0.7))
    near = rot.angle(rot.mul(rot.inv(Q[:50]), P[:50])) < 2.5
    for sign in (1.0, -1.0):
        got = rot.mean(np.stack([Q[:50], sign * P[:50]]), w)
        assert same(got[near], expected[near]) < 1e-4


def test_unroll_makes_signs_continuous():
    spin = rot.about_z(np.linspace(0, 12, 200)) * np.where(np.arange(200) % 3, 1, -1)[:, None]
    out = rot.unroll(spin)
    assert np.all(np.sum(out[1:] * out[:-1], axis=1) > 0)
    assert same(out, spin) < 1e-7


def test_yaw_reads_the_heading_part():
    angles = np.linspace(-3, 3, 13)
    assert np.allclose(rot.yaw(rot.about_z(angles)), angles)
