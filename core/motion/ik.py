"""Two bones and a target: the analytic leg (or arm)."""

import numpy as np

from . import rotations as rot


def two_bone_ik(hip, knee, ankle, target, *, stretch=0.9995, soft=0.03, pole=None, hinge=None):
    """World turns of thigh and shin that carry the ankle to the target, the knee keeping its side.

    Near full extension the reach is damped, so that the knee eases into straightness instead of
    popping: beyond ``(1 - soft)`` of the leg the distance follows an exponential towards
    ``stretch`` of it (Kovar et al. 2002's aim, reached without lengthening bones).

    Parameters
    ----------
    hip, knee, ankle : (..., 3) arrays, metres; the pose before
    target : (..., 3) array, metres; where the ankle should be
    stretch : float; the longest reach allowed, as a share of thigh plus shin
    soft : float; the share of the leg over which extension is damped; 0 for a hard limit
    pole : (..., 3) array, optional; direction the knee points to, when the pose before has a
        straight leg; the plane of the leg is kept where it bends
    hinge : (..., 3) array, optional; unit axes about which the knees fold (right-handed), when they
        are known better than a nearly straight leg shows them; a knee bent backwards before comes
        out straight or bent forwards

    Returns
    -------
    thigh_turn, shin_turn : (..., 4) arrays; multiply the joints' world rotations from the left
    reached : (..., 3) array, metres; where the ankle comes to lie
    """
    thigh, shin = knee - hip, ankle - knee
    a, b = _length(thigh), _length(shin)
    wish = target - hip
    asked = np.maximum(_length(wish), 1e-9)
    lower = np.abs(a - b) + 1e-4 * (a + b)
    reach = np.maximum(_damped(asked, a + b, stretch, soft), lower)
    axis = _bend_axis(thigh, shin, ankle - hip, pole) if hinge is None else np.asarray(hinge)
    fold = rot.from_axis_angle(axis, _fold(thigh, shin, axis, reach))
    folded = thigh + rot.rotate(fold, shin)
    swing = rot.between(ankle - hip, wish)
    thigh_turn = rot.mul(swing, rot.between(folded, ankle - hip))
    shin_turn = rot.mul(thigh_turn, fold)
    reached = hip + rot.rotate(thigh_turn, thigh) + rot.rotate(shin_turn, shin)
    return thigh_turn, shin_turn, reached


def knee_angle(hip, knee, ankle):
    """(...) bend of the knee, radians: 0 is straight."""
    thigh, shin = knee - hip, ankle - knee
    cross = np.linalg.norm(np.cross(thigh, shin), axis=-1)
    return np.arctan2(cross, np.sum(thigh * shin, axis=-1))


def _length(v):
    return np.linalg.norm(v, axis=-1)


def _damped(distance, leg, stretch, soft):
    """The distance, eased towards the longest reach."""
    limit = stretch * leg
    if soft <= 0.0:
        return np.minimum(distance, limit)
    start = limit - soft * leg
    over = np.maximum(distance - start, 0.0) / (soft * leg)
    return np.where(distance > start, start + soft * leg * (1.0 - np.exp(-over)), distance)


def _fold(thigh, shin, axis, reach):
    """Angle to fold the shin by about the axis until the ankle is reach away from the hip.

    With the shin split along and across the axis, thigh . shin is P + Q cos + S sin of the angle.
    """
    along = axis * np.sum(axis * shin, axis=-1, keepdims=True)
    across = shin - along
    q = np.sum(thigh * across, axis=-1)
    s = np.sum(thigh * np.cross(axis, across), axis=-1)
    wanted = 0.5 * (reach**2 - np.sum(thigh**2, axis=-1) - np.sum(shin**2, axis=-1))
    wanted -= np.sum(thigh * along, axis=-1)
    return np.arctan2(s, q) + np.arccos(np.clip(wanted / np.maximum(np.hypot(q, s), 1e-12), -1.0, 1.0))


def _bend_axis(thigh, shin, now, pole):
    """Unit axis about which the shin folds from the thigh's line (right-handed)."""
    axis = np.cross(thigh, shin)
    size = _length(axis)[..., None]
    if pole is not None:
        fallback = np.cross(pole, now)
        fallback /= np.maximum(_length(fallback)[..., None], 1e-12)
        straight = 1e-3 * (_length(thigh) * _length(shin))[..., None]
        weight = np.clip(size / straight, 0.0, 1.0)
        axis = weight * axis / np.maximum(size, 1e-12) + (1.0 - weight) * fallback
        size = _length(axis)[..., None]
    return axis / np.maximum(size, 1e-12)
