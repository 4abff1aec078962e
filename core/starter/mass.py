"""Where a starter body's mass lies."""

import numpy as np

from ..motion import tails
from ..motion.kinematics import Pose

# Body-segment masses, part of the whole (the table of Winter 2009), and where along the bone they sit.
_MASS = {
    "pelvis": (0.153, 0.2), "spine_upper": (0.130, 0.5), "chest": (0.130, 0.5), "head": (0.071, 0.5),
    "upper_arm": (0.033, 0.436), "forearm": (0.019, 0.43), "hand": (0.006, 0.506),
    "thigh": (0.105, 0.433), "shin": (0.060, 0.433), "foot": (0.015, 0.5),
}  # fmt: skip


def mass_of(name):
    """Part of the whole mass that a bone carries, and how far along the bone it sits."""
    return _MASS.get(name.split(".")[0], (0.0, 0.0))


def centre_of_mass(skeleton, pose):
    """(F, 3) metres, of the starter skeleton in a pose."""
    mass, along = np.array([mass_of(name) for name in skeleton.names]).T
    spots = pose.position + along[:, None] * (tails(skeleton, pose) - pose.position)
    return np.einsum("fjk,j->fk", spots, mass / mass.sum())


def standing_mass_height(skeleton):
    """Height of the centre of mass of the quiet stance, metres: arms down, knees barely bent."""
    still = Pose(skeleton.rest_position[None], skeleton.rest_global_rotation[None])
    return float(centre_of_mass(skeleton, still)[0, 2]) - 0.012
