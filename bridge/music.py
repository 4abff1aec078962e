"""Music files as samples, decoded by Blender's own sound library."""

from pathlib import Path

import numpy as np

from ..core.errors import StepweaveError


def read_music(path):
    """Mono samples of a sound or film file.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    tuple of (N,) float32 array and float
        Samples from -1 to 1, and how many there are per second.

    Raises
    ------
    StepweaveError
        The file is not there or holds no sound that can be decoded.
    """
    import aud  # part of Blender, there once it runs

    path = Path(path)
    if not path.is_file():
        raise StepweaveError(f"{path}: no such file")
    try:
        sound = aud.Sound.file(str(path))
        rate, samples = float(sound.specs[0]), sound.rechannel(1).data()
    except aud.error as error:
        raise StepweaveError(f"{path.name}: no sound that can be decoded: {error}") from error
    return np.asarray(samples, dtype=np.float32).reshape(-1), rate
