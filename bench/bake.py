"""Baking: bulk keys against keyframe_insert, on the same keys, in the same run."""

import importlib.util
import sys
import time
from pathlib import Path

import bpy
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
FRAMES, BONES, FRAMES_BY_HAND = 3600, 60, 120


def main():
    """Print seconds for 3,600 frames of 60 bones and the ratio per key."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    from stepweave.bridge.rigs import armatures
    from stepweave.core.motion import Motion, Skeleton
    from stepweave.core.motion import rotations as rot

    bpy.ops.wm.read_factory_settings(use_empty=True)
    skeleton = Skeleton(
        names=tuple(f"bone{j}" for j in range(BONES)),
        parents=np.arange(BONES) - 1,
        rest_offset=np.tile((0.0, 0.1, 0.0), (BONES, 1)),
        rest_rotation=rot.identity((BONES,)),
        length=np.full(BONES, 0.1),
    )
    random = np.random.default_rng(0)
    wave = np.sin(np.linspace(0, 60, FRAMES)[:, None, None] + random.uniform(0, 6, (BONES, 3)))
    travel = np.cumsum(random.normal(size=(FRAMES, 3)) * 0.01, axis=0)
    motion = Motion(skeleton, travel, rot.exp(wave), 60.0, "bench")
    armature = armatures.new_armature(skeleton, "Bench")
    bulk = min(_seconds(lambda: armatures.write_motion(armature, motion, "bulk")) for _ in range(3))
    keys = FRAMES * (4 * BONES + 3)
    by_hand = _seconds(lambda: _insert(armature, motion.cut(0, FRAMES_BY_HAND)))
    keys_by_hand = FRAMES_BY_HAND * (4 * BONES + 3)
    ratio = (by_hand / keys_by_hand) / (bulk / keys)
    print(f"bake {FRAMES} frames x {BONES} bones: {bulk:.3f} s; keyframe_insert takes {ratio:.0f} x as long")


def _insert(armature, motion):
    armature.animation_data.action = None
    bones = list(armature.pose.bones)
    for frame in range(motion.frames):
        for j, bone in enumerate(bones):
            bone.rotation_quaternion = motion.rotation[frame, j]
            bone.keyframe_insert("rotation_quaternion", frame=frame)
        bones[0].location = motion.root_position[frame]
        bones[0].keyframe_insert("location", frame=frame)


def _seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


main()
