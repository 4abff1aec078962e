"""What an import costs: against Blender's own importers on the same clean files, in one run.

``bench/importing.py FILES`` takes BVH, FBX and glTF files of yours, by default the shared ones. Both sides
import into an empty file, one after the other, each first in turn; processor time counts, since other
programs share the machine. Blender's importers are called as their menus call them, the one for BVH with
Euler angles; the second ratio is against that one asked for quaternions, as ours are.
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


def native(path, scale):
    """Blender's own ways to import a file: as its menu does, and for BVH with quaternions."""
    name = str(path)
    if path.suffix == ".fbx":
        return [lambda: bpy.ops.wm.fbx_import(filepath=name)]
    if path.suffix != ".bvh":
        return [lambda: bpy.ops.import_scene.gltf(filepath=name)]
    return [
        lambda: bpy.ops.import_anim.bvh(filepath=name),
        lambda: bpy.ops.import_anim.bvh(filepath=name, rotate_mode="QUATERNION", global_scale=scale),
    ]


def compared(path, scale):
    """Least seconds of ours, Blender's as its menu calls it, and for BVH Blender's with quaternions."""
    from stepweave.bridge import jobs

    sides = [lambda: jobs.ImportBatch(bpy.context).add(path), *native(path, scale)]
    spent = [[] for _ in sides]
    for turn in range(ROUNDS):
        for side in list(range(len(sides)))[:: 1 if turn % 2 else -1]:
            spent[side].append(seconds(sides[side]))
    return [min(each) for each in spent]


def what_it_is(path):
    """Metres per unit, frames and joints of a file; None for BVH files that are not clean."""
    from stepweave.bridge.files import inspection
    from stepweave.core.clips import read_bvh

    if path.suffix == ".bvh":
        actor = read_bvh(path)[0]
        return (actor.scale_to_m, actor.frames, len(actor.names)) if actor.file_is_clean else None
    bpy.ops.wm.read_factory_settings(use_empty=True)
    return 1.0, inspection.inspect(path)[0]["frames"], ""


def main():
    """Print one line per file, and the sums of each kind."""
    module = package()
    given = [Path(name) for name in sys.argv[1:]]
    folders = ("skeletons", "locomotion", "sign", "dance")
    paths = given or [p for folder in folders for p in sorted((DATA / folder).iterdir())]
    print("| clip | frames | joints | ours, ms | Blender's, ms | ratio | ratio to quaternions |")
    print("|---|---|---|---|---|---|---|")
    total = {}
    for path in (path for path in paths if path.suffix in (".bvh", ".fbx", ".glb", ".gltf")):
        found = what_it_is(path) if given or path.stat().st_size <= LARGEST else None
        if found is None:
            continue
        scale, frames, joints = found
        spent = compared(path, scale)
        total[path.suffix] = [sum(pair) for pair in zip(spent, total.get(path.suffix, [0.0] * len(spent)))]
        print(f"| {path.name} | {frames} | {joints} {line_of(spent)}")
    for ending, spent in total.items():
        print(f"| all {ending} | | {line_of(spent)}")
    if not total:
        print("skipped: no clean files")
    module.unregister()


def line_of(spent):
    """Cells of times and ratios."""
    ours, theirs = spent[:2]
    ratios = " | ".join(f"{ours / other:.2f}" for other in spent[1:])
    return f"| {1e3 * ours:.0f} | {1e3 * theirs:.0f} | {ratios} |"


if __name__ == "__main__":
    main()
