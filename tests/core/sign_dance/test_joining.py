"""Segments that meet: nothing jumps, nothing is harder than the dancer's own joints, spins die away."""

import numpy as np
import pytest

from stepweave.core.motion import rotations as rot
from stepweave.core.sign_dance.edges import run_on, steady_ends
from stepweave.core.sign_dance.footing import grounded, heels_off, heels_up, levelled, rest_sole
from stepweave.core.sign_dance.joining import joined, own_accelerations
from stepweave.core.sign_dance.starter import starter_dance
from stepweave.core.sign_dance.steering import heading, turned_about
from stepweave.core.synthesis.planting.sole import feet_of

FPS = 60.0


@pytest.fixture(scope="module")
def dance():
    return starter_dance(110.0, 4, seed=3, fps=FPS).motion


def _still(dance, frames=120):
    """The dance's first pose, held."""
    return dance.with_(
        root_position=np.repeat(dance.root_position[:1], frames, axis=0),
        rotation=np.repeat(dance.rotation[:1], frames, axis=0),
    )


def _acceleration(motion):
    speed = rot.log(rot.mul(rot.inv(motion.rotation[:-1]), motion.rotation[1:])) * motion.fps
    return np.linalg.norm(np.diff(speed, axis=0), axis=-1) * motion.fps


def test_a_posture_far_away_is_reached_within_the_joints_own_acceleration(dance):
    before, piece = dance.cut(0, 60), dance.cut(150, 290)
    limits = own_accelerations([dance])
    blended, join = joined(before, piece, 58, limits, 1.0)
    assert join.angle > 0.1 and 0.2 <= join.seconds <= 1.0
    # the piece's frame 1 is the 58th: both together are one motion
    whole = np.concatenate([before.rotation[:58], blended.rotation[1:]])
    near = slice(50, 58 + 60)
    ratio = _acceleration(before.with_(root_position=np.zeros((len(whole), 3)), rotation=whole))[near]
    assert (ratio / limits.joints).max() <= 1.15
    assert np.allclose(whole[58], before.rotation[58], atol=1e-9)
    assert np.allclose(blended.rotation[-1], _turned(piece, blended).rotation[-1], atol=1e-9)


def _turned(piece, blended):
    """The piece with the heading that the blended one ends with."""
    return piece.moved(turn=float(heading(blended)[-1] - heading(piece)[-1]))


def test_a_spin_is_carried_on_and_dies_away_instead_of_turning_back(dance):
    still, spin = _still(dance), 6.0
    spun = turned_about(still, spin * np.arange(120) / FPS, still.root_position[0])
    blended, _ = joined(spun.cut(0, 60), still.moved(turn=float(heading(spun)[58] - heading(still)[0])),
                        58, own_accelerations([dance]), 1.0)
    turned = np.diff(heading(blended)[1:]) * FPS
    assert turned[0] == pytest.approx(spin, rel=0.1)
    assert (np.diff(turned) < 1e-6).all() and abs(turned[-1]) < 1e-9


def test_a_clip_that_runs_on_is_left_alone(dance):
    before, piece = dance.cut(0, 60), dance.cut(57, 160)
    blended, join = joined(before, piece, 58, own_accelerations([dance]), 1.0)
    assert join.seconds == join.angle == 0.0
    assert blended is piece


def test_frames_a_clip_does_not_have_run_on_at_its_speed(dance):
    inside = np.ones(dance.frames, bool)
    inside[:3] = inside[-3:] = False
    filled = run_on(dance, inside)
    for joint in range(dance.skeleton.joints):
        step = rot.log(rot.mul(rot.inv(filled.rotation[:5, joint]), filled.rotation[1:6, joint]))
        assert np.allclose(step[:3], step[3], atol=1e-9)
    assert np.array_equal(filled.rotation[3:-3], dance.rotation[3:-3])


def test_a_jolt_at_the_start_of_a_capture_is_not_danced(dance):
    rotation = dance.rotation.copy()
    rotation[:3, 0] = rot.mul(rotation[:3, 0], rot.exp(np.array([0.0, 0.0, 0.15])))
    jolted = dance.with_(rotation=rotation)
    assert _acceleration(jolted)[:6].max() > 2.0 * _acceleration(dance)[:6].max()
    assert _acceleration(steady_ends(jolted))[:6].max() < 1.2 * _acceleration(dance)[:9].max()
    assert np.array_equal(steady_ends(jolted).rotation[12:-12], dance.rotation[12:-12])


def test_feet_that_stand_too_high_or_low_are_brought_to_the_floor_with_the_body(dance):
    still = _still(dance, 240)
    contact = np.ones((240, 2, 2), bool)
    wave = 0.03 * np.sin(np.arange(240) / 40.0)
    lifted = still.with_(root_position=still.root_position + wave[:, None] * (0.0, 0.0, 1.0))
    feet, sole = feet_of(levelled(lifted, contact)), rest_sole(still.skeleton)
    over = (feet.ball[..., 2] - sole.ball).mean(axis=1)
    assert np.abs(over).max() < 0.012 < 0.02 < np.abs(wave).max()


def test_a_foot_that_hovers_does_not_stand(dance):
    still = _still(dance, 240)
    rotation = still.rotation.copy()
    thigh = still.skeleton.roles["thigh_l"]
    across = np.cross(still.pose.position[0, still.skeleton.roles["shin_l"]] - still.pose.position[0, thigh],
                      (0.0, -1.0, 0.0))
    world = still.pose.rotation[0, thigh]
    lift = rot.mul(rot.from_axis_angle(across, 0.5), world)
    rotation[120:, thigh] = rot.mul(rotation[120:, thigh], rot.mul(rot.inv(world), lift))
    raised = still.with_(rotation=rotation)
    height = feet_of(raised).ball[:, 0, 2]
    assert height[-1] - height[0] > 0.03
    contact = grounded(raised, np.ones((240, 2, 2), bool))
    assert contact[:100].all() and not contact[140:, 0].any() and contact[140:, 1].all()


def test_heels_come_out_of_the_floor_smoothly_and_steep_feet_stand_on_their_balls(dance):
    still = _still(dance, 120)
    roles, rotation = still.skeleton.roles, still.rotation.copy()
    across = np.cross((feet_of(still).ankle - feet_of(still).ball)[0, 0], (0.0, 0.0, 1.0))
    world = still.pose.rotation[0, roles["foot_l"]]
    for sign, toes_up in ((-1.0, True), (1.0, False)):
        turn = rot.mul(rot.inv(world), rot.mul(rot.from_axis_angle(sign * across, 0.4), world))
        rotation[:, roles["foot_l"]] = rot.mul(still.rotation[:, roles["foot_l"]], turn)
        tilted = still.with_(rotation=rotation)
        contact = np.zeros((120, 2, 2), bool)
        contact[40:80] = True
        if toes_up:
            mended = heels_up(tilted, contact)
            line = (feet_of(mended).ankle - feet_of(mended).ball)[:, 0, 2]
            flat = (feet_of(still).ankle - feet_of(still).ball)[0, 0, 2]
            assert np.allclose(line[40:80], flat, atol=0.02)
            assert np.array_equal(mended.rotation[:20], tilted.rotation[:20])
            assert np.abs(np.diff(line)).max() < 0.02
        else:
            assert not heels_off(tilted, contact)[50:70, 0, 0].any()
            assert heels_off(tilted, contact)[50:70, 1, 0].all()
