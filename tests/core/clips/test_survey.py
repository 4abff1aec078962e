import numpy as np
import pytest

from stepweave.core.clips import describe, read_bvh
from stepweave.core.clips.rest_pose import rest_pose
from stepweave.core.motion import tails

from .body import body

#: Metres per unit by folder entry, where it is not a centimetre. The CMU unit is 1/0.45 inch.
_CMU = 0.0254 / 0.45
UNITS = {
    "rigify_def": 1.0,
    "rigify_metarig": 1.0,
    "smpl": 1.0,
    "vroid_vrm": 1.0,
    "makehuman": 0.1,
    "max_biped": 0.0254,
    "mmd_japanese": 0.08,
    "cmu_asf_names": _CMU,
    "unity_humanoid_short": 1.0,
    "unity_humanoid_gameplay_98s": 1.0,
    "pymo_figure8_walk": 0.0254,
    "reactidle_genuine_003_38s": 1.0,
    "dragposer_example_3_zup": 1.0,
    "sign_idle": 1.0,
}
FOLDERS = ("skeletons", "locomotion", "dance", "sign")


def unit_of(stem):
    if stem in UNITS:
        return UNITS[stem]
    return _CMU if stem.startswith(("cmu", "cgspeed", "xia")) else 0.01


@pytest.fixture(scope="module")
def actors(shared_data):
    """Every clip of the shared data, read."""
    paths = [path for folder in FOLDERS for path in sorted((shared_data / folder).glob("*.bvh"))]
    return {path.stem: read_bvh(path)[0] for path in paths}


@pytest.fixture(scope="module")
def facts(actors):
    """What inspection says about every clip of the shared data."""
    return {stem: describe(actor, stem) for stem, actor in actors.items()}


def test_units_are_right_to_five_percent(facts):
    wrong = {
        stem: fact["scale_to_m"]
        for stem, fact in facts.items()
        if abs(fact["scale_to_m"] / unit_of(stem) - 1.0) > 0.05
    }
    assert len(facts) > 50
    assert wrong == {}


def test_the_up_axis_is_right_even_where_the_rest_pose_lies_down(facts):
    other = {stem for stem, fact in facts.items() if fact["up"] != "Y"}
    assert other == {"dragposer_example_3_zup"}
    assert facts["dragposer_example_3_zup"]["up"] == "Z"
    assert facts["lafan1_walk_20s"]["up"] == "Y"  # its bones all run along +X at rest


def test_rates_written_with_few_digits_are_the_rates_meant(facts):
    assert {fact["fps"] for fact in facts.values()} == {24.0, 30.0, 60.0, 72.0, 120.0}


def test_clips_without_fault_are_handed_on_as_they_are(facts):
    clean = ("xsens_jog_turn_stop_93s", "cmu_16_11_walk_veer_left", "unity_humanoid_short", "isl_thanks")
    assert {facts[stem]["status"] for stem in clean} == {"ok"}


def test_only_sliding_clips_are_said_to_slide(facts):
    sliding = {stem for stem, fact in facts.items() if any("slide" in w for w in fact["warnings"])}
    assert sliding == {"unity_humanoid_gameplay_98s"}


def test_bodies_face_where_their_feet_point(actors):
    pointing_down = set()
    for stem, actor in actors.items():
        skeleton = actor.skeleton
        pose = actor.to_motion().cut(0, 1).pose
        ends = tails(skeleton, pose)[0]
        toes = np.zeros(2)
        for side in "lr":
            foot, toe = skeleton.roles[f"foot_{side}"], skeleton.roles.get(f"toe_{side}")
            tip = ends[foot] if toe is None else pose.position[0, toe]
            toes += (tip - pose.position[0, foot])[:2]
        if np.linalg.norm(toes) < 0.03:
            pointing_down.add(stem)
        else:
            assert actor.facing @ toes / np.linalg.norm(toes) > 0.6, stem
    assert pointing_down <= {"perception_neuron"}  # no toes, and feet that end under the ankle


def test_walkers_face_where_they_walk(actors):
    for stem in ("cmu_16_15_walk", "cmu_127_04_walk_to_run", "xia_neutral_01_000", "cgspeed_08_03_walk"):
        motion = actors[stem].to_motion()
        travel = motion.root_position[-1, :2] - motion.root_position[0, :2]
        assert actors[stem].facing @ travel / np.linalg.norm(travel) > 0.9, stem


def test_bodies_stand_upright_on_their_feet(actors):
    for stem in ("lafan1_walk_20s", "dragposer_example_3_zup", "max_biped", "bandai_namco_walk_turn_left"):
        motion = actors[stem].to_motion()
        roles, height = motion.skeleton.roles, motion.pose.position[..., 2]
        assert np.median(height[:, roles["head"]] - height[:, roles["pelvis"]]) > 0.4, stem
        assert np.median(height[:, roles["pelvis"]] - height[:, roles["foot_l"]]) > 0.6, stem


def test_the_pelvis_travels_where_a_root_above_it_stays(actors):
    motion = actors["unreal_mannequin"].to_motion()
    skeleton = motion.skeleton
    assert skeleton.names[skeleton.root] == "pelvis"
    assert skeleton.parents[skeleton.root] >= 0
    assert np.ptp(motion.root_position[:, 1]) > 1.0
    assert np.allclose(motion.pose.position[:, 0], motion.pose.position[0, 0])


@pytest.mark.parametrize(("sink", "named"), [
    (0.0, "T-pose"), (45.0, "A-pose"), (85.0, "arms down"), (-60.0, "other"),
])  # fmt: skip
def test_the_rest_pose_is_named_by_its_arms(sink, named):
    roles, _, heads, _ = body(fingers=False)
    index = {role: j for j, role in enumerate(roles)}
    for side, sign in (("l", 1.0), ("r", -1.0)):
        top = heads[index[f"upper_arm_{side}"]]
        for part in ("forearm", "hand"):
            length = np.linalg.norm(heads[index[f"{part}_{side}"]] - top)
            along = np.array((sign * np.cos(np.radians(sink)), 0.0, -np.sin(np.radians(sink))))
            heads[index[f"{part}_{side}"]] = top + length * along
    assert rest_pose(heads, index) == named
    turned = heads[:, [1, 2, 0]] * 100.0        # other axes, another unit
    assert rest_pose(turned, index) == named


def test_a_body_that_does_not_stand_at_rest_has_another_pose():
    roles, _, heads, _ = body(fingers=False)
    index = {role: j for j, role in enumerate(roles)}
    for side in "lr":
        for part, ahead in (("shin", 0.45), ("foot", 0.9)):
            heads[index[f"{part}_{side}"]] = heads[index[f"thigh_{side}"]] + (0.0, -ahead, 0.0)
    assert rest_pose(heads, index) == "other"
    assert rest_pose(heads, {role: j for role, j in index.items() if "arm" not in role}) is None
