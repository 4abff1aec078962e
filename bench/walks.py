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
    "penetration p95 cm", "joins", "knees beyond source °", "angles beyond source °",
)  # fmt: skip
BARS = {
    "path_mean": 3.0, "path_max": 10.0, "path_end": 5.0, "timing": 5.0, "slip_mean": 0.3, "slip_max": 1.0,
    "penetration": 0.5, "joins": 1.0, "knees": 0.0,
}  # fmt: skip
DIGITS = {"path_mean": 1, "path_max": 1, "path_end": 1, "timing": 1, "knees": 1}


def main():
    """Print the table, how many walks meet every bar, the worst of each column, and the nearest poses."""
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD))
    print("| **bar** | | | 3 / 10 / 5 | 5 | 0.3 / 1 | 0.5 | 1 | 0 | |")
    kept, worst, made = [], {}, {}
    for name, path_name, speed, walk, sources, found in walks([Path(a) for a in sys.argv[1:]]):
        print(f"| {name} | {path_name} | {speed:g} | {row(found)} |", flush=True)
        kept.append(meets_bars(found))
        for measure, value in found.items():
            here = (value, f"{name}, {path_name}, {speed:g} m/s")
            worst[measure] = max(worst.get(measure, here), here)
        made.setdefault((name, speed), (sources, []))[1].append(walk.motion)
    print(f"\n{sum(kept)} of {len(kept)} walks meet every bar. The worst of each:\n")
    for measure, (value, where) in worst.items():
        print(f"- {measure}: {value:.2f} ({where})")
    print_poses(made)


def print_poses(made):
    """A table of how far poses are from the nearest one of the source, against the source's own."""
    from stepweave.core.metrics.poses import measure_poses

    print("\n| library | m/s | furthest pose cm | 99.9th percentile in the source cm | ratio |")
    print("|---|---|---|---|---|")
    for (name, speed), (sources, motions) in made.items():
        together = motions[0].with_(
            root_position=np.concatenate([motion.root_position for motion in motions]),
            rotation=np.concatenate([motion.rotation for motion in motions]),
        )
        found = measure_poses(together, sources)
        furthest, usual = found["furthest_cm"], found["source_p999_cm"]
        print(f"| {name} | {speed:g} | {furthest:.1f} | {usual:.1f} | {found['ratio']:.2f} |", flush=True)


def walks(files=()):
    """Every walk: library, path, speed, the Walk, the source clips with their images, and its figures."""
    load_package()
    from stepweave.core.analysis import analyse
    from stepweave.core.clips import load_clip
    from stepweave.core.graph import build_graph
    from stepweave.core.metrics import Reference
    from stepweave.core.motion import retarget
    from stepweave.core.synthesis import follow_path

    for name, motions in libraries(load_clip, files):
        graph = build_graph([(motion, analyse(motion)) for motion in motions])
        sources = [retarget(motion, graph.skeleton).resampled(FPS) for motion in motions]
        sources += [motion.mirrored() for motion in sources]
        source = Reference.of(sources)
        for path_name, (points, closed) in paths().items():
            for speed in SPEEDS:
                walk = follow_path(graph, points, speed=speed, fps=FPS, closed=closed)
                yield name, path_name, speed, walk, sources, figures(walk, source)


def load_package():
    """Make the checkout known as the package stepweave."""
    if "stepweave" not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            "stepweave", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
        )
        sys.modules["stepweave"] = importlib.util.module_from_spec(spec)


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


def figures(walk, source):
    """One walk, measured: dict of numbers, as the columns of the table."""
    from stepweave.core.metrics import measure, measure_joins, measure_knees, measure_ranges

    found = measure(walk.motion, walk.path, walk.target_distance, plants=walk.plants)
    path, plants = found["path"], found["given_plants"]
    return {
        "path_mean": path["mean_cm"],
        "path_max": path["max_cm"],
        "path_end": path["end_cm"],
        "timing": found["timing_rms_cm"],
        "slip_mean": plants["slip_mean_cm"],
        "slip_max": plants["slip_max_cm"],
        "penetration": plants["penetration_p95_cm"],
        "joins": measure_joins(walk.motion, source, walk.joins)["worst_ratio"],
        "knees": measure_knees(walk.motion, source)["beyond_source_deg"],
        "angles": measure_ranges(walk.motion, source)["beyond_deg"],
    }


def meets_bars(found):
    """Whether every bar is met, to the digits that the table shows."""
    return all(round(found[name], DIGITS.get(name, 2)) <= bar for name, bar in BARS.items())


def row(found):
    """The cells of one walk."""
    return (
        "{path_mean:.1f} / {path_max:.1f} / {path_end:.1f} | {timing:.1f} | "
        "{slip_mean:.2f} / {slip_max:.2f} | {penetration:.2f} | {joins:.2f} | {knees:.1f} | {angles:.1f}"
    ).format(**found)


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
