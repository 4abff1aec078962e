"""How much a Sign Dance Model is worth: asked for songs it was not trained on."""

import numpy as np

from ..errors import LibraryError
from .features import SegmentFeatures
from .model import fit_model, mean_turn
from .selection import frame_distance, similarity


def leave_one_song_out(sign, dance, songs, *, ridge=0.0, norm="l2"):
    """Train without each song in turn and ask for the dance of its segments.

    Parameters
    ----------
    sign, dance : SegmentFeatures of the same K segments
    songs : sequence of K names
    ridge, norm : as in `fit_model` and `similarity`

    Returns
    -------
    dict with
    ``segments``, ``songs``, ``true_first_share`` and ``true_in_top5_share`` (of segments whose own
    dance is the most similar, among the five most similar, of all K dance segments),
    ``mean_rank_percent`` (0 best, 50 chance), ``chance_first_share``, ``chance_top5_share``,
    ``error_model``, ``error_mean_baseline``, ``error_copy_baseline`` (equation (1), mean per frame, to
    the true dance: of the model, of always predicting the mean dance, of copying the sign), and ``per_song``.

    Raises
    ------
    LibraryError
        With fewer than two songs.
    """
    songs = np.asarray(songs)
    names = list(dict.fromkeys(songs.tolist()))
    if len(names) < 2:
        raise LibraryError(f"leave one song out: {len(names)} song; pairs of at least two songs are needed")
    rank = np.empty(len(songs))
    errors = {name: np.empty(len(songs)) for name in ("model", "mean_baseline", "copy_baseline")}
    for name in names:
        out = np.flatnonzero(songs == name)
        rest = np.flatnonzero(songs != name)
        model = fit_model(_rows(sign, rest), _rows(dance, rest), ridge=ridge)
        valid = sign.valid[out] & dance.valid[out]
        apart = similarity(model.predict(sign.turn[out]), dance.turn, norm=norm, valid=valid)
        true = apart[np.arange(len(out)), out]
        ties = (apart == true[:, None]).sum(axis=1) - 1
        rank[out] = (apart < true[:, None]).sum(axis=1) + 0.5 * ties
        errors["model"][out] = true
        average = mean_turn(dance.turn[rest][dance.valid[rest]])
        guesses = {"mean_baseline": np.broadcast_to(average, sign.turn[out].shape),
                   "copy_baseline": sign.turn[out]}
        for baseline, guess in guesses.items():
            errors[baseline][out] = _own(guess, dance.turn[out], norm, valid)
    report = _summary(rank, errors, len(songs), len(names))
    report["per_song"] = {
        str(name): {
            "segments": int((songs == name).sum()),
            "true_first_share": float((rank[songs == name] < 0.5).mean()),
            "error_model": float(errors["model"][songs == name].mean()),
        }
        for name in names
    }
    return report


def _summary(rank, errors, segments, songs):
    return {
        "segments": segments,
        "songs": songs,
        "true_first_share": float((rank < 0.5).mean()),
        "true_in_top5_share": float((rank < 4.5).mean()),
        "mean_rank_percent": float(100.0 * rank.mean() / max(segments - 1, 1)),
        "chance_first_share": 1.0 / segments,
        "chance_top5_share": min(1.0, 5.0 / segments),
        **{f"error_{name}": float(value.mean()) for name, value in errors.items()},
    }


def _own(guess, true, norm, valid):
    """(T,) equation (1), mean per frame, of each segment to its own dance only."""
    apart = frame_distance(guess, true, norm) * valid
    return apart.sum(axis=1) / np.maximum(valid.sum(axis=1), 1)


def _rows(features, index):
    return SegmentFeatures(*(getattr(features, n)[index] for n in ("turn", "valid", "first", "last")))
