"""All measures of one motion, under the keys of a walk's report."""

import numpy as np

from .feet import measure_feet
from .footing import find_stances, foot_points
from .joints import Reference, matching, measure_joins, measure_knees, measure_ranges
from .path_error import measure_path
from .poses import measure_jerk, measure_poses


def measure(
    motion, path=None, target_distance=None, reference=(), plants=None, joins=None, *,
    ground=None, mirror=True, poses=True,
):
    """Quality of any motion, ours or not, as numbers.

    Contacts are found anew from joint heights and speeds; given plants are measured besides.

    Parameters
    ----------
    motion : Motion
    path : (N, 2) array_like, metres, or a Path; optional
    target_distance : (F,) array, metres along the path; optional
    reference : list of Motion of the same skeleton; the clips the motion was made of, or any fair source
    plants : Plants or anything with side, start, end; optional
    joins : (K,) int array, frames at which segments meet; optional
    ground : callable (N, 2) metres -> (N,) metres; 0 by default
    mirror : bool; whether the mirror images of the reference clips belong to the source too
    poses : bool; whether the nearest source pose of each frame is looked for, which takes longest

    Returns
    -------
    dict
        ``fps``, ``frames``, ``plants`` (see `measure_feet`), ``given_plants`` likewise when given,
        ``smoothness`` (see `measure_jerk`); with a path ``path``, ``timing_rms_cm`` and
        ``target_distance_m``; with a reference ``joins``, ``knees``, ``ranges`` and ``poses``

    Raises
    ------
    RoleError
        When legs or feet are not known.
    LibraryError
        When a reference clip has other joints.
    """
    points = foot_points(motion, ground)
    stances = find_stances(points, motion.root_position, motion.fps)
    out = {
        "fps": float(motion.fps),
        "frames": motion.frames,
        "plants": measure_feet(points, stances, motion.fps),
        "smoothness": measure_jerk(motion),
    }
    if plants is not None:
        out["given_plants"] = measure_feet(points, plants, motion.fps)
    if path is not None:
        out.update(measure_path(motion.root_position, path, stances, motion.fps, target_distance))
        if target_distance is not None:
            out["target_distance_m"] = [float(d) for d in np.asarray(target_distance)]
    if len(reference):
        sources = matching(motion, reference, mirror)
        source = Reference.of(sources)
        out["joins"] = measure_joins(motion, source, joins)
        out["knees"] = measure_knees(motion, source)
        out["ranges"] = measure_ranges(motion, source)
        if poses:
            out["poses"] = measure_poses(motion, sources)
    return out
