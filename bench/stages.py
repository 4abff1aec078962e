"""Seconds per stage of a walk, in one run.

``bench/stages.py CLIPS...`` takes clips of yours, by default the shared CMU walks, else the starter clips.
"""

import importlib.util
import sys
from pathlib import Path

import bpy

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data" / "locomotion"
S_CURVE = [(0, 0), (2, 0.8), (4, 1), (6, 0.6), (8, 0), (10, -0.6), (12, -1), (14, -0.8)]


def main():
    """Print a table of stages, and what they are compared with."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    spec = importlib.util.spec_from_file_location(
        "stepweave", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    package = sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    package.register()
    from stepweave.bridge import jobs
    from stepweave.bridge.files import importing
    from stepweave.bridge.library import Stopwatch, library_of
    from stepweave.bridge.rigs import armatures
    from stepweave.core.paths import Path as WalkedPath

    watch, clips = Stopwatch(), bpy.context.scene.stepweave.clips
    files = importing.clip_files(sys.argv[1:] or sorted(DATA.glob("cmu_16_*")))
    with watch.timed("import"):
        for file in files:
            for clip in importing.import_file(file):
                jobs.add_clip(bpy.context.scene, clip)
        if not files:
            jobs.add_starter(bpy.context)
    with watch.timed("read Actions"):
        library = library_of(clips)
    path = WalkedPath(S_CURVE)
    woven = jobs.exhaust(jobs.weave_steps(library, path, 60.0, speed=1.3, watch=watch))
    with watch.timed("bake"):
        armatures.write_motion(library.armature, woven.walk.motion, "bench")
    seconds, frames = watch.seconds, woven.walk.motion.frames
    print(f"{len(library.clips)} clips, {library.frames} frames; a walk of {frames} frames")
    for stage, spent in seconds.items():
        print(f"  {stage:14s} {spent:7.3f} s")
    print(f"  analysis takes 1/{seconds['import'] / seconds['analyse']:.0f} of the import")
    print(f"  synthesis makes {frames / seconds['synthesise']:,.0f} frames per second")
    package.unregister()


main()
