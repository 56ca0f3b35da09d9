"""Regular expressions shared by the rules, and helpers that build one from lists of words."""

import re

Pattern = re.Pattern[str]

WORD = re.compile(r"\w+(?:['’]\w+)?")
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
NAME = r"[A-Z][\w'’-]*"  # a capitalised word, as a part of a pattern
# A part of a pattern
PRICE = r"[€$£]\s?\d|\d[\d.,]{0,20}\s?(?:€|\$|£|euros?\b|dollars?\b|pounds?\b)"
# A capitalised word that does not open a sentence or a quoted or labelled part of one.
NAME_INSIDE = re.compile(rf"(?<![.!?:]\s)(?<!^)\b(?!I\b){NAME}")


def any_of(*alternatives: str) -> Pattern:
    """Return one pattern that finds any of the ``alternatives``, case ignored."""
    return re.compile("|".join(alternatives), re.I)


def each_of(*patterns: str) -> tuple[Pattern, ...]:
    """Return one pattern for each text, case ignored: where it matters which one matches."""
    return tuple(re.compile(pattern, re.I) for pattern in patterns)


def line_alternatives(text: str, before: str = r"\b", after: str = r"\b") -> str:
    r"""Return the lines of ``text`` as one group of alternatives, as a part of a pattern.

    >>> line_alternatives("tea|coffee\nwater")
    '\\b(?:tea|coffee|water)\\b'
    """
    return f"{before}(?:{'|'.join(line.strip() for line in text.strip().splitlines())}){after}"
