"""What a question asks of the past, and what comes back: values; pure."""

import datetime as dt
import re
from dataclasses import dataclass
from typing import NamedTuple

from tidemark.nlp.stemming import stem
from tidemark.nlp.tokens import Term, content_terms, is_everyday
from tidemark.retrieval.chunking import USER, voice_of_name
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
class QueryVector:
    """What a question means, as a ``vector`` of ``model``: what is alike lies near to it."""

    model: str
    vector: tuple[float, ...]


@dataclass(frozen=True)
class RecallQuery:
    """What is looked for: words as all their stems, whose words, and the times that are named.

    With a ``meaning``, also what lies near to it, in whatever words.  Where it ``is_of_time``, its
    words tell nothing but the time: what was said then is looked for.  One ``of_somebody`` asks for
    what is one's own, or for a person who was spoken of.
    """

    terms: tuple[Term, ...]
    voices: frozenset[int] = frozenset()
    spans: tuple[DateSpan, ...] = ()
    meaning: QueryVector | None = None
    is_of_time: bool = False
    of_somebody: bool = False

    @classmethod
    def read(
        cls,
        question: str,
        *beside: str,
        spans: tuple[DateSpan, ...] = (),
        meaning: QueryVector | None = None,
        is_of_time: bool = False,
    ) -> "RecallQuery":
        """Return what ``question`` asks for, with the words of what stands ``beside`` it."""
        terms = content_terms(" ".join((question, *beside)))
        named = (name for name in _NAME.findall(question) if not is_everyday(stem(name)))
        voices = {voice_of_name(name) for name in named}
        is_own = _FIRST_PERSON.search(question) is not None
        if is_own:
            voices.add(USER)
        return cls(
            terms=tuple(dict.fromkeys(terms)),
            voices=frozenset(voices),
            spans=spans,
            meaning=meaning,
            is_of_time=is_of_time,
            of_somebody=is_own or _SOMEBODY.search(question) is not None,
        )


class Hit(NamedTuple):
    """A passage that came back: the characters ``start`` to ``end`` of a message's ``content``.

    ``worth`` is 1 for the best of all; ``shared`` are the words asked for that stand in it.  One
    that ``is_close`` means much the same as what was asked, one that ``is_of_time`` was said when
    it asks for.
    """

    session_id: str
    message_id: int
    position: int
    role: Role
    timestamp: dt.datetime
    content: str
    start: int
    end: int
    tokens: int
    worth: float
    shared: tuple[str, ...] = ()
    is_close: bool = False
    is_of_time: bool = False

    @property
    def text(self) -> str:
        """The words of the passage."""
        return self.content[self.start : self.end]
