"""What an import costs: against Blender's own BVH importer on the same clean files, in one run.

``bench/importing.py FILE.bvh ...`` takes files of yours, by default the shared ones. Both sides import into
an empty file, one after the other, each first in turn; processor time counts, since other programs share the
machine. Blender's importer is called as its menu calls it, with Euler angles; the second ratio is against the
same importer asked for quaternions, as ours are.
"""

import contextlib
import importlib.util
import io
import sys
import time
from pathlib import Path

import bpy

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"
ROUNDS = 8
LARGEST = 2_000_000         # bytes of a file taken by default: the short clips are the hard ones


def package():
    """Register the checkout as an add-on in an empty file."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    spec = importlib.util.spec_from_file_location(
        "stepweave", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    module = sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.register()
    return module


def seconds(job):
    """Processor time of one job in an empty file."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with contextlib.redirect_stdout(io.StringIO()):
        start = time.process_time()
        job()
        return time.process_time() - start


def compared(path, scale):
    """Least seconds of (ours, Blender's as its menu calls it, Blender's with quaternions)."""
    from stepweave.bridge import jobs

    sides = (
        lambda: jobs.ImportBatch(bpy.context).add(path),
        lambda: bpy.ops.import_anim.bvh(filepath=str(path)),
        lambda: bpy.ops.import_anim.bvh(
            filepath=str(path), rotate_mode="QUATERNION", global_scale=scale
        ),
    )  # fmt: skip
    spent = [[], [], []]
    for turn in range(ROUNDS):
        order = (0, 1, 2) if turn % 2 else (2, 1, 0)
        for side in order:
            spent[side].append(seconds(sides[side]))
    return [min(each) for each in spent]


def main():
    """Print one line per file, and the sums."""
    module = package()
    from stepweave.core.clips import read_bvh

    given = [Path(name) for name in sys.argv[1:]]
    folders = ("skeletons", "locomotion", "sign", "dance")
    paths = given or [p for folder in folders for p in sorted((DATA / folder).glob("*.bvh"))]
    print("| clip | frames | joints | ours, ms | Blender's, ms | ratio | ratio to quaternions |")
    print("|---|---|---|---|---|---|---|")
    total = [0.0, 0.0, 0.0]
    for path in paths:
        actor = read_bvh(path)[0]
        if not actor.file_is_clean or (not given and path.stat().st_size > LARGEST):
            continue
        ours, theirs, quaternions = times = compared(path, actor.scale_to_m)
        total = [a + b for a, b in zip(total, times)]
        what = f"| {path.stem} | {actor.frames} | {len(actor.names)}"
        ratios = f"{ours / theirs:.2f} | {ours / quaternions:.2f} |"
        print(f"{what} | {1e3 * ours:.0f} | {1e3 * theirs:.0f} | {ratios}")
    if total[0]:
        print(f"| all | | | {total[0]:.2f} s | {total[1]:.2f} s | {total[0] / total[1]:.2f} "
              f"| {total[0] / total[2]:.2f} |")  # fmt: skip
    else:
        print("skipped: no clean BVH files")
    module.unregister()


if __name__ == "__main__":
    main()
