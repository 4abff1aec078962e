"""Is every pose like one of the source's, and is the motion free of shakes?"""

import numpy as np
from scipy.spatial import cKDTree

from ..motion import rotations as rot

DIRECTIONS = 12           # principal directions a pose is compared in
MOST = 6000               # source poses compared with; more are thinned out evenly
SHARE = 99.9              # percentile of the source's own distances
APART = 0.5               # seconds between two poses of one clip that count as different


def pose_features(motion):
    """(F, 3J) joint positions about the pelvis, turned to one heading, metres over root of J.

    Distances between rows are root mean square joint distances.
    """
    position, rotation = motion.pose
    skeleton = motion.skeleton
    turn = rot.mul(rotation[:, skeleton.root], rot.inv(skeleton.rest_global_rotation[skeleton.root]))
    about = rot.about_z(-rot.yaw(turn))[:, None]
    local = rot.rotate(about, position - position[:, skeleton.root : skeleton.root + 1])
    return local.reshape(len(local), -1) / np.sqrt(skeleton.joints)


def measure_poses(motion, references):
    """Distance of the motion's poses from the source's, against the source's own.

    Parameters
    ----------
    motion : Motion
    references : list of Motion, same skeleton and rate

    Returns
    -------
    dict
        ``furthest_cm``, ``frame``; ``source_p999_cm``, the 99.9th percentile over source poses of the
        distance to the nearest one of another clip (or half a second away); ``ratio`` of both
    """
    features = [pose_features(m) for m in references]
    clip = np.concatenate([np.full(len(f), k) for k, f in enumerate(features)])
    time = np.concatenate([np.arange(len(f)) for f in features])
    stacked = np.concatenate(features)
    keep = np.unique(np.linspace(0, len(stacked) - 1, MOST).astype(int))
    stacked, clip, time = stacked[keep], clip[keep], time[keep]
    centre = stacked.mean(axis=0)
    basis = np.linalg.svd(stacked - centre, full_matrices=False)[2][:DIRECTIONS]
    known = _reduced(stacked, centre, basis)
    tree = cKDTree(known)
    distance = tree.query(_reduced(pose_features(motion), centre, basis))[0]
    own = _own_distances(tree, known, clip, time, len(references), APART * motion.fps)
    usual = float(np.percentile(own, SHARE))
    return {
        "furthest_cm": float(100.0 * distance.max()),
        "frame": int(np.argmax(distance)),
        "source_p999_cm": 100.0 * usual,
        "ratio": float(distance.max() / max(usual, 1e-9)),
    }


def _reduced(features, centre, basis):
    """Features along the principal directions, and what they miss as one more number."""
    away = features - centre
    along = away @ basis.T
    rest = np.sqrt(np.maximum(np.sum(away**2, axis=1) - np.sum(along**2, axis=1), 0.0))
    return np.column_stack([along, rest])


def _own_distances(tree, known, clip, time, clips, apart):
    """Distance of each source pose to the nearest one of another clip, or of another time."""
    if clips > 1:
        out = np.full(len(known), np.inf)
        for k in range(clips):
            mine = clip == k
            if mine.any() and not mine.all():
                out[mine] = cKDTree(known[~mine]).query(known[mine])[0]
        return out[np.isfinite(out)]
    wanted = min(int(2 * apart) + 2, len(known))
    distance, index = tree.query(known, k=wanted)
    other = np.abs(time[index] - time[:, None]) > apart
    return np.min(np.where(other, distance, distance[:, -1:]), axis=1)


def measure_jerk(motion):
    """Third differences of the joint positions.

    Returns
    -------
    dict
        ``mean_m_per_frame3``, ``peak_m_per_frame3``: L1 over xyz, the greatest over joints, mean and
        maximum over frames (Barquero et al. 2024); ``mean_m_per_s3``
    """
    position = motion.pose.position
    if len(position) < 4:
        return {"mean_m_per_frame3": 0.0, "peak_m_per_frame3": 0.0, "mean_m_per_s3": 0.0}
    third = position[3:] - 3.0 * position[2:-1] + 3.0 * position[1:-2] - position[:-3]
    jerk = np.abs(third).sum(axis=-1).max(axis=1)
    return {
        "mean_m_per_frame3": float(jerk.mean()),
        "peak_m_per_frame3": float(jerk.max()),
        "mean_m_per_s3": float(jerk.mean() * motion.fps**3),
    }
