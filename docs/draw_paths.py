"""Draws the figures of docs/paths.md. Needs matplotlib; run it from anywhere."""

import importlib.util
import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
FPS = 60.0
BLUE, RED, GREY = "#2266bb", "#cc4433", "#999999"


def main():
    """Draw all figures."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    IMAGES.mkdir(exist_ok=True)
    plt.rcParams.update({"font.size": 8, "axes.spines.top": False, "axes.spines.right": False})
    variants()
    edits()
    walks()


def drawn(points, seed=0):
    """Points with the tremor of a hand, metres."""
    return points + np.random.default_rng(seed).normal(0, 0.012, np.shape(points))


def variants():
    """A stroke, its spline and hubs, its sub points and eight variants."""
    from stepweave.core.paths import fit_stroke, propose_variants

    x = np.linspace(0, 12, 220)
    stroke = drawn(np.stack([x, 1.3 * np.sin(x / 1.9)], axis=1))
    spline = fit_stroke(stroke)
    found = propose_variants(spline, 8, seed=3)
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 2.6), sharex=True, sharey=True)
    left.plot(*stroke.T, ".", ms=2, color=GREY, label="stroke")
    left.plot(*spline.path().points.T, color=BLUE, label="spline")
    left.plot(*spline.hubs.T, "o", ms=5, color=RED, label="hub points")
    for path in reversed(found.paths()):
        right.plot(*path.points.T, lw=0.9)
    right.plot(*found.sub_points.reshape(-1, 2).T, ".", ms=3, color=GREY, label="sub points")
    right.plot(*spline.hubs.T, "o", ms=4, color=RED)
    right.set_title(f"8 of {found.total:,} possible variants, radius {found.radius:.2f} m")
    for axes in (left, right):
        axes.set_aspect("equal")
        axes.legend(loc="lower left", frameon=False)
    save(figure, "paths-variants.png")


def edits():
    """What each kind of edit does to time and to speed."""
    from stepweave.core.paths import Handle, Pace, Path, WarpCurve

    path = Path([[0, 0], [28, 0]])
    pace = Pace.constant(28, 1.4)
    cases = {
        "timing, lock": ((Handle(600, 45, 60),), {}),
        "timing, ripple": ((Handle(600, -60, 60),), {"duration": "ripple"}),
        "hold 2 s, lock": ((Handle(540, 0, 120, hold_frames=120),), {}),
        "hold 2 s, ripple": ((Handle(540, 0, 60, hold_frames=120),), {"duration": "ripple"}),
        "speed, lock": ((Handle(600, 0.6, 60),), {"mode": "speed"}),
        "speed, ripple, held": (
            (Handle(420, -0.5, 40, hold_frames=360),), {"mode": "speed", "duration": "ripple"}
        ),
    }
    figure, axes = plt.subplots(2, 6, figsize=(14, 4), sharey="row")
    for k, (name, (handles, settings)) in enumerate(cases.items()):
        warp = WarpCurve(path, pace, FPS, handles, **settings)
        t = np.linspace(0, warp.seconds, 2000)
        axes[0, k].plot(t, t, color=GREY, lw=0.8)
        axes[0, k].plot(t, warp.tau(t), color=BLUE)
        axes[0, k].set_title(name)
        axes[1, k].axhline(1.4, color=GREY, lw=0.8)
        axes[1, k].plot(t, warp.speed_at(t), color=RED)
        axes[1, k].set_xlabel("second")
    axes[0, 0].set_ylabel("τ, second")
    axes[1, 0].set_ylabel("speed, m/s")
    save(figure, "paths-edits.png")


def walks():
    """Three edited walks: distance, speed, cadence and stride."""
    from stepweave.core.analysis import analyse
    from stepweave.core.graph import build_graph
    from stepweave.core.paths import Handle, Pace, Path, WarpCurve
    from stepweave.core.starter import starter_clips
    from stepweave.core.synthesis import distance_at_speed, follow_path

    clips = [clip.motion for clip in starter_clips()]
    graph = build_graph([(clip, analyse(clip)) for clip in clips])
    x = np.linspace(0, 30, 400)
    path = Path(np.stack([x, 1.5 * np.sin(x / 5)], axis=1))
    unedited = distance_at_speed(path, 1.3, 10.0, graph)
    pace = Pace.recorded(np.arange(len(unedited)) / 10.0, unedited)
    third = pace.seconds * FPS / 3
    cases = {
        "middle third × 1.5": (Handle(third, 0.65, 40, hold_frames=third), {"mode": "speed"}),
        "middle third × 0.6": (Handle(third, -0.52, 40, hold_frames=third), {"mode": "speed"}),
        "hold of 2 s": (Handle(1.5 * third, 0, 60, hold_frames=2 * FPS), {}),
    }
    figure, axes = plt.subplots(3, 3, figsize=(12, 7))
    for (name, (handle, settings)), column in zip(cases.items(), axes.T):
        warp = WarpCurve(path, pace, FPS, (handle,), duration="ripple", **settings)
        walk = follow_path(graph, path, warp.target_distance(), fps=FPS)
        reached = path.nearest(walk.path_walked, near=walk.target_distance, window=1.5)
        off = 100 * np.sqrt(np.mean((reached - walk.target_distance) ** 2))
        _draw_walk(column, f"{name}: timing RMS {off:.1f} cm", warp, walk, reached)
    axes[0, 0].set_ylabel("metres along the path")
    axes[1, 0].set_ylabel("speed, m/s")
    axes[2, 0].set_ylabel("step length, m (dots)\ncadence, steps/s (crosses)")
    save(figure, "paths-walks.png")


def _draw_walk(column, title, warp, walk, reached):
    t = np.arange(len(reached)) / FPS
    column[0].plot(t, walk.target_distance, color=GREY, lw=2.5, label="asked")
    column[0].plot(t, reached, color=BLUE, lw=1, label="walked")
    column[0].set_title(title)
    column[0].legend(frameon=False)
    column[1].plot(t, warp.speed_at(t), color=GREY, lw=2.5)
    column[1].plot(t, np.gradient(reached, t), color=RED, lw=0.8)
    strikes = np.flatnonzero(np.diff(walk.foot_contact.any(axis=2).astype(int), axis=0).max(axis=1) > 0)
    steps, gaps = np.diff(reached[strikes]), np.diff(strikes) / FPS
    middle = (strikes[1:] + strikes[:-1]) / 2 / FPS
    walking = (gaps < 1.2) & (steps > 0.15)
    column[2].plot(middle[walking], steps[walking], "o", ms=3, color=BLUE)
    column[2].plot(middle[walking], 1 / gaps[walking], "x", ms=4, color=RED)
    column[2].set_xlabel("second")
    column[2].set_ylim(0, 3)


def save(figure, name):
    """Write a figure and forget it."""
    figure.tight_layout()
    figure.savefig(IMAGES / name, dpi=90)
    plt.close(figure)


if __name__ == "__main__":
    main()
