"""Regular expressions shared by the rules, and helpers that build one from lists of words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

Pattern = re.Pattern[str]

WORD = re.compile(r"\w+(?:['’]\w+)?")
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
NAME = r"[A-Z][\w'’-]*"  # a capitalised word, as a part of a pattern
# Parts of a pattern
YEAR = r"(?:19|20)\d\d"
PRICE = r"[€$£]\s?\d|\d[\d.,]{0,20}\s?(?:€|\$|£|euros?\b|dollars?\b|pounds?\b)"
# A capitalised word, except at the start of a sentence, quote or label.
NAME_INSIDE = re.compile(rf"(?<![.!?:]\s)(?<!^)\b(?!I\b){NAME}")

_GAP = re.compile(r"\s*\{(\w+)\}\s*")
_BLANK = re.compile(r"\s+")
_MOST_WAYS = 24  # in which one text fits one frame


def whole_clause(clauses: str, *, lead: str, tail: str) -> Pattern:
    """Return a pattern for a whole clause: one of ``clauses`` after lead-ins and before tails.

    >>> bool(whole_clause("thanks", lead="oh|well", tail="again").fullmatch("oh well thanks again"))
    True
    """
    return re.compile(rf"(?:(?:{lead}) )*(?:{clauses})(?: (?:{tail}))*", re.IGNORECASE)


@dataclass(frozen=True)
class Frame:
    """A sentence with gaps for its parts, for an instruction of one ``kind``.

    The template names the gaps, "change {target} from {old} to {value}"; the words between them are
    patterns.  A text can match a frame in several ways, because a value may contain the separating
    words, too: "set the title to Back to school".  It ``is_weak`` if it may be a mere statement.
    ``value`` is a value that the frame itself gives: "disable {target}" gives False.
    """

    kind: str
    template: str
    value: object = None
    is_weak: bool = False

    @cached_property
    def parts(self) -> tuple[tuple[str, ...], tuple[Pattern, ...]]:
        """The names of the gaps, and the patterns before, between and after them."""
        pieces = _GAP.split(self.template)
        names, words = tuple(pieces[1::2]), pieces[::2]
        patterns = [re.compile(rf"(?:{words[0]})(?:\s+|\b|(?<=\s)|$)" if words[0] else "", re.I)]
        patterns += (
            re.compile(
                rf"(?:\s+(?:{each})|(?=[:=,])(?:{each}))(?:\s+|(?<=\s)|$)" if each else r"\s+", re.I
            )
            for each in words[1:-1]
        )
        last = words[-1]
        gap = "" if last.startswith("(?: ") else r"(?:^|\s+|(?=,))"
        patterns.append(re.compile(rf"{gap}(?:{last})$" if last else r"$", re.I))
        return names, tuple(patterns)

    def ways(self, text: str) -> Iterator[dict[str, str]]:
        """Yield the ways in which ``text`` fills the gaps, the one with the longest place first."""
        names, patterns = self.parts
        opened = patterns[0].match(text)
        if opened is None or (not names and opened.end() < len(text)):
            return
        if not names:
            yield {}
            return
        closed = patterns[-1].search(text, opened.end())
        if closed is None:
            return
        inner = text[opened.end() : closed.start()]
        for count, way in enumerate(_ways(inner, names, patterns[1:-1])):
            if count >= _MOST_WAYS:
                return
            yield way


def _ways(
    text: str, names: tuple[str, ...], between: tuple[Pattern, ...]
) -> Iterator[dict[str, str]]:
    if not text.strip():
        return
    if not between:
        yield {names[0]: text.strip()}
        return
    places = list(between[0].finditer(text))
    for found in places if names[0] == "value" else reversed(places):
        first = text[: found.start()].strip(" ,")
        if first:
            for rest in _ways(text[found.end() :], names[1:], between[1:]):
                yield {names[0]: first} | rest


def frames(kind: str, *templates: str, value: object = None, is_weak: bool = False) -> list[Frame]:
    """Return the frames of one kind, one for each template."""
    return [Frame(kind, template, value, is_weak) for template in templates]


def any_of(*alternatives: str) -> Pattern:
    """Return one case-insensitive pattern that finds any of the ``alternatives``."""
    return re.compile("|".join(alternatives), re.I)


def each_of(*patterns: str) -> tuple[Pattern, ...]:
    """Return one case-insensitive pattern for each text, if it matters which one matches."""
    return tuple(re.compile(pattern, re.I) for pattern in patterns)


def line_alternatives(text: str, before: str = r"\b", after: str = r"\b") -> str:
    r"""Return the lines of ``text`` as one group of alternatives, as a part of a pattern.

    >>> line_alternatives("tea|coffee\nwater")
    '\\b(?:tea|coffee|water)\\b'
    """
    return f"{before}(?:{'|'.join(line.strip() for line in text.strip().splitlines())}){after}"
