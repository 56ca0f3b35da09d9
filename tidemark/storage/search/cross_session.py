"""Fetches the data for recall across sessions: occurrences, passages, messages and answers."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select

from tidemark.memory.exchanges import pair_messages
from tidemark.nlp.search_terms import Term
from tidemark.retrieval import refs
from tidemark.retrieval.cross_session import (
    LEAST_LIKENESS,
    MOST_SIMILAR_QUESTIONS,
    MOST_TERMS,
    CrossSessionHits,
    CrossSessionPassage,
    RankedPassages,
    SimilarQuestion,
    likeness,
    may_be_similar,
    rank,
)
from tidemark.retrieval.refs import (
    CollectionKey,
    CollectionState,
    MessageRef,
    PassageRef,
    message_ref,
)
from tidemark.schema import Message
from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.messages import MESSAGE, as_message, read_between
from tidemark.storage.search import passages
from tidemark.storage.search.readable_sessions import OccurrenceLookup, reachable_from
from tidemark.storage.search.ref_parameters import as_parameter, messages_at
from tidemark.storage.tables import in_scope, is_kept, messages, sessions

_MOST_FOLLOWED, _FOLLOWING = 6, 4  # passages; messages after each, which may correct it
_ANSWERED_WITHIN = 6  # messages: retries and partial answers may lie between

# Built once: building a statement costs more than running it
_MESSAGES = messages_at(sessions.c.key, sessions.c.title, *MESSAGE)
_BY_IDS = (
    select(sessions.c.title, *MESSAGE)
    .join_from(messages, sessions, messages.c.session_id == sessions.c.session_id)
    .where(among(messages.c.id, "ids"), in_scope, is_kept)
    .order_by(messages.c.id)
)


class CrossSessionStore:
    """Searches the other sessions that a session may read."""

    def __init__(self, connections: Connections, lookup: OccurrenceLookup) -> None:
        self._connections = connections
        self._lookup = lookup

    def find(
        self, session_id: str, terms: Sequence[Term], *, before: int | None = None
    ) -> CrossSessionHits:
        """Return the passages of other sessions that contain ``terms``, and similar questions.

        In the session itself only messages ``before`` a position count.  A session that does not
        share memory reads no other session, and none reads it.
        """
        with self._connections.asking() as connection:
            reach = reachable_from(connection, session_id)
            terms = tuple(dict.fromkeys(terms))[:MOST_TERMS]
            if reach is None:
                return CrossSessionHits()
            state = CollectionState(reach.own, reach.own_version)
            if not terms:
                return CrossSessionHits(looks_across=reach.looks_across, state=state)
            occurrences = self._lookup.find(connection, reach, terms, before)
            ranked = rank(reach, terms, occurrences)
            read = _read(connection, ranked)
            return CrossSessionHits(
                looks_across=reach.looks_across,
                is_branch=reach.is_branch,
                state=state,
                own=tuple(_passages(read, ranked, ranked.own)),
                passages=tuple(_passages(read, ranked, ranked.elsewhere)),
                similar_questions=_similar(connection, read, ranked, terms, reach.own),
            )

    def messages(self, message_ids: Sequence[int]) -> tuple[tuple[Message, str], ...]:
        """Return messages of any session by id, each with its session's title."""
        with self._connections.asking() as connection:
            rows = connection.execute(_BY_IDS, {"ids": list(message_ids)}).all()
        return tuple((as_message(message), title) for title, *message in rows)


class _PassageRead(NamedTuple):
    """A message, its session's title, its matching passage, and the messages after it."""

    message: Message
    title: str
    start: int
    end: int
    tokens: int
    after: tuple[Message, ...]


def _read(connection: Connection, ranked: RankedPassages) -> dict[PassageRef, _PassageRead]:
    """Read the ``ranked`` passages in order, the best of each message, with their messages."""
    if not ranked.refs:
        return {}
    best: dict[MessageRef, tuple[PassageRef, int, int, int]] = {}
    rows = passages.read_at(connection, ranked.refs)
    for ref, passage in zip(ranked.refs, rows, strict=True):
        for position, start, end, tokens in passage[
            ["position", "start", "end", "tokens"]
        ].tolist():
            at = message_ref(refs.parts(ref)[0], position)
            best.setdefault(at, (ref, start, end, tokens))
    followed = [at for at, (ref, *_) in best.items() if ref in ranked.elsewhere]
    after = {
        at: [MessageRef(at + step) for step in range(1, _FOLLOWING + 1)]
        for at in followed[:_MOST_FOLLOWED]
    }
    asked = sorted({*best, *(each for following in after.values() for each in following)})
    query = _MESSAGES[connection.dialect.name]
    found: dict[MessageRef, tuple[Message, str]] = {}
    for key, title, *row in connection.execute(query, as_parameter(connection, asked)).all():
        message = as_message(row)
        found[message_ref(passages.collection_of(key), message.position)] = message, title
    read = {}
    for at, (ref, start, end, tokens) in best.items():
        if at in found:
            later = (found[each][0] for each in after.get(at, ()) if each in found)
            own = tuple(message for message in later if message.role == "user")
            read[ref] = _PassageRead(*found[at], start, end, tokens, own)
    return read


def _passages(
    read: Mapping[PassageRef, _PassageRead], ranked: RankedPassages, which: Container[PassageRef]
) -> Iterator[CrossSessionPassage]:
    for ref, (message, title, start, end, tokens, after) in read.items():
        if ref in which:
            shared, share = ranked.shared_at(ref), ranked.shares[ref]
            yield CrossSessionPassage(message, title, share, shared, start, end, tokens, after)


def _similar(
    connection: Connection,
    read: Mapping[PassageRef, _PassageRead],
    ranked: RankedPassages,
    terms: Sequence[Term],
    own: CollectionKey,
) -> tuple[SimilarQuestion, ...]:
    """Return the answered questions most similar to one of ``terms``, best first."""
    similar = []
    for ref, (message, title, *_) in read.items():
        if not may_be_similar(message, ranked.shares[ref]):
            continue
        like = likeness(terms, ranked.rarity, message.content)
        if like >= LEAST_LIKENESS:
            similar.append((like, message, None if refs.parts(ref)[0] == own else title))
    similar.sort(key=lambda each: (-each[0], -each[1].id))
    found = []
    for like, question, title_elsewhere in similar:
        answer = _answer(connection, question)
        if answer is not None:
            found.append(SimilarQuestion(question, answer, like, title_elsewhere))
        if len(found) == MOST_SIMILAR_QUESTIONS:
            break
    return tuple(found)


def _answer(connection: Connection, question: Message) -> Message | None:
    """Return the complete reply in force to ``question``; None if it asks back or there is none."""
    first = question.position
    said = read_between(connection, question.session_id, first, first + _ANSWERED_WITHIN)
    _, *replies = next(iter(pair_messages(said)), (question,))
    if not replies or replies[0].metadata.clarifying or replies[0].metadata.partial:
        return None
    return replies[0]
