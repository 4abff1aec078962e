"""Tests in a real window: simulated mouse and keys, screenshots.

STEPWEAVE_REAL_BLENDER names the runner of a desktop Blender ("gui ARGS..." opens its window on a virtual
screen), STEPWEAVE_ZIP the zip that is installed there. `make test` sets both.
"""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]


@pytest.fixture(scope="session")
def play():
    """Play a scenario ("module:function") in a window; gives the facts it wrote down.

    Screenshots are kept in out/window for looking at.
    """
    runner = Path(os.environ.get("STEPWEAVE_REAL_BLENDER", CHECKOUT.parent / "shared/tools/real-blender"))
    zipped = os.environ.get("STEPWEAVE_ZIP")
    if not runner.is_file():
        pytest.skip("no desktop Blender: STEPWEAVE_REAL_BLENDER names no runner")
    if not zipped:
        pytest.skip("no zip to install: STEPWEAVE_ZIP names none; `make test` builds it")

    def played(scenario):
        out = Path(tempfile.mkdtemp(prefix="stepweave-window-"))
        # The runner's Blender may see other folders than we: only the temporary one is surely shared.
        stage = shutil.copytree(HERE, out / "stage", ignore=shutil.ignore_patterns("__pycache__"))
        handed = shutil.copy(zipped, out)
        script = [str(stage / "stage.py"), "--", scenario, str(out), str(handed)]
        window = [str(runner), "gui", "--enable-event-simulate", "--python-exit-code", "1"]
        told = _opened([*window, "--python", *script])
        file = out / "facts.json"
        assert file.is_file(), f"Blender left no facts:\n{told[-6000:]}"
        facts = json.loads(file.read_text())
        assert "error" not in facts, facts["error"]
        _keep_pictures(out)
        return facts

    return played


def _opened(command, seconds=300):
    """What a window says until it closes; after that many seconds it is closed with all that it started."""
    window = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        return window.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        os.killpg(window.pid, signal.SIGKILL)
        return f"{window.communicate()[0]}\nclosed after {seconds} s"


def _keep_pictures(out):
    kept = CHECKOUT / "out" / "window"
    kept.mkdir(parents=True, exist_ok=True)
    for picture in out.glob("*.png"):
        (kept / picture.name).write_bytes(picture.read_bytes())
