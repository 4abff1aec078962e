"""The song's counts of a scene: typed, tapped, or found in a file or in a strip of the sequencer."""

import bpy
import numpy as np

from ...core.errors import SpecificationError
from ...core.sign_dance import Counts, tapped_tempo, track_beats
from .music import read_music, read_strip, sound_strips

TAP_PAUSE = 2.5             # seconds without a tap after which the next one begins anew
_taps = []                  # (seconds of the clock, seconds of the song or None when it does not play)


def song_counts(dance):
    """Counts of the song as the scene has them: found beats as long as nobody typed over them."""
    if dance.beats:
        return Counts.from_beats([float(second) for second in dance.beats.split()])
    return Counts(dance.bpm, dance.offset)


def keep_counts(dance, counts):
    """Keep counts with the scene."""
    dance.bpm, dance.offset = counts.bpm, counts.offset
    dance.beats = "" if counts.beats is None else " ".join(f"{second:.5f}" for second in counts.beats)


def song_time(context, frame):
    """Seconds of a scene frame in the sign's time: from the first frame of the signing."""
    return (frame - sign_start(context.scene)) / scene_rate(context.scene)


def sign_start(scene):
    """Scene frame at which the signing begins."""
    clip = scene.stepweave.clips.get(scene.stepweave.dance.sign)
    return round(clip.action.frame_range[0]) if clip and clip.action else scene.frame_start


def scene_rate(scene):
    """Frames per second of a scene."""
    return scene.render.fps / scene.render.fps_base


def find_in_file(context):
    """Find the counts in the music file, which begins with the signing; returns a line for the user."""
    dance = context.scene.stepweave.dance
    found = track_beats(*read_music(bpy.path.abspath(dance.music)))
    keep_counts(dance, found.counts())
    return _told(found)


def find_in_strip(context):
    """Find the counts in the sequencer's sound, where it lies in the scene; returns a line for the user."""
    scene = context.scene
    strips = sound_strips(scene)
    if not strips:
        raise SpecificationError("no music: add a sound strip to the sequencer, or name a music file")
    song = read_strip(strips[0])
    found = track_beats(song.samples, song.rate)
    begins, heard = song_time(context, song.frame), song_time(context, song.first)
    counts = found.counts()
    if counts.beats is None:
        counts = Counts(counts.bpm, counts.offset + begins)
        counts = counts.shifted(max(0.0, np.ceil(counts.number(heard) - 1e-6)))
    else:
        beats = counts.beats + begins
        counts = Counts.from_beats(beats[beats >= heard - 1e-6])
    keep_counts(scene.stepweave.dance, counts)
    return f"{song.name}: {_told(found, counts.offset)}"


def _told(found, first=None):
    pace = "steady" if found.steady else f"not steady, {len(found.times)} beats followed"
    return f"{found.bpm:.1f} BPM, {pace}, first count at {found.offset if first is None else first:.2f} s"


def first_count_here(context):
    """Let the count nearest to the current frame, or the frame itself, be the first; returns a line."""
    scene = context.scene
    dance, here = scene.stepweave.dance, song_time(context, scene.frame_current_final)
    counts = song_counts(dance)
    if counts.beats is None:
        dance.offset = here
        return f"first count at frame {scene.frame_current}"
    counts = counts.shifted(float(np.round(counts.number(here))))
    keep_counts(dance, counts)
    return f"first count at the beat at {counts.offset:.2f} s"


def scale_tempo(context, factor):
    """Count twice or half as fast; returns a line for the user."""
    dance = context.scene.stepweave.dance
    counts = song_counts(dance)
    keep_counts(dance, counts.doubled() if factor > 1.0 else counts.halved())
    return f"{dance.bpm:.1f} BPM"


def tap(context, second):
    """One tap of the user on the beat; returns the tempo so far, or None before the third.

    While the scene plays, the taps say where the first count is too.
    """
    if _taps and second - _taps[-1][0] > TAP_PAUSE:
        _taps.clear()
    plays = context.screen is not None and context.screen.is_animation_playing
    _taps.append((second, song_time(context, context.scene.frame_current_final) if plays else None))
    if len(_taps) < 3:
        return None
    dance = context.scene.stepweave.dance
    clock = tapped_tempo([at for at, _ in _taps])
    heard = np.array([at for _, at in _taps if at is not None])
    dance.bpm = clock.bpm
    if len(heard) == len(_taps) and np.all(np.diff(heard) > 0.0):
        period = 60.0 / clock.bpm
        phase = heard - period * np.round((heard - heard[0]) / period)
        dance.offset = float(np.mean(phase))
    return dance.bpm
