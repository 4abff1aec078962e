"""Draws the figure of docs/sign-dance.md from generated clips; run it from anywhere."""

import importlib.util
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
SIZE = (1400, 380)


def main():
    """Draw a sign-like clip, and under it the sign dance that was made of it."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
    )
    sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    from stepweave.core.picture import draw_filmstrip, write_png
    from stepweave.core.sign_dance import Counts, make_sign_dance
    from stepweave.core.sign_dance.starter import starter_dances, starter_sign

    sign = starter_sign(110.0, segments=6)
    made = make_sign_dance(sign, Counts(110.0), starter_dances())
    rows = [draw_filmstrip(motion, 12, SIZE) for motion in (sign, made.motion)]
    write_png(ROOT / "docs" / "images" / "sign-dance.png", np.concatenate(rows))


if __name__ == "__main__":
    main()
