"""Legs and arms as chains of three joints, found by name and by proportion."""

from typing import NamedTuple

import numpy as np

LEG = ("thigh", "shin", "foot")
ARM = ("upper_arm", "forearm", "hand")


class Limb(NamedTuple):
    """Joints of a leg or an arm; an arm may lack its hand. side : "l", "r" or "" as the names say."""

    upper: int
    lower: int
    end: int | None
    side: str
    score: float


def limbs_by_name(readings, tree, kinds):
    """The two legs (or arms) that the names tell, best first of each side.

    Parameters
    ----------
    readings : list of NameReading
    tree : Tree
    kinds : LEG or ARM

    Returns
    -------
    list of Limb; two, or fewer when names do not say enough
    """
    last = "toe" if kinds is LEG else None
    wanted = set(kinds) | ({last} if last else set())
    told = [j for j, r in enumerate(readings) if not r.ignored and wanted & set(r.part)]
    best = {}
    for bottom in _lowest(told, tree):
        path = [j for j in reversed(tree.ancestors(bottom, itself=True)) if not readings[j].ignored]
        limb = _assign(path, readings, tree, kinds, last)
        if limb and (limb.upper not in best or limb.score > best[limb.upper].score):
            best[limb.upper] = limb
    ranked = sorted(best.values(), key=lambda limb: -limb.score)
    sided = [next((limb for limb in ranked if limb.side == side), None) for side in "lr"]
    if all(sided):
        return sided
    return ranked[:2] if len(ranked) >= 2 else []


def _lowest(joints, tree):
    """Those of the joints that have none of the others below them."""
    above = set()
    for j in joints:
        above.update(tree.ancestors(j))
    return [j for j in joints if j not in above]


def _assign(path, readings, tree, kinds, last):
    """Best choice of three joints along a path from the top down."""
    strength = np.array([[readings[j].part.get(kind, 0.0) for kind in (*kinds, last or "")] for j in path])
    along = np.cumsum([tree.length[j] for j in path])
    found, best = None, 0.0
    upper = np.flatnonzero(strength[:, 0])
    for a in upper:
        for b in np.flatnonzero(strength[:, 1]):
            if not a < b:
                continue
            if kinds is ARM and strength[a, 0] + strength[b, 1] > best + 1e-9:
                found, best = (path[a], path[b], None), strength[a, 0] + strength[b, 1]
            for c in np.flatnonzero(strength[:, 2]):
                if not b < c:
                    continue
                high, low = along[b] - along[a], along[c] - along[b]
                even = min(high, low) / max(high, low, 1e-12)
                after = strength[c + 1 :, 3].max(initial=0.0) if last else 0.0
                score = strength[a, 0] + strength[b, 1] + strength[c, 2] + after + 0.4 * even
                if score > best + 1e-9:
                    found, best = (path[a], path[b], path[c]), score
    if found is None or best < 1.2:
        return None
    sides = [readings[j].side for j in found if j is not None and readings[j].side]
    side = max(set(sides), key=sides.count) if sides else ""
    return Limb(*found, side, float(best))


def limbs_by_shape(readings, tree):
    """Limbs of a body whose names tell nothing: the pairs of equally long branches, legs before arms.

    Returns
    -------
    list of pairs of Limb
    """
    size = tree.length + tree.reach
    pairs = []
    for joint, below in enumerate(tree.children):
        below = [c for c in below if not readings[c].ignored and tree.height[c] >= 2]
        ranked = sorted(below, key=lambda c: -size[c])
        for i, first in enumerate(ranked):
            for second in ranked[i + 1 :]:
                if size[second] > 0.92 * size[first] and tree.height[first] == tree.height[second]:
                    pairs.append((tree.depth[joint], -size[first], first, second))
    longest = max((-pair[1] for pair in pairs), default=0.0)
    pairs = sorted(pair for pair in pairs if -pair[1] > 0.4 * longest)
    limbs = []
    for _, _, first, second in pairs:
        pair = [_three(tree, first), _three(tree, second)]
        if all(pair) and not any(pair[0].upper in tree.below(old.upper) for two in limbs for old in two):
            limbs.append(pair)
    return limbs


def _three(tree, top):
    """The two longest neighbouring bones of the longest chain below a joint, as a limb."""
    path = [top]
    while tree.children[path[-1]]:
        path.append(max(tree.children[path[-1]], key=lambda c: tree.length[c] + tree.reach[c]))
    path = [path[0]] + [j for j in path[1:] if tree.length[j] > 1e-9]
    if len(path) < 3:
        return None
    pairs = [tree.length[path[i + 1]] + tree.length[path[i + 2]] for i in range(len(path) - 2)]
    i = int(np.argmax(pairs))
    return Limb(path[i], path[i + 1], path[i + 2], "", 0.0)
