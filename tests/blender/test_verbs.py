"""Verbs beyond `walk`, in the Blender that runs these tests."""

import json
import wave

import bpy
import numpy as np
import pytest

from stepweave.bridge.files import importing
from stepweave.bridge.rigs import actions, armatures
from stepweave.core.sign_dance.generated_music import generated_music


@pytest.fixture
def stepweave(extension, capfd):
    """Run a verb; gives its exit code and what it said."""

    def run(*words):
        capfd.readouterr()
        code = extension.cli.main([str(word) for word in words])
        return code, capfd.readouterr().out

    return run


@pytest.fixture
def curve(tmp_path):
    file = tmp_path / "path.csv"
    x = np.linspace(0, 7, 40)
    np.savetxt(file, np.column_stack([x, np.sin(x)]), delimiter=",")
    return file


def test_variants_are_written_and_walked(stepweave, curve, tmp_path):
    made, drawing = tmp_path / "variants.json", tmp_path / "variants.svg"
    settings = ("--path", curve, "--count", 5, "--radius", 0.6, "--sub-points", 4, "--seed", 2)
    assert stepweave("variants", *settings, "--out", made)[0] == 0
    assert stepweave("variants", *settings, "--out", drawing)[0] == 0
    told = json.loads(made.read_text())
    assert len(told["variants"]) == 5
    assert drawing.read_text().count("<path") == 5
    third, report = told["variants"][3]["points"], tmp_path / "report.json"
    code, _said = stepweave("walk", "--starter", "--path", made, "--variant", 3, "--speed", 1.2, "--fps", 30,
                            "--out", tmp_path / "walk.blend", "--report", report)
    assert code == 0
    assert json.loads(report.read_text())["path"]["mean_cm"] < 10
    walker = bpy.data.objects["Starter"]
    motion = armatures.motion_of(walker, walker.animation_data.action, 30.0)
    assert np.linalg.norm(motion.root_position[-1, :2] - third[-1][:2]) < 0.1
    assert np.abs(motion.root_position[:, 1] - np.interp(
        motion.root_position[:, 0], *np.array(third)[:, :2].T)).max() < 0.3


def test_a_plain_path_has_the_variants_that_are_proposed_for_it(stepweave, curve, tmp_path):
    made, report = tmp_path / "variants.json", tmp_path / "report.json"
    assert stepweave("variants", "--path", curve, "--out", made)[0] == 0
    wish = ("--starter", "--path", curve, "--speed", 1.2, "--fps", 30, "--out", tmp_path / "walk.bvh")
    assert stepweave("walk", *wish, "--variant", 2, "--report", report)[0] == 0
    shape = np.array(json.loads(made.read_text())["variants"][2]["points"])[:, :2]
    walked = armatures.motion_of(*_starter()).root_position[:, :2]
    away = np.linalg.norm(walked[:, None] - shape[None], axis=-1).min(axis=1)
    assert away.max() < 0.2
    assert stepweave("walk", *wish, "--variant", -1)[0] == 2


def _starter():
    walker = bpy.data.objects["Starter"]
    return walker, walker.animation_data.action, 30.0


def _slope_file(folder):
    """An .obj of a ground that rises one in ten along +X."""
    file = folder / "slope.obj"
    corners = [(-3, -5), (12, -5), (12, 5), (-3, 5)]
    lines = [f"v {x} {y} {0.1 * x}" for x, y in corners]
    file.write_text("\n".join([*lines, "f 1 2 3 4", ""]))
    return file


def test_a_walk_goes_up_the_ground_of_a_file_and_is_measured_on_it(stepweave, curve, tmp_path):
    out, report, slope = tmp_path / "walk.bvh", tmp_path / "report.json", _slope_file(tmp_path)
    wish = ("walk", "--starter", "--path", curve, "--speed", 1.2, "--fps", 30, "--ground", slope)
    assert stepweave(*wish, "--out", out, "--report", report)[0] == 0
    told = json.loads(report.read_text())
    assert told["plants_found"]["penetration_p95_cm"] < 0.5
    assert told["plants_found"]["slip_max_cm"] < 1.0
    root = armatures.motion_of(*_starter()).root_position
    assert root[-1, 2] - root[0, 2] == pytest.approx(0.1 * (root[-1, 0] - root[0, 0]), abs=0.06)
    code, said = stepweave("measure", out, "--path", curve, "--ground", slope)
    assert code == 0
    assert "slip cm mean" in said


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("ground.txt", "v", "ends in none of"),
        ("missing.obj", None, "no such file"),
        ("empty.obj", "# nothing\n", "no mesh in it"),
        ("wrong.glb", "glTF?", "cannot read it"),
    ],
)
def test_a_ground_that_cannot_be_read_is_refused_in_one_line(
    extension, curve, tmp_path, capfd, name, text, reason
):
    file, out = tmp_path / name, tmp_path / "walk.bvh"
    if text is not None:
        file.write_text(text)
    wish = ("walk", "--starter", "--path", curve, "--speed", 1.2, "--ground", file, "--out", out)
    capfd.readouterr()
    assert extension.cli.main([str(word) for word in wish]) == 2
    said = capfd.readouterr().err.strip()
    assert name in said
    assert reason in said
    assert len(said.splitlines()) == 1
    assert not out.exists()


def test_a_warp_curve_changes_when_not_where(stepweave, curve, tmp_path):
    warp, reports = tmp_path / "warp.json", []
    for offset in (0, 30):
        warp.write_text(json.dumps({"mode": "timing", "duration": "lock", "handles": [
            {"frame": 120, "offset": offset, "sigma_frames": 30}]}))
        report = tmp_path / f"report{offset}.json"
        wish = ("--starter", "--path", curve, "--speed", 1.1, "--fps", 30, "--warp", warp, "--report", report)
        assert stepweave("walk", *wish, "--out", tmp_path / "walk.blend")[0] == 0
        reports.append(json.loads(report.read_text()))
    plain, warped = (np.array(report["target_distance_m"]) for report in reports)
    assert len(plain) == len(warped)
    assert warped[120] - plain[120] == pytest.approx(1.1, rel=0.2)
    assert abs(warped[-1] - plain[-1]) < 1e-6
    assert all(report["path"]["mean_cm"] < 10 for report in reports)


def test_a_crowd_is_kept_apart_by_the_least_change(stepweave, tmp_path):
    scene = {"characters": [
        {"name": "east", "path": {"points": [[0, 0], [8, 0]]}, "speed": 1.2},
        {"name": "north", "path": {"points": [[4, -4], [4, 4]]}, "speed": 1.2, "radius_m": 0.35},
    ]}
    file, report, out = tmp_path / "scene.json", tmp_path / "report.json", tmp_path / "crowd.blend"
    file.write_text(json.dumps(scene))
    wish = ("--starter", "--scene", file, "--resolve", "--out", out, "--report", report)
    assert stepweave("crowd", *wish)[0] == 0
    told = json.loads(report.read_text())
    [collision] = told["collisions"]
    assert {collision["first"], collision["second"]} == {"east", "north"}
    assert np.allclose(collision["place_m"], (4, 0), atol=0.3)
    assert len(told["changes"]) == 1
    assert told["left"] == []
    east, north = (bpy.data.objects[name] for name in ("east", "north"))
    places = []
    for walker in (east, north):
        action = walker.animation_data.action
        frames = np.arange(1, 250)
        motion = armatures.motion_of(walker, action, 30.0, frames=frames)
        places.append(motion.root_position[:, :2])
    assert np.linalg.norm(places[0] - places[1], axis=1).min() > 0.5


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"start_s": 1e12}, "start_s is 1e+12 s, too large"), ({"start_s": -1}, "start_s is -1"),
        ({"radius_m": 0}, "is 0"), ({"speed": float("nan")}, "speed is not a finite number"),
        ({"name": []}, "name is []"), ({"variant": 1.5}, "variant is 1.5"), ({"variant": -1}, "variant -1"),
        ({"variants": "a"}, "variants is 'a'"), ({"path": 7}, "path is 7"),
        ({"path": [[0, 0], [1, "x"]]}, "y of point 2"), ({"warp": []}, "warp: warp curve: write"),
        ({"warp": {"handles": [{"frame": 1e6}]}}, "warp: handle 1 at frame 1e+06"),
    ],  # fmt: skip
)
def test_a_crowd_out_of_all_reason_is_refused_in_one_line(extension, tmp_path, capfd, wrong, reason):
    scene = tmp_path / "scene.json"
    scene.write_text(json.dumps({"characters": [{"path": [[0, 0], [4, 0]], "speed": 1.3, **wrong}]}))
    capfd.readouterr()
    words = ("crowd", "--starter", "--scene", str(scene), "--out", str(tmp_path / "crowd.blend"))
    assert extension.cli.main(list(words)) == 2
    said = capfd.readouterr().err.splitlines()
    assert len(said) == 1
    assert "scene.json: character 1: " in said[0]
    assert reason in said[0]


@pytest.mark.parametrize(("words", "reason"), [
    (("variants", "--seed=-1"), "seed -1"),
    (("variants", "--sub-points=1000000000"), "are too many"),
    (("variants", "--radius=1e12"), "radius is 1e+12 m, too large"),
    (("walk", "--starter", "--speed=1.3", "--fps=1e12"), "is too long"),
    (("walk", "--starter", "--speed=1.3", "--warp={}"), "w.json: warp curve: write"),
    (("dance make", "--sign={}", "--bpm=120", "--database={}"), "0 clips in it; name one file"),
])
def test_wishes_out_of_all_reason_are_refused_in_one_line(extension, curve, tmp_path, capfd, words, reason):
    (tmp_path / "w.json").write_text("[]")
    (tmp_path / "w").mkdir()
    dance = words[0].startswith("dance")
    verb = words[0].split() + ([] if dance else ["--path", str(curve)])
    given = [word.format(tmp_path / ("w" if dance else "w.json")) for word in words[1:]]
    capfd.readouterr()
    out = tmp_path / ("x.json" if words[0] == "variants" else "x.bvh")
    assert extension.cli.main([*verb, *given, "--out", str(out)]) == 2
    said = capfd.readouterr().err.splitlines()
    assert len(said) == 1 and reason in said[0]
    assert not out.exists()


def test_walkers_who_meet_head_on_find_a_way_round(stepweave, tmp_path):
    file, report = tmp_path / "scene.json", tmp_path / "report.json"
    file.write_text(json.dumps({"characters": [
        {"name": "there", "path": [[-4, 0], [4, 0]], "speed": 1.3},
        {"name": "back", "path": [[4, 0], [-4, 0]], "speed": 1.3},
    ]}))
    wish = ("--starter", "--scene", file, "--resolve", "--out", tmp_path / "crowd.blend", "--report", report)
    assert stepweave("crowd", *wish)[0] == 0
    told = json.loads(report.read_text())
    assert len(told["collisions"]) == 1
    assert told["left"] == []


def test_measure_judges_motions_as_they_are(stepweave, shared_data, tmp_path):
    out = tmp_path / "measures.json"
    names = ("locomotion/cmu_16_15_walk.bvh", "quirks/q27_foot_sliding.bvh")
    clips = [shared_data / name for name in names]
    code, said = stepweave("measure", *clips, "--out", out)
    walk, slide = json.loads(out.read_text()).values()
    assert code == 0
    assert walk["plants"]["count"] >= 6
    assert slide["plants"]["slip_mean_cm"] > 3 * walk["plants"]["slip_mean_cm"]
    rows = [line.split("\t")[0] for line in said.splitlines()]
    assert rows == ["motion", "cmu_16_15_walk", "q27_foot_sliding"]


def test_a_sign_dance_keeps_the_signers_keys_to_the_bit(stepweave, shared_data, tmp_path):
    sign, dances = shared_data / "sign" / "isl_thanks.bvh", shared_data / "dance"
    out, report = tmp_path / "dance.blend", tmp_path / "report.json"
    code, _said = stepweave("dance", "make", "--sign", sign, "--database", dances / "pirouette_120fps.bvh",
                            "--bpm", 110, "--out", out, "--report", report)
    assert code == 0
    told = json.loads(report.read_text())
    dancer = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    result = keys_of(dancer, told["kept"]["joints"])
    [clip] = importing.import_file(sign)
    source = keys_of(clip.armature, told["kept"]["joints"], clip.action)
    assert len(source) > 30
    assert any("Index3" in path for path in source)
    assert all(np.array_equal(result[path], source[path]) for path in source)


def keys_of(armature, bones, action=None):
    """Every key of the rotations of some bones, as stored."""
    action = action or armature.animation_data.action
    found = {}
    for fcurve in actions.fcurves_of(action, actions.slot_of(action)):
        if any(f'"{bone}"].rotation' in fcurve.data_path for bone in bones):
            keys = np.empty(2 * len(fcurve.keyframe_points), dtype=np.float32)
            fcurve.keyframe_points.foreach_get("co", keys)
            found[f"{fcurve.data_path} {fcurve.array_index}"] = keys
    return found


def test_beats_hears_the_tempo_of_a_file(stepweave, tmp_path):
    samples, _beats = generated_music("drums", bpm=104.0, seconds=20.0)
    file = tmp_path / "song.wav"
    with wave.open(str(file), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(22050)
        sound.writeframes((np.clip(samples, -1, 1) * 32000).astype("<i2").tobytes())
    code, said = stepweave("beats", file, "--out", tmp_path / "beats.json")
    assert code == 0
    assert said.startswith("104.0 BPM, steady, first beat at 0.0")
    code, said = stepweave("beats", file, "--json")
    assert json.loads(said)["bpm"] == pytest.approx(104.0, abs=1.0)
    assert json.loads(said) == json.loads((tmp_path / "beats.json").read_text())
