"""Core knows nothing of Blender."""

import subprocess
import sys

from stepweave.core import errors

BLOCKED = """
import importlib, pkgutil, sys
for name in ("bpy", "mathutils", "bpy_extras"):
    sys.modules[name] = None
sys.path.insert(0, {tests!r})
import conftest
import stepweave.core as core
names = [module.name for module in pkgutil.walk_packages(core.__path__, "stepweave.core.")]
for name in names:
    importlib.import_module(name)
print(len(names))
"""


def test_every_core_module_imports_with_blender_blocked():
    from pathlib import Path

    tests = Path(__file__).resolve().parent.parent
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED.format(tests=str(tests))], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 30


def test_every_error_meant_for_people_has_one_base():
    classes = [thing for thing in vars(errors).values() if isinstance(thing, type)]
    assert len(classes) > 5
    assert all(issubclass(cls, errors.StepweaveError) for cls in classes)
