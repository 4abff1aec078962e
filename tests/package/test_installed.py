"""The zip a user downloads: it installs, enables and walks."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
BESIDE = HERE.parents[2]
REAL = os.environ.get("STEPWEAVE_REAL_BLENDER", str(BESIDE / "shared" / "tools" / "real-blender"))
OWN_SCIPY = "own-scipy" in os.environ.get("STEPWEAVE_ZIP", "")
needs_wheel = pytest.mark.skipif(
    find_spec("bpy") is None or OWN_SCIPY, reason="the bpy wheel is not here, or this zip is not for it"
)
needs_real = pytest.mark.skipif(
    not os.access(REAL, os.X_OK) or not OWN_SCIPY, reason="no real Blender here, or this zip is not for it"
)


def run(command, **environment):
    done = ran(command, **environment)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def ran(command, **environment):
    command, environment = list(map(str, command)), {**os.environ, **environment}
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment)


def test_the_zip_holds_every_module_and_nothing_of_the_workshop(zipped):
    checkout = HERE.parents[1]
    modules = [*checkout.glob("*.py")]
    for folder in ("bridge", "core", "operators", "panels"):
        modules += (checkout / folder).rglob("*.py")
    inside = set(zipfile.ZipFile(zipped).namelist())
    assert {str(module.relative_to(checkout)) for module in modules} <= inside
    assert not [name for name in inside if name.startswith(("tests", "tools", "bench", "docs", "."))]
    assert not [name for name in inside if "__pycache__" in name]


@needs_wheel
def test_it_installs_enables_and_walks_on_the_bpy_wheel(zipped, tmp_path):
    user = tmp_path / "user"
    script = HERE / "install_and_walk.py"
    run([sys.executable, script, "--", zipped, tmp_path], BLENDER_USER_RESOURCES=str(user))
    facts = json.loads((tmp_path / "facts.json").read_text())
    assert facts["enabled"]
    assert Path(facts["module"]).is_relative_to(user)
    assert Path(facts["scipy"]).is_relative_to(user / "extensions" / ".local")
    assert facts["frames"] > 100
    assert facts["plays"] == facts["result"]


@needs_real
def test_it_installs_walks_and_answers_the_command_line_in_a_real_blender(zipped, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    # That Blender may see other folders than we: only the temporary one is surely shared.
    script, zipped = shutil.copy(HERE / "install_and_walk.py", tmp_path), shutil.copy(zipped, tmp_path)
    blender, kept = [REAL, "run", "--background"], {"REAL_BLENDER_HOME": str(home)}
    run([*blender, "--python-exit-code", 1, "--python", script, "--", zipped, tmp_path], **kept)
    facts = json.loads((tmp_path / "facts.json").read_text())
    assert facts["enabled"]
    assert facts["frames"] > 100
    path, report = tmp_path / "path.csv", tmp_path / "report.json"
    path.write_text("0,0\n3,0\n6,1\n")
    walk = [*blender, "--command", "stepweave", "walk", "--starter", "--path", path, "--out"]
    run([*walk, tmp_path / "walk.bvh", "--speed", 1.2, "--report", report], **kept)
    told = json.loads(report.read_text())
    assert told["frames"] == len(told["target_distance_m"]) > 200
    bad = ran([*walk, tmp_path / "none.bvh", "--speed", 0], **kept)
    assert bad.returncode == 2
    assert "speed 0 m/s" in bad.stderr
