"""Footsteps on takes that the constants have not seen: cross-validation over the labelled takes.

For each fold of takes the constants of the analysis are thrown off by a fifth at random, tuned on the other
folds by coordinate search, and scored on the fold left out. Nothing is written; the best constants of a fold
are printed. About five minutes a fold:  python tools/tune_footsteps.py [--minutes M] [--seed N]
"""

import argparse
import importlib
import importlib.util
import sys
import time
from pathlib import Path

import numpy as np

CHECKOUT = Path(__file__).resolve().parent.parent
DATA = CHECKOUT.parent / "shared" / "data"
#: What is tuned, by module of core/analysis.
TUNED = {
    "evidence": "_STEEPNESS _LANDING _LEAVING _SETTLE _SWINGS _SHUFFLE _SHUFFLE_WEIGHT _FALL_STEP _BRISK",
    "decision": "_SHORTEST _SHORT_COST _CHANGE_COST",
    "landings": "_SOFT _REST _QUIET _WORTH _LONGEST",
}
THROWN_OFF = 0.2            # standard deviation of the logarithm
STEPS = ((0.7, 1.4), (0.85, 1.18), (0.93, 1.07))


class Constants:
    """The constants of the analysis as one vector."""

    def __init__(self):
        self._places = []
        for name, constants in TUNED.items():
            module = importlib.import_module(f"stepweave.core.analysis.{name}")
            for constant in constants.split():
                size = np.size(getattr(module, constant))
                self._places += [(module, constant, i) for i in range(size)]

    def get(self):
        """(N,) array."""
        return np.array([np.ravel(getattr(module, name))[i] for module, name, i in self._places], float)

    def put(self, values):
        """Let the analysis use these."""
        for (module, name, i), value in zip(self._places, values, strict=True):
            old = getattr(module, name)
            new = np.array(old, float)
            new.flat[i] = value
            setattr(module, name, new if isinstance(old, np.ndarray) else _like(old, new))

    def told(self, values):
        """Name and value of each, for people."""
        return ", ".join(f"{name}[{i}] {v:.4g}" for (_, name, i), v in zip(self._places, values, strict=True))


def _like(old, new):
    return tuple(new.tolist()) if isinstance(old, tuple) else float(new)


def tallies(truths, motions, takes):
    """Of each take: strikes within 67 and 133 ms, and contact frames or None."""
    truth = importlib.import_module("footstep_truth")
    from stepweave.core.analysis import analyse

    out = []
    for take in takes:
        motion, said = motions[take], truths[take]
        contact = analyse(motion).contact
        found = truth.strikes_of(contact)
        frames = truth.score_contact(contact, said) if said.contact is not None else None
        strikes = [truth.score_strikes(found, said, reach, motion.fps) for reach in (0.067, 0.133)]
        out.append((*strikes, frames))
    return out


def cost(found):
    """What the search makes small: wrong strikes, takes below 0.915, contact frames below 0.975."""
    wrong = [[t.labelled + t.found - 2 * t.right for t in take[:2]] for take in found]
    total = sum(one + 3.0 * two for one, two in wrong)
    total += sum(120.0 * max(0.0, 0.915 - take[0].f1) for take in found)
    frames = [take[2] for take in found if take[2] is not None]
    return total + (1500.0 * max(0.0, 0.975 - _f1(frames)) if frames else 0.0)


def _f1(tallied):
    labelled, found = sum(t.labelled for t in tallied), sum(t.found for t in tallied)
    return 2.0 * sum(t.right for t in tallied) / max(labelled + found, 1)


def tune(constants, values, score, seconds, rng):
    """Coordinate search from `values` with ever smaller steps."""
    end = time.monotonic() + seconds
    constants.put(values)
    best = score()
    for factors in STEPS:
        for k in rng.permutation(len(values)):
            for factor in factors:
                while time.monotonic() < end:
                    trial = values.copy()
                    trial[k] *= factor
                    constants.put(trial)
                    price = score()
                    if price >= best:
                        break
                    best, values = price, trial
    constants.put(values)
    return values


def told(found):
    """The pooled scores of some takes."""
    rows = []
    for name, chosen in (("contacts", [t for t in found if t[2]]), ("PFNN", [t for t in found if not t[2]])):
        if chosen:
            rows.append(f"{name} {_f1([t[0] for t in chosen]):.3f} {_f1([t[1] for t in chosen]):.3f}")
    return ", ".join(rows)


def read(truth):
    """Motions and truths of all takes by name; each take's kinematics are computed once."""
    from stepweave.core.analysis.tracks import tracks_of
    from stepweave.core.clips import load_clip

    motions = {take: load_clip(truth.clip_path(DATA, take)) for take in truth.TAKES}
    tracks = {id(motion): tracks_of(motion) for motion in motions.values()}
    importlib.import_module("stepweave.core.analysis.analyse").tracks_of = lambda motion: tracks[id(motion)]
    return motions, {take: truth.truth_of(DATA, take, motions[take].frames) for take in truth.TAKES}


def main():
    """Tune and score every fold."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--minutes", type=float, default=5.0, help="of tuning per fold")
    ask.add_argument("--seed", type=int, default=0)
    wish = ask.parse_args()
    if not (DATA / "labelled").is_dir():
        print(f"skipped: no labelled takes at {DATA}")
        return
    spec = importlib.util.spec_from_file_location(
        "stepweave", CHECKOUT / "__init__.py", submodule_search_locations=[str(CHECKOUT)]
    )
    sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(CHECKOUT / "tests" / "core" / "analysis"))
    truth = importlib.import_module("footstep_truth")
    motions, truths = read(truth)

    def score(takes):
        return tallies(truths, motions, takes)

    constants = Constants()
    ours = constants.get()
    print("ours, all takes:", told(score(truth.TAKES)), flush=True)
    for number, fold in enumerate(truth.FOLDS):
        rng = np.random.default_rng(wish.seed + number)
        others = [take for take in truth.TAKES if take not in fold]
        thrown = ours * np.exp(rng.normal(0.0, THROWN_OFF, len(ours)))
        constants.put(thrown)
        before = told(score(fold))
        best = tune(constants, thrown, lambda seen=others: cost(score(seen)), 60.0 * wish.minutes, rng)
        print(f"fold {number}, left out: {told(score(fold))} (before tuning: {before})")
        print(f"  tuned on: {told(score(others))}; {constants.told(best)}", flush=True)


if __name__ == "__main__":
    main()
