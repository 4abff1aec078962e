"""Which joint stands opposite to which."""

import re

import numpy as np

_SIDE_WORDS = [
    (re.compile(pattern), swap)
    for pattern, swap in (
        (r"(?i)left", "right"),
        (r"(?i)right", "left"),
        (r"左", "右"),
        (r"右", "左"),
        (r"(?<![A-Za-z])[lL](?![a-z])", "r"),
        (r"(?<![A-Za-z])[rR](?![a-z])", "l"),
        (r"^l(?=[a-z])", "r"),            # lhand: taken only where there is an rhand
        (r"^r(?=[a-z])", "l"),
    )
]


def partners(names, parents, roles):
    """The joint on the other side for each joint; itself on the middle line.

    Roles decide first; other joints (twist bones, extra fingers) are paired by the side word in
    their names.

    Parameters
    ----------
    names : sequence of J str
    parents : (J,) int array
    roles : dict of role to joint index; sides end in ``_l`` and ``_r``

    Returns
    -------
    (J,) int array; an involution
    """
    out = np.arange(len(names))
    for role, joint in roles.items():
        if role.endswith("_l") and role[:-1] + "r" in roles:
            other = roles[role[:-1] + "r"]
            out[joint], out[other] = other, joint
    index = {name.casefold(): j for j, name in enumerate(names)}
    taken = set(roles.values())
    for j, name in enumerate(names):
        if j in taken or out[j] != j:
            continue
        other = _opposite(name, index)
        if other is not None and other != j and out[other] == other and other not in taken:
            out[j], out[other] = other, j
    return out


def _opposite(name, index):
    """Index of the joint whose name is this one's with the side swapped, or None."""
    for pattern, swap in _SIDE_WORDS:
        for match in pattern.finditer(name):
            candidate = name[: match.start()] + swap + name[match.end() :]
            if candidate.casefold() in index:
                return index[candidate.casefold()]
    return None
