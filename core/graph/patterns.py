"""What a footstep pattern means: its gait, how it begins and ends, what may follow."""

#: Gaits of the coarse level, by the symbol a segment begins or ends with.
_GAIT = {"S": "stand", "L": "walk", "R": "walk", "F": "run"}
#: The half-cycles of the fine level and the stand.
CYCLES = {"walk": ("LDR", "RDL"), "run": ("FLF", "FRF"), "stand": ("S",)}
GAITS = ("stand", "walk", "run")
_STATES = set("SLRDF")
_OTHER_SIDE = str.maketrans("LR", "RL")


def gaits_of(label):
    """(gait it begins in, gait it ends in) of a label; None where it is cut inside a step."""
    return _GAIT.get(label[:1]), _GAIT.get(label[-1:])


def is_cycle(label):
    """Whether a label is a stand or a half-cycle of the fine level."""
    return any(label in labels for labels in CYCLES.values())


def is_change(label):
    """Whether a label leads from one gait to another at once: no flight and no stand in between."""
    before, after = gaits_of(label)
    known = before is not None and after is not None and set(label) <= _STATES
    return known and before != after and len(label) <= 5 and not set(label[1:-1]) & set("SF")


def mirrored_label(label):
    """The label with left and right exchanged."""
    return label.translate(_OTHER_SIDE)


def can_follow(before, after):
    """Whether one segment may follow another: they share a state, and feet alternate over a flight."""
    if before[-1] != after[0]:
        return False
    if before[-1] != "F":
        return True
    feet_before = [s for s in before if s in "LR"]
    feet_after = [s for s in after if s in "LR"]
    return not (feet_before and feet_after) or feet_before[-1] != feet_after[0]
