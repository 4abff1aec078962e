"""Which joint plays which part of the body."""

from dataclasses import dataclass, field

import numpy as np

from .fingers import finger_roles
from .joint_names import read_names
from .limbs import ARM, LEG, limbs_by_name, limbs_by_shape
from .tree import Tree

#: Roles a body has, fingers aside. The first seven are what walking needs.
NEEDED = ("pelvis", "thigh_l", "shin_l", "foot_l", "thigh_r", "shin_r", "foot_r")
BODY = (
    *NEEDED,
    *("spine", "chest", "neck", "head"),
    *(f"{part}_{side}" for side in "lr" for part in ("shoulder", "upper_arm", "forearm", "hand", "toe")),
)


@dataclass(frozen=True)
class RoleMap:
    """Roles of a skeleton's joints.

    Attributes
    ----------
    roles : dict of role to joint index; a body with one bone in its back has it as spine and chest
    missing : tuple of the roles of BODY that no joint plays
    warnings : tuple of str
    """

    roles: dict = field(default_factory=dict)
    missing: tuple = ()
    warnings: tuple = ()


def find_roles(names, parents, position, tails=None):
    """Roles from names in any convention, checked against geometry, or from geometry alone.

    Left and right are taken from where the toes and knees point when that is clear, since a wrong
    side makes every footstep label wrong; names that say otherwise give a warning.

    Parameters
    ----------
    names : sequence of J str
    parents : (J,) int array; parents first, -1 at the top
    position : (J, 3) or (F, J, 3) array; joint heads at rest or in some frames, any unit, any axes
    tails : array like `position`, optional; bone tails, used for feet without toes

    Returns
    -------
    RoleMap
    """
    position = np.asarray(position, dtype=float)
    position = position[None] if position.ndim == 2 else position
    tails = position if tails is None else np.broadcast_to(np.asarray(tails, dtype=float), position.shape)
    tree = Tree(parents, position[0])
    readings = read_names(names)
    legs, arms = _limbs(readings, tree)
    roles, warnings = {}, []
    _trunk(roles, tree, readings, legs, arms)
    sides, note = _sides(position, tails, tree, readings, roles, legs)
    warnings += note
    for leg, side in zip(legs, sides):
        roles |= {f"{kind}_{side}": joint for kind, joint in zip(LEG, leg)}
        toe = _toe(tree, readings, leg.end)
        if toe is not None:
            roles[f"toe_{side}"] = toe
    for arm, side in zip(arms, _arm_sides(position, legs, sides, arms, bool(note))):
        roles |= {f"{kind}_{side}": joint for kind, joint in zip(ARM, arm) if joint is not None}
        above = _shoulder(tree, readings, roles, arm.upper)
        if above is not None:
            roles[f"shoulder_{side}"] = above
        if arm.end is not None:
            roles |= finger_roles(tree, readings, arm.end, side)
    missing = tuple(role for role in BODY if role not in roles)
    lost = [role for role in NEEDED if role in missing]
    if lost:
        warnings.append(f"no joint found for {', '.join(lost)}")
    return RoleMap({role: int(joint) for role, joint in roles.items()}, missing, tuple(warnings))


def _limbs(readings, tree):
    """The pairs of legs and arms, by name where the names tell, else by shape."""
    legs, arms = limbs_by_name(readings, tree, LEG), limbs_by_name(readings, tree, ARM)
    if legs and arms:
        return legs, arms
    known = {j for limb in (*legs, *arms) for j in (*limb[:3], *tree.ancestors(limb.upper))}
    pairs = [pair for pair in limbs_by_shape(readings, tree) if not known & {*pair[0][:3], *pair[1][:3]}]
    if not legs and pairs:
        legs = pairs.pop(0)
    if not arms and pairs:
        arms = pairs.pop(0)
    return legs, arms


def _trunk(roles, tree, readings, legs, arms):
    """Pelvis, spine, chest, neck and head."""
    shoulders = tree.meeting(*(arm.upper for arm in arms)) if arms else None
    while shoulders is not None and readings[shoulders].part.get("neck") and tree.parents[shoulders] >= 0:
        shoulders = int(tree.parents[shoulders])
    named = [j for j, r in enumerate(readings) if "head" in r.part and not r.ignored]
    head = min(named, key=lambda j: tree.depth[j]) if named else None
    upper = shoulders if shoulders is not None else head
    hips = tree.meeting(*(leg.upper for leg in legs)) if legs else None
    if hips is None:
        return
    pelvis = tree.meeting(hips, upper) if upper is not None else hips
    if pelvis is None:
        return
    roles["pelvis"] = pelvis
    if upper is None:
        return
    back = tree.way_down(pelvis, upper if shoulders is not None else int(tree.parents[head]))
    if back:
        roles["spine"], roles["chest"] = back[0], back[-1]
    limbs = {j for limb in (*legs, *arms) for j in tree.ancestors(limb.upper, itself=True)}
    _neck_and_head(roles, tree, back[-1] if back else pelvis, head, limbs)


def _neck_and_head(roles, tree, chest, head, limbs):
    """The way up from the chest that is no arm."""
    if head is None or chest not in tree.ancestors(head):
        free = [c for c in tree.children[chest] if c not in limbs]
        if not free:
            return
        head = max(free, key=lambda c: tree.reach[c] + tree.length[c])
        if tree.children[head]:
            head = max(tree.children[head], key=lambda c: tree.reach[c] + tree.length[c])
    way = tree.way_down(chest, head)
    roles["head"] = head
    if len(way) > 1:
        roles["neck"] = way[0]


def _toe(tree, readings, foot):
    """The joint at the ball of the foot: the nearest one named so, else a lone joint below."""
    below = [j for j in tree.below(foot)[1:] if not readings[j].ignored]
    named = [j for j in below if readings[j].part.get("toe")]
    if named:
        return min(named, key=lambda j: tree.depth[j])
    unnamed = [j for j in tree.children[foot] if not readings[j].ignored]
    return unnamed[0] if len(unnamed) == 1 else None


def _shoulder(tree, readings, roles, upper_arm):
    """The collar bone above an upper arm: what lies between it and the chest."""
    trunk = {roles.get(role) for role in ("pelvis", "spine", "chest", "neck", "head")}
    between = []
    for joint in tree.ancestors(upper_arm):
        if joint in trunk:
            break
        between.append(joint)
    named = [j for j in between if readings[j].part.get("shoulder")]
    usable = named or [j for j in between if not readings[j].ignored and not readings[j].part]
    return usable[-1] if usable and len(between) <= 4 else None


def _sides(position, tails, tree, readings, roles, legs):
    """Side of each of the two legs, and a warning when names and geometry disagree."""
    if not legs:
        return "", []
    named = "".join(leg.side for leg in legs)
    evidence = _left_evidence(position, tails, tree, readings, roles, legs)
    if abs(evidence) > 0.03:
        shown = "lr" if evidence > 0 else "rl"
        if len(named) == 2 and named in ("lr", "rl") and named != shown:
            return shown, [
                "names and geometry disagree about left and right: the sides are taken from where toes and "
                "knees point"
            ]
        return shown, []
    return (named, []) if named in ("lr", "rl") else ("lr", ["left and right could not be told apart"])


def _left_evidence(position, tails, tree, readings, roles, legs):
    """How surely the first leg is the left one: toes, knees and travel point forward. Share of leg length."""
    crown = roles.get("head", roles.get("chest"))
    if crown is None:
        return 0.0
    up = _unit(position[:, crown] - position[:, roles["pelvis"]])
    across = position[:, legs[0].upper] - position[:, legs[1].upper]
    forward = _unit(np.cross(across, up))
    size, total = 1e-12, 0.0
    for leg in legs:
        hip, knee, ankle = (position[:, j] for j in leg[:3])
        thigh, shin = np.linalg.norm(knee - hip, axis=1), np.linalg.norm(ankle - knee, axis=1)
        size += float(np.mean(thigh + shin))
        toe = _toe(tree, readings, leg.end)
        tip = tails[:, leg.end] - ankle if toe is None else position[:, toe] - ankle
        bend = (
            knee - (hip * shin[:, None] + ankle * thigh[:, None]) / np.maximum(thigh + shin, 1e-12)[:, None]
        )
        total += float(np.mean(np.sum((tip + bend) * forward, axis=1)))
    return total / size


def _arm_sides(position, legs, sides, arms, distrusted):
    """Side of each arm: the side of the leg it lies over; by name when geometry is unclear."""
    named = "".join(arm.side for arm in arms)
    if len(arms) < 2:
        return ""
    if len(legs) == 2:
        across = position[:, legs[0].upper] - position[:, legs[1].upper]
        between = position[:, arms[0].lower] - position[:, arms[1].lower]
        agreement = np.mean(np.sum(_unit(across) * _unit(between), axis=1))
        if abs(agreement) > 0.3 or distrusted:
            return sides if agreement > 0 else sides[::-1]
    return named if named in ("lr", "rl") else "lr"


def _unit(v):
    return v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-12)
