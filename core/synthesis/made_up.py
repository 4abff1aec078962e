"""Changes of gait that no clip shows: how long they take and which feet stand meanwhile."""

import numpy as np

#: Seconds of a made-up change, by its states with the foot left out, and metres usually travelled.
_SECONDS = {"S.": 0.5, ".S": 0.5, ".F": 0.25, "F.": 0.25, "S.F": 0.55, "F.S": 0.6}
_WAY = {"S.": 0.08, ".S": 0.08, ".F": 0.4, "F.": 0.4, "S.F": 0.4, "F.S": 0.5}
#: Shares of a change at which the other foot lifts off from a stand or joins the first one in it.
_LIFT, _LAND = 0.25, 0.85
#: Shares at which the foot that stands leaves with heel and toe for a flight, and lands from one.
_HEEL_OFF, _TOE_OFF, _STRIKE = 0.3, 0.6, 0.45


def bridge_seconds(label):
    """Seconds of a made-up change like "SL" or "FRS"."""
    return _SECONDS[_kind(label)]


def bridge_way(label):
    """Metres the body usually travels in a made-up change."""
    return _WAY[_kind(label)]


def _kind(label):
    return label.replace("L", ".").replace("R", ".")


def bridge_contact(label, count):
    """(count, 2, 2) bool array of heel and toe contacts of a made-up change."""
    share = (np.arange(count) + 0.5) / count
    side = "LR".index(label.strip("SF"))
    first = _STRIKE if label[0] == "F" else 0.0
    contact = np.zeros((count, 2, 2), dtype=bool)
    contact[:, side] = (share >= first)[:, None]
    if label[-1] == "F":
        contact[:, side, 0] &= share < _HEEL_OFF
        contact[:, side, 1] &= share < _TOE_OFF
    if label[0] == "S":
        contact[:, 1 - side] = np.column_stack([share < 0.6 * _LIFT, share < _LIFT])
    elif label[-1] == "S":
        contact[:, 1 - side] = (share > _LAND)[:, None]
    return contact
