"""Paths: one handle moved on a 60 s walk, variants of a stroke, and a crowd compared at one time."""

import importlib.util
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
FPS = 60.0


def main():
    """Print milliseconds, and how they grow."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    handle_moved()
    variants_proposed()
    crowd_compared()


def handle_moved():
    """Distances of all 3,600 frames after one of K handles was moved."""
    from stepweave.core.paths import Handle, Pace, Path, WarpCurve

    path = Path([[0, 0], [84, 0]])
    pace = Pace.constant(84, 1.4)
    for mode, offset in (("timing", 30.0), ("speed", 0.3)):
        for count in (1, 3, 10):
            handles = tuple(
                Handle(300 + 3000 * k / count, offset * (-1) ** k, 60) for k in range(count)
            )
            warp = WarpCurve(path, pace, FPS, handles, mode)
            moved = warp.with_handle_changed
            seconds = least(lambda m=moved, o=offset / 2: m(0, offset=o).target_distance())
            print(f"one of {count} {mode} handles moved, 60 s at 60 fps: {1e3 * seconds:.2f} ms")


def variants_proposed():
    """Eight variants of splines with few and with many hubs."""
    from stepweave.core.paths import fit_stroke, propose_variants

    x = np.linspace(0, 12, 300)
    for periods in (1, 3):
        stroke = np.stack([x, np.sin(x * np.pi * periods / 6)], axis=1)
        spline = fit_stroke(stroke)
        fit, propose = least(lambda s=stroke: fit_stroke(s)), least(lambda s=spline: propose_variants(s))
        print(f"{len(spline.hubs)} hubs: fitted in {1e3 * fit:.0f} ms, 8 variants in {1e3 * propose:.0f} ms")


def crowd_compared():
    """All pairs of a crowd over 240 frames: time per pair stays what it is."""
    from stepweave.core.paths import Pace, Path, Walker, WarpCurve, find_collisions

    random = np.random.default_rng(0)
    for count in (10, 50, 100):
        walkers = []
        for k, ends in enumerate(random.uniform(0, 20, (count, 2, 2))):
            path = Path(ends)
            walkers.append(Walker(str(k), WarpCurve(path, Pace.constant(path.length, path.length / 10))))
        seconds = least(lambda w=walkers: find_collisions(w, 24.0, np.arange(240)))
        pairs = count * (count - 1) / 2
        print(f"{count} walkers x 240 frames: {1e3 * seconds:.0f} ms, {1e6 * seconds / pairs:.0f} µs a pair")


def least(job, rounds=7):
    """Least seconds of a few rounds."""
    job()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    main()
