"""Which skeletons are one body, so that their clips can share a library."""

import numpy as np

#: Ways along the bones that make up a body's proportions; the sides' mean is taken.
_WAYS = (
    ("thigh", "shin"),
    ("shin", "foot"),
    ("foot", "toe"),
    ("upper_arm", "forearm"),
    ("forearm", "hand"),
    ("pelvis", "thigh"),
    ("pelvis", "chest"),
    ("chest", "upper_arm"),
)

#: Largest difference of one proportion, in leg lengths, between bodies that share a library. Two people
#: of one capture set differ by about 0.02, which planting the feet takes up; other makes of skeleton by more.
TOLERANCE = 0.025


def proportions(skeleton):
    """(8,) lengths of thigh, shin, foot, upper arm, forearm, half hips, back and shoulder, in leg lengths.

    Measured along the bones, so that the rest pose does not matter. NaN where a role is missing.
    """
    step = np.linalg.norm(skeleton.rest_offset, axis=1)
    lengths = [[_way(skeleton, start, end, step, side) for side in "lr"] for start, end in _WAYS]
    return np.array([np.mean(pair) for pair in lengths]) / skeleton.leg_length


def same_body(a, b, tolerance=TOLERANCE):
    """Whether two skeletons have the same roles and proportions up to scale, whatever their names.

    Parameters
    ----------
    a, b : Skeleton
    tolerance : float; largest difference of a proportion, in leg lengths
    """
    first, second = proportions(a), proportions(b)
    missing = np.isnan(first)
    if np.any(missing != np.isnan(second)) or missing[:2].any():
        return False
    return bool(np.nanmax(np.abs(first - second)) <= tolerance)


def families(skeletons, tolerance=TOLERANCE):
    """List of family numbers, one per skeleton: equal numbers can share a library.

    A skeleton joins the first family whose first member has the same body. Skeletons without legs
    stay alone.
    """
    founders, out = [], []
    for skeleton in skeletons:
        number = next(
            (k for k, one in enumerate(founders) if same_body(one, skeleton, tolerance)), len(founders)
        )
        if number == len(founders):
            founders.append(skeleton)
        out.append(number)
    return out


def _way(skeleton, start, end, step, side):
    """Length along the bones from one role down to another; NaN when it is not below."""
    joints = [skeleton.roles.get(role, skeleton.roles.get(f"{role}_{side}")) for role in (start, end)]
    if None in joints:
        return np.nan
    top, joint = joints
    length = 0.0
    while joint != top:
        if joint < 0:
            return np.nan
        length += step[joint]
        joint = skeleton.parents[joint]
    return length
