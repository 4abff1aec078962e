"""A digest of all that an analysis depends on, so that only what has changed is analysed again."""

import hashlib

import numpy as np

from .corrections import Corrections
from .settings import AnalysisSettings


def content_key(motion, settings=None, corrections=None):
    """Digest of a motion, the settings and a person's corrections; the clip's name does not count.

    Parameters
    ----------
    motion : Motion
    settings : AnalysisSettings, optional
    corrections : Corrections, optional

    Returns
    -------
    str
        Equal for two calls only if :func:`analyse` would give the same answer.
    """
    skeleton = motion.skeleton
    digest = hashlib.blake2b(digest_size=20)
    for array in (
        motion.root_position,
        motion.rotation,
        skeleton.parents,
        skeleton.rest_offset,
        skeleton.rest_rotation,
        skeleton.length,
    ):
        array = np.ascontiguousarray(array, dtype=float)
        digest.update(repr(array.shape).encode())
        digest.update(array)
    told = (motion.fps, sorted(skeleton.roles.items()), skeleton.root)
    digest.update(repr((told, settings or AnalysisSettings(), corrections or Corrections())).encode())
    return digest.hexdigest()
