"""One actor of a BVH file: clean text for Blender's importer, and the same motion as arrays."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ..motion import Motion, Skeleton
from ..motion import rotations as rot
from .bones import axis_turn, bone_tails, rest_frames
from .hierarchy import hierarchy_lines
from .rest_pose import rest_pose
from .take import Take


@dataclass(eq=False)
class BvhActor:
    """One actor of a BVH file, repaired.

    Attributes
    ----------
    name : str; of the clip
    take : Take; joints and rows in file units and axes
    fps : float; snapped, so that 119.99 is 120
    scale_to_m : float; metres per file unit: Blender's ``global_scale``
    axis_up, axis_forward : str; Blender's axis arguments
    roles : dict of role to joint index
    missing : tuple of roles that no joint plays
    root_motion : bool; the body travels by itself
    facing : (2,) array; horizontal unit vector in Blender's axes, at the first frame
    repairs, warnings : lists of str
    repaired_text : bool; the clean text is not the file's own
    """

    name: str
    take: Take
    fps: float
    scale_to_m: float = 0.01
    axis_up: str = "Y"
    axis_forward: str = "-Z"
    roles: dict = field(default_factory=dict)
    missing: tuple = ()
    root_motion: bool = True
    facing: np.ndarray = None
    repairs: list = field(default_factory=list)
    warnings: list = field(default_factory=list)
    repaired_text: bool = True

    @property
    def names(self):
        """Tuple of joint names, whole."""
        return tuple(joint.name for joint in self.take.joints)

    @property
    def bone_names(self):
        """Tuple of the names that Blender's importer gives the bones: blanks become underscores."""
        return tuple("_".join(name.split()) for name in self.names)

    @property
    def parents(self):
        """(J,) int array; -1 for a root."""
        return self.take.parents

    @property
    def frames(self):
        """Number of frames."""
        return len(self.take.values)

    @property
    def channels(self):
        """Tuple of the channel names of each joint."""
        return tuple(tuple(joint.channels) for joint in self.take.joints)

    @property
    def file_is_clean(self):
        """Whether Blender's importer reads the file itself right, as it stands."""
        return not self.repaired_text and not self.repairs

    @property
    def text(self):
        """Str that Blender's BVH importer reads right."""
        return self._text_of(self.take.values)

    @property
    def first_row_text(self):
        """Str like `text`, with the first row only: the bones without the movement."""
        return self._text_of(self.take.values[:1])

    def bone_channels(self, rest, scale):
        """What Blender's importer would key for the bones.

        Parameters
        ----------
        rest : (J, 4) array; rest rotations of the bones in Blender's world
        scale : float; Blender units per file unit

        Returns
        -------
        dict of (bone name, "location" or "rotation_quaternion") to (F, 3) or (F, 4) array
        """
        frames = rot.mul(rot.inv(axis_turn(self.axis_forward, self.axis_up)), rest)
        moved = (self.take.local_position() - self.take.offset) * float(np.float32(scale))
        turned = rot.unroll(rot.mul(rot.mul(rot.inv(frames), self.take.local_rotation()), frames))
        channels = {}
        for j, name in enumerate(self.bone_names):
            if self.take.columns(j, "p")[0]:
                channels[name, "location"] = rot.rotate(rot.inv(frames[j]), moved[:, j])
            if self.take.columns(j, "r")[0]:
                channels[name, "rotation_quaternion"] = turned[:, j]
        return channels

    def _text_of(self, values):
        hierarchy = hierarchy_lines(self.take.joints)
        lines = ["\t" * depth + " ".join(map(_word, words)) for depth, words in hierarchy]
        lines += ["MOTION", f"Frames: {len(values)}", f"Frame Time: {1.0 / self.fps:.9g}"]
        row = " ".join(["%.9g"] * values.shape[1])
        return "\n".join([*lines, *(row % tuple(one) for one in values.tolist())]) + "\n"

    @property
    def rest_pose(self):
        """Str such as "T-pose", as `rest_pose` names it; None when it has no name."""
        return rest_pose(self.take.rest, self.roles)

    @property
    def root(self):
        """Index of the joint that travels: the pelvis, else the first one."""
        return self.roles.get("pelvis", 0)

    @cached_property
    def _bones(self):
        """(J, 3) bones from head to tail in metres, and (J, 4) their rest frames; file axes."""
        vectors = bone_tails(self.take.offset, self.take.end, self.parents, self.scale_to_m)
        return vectors, rest_frames(vectors)

    @cached_property
    def skeleton(self):
        """Skeleton in metres, Z up: what the importer makes of the text, with roles."""
        vectors, frames = self._bones
        parents = self.parents
        top = parents < 0
        world = rot.inv(axis_turn(self.axis_forward, self.axis_up))
        outer = np.where(top[:, None], world, frames[np.where(top, 0, parents)])
        return Skeleton(
            self.names,
            parents,
            rot.rotate(rot.inv(outer), self.take.offset * self.scale_to_m),
            rot.mul(rot.inv(outer), frames),
            np.linalg.norm(vectors, axis=1),
            dict(self.roles),
            self.root,
        )

    def to_motion(self):
        """The movement as a Motion in metres, Z up, with Blender's pose rotations.

        Returns
        -------
        Motion; joints above the pelvis stay at rest, what they did is in the pelvis
        """
        skeleton = self.skeleton
        local = self.take.local_rotation()
        _, frames = self._bones
        rotation = rot.mul(rot.mul(rot.inv(frames), local), frames)
        position, turned = self._root_world(local)
        turn = axis_turn(self.axis_forward, self.axis_up)
        chain = _above(self.parents, self.root)
        if chain:
            world = rot.mul(rot.mul(turn, turned), frames[self.root])
            rotation[:, self.root] = rot.mul(rot.inv(skeleton.rest_global_rotation[self.root]), world)
            rotation[:, chain] = rot.identity()
        rotation = rot.unroll(rotation)
        return Motion(skeleton, rot.rotate(turn, position * self.scale_to_m), rotation, self.fps, self.name)

    def _root_world(self, local):
        """Position (F, 3) and turn (F, 4) of the travelling joint in the file's world."""
        chain = [*reversed(_above(self.parents, self.root)), self.root]
        moved = self.take.local_position()
        position, turned = moved[:, chain[0]], local[:, chain[0]]
        for j in chain[1:]:
            position = position + rot.rotate(turned, moved[:, j])
            turned = rot.mul(turned, local[:, j])
        return position, turned


def _word(word):
    return word if isinstance(word, str) else f"{word:.9g}"


def _above(parents, joint):
    """Joints above one, nearest first."""
    out = []
    while parents[joint] >= 0:
        joint = int(parents[joint])
        out.append(joint)
    return out
