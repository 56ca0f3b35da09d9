"""Citations of sources in a reply: marks such as "[1]", parsed from the stream and checked.

An engine writes the number of a passage after the words that rest on it.  A reply is stored and
shown without these marks: a valid mark becomes a citation of the words before it, which faces draw;
an invalid one, or one without a passage, is dropped.

A mark belongs to the sentence that it ends, or to the part of it since the previous mark; if there
is no text before it, to the sentence that follows.  It is valid if its passage contains the names,
numbers and dates of these words, does not deny them, and shares their other words; adjacent marks
may support them together.  Code, links, definitions and footnotes of Markdown contain no marks.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.sentences import SENTENCE_CHARS, Sentence, split_sentences
from tidemark.schema import Citation
from tidemark.schema.messages import SourceSupport
from tidemark.schema.sources import SourceSpan
from tidemark.sources.support import Claim, ReadPassage, support

_LEAST_SHARED = 0.3  # of a sentence's content words, in a passage of the same language
_SUPPORTED = 0.6  # the support of a sentence without a mark
_HELD_CHARS = 200  # of the end of a part, which may become marks
_NUMBERS = r"\d{1,2}(?:\s*[,;–-]\s*\d{1,2})*"
_MARK = rf"\[\s*(?:source\s*|bron\s*)?{_NUMBERS}\s*\]"
_GROUP = re.compile(
    rf"(?<![\\!\[])(?P<marks>{_MARK}(?:[ \t]*[,;]?[ \t]*{_MARK})*)(?!\(|\[)", re.IGNORECASE
)
_MAY_GO_ON = re.compile(
    rf"[ \t]*\\?!?\[?(?:{_MARK}[ \t]*[,;]?[ \t]*)*(?:\[[^\[\]\n]{{0,30}})?\Z", re.IGNORECASE
)
_EDGES = " \t,;|*>-"  # punctuation before a part of a sentence
_RANGE = re.compile(r"(\d+)(?:\s*[–-]\s*(\d+))?")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_ONLY_MARKERS = re.compile(r"(?:[\s>*+#-]|\d{1,3}[.)][ \t])*")


class CitablePassage(NamedTuple):
    """A passage that an engine read; a mark names it by its place in the list, from 1."""

    span: SourceSpan
    text: str


class MarkedReply(NamedTuple):
    """A reply, or a part of one, without its marks, and the citations found in it.

    Their places count from the beginning of the reply; a citation may be of words of an earlier
    part.
    """

    text: str
    citations: tuple[Citation, ...] = ()


class _EarlyMarks(NamedTuple):
    """Marks before the words that rest on them, which begin at the character ``start``."""

    numbers: tuple[int, ...]
    start: int


class MarkReader:
    """Removes the marks from a reply that arrives in parts, after the text ``said`` before it."""

    def __init__(self, passages: Sequence[CitablePassage], said: str = "") -> None:
        self._passages = passages
        self._read: dict[int, ReadPassage] = {}
        self._said = said
        self._line = said.rfind("\n") + 1  # start of the current line
        self._fenced = False
        self._held = ""  # the last characters, which may become a mark
        self._claimed = len(said)  # position of the last marks
        self._early: list[_EarlyMarks] = []
        self._trims = False  # spaces after marks that open a line

    def read(self, part: str) -> MarkedReply:
        """Return the reply up to this ``part``; text that may become a mark is held back."""
        if not self._passages:
            return MarkedReply(part)
        text = self._held + part
        found = _MAY_GO_ON.search(text, max(0, len(text) - _HELD_CHARS))
        end = found.start() if found else len(text)
        self._held = text[end:]
        return self._without_marks(text[:end], after=self._held)

    def end(self) -> MarkedReply:
        """Return the text held back, and the citations whose sentence is complete only now."""
        rest, self._held = self._held, ""
        last = self._without_marks(rest)
        return MarkedReply(last.text, (*last.citations, *self._of_early_marks(is_over=True)))

    def _without_marks(self, text: str, after: str = "") -> MarkedReply:
        begin, at = len(self._said), 0
        citations: list[Citation] = []
        for group in _GROUP.finditer(text):
            before, at = text[at : group.start()], group.end()
            self._say(before.rstrip(" \t"))
            blank = before[len(before.rstrip(" \t")) :]
            opens_line = bool(_ONLY_MARKERS.fullmatch(self._said, self._line))
            if self._is_code() or (opens_line and (text[at:] + after).startswith(":")):
                self._say(blank + group["marks"])
                continue
            numbers = tuple(dict.fromkeys(_numbers(group["marks"])))
            if opens_line:
                self._say(blank)
                self._trims = True
                self._keep_early(numbers, len(self._said))
            else:
                citations += self._cited(numbers)
        self._say(text[at:])
        return MarkedReply(self._said[begin:], (*citations, *self._of_early_marks()))

    def _say(self, text: str) -> None:
        if self._trims and text:
            text = text.lstrip(" \t")
            self._trims = not text
        self._said += text
        while (end := self._said.find("\n", self._line)) >= 0:
            self._fenced ^= bool(_FENCE.match(self._said, self._line))
            self._line = end + 1

    def _is_code(self) -> bool:
        """Return whether the next character is in a code block, or in inline code of this line."""
        return self._fenced or self._said.count("`", self._line) % 2 == 1

    def _cited(self, numbers: tuple[int, ...]) -> Iterator[Citation]:
        """Yield the citations of the words before marks; keep marks that have no words yet."""
        sentence = self._last_sentence(len(self._said))
        opens = self._said.rfind("“", max(self._line, self._claimed))
        if opens >= 0 and self._said.endswith("”"):  # a quote of several sentences
            sentence = replace(sentence, start=self._last_sentence(opens + 1).start)
        start = min(max(sentence.start, self._claimed), sentence.end)
        claim = Claim(self._said[start : sentence.end].lstrip(_EDGES))
        if not claim.says_enough:
            self._keep_early(numbers, start)
            return
        yield from self._of_early_marks(is_over=True)
        self._claimed = len(self._said)
        yield from self._citations(numbers, claim, sentence.end)

    def _keep_early(self, numbers: tuple[int, ...], start: int) -> None:
        if self._early and self._early[-1].start == start:
            numbers = tuple(dict.fromkeys((*self._early.pop().numbers, *numbers)))
        self._early.append(_EarlyMarks(numbers, start))

    def _last_sentence(self, end: int) -> Sentence:
        """Return the last sentence before ``end`` that has words, as a span of the reply."""
        near = max(0, end - SENTENCE_CHARS)
        found = split_sentences(self._said[near:end])
        last = found[-1] if found else Sentence("", end - near, end - near)
        return Sentence(last.text, near + last.start, near + last.end)

    def _of_early_marks(self, *, is_over: bool = False) -> Iterator[Citation]:
        """Yield the citations of marks kept back whose sentence is complete."""
        waiting, self._early = self._early, []
        for each in waiting:
            rest = self._said[each.start : each.start + SENTENCE_CHARS]
            sentences = split_sentences(rest)
            if not is_over and "\n" not in rest and len(sentences) < 2:
                self._early.append(each)
            elif not sentences or "\n" in rest[: sentences[0].start]:
                last = self._last_sentence(each.start)
                yield from self._citations(each.numbers, Claim(last.text), last.end)
            else:
                first = sentences[0]
                claim = Claim(first.text.lstrip(_EDGES))
                yield from self._citations(each.numbers, claim, each.start + first.end)

    def _citations(self, numbers: tuple[int, ...], claim: Claim, end: int) -> Iterator[Citation]:
        """Yield a citation of ``claim``, ending at ``end``, for each passage that supports it."""
        given = [number for number in numbers if 0 < number <= len(self._passages)]
        for number in _holding(claim, given, {each: self._passage(each) for each in given}):
            span = self._passages[number - 1].span
            first, last = self._passage(number).place_of(claim)
            yield Citation(
                kind="source",
                of=span.version_key,
                start=end - len(claim.text),
                end=end,
                number=number,
                source_start=min(span.start + first, span.end),
                source_end=min(span.start + last, span.end),
            )

    def _passage(self, number: int) -> ReadPassage:
        if number not in self._read:
            self._read[number] = _read(self._passages[number - 1])
        return self._read[number]


def marked(reply: str, passages: Sequence[CitablePassage]) -> MarkedReply:
    """Return the complete ``reply`` without its marks, with the valid citations."""
    reader = MarkReader(passages)
    parts = (reader.read(reply), reader.end())
    return MarkedReply(
        "".join(part.text for part in parts),
        tuple(each for part in parts for each in part.citations),
    )


def support_of(
    reply: str, citations: Sequence[Citation], passages: Sequence[CitablePassage]
) -> SourceSupport | None:
    """Return whether ``reply`` rests on the ``passages`` that were read for it.

    None if that does not apply: none were read, it rests on messages, it contains only the built-in
    engine's own phrases, or a passage supports a sentence of it that has no mark.
    """
    if any(each.kind == "source" for each in citations):
        return "cited"
    claims = [Claim(each.text) for each in split_sentences(reply)]
    claims = [each for each in claims if each.states_something]
    openings = (each.phrases.own_openings for each in LANGUAGE_PACKS.values())
    is_own = any(opening.match(reply) for opening in openings)
    if not passages or not claims or citations or is_own:
        return None
    read = [_read(each) for each in passages]
    is_held = any(support(claim, each) >= _SUPPORTED for claim in claims for each in read)
    return None if is_held else "none"


def holds(sentence: str, passage: str) -> bool:
    """Return whether ``passage`` has all names, numbers and dates of ``sentence``, and its words.

    >>> holds("A plot is 45 euros.", "The fee for a plot is 45 euros a year.")
    True
    >>> holds("A plot is 54 euros.", "The fee for a plot is 45 euros a year.")
    False
    """
    return bool(_holding(Claim(sentence), (1,), {1: ReadPassage(passage)}))


def _read(passage: CitablePassage) -> ReadPassage:
    span = passage.span
    return ReadPassage(passage.text, about=" ".join((span.source, *span.place.headings)))


def _numbers(marks: str) -> Iterator[int]:
    """Yield the numbers of a mark such as "[1, 3-5]"."""
    for first, last in _RANGE.findall(marks):
        yield from range(int(first), int(last or first) + 1)


def _holding(
    claim: Claim, numbers: Sequence[int], passages: Mapping[int, ReadPassage]
) -> Sequence[int]:
    """Return those of ``numbers`` whose passages support ``claim``, alone or together."""
    if not claim.states_something:
        return numbers
    near = [number for number in numbers if _bears_on(claim, passages[number])]
    alone = [number for number in near if not _missing(claim, [passages[number]])]
    if alone or len(near) < 2:
        return alone
    return [] if _missing(claim, [passages[number] for number in near]) else near


def _bears_on(claim: Claim, passage: ReadPassage) -> bool:
    """Return whether ``passage`` shares the words of ``claim``, and does not deny it."""
    if passage.denies(claim):
        return False
    is_translated = passage.pack is not claim.pack
    return is_translated or passage.coverage(claim) >= _LEAST_SHARED


def _missing(claim: Claim, passages: Sequence[ReadPassage]) -> bool:
    """Return whether a name or a quantity of ``claim`` is missing from all of ``passages``."""
    names = (set(each.missing_names(claim)) for each in passages)
    quantities = (set(each.missing_quantities(claim)) for each in passages)
    return bool(set.intersection(*names) or set.intersection(*quantities))
