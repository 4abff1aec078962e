"""Rest frames of the bones that Blender's BVH importer would make.

A bone runs from its joint to the joint's End Site, to its only child or to the mean of its children,
with roll zero in the file's axes; the whole armature is then turned to Z up. Lengths and the rule
for bones without length follow Blender's importer in single precision, as its own arithmetic does.
"""

import numpy as np

from ..motion import rotations as rot

_AXES = {"X": (1, 0, 0), "Y": (0, 1, 0), "Z": (0, 0, 1), "-X": (-1, 0, 0), "-Y": (0, -1, 0), "-Z": (0, 0, -1)}


def axis_turn(forward, up):
    """(4,) turn from the file's axes to Blender's: `forward` becomes +Y, `up` becomes +Z.

    Parameters
    ----------
    forward, up : str; "X", "-X", "Y", ... as in Blender's importers
    """
    y, z = np.array(_AXES[forward], float), np.array(_AXES[up], float)
    return rot.from_matrix(np.stack([np.cross(y, z), y, z]))


def bone_tails(offset, end, parents, scale):
    """(J, 3) vectors from each joint to the tail of its bone, in metres and the file's axes.

    Parameters
    ----------
    offset : (J, 3) array, file units
    end : (J, 3) array, file units; NaN where a joint has no End Site
    parents : (J,) int array
    scale : float; metres per unit
    """
    single = np.float32
    scale = float(single(scale))  # as in the operator's property
    head = np.zeros_like(offset, dtype=single)
    local = (single(scale) * offset.astype(single)).astype(single)
    for j, parent in enumerate(parents):
        head[j] = local[j] if parent < 0 else head[parent] + local[j]
    children = [[] for _ in parents]
    for j, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(j)
    tail, reach = np.empty_like(head), np.empty_like(head)
    for j, below in enumerate(children):
        if not np.isnan(end[j, 0]):
            tip = single(scale) * end[j].astype(single)
            tail[j], reach[j] = head[j] + tip, tip
        elif below:
            tail[j] = np.sum(head[below], axis=0, dtype=single) * single(1.0 / len(below))
            reach[j] = np.sum(local[below], axis=0, dtype=single) * single(1.0 / len(below))
        else:
            tail[j], reach[j] = head[j], 0.0
        if np.linalg.norm(reach[j].astype(float)) <= 0.001 * scale:
            reach[j, 1] += single(scale / 10.0)
            tail[j, 1] += single(scale / 10.0)
    sizes = np.linalg.norm(reach.astype(float), axis=1)
    mean_length = float(sizes[sizes > 0].mean()) if np.any(sizes > 0) else 0.1
    vector = tail - head
    for j, parent in enumerate(parents):
        if np.linalg.norm(vector[j].astype(float)) < 0.001:
            if parent >= 0 and np.any(reach[parent]):
                vector[j] += reach[parent]
            else:
                vector[j, 1] += single(mean_length)
    return vector.astype(float)


def rest_frames(vectors):
    """(J, 4) rest frames in the file's axes: the smallest turn from +Y to the bone, as roll zero is."""
    sizes = np.linalg.norm(vectors, axis=1, keepdims=True)
    direction = vectors / np.maximum(sizes, 1e-12)
    frames = rot.between(np.array([0.0, 1.0, 0.0]), direction)
    x, y, z = direction.T
    down = (1.0 + y <= 6.1e-3) & (x * x + z * z <= 2.5e-4**2)
    frames[down] = (0.0, 0.0, 0.0, 1.0)  # straight down: a half turn about Z
    return frames
