"""A hierarchy of joints to walk up and down in."""

from functools import cached_property

import numpy as np


class Tree:
    """Joints by index, with parents, children and bone lengths.

    Parameters
    ----------
    parents : (J,) int array; parents come before children
    position : (J, 3) array; heads in any pose, any unit
    """

    def __init__(self, parents, position):
        self.parents = np.asarray(parents, dtype=int)
        self.children = [[] for _ in self.parents]
        for j, parent in enumerate(self.parents):
            if parent >= 0:
                self.children[parent].append(j)
        above = np.where(self.parents < 0, np.arange(len(self.parents)), self.parents)
        self.length = np.linalg.norm(position - position[above], axis=-1)

    @cached_property
    def depth(self):
        """(J,) int array; 0 at the top."""
        out = np.zeros(len(self.parents), dtype=int)
        for j, parent in enumerate(self.parents):
            out[j] = out[parent] + 1 if parent >= 0 else 0
        return out

    @cached_property
    def height(self):
        """(J,) int array; number of joints on the longest way down."""
        return self._upward(np.ones(len(self.parents))).astype(int)

    @cached_property
    def reach(self):
        """(J,) array; length of the longest way down."""
        return self._upward(self.length)

    def _upward(self, step):
        out = np.zeros(len(self.parents))
        for j in range(len(self.parents) - 1, 0, -1):
            parent = self.parents[j]
            if parent >= 0:
                out[parent] = max(out[parent], out[j] + step[j])
        return out

    def ancestors(self, joint, itself=False):
        """List of joints above one, nearest first."""
        out = [joint] if itself else []
        joint = self.parents[joint]
        while joint >= 0:
            out.append(int(joint))
            joint = self.parents[joint]
        return out

    def below(self, joint):
        """List of the joint and all joints under it, parents first."""
        out = [joint]
        for j in out:
            out.extend(self.children[j])
        return out

    def meeting(self, *joints):
        """Lowest joint that is above (or is) every one of the joints; None when there is none."""
        common = self.ancestors(joints[0], itself=True)
        for joint in joints[1:]:
            chain = set(self.ancestors(joint, itself=True))
            common = [j for j in common if j in chain]
        return common[0] if common else None

    def way_down(self, top, joint):
        """List of joints from below `top` down to `joint`; empty when joint is not below top."""
        chain = self.ancestors(joint, itself=True)
        return chain[: chain.index(top)][::-1] if top in chain else []
