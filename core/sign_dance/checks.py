"""What a person should look at: hands in the body, fingers that say less, hips wound over the feet."""

import numpy as np

from ..motion import rotations as rot
from ..motion import tails
from ..synthesis.planting.sole import feet_of
from .steering import heading

# Radii as shares of leg length (leg 0.82 m: head 11 cm, trunk 12 cm, thigh 7 cm).
HEAD, TRUNK, THIGH = 0.13, 0.145, 0.085
DEEPER = 0.015  # metres deeper into the body than in the sign clip itself
TOLD_APART = 0.5  # seconds between two stretches that are told as two
WOUND = np.radians(100.0)
LEVEL = 0.4  # of a foot's length that must be seen from above for it to point anywhere
FOLDED = np.radians(130.0)
FINGERS = ("thumb", "index", "middle", "ring", "pinky")


def collisions(motion, sign):
    """Stretches of frames in which a hand is deeper inside the body than in the sign clip.

    Signs touch the body on purpose; only what the dance adds is told.

    Parameters
    ----------
    motion, sign : Motion, same skeleton and frames

    Returns
    -------
    list of dict with ``hand``, ``part``, ``first_frame``, ``last_frame``, ``deepest_frame``, ``depth_m``
    """
    there, before = _depths(motion), _depths(sign)
    found = []
    for (hand, part), depth in there.items():
        added = depth - np.maximum(before[hand, part], 0.0)
        for start, end in _bridged(runs(added > DEEPER), TOLD_APART * motion.fps):
            worst = start + int(np.argmax(depth[start : end + 1]))
            found.append(
                {
                    "hand": hand,
                    "part": part,
                    "first_frame": start,
                    "last_frame": end,
                    "deepest_frame": worst,
                    "depth_m": float(depth[worst]),
                }
            )
    return sorted(found, key=lambda hit: (hit["first_frame"], hit["hand"], hit["part"]))


def _bridged(stretches, gap):
    """Stretches (first, last) with those that lie closer than a gap of frames told as one."""
    told = []
    for start, end in stretches:
        if told and start - told[-1][1] <= gap:
            told[-1] = (told[-1][0], end)
        else:
            told.append((start, end))
    return told


def _depths(motion):
    """Depth (F,) of each hand's deepest point in each body part, metres; negative outside."""
    skeleton, roles = motion.skeleton, motion.skeleton.roles
    position, tail = motion.pose.position, tails(skeleton, motion.pose)
    leg = skeleton.leg_length
    parts = {"head": (position[:, roles["head"]], tail[:, roles["head"]], HEAD * leg)}
    if "chest" in roles:
        upper = 0.5 * (position[:, roles["chest"]] + position[:, roles.get("neck", roles["head"])])
        parts["trunk"] = (position[:, roles["pelvis"]], upper, TRUNK * leg)
    for side, word in (("l", "left"), ("r", "right")):
        thigh, shin = roles[f"thigh_{side}"], roles[f"shin_{side}"]
        parts[f"{word} thigh"] = (position[:, thigh], position[:, shin], THIGH * leg)
    depths = {}
    for side, word in (("l", "left"), ("r", "right")):
        hand = roles[f"hand_{side}"]
        below = _below(skeleton, hand)
        tips = np.flatnonzero(below & ~np.isin(np.arange(skeleton.joints), skeleton.parents))
        points = np.concatenate([position[:, [hand]], tail[:, [hand]], tail[:, tips]], axis=1)
        for part, (start, end, radius) in parts.items():
            depths[f"{word} hand", part] = radius - _to_segment(points, start, end).min(axis=1)
    return depths


def _to_segment(points, start, end):
    """(F, N) distances of points (F, N, 3) to line segments start-end (F, 3)."""
    along = end - start
    share = np.einsum("fnk,fk->fn", points - start[:, None], along) / np.maximum(
        np.sum(along**2, axis=-1), 1e-9
    )[:, None]
    nearest = start[:, None] + np.clip(share, 0.0, 1.0)[..., None] * along[:, None]
    return np.linalg.norm(points - nearest, axis=-1)


def _below(skeleton, joint):
    """(J,) bool: the joint and all that hangs on it."""
    out = np.zeros(skeleton.joints, bool)
    out[joint] = True
    for j in range(joint + 1, skeleton.joints):
        out[j] = skeleton.parents[j] >= 0 and out[skeleton.parents[j]]
    return out


def finger_warnings(sign):
    """Lines about hands that cannot say what a signer's hands say, with frames where there are any.

    Parameters
    ----------
    sign : Motion

    Returns
    -------
    list of str
    """
    roles, lines = sign.skeleton.roles, []
    for side, word in (("l", "left"), ("r", "right")):
        bones = {finger: [f"{finger}{k}_{side}" in roles for k in (1, 2, 3)] for finger in FINGERS}
        without = [finger for finger, has in bones.items() if not any(has)]
        if len(without) == len(FINGERS):
            lines.append(f"{word} hand: no finger joints; handshapes are lost")
            continue
        if without:
            lines.append(f"{word} hand: no joints for {', '.join(without)}; its handshapes are incomplete")
        short = [finger for finger, has in bones.items() if any(has) and not all(has)]
        if short:
            lines.append(
                f"{word} hand: fewer than three joints in {', '.join(short)}; handshapes like C, O, E and S "
                f"look alike"
            )
        lines += _finger_bends(sign, side, word)
    return lines


def _finger_bends(sign, side, word):
    """Lines about finger joints bent further than a finger folds."""
    lines = []
    roles = sign.skeleton.roles
    for finger in FINGERS[1:]:
        chain = [roles[f"{finger}{k}_{side}"] for k in (1, 2, 3) if f"{finger}{k}_{side}" in roles]
        for joint in chain:
            bend = rot.angle(sign.rotation[:, joint])
            for start, end in runs(bend > FOLDED):
                most = np.degrees(bend[start : end + 1].max())
                lines.append(
                    f"{word} hand: {sign.skeleton.names[joint]} bent {most:.0f}° in frames {start}-{end}; "
                    f"check the finger chain of the sign clip"
                )
    return lines


def wound_hips(motion, plants):
    """Stretches in which the pelvis has turned more than 100° against the foot that stands under it.

    Parameters
    ----------
    motion : Motion
    plants : Plants of that motion

    Returns
    -------
    list of dict with ``foot``, ``first_frame``, ``last_frame``, ``turn_deg``
    """
    feet = feet_of(motion)
    ahead = feet.ball - feet.ankle
    level = np.linalg.norm(ahead[..., :2], axis=-1) > LEVEL * np.linalg.norm(ahead, axis=-1)
    facing = heading(motion)[:, None] - np.arctan2(ahead[..., 1], ahead[..., 0])
    found = []
    for side, start, end in zip(plants.side, plants.start, plants.end):
        span = slice(start, end + 1)
        turn = np.unwrap(facing[span, side][level[span, side]])
        if not len(turn):
            continue
        if np.ptp(turn) > WOUND:
            found.append(
                {
                    "foot": "left" if side == 0 else "right",
                    "first_frame": int(start),
                    "last_frame": int(end),
                    "turn_deg": float(np.degrees(np.ptp(turn))),
                }
            )
    return found


def wrist_drift(motion, sign):
    """How far wrists lie from where the signer had them: dict of metres, to chest and to head."""
    roles = motion.skeleton.roles
    drift = {}
    for part in ("chest", "head"):
        if part not in roles:
            continue
        joint = roles[part]
        away = []
        for hand in (roles["hand_l"], roles["hand_r"]):
            now, then = (
                rot.rotate(
                    rot.inv(m.pose.rotation[:, joint]), m.pose.position[:, hand] - m.pose.position[:, joint]
                )
                for m in (motion, sign)
            )
            away.append(np.linalg.norm(now - then, axis=-1))
        drift[f"wrist_to_{part}_drift_mean_m"] = float(np.mean(away))
        drift[f"wrist_to_{part}_drift_max_m"] = float(np.max(away))
    return drift


def runs(flags):
    """List of (first, last) of each stretch of True in (F,) flags."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(int)))
    return [(int(a), int(b) - 1) for a, b in zip(edges[::2], edges[1::2])]
