"""Where the feet go: held on their plants, rolling from heel to toe, and smoothly home in between."""

from typing import NamedTuple

import numpy as np

from ...motion import rotations as rot
from .plants import Plants
from .ranges import LAST, OUTER
from .sole import Feet, Sole
from .stances import FLAT, HEEL, TOE
from .windows import carried, ease, fade, nearness, runs, smooth_cover

RAMP = 0.3                # share of a swing in which a lift rises, and falls
TOES = 0.008              # metres the toe tips may dip more than the ball: toes bend
TOLERANCE = 0.002         # metres a swinging foot may dip below its sole before it is lifted
CLEAR = 0.005             # metres by which a swinging foot clears the ground
LET_GO = 0.01             # metres by which one does that was let go although its clip shows it down
STRIDE = 0.2              # metres which a foot travels before it has to
ROLL = 0.12               # seconds off flat in which a rolling foot takes over the leg's length
STEEPEST = 1.2            # radians from flat to which a leg may make the foot roll on its toes
MOST = 0.5               # radians a rolling foot may give way for its leg
BENT_UP = 0.7             # radians by which the ground bends toes up at most
UNBENT = 0.05             # seconds off a plant in which they may begin to bend
CURL = 0.7                # radians by which the toes may stand up on their tips at most
TOES_BRAKE = 0.17         # seconds in which the toes of a foot that lifts take up the source's speed
GIVE = 0.05               # seconds off flat in which toes begin to give way to their feet
HOLD = 0.2                # seconds round a plant in which their bend is eased to its range
EVEN = 0.08               # seconds over which curling and bending of the toes are evened out
TIPPED = (0.4, 0.9)       # radians of lift of the heel at which toes begin to stand up, and may do so fully


class Held(NamedTuple):
    """What keeps the feet, frame by frame.

    feet : Feet; the motion before
    plants : Plants
    owner : (F, 2) int array; plant of each frame, else -1
    phase : (F, 2) int array; its phase
    down : (F, 2) bool array; planted frames
    lever, toes : (2, 3) arrays, metres; ball in the foot's frame, tip in the toes' frame
    sole : Sole
    fps : float
    window : float, frames; longest blend of an offset into the swing
    brake : float, frames; longest blend of a speed into the swing
    bend : callable, of rotations (F, 2, 4) of toes in their feet, that holds them to the source's range
    """

    feet: Feet
    plants: Plants
    owner: np.ndarray
    phase: np.ndarray
    down: np.ndarray
    lever: np.ndarray
    toes: np.ndarray
    sole: Sole
    fps: float
    window: float
    brake: float
    bend: object

    def faded(self, offset, anchored):
        """Offsets (F, 2, D) of anchored frames, faded out around them."""
        return fade(offset, anchored, self.window, self.brake)


def holding(feet, plants, lever, toes, sole, fps, window, brake, bend):
    """Held for plants (see there for the parameters; window and brake in seconds)."""
    owner = plants.owner
    down = owner >= 0
    return Held(
        feet, plants, owner, plants.phase, down, lever, toes, sole, fps, window * fps, brake * fps, bend
    )


def foot_turns(held):
    """(F, 2, 4) foot rotations: the plant's while flat, blended into the source's around.

    The source's rotations are those of level ground: on a slope they are tilted with it. A foot that
    turns about its ball does not sink its heel below the ground, nor one on its heel its ball.
    """
    tilt = rot.log(held.plants.tilt)[held.owner]
    source = rot.mul(rot.exp(carried(tilt, held.down)), held.feet.foot)
    wanted = held.plants.rotation[np.maximum(held.owner, 0)]
    offset = rot.log(rot.mul(wanted, rot.inv(source)))
    foot = rot.mul(rot.exp(held.faded(offset, held.down & (held.phase == FLAT))), source)
    axis, lift = heel_lift(held, foot)
    sunk = np.where(held.phase == TOE, np.maximum(-lift, 0.0), np.minimum(-lift, 0.0))
    sunk[~held.down | (held.phase == FLAT)] = 0.0
    return turned(held, axis, sunk, foot)


def turned(held, axis, angle, foot):
    """Foot rotations (F, 2, 4) turned about axes (F, 2, 3) by angles (F, 2) on the plants, fading around."""
    return rot.mul(rot.exp(held.faded(axis * angle[..., None], held.down)), foot)


def heel_lift(held, foot):
    """Axes (F, 2, 3) about which heels lift, and by which angles (F, 2) they are lifted from flat, radians.

    Negative with the toes up. Measured from the ground under each plant, whichever way the foot points.
    """
    at = np.maximum(held.owner, 0)
    plants = held.plants
    up = rot.rotate(plants.tilt, np.array([0.0, 0.0, 1.0]))
    flat = plants.ball - plants.ankle
    across = rot.rotate(rot.inv(plants.rotation), np.cross(up, flat))
    level = np.arctan2(np.sum(flat * up, axis=-1), np.linalg.norm(np.cross(up, flat), axis=-1))
    up = up[at]
    axis = rot.rotate(foot, across[at])
    axis -= up * np.sum(axis * up, axis=-1, keepdims=True)
    axis /= np.maximum(np.linalg.norm(axis, axis=-1, keepdims=True), 1e-9)
    arm = rot.rotate(foot, held.lever)
    pitch = np.arctan2(np.sum(arm * up, axis=-1), np.sum(arm * np.cross(axis, up), axis=-1))
    return axis, level[at] - pitch


def balls(held, curl=None):
    """(F, 2, 3) each plant's ball, which rises over the tips of the toes as they curl (F, 2, 3), metres."""
    at = np.maximum(held.owner, 0)
    ball, tip = held.plants.ball[at], held.plants.tip[at]
    return ball if curl is None else tip + rot.rotate(rot.exp(curl), ball - tip)


def pinned_ankles(held, foot, ball):
    """(F, 2, 3) ankles that keep each plant's pivot in place; of no meaning in the swings.

    While flat, ankle and ball stand. On the heel the foot turns about the heel, on the toes about
    the ball (F, 2, 3).
    """
    at = np.maximum(held.owner, 0)
    ankle, turn = held.plants.ankle[at], held.plants.rotation[at]
    heel = held.plants.heel[at]
    on_heel = heel + rot.rotate(rot.mul(foot, rot.inv(turn)), ankle - heel)
    on_toes = ball - rot.rotate(foot, held.lever)
    phase = held.phase[..., None]
    return np.where(phase == HEEL, on_heel, np.where(phase == TOE, on_toes, ankle))


def ankle_path(held, pinned, shift):
    """(F, 2, 3) ankles that go through the pinned ones (F, 2, 3).

    In the swing the source's path is kept, moved with the pelvis (shift (F, 3), metres), plus what
    is left of the corrections.
    """
    free = held.feet.ankle + shift[:, None]
    return free + held.faded(pinned - free, held.down)


def toe_turns(held, foot, curl):
    """(F, 2, 4) toe rotations: standing still in toe contact but for their curl, else following the foot.

    They bend no further than in the source: those of a foot that rolls on turn with it at the last.
    """
    relative = rot.mul(rot.inv(held.feet.foot), held.feet.toe)
    wanted = rot.mul(rot.exp(curl), held.plants.toe_rotation[np.maximum(held.owner, 0)])
    wanted = rot.mul(rot.inv(foot), wanted)
    offset = rot.log(rot.mul(wanted, rot.inv(relative)))
    standing = held.down & (held.phase >= FLAT)
    offset = fade(offset, standing, held.window, TOES_BRAKE * held.fps)
    return rot.mul(foot, _bent(held, rot.mul(rot.exp(offset), relative)))


def _bent(held, relative):
    """Rotations (F, 2, 4) of toes in their feet, held to the source's range but for toes that lie flat.

    On a plant that never bends toes down, which would press the ball into the ground.
    """
    flat = nearness(held.down & (held.phase <= FLAT), GIVE * held.fps)
    share = (1.0 - flat) * nearness(held.down, HOLD * held.fps)
    turn = rot.log(rot.mul(held.bend(relative), rot.inv(relative)))
    up = _lateral(held)
    pressed = np.minimum(np.sum(turn * up, axis=-1), 0.0) * nearness(held.down, GIVE * held.fps)
    turn -= up * pressed[..., None]
    return rot.mul(rot.exp(share[..., None] * turn), relative)


def rolling_share(held):
    """(F, 2) smooth share, 0 while flat or on the heel to 1, by which a foot rolls on its toes."""
    standing = held.down & (held.phase <= FLAT)
    return np.where(held.down, 1.0 - nearness(standing, ROLL * held.fps), 0.0)


def rolled(held, foot, ball, hip, wish):
    """Foot rotations of which those on the toes give way, so that the leg keeps its length.

    A rolling foot can lift its heel more, or less, about the ball: the ankle then comes to lie as
    far from the hip as wished, and neither knee nor pelvis have to answer for the plant. The heel
    does not sink below its place on the flat foot, nor does the foot stand on its toes like a dancer's.

    Parameters
    ----------
    held : Held
    foot : (F, 2, 4) array
    ball : (F, 2, 3) array, metres; about which it rolls
    hip : (F, 2, 3) array, metres; where the hips will be
    wish : (F, 2) array, metres; hip to ankle

    Returns
    -------
    (F, 2, 4) array
    """
    share = rolling_share(held)
    rolling = held.down & (held.phase == TOE)
    if not rolling.any():
        return foot
    arm = rot.rotate(foot, held.lever)
    axis, away = heel_lift(held, foot)
    turn = _turn_to_reach(axis, ball - hip, arm, wish)
    lower, higher = np.clip(away, 1e-3, MOST), np.clip(STEEPEST - away, 1e-3, MOST)
    most = np.where(turn < 0.0, lower, higher)
    return turned(held, axis, share * most * np.tanh(turn / most), foot)


def curled(held, foot, hip, wish):
    """(F, 2, 3) turns by which the toes stand up on their tips, where lifting the heel is not enough.

    The last of a foot to leave the ground are the tips of its toes: the ball rises over them.

    Parameters
    ----------
    held : Held
    foot : (F, 2, 4) array
    hip : (F, 2, 3) array, metres; where the hips will be
    wish : (F, 2) array, metres; hip to ankle
    """
    plants, at = held.plants, np.maximum(held.owner, 0)
    axis, lift = heel_lift(held, foot)
    share = rolling_share(held) * ease((lift - TIPPED[0]) / (TIPPED[1] - TIPPED[0]))
    share[~held.down | (held.phase != TOE)] = 0.0
    toes = (plants.ball - plants.tip)[at]
    reach = hip - plants.tip[at] + rot.rotate(foot, held.lever)
    turn = np.maximum(_turn_to_reach(axis, reach, toes, wish), 0.0)
    turn = smooth_cover(share * CURL * np.tanh(turn / CURL), EVEN * held.fps)
    return axis * np.where(held.phase == TOE, turn, 0.0)[..., None]


def tip_turns(held, foot, curl):
    """(F, 2, 3) turns of toes about their tips of which none bends, or twists, further than in the source.

    What a foot turns beyond that, in heel lift or in heading, the toes turn with it, about their tips.

    Parameters
    ----------
    held : Held
    foot : (F, 2, 4) array
    curl : (F, 2, 3) array, radians; turns about the tips for the legs' sake
    """
    flat = held.plants.toe_rotation[np.maximum(held.owner, 0)]
    bent = _bent(held, rot.mul(rot.inv(foot), rot.mul(rot.exp(curl), flat)))
    turn = rot.log(rot.mul(rot.mul(foot, bent), rot.inv(flat)))
    return np.where((held.down & (held.phase == TOE))[..., None], turn, 0.0)


def _turn_to_reach(axis, reach, arm, wish):
    """(F, 2) least angle about an axis by which an arm is turned until |reach - arm| is as wished, radians.

    Split along and across the axis, that is an equation in sine and cosine of the angle.
    """
    along = axis * np.sum(axis * arm, axis=-1, keepdims=True)
    across = arm - along
    q = np.sum(reach * across, axis=-1)
    s = np.sum(reach * np.cross(axis, across), axis=-1)
    c = 0.5 * (np.sum(reach**2, axis=-1) + np.sum(arm**2, axis=-1) - wish**2)
    c -= np.sum(reach * along, axis=-1)
    middle = np.arctan2(s, q)
    half = np.arccos(np.clip(c / np.maximum(np.hypot(q, s), 1e-9), -1.0, 1.0))
    either = np.stack([middle - half, middle + half])
    either = np.mod(either + np.pi, 2.0 * np.pi) - np.pi
    return np.where(np.abs(either[0]) < np.abs(either[1]), either[0], either[1])


def lifted(held, ankle, foot, toe, ground, let_go, clearance):
    """Ankles raised in each swing by one smooth bump, as far as the foot would dip below ground or drag.

    In mid-swing a foot that travels clears the ground by so many metres; one that was let go,
    let_go (F, 2), by a centimetre from the start.
    """
    dip = _depth(held, ankle, foot, toe, ground)
    out = ankle.copy()
    for side in range(2):
        for start, end in zip(*runs(~held.down[:, side])):
            span = slice(start, end + 1)
            bump = _bump(start, end, len(ankle))
            travel = np.linalg.norm(ankle[end, side, :2] - ankle[start, side, :2])
            clear = clearance * np.minimum(1.0, travel / STRIDE) * bump
            clear = np.where(let_go[span, side], LET_GO, clear)
            short = (dip[span, side] + clear - TOLERANCE) / np.maximum(bump, 0.5)
            out[span, side, 2] += bump * max(short.max(), 0.0)
    return out


def _depth(held, ankle, foot, toe, ground):
    """(F, 2) how far below its place on a flat foot any point of the sole lies, metres."""
    sole = held.sole
    ball = ankle + rot.rotate(foot, held.lever)
    tip = ball + rot.rotate(toe, held.toes)
    heel = ankle + rot.rotate(foot, _heel_lever(held))
    depth = np.full(ankle.shape[:2], -np.inf)
    points = (ball, sole.ball), (tip, sole.tip - TOES), (ankle, sole.ankle), (heel, 0.0)
    for point, height in points:
        level = ground(point[..., :2].reshape(-1, 2)).reshape(point.shape[:2])
        depth = np.maximum(depth, level + height - point[..., 2])
    return depth


def toes_above_ground(held, ankle, foot, toe, ground):
    """Toe rotations (F, 2, 4) bent up where tips of swinging feet would dip into the ground, as toes do."""
    length = np.linalg.norm(held.toes, axis=-1)
    if not length.all():
        return toe
    ball = ankle + rot.rotate(foot, held.lever)
    along = rot.rotate(toe, held.toes)
    tip = ball + along
    level = ground(tip[..., :2].reshape(-1, 2)).reshape(tip.shape[:2])
    axis = rot.rotate(foot, _lateral(held))
    axis[..., 2] = 0.0
    axis /= np.maximum(np.linalg.norm(axis, axis=-1, keepdims=True), 1e-9)
    ahead = along[..., 0] * axis[..., 1] - along[..., 1] * axis[..., 0]
    least = np.arcsin(np.clip((level + held.sole.tip - ball[..., 2]) / length, -1.0, 1.0))
    bend = np.clip(least - np.arctan2(along[..., 2], ahead), 0.0, BENT_UP)
    bend[held.down] = 0.0
    bend = smooth_cover(bend, EVEN * held.fps) * (1.0 - nearness(held.down, UNBENT * held.fps))
    relative = rot.mul(rot.inv(foot), rot.mul(rot.exp(-axis * bend[..., None]), toe))
    return rot.mul(foot, held.bend(relative, -OUTER, OUTER + LAST))


def _lateral(held):
    """(2, 3) axes in the feet's frames about which heels lift."""
    plants, out = held.plants, np.zeros((2, 3))
    across = np.cross([0.0, 0.0, 1.0], plants.ball - plants.ankle)
    local = rot.rotate(rot.inv(plants.rotation), across)
    for side in range(2):
        out[side] = local[plants.side == side].sum(axis=0)
    return out / np.maximum(np.linalg.norm(out, axis=-1, keepdims=True), 1e-9)


def _heel_lever(held):
    """(2, 3) heel in the foot's frame, metres."""
    plants, out = held.plants, np.zeros((2, 3))
    lever = rot.rotate(rot.inv(plants.rotation), plants.heel - plants.ankle)
    for side in range(2):
        if (plants.side == side).any():
            out[side] = lever[plants.side == side].mean(axis=0)
    return out


def _bump(start, end, frames):
    """Unit bump over the free frames start..end that leaves the plants at both ends smoothly."""
    s = np.arange(1, end - start + 2) / (end - start + 2)
    rising = np.ones_like(s) if start == 0 else ease(s / RAMP)
    falling = np.ones_like(s) if end == frames - 1 else ease((1.0 - s) / RAMP)
    return rising * falling
