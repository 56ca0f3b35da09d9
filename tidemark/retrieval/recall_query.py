"""Queries of the messages of the past, and the passages that are found."""

import datetime as dt
import re
from dataclasses import dataclass
from typing import NamedTuple

from tidemark.nlp.search_terms import Term, content_terms, is_everyday
from tidemark.nlp.stemming import stem
from tidemark.retrieval.chunking import USER, voice_of_name
from tidemark.retrieval.similarity import QueryVector
from tidemark.schema import Role

DateSpan = tuple[int, int]  # minutes since 1970, both included

_FIRST_PERSON = re.compile(
    r"\b(?:I|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|[Uu]s|[Ii]k|[Mm]ijn?|[Ww]ij|[Oo]ns|[Oo]nze)\b"
)
_SOMEBODY = re.compile(
    r"\b(?:she|he|they|her|his|him|their|them|zij|ze|hij|haar|hem|hun|hen)\b", re.IGNORECASE
)
_NAME = re.compile(r"[^\W\d_a-z][\w.-]*")


@dataclass(frozen=True)
class RecallQuery:
    """A query: its words with all their stems, the voices it asks for, and the times it names.

    With a ``vector``, passages with a similar meaning are found, too.  If it ``is_of_time``, its
    words only name a time: all that was said then is recalled.  One ``of_somebody`` asks about the
    person's own affairs, or about somebody who was mentioned.
    """

    terms: tuple[Term, ...]
    voices: frozenset[int] = frozenset()
    spans: tuple[DateSpan, ...] = ()
    vector: QueryVector | None = None
    is_of_time: bool = False
    of_somebody: bool = False

    @classmethod
    def read(
        cls,
        question: str,
        *more: str,
        spans: tuple[DateSpan, ...] = (),
        vector: QueryVector | None = None,
        is_of_time: bool = False,
    ) -> "RecallQuery":
        """Return the query of ``question``, with the words of ``more`` texts."""
        terms = content_terms(" ".join((question, *more)))
        named = (name for name in _NAME.findall(question) if not is_everyday(stem(name)))
        voices = {voice_of_name(name) for name in named}
        is_own = _FIRST_PERSON.search(question) is not None
        if is_own:
            voices.add(USER)
        return cls(
            terms=tuple(dict.fromkeys(terms)),
            voices=frozenset(voices),
            spans=spans,
            vector=vector,
            is_of_time=is_of_time,
            of_somebody=is_own or _SOMEBODY.search(question) is not None,
        )


class Hit(NamedTuple):
    """A recalled passage: the characters ``start`` to ``end`` of a message's ``content``.

    ``tokens`` is the size of the passage, ``token_count`` that of the whole message, as stored.
    ``worth`` is 1 for the best of all; ``shared`` are the words of the query in it.  One that
    ``is_close`` is similar in meaning, one that ``is_of_time`` was said in the time that was named.
    """

    session_id: str
    message_id: int
    position: int
    role: Role
    timestamp: dt.datetime
    content: str
    token_count: int
    start: int
    end: int
    tokens: int
    worth: float
    shared: tuple[str, ...] = ()
    is_close: bool = False
    is_of_time: bool = False

    @property
    def text(self) -> str:
        """The text of the passage."""
        return self.content[self.start : self.end]
