"""What people and hand-checked labels say about the labelled takes, and how to score against it."""

import csv
from typing import NamedTuple

import numpy as np

#: The labelled takes, in folds; all trials of one CMU performer are in one fold.
FOLDS = (
    ("pfnn15_LocomotionFlat01_000", "xsens_jog_turn_stop_93s"),
    (
        "pfnn15_LocomotionFlat02_000",
        "cmu_09_12_navigate_walk_forward_backward_sidew",
        "cmu_127_04_walk_to_run",
        "cmu_49_01_walk",
    ),
    ("pfnn15_LocomotionFlat06_000",),
    (
        "pfnn_LocomotionFlat04_000",
        "pfnn_NewCaptures10_000",
        "cmu16_stitched_walk_turn_stop_76s",
        "cmu_16_11_walk_veer_left",
        "cmu_16_15_walk",
        "cmu_16_17_walk_90_degree_left_turn",
        "cmu_16_19_walk_90_degree_right_turn",
        "cmu_16_31_walk",
        "cmu_16_33_slow_walk_stop",
        "cmu_16_35_run_jog",
    ),
)
TAKES = tuple(take for fold in FOLDS for take in fold)


class Truth(NamedTuple):
    """Labels of one take.

    strikes : list of (foot 0/1, frame); counted : (F,) bool array, frames in which strikes count;
    contact : (F, 2) bool array, or None where only strikes are labelled; gait : dict of (F,) weights.
    """

    strikes: list
    counted: np.ndarray
    contact: np.ndarray | None
    gait: dict


class Tally(NamedTuple):
    """Right ones, labelled ones, found ones; tallies add up over takes."""

    right: int
    labelled: int
    found: int

    @property
    def f1(self):
        """Harmonic mean of precision and recall."""
        return 2.0 * self.right / max(self.labelled + self.found, 1)


def clip_path(shared_data, take):
    """The BVH file of a labelled take."""
    return next(shared_data.glob(f"*/{take}.bvh"))


def truth_of(shared_data, take, frames):
    """Truth of one take of so many frames."""
    folder = shared_data / "labelled"
    if (folder / f"{take}.contacts.csv").is_file():
        return _from_contacts(folder, take, frames)
    weights = _rows(folder / f"{take}.frames.csv")
    gait = {name: np.array([float(row[name]) for row in weights]) for name in weights[0] if name != "frame"}
    rows = _rows(folder / f"{take}.footfalls.csv")
    strikes = [("LR".index(row["side"]), int(row["frame"])) for row in rows if row["ignore"] == "0"]
    return Truth(strikes, gait["stand"] < 0.5, None, gait)


def _from_contacts(folder, take, frames):
    contact, strikes = np.zeros((frames, 2), bool), []
    for row in _rows(folder / f"{take}.contacts.csv"):
        foot, start, end = "LR".index(row["side"]), int(row["start"]), int(row["end"])
        contact[start : end + 1, foot] = True
        strikes += [(foot, start)] * (start > 0)
    counted = np.ones(frames, bool)
    if (folder / f"{take}.actions.csv").is_file():
        for row in _rows(folder / f"{take}.actions.csv"):
            if row["label"] == "blend":
                counted[int(row["start"]) : int(row["end"]) + 1] = False
    return Truth(strikes, counted, contact, {})


def _rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def strikes_of(contact):
    """List of (foot, frame): each frame at which a foot's contact (F, 2) begins."""
    return [
        (foot, int(k) + 1) for foot in (0, 1) for k in np.flatnonzero(contact[1:, foot] & ~contact[:-1, foot])
    ]


def score_strikes(found, truth, tolerance, fps):
    """Tally of found strikes within tolerance seconds (to the nearest frame), nearest pairs first.

    Strikes that do not count (standing, joins of a stitched take) may be matched, but neither help nor harm.
    """
    reach = round(tolerance * fps)
    right = labelled = heard = 0
    for foot in (0, 1):
        ours = [k for f, k in found if f == foot]
        theirs = [k for f, k in truth.strikes if f == foot]
        pairs = sorted((abs(a - b), i, j) for i, a in enumerate(ours) for j, b in enumerate(theirs))
        of_ours, of_theirs = {}, {}
        for distance, i, j in pairs:
            if distance <= reach and i not in of_ours and j not in of_theirs:
                of_ours[i], of_theirs[j] = j, i
        counts = [bool(truth.counted[k]) for k in theirs]
        right += sum(counts[j] for j in of_theirs)
        labelled += sum(counts)
        heard += sum(
            counts[of_ours[i]] if i in of_ours else bool(truth.counted[k]) for i, k in enumerate(ours)
        )
    return Tally(right, labelled, heard)


def score_contact(contact, truth):
    """Tally of foot-frames in contact, of a take whose contacts are labelled."""
    counted = truth.counted
    both = truth.contact & contact
    return Tally(int(both[counted].sum()), int(truth.contact[counted].sum()), int(contact[counted].sum()))


def pooled(tallies):
    """One tally of many."""
    return Tally(*np.sum(list(tallies), axis=0).tolist())
