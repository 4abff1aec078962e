import json
from pathlib import Path

import numpy as np
import pytest

from stepweave.core.analysis import analyse
from stepweave.core.clips import find_roles, load_clip, read_bvh
from stepweave.core.clips.roles import NEEDED

from .body import body
from .conventions import CONVENTIONS

#: Joint names by role for every clip of the shared data, checked by eye.
TABLE = json.loads((Path(__file__).parent / "roles.json").read_text(encoding="utf-8"))

#: Copies of the CMU walk 16_15 under other names. That of Perception Neuron has no toes, and stubs for feet.
RENAMED = {
    *("cmu_asf_names", "daz_genesis", "makehuman", "max_biped", "mixamo", "mmd_japanese", "rigify_def"),
    *("perception_neuron", "rigify_metarig", "rokoko", "smpl", "unreal_mannequin", "vroid_vrm"),
    "xsens_mvn_fbx",
}


def named(convention):
    """Names of the test body's joints in a convention, and its roles, parents, heads and tails."""
    left, right, patterns = CONVENTIONS[convention]
    roles, parents, heads, tails = body(fingers="index1" in patterns)
    names = [
        patterns[role[:-2]].replace("{s}", left if role.endswith("_l") else right)
        if role[-2:] in ("_l", "_r")
        else patterns[role]
        for role in roles
    ]
    return names, roles, parents, heads, tails


@pytest.mark.parametrize("row", TABLE, ids=lambda row: Path(row["files"][0]).stem[:24])
def test_every_clip_of_the_shared_data_has_the_right_roles(shared_data, row):
    # one of the files with that table is enough for its joints; the long ones add nothing
    for file in min(row["files"], key=len), max(row["files"], key=len):
        actor = read_bvh(shared_data / file)[0]
        found = {role: actor.names[joint] for role, joint in actor.roles.items()}
        assert found == row["roles"]
        assert not set(NEEDED) & set(actor.missing)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_names_of_each_program_give_all_roles(convention):
    names, roles, parents, heads, tails = named(convention)
    found = find_roles(names, parents, heads, tails)
    assert found.roles == {role: j for j, role in enumerate(roles)}
    assert found.missing == ()
    assert found.warnings == ()


@pytest.mark.parametrize("turn", ["as it stands", "Y up", "facing +X"])
def test_geometry_alone_finds_limbs_and_sides_in_any_axes(turn):
    roles, parents, heads, tails = body(fingers=False)
    if turn == "Y up":
        heads, tails = (v[:, [0, 2, 1]] * (1.0, 1.0, -1.0) for v in (heads, tails))
    if turn == "facing +X":
        heads, tails = (v[:, [1, 0, 2]] * (-1.0, 1.0, 1.0) for v in (heads, tails))
    found = find_roles([f"bone_{j}" for j in range(len(roles))], parents, heads, tails)
    right = {role: j for j, role in enumerate(roles)}
    for part in ("thigh", "shin", "foot", "upper_arm", "forearm", "hand"):
        for side in "lr":
            assert found.roles[f"{part}_{side}"] == right[f"{part}_{side}"]
    for role in ("pelvis", "spine", "chest", "head"):
        assert found.roles[role] == right[role]


@pytest.mark.parametrize(
    "clip",
    [
        "skeletons/lafan1_walk_20s.bvh",
        "skeletons/mocapbank.bvh",
        "skeletons/bandai_namco_walk_turn_left.bvh",
        "skeletons/custom_rig_fk_jnt_walk.bvh",
        "sign/isl_thanks.bvh",
    ],
)
def test_geometry_alone_finds_the_body_of_real_clips(shared_data, clip):
    actor = read_bvh(shared_data / clip)[0]
    position, _ = actor.take.world(slice(0, None, max(1, actor.frames // 50)))
    named = {role: j for role, j in actor.roles.items() if not role[-3].isdigit()}
    found = find_roles([f"bone_{j}" for j in range(len(actor.names))], actor.parents, position)
    assert {role: found.roles.get(role) for role in named} == named


def test_arms_with_names_that_tell_nothing_are_found_beside_named_legs():
    names, roles, parents, heads, tails = named("Poser")
    odd = {"shoulder", "upper_arm", "forearm", "hand"}
    names = [f"x{j}" if roles[j][:-2] in odd else name for j, name in enumerate(names)]
    found = find_roles(names, parents, heads, tails).roles
    assert all(found[f"{part}_{side}"] == roles.index(f"{part}_{side}") for part in odd for side in "lr")


def test_names_on_the_wrong_side_give_way_to_toes_and_a_warning():
    names, roles, parents, heads, tails = named("Poser")
    swapped = [("r" if name[0] == "l" else "l") + name[1:] if name[0] in "lr" else name for name in names]
    found = find_roles(swapped, parents, heads, tails)
    assert found.roles == {role: j for j, role in enumerate(roles)}
    assert "disagree about left and right" in found.warnings[0]


def test_extra_joints_and_other_order_change_nothing():
    names, roles, parents, heads, tails = named("Mixamo, any number")
    # a static root above the pelvis and a twist bone beside each forearm
    extra = ["Armature", *names, "LeftForeArmTwist", "RightForeArmTwist"]
    above = [-1, *np.where(parents < 0, 0, parents + 1)]
    above += [1 + roles.index("forearm_l"), 1 + roles.index("forearm_r")]
    places = np.concatenate([[[0, 0, 0]], heads, heads[[roles.index("hand_l"), roles.index("hand_r")]]])
    found = find_roles(extra, np.array(above), places)
    assert found.roles == {role: j + 1 for j, role in enumerate(roles)}


def test_a_body_without_legs_says_what_is_missing():
    found = find_roles(["lamp", "arm", "shade"], np.array([-1, 0, 1]), np.eye(3))
    assert set(NEEDED) <= set(found.missing)
    assert "no joint found for pelvis" in found.warnings[0]


def test_legs_may_hang_from_the_spine_and_arms_from_the_neck():
    names = ["root", "spine", "chest", "neck", "head"]
    parents = [-1, 0, 1, 2, 3]
    heads = [(0, 0, 0), (0, 0, 1.0), (0, 0, 1.3), (0, 0, 1.5), (0, -0.02, 1.65)]
    for side, sign in (("l", 1), ("r", -1)):
        legs = len(names)
        names += [f"thigh_{side}", f"shin_{side}", f"foot_{side}", f"toe_{side}"]
        parents += [1, legs, legs + 1, legs + 2]
        heads += [(sign * 0.1, y, z) for y, z in ((0, 0.95), (-0.01, 0.5), (0.02, 0.1), (-0.1, 0.03))]
        arms = len(names)
        names += [f"clavicle_{side}", f"upper_arm_{side}", f"forearm_{side}", f"hand_{side}"]
        parents += [3, arms, arms + 1, arms + 2]
        heads += [(sign * x, 0, 1.45) for x in (0.05, 0.2, 0.5, 0.75)]
    found = find_roles(names, np.array(parents), np.array(heads, dtype=float))
    assert names[found.roles["pelvis"]] == "spine"
    assert names[found.roles["chest"]] == "chest"
    assert names[found.roles["shoulder_l"]] == "clavicle_l"


def test_the_renamed_copies_of_one_walk_give_the_same_footsteps(shared_data):
    copies = [path for path in sorted((shared_data / "skeletons").glob("*.bvh")) if path.stem in RENAMED]
    assert len(copies) == len(RENAMED)
    steps = []
    for path in copies:
        contacts = analyse(load_clip(path)).contacts
        steps.append(contacts)
    assert len(steps[0]) >= 6
    times = np.array([[(c.start, c.end) for c in steps[0]]])
    for found in steps[1:]:
        assert [c.side for c in found] == [c.side for c in steps[0]]
        assert np.abs(times - [[(c.start, c.end) for c in found]]).max() <= 2
