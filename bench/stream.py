"""On-line walking: ten minutes of random wishes on each library, feet planted as they come.

bench/stream.py MINUTES takes another length. Without ../shared/data only the starter clips are walked with.
"""

import sys
import time

import numpy as np
import walks

HEAD = (
    "library", "steps", "ms per step", "wishes answered", "slip mean / max cm", "joins", "pelvis m", "sway m",
)  # fmt: skip
CHANGES = (1, 5)              # steps after which another wish comes: at least, and fewer than


def main():
    """Print a table: what is kept as a take, and what was shown while it was made."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    walks.load_package()
    from stepweave.core.analysis import analyse
    from stepweave.core.clips import load_clip
    from stepweave.core.graph import build_graph
    from stepweave.core.metrics import Reference
    from stepweave.core.motion import retarget

    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD))
    for name, motions in walks.libraries(load_clip, []):
        graph = build_graph([(motion, analyse(motion)) for motion in motions])
        sources = [retarget(motion, graph.skeleton).resampled(walks.FPS) for motion in motions]
        source = Reference.of(sources + [motion.mirrored() for motion in sources])
        print(f"| {name} | {row(graph, source, minutes)} |", flush=True)


def random_wishes(seed):
    """Wishes without end: standing, walking or running at any speed, turning either way."""
    from stepweave.core.synthesis import Specification

    rng = np.random.default_rng(seed)
    while True:
        speed = float(rng.choice([0.0, rng.uniform(0.5, 1.7), rng.uniform(2.5, 3.8)]))
        wish = Specification(speed=speed, turn_rate=float(rng.uniform(-1.5, 1.5)))
        for _ in range(int(rng.integers(*CHANGES))):
            yield wish


def row(graph, source, minutes):
    """One library's figures: cells of the table."""
    from stepweave.core.metrics import foot_points, measure_feet, measure_joins
    from stepweave.core.synthesis import LiveTake

    take, answered, before = LiveTake(graph, fps=walks.FPS), [], None
    begin = time.process_time()
    for wish in random_wishes(1):
        state = take.state
        take.ask(wish)
        if wish is not before:
            answered.append(answers(wish, state, take.state))
        before = wish
        if take.frames >= 60.0 * minutes * walks.FPS:
            break
    spent = 1e3 * (time.process_time() - begin) / len(take.segments)
    motion, plants = take.whole()
    joins = np.array([segment.start for segment in take.segments[1:]])
    feet = measure_feet(foot_points(motion), plants, walks.FPS)
    join = measure_joins(motion, source, joins)
    height = motion.root_position[:, 2]
    sway = max(np.abs(segment.rows[:, :2]).max() for segment in take.segments)
    return (
        f"{len(take.segments)} | {spent:.1f} | {100.0 * np.mean(answered):.1f} % | "
        f"{feet['slip_mean_cm']:.2f} / {feet['slip_max_cm']:.2f} | {join['worst_ratio']:.2f} "
        f"({join['above_share']:.4f} above 1) | {height.min():.2f} to {height.max():.2f} | {sway:.2f}"
    )


def answers(wish, before, after):
    """Whether one step brought the speed to the wish, nearer to it, or into the gait that leads to it."""
    from stepweave.core.synthesis import fastest

    speed = min(wish.speed, fastest(after.graph))
    nearer = abs(speed - after.speed) < max(0.05, 0.999 * abs(speed - before.speed))
    return nearer or after.label not in ("LDR", "RDL", "FLF", "FRF")


if __name__ == "__main__":
    main()
