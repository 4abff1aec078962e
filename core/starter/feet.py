"""The feet of a starter clip over its frames: planted and swinging by turns."""

from typing import NamedTuple

import numpy as np

from .roll import ankle_while_planted, pitch_while_planted
from .swing import swing


class FootTrack(NamedTuple):
    """One foot over F frames.

    ankle : (F, 3) metres; yaw, pitch, toe_pitch : (F,) radians (pitch of foot and of toe against the
    ground, heel up is positive); heel, toe : (F,) bool, that part rests on the ground.
    """

    ankle: np.ndarray
    yaw: np.ndarray
    pitch: np.ndarray
    toe_pitch: np.ndarray
    heel: np.ndarray
    toe: np.ndarray


def track(course, plants, time):
    """FootTrack of one foot.

    Parameters
    ----------
    course : Course
    plants : list of Plant of one side, rising in time; they reach beyond both ends of time
    time : (F,) array, seconds
    """
    frames = len(time)
    out = FootTrack(
        np.empty((frames, 3)),
        *(np.empty(frames) for _ in range(3)),
        *(np.zeros(frames, bool) for _ in range(2)),
    )
    for plant in plants:
        on = (time >= plant.on - 1e-9) & (time <= plant.off + 1e-9)
        pitch = pitch_while_planted(plant, time[on])
        out.ankle[on] = ankle_while_planted(plant, pitch)
        out.yaw[on] = plant.yaw
        out.pitch[on] = pitch
        out.toe_pitch[on] = np.minimum(pitch, 0.0)
        out.heel[on] = time[on] <= plant.heel_off + 1e-9
        out.toe[on] = time[on] >= plant.flat - 1e-9
    for before, after in zip(plants[:-1], plants[1:], strict=True):
        off = (time > before.off + 1e-9) & (time < after.on - 1e-9)
        if off.any():
            out.ankle[off], out.yaw[off], out.pitch[off], out.toe_pitch[off] = swing(
                course, before, after, time[off]
            )
    return out
