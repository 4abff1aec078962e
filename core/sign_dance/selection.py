"""Which dance goes with which four counts of signing: equations (1) to (3) of Asahina et al. (2016).

The poster's formulas survive only in part. As read here, for predicted features ŷ and a dance segment k::

    (1)  S_k = Σ_i ‖ŷ_i − y_k,i‖                 over the segment's frames i: a distance
    (2)  P_k = Σ_l v_l(k, first) · v_l(k−1, last)  over the body's links l: likeness of posture
    (3)  E_k = α S_k + β / P_k,   α = 1.5, β = 1.0; the least E of the five candidates wins

In the literal form an opposed posture (P ≤ 0) makes E fall or infinite. The safe form, the default, takes
the mean over frames and over links and 1 / max(P, 0.05): the same order wherever postures are alike, and
never a reward for a bad join.
"""

from dataclasses import dataclass, field

import numpy as np

from ..errors import LibraryError, SpecificationError
from ..motion import rotations as rot

NORMS = ("l2", "l1", "squared")
POSTURE_FLOOR = 0.05
REPEATED = 1e6  # what a direct repeat costs a row: more than any E, so that it comes last


@dataclass(frozen=True)
class SelectionSettings:
    """How segments are chosen.

    form : "safe" or "literal"; alpha, beta : weights of (3); norm : of (1), "l2", "l1" or "squared";
    top : candidates kept; bpm_tolerance : share of the music's tempo within which a dance segment's
    tempo must lie; order : "greedy", one segment after another as in the paper, or "sequence", the
    best whole row (Viterbi); rest : how many segments a dance segment rests before it may come again,
    as far as the candidates allow (0 in the paper; a whole row only avoids direct repeats).
    """

    form: str = "safe"
    alpha: float = 1.5
    beta: float = 1.0
    norm: str = "l2"
    top: int = 5
    bpm_tolerance: float = 0.10
    order: str = "greedy"
    rest: int = 2

    def __post_init__(self):
        for name, value, allowed in (
            ("form", self.form, ("safe", "literal")),
            ("norm", self.norm, NORMS),
            ("order", self.order, ("greedy", "sequence")),
        ):
            if value not in allowed:
                raise SpecificationError(f"{name} '{value}': one of {', '.join(allowed)}")
        if self.top < 1 or self.rest < 0 or not self.bpm_tolerance >= 0.0:
            raise SpecificationError(
                f"candidates {self.top}, rest {self.rest}, BPM tolerance {self.bpm_tolerance}: at least one "
                f"candidate, the others not negative"
            )


@dataclass(frozen=True)
class Candidate:
    """A dance segment that could go here: its number, S (1), P (2), E (3), and its tempo.

    P and E are with regard to the segment chosen before; the first segment has no P (1.0 in the safe
    form's sense: nothing to join).
    """

    dance: int
    similarity: float
    posture: float
    degree: float
    bpm: float


@dataclass(frozen=True)
class Choice:
    """What was decided for one segment of the sign.

    dance : number of the chosen dance segment; candidates : by E, best first, locked one included;
    locked : whether a person fixed it; bpm_tolerance : the share that was needed to fill the list.
    """

    segment: int
    dance: int
    candidates: tuple[Candidate, ...]
    locked: bool
    bpm_tolerance: float


@dataclass(frozen=True)
class Wishes:
    """What a person has decided: locks {segment: dance}, exclusions {segment: dances}, banned dances."""

    locked: dict[int, int] = field(default_factory=dict)
    excluded: dict[int, frozenset[int]] = field(default_factory=dict)
    banned: frozenset[int] = frozenset()


def similarity(predicted, dance, *, norm="l2", form="safe", valid=None):
    """Equation (1) for every sign segment against every dance segment: how far apart they are.

    Parameters
    ----------
    predicted : (T, N, J, 4) unit quaternions
    dance : (K, N, J, 4) unit quaternions; compared in the hemisphere of the predicted ones
    norm : "l2" over a frame's 4 J numbers, "l1", or "squared" l2
    form : "literal" sums over frames, "safe" takes their mean
    valid : (T, N) bool array, optional; frames that the sign segment has

    Returns
    -------
    (T, K) array; 0 is identical
    """
    weight = np.ones(predicted.shape[:2]) if valid is None else np.asarray(valid, float)
    if form == "safe":
        weight = weight / np.maximum(weight.sum(axis=1, keepdims=True), 1.0)
    rows = np.ascontiguousarray(predicted.transpose(1, 2, 0, 3))
    columns = np.ascontiguousarray(dance.transpose(1, 2, 3, 0))
    out = np.zeros((len(predicted), len(dance)))
    for moment in np.flatnonzero(weight.any(axis=0)):
        if norm == "l1":
            apart = frame_distance(predicted[:, None, moment], dance[None, :, moment], norm)
        else:
            apart = _from_dot(np.abs(rows[moment] @ columns[moment]), len(rows[moment]), norm)
        out += weight[:, moment, None] * apart
    return out


def frame_distance(a, b, norm="l2"):
    """(...) distance of one frame's quaternions a to b (..., J, 4), signs of b free."""
    if norm == "l1":
        return np.abs(a - rot.align(b, a)).sum(axis=(-2, -1))
    dot = np.abs(np.sum(a * b, axis=-1))
    return _from_dot(np.moveaxis(dot, -1, 0), dot.shape[-1], norm)


def _from_dot(dot, joints, norm):
    """Distance of J unit quaternions from their dot products (J, ...)."""
    squared = np.maximum(2.0 * (joints - dot.sum(axis=0)), 0.0)
    return squared if norm == "squared" else np.sqrt(squared)


def posture_similarity(last, first, *, form="safe"):
    """Equation (2): how alike two postures are, by the directions of their links.

    Parameters
    ----------
    last : (..., L, 3) unit directions at the last frame of the segment before
    first : (..., L, 3) unit directions at the first frame of the segment after
    form : "literal" sums over links, "safe" takes the mean over links that both have

    Returns
    -------
    (...) array; 1 (safe) or L (literal) is identical, negative is opposed
    """
    dot = np.sum(np.asarray(last) * np.asarray(first), axis=-1)
    total = dot.sum(axis=-1)
    if form == "literal":
        return total
    present = np.any(last, axis=-1) & np.any(first, axis=-1)
    return total / np.maximum(present.sum(axis=-1), 1)


def degree(similarity, posture, settings=SelectionSettings()):
    """Equation (3): E = α S + β / P, in the literal or the safe form; the least is best."""
    posture = np.asarray(posture, float) + 0.0  # no negative zero: 1 / P is then +inf
    if settings.form == "safe":
        return settings.alpha * similarity + settings.beta / np.maximum(posture, POSTURE_FLOOR)
    with np.errstate(divide="ignore"):
        return settings.alpha * similarity + settings.beta / posture


def shortlist(similarity, bpm, music_bpm, settings, usable):
    """The candidates of one segment: most similar first, tempo within the threshold.

    When fewer than ``settings.top`` pass, the threshold widens until they do or all are in.

    Parameters
    ----------
    similarity, bpm : (K,) arrays
    music_bpm : float
    usable : (K,) bool array

    Returns
    -------
    (≤ top,) int array of dance segments, and the tolerance that was needed
    """
    apart = np.abs(np.asarray(bpm) / music_bpm - 1.0)
    apart = np.where(usable, apart, np.inf)
    wanted = min(settings.top, int(usable.sum()))
    tolerance = settings.bpm_tolerance
    if np.count_nonzero(apart <= tolerance + 1e-9) < wanted:
        tolerance = float(np.partition(apart, wanted - 1)[wanted - 1])
    passing = np.flatnonzero(apart <= tolerance + 1e-9)
    return passing[np.argsort(similarity[passing], kind="stable")][: settings.top], tolerance


def choose(similarity, bpm, music_bpm, first, last, settings=None, wishes=None):
    """Choose a dance segment for every segment of the sign.

    Parameters
    ----------
    similarity : (T, K) array, equation (1)
    bpm : (K,) tempi of the dance segments
    music_bpm : (T,) tempi of the music in each segment
    first, last : (K, L, 3) link directions at the first and last frame of each dance segment
    settings : SelectionSettings, optional
    wishes : Wishes, optional

    Returns
    -------
    list of T Choice

    Raises
    ------
    LibraryError
        If a segment is left without any candidate.
    SpecificationError
        If a lock names a dance segment that does not exist.
    """
    settings, wishes = settings or SelectionSettings(), wishes or Wishes()
    lists, tolerances = [], []
    for t in range(len(similarity)):
        candidates, tolerance = _listed(t, similarity[t], bpm, music_bpm[t], settings, wishes)
        lists.append(candidates)
        tolerances.append(tolerance)
    find = _greedy if settings.order == "greedy" else _best_sequence
    chosen = find(similarity, lists, first, last, settings, wishes)
    choices = []
    for t, dance in enumerate(chosen):
        before = chosen[t - 1] if t else None
        posture = _joins(before, lists[t], first, last, settings)
        ranks = _degrees(before, similarity[t, lists[t]], posture, settings)
        listed = [
            Candidate(int(k), float(similarity[t, k]), float(p), float(e), float(bpm[k]))
            for k, p, e in zip(lists[t], posture, ranks)
        ]
        listed.sort(key=lambda c: c.degree)
        choices.append(Choice(t, int(dance), tuple(listed), t in wishes.locked, tolerances[t]))
    return choices


def _listed(t, similarity, bpm, music_bpm, settings, wishes):
    """Candidates of one segment with a person's wishes kept; a locked one is always among them."""
    usable = np.ones(len(similarity), bool)
    usable[[k for k in wishes.banned | wishes.excluded.get(t, frozenset()) if k < len(usable)]] = False
    locked = wishes.locked.get(t)
    if locked is not None and not 0 <= locked < len(usable):
        raise SpecificationError(
            f"segment {t + 1}: locked to dance segment {locked}, but the database has {len(usable)}"
        )
    if not usable.any() and locked is None:
        raise LibraryError(
            f"segment {t + 1}: every dance segment is excluded; allow one again or add dance clips"
        )
    if not usable.any():
        return np.array([locked]), settings.bpm_tolerance
    candidates, tolerance = shortlist(similarity, bpm, music_bpm, settings, usable)
    if locked is not None and locked not in candidates:
        candidates = np.append(candidates, locked)
    return candidates, tolerance


def _joins(before, candidates, first, last, settings):
    """P of each candidate after the segment before (1 where there is none)."""
    if before is None:
        return np.ones(len(candidates))
    return posture_similarity(last[before], first[candidates], form=settings.form)


def _degrees(before, similarity, posture, settings):
    """E of each candidate; the first segment joins nothing and is judged by S alone."""
    if before is None:
        return settings.alpha * similarity
    return degree(similarity, posture, settings)


def _greedy(similarity, lists, first, last, settings, wishes):
    """One segment after another, each the least E given the one before (the paper's order)."""
    chosen = []
    for t, candidates in enumerate(lists):
        before = chosen[-1] if chosen else None
        posture = _joins(before, candidates, first, last, settings)
        ranks = _degrees(before, similarity[t, candidates], posture, settings)
        tired = np.isin(candidates, chosen[len(chosen) - settings.rest :] if settings.rest else [])
        if not tired.all():
            ranks = np.where(tired, np.inf, ranks)
        chosen.append(wishes.locked.get(t, int(candidates[np.argmin(ranks)])))
    return chosen


def _best_sequence(similarity, lists, first, last, settings, wishes):
    """The row of candidates whose E adds up to the least (Viterbi)."""
    lists = [np.array([wishes.locked[t]]) if t in wishes.locked else c for t, c in enumerate(lists)]
    total = settings.alpha * similarity[0, lists[0]]
    back = []
    for t in range(1, len(lists)):
        earlier, here = lists[t - 1][:, None], lists[t][None]
        posture = posture_similarity(last[earlier], first[here], form=settings.form)
        step = total[:, None] + degree(similarity[t, lists[t]][None], posture, settings)
        if settings.rest and len(lists[t]) > 1:
            step = np.where(earlier == here, step + REPEATED, step)
        back.append(np.argmin(step, axis=0))
        total = step.min(axis=0)
    at = int(np.argmin(total))
    row = [at]
    for pointers in reversed(back):
        at = int(pointers[at])
        row.append(at)
    return [int(candidates[i]) for candidates, i in zip(lists, reversed(row))]
