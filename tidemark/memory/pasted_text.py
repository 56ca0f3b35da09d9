"""Pasted text: the parts of a message that its writer did not write.

An e-mail, an article, a log, code, quoted lines, a chat and an attached file are material. It can
be found and quoted, but is no statement of the person who pasted it. It is recognised by its form
and by the words that introduce it; everything else counts as the person's own words.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from typing import NamedTuple

from tidemark.nlp.dialogue_acts import ASKING_ACTS, dialogue_act
from tidemark.nlp.pack_selection import LANGUAGE_PACKS, language_pack_for
from tidemark.nlp.patterns import Pattern
from utils import text_cache

Span = tuple[int, int]

LONGEST_OWN = 4_000  # characters; of a longer message no statement corrects another
_LINE_CHARS = 400  # read of a line to recognise its kind
_SHORT_LINE = 80  # characters; a greeting, a heading or a signature is no longer
_LONG_BLOCK = 300  # characters below "summarise this": nobody types so much with it
_HEADED_BLOCK = 800  # the same for a block with headings of its own
_OWN_END = 240  # characters of a last paragraph that asks about the pasted text
_SIGNATURE_LINES = 6
_LEAST_HEADINGS = 2
_LEAST_HEADERS = 2
_LEAST_LOGGED = 2
_LEAST_TURNS = 3  # of a chat without times, by two people, one of whom speaks twice
_LEAST_TIMED_TURNS = 2
_FENCE = re.compile(r"[ \t]{0,3}(?P<fence>`{3,}|~{3,})")
_QUOTED = re.compile(r"\s{0,3}>")
_HEADING = re.compile(r"#{1,6} \S|§\s*\d")
_TIME = r"\[?(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?[ T]\s*)?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?\]?"
_LOGGED = re.compile(
    r"\s*(?:\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}|\[?\d{2}:\d{2}:\d{2}[.,\]]|"
    r"\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE|CRITICAL)\b[\]: ]|"
    r"Traceback \(most recent|\s+File \"|\s+at [\w.$<>]+\(|[\w.]{1,80}(?:Error|Exception): )"
)
_TURN = re.compile(
    rf"\s*(?P<time>{_TIME}\s*(?:-\s*)?)?"
    r"(?P<name>[^\W\d_][\w.'’-]{0,30}(?: [\w.'’-]{1,30}){0,2})"
    r"(?:\s?\(\d{1,2}:\d{2}\))?:\s+\S"
)
_LONGEST_ASKING = 200  # characters of a line that asks to do something with the text below
_QUOTE_PAIRS = (("“", "”"), ("„", "”"), ("«", "»"), ('"', '"'), ("‘", "’"))
_LETTER = re.compile(r"[^\n]")
_MARKS = re.compile(  # all pasted text has one of these marks, except forms that take two lines
    r"\n|\A\s{0,3}>|\A[ \t]{0,3}(?:`{3}|~{3})|: [“„«\"‘]"
)
_PASTING = tuple(pack.pasting for pack in LANGUAGE_PACKS.values())
_INTRODUCES = tuple(cues.introduces for cues in _PASTING)
_POINTS_AT = tuple(cues.points_at for cues in _PASTING)
_GREETING = tuple(cues.greeting for cues in _PASTING)
_CLOSING = tuple(cues.closing for cues in _PASTING)
_HEADER = tuple(cues.header for cues in _PASTING)
_WROTE = tuple(cues.wrote for cues in _PASTING)
_SECTION = tuple(cues.section for cues in _PASTING)


class _Line(NamedTuple):
    """A line of a message: its place, and its beginning without spaces around it."""

    start: int
    end: int
    text: str
    head: str

    @property
    def is_blank(self) -> bool:
        return not self.head

    @property
    def is_short(self) -> bool:
        return self.end - self.start <= _SHORT_LINE


@text_cache(1024)
def pasted_spans(content: str) -> tuple[Span, ...]:
    r"""Return the spans of ``content`` that were pasted, sorted and disjoint.

    >>> pasted_spans("She wrote:\n> I like tea.\nWhat do I say?")
    ((0, 24),)
    """
    if not _MARKS.search(content):
        return ()
    lines = list(_lines(content))
    spans = [(lines[first].start, lines[last].end) for first, last in _blocks(lines)]
    return tuple(_united([*spans, *_quotations(lines)]))


def without_pasted(content: str, spans: Sequence[Span] | None = None) -> str:
    """Return ``content`` with spaces in place of pasted text, so that all positions stay the same.

    ``spans`` are the pasted ones, if they are known.

    >>> without_pasted('She wrote: "I like tea." I do not.')
    'She wrote:               I do not.'
    """
    parts, at = [], 0
    for start, end in pasted_spans(content) if spans is None else spans:
        parts += [content[at:start], _LETTER.sub(" ", content[start:end])]
        at = end
    return "".join([*parts, content[at:]])


def own_words(content: str) -> str:
    """Return the person's own words of ``content``, or all of it if there are none."""
    return without_pasted(content).strip() or content


def own_statements(content: str, spans: Sequence[Span] | None = None) -> str:
    """Return ``content`` like ``without_pasted``, also without lines that introduce pasted text."""
    spans = pasted_spans(content) if spans is None else spans
    own = without_pasted(content, spans)
    for start, _ in spans:
        before = own[:start].rstrip()
        if before.endswith(":"):
            begin = max(before.rfind(mark) for mark in ("\n", ". ", "! ", "? ")) + 1
            own = own[:begin] + " " * (len(before) - begin) + own[len(before) :]
    return own


def pasted_within(content: str, start: int, end: int) -> tuple[Span, ...]:
    """Return the spans of ``content[start:end]`` that were pasted, as positions in that part."""
    return tuple(
        (max(first, start) - start, min(last, end) - start)
        for first, last in pasted_spans(content)
        if first < end and last > start
    )


def _lines(content: str) -> Iterator[_Line]:
    at = 0
    for text in content.split("\n"):
        yield _Line(at, at + len(text), text[:_LINE_CHARS], text[:_LINE_CHARS].strip())
        at += len(text) + 1


def _blocks(lines: Sequence[_Line]) -> Iterator[Span]:
    """Yield the first and the last line of each block that was pasted."""
    fenced = list(_fenced(lines))
    inside = {at for first, last in fenced for at in range(first, last + 1)}
    rest = [
        line._replace(text="", head="") if at in inside else line for at, line in enumerate(lines)
    ]
    blocks = [
        *fenced,
        *_quoted(rest),
        *_runs(rest, _LOGGED, _LEAST_LOGGED),
        *_chats(rest),
        *_letters(rest),
        *_headed(rest),
    ]
    yield from blocks
    yield from _introduced(rest, {at for first, last in blocks for at in range(first, last + 1)})


def _fenced(lines: Sequence[_Line]) -> Iterator[Span]:
    """Yield code blocks and attached files, each up to a fence of the same length."""
    opened: tuple[int, str] | None = None
    for at, line in enumerate(lines):
        found = _FENCE.match(line.text)
        if opened is None:
            opened = (at, found["fence"]) if found else None
        elif found and line.head.startswith(opened[1]) and not line.head.strip(opened[1][0]):
            yield opened[0], at
            opened = None
    if opened is not None:
        yield opened[0], len(lines) - 1


def _quoted(lines: Sequence[_Line]) -> Iterator[Span]:
    """Yield lines that begin with ">", with the line before them that names their author."""
    for first, last in _runs(lines, _QUOTED, 1):
        before = _before(lines, first)
        is_named = before is not None and _any(_WROTE, lines[before].head)
        yield before if is_named and before is not None else first, last


def _runs(lines: Sequence[_Line], pattern: re.Pattern[str], least: int) -> Iterator[Span]:
    """Yield runs of lines that begin as ``pattern`` does, ignoring blank lines between them."""
    written = [at for at, line in enumerate(lines) if not line.is_blank]
    for is_one, group in groupby(written, key=lambda at: bool(pattern.match(lines[at].text))):
        run = list(group)
        if is_one and len(run) >= least:
            yield run[0], run[-1]


def _chats(lines: Sequence[_Line]) -> Iterator[Span]:
    """Yield runs of lines with a speaker each: with times, or of people who take turns."""
    for first, last in _runs(lines, _TURN, _LEAST_TIMED_TURNS):
        turns = [found for line in lines[first : last + 1] if (found := _TURN.match(line.text))]
        names = [turn["name"].casefold() for turn in turns]
        takes_turns = len(turns) >= _LEAST_TURNS and 1 < len(set(names)) < len(names)
        if all(turn["time"] for turn in turns) or takes_turns:
            yield first, last


def _letters(lines: Sequence[_Line]) -> Iterator[Span]:
    """Yield letters: from the headers or the greeting of somebody to the signature."""
    closings = [at for at, line in enumerate(lines) if line.is_short and _any(_CLOSING, line.head)]
    begun = -1
    for first, is_mail in _openings(lines):
        if first <= begun:
            continue
        next_ = bisect_right(closings, first)
        if next_ < len(closings):
            begun = _end_of_signature(lines, closings[next_])
        elif is_mail:
            begun = _last_pasted(lines, first)
        else:
            continue
        yield first, begun


def _openings(lines: Sequence[_Line]) -> Iterator[tuple[int, bool]]:
    """Yield the lines at which a letter may begin, and whether they are headers of a mail."""
    headers = {
        first for first, last in _block_runs(lines, _HEADER) if last - first + 1 >= _LEAST_HEADERS
    }
    for at, line in enumerate(lines):
        if at in headers:
            yield at, True
        elif line.is_short and _any(_GREETING, line.head):
            yield at, False


def _block_runs(lines: Sequence[_Line], patterns: Sequence[Pattern]) -> Iterator[Span]:
    """Yield runs of adjacent lines that one of ``patterns`` matches."""
    first: int | None = None
    for at, line in enumerate([*lines, _Line(0, 0, "", "")]):
        if any(pattern.match(line.head) for pattern in patterns):
            first = at if first is None else first
        elif first is not None:
            yield first, at - 1
            first = None


def _end_of_signature(lines: Sequence[_Line], closing: int) -> int:
    """Return the last line of the signature after a ``closing``: names, not sentences."""
    last = at = closing
    while at + 1 < len(lines) and at - closing < _SIGNATURE_LINES:
        at += 1
        line = lines[at]
        if line.is_blank:
            if last > closing:
                break
            continue
        if not line.is_short or line.head.endswith((".", "?", "!", ":")):
            break
        last = at
    return last


def _introduced(lines: Sequence[_Line], known: AbstractSet[int]) -> Iterator[Span]:
    """Yield the text after a line that introduces a text, or asks to do something with one.

    Lines that are ``known`` to be pasted introduce nothing; a block of them has its own end.
    """
    for at, line in enumerate(lines[:-1]):
        if at in known or not _introduces(line, lines[-1].end - line.end):
            continue
        first = next((each for each in range(at + 1, len(lines)) if not lines[each].is_blank), None)
        if first is not None and first not in known:
            last = _last_pasted(lines, first)
            if last >= first:
                yield first, last
                return


def _introduces(line: _Line, rest_chars: int) -> bool:
    """Return whether ``line`` introduces a text, given the number of characters after it."""
    if line.head.endswith(":") and _any(_INTRODUCES, line.head):
        return True
    is_short = line.end - line.start <= _LONGEST_ASKING
    return rest_chars >= _LONG_BLOCK and is_short and _any(_POINTS_AT, line.head)


def _headed(lines: Sequence[_Line]) -> Iterator[Span]:
    """Yield a long block with headings of its own, from the first of them."""
    found = [
        at
        for at, line in enumerate(lines)
        if line.is_short and (_HEADING.match(line.head) or _any(_SECTION, line.head))
    ]
    if len(found) >= _LEAST_HEADINGS and lines[-1].end - lines[found[0]].start >= _HEADED_BLOCK:
        yield found[0], _last_pasted(lines, found[0])


def _last_pasted(lines: Sequence[_Line], first: int) -> int:
    """Return the last pasted line of a block that begins at ``first``, without a final question."""
    last = max((at for at, line in enumerate(lines) if not line.is_blank), default=first)
    begin = last
    while begin > first and not lines[begin - 1].is_blank:
        begin -= 1
    if begin <= first or lines[last].end - lines[begin].start > _OWN_END:
        return last
    paragraph = " ".join(line.head for line in lines[begin : last + 1])
    asks = dialogue_act(paragraph, language_pack_for(paragraph)) in ASKING_ACTS
    return begin - 1 if asks else last


def _quotations(lines: Sequence[_Line]) -> Iterator[Span]:
    """Yield texts between quotation marks that a line introduces as somebody else's."""
    for line in lines:
        for opening, closing in _QUOTE_PAIRS:
            at = line.text.find(f": {opening}")
            if at < 0 or not _any(_INTRODUCES, line.text[: at + 1].strip()):
                continue
            end = line.text.find(closing, at + 3)
            yield line.start + at + 2, line.start + end + 1 if end > 0 else line.end
            break


def _before(lines: Sequence[_Line], at: int) -> int | None:
    """Return the last line with text before line ``at``, if there is one close by."""
    near = range(at - 1, max(at - 3, -1), -1)
    return next((each for each in near if not lines[each].is_blank), None)


def _any(patterns: Sequence[Pattern], text: str) -> bool:
    return any(pattern.search(text) for pattern in patterns)


def _united(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield ``spans`` in order, joining those that touch."""
    held: Span | None = None
    for start, end in sorted(spans):
        if held is None:
            held = start, end
        elif start <= held[1] + 1:
            held = held[0], max(held[1], end)
        else:
            yield held
            held = start, end
    if held is not None:
        yield held
