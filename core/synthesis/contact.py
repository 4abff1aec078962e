"""Contacts of blended steps, put in the order in which a foot rolls."""

import numpy as np


def rolled(foot_contact):
    """Contacts in which neither heel nor toe lifts in the middle of a stance and comes down again.

    A blend of steps whose heels strike and lift at slightly different times can show a heel, then only
    a toe, then both; a foot that rolls holds each from its first to its last touch.

    Parameters
    ----------
    foot_contact : (F, 2, 2) bool array; [frame, left/right, heel/toe]

    Returns
    -------
    (F, 2, 2) bool array
    """
    out = np.array(foot_contact, dtype=bool)
    for side in range(2):
        down = out[:, side].any(axis=1)
        edges = np.flatnonzero(np.diff(np.concatenate([[False], down, [False]]).astype(int)))
        for start, end in edges.reshape(-1, 2):
            for part in range(2):
                touched = np.flatnonzero(out[start:end, side, part])
                if len(touched):
                    out[start + touched[0] : start + touched[-1] + 1, side, part] = True
    return out
