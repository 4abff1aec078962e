"""Tests in a real window: simulated mouse and keys, screenshots.

STEPWEAVE_REAL_BLENDER names the runner of a desktop Blender ("gui ARGS..." opens its window on a virtual
screen), STEPWEAVE_ZIP the zip that is installed there. `make test` sets both.
"""

import json
import os
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
        stage = [str(HERE / "stage.py"), "--", scenario, str(out), str(Path(zipped).resolve())]
        command = [str(runner), "gui", "--enable-event-simulate", "--python", *stage]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
        file = out / "facts.json"
        assert file.is_file(), f"Blender left no facts:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        facts = json.loads(file.read_text())
        assert "error" not in facts, facts["error"]
        _keep_pictures(out)
        return facts

    return played


def _keep_pictures(out):
    kept = CHECKOUT / "out" / "window"
    kept.mkdir(parents=True, exist_ok=True)
    for picture in out.glob("*.png"):
        (kept / picture.name).write_bytes(picture.read_bytes())
