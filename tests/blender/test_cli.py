"""The command line, as a checkout and as Blender run it."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from stepweave.core.clips import read_bvh

TOOLS = Path(__file__).resolve().parents[2] / "tools"
WALKS = ["cmu_16_15_walk.bvh", "cmu_16_31_walk.bvh", "cmu_16_33_slow_walk_stop.bvh"]


@pytest.fixture
def path_file(tmp_path):
    file = tmp_path / "path.json"
    file.write_text(json.dumps({"points": [[0, 0], [2, 0.8], [4, 1], [6, 0.6]], "closed": False}))
    return file


def run(*arguments):
    command = [sys.executable, str(TOOLS / "run_cli.py"), *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_walk_writes_result_report_and_picture(shared_data, tmp_path, path_file):
    clips = [shared_data / "locomotion" / name for name in WALKS]
    out, report, picture = (tmp_path / name for name in ("walk.bvh", "report.json", "walk.png"))
    done = run("walk", "--clips", *clips, "--path", path_file, "--speed", 1.1, "--out", out,
               "--report", report, "--render", picture)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(report.read_text())
    [actor] = read_bvh(out)
    root = actor.take.world()[0][:, actor.root]
    assert told["frames"] == actor.frames == len(told["target_distance_m"])
    assert told["fps"] == actor.fps == 60
    assert np.linalg.norm(root[-1, :2] - (6, 0.6)) < 0.1
    assert 0.7 < root[:, 2].min() < root[:, 2].max() < 1.2
    assert told["path"]["mean_cm"] < 10 and told["path"]["end_cm"] < 10
    assert told["plants"]["slip_mean_cm"] <= 1
    assert told["plants"]["count"] > 6
    assert told["segments"][0]["start"] == 0 and told["segments"][-1]["end"] >= told["frames"]
    assert {segment["clip"] for segment in told["segments"]} & {name[:-4] for name in WALKS}
    assert set(told["seconds"]) == {"import", "analyse", "graph", "synthesise", "bake"}
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_analyse_writes_contacts_and_segments_in_the_files_own_frames(shared_data, tmp_path):
    out = tmp_path / "analysis.json"
    done = run("analyse", *(shared_data / "locomotion" / name for name in WALKS), "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(out.read_text())
    assert [clip["name"] for clip in told["clips"]] == [name[:-4] for name in WALKS]
    first = told["clips"][0]
    assert (first["fps"], first["frames"]) == (120, 471)
    labelled = np.loadtxt(shared_data / "labelled" / "cmu_16_15_walk.contacts.csv", str, delimiter=",")[1:]
    strikes = [(side, int(start)) for side, start, _end in labelled if int(start) > 0]
    found = [(contact["side"], contact["start"]) for contact in first["contacts"]]
    for side, start in strikes:
        assert min(abs(start - frame) for found_side, frame in found if found_side == side) <= 8
    levels = {node["label"]: node["level"] for node in told["graph"]["nodes"]}
    assert (levels["LDR"], levels["S"]) == ("fine", "coarse")
    edges = {(edge["from"], edge["to"]): edge["count"] for edge in told["graph"]["edges"]}
    assert edges["LDR", "RDL"] > 0


def test_inspect_tells_every_file_even_those_refused(shared_data):
    quirks = shared_data / "quirks"
    done = run("inspect", quirks / "q00_reference_ok.bvh", quirks / "q45_empty_file.bvh",
               shared_data / "skeletons" / "mixamo_names_blender_export.fbx", "--json")
    good, empty, fbx = json.loads(done.stdout)
    assert done.returncode == 1
    assert (good["status"], good["frames"], good["scale_to_m"]) == ("ok", 60, 0.01)
    assert (empty["status"], empty["frames"]) == ("refused", None)
    assert "empty" in empty["error"]
    assert (fbx["frames"], fbx["fps"], fbx["roles"]["pelvis"]) == (118, 30, "mixamorig:Hips")


def test_repaired_files_are_written_for_other_programs(shared_data, tmp_path):
    files = [shared_data / "quirks" / name for name in ("q00_reference_ok.bvh", "q08_nan_and_inf_values.bvh")]
    (tmp_path / "more").mkdir()
    files.append(tmp_path / "more" / files[1].name)
    files[2].write_bytes(files[1].read_bytes())
    assert run("inspect", *files, "--repaired", tmp_path / "clean").returncode == 0
    written = sorted((tmp_path / "clean").iterdir())
    assert [file.name for file in written] == ["q08_nan_and_inf_values.001.bvh", "q08_nan_and_inf_values.bvh"]
    for file in written:
        [actor] = read_bvh(file)
        assert actor.file_is_clean
        assert np.abs(actor.take.values - read_bvh(files[1])[0].take.values).max() < 1e-6


@pytest.mark.parametrize(("arguments", "line"), [
    (["walk", "--starter", "--path", "PATH", "--speed", "0", "--out", "OUT"], "speed 0 m/s"),
    (["walk", "--starter", "--path", "PATH", "--speed", "100", "--out", "OUT"], "100 m/s"),
    (["walk", "--starter", "--path", "PATH", "--speed", "fast", "--out", "OUT"], "invalid float"),
    (["walk", "--path", "PATH", "--speed", "1", "--out", "OUT"], "no clips"),
    (["walk", "--clips", "EMPTY", "--path", "PATH", "--speed", "1", "--out", "OUT"], "no clips in"),
    (["walk", "--clips", "missing.bvh", "--path", "PATH", "--speed", "1", "--out", "OUT"], "missing.bvh"),
    (["walk", "--clips", "LEGLESS", "--path", "PATH", "--speed", "1", "--out", "OUT"], "leg"),
    (["walk", "--starter", "--path", "POINT", "--speed", "1", "--out", "OUT"], "point"),
    (["walk", "--starter", "--path", "missing.json", "--speed", "1", "--out", "OUT"], "missing.json"),
    (["walk", "--starter", "--path", "PATH", "--speed", "1", "--out", "walk.docx"], ".docx"),
    (["dance-on-water"], "dance-on-water"),
    ([], "VERB"),
])
def test_bad_input_gives_code_2_and_one_line(extension, tmp_path, path_file, capfd, arguments, line):
    (tmp_path / "clips").mkdir()
    (tmp_path / "point.json").write_text('{"points": [[1, 1]]}')
    (tmp_path / "legless.bvh").write_text(LEGLESS)
    places = {"PATH": path_file, "OUT": tmp_path / "out.bvh", "EMPTY": tmp_path / "clips",
              "POINT": tmp_path / "point.json", "LEGLESS": tmp_path / "legless.bvh"}
    capfd.readouterr()
    code = extension.cli.main([str(places.get(word, word)) for word in arguments])
    said = capfd.readouterr()
    assert code == 2
    assert len(said.err.strip().splitlines()) == 1
    assert line in said.err
    assert said.out == ""
    assert not (tmp_path / "out.bvh").exists()


@pytest.mark.parametrize("verb", [[], ["walk"], ["analyse"], ["inspect"]])
def test_help_is_everywhere(extension, capfd, verb):
    assert extension.cli.main([*verb, "--help"]) == 0
    assert "usage: stepweave" in capfd.readouterr().out


LEGLESS = """HIERARCHY
ROOT Box
{
 OFFSET 0 0 0
 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
 JOINT Lid
 {
  OFFSET 0 10 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  End Site
  {
   OFFSET 0 5 0
  }
 }
}
MOTION
Frames: 60
Frame Time: 0.033333
""" + "0 0 0 0 0 0 0 0 0\n" * 60
