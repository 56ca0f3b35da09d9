"""Passages: parts of messages, each short enough to be recalled at little cost.

A message of up to 120 tokens is one passage.  A longer one is split at the ends of its sentences
and lines, because a whole page would fill a small budget: on long messages, passages find more than
whole messages do (benchmark/README.md).
"""

import datetime as dt
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tidemark.nlp.search_terms import content_stems
from tidemark.nlp.speakers import speaker_of
from tidemark.schema import Role
from utils import TokenCounter

PASSAGE_TOKENS = 120
_EDGE_TOKENS = 2  # a cut can add this many tokens to a stretch of text
_BREAK = re.compile(r"(?<=[.!?])\s+|\n+")  # not nlp.sentences: stored splits must not change

# A row for each passage: the position of its message, its characters there, the minute since 1970
# when it was said, its tokens, its number of different stems, and its voice.
ROW = np.dtype(
    [
        ("position", "<u4"),
        ("start", "<u4"),
        ("end", "<u4"),
        ("minute", "<u4"),
        ("voice", "<u4"),
        ("tokens", "<u2"),
        ("stems", "<u2"),
    ]
)
Passages = NDArray[np.void]
USER, ASSISTANT = 0, 1  # voices; any other number is the hash of a name
_NO_NAMES = 2  # voices below are no names


class SourceMessage(Protocol):
    """A message, stored or about to be stored."""

    @property
    def position(self) -> int:
        """The position in its session."""

    @property
    def role(self) -> Role:
        """The role of its author."""

    @property
    def content(self) -> str:
        """The text."""

    @property
    def timestamp(self) -> dt.datetime:
        """The time when it was sent."""


@dataclass(frozen=True)
class Passage:
    """The characters ``start`` to ``end`` of a message, which are ``tokens`` tokens."""

    start: int
    end: int
    tokens: int


def split(text: str, counter: TokenCounter, limit_tokens: int = PASSAGE_TOKENS) -> list[Passage]:
    """Split ``text`` into passages of at most ``limit_tokens``, which contain all of its words.

    Sentences stay whole if they fit, and words if there are spaces between them.

    >>> split("Hello there", TokenCounter())
    [Passage(start=0, end=11, tokens=2)]
    """
    tokens = counter.count_tokens(text)
    if tokens <= limit_tokens:
        return [Passage(0, len(text), tokens)]
    stretches = _stretches(text, counter.starts(text), limit_tokens - _EDGE_TOKENS)
    return [Passage(at, end, counter.count_tokens(text[at:end])) for at, end in stretches]


def _stretches(text: str, starts: list[int], limit_tokens: int) -> Iterator[tuple[int, int]]:
    """Yield runs of whole sentences; a sentence over the limit is cut."""
    run: tuple[int, int] | None = None
    for at, end in _sentences(text):
        if run and _tokens(starts, run[0], end) > limit_tokens:
            yield run
            run = None
        run = (run[0] if run else at), end
        while _tokens(starts, *run) > limit_tokens:
            cut = _cut(text, starts, run[0], limit_tokens)
            yield run[0], cut
            run = cut, end
    if run:
        yield run


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for gap in _BREAK.finditer(text):
        if gap.start() > at:
            yield at, gap.start()
        at = gap.end()
    if at < len(text):
        yield at, len(text)


def _tokens(starts: list[int], at: int, end: int) -> int:
    return bisect_left(starts, end) - bisect_left(starts, at)


def _cut(text: str, starts: list[int], at: int, limit_tokens: int) -> int:
    """Return the end of a cut that begins ``at``: the last space within the limit, or the limit."""
    end = max(starts[bisect_left(starts, at) + limit_tokens], at + 1)
    space = text.rfind(" ", at + 1, end + 1)
    return space if space > at else end


def rows(message: SourceMessage, counter: TokenCounter, *, is_echo: bool = False) -> Passages:
    """Return the passages of ``message``; an echo of other messages gets one, without words."""
    content = "" if is_echo else message.content
    found = split(content, counter)
    minute, voice = int(message.timestamp.timestamp() // 60), voice_of(message.role, content)
    made = [
        (
            message.position,
            each.start,
            each.end,
            minute,
            voice,
            min(each.tokens, 65_535),
            len(set(content_stems(content[each.start : each.end]))),
        )
        for each in found
    ]
    return np.array(made, dtype=ROW)


def voice_of(role: Role, content: str) -> int:
    """Return the voice of ``content``: that of the name at its beginning, else of its ``role``.

    In an imported conversation of two people each message begins with the speaker's name.
    """
    speaker = speaker_of(content)
    if speaker:
        return voice_of_name(speaker)
    return USER if role == "user" else ASSISTANT


def voice_of_name(name: str) -> int:
    """Return the voice of ``name``.

    >>> voice_of_name("Caroline") == voice_of_name("caroline") != voice_of_name("Melanie")
    True
    """
    return max(crc32(name.casefold().encode()), _NO_NAMES)


def is_name(voice: int) -> bool:
    """Return whether ``voice`` is that of a name, not of a role."""
    return voice >= _NO_NAMES


def texts(content: str, passages: Passages) -> Sequence[str]:
    """Return the texts of ``passages`` of a message with this ``content``."""
    return [content[row["start"] : row["end"]] for row in passages]
