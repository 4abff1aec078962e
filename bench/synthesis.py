"""Synthesis: frames per second, one on-line step, and growth with path length and library size."""

import importlib.util
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = (1, 3, 10, 50, 170)    # generated clips; mirrored they hold about 10 to 2,000 segments
LENGTHS = (25.0, 50.0, 100.0, 200.0)


def main():
    """Print the figures; each is the best of three runs on one core."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    from stepweave.core.analysis import analyse
    from stepweave.core.graph import build_graph
    from stepweave.core.starter import varied_library
    from stepweave.core.synthesis import Specification, follow_path, start, step

    analysed = [(clip.motion, analyse(clip.motion)) for clip in varied_library(max(LIBRARIES))]
    sizes, seconds_each = [], []
    for count in LIBRARIES:
        graph = build_graph(analysed[:count])
        segments = sum(group.count for group in graph.groups.values())
        building = _seconds(lambda count=count: build_graph(analysed[:count]), 1)
        sizes.append(segments)
        seconds_each.append(building)
        walking = _seconds(lambda graph=graph: follow_path(graph, _wave(50.0), speed=1.3))
        print(
            f"{count:4d} clips, {segments:5d} segments: graph {building:.2f} s, "
            f"{1e3 * building / segments:.2f} ms per segment; 50 m walk {walking:.3f} s"
        )
    print(f"building grows as the segments to the power {_power(sizes[2:], seconds_each[2:]):.2f}")
    graph, spent = build_graph(analysed[:50]), []
    for length in LENGTHS:
        seconds = _seconds(lambda length=length: follow_path(graph, _wave(length), speed=1.3))
        frames = follow_path(graph, _wave(length), speed=1.3).motion.frames
        spent.append(seconds)
        print(f"{length:5.0f} m: {frames} frames at 60 fps, {frames / seconds:.0f} frames per second")
    print(f"walking grows as the path to the power {_power(LENGTHS, spent):.2f}")
    state = start(graph)
    for _ in range(4):
        state, _ = step(state, Specification(speed=1.3))
    one = _seconds(lambda: [step(state, Specification(speed=1.4, turn_rate=0.3)) for _ in range(20)]) / 20
    print(f"one on-line half-cycle of {graph.skeleton.joints} joints: {1e3 * one:.2f} ms")


def _wave(length):
    """Points of a gently winding path of about this length, metres."""
    x = np.linspace(0.0, 0.97 * length, int(10 * length))
    return np.column_stack([x, 1.2 * np.sin(x / 3.2)])


def _power(sizes, seconds):
    """Exponent of the growth of times with sizes: 1 is linear."""
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def _seconds(work, runs=3):
    best = np.inf
    for _ in range(runs):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


if __name__ == "__main__":
    main()
