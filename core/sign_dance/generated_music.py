"""Generated test music whose every beat is known: what the beat tracker is measured on.

Nothing here is recorded: clicks, and a drum kit of decaying sines and noise over a held chord.
"""

import numpy as np

PATTERNS = ("clicks", "drums", "syncopated", "swing")


def generated_music(pattern="drums", bpm=120.0, seconds=30.0, *, silence=0.0, rate=22050, seed=0):
    """A piece of generated music and the exact times of its beats.

    Parameters
    ----------
    pattern : str
        ``"clicks"`` one click a beat; ``"drums"`` kick on 1 and 3, snare on 2 and 4, hi-hat on
        eighths; ``"syncopated"`` kicks before the beat and a snare that answers off it;
        ``"swing"`` hi-hat on the last third of the beat.
    bpm, seconds : float
    silence : float, seconds of near silence before the first beat
    rate : int, samples per second
    seed : int, of the noise

    Returns
    -------
    samples : (N,) float32 array in −1..1
    beats : (M,) array, seconds
    """
    rng = np.random.default_rng(seed)
    samples = 0.001 * rng.standard_normal(int((silence + seconds) * rate))
    beat = 60.0 / bpm
    beats = silence + np.arange(0.0, seconds - 1e-9, beat)
    if pattern == "clicks":
        _add(samples, beats, _click(rate), rate)
        return samples.astype(np.float32), beats
    for voice, level, steps in _hits(pattern, rng, rate):
        for step in steps:
            _add(samples, silence + np.arange(step * beat, seconds, 4 * beat), level * voice, rate)
    time = np.arange(len(samples)) / rate - silence
    bar = np.floor(time / (4 * beat)).astype(int)
    root = 110.0 * 2.0 ** (np.array([0, 5, 7, 3])[bar % 4] / 12.0)
    chord = sum(np.sin(2 * np.pi * root * ratio * time) for ratio in (1.0, 1.25, 1.5))
    samples += 0.03 * chord * (time >= 0)
    return (samples / max(1.0, np.abs(samples).max())).astype(np.float32), beats


def _hits(pattern, rng, rate):
    """(voice samples, level, beat numbers in a bar of four) of each drum."""
    kick, snare, hat = _kick(rate), _snare(rng, rate), _hat(rng, rate)
    if pattern == "drums":
        return [(kick, 0.8, (0, 2)), (snare, 0.6, (1, 3)), (hat, 0.2, np.arange(8) / 2)]
    if pattern == "syncopated":
        return [
            (kick, 0.8, (0, 1.5, 2.5)),
            (snare, 0.6, (1, 3)),
            (snare, 0.25, (3.75,)),
            (hat, 0.25, np.arange(4)),
            (hat, 0.15, np.arange(4) + 0.5),
        ]
    if pattern == "swing":
        return [
            (kick, 0.7, (0, 2)),
            (snare, 0.6, (1, 3)),
            (hat, 0.3, (0, 1, 2, 3)),
            (hat, 0.2, (1 + 2 / 3, 3 + 2 / 3)),
        ]
    raise ValueError(f"pattern {pattern!r}: one of {', '.join(PATTERNS)}")


def _add(samples, times, voice, rate):
    for start in np.round(times * rate).astype(int):
        length = min(len(voice), len(samples) - start)
        if length > 0:
            samples[start : start + length] += voice[:length]


def _decay(rate, seconds, half_life):
    time = np.arange(int(seconds * rate)) / rate
    return time, 0.5 ** (time / half_life)


def _click(rate):
    time, decay = _decay(rate, 0.03, 0.004)
    return 0.8 * decay * np.sin(2 * np.pi * 1500 * time)


def _kick(rate):
    time, decay = _decay(rate, 0.25, 0.05)
    return decay * np.sin(2 * np.pi * (50 * time + 3.0 * (1 - np.exp(-time / 0.02))))


def _snare(rng, rate):
    time, decay = _decay(rate, 0.2, 0.03)
    return decay * (0.5 * np.sin(2 * np.pi * 190 * time) + 0.6 * rng.standard_normal(len(time)))


def _hat(rng, rate):
    time, decay = _decay(rate, 0.06, 0.01)
    return decay * np.diff(rng.standard_normal(len(time) + 1))
