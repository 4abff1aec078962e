"""Feet roll over their soles as feet do, and stand where their legs can reach."""

import numpy as np
import pytest

from stepweave.core.analysis import analyse
from stepweave.core.clips import load_clip
from stepweave.core.graph import build_graph
from stepweave.core.metrics import Reference, measure
from stepweave.core.motion import rotations as rot
from stepweave.core.starter import starter_clips
from stepweave.core.synthesis import follow_path
from stepweave.core.synthesis.planting import plant_feet
from stepweave.core.synthesis.planting.footholds import within_reach_of_hips
from stepweave.core.synthesis.planting.sole import feet_of
from stepweave.core.synthesis.planting.stances import FLAT, HEEL, TOE


@pytest.fixture(scope="module")
def walk():
    return next(clip for clip in starter_clips(60) if clip.motion.name == "walk_140")


def sliding(clip, factor):
    position = clip.motion.root_position * (factor, factor, 1.0)
    return clip.motion.with_(root_position=position)


def given(motion, plants):
    return measure(motion, plants=plants)["given_plants"]


@pytest.mark.parametrize("part", [0, 1], ids=["heels only", "toes only"])
def test_a_foot_turns_about_the_end_that_is_lower_whatever_the_contacts_say(walk, part):
    contact = walk.foot_contact.any(axis=2)[..., None] & (np.arange(2) == part)
    planted, plants = plant_feet(walk.motion, contact)
    found = given(planted, plants)
    assert found["slip_max_cm"] < 1.0
    assert found["penetration_p95_cm"] < 0.5
    for side, start, end in zip(plants.side, plants.start, plants.end):
        phase = plants.phase[start : end + 1, side]
        changes = set(zip(phase[:-1], phase[1:]))
        assert not changes & {(HEEL, TOE), (TOE, HEEL)}


def test_a_foot_on_its_ball_never_sinks_its_heel(walk):
    """Its clip sinks it by five degrees in the whole second half of each stance."""
    roles = walk.motion.skeleton.roles
    rotation = walk.motion.rotation.copy()
    half = np.radians(2.5)
    for letter in "lr":
        foot = roles[f"foot_{letter}"]
        turn = np.array([np.cos(half), np.sin(half), 0.0, 0.0])
        w, x, y, z = np.moveaxis(rotation[:, foot], -1, 0)
        a, b = turn[0], turn[1]
        rotation[:, foot] = np.stack([w * a - x * b, w * b + x * a, y * a + z * b, z * a - y * b], axis=-1)
    planted, plants = plant_feet(walk.motion.with_(rotation=rotation), walk.foot_contact)
    feet = feet_of(planted)
    for k, (side, start, end) in enumerate(zip(plants.side, plants.start, plants.end)):
        frames = np.arange(start, end + 1)
        rolling = frames[plants.phase[frames, side] == TOE]
        assert np.all(feet.ankle[rolling, side, 2] > plants.ankle[k, 2] - 1e-6)


def test_toes_stand_still_to_the_last_and_the_ball_rises_over_them(walk):
    planted, plants = plant_feet(sliding(walk, 1.2), walk.foot_contact)
    feet, highest = feet_of(planted), 0.0
    for k, (side, start, end) in enumerate(zip(plants.side, plants.start, plants.end)):
        frames = np.arange(start, end + 1)
        standing = frames[plants.phase[frames, side] >= FLAT]
        assert np.abs(feet.tip[standing, side] - plants.tip[k]).max() < 1e-6
        highest = max(highest, (feet.ball[standing, side, 2] - plants.ball[k, 2]).max())
    assert highest > 0.005


def test_toe_tips_of_swinging_feet_stay_out_of_the_ground(walk):
    planted, plants = plant_feet(sliding(walk, 1.2), walk.foot_contact)
    assert measure(planted)["plants"]["below_ground_max_cm"] < 0.5


def test_a_stance_begins_where_its_foot_rests_though_the_contact_comes_late(walk):
    late = walk.foot_contact.copy()
    for side in range(2):
        down = walk.foot_contact[:, side].any(axis=1)
        since = np.arange(len(down)) - np.maximum.accumulate(np.where(down, -1, np.arange(len(down))))
        late[since <= 12, side] = False
    _, plants = plant_feet(walk.motion, walk.foot_contact)
    _, again = plant_feet(walk.motion, late)
    behind = [start - plants.start[plants.start < start].max() for start in again.start[again.start > 20]]
    assert len(behind) >= 5
    assert max(behind) < 10


def test_a_step_amid_a_contact_parts_two_stances(walk):
    contact = walk.foot_contact.copy()
    plants = plant_feet(walk.motion, contact)[1]
    first, second = np.flatnonzero(plants.side == 0)[:2]
    contact[plants.end[first] : plants.start[second], 0] = True
    told_apart = plant_feet(walk.motion, contact)[1]
    assert (told_apart.side == 0).sum() == (plants.side == 0).sum()
    assert np.allclose(told_apart.ball[told_apart.side == 0], plants.ball[plants.side == 0], atol=0.03)


def test_footholds_move_only_as_far_as_legs_need():
    owner = np.repeat([0, 1], 20)
    ahead = np.tile(np.linspace(0.25, -0.25, 20), 2)
    reach = np.column_stack([ahead, np.zeros(40), np.full(40, -0.78)])
    leg, say = np.full(40, 0.83), np.ones(40)
    slide = np.where(owner == 1, np.linspace(-0.2, 0.1, 40)[owner * 20 + np.arange(40) % 20 - 20], 0.0)
    seen = np.column_stack([slide, np.zeros(40)])
    place = np.array([[0.0, 0.0], [slide[20:].max(), 0.0]])
    moved = within_reach_of_hips(place, owner, seen, reach, leg, say)

    def longest(places):
        asked = reach + np.pad(places[owner] - seen, ((0, 0), (0, 1)))
        return np.linalg.norm(asked, axis=1)[owner == 1].max()

    assert np.array_equal(moved[0], place[0])
    assert moved[1, 0] < place[1, 0]
    assert longest(moved) < longest(place) - 0.01


def test_starts_on_the_spot_and_corners_at_a_run_do_not_slip(shared_data):
    motion = load_clip(shared_data / "locomotion" / "xsens_jog_turn_stop_93s.bvh")
    graph = build_graph([(motion, analyse(motion))])
    t = np.linspace(0.0, 2.0 * np.pi, 200)[:-1]
    circle = 2.0 * np.column_stack([np.sin(t), 1.0 - np.cos(t)])
    square = np.array([[0.0, 0.0], [5.0, 0.0], [5.0, 5.0], [0.0, 5.0]])
    for points, speed in ((circle, 0.8), (square, 3.0)):
        walk = follow_path(graph, points, speed=speed, fps=60.0, closed=True)
        found = given(walk.motion, walk.plants)
        assert found["slip_mean_cm"] < 0.3
        assert found["slip_max_cm"] < 1.0


def test_toes_turn_no_further_than_in_their_clips():
    motions = [clip.motion for clip in starter_clips(60)]
    graph = build_graph([(motion, analyse(motion)) for motion in motions])
    corner = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]])
    walk = follow_path(graph, corner, speed=1.4, fps=60.0)
    source = Reference.of([*motions, *(motion.mirrored() for motion in motions)])
    toes = [walk.motion.skeleton.roles[role] for role in ("toe_l", "toe_r")]
    turned = walk.motion.rotation[:, toes]
    away = rot.log(rot.mul(rot.inv(source.usual[toes]), turned))
    assert np.degrees(np.max(away - source.highest[toes])) < 5.0
    assert np.degrees(np.max(source.lowest[toes] - away)) < 5.0
    # without the ranges of the clips they would be twisted by the turning foot
    raw = graph.space.motion(
        np.concatenate([s.rows for s in walk.segments]), np.concatenate([s.base for s in walk.segments]),
        np.concatenate([s.heading for s in walk.segments]), 60.0,
    )
    free, _ = plant_feet(raw.cut(0, walk.motion.frames), walk.foot_contact)
    away = rot.log(rot.mul(rot.inv(source.usual[toes]), free.rotation[:, toes]))
    assert np.degrees(np.max(np.maximum(away - source.highest[toes], source.lowest[toes] - away))) > 10.0
