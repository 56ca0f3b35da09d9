"""Citations of a reply: marks while it is composed, spans once it is complete, links on the page.

A composed text has marks around the cited words, so that it can be formatted and joined like any
text.  ``read_marks`` removes the marks and returns the spans.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from tidemark.schema import Citation
from tidemark.schema.messages import source_numbers

# Noncharacters of Unicode, which no exchanged text may contain
_OPEN, _OPENED, _CLOSE = "\ufdd0", "\ufdd1", "\ufdd2"
_OTHERS = 2  # besides the oldest: an item that was repeated rests on many messages
_MARK = re.compile(f"{_OPEN}([0-9 ]*){_OPENED}|{_CLOSE}")
_STRAY = re.compile(f"[{_OPEN}{_OPENED}{_CLOSE}]")
_ALSO = "\N{NORTH EAST ARROW}"  # the link of another citation of the same words
_BRACKET = re.compile(r"\\.|[\[\]]", re.DOTALL)
_ENTITIES = {"[": "&lbrack;", "]": "&rbrack;"}  # an escaped pair would be parsed as a formula


@dataclass(frozen=True)
class CitedText:
    """A text, and the citations of its spans in order."""

    text: str
    citations: tuple[Citation, ...] = ()


NO_TEXT = CitedText("")


def cited(words: str, message_ids: Sequence[int]) -> str:
    """Return ``words`` marked as citing these messages: the oldest and the last two.

    An id of 0 means no message.
    """
    first, *others = sorted({of for of in message_ids if of > 0}) or [0]
    bare = _STRAY.sub("", words)
    if not first:
        return bare
    ids = " ".join(map(str, (first, *others[-_OTHERS:])))
    return f"{_OPEN}{ids}{_OPENED}{bare}{_CLOSE}"


def read_marks(marked: str) -> CitedText:
    """Return a composed text without its marks, and the citations that they stand for.

    >>> read_marks("You said: “" + cited("oak", (7,)) + "”").text
    'You said: “oak”'
    """
    parts: list[str] = []
    found: list[Citation] = []
    ids, at, start, length = "", 0, 0, 0
    for mark in _MARK.finditer(marked):
        part = marked[at : mark.start()]
        parts.append(part)
        length, at = length + len(part), mark.end()
        if mark[0] == _CLOSE:
            found += [Citation(of=int(of), start=start, end=length) for of in ids.split()]
            ids = ""
        else:
            ids, start = mark[1], length
    return CitedText("".join((*parts, marked[at:])), tuple(found))


def with_source_marks(
    text: str,
    citations: Sequence[Citation],
    numbers: Mapping[int, int] | None = None,
) -> str:
    """Return ``text`` with a mark after the words of each citation of a source.

    ``numbers`` maps the numbers of passages to those shown; by default, from 1 in order.

    >>> fee = Citation(kind="source", of=7, start=0, end=18, number=4)
    >>> with_source_marks("A plot is 45 euros.", [fee])
    'A plot is 45 euros [1].'
    """
    parts, at = [], 0
    for end, marks in source_marks(citations, numbers).items():
        parts += [text[at:end], marks]
        at = end
    return "".join((*parts, text[at:]))


def source_marks(
    citations: Sequence[Citation], numbers: Mapping[int, int] | None = None
) -> dict[int, str]:
    """Return the marks of ``with_source_marks`` by the characters that they follow."""
    shown = source_numbers(citations) if numbers is None else numbers
    of_sources = [each for each in citations if each.kind == "source" and each.number in shown]
    found: dict[int, str] = {}
    for each in sorted(of_sources, key=lambda each: (each.end, shown[each.number])):
        mark, before = f"[{shown[each.number]}]", found.get(each.end, " ")
        found[each.end] = before if mark in before else before + mark
    return found


def with_numbers(text: str, citations: Sequence[Citation]) -> str:
    """Return ``text`` with the number of its passage after the words of each citation."""
    return with_source_marks(text, citations, {each.number: each.number for each in citations})


def with_links(
    text: str,
    citations: Sequence[Citation],
    address: Callable[[Citation], str | None],
    marks: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """Return the Markdown ``text`` with the words of each citation as a link to its ``address``.

    A span with several citations links to the first; the others follow as arrows.  A
    citation without an address, of more than one line, or beyond the text is left out.  ``marks``
    follow the characters they are given for, or the link around these.

    >>> with_links("Yes: “[oak]”.", [Citation(of=7, start=6, end=11)], lambda each: f"#m{each.of}")
    'Yes: “[&lbrack;oak&rbrack;](#m7)”.'
    """
    edits: list[tuple[int, int, str]] = []
    at = 0
    for start, end, addresses in _spans(citations, address):
        words = text[start:end]
        if start < at or not words.strip() or end > len(text) or "\n" in words:
            continue
        first, *others = addresses
        more = "".join(f" [{_ALSO}]({to})" for to in others)
        edits.append((start, end, f"[{_label(words)}]({first}){more}"))
        at = end
    for end, mark in marks.items():
        after = next((to for start, to, _ in edits if start < end <= to), end)
        edits.append((after, after, mark))
    return _edited(text, edits)


def _edited(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    """Return ``text`` with each range replaced: edits are (start, end, new text)."""
    parts: list[str] = []
    at = 0
    for start, end, words in sorted(edits, key=lambda each: each[1]):
        parts += [text[at:start], words]
        at = end
    return "".join((*parts, text[at:]))


def _spans(
    citations: Sequence[Citation], address: Callable[[Citation], str | None]
) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the start and end of each span in order, with the addresses of its citations."""
    in_order = sorted(citations, key=lambda each: (each.start, each.end))
    for (start, end), of_span in groupby(in_order, key=lambda each: (each.start, each.end)):
        addresses = [to for each in of_span if (to := address(each))]
        if addresses:
            yield start, end, addresses


def _label(words: str) -> str:
    """Return the Markdown ``words`` with brackets escaped, so that none ends the link's label."""
    return _BRACKET.sub(lambda found: _ENTITIES.get(found[0][-1], found[0]), words)
