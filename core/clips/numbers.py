"""Single numbers in the spellings that programs write."""

import re

_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eEdD][+-]?\d+)?$")
_PLAIN = frozenset("0123456789.+-eE")

#: Beyond this a value is a writing error, not a measure: no file has degrees or units this large.
LARGEST = 1e8

DECIMAL_COMMAS = "decimal commas read as points"


def number(word):
    """Value of a word; NaN when it is no number, is not finite, or is absurdly large."""
    if _PLAIN.issuperset(word):
        try:
            value = float(word)
        except ValueError:
            return float("nan")
    elif not _NUMBER.match(word):
        return float("nan")
    else:
        value = float(word.replace(",", ".").replace("d", "e").replace("D", "e"))
    return value if abs(value) < LARGEST else float("nan")
