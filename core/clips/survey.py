"""What a clip is: unit, up axis, where its body faces, whether it travels."""

from dataclasses import dataclass

import numpy as np

from ..motion import rotations as rot
from .bones import axis_turn
from .scale import forward_axis, unit_of, up_axis

_SAMPLES = 50  # frames looked at
_WALKING = 0.5  # m/s that a foot passes the body with, in steps
_STEPPING = 6  # samples in which a foot does, of a clip with steps
_SLIDING = 0.25  # m/s; planted feet of sound clips move at up to 0.17 between samples


@dataclass(frozen=True)
class Survey:
    """Facts about one actor's clip.

    Attributes
    ----------
    scale_to_m : float; metres per file unit
    up, forward : str; file axes, as Blender's importer calls them
    facing : (2,) array; horizontal unit vector in Blender's axes at the first frame; NaN without legs
    root_motion : bool; the body travels by itself
    warnings : tuple of str
    """

    scale_to_m: float
    up: str
    forward: str
    facing: np.ndarray
    root_motion: bool
    warnings: tuple


def leg_length(position, roles):
    """Thigh plus shin, mean of the legs, from any pose; NaN when there is no whole leg.

    Parameters
    ----------
    position : (J, 3) array
    roles : dict of role to joint
    """
    legs = []
    for side in "lr":
        joints = [roles.get(f"{part}_{side}") for part in ("thigh", "shin", "foot")]
        if None not in joints:
            hip, knee, ankle = position[joints]
            legs.append(np.linalg.norm(knee - hip) + np.linalg.norm(ankle - knee))
    return float(np.mean(legs)) if legs else float("nan")


def sampled_frames(count, fps):
    """Frames spread over a clip (N,), and the frames a moment later (N,)."""
    step = max(1, int(round(fps / 30.0)))
    last = max(0, count - 1 - step)
    frames = np.unique(np.linspace(0, last, min(_SAMPLES, last + 1)).astype(int))
    return frames, np.minimum(frames + step, count - 1)


def survey(take, roles, names, fps, position, scale=None):
    """Facts about a clip, from a sample of its frames.

    Parameters
    ----------
    take : Take
    roles : dict of role to joint
    names : sequence of str
    fps : float
    position : (2N, J, 3) array, file axes; joints at the frames of `sampled_frames`, one after the other
    scale : float, optional; metres per unit, where that is known

    Returns
    -------
    Survey
    """
    frames, ahead = sampled_frames(len(take.values), fps)
    leg = leg_length(position[0], roles)
    scale, note = unit_of(leg, names) if scale is None else (scale, None)
    up = up_axis(position[: len(frames)], roles)
    forward = forward_axis(up)
    position = rot.rotate(axis_turn(forward, up), position * scale)
    here, then = position[: len(frames)], position[len(frames) :]
    seconds = (ahead - frames) / fps
    root_motion, notes = _travel(take, roles, here, then, seconds, leg * scale)
    warnings = ([note] if note else []) + notes
    return Survey(scale, up, forward, _facing(here[0], roles), root_motion, tuple(warnings))


def walks_on_feet(here, then, seconds, roles, leg):
    """Whether a body makes steps, its feet still where they are lowest: only what stands upright does.

    Parameters
    ----------
    here, then : (N, J, 3) arrays, metres, Z up; the joints at some frames, and a moment later
    seconds : (N,) array; how much later
    roles : dict of role to joint
    leg : float; leg length, metres
    """
    if not np.all(seconds > 0.0) or not {"foot_l", "foot_r"} <= roles.keys():
        return False
    walking = _swing_speed(roles, roles.get("pelvis", 0), here, then, seconds) > _WALKING
    if walking.sum() < _STEPPING:
        return False
    stance, speed = _stance_speeds(roles, here, then, seconds, leg, walking)
    return stance > 5 and speed <= _SLIDING


def _facing(position, roles):
    """Horizontal direction across the hips, turned forward."""
    if not {"thigh_l", "thigh_r"} <= roles.keys():
        return np.full(2, np.nan)
    left = position[roles["thigh_l"], :2] - position[roles["thigh_r"], :2]
    forward = np.array([left[1], -left[0]])
    return forward / max(np.linalg.norm(forward), 1e-12)


def _travel(take, roles, here, then, seconds, leg):
    """Whether the body travels by itself, and what is wrong with how it does."""
    root = roles.get("pelvis", 0)
    chain = [root]
    while take.joints[chain[-1]].parent >= 0:
        chain.append(take.joints[chain[-1]].parent)
    columns = [c for j in chain for c in take.columns(j, "p")[0]]
    if not columns:
        return False, ["no position channels: no root motion, the body stays where it is"]
    moves = bool(np.ptp(take.values[:, columns], axis=0).max() > 0.0)
    if not np.all(seconds > 0.0) or not {"foot_l", "foot_r"} <= roles.keys():
        return moves, []
    walking = _swing_speed(roles, root, here, then, seconds) > _WALKING
    if walking.sum() < _STEPPING:
        return moves, []
    stance, speed = _stance_speeds(roles, here, then, seconds, leg, walking)
    travel = np.linalg.norm(then[:, root, :2] - here[:, root, :2], axis=1) / seconds
    if stance > 5 and speed > _SLIDING and np.mean(travel[walking]) < 0.25 * speed:
        return False, [
            f"walks on the spot: the feet move back at {speed:.1f} m/s and the body stays: no root motion"
        ]
    if stance > 5 and speed > _SLIDING:
        return True, [f"feet slide: planted feet move at {speed:.1f} m/s"]
    return moves, []


def _stance_speeds(roles, here, then, seconds, leg, walking):
    """How many samples of walking have a foot on the ground, and how fast it moves over it, m/s."""
    speeds = []
    for side in "lr":
        joints = [roles[r] for r in (f"toe_{side}", f"foot_{side}") if r in roles]
        height, later = here[:, joints, 2].min(axis=1), then[:, joints, 2].min(axis=1)
        low = height < _percentile(height, 10) + 0.03 * leg
        still = np.abs(later - height) < 0.1 * seconds * leg / 0.83
        move = np.linalg.norm(then[:, joints, :2] - here[:, joints, :2], axis=2).min(axis=1) / seconds
        speeds.append(move[low & still & walking])
    speeds = np.concatenate(speeds)
    return len(speeds), _percentile(speeds, 30) if len(speeds) else 0.0


def _percentile(values, share):
    """A percentile of a few values (N,), at a fraction of what `numpy.percentile` costs."""
    return float(np.interp(share / 100.0 * (len(values) - 1), np.arange(len(values)), np.sort(values)))


def _swing_speed(roles, root, here, then, seconds):
    """(F,) how fast the faster foot moves past the body, m/s."""
    speeds = []
    for side in "lr":
        foot = roles[f"foot_{side}"]
        move = (then[:, foot] - then[:, root]) - (here[:, foot] - here[:, root])
        speeds.append(np.linalg.norm(move[:, :2], axis=1) / seconds)
    return np.max(speeds, axis=0)
