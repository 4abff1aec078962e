"""Joint names that Blender can keep: unique and at most 63 bytes long."""

import os
import re

from .findings import counted, some

LONGEST = 63  # bytes of a bone name


def settle_names(joints, findings):
    """Make names unique and short enough; the number of joints never changes.

    Parameters
    ----------
    joints : list of Joint; renamed in place
    findings : Findings
    """
    if max(len(_bone(joint.name).encode()) for joint in joints) > LONGEST:
        _strip_prefix(joints, findings)
    seen, shared = set(), []
    for joint in joints:
        name = _fitting(joint.name)
        if _bone(name) in seen:
            shared.append(joint.name)
            name = _numbered(name, seen)
        seen.add(_bone(name))
        joint.name = name
    if shared:
        findings.repair(
            f"{counted(len(shared), 'joint')} had the name of another ({some(dict.fromkeys(shared))}): "
            "numbered, sides taken from geometry",
            doubtful=True,
        )


def _bone(name):
    """What Blender's importer makes of a name."""
    return "_".join(name.split())


def _strip_prefix(joints, findings):
    """Take away what all names begin with, up to a separator."""
    shared = os.path.commonprefix([joint.name for joint in joints]) if len(joints) > 1 else ""
    cut = max((match.end() for match in re.finditer(r"[:|/]", shared)), default=0)
    if cut == 0:
        cut = max((match.end() for match in re.finditer(r"[\s._-]", shared)), default=0)
    for joint in joints:
        joint.name = joint.name[cut:] or joint.name
    findings.repair(
        f"names longer than {LONGEST} bytes"
        + (f": the common beginning '{shared[:cut][:24]}...' left out" if cut else " shortened"),
        doubtful=True,
    )


def _fitting(name, room=LONGEST):
    """The end of a name that fits into `room` bytes: there it tells sides and parts apart."""
    while len(_bone(name).encode()) > room:
        name = name[1:]
    return name


def _numbered(name, seen):
    number = 1
    while True:
        suffix = f".{number:03d}"
        candidate = _fitting(name, LONGEST - len(suffix)) + suffix
        if _bone(candidate) not in seen:
            return candidate
        number += 1
