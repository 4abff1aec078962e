"""How long a sign dance takes at the paper's size, 360 + 360 segments, and how it grows.

Run with a Python that has numpy and scipy:  python bench/sign_dance.py
"""

import importlib.util
import sys
import time
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
BPM, SEGMENTS, SONGS, FPS = 72.0, 36, 10, 60.0


def package():
    """Make the checkout importable as stepweave without running its __init__.py."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", CHECKOUT / "__init__.py", submodule_search_locations=[str(CHECKOUT)]
    )
    sys.modules.setdefault("stepweave", importlib.util.module_from_spec(spec))


def timed(label, job):
    """Run a job, print its processor time, return what it returned."""
    start = time.process_time()
    out = job()
    print(f"{label:<58} {time.process_time() - start:7.2f} s")
    return out


def main():
    """Print one line a stage."""
    package()
    from stepweave.core.sign_dance import Counts, DanceClip, TakePair, make_sign_dance, prepare, train_model
    from stepweave.core.sign_dance.starter import starter_dance, starter_sign

    song = Counts(BPM)
    signs = [starter_sign(BPM, SEGMENTS, seed=k, fps=FPS) for k in range(SONGS)]
    dances = [starter_dance(BPM, SEGMENTS, seed=k, fps=FPS).motion for k in range(SONGS)]
    pairs = [TakePair(f"song {k}", s, d, song, song) for k, (s, d) in enumerate(zip(signs, dances))]
    model, _ = timed(
        "features, training, leave one song out; 360 + 360 segments", lambda: train_model(pairs)
    )
    clips = [DanceClip(d, song) for d in dances]
    ready = timed("20 minutes of dance made ready for a signer", lambda: prepare(clips, signs[0], song))
    half = prepare(clips[: SONGS // 2], signs[0], song)
    for share in (0.25, 0.5, 1.0):
        sign = signs[0].cut(0, int(share * signs[0].frames))
        timed(f"sign dance of {sign.seconds:.0f} s, 360 segments to choose from",
              lambda sign=sign: make_sign_dance(sign, song, ready, model=model))
    timed("sign dance of 120 s, 180 segments to choose from",
          lambda: make_sign_dance(signs[0], song, half, model=model))


if __name__ == "__main__":
    main()
