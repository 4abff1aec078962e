"""Draws the worst walk of each bar for docs/synthesis.md: run it from anywhere, it takes a minute or two."""

import importlib.util
import logging
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
WALK_SIZE, STRIP_SIZE = (600, 346), (800, 220)
AROUND = 0.45                # seconds shown before and after the worst frame


def main():
    """Walk the table of `bench/walks.py` and draw the worst case of each bar."""
    spec = importlib.util.spec_from_file_location("walks", ROOT / "bench" / "walks.py")
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    worst = {}
    for name, path_name, speed, walk, sources, found in bench.walks():
        where = f"{name}, {path_name}, {speed:g} m/s"
        for bar in ("path_max", "path_end", "timing", "slip_max", "joins"):
            if found[bar] > worst.get(bar, (-1.0,))[0]:
                worst[bar] = (found[bar], where, walk, sources)
    from stepweave.core.picture import write_png

    IMAGES.mkdir(exist_ok=True)
    for bar, (value, where, walk, sources) in worst.items():
        image = whole(walk) if bar in ("path_max", "path_end", "timing") else moment(bar, walk, sources)
        file = IMAGES / f"worst-{bar.replace('_', '-')}.png"
        write_png(file, image)
        logging.info("%s: %.2f, %s, %d kB", file.name, value, where, file.stat().st_size // 1000)


def whole(walk):
    """Picture of a walk from its first to its last step."""
    from stepweave.core.picture import draw_walk

    asked = walk.path.point(np.linspace(0.0, walk.path.length, 400))
    return draw_walk(walk.motion, walk.plants, asked, walk.path_walked, WALK_SIZE)


def moment(bar, walk, sources):
    """Row of poses around the frame at which a walk is worst."""
    from stepweave.core.picture import draw_filmstrip

    frame = sharpest_join(walk, sources) if bar == "joins" else slippiest(walk)
    reach = round(AROUND * walk.motion.fps)
    start, end = max(frame - reach, 0), min(frame + reach, walk.motion.frames - 1)
    return draw_filmstrip(walk.motion, 10, STRIP_SIZE, start=start, end=end)


def sharpest_join(walk, sources):
    """Frame at which a joint is accelerated most, against its source, near a join."""
    from stepweave.core.metrics import Reference, measure_joins

    return measure_joins(walk.motion, Reference.of(sources), walk.joins)["worst_frame"]


def slippiest(walk):
    """Frame in the middle of the plant that slips most."""
    from stepweave.core.metrics import Stances, foot_points, measure_feet

    points, plants = foot_points(walk.motion), walk.plants
    slips = [
        measure_feet(points, Stances(*one), walk.motion.fps)["slip_max_cm"]
        for one in zip(plants.side[:, None], plants.start[:, None], plants.end[:, None])
    ]
    worst = int(np.argmax(slips))
    return int(plants.start[worst] + plants.end[worst]) // 2


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    main()
