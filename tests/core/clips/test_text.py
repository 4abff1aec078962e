import numpy as np
import pytest

from stepweave.core.clips import read_bvh
from stepweave.core.errors import ClipError

CHANNELS = "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
TURNS = "CHANNELS 3 Zrotation Xrotation Yrotation"
ARM = f"""HIERARCHY
ROOT base
{{
    OFFSET 0 0 0
    {CHANNELS}
    JOINT lower
    {{
        OFFSET 0 10 0
        {TURNS}
        End Site
        {{
            OFFSET 0 8 0
        }}
    }}
}}
"""
ROWS = [[k, 2.5, 0, 10, 0, k, 5, 0, -k] for k in range(6)]


def text_of(hierarchy=ARM, rows=ROWS, frame_time="0.04", frames=None):
    lines = [" ".join(map(str, row)) for row in rows]
    header = f"MOTION\nFrames: {len(rows) if frames is None else frames}\nFrame Time: {frame_time}\n"
    return hierarchy + header + "\n".join(lines) + "\n"


def actor_of(text):
    return read_bvh(text.encode() if isinstance(text, str) else text, "arm")[0]


def test_a_plain_text_needs_no_repair():
    actor = actor_of(text_of())
    assert actor.file_is_clean
    assert actor.repairs == []
    assert actor_of(actor.text).take.values.tolist() == ROWS


@pytest.mark.parametrize("path", ["locomotion/cmu_127_13_run_side_step_left.bvh", "sign/isl_thanks.bvh"])
def test_a_clean_file_is_found_clean(shared_data, path):
    assert read_bvh(shared_data / path)[0].file_is_clean


def test_a_written_text_reads_as_the_same_motion(shared_data):
    actor = read_bvh(shared_data / "quirks" / "q22_duplicate_joint_names.bvh")[0]
    again = actor_of(actor.text)
    assert again.repairs == []
    assert again.text == actor.text
    assert np.allclose(again.to_motion().pose.position, actor.to_motion().pose.position, atol=1e-7)


@pytest.mark.parametrize(
    ("change", "repair"),
    [
        (lambda t: "\ufeff" + t, "byte-order mark"),
        (lambda t: t.encode("utf-16"), "UTF-16"),
        (lambda t: t.encode("utf-16-le"), "UTF-16"),
        (lambda t: t.replace("base", "caf\xe9").encode("latin-1"), "Latin-1"),
        (lambda t: t.replace("2.5", "2,5"), "decimal commas"),
        (lambda t: t.replace("0 10 0\n", "0,0 10,0 0,0\n"), "decimal commas"),
        (lambda t: "# made by hand\n" + t, "comment"),
        (lambda t: t.replace("MOTION", "// rows\nMOTION"), "comment"),
        (lambda t: t.replace("\n0 2.5 0 ", "\n0, 2.5, 0, "), "commas between values"),
        (lambda t: t.replace(" 10 0 ", "\n10 0 "), "wrapped"),
    ],
)
def test_another_spelling_is_the_same_clip(change, repair):
    plain = actor_of(text_of())
    actor = actor_of(change(text_of()))
    assert any(repair in line for line in actor.repairs)
    assert not actor.file_is_clean
    assert np.allclose(actor.take.values, plain.take.values)
    assert actor_of(actor.text).repairs == []


def test_braces_may_stand_on_the_line_of_the_joint():
    actor = actor_of(
        text_of().replace("ROOT base\n{", "ROOT base {").replace("JOINT lower\n    {", "JOINT lower {")
    )
    assert actor.names == ("base", "lower")
    assert "ROOT base\n{" in actor.text


def test_a_second_actor_is_not_hung_below_the_first_by_a_missing_brace():
    second = ARM.replace("HIERARCHY\n", "").replace("base", "other").replace("lower", "lower2")
    hierarchy = ARM[:-2] + second  # the first actor's last brace is gone
    actors = read_bvh(text_of(hierarchy, [row + row for row in ROWS]).encode(), "two")
    assert [actor.names for actor in actors] == [("base", "lower"), ("other", "lower2")]
    assert "1 closing brace missing before ROOT other" in actors[0].warnings[0]


def test_missing_channels_of_a_triple_stand_still():
    hierarchy = ARM.replace(CHANNELS, "CHANNELS 2 Yposition Zrotation").replace("0 0 0", "1 2 3", 1)
    actor = actor_of(text_of(hierarchy, [[7, 10, 5, 0, k] for k in range(6)]))
    assert actor.channels[0] == (
        "Yposition",
        "Zrotation",
        "Xposition",
        "Zposition",
        "Xrotation",
        "Yrotation",
    )
    assert np.allclose(actor.take.local_position()[:, 0], (1, 7, 3))
    assert "added without movement" in actor.repairs[0]


def test_channels_of_unknown_kind_do_not_shift_the_others():
    hierarchy = ARM.replace(TURNS, "CHANNELS 4 Zrotation Xscale Xrotation Yrotation")
    rows = [[*row[:7], 99, *row[7:]] for row in ROWS]
    actor = actor_of(text_of(hierarchy, rows))
    assert np.allclose(actor.take.values, ROWS)
    assert "Xscale" in actor.warnings[0]


def test_a_constant_child_position_becomes_the_offset():
    hierarchy = ARM.replace(TURNS, CHANNELS)
    rows = [[*row[:6], 0, 12, 0, *row[6:]] for row in ROWS]
    actor = actor_of(text_of(hierarchy, rows))
    assert actor.take.offset[1].tolist() == [0, 12, 0]
    assert "OFFSET of lower" in actor.repairs[0]


def test_a_joint_that_moves_away_from_its_parent_is_named():
    hierarchy = ARM.replace(TURNS, CHANNELS)
    rows = [[*row[:6], 0, 10 + 2 * row[0], 0, *row[6:]] for row in ROWS]
    assert any("(lower) move away" in line for line in actor_of(text_of(hierarchy, rows)).warnings)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (text_of(ARM.replace("OFFSET 0 10 0", "OFFSET 0 ten 0")), "line 8: OFFSET needs three numbers"),
        (text_of(ARM.replace("        OFFSET 0 10 0\n", "")), "joint 'lower' has no OFFSET"),
        (text_of(ARM.replace(TURNS, "CHANNELS 3 Zrotation Zrotation Yrotation")), "Zrotation twice"),
        (text_of(rows=[row[:7] for row in ROWS]), "line 19: a row of 7 values, the hierarchy names 9"),
        (text_of(rows=[["nan", *row[1:]] for row in ROWS]), "joint 'base': more than half"),
        (text_of(rows=[]), "no frames"),
        (ARM, "no motion"),
        ("", "empty file"),
        ("hello world", "not a BVH file"),
        ("HIERARCHY\nMOTION\nFrames: 1\nFrame Time: 1\n1", "no ROOT joint"),
        (
            ARM.replace(CHANNELS, "CHANNELS 0").replace(TURNS, "") + "MOTION\nFrames: 1\nFrame Time: .1\n1\n",
            "no channels",
        ),
    ],
)
def test_what_cannot_be_saved_is_refused_with_the_reason(text, reason):
    with pytest.raises(ClipError, match="^arm: ") as refusal:
        actor_of(text)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ClipError, match="gone.bvh: cannot be read"):
        read_bvh(tmp_path / "gone.bvh")


def test_a_row_of_the_wrong_width_inside_the_take_is_bridged():
    lines = text_of(rows=[[k, 0, 0, 0, 0, 2 * k, 0, 0, 0] for k in range(9)]).split("\n")
    lines[-6] = "1 2 3"
    actor = actor_of("\n".join(lines))
    assert actor.frames == 9
    assert "wrong number of values" in actor.warnings[0]
    assert np.allclose(actor.take.values[:, 0], np.arange(9))
    assert np.allclose(actor.take.values[:, 5], 2 * np.arange(9))


def test_gaps_in_angles_are_bridged_across_the_turn_at_180_degrees():
    rows = [[0, 0, 0, 0, 0, angle, 0, 0, 0] for angle in (160, 170, "nan", "nan", -160, -150, -140, -130)]
    bridged = actor_of(text_of(rows=rows)).take.values[:, 5]
    assert np.allclose(np.mod(bridged, 360), [160, 170, 180, 190, 200, 210, 220, 230])


def test_long_names_keep_what_tells_them_apart():
    prefix = "scene_" * 12
    hierarchy = ARM.replace("ROOT base", f"ROOT {prefix}base").replace("JOINT lower", f"JOINT {prefix}lower")
    assert actor_of(text_of(hierarchy)).names == ("base", "lower")
    alone = ARM.replace("JOINT lower", "JOINT " + "x" * 80 + "_left")
    names = actor_of(text_of(alone)).names
    assert len(names[1].encode()) == 63
    assert names[1].endswith("x_left")


def test_names_that_become_one_in_blender_are_numbered():
    hierarchy = ARM.replace("ROOT base", "ROOT my bone").replace("JOINT lower", "JOINT my_bone")
    actor = actor_of(text_of(hierarchy))
    assert actor.names == ("my bone", "my_bone.001")
    assert actor.bone_names == ("my_bone", "my_bone.001")


def with_a_prop(shared_data, travel):
    """A body below a reference root, which travels and carries a prop of two joints besides."""
    text = (shared_data / "skeletons" / "unreal_mannequin.bvh").read_text()
    hierarchy, rows = text.split("MOTION\n")
    prop = "JOINT {}\n{{\nOFFSET 0 9 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    prop = prop.format("prop") + prop.format("prop_tip") + "End Site\n{\nOFFSET 0 9 0\n}\n}\n}\n}\n"
    hierarchy = hierarchy.rstrip()[:-1] + prop
    head, *lines = rows.strip().split("\n")[1:]
    lines = [f"{travel * k:.2f} {line.split(maxsplit=1)[1]} 0 0 0 0 0 0" for k, line in enumerate(lines)]
    return "\n".join([hierarchy + "MOTION", f"Frames: {len(lines)}", head, *lines])


def test_what_a_travelling_root_carries_beside_the_body_is_named(shared_data):
    [moving] = read_bvh(with_a_prop(shared_data, 1.0).encode(), "prop")
    [note] = [line for line in moving.warnings if "carried along" in line]
    assert note.startswith("2 joints (prop, prop_tip) beside the body hang from 'root'")
    [still] = read_bvh(with_a_prop(shared_data, 0.0).encode(), "prop")
    assert not [line for line in still.warnings if "carried along" in line]


def test_the_last_of_several_end_sites_counts():
    one = ARM[ARM.index("End Site") : ARM.index("0 8 0") + len("0 8 0\n        }")]
    actor = actor_of(text_of(ARM.replace(one, one + "\n" + one.replace("0 8 0", "0 2 0"))))
    assert actor.take.joints[-1].end == [0.0, 2.0, 0.0]
    assert any("End Sites of 'lower'" in note for note in actor.repairs)


def test_an_actor_without_numbers_is_left_out_and_named_by_the_other():
    second = ARM.removeprefix("HIERARCHY\n").replace("base", "ghost").replace("lower", "sheet")
    rows = [row + ["nan"] * len(row) for row in ROWS]
    [actor] = read_bvh(text_of(ARM + second, rows).encode(), "pair")
    assert actor.take.values.tolist() == ROWS
    assert [note for note in actor.warnings if "actor 'ghost' is left out" in note and "no numbers" in note]
    with pytest.raises(ClipError, match="more than half of its values are no numbers"):
        read_bvh(text_of(ARM + second, [["nan"] * len(row) for row in rows]).encode(), "pair")
