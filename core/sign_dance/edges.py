"""Where a clip begins and ends: frames it does not have, and jolts that captures begin or end with."""

import numpy as np

from ..motion import rotations as rot

AT_EDGE = 0.15  # seconds at either end in which a jolt is the capture's, not the dancer's
JOLT = 0.9  # of the strongest acceleration (99.9th percentile) a joint has anywhere


def run_on(motion, inside):
    """The motion with frames outside (F,) inside filled by going on at the speed of the nearest ones."""
    there = np.flatnonzero(inside)
    if len(there) == len(inside) or len(there) < 2:
        return motion
    position, rotation = motion.root_position.copy(), motion.rotation.copy()
    for frame in range(there[-1] + 1, len(inside)):
        position[frame] = 2.0 * position[frame - 1] - position[frame - 2]
        turn = rot.mul(rot.inv(rotation[frame - 2]), rotation[frame - 1])
        rotation[frame] = rot.mul(rotation[frame - 1], turn)
    for frame in range(there[0] - 1, -1, -1):
        position[frame] = 2.0 * position[frame + 1] - position[frame + 2]
        turn = rot.mul(rot.inv(rotation[frame + 2]), rotation[frame + 1])
        rotation[frame] = rot.mul(rotation[frame + 1], turn)
    return motion.with_(root_position=position, rotation=rotation)


def steady_ends(motion):
    """The motion without jolts in its first and last moments; it runs on at the speed it has beside them."""
    if motion.frames * AT_EDGE < 1.0 or motion.seconds < 4.0 * AT_EDGE:
        return motion
    speed = rot.log(rot.mul(rot.inv(motion.rotation[:-1]), motion.rotation[1:]))
    acceleration = np.linalg.norm(np.diff(speed, axis=0), axis=-1)
    usual = np.maximum(np.percentile(acceleration, 99.9, axis=0), 1e-9)
    jolts = (acceleration / usual > JOLT).any(axis=1)
    reach = int(round(AT_EDGE * motion.fps))
    first, last = np.flatnonzero(jolts[:reach]), np.flatnonzero(jolts[::-1][:reach])
    inside = np.ones(motion.frames, bool)
    # an acceleration counts from the frame after it: two frames further the motion is its own
    if len(first):
        inside[: first[-1] + 2] = False
    if len(last):
        inside[motion.frames - (last[-1] + 2) :] = False
    return run_on(motion, inside)
