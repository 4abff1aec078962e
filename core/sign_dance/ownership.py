"""Which joints keep the signer's own movement."""

import numpy as np

from ..errors import RoleError, SpecificationError

OWNERSHIPS = ("hands", "arms+hands", "arms+hands+head")


def owned_joints(skeleton, ownership="arms+hands", name=""):
    """Joints that are the sign's: their channels are copied to the bit and never retimed.

    Hands come with everything that hangs on them (fingers), arms from the shoulder down, the head from
    the neck up. What hangs on the head (jaw, eyes, brows: the mouthing is part of the sign) is the
    sign's in every case.

    Parameters
    ----------
    skeleton : Skeleton of the signer
    ownership : "hands", "arms+hands" or "arms+hands+head"
    name : str; the clip's name, for the error

    Returns
    -------
    (J,) bool array

    Raises
    ------
    RoleError
        If hands or arms have no roles.
    SpecificationError
        If the ownership is none of the three.
    """
    if ownership not in OWNERSHIPS:
        raise SpecificationError(f"ownership '{ownership}': one of {', '.join(OWNERSHIPS)}")
    roles = skeleton.roles
    parts = [f"{part}_{s}" for s in "lr" for part in ("upper_arm", "forearm", "hand")]
    missing = [part for part in parts if part not in roles]
    if missing:
        raise RoleError(
            f"sign clip '{name}': no joint for {', '.join(missing)}; without both arms there is no "
            f"signing to keep: set these joint roles"
        )
    tops = [roles[f"hand_{s}"] for s in "lr"]
    if ownership != "hands":
        tops += [roles.get(f"shoulder_{s}", roles[f"upper_arm_{s}"]) for s in "lr"]
    if ownership.endswith("head"):
        tops += [roles[part] for part in ("neck", "head") if part in roles]
    owned = np.zeros(skeleton.joints, bool)
    owned[tops] = True
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0 and (owned[parent] or parent == roles.get("head")):
            owned[joint] = True
    return owned
