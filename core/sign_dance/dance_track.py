"""The chosen dance segments as one dance: retimed to the counts, set end to end, joined smoothly."""

from typing import NamedTuple

import numpy as np

from ..motion import Motion
from ..synthesis.planting.sole import feet_of
from .counts import COUNTS_PER_SEGMENT
from .edges import run_on
from .joining import LONGEST_SHARE, joined, own_accelerations
from .steering import facing_front, heading

SOON = 0.25  # seconds within which a foot that stands after a join counts as standing through it
LONGEST_JOIN = 1.0  # seconds


class DanceTrack(NamedTuple):
    """The dance on the signer's skeleton and frames.

    motion : Motion; foot_contact : (F, 2, 2) bool array as the dancers' feet had it; joins : list of
    Join; stretch : (T,) array, how much longer each segment takes than the dancer took (1 = as danced).
    """

    motion: Motion
    foot_contact: np.ndarray
    joins: list
    stretch: np.ndarray


def dance_track(sign, segments, counts, dances, chosen, front=None):
    """Build the dance under a sign.

    Parameters
    ----------
    sign : Motion; gives skeleton, frames, rate and where the dance begins
    segments : list of CountSegment that cover its frames
    counts : Counts of the song
    dances : PreparedDances
    chosen : sequence of dance segments, one per segment
    front : float, optional; heading (see `steering`) that the dancer comes back to, segment by segment

    Returns
    -------
    DanceTrack
    """
    pieces = [_piece(sign, s, counts, dances, k) for s, k in zip(segments, chosen)]
    limits = own_accelerations([piece for piece, _ in pieces])
    made, contacts, joins, before = [], [], [], None
    for segment, (piece, standing) in zip(segments, pieces):
        if before is None:
            facing = facing_front(piece, heading(sign)[0], front, np.pi)
            piece = _placed(piece, sign.root_position[0], facing)
        else:
            facing = facing_front(piece, heading(before)[-2], front)
            piece = _placed(piece, before.root_position[-2], facing)
            piece, anchor, pivot = _on_standing_foot(before, piece, contacts[-1], standing)
            longest = min(LONGEST_JOIN, LONGEST_SHARE * (segment.end_time - segment.start_time))
            piece, join = joined(before, piece, segment.start, limits, longest, anchor, pivot)
            joins.append(join)
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
    return run_on(sampled, inside), dances.contacts[dances.clip[dance]][nearest]


def _placed(piece, position, facing):
    """The piece turned and moved over the floor until its first frame has that heading and place."""
    turned = piece.moved(turn=float(facing - heading(piece)[1]))
    return turned.moved(offset=(np.asarray(position) - turned.root_position[1]) * (1.0, 1.0, 0.0))


def _on_standing_foot(before, piece, stood, standing):
    """The piece moved so that a foot that stands before and after does not move, which foot, and where.

    Of two such feet the one nearer to being under the pelvis carries the weight and stays; the weight
    then shifts over it while the join blends.
    """
    soon = max(1, int(round(SOON * piece.fps)))
    common = stood[-1].any(axis=1) & standing[:soon].any(axis=(0, 2))
    if not common.any():
        return piece, -1, None
    last, first = feet_of(before.cut(-2, -1)), feet_of(piece.cut(1, 2))
    under = np.linalg.norm((first.ball[0] - piece.root_position[1])[:, :2], axis=1)
    under += np.linalg.norm((last.ball[0] - before.root_position[-2])[:, :2], axis=1)
    anchor = int(np.argmin(np.where(common, under, np.inf)))
    shift = (last.ball[0, anchor] - first.ball[0, anchor]) * (1.0, 1.0, 0.0)
    return piece.moved(offset=shift), anchor, last.ball[0, anchor]
