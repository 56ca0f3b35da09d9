"""Exchanges: a question and its reply, as entries of an index with one line and topics each.

Nothing is stored. An entry is computed from its two messages, so the index of a session is always
up to date, and a turn spends no time on it.
"""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from tidemark.nlp.language_id import language_of
from tidemark.nlp.languages import stop_words
from tidemark.nlp.sentences import split_sentences
from tidemark.nlp.stemming import stem
from tidemark.schema import FrozenModel, Message, SessionMemory
from utils import one_line

SUMMARY_WORDS = 200  # limit of the running summary
_QUESTION_CHARS = 90
_ANSWER_CHARS = 90
_MOST_TOPICS = 4
_LEAST_LETTERS = 3
_ASKED, _NAMED = 2.0, 1.5  # weights of words in the question, and of names
_READ_CHARS = 1200  # of each message; its beginning shows its topic
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_OPENING = re.compile(r"(?:^|[.!?…:\n])[^\w]*")  # before the first word of a sentence
_MARKS = re.compile(r"[*`#>|]+|^\s*[-+]\s", re.MULTILINE)


class Exchange(FrozenModel):
    """One entry of the index: question and answer in one ``line``, and its ``topics``.

    ``exchange_id`` is the number of the question in its session, counted from 1, such as "e12".
    ``message_ids`` are the question and the current reply, ``source_ids`` the documents behind the
    reply.
    """

    exchange_id: Annotated[str, Field(examples=["lisbon-trip:0"])]
    position: int
    asked_at: dt.datetime
    line: Annotated[str, Field(examples=["When does the trip begin? On 3 May."])]
    topics: tuple[str, ...] = ()
    message_ids: tuple[int, ...]
    source_ids: tuple[str, ...] = ()


class RunningSummary(FrozenModel):
    """The summary of a session up to ``last_message_id``, as memory and as text."""

    memory: SessionMemory
    text: Annotated[str, Field(examples=["The trip to Lisbon begins on 3 May."])]
    words: int
    last_message_id: int | None


class MemoryLayers(FrozenModel):
    """The three layers of a session's memory: last exchanges, running summary, index."""

    session_id: Annotated[str, Field(examples=["lisbon-trip"])]
    recent: tuple[tuple[Message, ...], ...]
    running: RunningSummary
    index: tuple[Exchange, ...]


def pair_messages(messages: Sequence[Message]) -> Iterator[tuple[Message, ...]]:
    """Yield each question of ``messages`` with its current reply, if any, in order.

    Messages before the first question are skipped, because their question is missing.
    """
    question: Message | None = None
    reply: Message | None = None
    for message in messages:
        if message.role == "user":
            if question is not None:
                yield (question, reply) if reply else (question,)
            question, reply = message, None
        elif question is not None and not message.is_retired:
            reply = message
    if question is not None:
        yield (question, reply) if reply else (question,)


def index_entry(exchange: Sequence[Message]) -> Exchange:
    """Return the index entry of ``exchange``, a question and its reply."""
    question = exchange[0]
    asked = one_line(_bare(question.content), _QUESTION_CHARS)
    answers = [one_line(_first_sentence(reply.content), _ANSWER_CHARS) for reply in exchange[1:]]
    return Exchange(
        exchange_id=f"e{question.position + 1}",
        position=question.position,
        asked_at=question.timestamp,
        line=" → ".join([asked, *answers]),
        topics=topics([message.content for message in exchange]),
        message_ids=tuple(message.id for message in exchange),
        source_ids=_source_ids(exchange),
    )


def topics(contents: Sequence[str]) -> tuple[str, ...]:
    """Return up to four of the most important words of ``contents``, a question and its reply.

    >>> topics(["Which hotel in Alfama is quiet?", "Memmo Alfama, a quiet hotel on the hill."])
    ('Alfama', 'hotel', 'quiet', 'memmo')
    """
    weights: defaultdict[str, float] = defaultdict(float)
    forms: dict[str, str] = {}
    for number, text in enumerate(contents):
        beginning = text[:_READ_CHARS]
        language = language_of(beginning)
        skipped = stop_words(language)
        begins = {found.end() for found in _OPENING.finditer(beginning)}
        for found in _WORD.finditer(beginning):
            word = found[0].replace("’", "'").removesuffix("'s")
            if len(word) < _LEAST_LETTERS or word.lower() in skipped:
                continue
            key = stem(word, language)
            is_name = word[0].isupper() and found.start() not in begins
            weights[key] += (_ASKED if number == 0 else 1.0) + (_NAMED if is_name else 0.0)
            if key not in forms or is_name:
                forms[key] = word if is_name else word.lower()
    most = sorted(weights, key=lambda key: -weights[key])  # of equal ones, the first mentioned
    return tuple(forms[key] for key in most[:_MOST_TOPICS])


def _source_ids(exchange: Sequence[Message]) -> tuple[str, ...]:
    """Return the names of the sources that a reply cites, or if none, of those that it read."""
    found = [message.metadata for message in exchange]
    passages = [each for known in found for each in known.cited_passages or known.passages]
    return tuple(dict.fromkeys(each.source for each in passages))


def _first_sentence(text: str) -> str:
    """Return the first sentence of ``text``, joined with the text after "To do:" and the like."""
    bare = _bare(text)
    taken: list[str] = []
    for sentence in split_sentences(bare):
        taken.append(sentence.text)
        if not sentence.text.endswith(":"):
            break
    return " ".join(taken) or bare


def _bare(text: str) -> str:
    return _MARKS.sub("", text[:_READ_CHARS]).strip()
