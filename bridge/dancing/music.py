"""Music as samples, decoded by Blender's own sound library: from files and from the sequencer's strips."""

import tempfile
from pathlib import Path
from typing import NamedTuple

import bpy
import numpy as np

from ...core.errors import StepweaveError

SOUND_ENDINGS = (".wav", ".mp3", ".ogg", ".oga", ".opus", ".flac", ".m4a", ".aac")


class SongStrip(NamedTuple):
    """Music of the sequencer.

    name : str; samples : (N,) array; rate : float, samples per second; frame : float, scene frame of the
    first sample; first, last : scene frames in which the strip is heard.
    """

    name: str
    samples: np.ndarray
    rate: float
    frame: float
    first: int
    last: int


def sound_strips(scene):
    """Sound strips of a scene's sequencer that are heard, the active one first, then in their order."""
    editor = scene.sequence_editor
    if editor is None:
        return []
    strips = [s for s in editor.strips_all if s.type == "SOUND" and s.sound and not s.mute]
    return sorted(strips, key=lambda strip: (strip != editor.active_strip, _heard(strip)[0]))


def read_strip(strip):
    """A sound strip's music and where it lies in the scene.

    Parameters
    ----------
    strip : bpy.types.SoundStrip

    Returns
    -------
    SongStrip

    Raises
    ------
    StepweaveError
        Its sound cannot be found or decoded, or is played at changing speeds.
    """
    if len(getattr(strip, "retiming_keys", ())):
        raise StepweaveError(
            f"sound strip '{strip.name}' is retimed, and how fast it plays where cannot be read: render the "
            f"sound (Render, Render Audio) and put that file in its place, or remove its retiming keys"
        )
    sound = strip.sound
    path = Path(bpy.path.abspath(sound.filepath, library=sound.library))
    if sound.packed_file:
        with tempfile.TemporaryDirectory() as folder:
            unpacked = Path(folder) / f"song{path.suffix}"
            unpacked.write_bytes(sound.packed_file.data)
            samples, rate = read_music(unpacked)
    else:
        samples, rate = read_music(path)
    return SongStrip(strip.name, samples, rate, _begins(strip), *_heard(strip))


def _begins(strip):
    """Scene frame of the sound's first sample: its content, put off by seconds and trimmed in frames."""
    content = strip.content_start if hasattr(strip, "content_start") else strip.frame_start
    render = strip.id_data.render
    seconds = getattr(strip, "sound_offset", 0.0)
    trimmed = getattr(strip, "animation_offset_start", 0)
    return float(content) + seconds * render.fps / render.fps_base - trimmed


def _heard(strip):
    """First and last scene frame of a strip; Blender 5.2 gave these properties other names."""
    if hasattr(strip, "left_handle"):
        return strip.left_handle, strip.right_handle
    return strip.frame_final_start, strip.frame_final_end


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
