"""Two dance segments joined: what separates them fades as fast as the dancer's own joints move.

Three things part the end of one segment from the start of the next. Where the body faces and stands is
free: a spin or a drift is carried on and dies away, and the rest of the dance starts from where it ends.
Postures and their speeds fade by quintics (inertialisation), each joint in its own time. The times are
tried out: of those in which the joint stays within its own strongest acceleration the shortest is taken.
"""

from typing import NamedTuple

import numpy as np

from ..motion import rotations as rot
from .steering import heading, steered, turned_about, upright

FADES = (0.20, 0.28, 0.38, 0.50, 0.70, 1.0)  # seconds in which a posture may fade
BRAKES = (0.10, 0.15, 0.22, 0.32, 0.50, 0.80)  # and a speed
LONGEST_SHARE = 0.75  # of a segment
SPENT = 0.7  # share of a joint's strongest own acceleration that a join keeps to where it can
LEAST = 5.0  # radians per second squared that a joint may do even if its dancer never does
OVERSHOOT, OF_LEGS = 0.5, 0.15  # radians that a joint may swing past its aim while it brakes
CARRY_EFFORT = 0.4  # share of the strongest own acceleration in which a spin or a drift dies away
SHORTEST_CARRY, LONGEST_CARRY = 0.10, 0.8  # seconds
FASTEST_SETTLING = 0.8  # metres per second up or down that a join carries on; the floor takes the rest
CONTIGUOUS = 1e-6


class Join(NamedTuple):
    """Where two segments meet.

    frame : first frame of the later one; angle : largest joint offset, radians; seconds : how long root
    and legs blend; anchor : the foot (0 left, 1 right) that stands through it, or -1. A clip that simply
    runs on has neither offset nor blend.
    """

    frame: int
    angle: float
    seconds: float
    anchor: int


class Limits(NamedTuple):
    """Strongest own accelerations of the dances: root (m/s²) and joints (J,) (rad/s²), 99.9th percentile."""

    root: float
    joints: np.ndarray


def own_accelerations(pieces):
    """Limits of some motions of one skeleton and rate."""
    pieces = [piece for piece in pieces if piece.frames >= 3]
    if not pieces:
        return Limits(1.0, np.full(1, LEAST))
    root = np.concatenate([np.diff(p.root_position, 2, axis=0) * p.fps**2 for p in pieces])
    joints = np.concatenate([_accelerations(p.rotation, p.fps) for p in pieces])
    return Limits(
        float(np.percentile(np.linalg.norm(root, axis=1), 99.9)),
        np.maximum(np.percentile(np.linalg.norm(joints, axis=2), 99.9, axis=0), LEAST),
    )


def joined(before, piece, frame, limits, longest, anchor=-1, pivot=None):
    """A segment that takes over from the one before it.

    Parameters
    ----------
    before : Motion; ends two frames after the piece's own first frame (the piece's index 1)
    piece : Motion, placed where the dance goes on
    frame : int; the piece's first frame in the dance
    limits : Limits
    longest : float, seconds a blend may take
    anchor : int; foot that stands through the join, or -1
    pivot : (3,) array; where that foot stands

    Returns
    -------
    Motion, Join
    """
    old = slice(before.frames - 3, before.frames)
    if _runs_on(before, piece, old):
        return piece, Join(frame, 0.0, 0.0, -1)
    piece = _carried_on(before, piece, old, limits, pivot)
    offset = rot.log(rot.mul(rot.inv(piece.rotation[:3]), before.rotation[old]))
    offset[0], offset[2] = (_near(offset[i], offset[1]) for i in (0, 2))
    shift = before.root_position[old] - piece.root_position[:3]
    speed = (offset[2] - offset[0]) * piece.fps / 2.0
    drift = (shift[2] - shift[0]) * piece.fps / 2.0
    drift[2] = np.clip(drift[2], -FASTEST_SETTLING, FASTEST_SETTLING)
    fades, brakes = _times(piece, offset[0], offset[1], speed, limits.joints, longest)
    lower = _lower_body(piece.skeleton)
    together, braking = float(fades[lower[0]]), float(brakes[lower[0]])
    time = np.maximum(np.arange(piece.frames) - 1, 0) / piece.fps
    fade = _from_offset(time, fades) * offset[1] + _from_speed(time, brakes) * speed
    slide = _from_offset(time, together) * shift[1] + _from_speed(time, braking) * drift
    fade[0], slide[0] = 0.0, 0.0
    blended = piece.with_(
        root_position=piece.root_position + slide, rotation=rot.mul(piece.rotation, rot.exp(fade))
    )
    return blended, Join(frame, float(np.linalg.norm(offset[1], axis=1).max()), together, anchor)


def _runs_on(before, piece, old):
    """Whether the piece is the very continuation of what comes before."""
    turn = rot.angle(rot.mul(rot.inv(piece.rotation[1:3]), before.rotation[old][1:])).max()
    shift = np.abs(before.root_position[old][1:] - piece.root_position[1:3]).max()
    return turn < CONTIGUOUS and shift < CONTIGUOUS


def _carried_on(before, piece, old, limits, pivot):
    """The piece with the spin and the drift that the body still has, dying away for good."""
    time = (np.arange(piece.frames) - 1) / piece.fps
    if upright(before)[old].all() and upright(piece)[:3].all():
        rate = _rate(heading(before)[old], piece.fps) - _rate(heading(piece)[:3], piece.fps)
        turn = _carry(time, rate, CARRY_EFFORT * limits.joints[piece.skeleton.root])
        piece = steered(piece, turn) if pivot is None else turned_about(piece, turn, pivot)
    if pivot is None:
        slip = _rate(before.root_position[old], piece.fps) - _rate(piece.root_position[:3], piece.fps)
        size = float(np.linalg.norm(slip[:2]))
        away = _carry(time, 1.0, CARRY_EFFORT * limits.root / max(size, 1e-9))
        piece = piece.with_(
            root_position=piece.root_position + away[:, None] * slip * (1.0, 1.0, 0.0)
        )
    return piece


def _rate(three, fps):
    return (three[2] - three[0]) * fps / 2.0


def _carry(time, speed, most):
    """(F,) way gone by a speed that dies away as (1 − s)² (1 + 2 s), no faster than ``most`` allows."""
    seconds = np.clip(1.5 * abs(speed) / max(most, 1e-9), SHORTEST_CARRY, LONGEST_CARRY)
    s = np.clip(time / seconds, 0.0, 1.0)
    return speed * (seconds * (s - s**3 + 0.5 * s**4) + np.minimum(time, 0.0))


def _times(piece, earlier, offset, speed, limits, longest):
    """Seconds (J,) in which each joint's offset fades and (J,) in which its speed does.

    All pairs of times are tried on the joint's acceleration: the piece's own and that of the fade. Root
    and legs share theirs, so that feet travel straight.
    """
    fps = piece.fps
    reach = min(piece.frames, int(np.ceil(longest * fps)) + 4)
    own = np.zeros((reach, len(offset), 3))
    if reach > 2:
        own[1:-1] = _accelerations(piece.rotation[:reach], fps)
    time = (np.arange(reach) - 1) / fps
    fades, brakes = (np.unique(np.minimum(ladder, longest)) for ladder in (FADES, BRAKES))
    most = np.full(len(offset), OVERSHOOT)
    lower = _lower_body(piece.skeleton)
    most[lower] = OF_LEGS
    size = np.linalg.norm(speed, axis=1)
    peak = np.empty((len(fades), len(brakes), len(offset)))
    for i, fade in enumerate(fades):
        for k, brake in enumerate(brakes):
            path = _from_offset(time, fade)[:, None] * offset + _from_speed(time, brake)[:, None] * speed
            path[0] = earlier
            total = own.copy()
            total[1:-1] += np.diff(path, 2, axis=0) * fps**2
            peak[i, k] = np.sqrt((total[1:-1] ** 2).sum(axis=-1)).max(axis=0, initial=0.0) / limits
    swings = 0.2 * size * brakes[:, None]
    peak = np.where((swings > most) & (np.arange(len(brakes)) > 0)[:, None], np.inf, peak)
    peak[..., lower] = peak[..., lower].max(axis=-1, keepdims=True)
    return _shortest(peak, fades, brakes)


def _shortest(peak, fades, brakes):
    """The shortest times (J,), (J,) with a peak (I, K, J) within bounds, or the gentlest ones."""
    i, k = np.divmod(np.argsort(np.add.outer(fades, brakes), axis=None, kind="stable"), len(brakes))
    tried = peak[i, k]
    fine = tried <= np.maximum(SPENT, 1.02 * tried.min(axis=0))
    first = np.argmax(fine, axis=0)
    return fades[i[first]], brakes[k[first]]


def _accelerations(rotation, fps):
    """(F - 2, J, 3) angular accelerations of rotations (F, J, 4), in the joints' own axes, rad/s²."""
    speed = rot.log(rot.mul(rot.inv(rotation[:-1]), rotation[1:])) * fps
    return np.diff(speed, axis=0) * fps


def _lower_body(skeleton):
    """Joints that carry the feet: root and legs."""
    legs = [skeleton.roles[f"{part}_{s}"] for s in "lr" for part in ("thigh", "shin", "foot")]
    return np.array([skeleton.root, *legs])


def _near(vector, reference):
    """Rotation vectors chosen next to the reference ones where they pass half a turn."""
    size = np.linalg.norm(vector, axis=-1, keepdims=True)
    other = vector * (1.0 - 2.0 * np.pi / np.maximum(size, 1e-9))
    closer = np.sum((other - reference) ** 2, axis=-1) < np.sum((vector - reference) ** 2, axis=-1)
    return np.where(closer[..., None], other, vector)


def _from_offset(time, seconds):
    """(F, 1) or (F, N, 1) share of an offset that is left, without speed at either end."""
    s = np.clip(np.divide.outer(time, seconds), 0.0, 1.0)[..., None]
    return (1.0 - s) ** 3 * (1.0 + 3.0 * s + 6.0 * s**2)


def _from_speed(time, seconds):
    """(F, 1) or (F, N, 1) seconds of a speed's way that are still to be taken back."""
    s = np.clip(np.divide.outer(time, seconds), 0.0, 1.0)
    return ((1.0 - s) ** 3 * s * (1.0 + 3.0 * s) * seconds)[..., None]
