"""What was found wrong with a clip while reading it."""

from dataclasses import dataclass, field


@dataclass
class Findings:
    """Notes on one clip, in words for its user.

    Attributes
    ----------
    repairs : list of str; what was mended, with certainty
    warnings : list of str; what stays doubtful
    changed : bool; joints or numbers are no longer the file's own
    """

    repairs: list = field(default_factory=list)
    warnings: list = field(default_factory=list)
    changed: bool = False

    def repair(self, note, *, doubtful=False):
        """Note a change of joints or numbers; a doubtful one is a warning."""
        self.changed = True
        (self.warnings if doubtful else self.repairs).append(note)

    def copy(self):
        """Findings to which more can be added without changing these."""
        return Findings(list(self.repairs), list(self.warnings), self.changed)


def some(things, shown=4):
    """A few of many things, for a message."""
    things = [str(thing) for thing in things]
    more = f" and {len(things) - shown} more" if len(things) > shown else ""
    return ", ".join(things[:shown]) + more


def counted(number, thing):
    """'1 joint', '3 joints'."""
    return f"{number} {thing}" + ("" if number == 1 else "s")
