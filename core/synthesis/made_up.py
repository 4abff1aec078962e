"""Changes of gait that no clip shows: how long they take and which feet stand meanwhile."""

import numpy as np

#: Seconds of a made-up change between two states.
BRIDGE_SECONDS = {"SL": 0.5, "SR": 0.5, "LS": 0.5, "RS": 0.5, "LF": 0.25, "RF": 0.25, "FL": 0.25, "FR": 0.25}
#: Metres the body usually travels meanwhile.
BRIDGE_WAY = {"SL": 0.08, "SR": 0.08, "LS": 0.08, "RS": 0.08, "LF": 0.4, "RF": 0.4, "FL": 0.4, "FR": 0.4}
#: Shares of a change at which the other foot lifts off, or touches down.
_LIFT, _LAND, _HEEL_OFF, _TOE_OFF, _STRIKE = 0.25, 0.85, 0.3, 0.6, 0.45


def bridge_contact(label, count):
    """(count, 2, 2) bool array of heel and toe contacts of a made-up change like "SL" or "LF"."""
    share = (np.arange(count) + 0.5) / count
    contact = np.zeros((count, 2, 2), dtype=bool)
    if "S" in label:
        stays = "LR".index(label.replace("S", ""))
        contact[:, stays] = True
        other = share < _LIFT if label[0] == "S" else share > _LAND
        contact[:, 1 - stays] = other[:, None]
        if label[0] == "S":
            contact[:, 1 - stays, 0] = share < 0.6 * _LIFT
        return contact
    side = "LR".index(label.replace("F", ""))
    if label[-1] == "F":
        contact[:, side, 0] = share < _HEEL_OFF
        contact[:, side, 1] = share < _TOE_OFF
    else:
        contact[:, side] = (share > _STRIKE)[:, None]
    return contact
