"""Channels that do not say what they should: mended joint by joint."""

import numpy as np

from .findings import counted, some
from .take import Take

_KNOWN = {f"{axis}{kind}" for axis in "XYZ" for kind in ("position", "rotation")}


def split_actors(joints, values):
    """One Take per ROOT, each with its own columns.

    Parameters
    ----------
    joints : list of Joint
    values : (F, C) array

    Returns
    -------
    list of Take
    """
    owner = []
    for j, joint in enumerate(joints):
        owner.append(j if joint.parent < 0 else owner[joint.parent])
    whole = Take(joints, values)
    first = whole.first_column
    takes = []
    if not any(owner):
        return [whole]
    for root in dict.fromkeys(owner):
        mine = [j for j in range(len(joints)) if owner[j] == root]
        index = {j: k for k, j in enumerate(mine)}
        columns = [first[j] + k for j in mine for k in range(len(joints[j].channels))]
        for j in mine:
            joints[j].parent = index.get(joints[j].parent, -1)
        takes.append(Take([joints[j] for j in mine], values[:, columns]))
    return takes


def complete_channels(take, findings):
    """Every joint has all three position or rotation channels of a kind, or none, and no others.

    Blender's importer reads a missing channel of a triple from the wrong column.

    Returns
    -------
    Take
    """
    if all(_is_complete(joint.channels) for joint in take.joints):
        return take
    columns, strange, partial = [], [], []
    for joint, first in zip(take.joints, take.first_column):
        channels = []
        for k, name in enumerate(joint.channels):
            if name in _KNOWN:
                channels.append((name, take.values[:, first + k]))
            else:
                strange.append(name)
        have = {name for name, _ in channels}
        for kind in ("position", "rotation"):
            given = [axis for axis in "XYZ" if f"{axis}{kind}" in have]
            if 0 < len(given) < 3:
                partial.append(joint.name)
                for axis in "XYZ":
                    if axis not in given:
                        still = joint.offset["XYZ".index(axis)] if kind == "position" else 0.0
                        channels.append((f"{axis}{kind}", np.full(len(take.values), still)))
        joint.channels = [name for name, _ in channels]
        columns += [column for _, column in channels]
    values = np.stack(columns, axis=1) if columns else np.empty((len(take.values), 0))
    if strange:
        findings.repair(f"channels of unknown kind left out: {some(dict.fromkeys(strange))}", doubtful=True)
    if partial:
        findings.repair(f"missing channels of {some(dict.fromkeys(partial))} added without movement")
    return Take(take.joints, values)


def _is_complete(channels):
    kinds = [name[1:] for name in channels]
    return set(channels) <= _KNOWN and kinds.count("position") in (0, 3) and kinds.count("rotation") in (0, 3)


def settle_child_positions(take, findings):
    """Position channels below the root agree with the OFFSETs, or give way.

    Positions are absolute, not added to the OFFSET. Constant ones that differ from it become the
    OFFSET; ones near zero would collapse the skeleton and are left out. A joint that stands for the
    whole body below a still root keeps its travel.

    Returns
    -------
    Take
    """
    collapsed, moved = [], []
    for j, joint in enumerate(take.joints):
        columns, axes = take.columns(j, "p")
        if joint.parent < 0 or not columns:
            continue
        place = take.values[:, columns][:, [axes.index(axis) for axis in "XYZ"]]
        offset = np.array(joint.offset)
        size = np.linalg.norm(offset)
        spread = np.ptp(place, axis=0).max()
        if np.abs(place).max() < 0.05 * size:
            collapsed.append(j)
        elif spread < 1e-3 * max(size, np.linalg.norm(place[0])):
            middle = np.median(place, axis=0)
            if np.abs(middle - offset).max() > 2e-3 * max(size, 1e-9):
                joint.offset = middle.tolist()
                moved.append(j)
    names = [joint.name for joint in take.joints]
    if collapsed:
        take = _without_positions(take, collapsed)
        findings.repair(
            f"position channels of {counted(len(collapsed), 'joint')} "
            f"({some(names[j] for j in collapsed)}) are zero, which would collapse the body: "
            "the OFFSETs are used",
            doubtful=True,
        )
    if moved:
        findings.repair(f"OFFSET of {some(names[j] for j in moved)} set to the joint's constant position")
    return take


def note_stretching(take, root, size, findings):
    """Warn of joints that move away from their parents, besides the travelling one and those above it.

    Parameters
    ----------
    root : int; the joint that travels
    size : float; leg length in file units
    """
    travelling = {root}
    while take.joints[root].parent >= 0:
        root = take.joints[root].parent
        travelling.add(root)
    loose = []
    for j, joint in enumerate(take.joints):
        columns, _ = take.columns(j, "p")
        if j not in travelling and columns and np.ptp(take.values[:, columns], axis=0).max() > 0.03 * size:
            loose.append(joint.name)
    if loose:
        findings.warnings.append(
            f"{counted(len(loose), 'joint')} ({some(loose)}) move away from the joint above: "
            "such stretching is not carried into walks"
        )


def note_left_behind(take, root, findings):
    """Warn of joints that a moving joint above the travelling one carries besides that one.

    What is above the travelling joint is folded into it, so that nothing else comes along.

    Parameters
    ----------
    root : int; the joint that travels
    """
    above = []
    joint = take.joints[root].parent
    while joint >= 0:
        above.append(joint)
        joint = take.joints[joint].parent
    moving = set(above[: max((k for k, j in enumerate(above) if _moves(take, j)), default=-1) + 1])
    left = []
    for j, joint in enumerate(take.joints):
        if j not in (root, *above) and (joint.parent in moving or joint.parent in left):
            left.append(j)
    if left:
        names = some(take.joints[j].name for j in left)
        findings.warnings.append(
            f"{counted(len(left), 'joint')} ({names}) beside the body hang from "
            f"'{take.joints[max(moving)].name}', which moves: they are not carried along in walks"
        )


def _moves(take, joint):
    columns = [column for kind in "pr" for column in take.columns(joint, kind)[0]]
    return bool(columns) and np.ptp(take.values[:, columns], axis=0).max() > 0.0


def _without_positions(take, joints):
    """The take without the position channels of some joints."""
    kept = np.ones(take.values.shape[1], dtype=bool)
    for j in joints:
        kept[take.columns(j, "p")[0]] = False
    for j in joints:
        take.joints[j].channels = [name for name in take.joints[j].channels if name[1] == "r"]
    return Take(take.joints, take.values[:, kept])


def centre_far_root(take, findings):
    """A root OFFSET far away is dropped where position channels replace it anyway.

    Bones that rest kilometres from the origin lose their direction to single precision.
    """
    root = take.joints[0]
    size = np.abs(take.offset[1:]).sum()
    if len(take.columns(0, "p")[0]) == 3 and np.linalg.norm(root.offset) > 5.0 * max(size, 1e-9):
        root.offset = [0.0, 0.0, 0.0]
        findings.repair("the root's far-off OFFSET, which its position channels replace, set to zero")
