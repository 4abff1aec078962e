"""The Sign Dance Model: how a dancer turns a sign into a dance, learnt from pairs of takes.

Multiple regression frame by frame (Asahina et al. 2016): ŷ = Bᵀ [1; x], x the 24 numbers of the sign's
features, y those of the dance's. Per segment there would be far more unknowns than the paper's 360
samples; per frame 25 × 24 coefficients meet some twenty thousand.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from ..errors import LibraryError, SpecificationError
from ..motion import rotations as rot
from .features import FEATURE_JOINTS, FRAMES_PER_SEGMENT

_FORMAT = "stepweave sign dance model 1"


@dataclass(frozen=True)
class SignDanceModel:
    """A regression from sign features to dance features.

    coefficients : (1 + 4 J, 4 J) array, the constant first; ``None`` is the identity map, which takes
    the sign's own movement as the dance wished for. sign_reference, dance_reference : (J, 4), the
    hemispheres of the quaternions. joints, samples : what features it reads. trained_on : facts for
    people: songs, clips, segments, ridge.
    """

    coefficients: np.ndarray | None = None
    sign_reference: np.ndarray | None = None
    dance_reference: np.ndarray | None = None
    joints: tuple[str, ...] = FEATURE_JOINTS
    samples: int = FRAMES_PER_SEGMENT
    trained_on: dict = field(default_factory=dict)

    @property
    def is_identity(self):
        """Whether there is no training behind it."""
        return self.coefficients is None

    def predict(self, turn):
        """Dance features that the model expects for sign features (..., J, 4); unit quaternions."""
        if self.is_identity:
            return np.asarray(turn, float)
        x = rot.align(turn, self.sign_reference)
        flat = x.reshape(-1, x.shape[-2] * 4)
        y = self.coefficients[0] + flat @ self.coefficients[1:]
        return rot.normalized(y.reshape(x.shape))

    def save(self, path):
        """Write the model and what it was trained on to an .npz file."""
        if self.is_identity:
            raise SpecificationError("the identity map has nothing to save; train a model first")
        facts = {"format": _FORMAT, "joints": self.joints, "samples": self.samples}
        facts["trained_on"] = self.trained_on
        np.savez_compressed(
            Path(path),
            coefficients=self.coefficients,
            sign_reference=self.sign_reference,
            dance_reference=self.dance_reference,
            facts=np.array(json.dumps(facts)),
        )

    @classmethod
    def load(cls, path):
        """Read a model that `save` wrote.

        Raises
        ------
        LibraryError
            If the file is missing or is no such model.
        """
        try:
            with np.load(Path(path), allow_pickle=False) as stored:
                facts = json.loads(str(stored["facts"]))
                arrays = [stored[name] for name in ("coefficients", "sign_reference", "dance_reference")]
            if facts["format"] != _FORMAT:
                raise ValueError(facts["format"])
            return cls(*arrays, tuple(facts["joints"]), int(facts["samples"]), facts["trained_on"])
        except FileNotFoundError:
            raise LibraryError(f"model '{path}': no such file") from None
        except (OSError, EOFError, BadZipFile, ValueError, KeyError, TypeError) as reason:
            raise LibraryError(
                f"model '{path}': not a sign dance model ({reason}); train one with 'dance train'"
            ) from None


def fit_model(sign, dance, *, ridge=0.0, joints=FEATURE_JOINTS, trained_on=None):
    """Train a Sign Dance Model on paired segments.

    Parameters
    ----------
    sign, dance : SegmentFeatures of the same K segments, in the same order
    ridge : float ≥ 0; 0 is ordinary least squares as in the paper, otherwise the share of the
        features' mean variance that is added to the diagonal (0.01 is a mild start)
    joints : sequence of the J role names of the features
    trained_on : dict, optional; kept with the model

    Returns
    -------
    SignDanceModel

    Raises
    ------
    LibraryError
        With fewer frames than coefficients per output.
    SpecificationError
        If the two sides do not match or ``ridge`` is negative.
    """
    if sign.turn.shape != dance.turn.shape:
        raise SpecificationError(
            f"training: {len(sign)} sign and {len(dance)} dance segments; pairs must match one to one"
        )
    if not 0.0 <= ridge < np.inf:
        raise SpecificationError(f"ridge {ridge}: zero (ordinary least squares) or more")
    both = sign.valid & dance.valid
    x, y = sign.turn[both], dance.turn[both]
    if len(x) <= 1 + 4 * x.shape[1]:
        raise LibraryError(
            f"training: {len(x)} paired frames for {1 + 4 * x.shape[1]} unknowns; add pairs of takes"
        )
    references = mean_turn(x), mean_turn(y)
    x, y = (rot.align(q, ref).reshape(len(q), -1) for q, ref in zip((x, y), references))
    coefficients = least_squares(x, y, ridge)
    facts = {**(trained_on or {}), "segments": len(sign), "frames": len(x), "ridge": ridge}
    facts["residual"] = float(np.sqrt(np.mean((y - coefficients[0] - x @ coefficients[1:]) ** 2)))
    return SignDanceModel(coefficients, *references, tuple(joints), sign.turn.shape[1], facts)


def least_squares(x, y, ridge=0.0):
    """Coefficients (1 + P, Q), the constant first, of y (M, Q) on x (M, P); ridge as in `fit_model`.

    The constant is never shrunk. Collinear columns get the smallest coefficients that fit.
    """
    x_mean, y_mean = x.mean(axis=0), y.mean(axis=0)
    centred = x - x_mean
    gram = centred.T @ centred / len(x)
    values, vectors = np.linalg.eigh(gram)
    shrunk = np.maximum(values, 0.0) + ridge * values.mean()
    inverse = np.where(values > 1e-10 * values.max(initial=1e-12), 1.0 / np.maximum(shrunk, 1e-300), 0.0)
    moment = centred.T @ (y - y_mean) / len(x)
    slope = vectors @ (inverse[:, None] * (vectors.T @ moment))
    return np.concatenate([(y_mean - x_mean @ slope)[None], slope])


def mean_turn(turn):
    """(J, 4) mean direction of unit quaternions (M, J, 4), blind to their signs (Markley et al. 2007)."""
    scatter = np.einsum("mji,mjk->jik", turn, turn)
    return np.linalg.eigh(scatter)[1][..., -1]
