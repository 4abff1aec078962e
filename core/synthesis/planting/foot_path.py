"""Where the feet go: held on their plants, rolling from heel to toe, and smoothly home in between."""

from typing import NamedTuple

import numpy as np

from ...motion import rotations as rot
from .plants import FLAT, HEEL, TOE
from .windows import fade, runs

RAMP = 0.3                # share of a swing in which a lift rises, and falls
TOES = 0.008              # metres the toe tips may dip more than the ball: toes bend
TOLERANCE = 0.002         # metres a swinging foot may dip below its sole before it is lifted


class FootPath(NamedTuple):
    """Feet as they shall be: ankle (F, 2, 3) metres, foot and toe rotations (F, 2, 4)."""

    ankle: np.ndarray
    foot: np.ndarray
    toe: np.ndarray


def foot_paths(feet, plants, sole, ground, lever, window, brake):
    """Paths of both feet that hold every plant exactly.

    While flat, ankle and ball stand still. On the heel the foot turns about the point under the
    ankle, on the toes about the ball, with the source's own turning. In the swing the source's
    path is kept, plus what is left of the corrections.

    Parameters
    ----------
    feet : Feet; the motion before
    plants : Plants
    sole : Sole
    ground : callable (N, 2) metres -> (N,) metres
    lever : (2, 3) array, metres; ball in the foot's frame
    window : float, frames; longest blend of an offset into the swing
    brake : float, frames; longest blend of a speed into the swing
    """
    owner = plants.owner
    held = owner >= 0
    near = _spread(owner, held)
    phase = np.where(held, plants.phase, _spread(plants.phase, held))
    foot = _turns(feet.foot, plants.rotation, near, held & (plants.phase == FLAT), window, brake)
    pinned = _pinned(plants, near, phase, foot, lever, sole)
    offset = np.where((near >= 0)[..., None], pinned - feet.ankle, 0.0)
    ankle = feet.ankle + fade(offset, held, window, brake)
    toe = _toes(feet, plants, near, held & (phase >= FLAT), foot, window, brake)
    return FootPath(_lifted(ankle, foot, toe, feet, held, sole, ground, lever), foot, toe)


def _spread(values, held):
    """Values of held frames carried one frame beyond each end, elsewhere as they are (-1 or 0)."""
    out = values.copy()
    after = held[:-1] & ~held[1:]
    before = held[1:] & ~held[:-1]
    out[1:][after] = values[:-1][after]
    out[:-1][before] = values[1:][before]
    return out


def _turns(source, plant_turn, owner, flat, window, brake):
    """(F, 2, 4) foot rotations: the plant's while flat, blended into the source's around."""
    if len(plant_turn) == 0:
        return source
    wanted = plant_turn[np.maximum(owner, 0)]
    offset = rot.log(rot.mul(wanted, rot.inv(source)))
    return rot.mul(rot.exp(fade(offset, flat, window, brake)), source)


def _pinned(plants, owner, phase, foot, lever, sole):
    """(F, 2, 3) ankle that keeps the pivot of each frame's phase in place."""
    if len(plants) == 0:
        return np.zeros((*owner.shape, 3))
    at = np.maximum(owner, 0)
    ankle, turn = plants.ankle[at], plants.rotation[at]
    down = np.zeros((2, 3))
    down[:, 2] = -sole.ankle
    # the same point of the foot before and after it turned away from flat
    away = rot.mul(foot, rot.inv(turn))
    on_heel = ankle + down - rot.rotate(away, down)
    on_toes = plants.ball[at] - rot.rotate(foot, lever)
    chosen = phase[..., None]
    return np.where(chosen == HEEL, on_heel, np.where(chosen == TOE, on_toes, ankle))


def _toes(feet, plants, owner, standing, foot, window, brake):
    """(F, 2, 4) toe rotations: standing still in toe contact, following the foot elsewhere."""
    relative = rot.mul(rot.inv(feet.foot), feet.toe)
    if len(plants) == 0:
        return rot.mul(foot, relative)
    wanted = rot.mul(rot.inv(foot), plants.toe_rotation[np.maximum(owner, 0)])
    offset = rot.log(rot.mul(wanted, rot.inv(relative)))
    return rot.mul(foot, rot.mul(rot.exp(fade(offset, standing, window, brake)), relative))


def _lifted(ankle, foot, toe, feet, held, sole, ground, lever):
    """Ankles raised in each swing by one smooth bump, as far as the foot would dip below ground."""
    ball = ankle + rot.rotate(foot, lever)
    tip_arm = rot.rotate(rot.inv(feet.toe), feet.tip - feet.ball)
    tip = ball + rot.rotate(toe, tip_arm)
    out = ankle
    for side in range(2):
        dip = np.zeros(len(ankle))
        for point, height in ((ball, sole.ball), (tip, sole.tip - TOES), (ankle, sole.ankle)):
            at = point[:, side]
            dip = np.maximum(dip, ground(at[:, :2]) + height[side] - TOLERANCE - at[:, 2])
        dip[held[:, side]] = 0.0
        for start, end in zip(*runs(~held[:, side])):
            if dip[start : end + 1].max() <= 0.0:
                continue
            bump = _bump(start, end, len(ankle))
            rise = np.max(dip[start : end + 1] / np.maximum(bump, 0.5))
            out = out.copy() if out is ankle else out
            out[start : end + 1, side, 2] += rise * bump
    return out


def _bump(start, end, frames):
    """Unit bump over the free frames start..end that leaves the plants at both ends smoothly."""
    s = np.arange(1, end - start + 2) / (end - start + 2)
    rising = np.ones_like(s) if start == 0 else _ease(s / RAMP)
    falling = np.ones_like(s) if end == frames - 1 else _ease((1.0 - s) / RAMP)
    return rising * falling


def _ease(s):
    """From 0 to 1 at s = 1, without acceleration at either end."""
    s = np.clip(s, 0.0, 1.0)
    return s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
