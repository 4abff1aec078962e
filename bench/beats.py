"""Beats of generated music: ours against the exact truth, and against librosa.

Scored with mir_eval: F at 70 ms over whole pieces. Install mir_eval and librosa beside numpy and scipy, then
run  python bench/beats.py ; whoever is missing is left out.
"""

import importlib.util
import sys
from pathlib import Path

import numpy as np

CHECKOUT = Path(__file__).resolve().parent.parent
TEMPI = (60, 66, 75, 80, 90, 100, 110, 120, 128, 140, 150, 160, 175, 186, 200)
OCTAVES = (1.0, 2.0, 0.5, 3.0, 1 / 3, 1.5, 2 / 3)


def package():
    """Make the checkout importable as stepweave without running its __init__.py."""
    spec = importlib.util.spec_from_file_location(
        "stepweave", CHECKOUT / "__init__.py", submodule_search_locations=[str(CHECKOUT)]
    )
    sys.modules.setdefault("stepweave", importlib.util.module_from_spec(spec))


def f_measure(truth, found):
    """F at 70 ms; nothing trimmed."""
    import mir_eval

    return mir_eval.beat.f_measure(np.asarray(truth), np.asarray(found))


def octave_of(tempo, true_tempo):
    """Which of the usual ratios a tempo is off by, or None when it is another tempo altogether."""
    ratio = tempo / true_tempo
    nearest = min(OCTAVES, key=lambda octave: abs(np.log(ratio / octave)))
    return nearest if abs(ratio / nearest - 1.0) < 0.04 else None


def main():
    """Print one line a pattern."""
    if importlib.util.find_spec("mir_eval") is None:
        print("mir_eval is not installed: nothing to score with")
        return
    package()
    from stepweave.core.sign_dance import track_beats
    from stepweave.core.sign_dance.generated_music import PATTERNS, generated_music

    librosa = importlib.import_module("librosa") if importlib.util.find_spec("librosa") else None
    for pattern in PATTERNS:
        ours, theirs, agreement, wrong = [], [], [], {"ours": [], "librosa": []}
        for bpm in TEMPI:
            for silence in (0.0, 2.3):
                samples, truth = generated_music(pattern, bpm, 30.0, silence=silence, seed=bpm)
                beats = track_beats(samples, 22050)
                ours.append(f_measure(truth, beats.times))
                wrong["ours"].append(octave_of(beats.bpm, bpm) != 1.0)
                if librosa:
                    tempo, other = librosa.beat.beat_track(y=samples, sr=22050, units="time")
                    theirs.append(f_measure(truth, other))
                    agreement.append(f_measure(other, beats.times))
                    wrong["librosa"].append(octave_of(float(np.atleast_1d(tempo)[0]), bpm) != 1.0)
        line = f"{pattern:>11}: ours F mean {np.mean(ours):.3f} least {np.min(ours):.3f}, "
        line += f"tempo wrong {sum(wrong['ours'])} of {len(ours)}"
        if librosa:
            line += f"; librosa F mean {np.mean(theirs):.3f}, tempo wrong {sum(wrong['librosa'])}"
            line += f"; agreement {np.mean(agreement):.3f}"
        print(line)


if __name__ == "__main__":
    main()
