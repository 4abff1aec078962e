"""Foot planting and measuring: frames per second, growth, and feet before and after on real clips.

python bench/planting.py        (numpy and scipy; real clips from ../shared/data beside the checkout)
"""

import importlib.util
import sys
import time
from pathlib import Path

import numpy as np

CHECKOUT = Path(__file__).resolve().parent.parent
DATA = CHECKOUT.parent / "shared" / "data" / "locomotion"
CLIPS = (
    "cmu_16_15_walk", "cmu_16_11_walk_veer_left", "cmu_49_01_walk", "cmu_127_04_walk_to_run",
    "pymo_figure8_walk", "cmu16_stitched_walk_turn_stop_76s", "xsens_jog_turn_stop_93s",
    "unity_humanoid_gameplay_98s",
)
ROUNDS = 3


def main():
    """Print both tables; times are the least processor time of three rounds on one core."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", CHECKOUT / "__init__.py", submodule_search_locations=[str(CHECKOUT)]
    )
    sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    speed()
    if DATA.is_dir():
        quality()


def speed():
    """Frames per second on starter walks repeated to several lengths."""
    from stepweave.core.metrics import measure
    from stepweave.core.starter import starter_clips
    from stepweave.core.synthesis.planting import plant_feet

    clip = next(c for c in starter_clips(60) if c.motion.name == "walk_110")
    print("frames   plant frames/s   measure frames/s")
    for times in (5, 20, 80):
        motion, contact = repeated(clip, times)
        planting = best_time(lambda m=motion, c=contact: plant_feet(m, c))
        judging = best_time(lambda m=motion: measure(m))
        print(f"{motion.frames:6d} {motion.frames / planting:14.0f} {motion.frames / judging:18.0f}")


def repeated(clip, times):
    """The clip's motion and contacts one after the other, each going on where the last one ended."""
    motion = clip.motion
    stride = motion.root_position[-1] - motion.root_position[0]
    position = np.concatenate([motion.root_position + k * stride * (1, 1, 0) for k in range(times)])
    longer = motion.with_(root_position=position, rotation=np.tile(motion.rotation, (times, 1, 1)))
    np.asarray(longer.pose.position)                   # kinematics are the caller's, in both
    return longer, np.tile(clip.foot_contact, (times, 1, 1))


def quality():
    """Slip, ground and smoothness of real clips, as captured and planted."""
    from stepweave.core.analysis import analyse
    from stepweave.core.clips import load_clip
    from stepweave.core.metrics import Reference, measure, measure_joins, measure_knees
    from stepweave.core.synthesis.planting import plant_feet

    print("\nclip, captured / planted: slip mean and max cm, penetration and float p95 cm, "
          "share of angular accelerations above the source's 99.9th percentile, straightest knee deg")
    for name in CLIPS:
        motion = load_clip(DATA / f"{name}.bvh")
        source = Reference.of([motion])
        planted, _ = plant_feet(motion, analyse(motion).foot_contact)
        for label, clip in (("captured", motion), ("planted", planted)):
            feet = measure(clip)["plants"]
            joins, knees = measure_joins(clip, source), measure_knees(clip, source)
            print(
                f"{name[:34]:34s} {label:8s} {feet['slip_mean_cm']:5.2f} {feet['slip_max_cm']:6.2f}  "
                f"{feet['penetration_p95_cm']:5.2f} {feet['float_p95_cm']:5.2f}  "
                f"{joins['above_share']:.4f}  {knees['straightest_deg']:5.1f}"
            )


def best_time(job):
    """Least processor seconds of a few rounds."""
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        job()
        times.append(time.process_time() - begin)
    return min(times)


if __name__ == "__main__":
    main()
