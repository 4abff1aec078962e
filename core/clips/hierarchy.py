"""The HIERARCHY part of a BVH text: joints, offsets, channels; read leniently, written plainly."""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from ..errors import ClipError
from .findings import counted
from .numbers import DECIMAL_COMMAS, number

_CHANNEL = re.compile(r"([xyz])(?:_|-)?(position|rotation|pos|rot|translation)$")
MAX_JOINTS = 2000


@dataclass
class Joint:
    """One joint as the file has it, in the file's own units and axes.

    Attributes
    ----------
    name : str
    parent : int; -1 for a ROOT
    offset : list of 3 float
    end : list of 3 float or None; the End Site's offset
    channels : list of str, such as "Xposition", "Zrotation"; others keep their name
    line : int; where it stands in the file, from 1
    """

    name: str
    parent: int
    line: int
    offset: list = None
    end: list = None
    channels: list = field(default_factory=list)


class _Reader:
    """State of the walk through the lines: open blocks, and what was found wrong."""

    def __init__(self, clip):
        self.clip = clip
        self.joints = []
        self.open = []  # joint index, or -1 for an End Site
        self.pending = None  # block announced, its brace not yet met
        self.repairs = []
        self.warnings = []
        self.commas = False

    def fail(self, line, reason):
        raise ClipError(f"{self.clip}: line {line}: {reason}")

    def announce(self, block):
        """A JOINT or End Site line was read: its brace should follow."""
        self.enter_pending(missing=True)
        self.pending = block

    def enter_pending(self, missing=False):
        if self.pending is not None:
            self.open.append(self.pending)
            self.pending = None
            if missing:
                self.repairs.append("a missing opening brace added")

    def parent(self):
        """Joint that encloses what comes next; -1 at the top."""
        self.enter_pending(missing=True)
        if self.open and self.open[-1] == -1:
            self.open.pop()
            self.warnings.append("an End Site was not closed")
        return self.open[-1] if self.open else -1

    def joint(self, line, name, top):
        if len(self.joints) >= MAX_JOINTS:
            self.fail(line, f"more than {MAX_JOINTS} joints")
        if top:
            self.close_all(f"ROOT {name}")
        parent = self.parent()
        if not name:
            name = f"joint_{len(self.joints) + 1}"
            self.warnings.append(f"line {line}: a joint without a name is called '{name}'")
        self.joints.append(Joint(name, parent, line))
        self.announce(len(self.joints) - 1)

    def offset(self, line, words):
        self.enter_pending(missing=True)
        if not self.open:
            self.fail(line, "OFFSET outside of a joint")
        if any("," in word for word in words):
            self.commas = True
        values = [number(word) for word in words[:3]]
        if len(values) < 3 or any(v != v for v in values):
            self.fail(line, f"OFFSET needs three numbers, found '{' '.join(words)[:60]}'")
        if self.open[-1] == -1:
            owner = next((j for j in reversed(self.open) if j >= 0), None)
            if owner is not None:
                if self.joints[owner].end is not None:
                    self.repairs.append(f"End Sites of '{self.joints[owner].name}' but the last left out")
                self.joints[owner].end = values
        elif self.joints[self.open[-1]].offset is not None:
            self.fail(line, f"joint '{self.joints[self.open[-1]].name}' has two OFFSETs")
        else:
            self.joints[self.open[-1]].offset = values

    def channels(self, line, words):
        self.enter_pending(missing=True)
        if not self.open or self.open[-1] == -1:
            self.fail(line, "CHANNELS outside of a joint")
        joint = self.joints[self.open[-1]]
        if joint.channels:
            self.fail(line, f"joint '{joint.name}' has two CHANNELS lines")
        count = int(words[0]) if words and words[0].isdecimal() else None
        names = words if count is None and words and not words[0][:1].isdigit() else words[1:]
        joint.channels = [_channel_name(word) for word in names]
        twice = {c for c in joint.channels if joint.channels.count(c) > 1}
        if twice:
            self.fail(line, f"joint '{joint.name}' names the channel {sorted(twice)[0]} twice")
        if count != len(names):
            self.warnings.append(
                f"line {line}: joint '{joint.name}' says {words[0] if words else 'no'} channels and names "
                f"{len(names)}: the names count"
            )

    def close(self):
        self.enter_pending(missing=True)
        if self.open:
            self.open.pop()
        else:
            self.repairs.append("a closing brace too many removed")

    def close_all(self, before):
        self.enter_pending(missing=True)
        if self.open:
            self.warnings.append(f"{counted(len(self.open), 'closing brace')} missing before {before}: added")
        self.open = []

    def finish(self):
        self.close_all("MOTION")
        for joint in self.joints:
            if joint.offset is None:
                self.fail(joint.line, f"joint '{joint.name}' has no OFFSET")


@lru_cache(256)
def _channel_name(word):
    match = _CHANNEL.match(word.lower())
    if not match:
        return word
    return match[1].upper() + ("rotation" if match[2].startswith("rot") else "position")


def read_hierarchy(text, clip):
    """Joints of the HIERARCHY part.

    Parameters
    ----------
    text : str; everything before MOTION
    clip : str; the file's name, for messages

    Returns
    -------
    joints : list of Joint, parents first
    repairs, warnings : lists of str

    Raises
    ------
    ClipError
        With file, line and reason: something is missing that cannot be guessed.
    """
    reader = _Reader(clip)
    commented = strange = 0
    for line, full in enumerate(text.split("\n"), start=1):
        for piece in _pieces(full):
            if piece.startswith(("#", "//", ";")):
                commented += 1
                break
            words = piece.split()
            keyword = words[0].lower().rstrip(":")
            if keyword in ("root", "joint"):
                reader.joint(line, piece[len(words[0]) :].strip(), keyword == "root")
            elif keyword == "end" and len(words) > 1 and words[1].lower() == "site" or keyword == "endsite":
                reader.parent()
                reader.announce(-1)
            elif piece == "{":
                if reader.pending is None:
                    reader.repairs.append("an opening brace too many removed")
                reader.enter_pending()
            elif piece == "}":
                reader.close()
            elif keyword == "offset":
                reader.offset(line, words[1:])
            elif keyword == "channels":
                reader.channels(line, words[1:])
            elif keyword != "hierarchy":
                strange += 1
    if not reader.joints:
        raise ClipError(f"{clip}: not a BVH file: no ROOT joint in it")
    reader.finish()
    if commented:
        reader.repairs.append("comment lines skipped")
    if strange:
        reader.warnings.append(f"{strange} line{'s' if strange > 1 else ''} of the hierarchy not understood")
    if reader.commas:
        reader.repairs.append(DECIMAL_COMMAS)
    return reader.joints, list(dict.fromkeys(reader.repairs)), reader.warnings


def _pieces(line):
    """What a line holds, braces apart."""
    whole = line.strip()
    if len(whole) < 2 or ("{" not in whole and "}" not in whole):
        return [whole] if whole else []
    return [piece.strip() for piece in re.split(r"([{}])", whole) if piece.strip()]


def hierarchy_lines(joints):
    """The HIERARCHY part as plain lines: a list of (depth, list of words and numbers).

    Blender's importer reads a file by lines, so that what it gets must have exactly this form.
    """
    children = {}
    for j, joint in enumerate(joints):
        children.setdefault(joint.parent, []).append(j)
    out = [(0, ["HIERARCHY"])]
    stack = [(j, 0) for j in reversed(children.get(-1, []))]
    while stack:
        j, depth = stack.pop()
        if j is None:
            out.append((depth, ["}"]))
            continue
        joint = joints[j]
        out.append((depth, ["ROOT" if joint.parent < 0 else "JOINT", *joint.name.split()]))
        out.append((depth, ["{"]))
        out.append((depth + 1, ["OFFSET", *joint.offset]))
        out.append((depth + 1, ["CHANNELS", str(len(joint.channels)), *joint.channels]))
        stack.append((None, depth))
        stack += [(child, depth + 1) for child in reversed(children.get(j, []))]
        if joint.end is not None:
            out.append((depth + 1, ["End", "Site"]))
            out.append((depth + 1, ["{"]))
            out.append((depth + 2, ["OFFSET", *joint.end]))
            out.append((depth + 1, ["}"]))
    return out


def is_plain(text, joints):
    """Whether the HIERARCHY text already says exactly what these joints are, line by line."""
    lines = [words for words in map(str.split, text.split("\n")) if words]
    wanted = hierarchy_lines(joints)
    if len(lines) != len(wanted):
        return False
    return all(_says(words, expected) for words, (_, expected) in zip(lines, wanted))


def _says(words, expected):
    """Whether the words of a line are those expected, keywords in any case."""
    first = expected[0]
    if first in ("{", "}"):
        return words == expected
    if words[0].upper() != first.upper():
        return False
    if first == "OFFSET":
        try:
            return len(words) == 4 and all(
                abs(float(a) - b) <= 1e-6 * abs(b) for a, b in zip(words[1:], expected[1:])
            )
        except ValueError:
            return False
    if first in ("ROOT", "JOINT"):
        return words[1:] == expected[1:]
    same = words[: len(expected)] == expected or [w.lower() for w in words[: len(expected)]] == [
        w.lower() for w in expected
    ]
    return same and (len(words) == len(expected) or first == "End")
