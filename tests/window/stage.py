"""Runs inside a windowed Blender: plays one scenario step by step and writes down what it saw.

Called as ``blender --enable-event-simulate --python stage.py -- SCENARIO OUT_FOLDER ZIP``. A scenario
("module:function") is a generator of this folder's ``scenarios``; it gets a `Stage` and yields seconds to
wait. The zip is installed and enabled first, in the Blender's own, otherwise empty home.
"""

import importlib
import importlib.util
import json
import subprocess
import sys
import traceback
from pathlib import Path

import bpy

MODULE = "bl_ext.user_default.stepweave"


class Stage:
    """The window, its mouse and keys, and a notebook of facts for the test outside."""

    def __init__(self, out):
        self.out = Path(out)
        self.facts = {}
        self.at = (0, 0)

    @property
    def window(self):
        """The first window: another one after a file was loaded."""
        return bpy.context.window_manager.windows[0]

    @staticmethod
    def part(name):
        """A module of the installed extension, like "bridge.jobs"."""
        return importlib.import_module(f"{MODULE}.{name}")

    def run(self, operator, *call, **values):
        """Run one of our operators as the panel's button does: in the viewport, with an undo step."""
        with self.override():
            return getattr(bpy.ops.stepweave, operator)(*(call or ("EXEC_DEFAULT",)), True, **values)

    def area(self, kind="VIEW_3D"):
        """Largest area of a kind."""
        areas = [area for area in self.window.screen.areas if area.type == kind]
        return max(areas, key=lambda area: area.width * area.height)

    def region(self, kind="WINDOW", area=None):
        """Region of an area (of the 3D viewport by default)."""
        return next(r for r in (area or self.area()).regions if r.type == kind)

    def override(self, area=None):
        """Context override for operators called from here, as if the mouse stood in the area."""
        area = area or self.area()
        return bpy.context.temp_override(window=self.window, area=area, region=self.region(area=area))

    def move(self, x, y):
        """Mouse to a place of the window, in pixels from its lower left."""
        self.at = int(x), int(y)
        self.window.event_simulate(type="MOUSEMOVE", value="NOTHING", x=self.at[0], y=self.at[1])

    def press(self, kind, **modifiers):
        """Key or button pressed where the mouse is."""
        self.window.event_simulate(type=kind, value="PRESS", x=self.at[0], y=self.at[1], **modifiers)

    def release(self, kind, **modifiers):
        """Key or button let go."""
        self.window.event_simulate(type=kind, value="RELEASE", x=self.at[0], y=self.at[1], **modifiers)

    def tap(self, kind, **modifiers):
        """Key or button pressed and let go."""
        self.press(kind, **modifiers)
        self.release(kind, **modifiers)

    def drag(self, points, button="LEFTMOUSE"):
        """Generator: press at the first point, move through the others, let go; one event a tick."""
        self.move(*points[0])
        yield 0.1
        self.press(button)
        yield 0.1
        for x, y in points[1:]:
            self.move(x, y)
            yield 0.04
        self.release(button)
        yield 0.2

    def wake(self):
        """Generator: let the viewport notice the mouse; the first key after start-up is lost otherwise."""
        region = self.region()
        for step in range(3):
            self.move(region.x + region.width // 3 + 20 * step, region.y + region.height // 2)
            yield 0.2
        self.tap("ESC")
        yield 0.2

    def in_view(self, location):
        """Window pixels of a place in the scene, as the 3D viewport shows it."""
        from bpy_extras.view3d_utils import location_3d_to_region_2d

        region = self.region()
        x, y = location_3d_to_region_2d(region, self.area().spaces.active.region_3d, location)
        return region.x + x, region.y + y

    def picture(self, name):
        """Screenshot of the whole screen."""
        subprocess.run(["import", "-window", "root", str(self.out / f"{name}.png")], check=True)

    def sidebar(self, category="Stepweave"):
        """Generator: open the sidebar of the 3D viewport on a tab."""
        area = self.area()
        area.spaces.active.show_region_ui = True
        yield 0.5
        self.region("UI", area).active_panel_category = category
        area.tag_redraw()
        yield 0.5


def main():
    name, out, zipped = sys.argv[sys.argv.index("--") + 1 :][:3]
    bpy.ops.extensions.package_install_files(
        filepath=zipped, repo="user_default", enable_on_install=True, overwrite=True
    )
    module, _, function = name.partition(":")
    file = Path(__file__).parent / "scenarios" / f"{module}.py"
    spec = importlib.util.spec_from_file_location(module, file)
    scenario = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scenario)
    stage = Stage(out)
    steps = getattr(scenario, function)(stage)

    def tick():
        try:
            return next(steps)
        except StopIteration:
            pass
        except Exception:
            stage.facts["error"] = traceback.format_exc()
        (stage.out / "facts.json").write_text(json.dumps(stage.facts, indent=1, default=str))
        bpy.ops.wm.quit_blender()
        return None

    bpy.app.timers.register(tick, first_interval=1.0, persistent=True)


main()
