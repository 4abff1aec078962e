"""How the body is set over its feet: legs by IK, the pelvis so that the mass is carried at its height."""

import numpy as np
from scipy.ndimage import maximum_filter1d

from ..motion import forward, local_rotations
from ..motion import rotations as rot
from .mass import centre_of_mass, mass_of
from .skeleton import FACING

_ROUNDS = 5  # of Newton's method
_NUDGE = 1e-5  # metres
_STRAIGHTEST = 0.9993  # of the leg's length: the knee keeps 4 degrees


def settled_root(skeleton, upper, tracks, heading, ground, wanted, fps):
    """Pelvis positions that carry the centre of mass at the wanted heights.

    Where a leg would have to be longer than it is, the body is carried a little lower, smoothly.

    Parameters
    ----------
    skeleton : Skeleton
    upper : (F, J, 4) world rotations; those of the legs do not matter
    tracks : pair of FootTrack, left and right
    heading : (F,) radians
    ground : (F, 2) metres; the pelvis over the ground
    wanted : (F,) metres; heights of the centre of mass
    fps : float

    Returns
    -------
    (F, 3) array, metres
    """
    legs = [_Leg(skeleton, upper, side, foot, heading) for side, foot in zip("LR", tracks, strict=True)]
    root = np.column_stack([ground, np.full(len(wanted), skeleton.rest_position[skeleton.root, 2] - 0.25)])
    rotation = legs_to_feet(skeleton, upper, tracks, heading, root)
    whole = centre_of_mass(skeleton, forward(skeleton, root, local_rotations(skeleton, rotation)))[:, 2]
    rest = whole - sum(leg.mass_height(root) for leg in legs)  # trunk, head, arms, feet
    trunk = 1.0 - sum(leg.mass for leg in legs) - 2.0 * _part("foot.L", skeleton)
    start = root[:, 2].copy()
    for _ in range(3):
        for _ in range(_ROUNDS):
            here, above = (
                rest + trunk * (at[:, 2] - start) + sum(leg.mass_height(at) for leg in legs)
                for at in (root, root + (0.0, 0.0, _NUDGE))
            )
            root[:, 2] += (wanted - here) / np.clip((above - here) / _NUDGE, 0.4, 2.0)
        drop = _envelope(np.max([leg.missing(root) for leg in legs], axis=0), fps)
        if not drop.any():
            break
        wanted = wanted - drop
    return root


def _part(name, skeleton):
    """Part of the whole mass in one bone."""
    return mass_of(name)[0] / sum(mass_of(other)[0] for other in skeleton.names)


def _envelope(needed, fps):
    """(F,) smooth curve that is nowhere below needed, which is zero nearly everywhere."""
    if needed.max() <= 0.0:
        return np.zeros(len(needed))
    reach = max(int(round(0.24 * fps)), 1)
    window = np.hanning(2 * reach + 3)[1:-1] ** 2  # smooth to the third derivative
    held = maximum_filter1d(np.maximum(needed, 0.0), 2 * reach + 1, mode="nearest")
    return np.convolve(np.pad(held, reach, mode="edge"), window / window.sum(), mode="valid")


class _Leg:
    """Hip, knee and ankle of one leg over the frames, for any height of the pelvis."""

    def __init__(self, skeleton, upper, side, foot, heading):
        index = {name: j for j, name in enumerate(skeleton.names)}
        thigh, shin = index[f"thigh.{side}"], index[f"shin.{side}"]
        self.from_root = rot.rotate(upper[:, skeleton.root], skeleton.rest_offset[thigh])
        self.ankle = foot.ankle
        self.thigh, self.shin = skeleton.length[[thigh, shin]]
        towards = heading + 0.5 * np.angle(np.exp(1j * (foot.yaw - heading)))
        self.left = np.stack([-np.sin(towards), np.cos(towards), np.zeros_like(towards)], axis=1)
        self.parts = _part(f"thigh.{side}", skeleton), _part(f"shin.{side}", skeleton)
        self.mass = sum(self.parts)

    def directions(self, root):
        """(F, 3) unit vectors: the hinge (to the left), along the thigh, along the shin."""
        reach = self.ankle - (root + self.from_root)
        distance = np.linalg.norm(reach, axis=1)
        down = reach / distance[:, None]
        hinge = self.left - np.sum(self.left * down, axis=1, keepdims=True) * down
        hinge /= np.linalg.norm(hinge, axis=1, keepdims=True)
        cosine = (self.thigh**2 + distance**2 - self.shin**2) / (2.0 * self.thigh * distance)
        cosine = np.clip(cosine, -1.0, 1.0)[:, None]
        along = down * cosine + np.cross(down, hinge) * np.sqrt(1.0 - cosine**2)
        return hinge, along, (reach - along * self.thigh) / self.shin

    def mass_height(self, root):
        """(F,) height of thigh and shin times their part of the whole mass, metres."""
        hip = root[:, 2] + self.from_root[:, 2]
        knee = hip + self.thigh * self.directions(root)[1][:, 2]
        thigh = hip + mass_of("thigh")[1] * (knee - hip)
        shin = knee + mass_of("shin")[1] * (self.ankle[:, 2] - knee)
        return self.parts[0] * thigh + self.parts[1] * shin

    def missing(self, root):
        """(F,) metres by which the hip is too high for the leg to reach (negative: to spare)."""
        reach = root + self.from_root - self.ankle
        longest = _STRAIGHTEST * (self.thigh + self.shin)
        return reach[:, 2] - np.sqrt(np.maximum(longest**2 - np.sum(reach[:, :2] ** 2, axis=1), 0.0))


def legs_to_feet(skeleton, upper, tracks, heading, root):
    """(F, J, 4) world rotations with the legs bent so that the feet are where their tracks say.

    Parameters
    ----------
    skeleton, upper, tracks, heading : as for `settled_root`
    root : (F, 3) metres
    """
    rotation = upper.copy()
    index = {name: j for j, name in enumerate(skeleton.names)}
    for side, foot in zip("LR", tracks, strict=True):
        leg = _Leg(skeleton, upper, side, foot, heading)
        hinge, *bones = leg.directions(root)
        for name, along in zip(("thigh", "shin"), bones, strict=True):
            frame = np.stack([hinge, along, np.cross(hinge, along)], axis=-1)
            rotation[:, index[f"{name}.{side}"]] = rot.from_matrix(frame)
        for name, pitch in (("foot", foot.pitch), ("toe", foot.toe_pitch)):
            joint = index[f"{name}.{side}"]
            turned = rot.mul(rot.about_z(foot.yaw), rot.from_axis_angle((0.0, 1.0, 0.0), pitch))
            rotation[:, joint] = rot.mul(turned, rot.mul(FACING, skeleton.rest_global_rotation[joint]))
    return rotation
