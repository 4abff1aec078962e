"""The chosen dance segments as one dance: retimed to the counts, set end to end, joined smoothly."""

from typing import NamedTuple

import numpy as np

from ..motion import Motion
from ..motion import rotations as rot
from ..synthesis.planting.sole import feet_of
from .counts import COUNTS_PER_SEGMENT
from .steering import heading

SHORTEST_JOIN = 0.20  # seconds
SOON = 0.25  # seconds within which a foot that stands after a join counts as standing through it
LONGEST_JOIN = 1.0
LONGEST_SHARE = 0.75  # of a segment
EFFORT = 0.4  # a join may add this share of a joint's strongest own acceleration
BRAKE_EFFORT = 0.45  # and this share to take up another speed,
OVERSHOOT, OF_LEGS, DRIFT = 0.5, 0.15, 0.05  # radians, metres: unless it would swing further than this
SHORTEST_BRAKE = 0.10  # seconds
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


class DanceTrack(NamedTuple):
    """The dance on the signer's skeleton and frames.

    motion : Motion; foot_contact : (F, 2, 2) bool array as the dancers' feet had it; joins : list of
    Join; stretch : (T,) array, how much longer each segment takes than the dancer took (1 = as danced).
    """

    motion: Motion
    foot_contact: np.ndarray
    joins: list
    stretch: np.ndarray


def dance_track(sign, segments, counts, dances, chosen):
    """Build the dance under a sign.

    Parameters
    ----------
    sign : Motion; gives skeleton, frames, rate and where the dance begins
    segments : list of CountSegment that cover its frames
    counts : Counts of the song
    dances : PreparedDances
    chosen : sequence of dance segments, one per segment

    Returns
    -------
    DanceTrack
    """
    pieces = [_piece(sign, s, counts, dances, k) for s, k in zip(segments, chosen)]
    limits = _own_accelerations([piece for piece, _ in pieces], sign.fps)
    made, contacts, joins, before = [], [], [], None
    for segment, (piece, standing) in zip(segments, pieces):
        if before is None:
            piece = _placed(piece, sign.root_position[0], heading(sign)[0])
        else:
            piece = _placed(piece, before.root_position[-2], heading(before)[-2])
            piece, anchor = _on_standing_foot(before, piece, contacts[-1], standing)
            longest = min(LONGEST_JOIN, LONGEST_SHARE * (segment.end_time - segment.start_time))
            piece, join = _joined(before, piece, segment.start, limits, longest)
            joins.append(join._replace(anchor=anchor))
        made.append(piece.cut(1, piece.frames - 2))
        contacts.append(standing)
        before = piece
    motion = Motion(
        sign.skeleton,
        np.concatenate([piece.root_position for piece in made]),
        np.concatenate([piece.rotation for piece in made]),
        sign.fps,
        sign.name,
    )
    return DanceTrack(motion, np.concatenate(contacts), joins, _stretch(segments, dances, chosen))


def _stretch(segments, dances, chosen):
    return np.array(
        [
            (s.end_time - s.start_time) / (dances.segments[k].end_time - dances.segments[k].start_time)
            for s, k in zip(segments, chosen)
        ]
    )


def _piece(sign, segment, counts, dances, dance):
    """A dance segment on the sign's frames: one frame before it, the segment, two after it; its contacts."""
    clip, cut = dances.motions[dances.clip[dance]], dances.segments[dance]
    frame = np.arange(segment.start - 1, segment.end + 2)
    count = counts.number(frame / sign.fps) - COUNTS_PER_SEGMENT * segment.number
    grid = dances.counts[dances.clip[dance]]
    clip_frame = grid.time(COUNTS_PER_SEGMENT * cut.number + count) * clip.fps
    low = max(0, int(clip_frame[0]) - 4)
    high = min(clip.frames, int(clip_frame[-1]) + 6)
    sampled = clip.cut(low, high).sampled(clip_frame - low, sign.fps)
    inside = (clip_frame >= 0.0) & (clip_frame <= clip.frames - 1.0)
    nearest = np.clip(np.round(clip_frame[1:-2]).astype(int), 0, clip.frames - 1)
    return _run_on(sampled, inside), dances.contacts[dances.clip[dance]][nearest]


def _run_on(motion, inside):
    """Frames that the clip does not have, filled by going on at the last speed."""
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


def _own_accelerations(pieces, fps):
    """Strongest own acceleration (99.9th percentile): root (m/s²), joints (J,) (rad/s²)."""
    root, joints = [], []
    for piece in pieces:
        if piece.frames >= 3:
            root.append(np.linalg.norm(np.diff(piece.root_position, 2, axis=0), axis=1) * fps**2)
            speed = rot.log(rot.mul(rot.inv(piece.rotation[:-1]), piece.rotation[1:])) * fps
            joints.append(np.linalg.norm(np.diff(speed, axis=0), axis=2) * fps)
    if not root:
        return 1.0, np.ones(pieces[0].skeleton.joints)
    root, joints = np.concatenate(root), np.concatenate(joints)
    return float(np.percentile(root, 99.9)), np.percentile(joints, 99.9, axis=0)


def _placed(piece, position, facing):
    """The piece turned and moved over the floor until its first frame has that heading and place."""
    turned = piece.moved(turn=float(facing - heading(piece)[1]))
    return turned.moved(offset=(np.asarray(position) - turned.root_position[1]) * (1.0, 1.0, 0.0))


def _on_standing_foot(before, piece, stood, standing):
    """The piece moved so that a foot that stands before and after does not move, and which foot.

    Of two such feet the one nearer to being under the pelvis carries the weight and stays; the weight
    then shifts over it while the join blends.
    """
    soon = max(1, int(round(SOON * piece.fps)))
    common = stood[-1].any(axis=1) & standing[:soon].any(axis=(0, 2))
    if not common.any():
        return piece, -1
    last, first = feet_of(before.cut(-2, -1)), feet_of(piece.cut(1, 2))
    under = np.linalg.norm((first.ball[0] - piece.root_position[1])[:, :2], axis=1)
    under += np.linalg.norm((last.ball[0] - before.root_position[-2])[:, :2], axis=1)
    anchor = int(np.argmin(np.where(common, under, np.inf)))
    shift = (last.ball[0, anchor] - first.ball[0, anchor]) * (1.0, 1.0, 0.0)
    return piece.moved(offset=shift), anchor


def _joined(before, piece, frame, limits, longest):
    """The piece with what separates it from the one before fading out (inertialisation).

    ``before`` ends two frames after the piece's own first frame (its index 1): offset and speed of
    the offset are read there, and quintics carry both to rest, for each joint as fast as the joint
    itself moves elsewhere.
    """
    fps = piece.fps
    old = slice(before.frames - 3, before.frames)
    offset = rot.log(rot.mul(rot.inv(piece.rotation[:3]), before.rotation[old]))
    offset[0], offset[2] = (_near(offset[i], offset[1]) for i in (0, 2))
    shift = before.root_position[old] - piece.root_position[:3]
    angle = np.linalg.norm(offset[1], axis=1)
    if angle.max() < CONTIGUOUS and np.abs(shift[1]).max() < CONTIGUOUS:
        return piece, Join(frame, 0.0, 0.0, -1)
    time = np.maximum(np.arange(piece.frames) - 1, 0) / fps
    root_limit, joint_limits = limits
    speed, drift = (offset[2] - offset[0]) * fps / 2.0, (shift[2] - shift[0]) * fps / 2.0
    drift[2] = np.clip(drift[2], -FASTEST_SETTLING, FASTEST_SETTLING)
    lower = _lower_body(piece.skeleton)
    seconds = _fade_times(angle, joint_limits, longest)
    most = np.where(np.isin(np.arange(len(speed)), lower), OF_LEGS, OVERSHOOT)
    brake = _brake_times(np.linalg.norm(speed, axis=1), joint_limits, most, longest)
    # root and legs go together, so that feet travel straight
    settle = float(_fade_times(np.linalg.norm(shift[1]), root_limit, longest))
    together = max(settle, float(seconds[lower].max()))
    seconds[lower], brake[lower] = together, brake[lower].max()
    braking = float(_brake_times(np.linalg.norm(drift), root_limit, DRIFT, longest))
    fade = _from_offset(time, seconds) * offset[1] + _from_speed(time, brake) * speed
    slide = _from_offset(time, together) * shift[1] + _from_speed(time, braking) * drift
    fade[0], slide[0] = 0.0, 0.0
    blended = piece.with_(
        root_position=piece.root_position + slide, rotation=rot.mul(piece.rotation, rot.exp(fade))
    )
    return blended, Join(frame, float(angle.max()), together, -1)


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


def _fade_times(offset, limit, longest):
    """Seconds in which an offset can fade within its share of the joint's own acceleration.

    A quintic from offset d to rest in T peaks at 5.8 d / T².
    """
    seconds = np.sqrt(5.8 * offset / np.maximum(EFFORT * limit, 1e-3))
    return np.clip(seconds, min(SHORTEST_JOIN, longest), longest)


def _brake_times(speed, limit, most, longest):
    """Seconds in which a speed can fade: its quintic peaks at 3.9 v / T and overshoots by 0.2 v T."""
    wished = 3.9 * speed / np.maximum(BRAKE_EFFORT * limit, 1e-3)
    allowed = np.clip(most / np.maximum(0.2 * speed, 1e-9), SHORTEST_BRAKE, longest)
    return np.clip(wished, SHORTEST_BRAKE, allowed)


def _from_offset(time, seconds):
    """(F, 1) or (F, N, 1) share of an offset that is left, without speed at either end."""
    s = np.clip(np.divide.outer(time, seconds), 0.0, 1.0)[..., None]
    return (1.0 - s) ** 3 * (1.0 + 3.0 * s + 6.0 * s**2)


def _from_speed(time, seconds):
    """(F, 1) or (F, N, 1) seconds of a speed's way that are still to be taken back."""
    s = np.clip(np.divide.outer(time, seconds), 0.0, 1.0)
    return ((1.0 - s) ** 3 * s * (1.0 + 3.0 * s) * seconds)[..., None]
