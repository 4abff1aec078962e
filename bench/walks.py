"""Quality of walks: every bar of the design on several libraries, paths and speeds, as a Markdown table.

Without arguments: the starter clips, and real ones when ../shared/data is there. With BVH files: one
library of them.
"""

import importlib.util
import sys
from pathlib import Path

import numpy as np
from scipy.interpolate import CubicSpline

ROOT = Path(__file__).resolve().parent.parent
FPS, SPEEDS = 60.0, (0.8, 1.4, 3.0)
REAL = {
    "cmu 16 + 127": ("cmu_16_*.bvh", "cmu_127_*.bvh"),
    "xsens take": ("xsens_*.bvh",),
    "stitched take": ("cmu16_stitched_*.bvh",),
}
HEAD = (
    "library", "path", "m/s", "path mean / max / end cm", "timing RMS cm", "plant slip mean / max cm",
    "penetration p95 cm", "joins", "knees beyond source °",
)  # fmt: skip
BARS = "| **bar** | | | 3 / 10 / 5 | 5 | 0.3 / 1 | 0.5 | 1 | 0 |"


def main():
    """Print the table."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    from stepweave.core.analysis import analyse
    from stepweave.core.clips import load_clip
    from stepweave.core.graph import build_graph
    from stepweave.core.metrics import Reference
    from stepweave.core.motion import retarget

    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD) + "\n" + BARS)
    for name, motions in libraries(load_clip, [Path(a) for a in sys.argv[1:]]):
        graph = build_graph([(motion, analyse(motion)) for motion in motions])
        sources = [retarget(motion, graph.skeleton).resampled(FPS) for motion in motions]
        source = Reference.of(sources + [motion.mirrored() for motion in sources])
        for path_name, (points, closed) in paths().items():
            for speed in SPEEDS:
                row = figures(graph, points, closed, speed, source)
                print(f"| {name} | {path_name} | {speed:g} | {row} |", flush=True)


def libraries(load_clip, files):
    """Name and motions of each library."""
    if files:
        yield "clips", [load_clip(file) for file in files]
        return
    from stepweave.core.starter import starter_clips

    yield "starter clips", [clip.motion for clip in starter_clips(FPS)]
    folder = ROOT.parent / "shared" / "data" / "locomotion"
    for name, patterns in REAL.items() if folder.is_dir() else ():
        yield name, [load_clip(file) for pattern in patterns for file in sorted(folder.glob(pattern))]


def figures(graph, points, closed, speed, source):
    """One walk, measured: the cells of its row."""
    from stepweave.core.metrics import measure, measure_joins, measure_knees
    from stepweave.core.synthesis import follow_path

    walk = follow_path(graph, points, speed=speed, fps=FPS, closed=closed)
    found = measure(walk.motion, walk.path, walk.target_distance, plants=walk.plants)
    path, plants = found["path"], found["given_plants"]
    return " | ".join((
        f"{path['mean_cm']:.1f} / {path['max_cm']:.1f} / {path['end_cm']:.1f}",
        f"{found['timing_rms_cm']:.1f}",
        f"{plants['slip_mean_cm']:.2f} / {plants['slip_max_cm']:.2f}",
        f"{plants['penetration_p95_cm']:.2f}",
        f"{measure_joins(walk.motion, source, walk.joins)['worst_ratio']:.2f}",
        f"{measure_knees(walk.motion, source)['beyond_source_deg']:.1f}",
    ))  # fmt: skip


def paths():
    """Points, metres, and whether they close, by name."""
    t = np.linspace(0.0, 2.0 * np.pi, 400)

    def circle(radius):
        return radius * np.column_stack([np.sin(t[:-1]), 1.0 - np.cos(t[:-1])]), True

    turn = np.linspace(0.0, 5.0 * np.pi, 600)
    spiral = (1.0 + 0.25 * turn)[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
    bends = np.cumsum(np.random.default_rng(3).normal(0.0, 0.55, 70))
    heading = CubicSpline(3.0 * np.arange(70), bends)(np.linspace(0.0, 200.0, 4000))
    wander = np.cumsum(np.column_stack([np.cos(heading), np.sin(heading)]) * 0.05, axis=0)
    return {
        "line": (np.array([[0.0, 0.0], [8.0, 0.0]]), False),
        "S": (np.column_stack([7.0 * t / np.pi, 1.5 * np.sin(t)]), False),
        "circle 2 m": circle(2.0),
        "circle 5 m": circle(5.0),
        "eight": (np.column_stack([4.0 * np.sin(t[:-1]), 2.5 * np.sin(2.0 * t[:-1])]), True),
        "square": (np.array([[0.0, 0.0], [5.0, 0.0], [5.0, 5.0], [0.0, 5.0]]), True),
        "spiral": (spiral, False),
        "random 200 m": (wander, False),
    }


if __name__ == "__main__":
    main()
