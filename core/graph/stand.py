"""A standing pose for libraries in which nobody stands."""

import numpy as np

from .groups import Group

_SECONDS, _ROWS = 0.5, 17


def made_up_stand(clip, motion, space):
    """A group "S" of one segment: both legs as the supporting leg of the slowest step.

    Parameters
    ----------
    clip : Clip that holds a walking (or running) half-cycle
    motion : Motion of that clip
    space : PoseSpace

    Returns
    -------
    Group
    """
    segment = min((s for s in clip.segments if s.label in ("LDR", "RDL", "FLF", "FRF")), key=_slowness)
    frame = segment.start if segment.label[0] != "F" else (segment.start + segment.end) // 2
    support = "l" if "L" in segment.label[:2] else "r"
    row = _symmetric(motion.cut(frame, frame + 1), support, clip.travel.heading[frame], space)
    rows = np.repeat(row[None, None], _ROWS, axis=1)
    zero = np.zeros(1)
    whole = np.zeros(1, dtype=int)
    return Group(
        "S", rows, np.linspace(0.0, _SECONDS, _ROWS)[None], np.ones((1, _ROWS, 2, 2)),
        np.zeros((1, _ROWS)),
        zero, zero, np.array([_SECONDS]), np.zeros((1, 3)),
        np.zeros((1, row.size)), np.zeros((1, row.size)),
        whole - 1, whole, whole, np.zeros(1, dtype=bool),
    )  # fmt: skip


def _slowness(segment):
    return (segment.label[0] == "F", segment.speed)


def _symmetric(still, support, heading, space):
    """(C,) the mean of a pose and its mirror image, with the supporting leg on both sides."""
    base = still.root_position[:, :2]
    image = still.mirrored()
    poses = [space.coordinates(still, base, np.array([heading]))[0]]
    poses.append(space.coordinates(image, image.root_position[:, :2], np.array([_mirrored(heading)]))[0])
    row = 0.5 * (poses[0] + poses[1])
    for role, joint in space.skeleton.roles.items():
        if role.rsplit("_", 1)[0] in ("thigh", "shin", "foot", "toe"):
            part = slice(3 + 3 * joint, 6 + 3 * joint)
            row[part] = poses[0 if role.endswith(support) else 1][part]
    row[:2] = 0.0
    return row


def _mirrored(heading):
    """Heading after a mirror in the plane X = 0."""
    return np.pi - heading
