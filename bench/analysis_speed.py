"""How long the analysis takes: against Blender's own import of the same file, and as clips grow.

Run with a Python that has bpy, numpy and scipy:  python bench/analysis_speed.py [FILE.bvh ...]
"""

import importlib.util
import sys
import time
import tracemalloc
from pathlib import Path

import numpy as np

CHECKOUT = Path(__file__).resolve().parent.parent
DEFAULT = CHECKOUT.parent / "shared" / "data" / "labelled" / "pfnn_LocomotionFlat04_000.bvh"


def package():
    """Make the checkout importable as stepweave without running its __init__.py."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", CHECKOUT / "__init__.py", submodule_search_locations=[str(CHECKOUT)]
    )
    sys.modules.setdefault("stepweave", importlib.util.module_from_spec(spec))


def best_time(job, rounds=3):
    """Least seconds of a few rounds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return min(times)


def against_import(path):
    """Seconds of the analysis (kinematics included) and of Blender's BVH import of one file."""
    from stepweave.core.analysis import analyse
    from stepweave.core.clips import load_clip

    motion = load_clip(path)
    ours = best_time(lambda: analyse(motion.with_()))
    try:
        import bpy
    except ImportError:
        return motion, ours, None
    bpy.ops.preferences.addon_enable(module="io_anim_bvh")
    return motion, ours, best_time(lambda: _import(bpy, path), 2)


def _import(bpy, path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_enable(module="io_anim_bvh")
    bpy.ops.import_anim.bvh(filepath=str(path), update_scene_duration=True)


def as_clips_grow(motion, lengths):
    """(frames, seconds, peak bytes of the analysis over the clip's own arrays) of longer and longer clips."""
    from stepweave.core.analysis import analyse

    for frames in lengths:
        rows = np.arange(frames) % (2 * motion.frames - 2)
        rows = np.where(rows < motion.frames, rows, 2 * motion.frames - 2 - rows)  # to and fro: no jump
        clip = motion.with_(root_position=motion.root_position[rows], rotation=motion.rotation[rows])
        seconds = best_time(lambda clip=clip: analyse(clip.with_()), 2)
        tracemalloc.start()
        analyse(clip.with_())
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        yield frames, seconds, peak / (clip.root_position.nbytes + clip.rotation.nbytes)


def main():
    """Print both tables."""
    package()
    paths = [Path(name) for name in sys.argv[1:]] or [DEFAULT]
    if not all(path.is_file() for path in paths):
        print("skipped: no clip at", *paths)
        return
    print("| clip | frames | joints | analysis, us/frame | Blender's import, us/frame | ratio |")
    print("|---|---|---|---|---|---|")
    for path in paths:
        motion, ours, blender = against_import(path)
        per = 1e6 / motion.frames
        theirs = "no bpy here | n/a" if blender is None else f"{blender * per:.0f} | {ours / blender:.3f}"
        print(f"| {path.stem} | {motion.frames} | {motion.skeleton.joints} | {ours * per:.1f} | {theirs} |")
    print("\n| frames | us/frame | peak memory over the clip's arrays |\n|---|---|---|")
    for frames, seconds, memory in as_clips_grow(motion, (1000, 5000, 20000, 50000, 200000)):
        print(f"| {frames} | {seconds / frames * 1e6:.1f} | {memory:.1f} |")


if __name__ == "__main__":
    main()
