"""What a joint's name says: which part of the body, which side, which finger.

Words, not whole names, are looked up, so that prefixes, suffixes, cases and separators of the many
conventions (Mixamo, Rigify, Unreal, Unity, Biped, Poser, CMU, SMPL, MMD ...) need no tables of their own.
"""

import re
from functools import lru_cache
from typing import NamedTuple

_SIDE_WORDS = {
    "l": "left l lft gauche links izquierda izq esquerda sinistra",
    "r": "right r rgt droite droit rechts derecha der direita destra",
}

#: Joints that carry no role whatever else their name says.
_IGNORED_WORDS = (
    "twist share end nub effector ik pole target ctrl control helper muscle pectoral breast eye eyes jaw "
    "tongue teeth face facial hair ear ears brow lid lip cheek skirt cloth weapon prop tail roll tip site "
    "top 捩 ＩＫ"
)
_DECORATION_WORDS = (
    "jnt bn bone skin def org mch rig geo b j c x bip biped valve mixamorig cc base stretch bend sim fk char "
    "character ref skel body"
)

#: Words that say a role for sure.
_ROLE_WORDS = {
    "thigh": "thigh upleg upperleg femur upperthigh legupper uleg 足",
    "shin": "shin calf lowerleg lowleg knee tibia leglower lleg crus ひざ",
    "foot": "ankle 足首",
    "toe": "toe toes toebase ball forefoot つま先 足先",
    "shoulder": "clavicle collar collarbone clav scapula 肩",
    "upper_arm": "upperarm uparm humerus shldr armupper uarm bicep 腕",
    "forearm": "forearm lowerarm lowarm elbow radius ulna armlower ひじ",
    "hand": "wrist 手首",
    "spine": "spine chest upperchest abdomen waist back lowerback upperback thorax torso ribcage belly "
    "lumbar vertebra 上半身",
    "neck": "neck lowerneck upperneck 首",
    "head": "head skull 頭",
    "pelvis": "hips pelvis センター 下半身 腰",
}
#: Words that say several, or none, and how strongly: the chain a joint stands in decides.
_UNSURE = {
    "leg": {"thigh": 0.5, "shin": 0.6},
    "hip": {"thigh": 0.9, "pelvis": 0.8},
    "foot": {"foot": 0.9, "toe": 0.4},
    "arm": {"upper_arm": 0.7},
    "shoulder": {"shoulder": 0.7, "upper_arm": 0.6},
    "hand": {"hand": 0.9},
    "palm": {"hand": 0.2},
} | dict.fromkeys(("hipjoint", "buttock", "metatarsal", "metatarsals", "finger", "fingers"), {})
_FINGER_WORDS = {
    "thumb": "thumb 親指",
    "index": "index 人指 人差指",
    "middle": "middle mid 中指",
    "ring": "ring 薬指",
    "pinky": "pinky little 小指",
}
_METACARPAL_WORDS = "root meta metacarpal carpal palm in mc"


def _told_by(table):
    """Key of each word in a table of words."""
    return {word: key for key, words in table.items() for word in words.split()}


_SIDE_OF = _told_by(_SIDE_WORDS)
_FINGER_OF = _told_by(_FINGER_WORDS)
_FINGERS = tuple(_FINGER_WORDS)
_XSENS_FINGERS = dict(zip(("first", "second", "third", "fourth", "fifth"), _FINGERS))
_MEANINGS = {word: {role: 1.0} for word, role in _told_by(_ROLE_WORDS).items()} | _UNSURE
_IGNORED, _DECORATION, _METACARPAL = (
    set(words.split()) for words in (_IGNORED_WORDS, _DECORATION_WORDS, _METACARPAL_WORDS)
)

_TOKEN = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\da-zA-Z_]+")
_LONGEST_FIRST = sorted(_MEANINGS, key=len, reverse=True)


class NameReading(NamedTuple):
    """What one name says.

    part : dict of role (without side) to strength 0..1; side : "l", "r" or ""; finger : "thumb" ... or "";
    number : last number in the name or None; metacarpal : bool; ignored : bool
    """

    part: dict
    side: str
    finger: str
    number: int | None
    metacarpal: bool
    ignored: bool


def read_names(names):
    """List of NameReading, one per name; numbers of fingers are read with all names in view."""
    from_zero = any(re.search(r"finger_?0", name.lower()) for name in names)
    return [_read(name, from_zero) for name in names]


@lru_cache(4096)
def _read(name, from_zero):
    tokens = [token.lower() for token in _TOKEN.findall(re.split(r"[:|]", name)[-1])]
    tokens = [piece for token in tokens for piece in _split_japanese(token)]
    digits = [int(token) for token in tokens if token.isdecimal()]
    side, words = _side(tokens)
    words = [
        word
        for word, before in zip(words, ["", *words])
        if word not in _DECORATION and (word != "joint" or before == "hip")
    ]
    if not words and side and digits and _vertebra(tokens):
        return NameReading({"spine": 1.0}, "", "", digits[-1], False, False)
    if len(words) == 1 and words[0] == "t" and digits:
        return NameReading({"spine": 1.0}, "", "", digits[-1], False, False)
    finger = _finger(words, tokens, from_zero)
    bony = bool(_METACARPAL.intersection(words))
    number = digits[-1] if digits else None
    ignored = bool(_IGNORED.intersection(words)) and not (finger and "tip" in words)
    if ignored or finger:
        return NameReading({}, side, "" if ignored else finger, number, bony, ignored)
    part = _part("".join(words))
    if not side:
        part = {role: s for role, s in part.items() if (role, "".join(words)) != ("thigh", "hip")}
    elif "pelvis" in part:
        part = {role: s for role, s in part.items() if role != "pelvis"}
    return NameReading(part, side, "", number, bony, False)


def _split_japanese(token):
    """The side sign taken off a Japanese name, full-width digits made plain."""
    if token.isascii():
        return [token]
    token = token.translate(str.maketrans("０１２３４５６７８９", "0123456789"))
    out = []
    if token[0] in "左右":
        out, token = ["left" if token[0] == "左" else "right"], token[1:]
    match = re.match(r"(.*?)(\d*)$", token)
    return out + [piece for piece in match.groups() if piece]


def _side(tokens):
    """Side that the tokens name, and the tokens that are left (numbers dropped)."""
    side, words = "", []
    for token in tokens:
        if token.isdecimal():
            continue
        if token in _SIDE_OF and token not in _MEANINGS:
            side = side or _SIDE_OF[token]
            continue
        stem, found = _attached_side(token)
        side = side or found
        words.append(stem)
    return side, words


def _attached_side(token):
    """A side written into a lower-case word: lfemur, leftfoot, footright."""
    if token in _MEANINGS or token in _FINGER_OF or token in _DECORATION or token in _IGNORED:
        return token, ""
    for word, side in (("left", "l"), ("right", "r")):
        if token.startswith(word):
            return token[len(word) :], side
        if token.endswith(word):
            return token[: -len(word)], side
    if token[0] in "lr" and (token[1:] in _MEANINGS or token[1:] in _FINGER_OF):
        return token[1:], token[0]
    return token, ""


def _vertebra(tokens):
    return len(tokens) >= 2 and tokens[-1].isdecimal() and tokens[-2] in ("l", "t")


def _finger(words, tokens, from_zero):
    """Finger that the words name."""
    if any("toe" in word for word in words):
        return ""
    for word in words:
        if word in _FINGER_OF:
            return _FINGER_OF[word]
    if len(words) >= 2 and words[0] in _XSENS_FINGERS and words[-1] in ("mc", "pp", "mp", "dp"):
        return _XSENS_FINGERS[words[0]]
    after = [b for a, b in zip(tokens, tokens[1:]) if a.endswith("finger") and b.isdecimal()]
    which = int(after[0][0]) - (0 if from_zero else 1) if after else -1
    return _FINGERS[which] if 0 <= which < 5 else ""


def _part(word):
    """Roles that a compacted name means: whole, else by its ending, else by what it holds."""
    if word in _MEANINGS:
        return _MEANINGS[word]
    for test in (str.endswith, str.startswith, str.__contains__):
        for known in _LONGEST_FIRST:
            if (len(known) > 2 or not known.isascii()) and test(word, known):
                return _MEANINGS[known]
    return {}
