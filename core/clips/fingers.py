"""Finger joints below a hand."""


def finger_roles(tree, readings, hand, side):
    """Roles thumb1..3, index1..3, ... of one hand.

    The first joint of a long chain that is named a metacarpal lies in the palm and is no finger joint.

    Parameters
    ----------
    tree : Tree
    readings : list of NameReading
    hand : int; the hand joint
    side : "l" or "r"

    Returns
    -------
    dict of role to joint index
    """
    chains = {}
    for joint in tree.below(hand)[1:]:
        finger = readings[joint].finger
        if not finger:
            continue
        chain = chains.setdefault(finger, [])
        if not chain or chain[-1] in tree.ancestors(joint):
            chain.append(joint)
    roles = {}
    for finger, chain in chains.items():
        if len(chain) > 3 and any(readings[joint].metacarpal for joint in chain[:2]):
            chain = chain[1:]
        roles |= {f"{finger}{k}_{side}": joint for k, joint in enumerate(chain[:3], start=1)}
    return roles
