"""Which bone plays which role: shown, changed by the user, kept with the armature."""

from ...core.clips import find_roles
from . import armatures

#: Roles shown even when no bone was found for them, in the order of the body.
USUAL = (
    "pelvis", "spine", "chest", "neck", "head",
    *(f"{part}_{side}" for side in "lr" for part in ("shoulder", "upper_arm", "forearm", "hand")),
    *(f"{part}_{side}" for side in "lr" for part in ("thigh", "shin", "foot", "toe")),
)  # fmt: skip


def show(settings, armature):
    """List an armature's roles in the scene's settings, kept ones first asked, else those found.

    Returns
    -------
    int
        How many of the usual roles have no bone.
    """
    kept = armatures.kept_roles(armature)
    roles = kept or found(armature)
    settings.roles_of = None                # writing the rows must not be taken for the user's choice
    settings.roles.clear()
    for role in (*USUAL, *sorted(set(roles) - set(USUAL))):
        item = settings.roles.add()
        item.name, item.bone = role, roles.get(role, "")
    settings.roles_of = armature
    return sum(not item.bone for item in settings.roles if item.name in USUAL)


def found(armature):
    """Role to bone name, from names and shape alone."""
    skeleton = armatures.skeleton_of(armature)
    roles = find_roles(skeleton.names, skeleton.parents, skeleton.rest_position, skeleton.rest_tail).roles
    return {role: skeleton.names[joint] for role, joint in roles.items()}


def forget(armature):
    """Drop what was kept, so that names and shape decide again."""
    armatures.keep_roles(armature, {})


def keep(settings):
    """Keep what the list says with the armature it was made for."""
    if settings.roles_of is not None:
        named = {item.name: item.bone for item in settings.roles if item.bone}
        armatures.keep_roles(settings.roles_of, named)
