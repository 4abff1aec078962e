"""The extension as Blender enables and disables it."""

import subprocess
import sys
from pathlib import Path

import bpy

TESTS = Path(__file__).resolve().parent.parent
WITHOUT_SCIPY = """
import sys
sys.modules["scipy"] = None
sys.path.insert(0, {tests!r})
import conftest, bpy
package = sys.modules["stepweave"]
package.__spec__.loader.exec_module(package)
package.register()
panel = bpy.types.STEPWEAVE_PT_notice
class Layout:
    said = []
    def column(self, **_): return self
    def label(self, text="", **_): self.said.append(text)
class Panel:
    layout = Layout()
panel.draw(Panel(), None)
package.unregister()
print(" ".join(Layout.said))
"""


def test_it_registers_and_unregisters_twice_and_leaves_nothing(empty_scene):
    package = sys.modules["stepweave"]
    package.__spec__.loader.exec_module(package)
    before = set(dir(bpy.types))
    for _ in range(2):
        package.register()
        assert hasattr(bpy.types.Scene, "stepweave")
        package.unregister()
        assert not hasattr(bpy.types.Scene, "stepweave")
    assert {name for name in set(dir(bpy.types)) - before if "STEPWEAVE" in name} == set()


def test_without_scipy_the_tab_says_what_to_do(empty_scene):
    script = WITHOUT_SCIPY.format(tests=str(TESTS))
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "scipy" in done.stdout
    assert "Install the Stepweave zip" in done.stdout


def test_a_script_that_leaves_it_registered_ends_as_it_should():
    script = f"""
import sys
sys.path.insert(0, {str(TESTS)!r})
import conftest, bpy
package = sys.modules["stepweave"]
package.__spec__.loader.exec_module(package)
package.register()
bpy.ops.stepweave.add_starter_sign()
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
