"""Citations of sources in a reply: marks such as "[1]", read as they stream and checked.

An engine writes the number of a passage after what rests on it.  A reply is stored and shown
without these marks: one that holds becomes a citation of the words before it, which faces draw; one
that does not hold, or names no passage, leaves nothing behind.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from tidemark.nlp.search_terms import content_stems
from tidemark.schema import Citation
from tidemark.schema.sources import SourceSpan

_LEAST_SUPPORT = 0.5
_MARK = re.compile(r"[ \t]*\[(\d{1,2}(?:\s*,\s*\d{1,2})*)\]")
_MAY_GO_ON = re.compile(r"[ \t]*(?:\[[\d,\s]{0,40})?$")  # with what comes next, as a mark
_SENTENCE_END = re.compile(r"[.!?…]+[\"'”’)\]]*\s+|\n+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NAME = re.compile(r"(?<=[^\W\d_][ ,])[A-Z][\w-]+")


class CitablePassage(NamedTuple):
    """A passage that an engine read; a mark names it by its place in the list, from 1."""

    span: SourceSpan
    text: str


class MarkedReply(NamedTuple):
    """A reply, or a part of one, without its marks, and the citations that end in it.

    Their places count from the beginning of the reply.
    """

    text: str
    citations: tuple[Citation, ...] = ()


class MarkReader:
    """Takes the marks out of a reply that comes in parts, after the text ``said`` before it."""

    def __init__(self, passages: Sequence[CitablePassage], said: str = "") -> None:
        self._passages = passages
        self._said = said
        self._waiting = ""

    def read(self, part: str) -> MarkedReply:
        """Return what is sure of the reply with this ``part``: what may become a mark waits."""
        text = self._waiting + part
        found = _MAY_GO_ON.search(text)
        end = found.start() if found else len(text)
        self._waiting = text[end:]
        return self._without_marks(text[:end])

    def end(self) -> MarkedReply:
        """Return what waited: it was no mark."""
        rest, self._waiting = self._waiting, ""
        self._said += rest
        return MarkedReply(rest)

    def _without_marks(self, text: str) -> MarkedReply:
        begin, at = len(self._said), 0
        citations: list[Citation] = []
        for mark in _MARK.finditer(text):
            self._said += text[at : mark.start()]
            at = mark.end()
            for number in dict.fromkeys(map(int, mark[1].split(","))):
                citations += self._citation(number)
        self._said += text[at:]
        return MarkedReply(self._said[begin:], tuple(citations))

    def _citation(self, number: int) -> Sequence[Citation]:
        """Return the citation of passage ``number`` by the sentence just said, if it holds."""
        if not 0 < number <= len(self._passages):
            return ()
        span, text = self._passages[number - 1]
        words = self._said.rstrip()
        ends = [end.end() for end in _SENTENCE_END.finditer(words)]
        start = ends[-1] if ends else 0
        if supports(words[start:], text) < _LEAST_SUPPORT:
            return ()
        return (
            Citation(
                kind="source",
                of=span.version_key,
                start=start,
                end=len(words),
                number=number,
                source_start=span.start,
                source_end=span.end,
            ),
        )


def marked(reply: str, passages: Sequence[CitablePassage]) -> MarkedReply:
    """Return the whole ``reply`` without its marks, with the citations that hold."""
    reader = MarkReader(passages)
    parts = (reader.read(reply), reader.end())
    return MarkedReply("".join(part.text for part in parts), parts[0].citations)


def supports(sentence: str, passage: str) -> float:
    """Return how far ``passage`` holds ``sentence``, 0 if it lacks a name or number of it.

    >>> supports("A plot is 45 euros.", "The fee for a plot is 45 euros a year.")
    1.0
    >>> supports("A plot is 54 euros.", "The fee for a plot is 45 euros a year.")
    0.0
    """
    needed = {*_NUMBER.findall(sentence), *_NAME.findall(sentence)}
    if any(each not in passage for each in needed):
        return 0.0
    stems = set(content_stems(sentence))
    return len(stems & set(content_stems(passage))) / len(stems) if stems else 0.0
