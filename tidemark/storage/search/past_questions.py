"""Past questions of a user in all their notebooks, and those similar to a new one."""

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    Row,
    Text,
    bindparam,
    case,
    cast,
    func,
    insert,
    select,
    type_coerce,
    update,
)

from tidemark.errors import MessageGone, SessionNotFound
from tidemark.retrieval.question_likeness import likeness
from tidemark.schema.questions import PastQuestion, QuestionSource
from tidemark.storage.connections import Connections
from tidemark.storage.sessions import hold_session
from tidemark.storage.tables import (
    OF_USER,
    is_in_force,
    is_kept,
    messages,
    of_session,
    past_questions,
    sessions,
    summaries,
)

_MOST_COMPARED = 1000  # the newest of a user: 2 ms, however many there are
_MOST_READ = 40  # with some to spare: a session may be in the trash, or not share memory

# Built once: building a statement costs more than running it
_BETWEEN, _END = "\t", "\n"  # in a text of many rows: a shape has neither
_SOURCE = case(
    (bindparam("with_source", type_=Boolean), type_coerce(past_questions.c.source, Text)), else_=""
)
_KEY = cast(past_questions.c.key, Text)
_ROW = _KEY + _BETWEEN + past_questions.c.shape + _BETWEEN + _SOURCE
_NEWEST = (
    select(_ROW.label("row"))
    .where(past_questions.c.user_id == OF_USER)
    .order_by(past_questions.c.key.desc())
    .limit(_MOST_COMPARED)
    .subquery()
)
_COMPARED = {  # one text: fetching a thousand rows takes longer than everything else
    "sqlite": select(func.group_concat(_NEWEST.c.row, _END)),
    "postgresql": select(func.string_agg(_NEWEST.c.row, _END)),
}
_READ = (
    select(
        past_questions.c.key,
        past_questions.c.source,
        messages.c.content,
        sessions.c.session_id,
        sessions.c.remembers_across,
    )
    .join_from(past_questions, sessions, sessions.c.key == past_questions.c.session_key)
    .join(
        messages,
        (messages.c.session_id == sessions.c.session_id)
        & (messages.c.position == past_questions.c.position),
    )
    .where(
        past_questions.c.key.in_(bindparam("keys", expanding=True)),
        past_questions.c.user_id == OF_USER,
        is_kept,
    )
)
_LAST = (
    select(
        sessions.c.updated_at,
        sessions.c.retention_days,
        sessions.c.trashed_at,
        past_questions.c.number,
        func.coalesce(messages.c.content, "").label("question"),
        past_questions.c.source,
    )
    .select_from(sessions)
    .outerjoin(past_questions, past_questions.c.session_key == sessions.c.key)
    .outerjoin(
        messages,
        (messages.c.session_id == sessions.c.session_id)
        & (messages.c.position == past_questions.c.position),
    )
    .where(of_session(sessions))
    .order_by(past_questions.c.position.desc())
    .limit(1)
)


def _last_before(column: ColumnElement[int], position: ColumnElement[int]) -> ColumnElement[int]:
    """Select ``column`` of the last question of a session that is stored before ``position``."""
    of_session = past_questions.c.session_key == sessions.c.key
    found = select(column).where(of_session, past_questions.c.position < position)
    last = found.order_by(past_questions.c.position.desc()).limit(1)
    return last.correlate(sessions, messages).scalar_subquery()


_OTHERS = messages.alias("others")
_ASKED_SINCE = (
    select(func.count())
    .select_from(_OTHERS)
    .where(
        _OTHERS.c.session_id == messages.c.session_id,
        _OTHERS.c.role == "user",
        _OTHERS.c.position
        > func.coalesce(_last_before(past_questions.c.position, messages.c.position), -1),
        _OTHERS.c.position < messages.c.position,
    )
    .correlate(sessions, messages)
    .scalar_subquery()
)
_ADDED = {
    "user_id": OF_USER,
    "session_key": sessions.c.key,
    "position": messages.c.position,
    "number": func.coalesce(_last_before(past_questions.c.number, messages.c.position), 0)
    + _ASKED_SINCE
    + 1,
    "shape": bindparam("shape", type_=Text),
    "source": bindparam("source", type_=past_questions.c.source.type),
}
_ADD = (
    insert(past_questions)
    .from_select(
        list(_ADDED),
        select(*_ADDED.values())
        .join_from(sessions, messages, messages.c.session_id == sessions.c.session_id)
        .where(of_session(sessions), messages.c.id == bindparam("message_id")),
    )
    .returning(past_questions.c.number)
)
_CONVERSATION = select(
    func.coalesce(
        select(func.max(past_questions.c.number))
        .where(past_questions.c.session_key == sessions.c.key)
        .correlate(sessions)
        .scalar_subquery(),
        0,
    ),
    func.coalesce(
        select(messages.c.content)
        .where(messages.c.session_id == sessions.c.session_id, messages.c.position == 0)
        .correlate(sessions)
        .scalar_subquery(),
        "",
    ),
    sessions.c.created_at,
    sessions.c.updated_at,
    sessions.c.retention_days,
    select(summaries.c.id)
    .where(summaries.c.session_id == sessions.c.session_id, is_in_force)
    .correlate(sessions)
    .exists(),
).where(of_session(sessions))


class AskedShape(NamedTuple):
    """The stems of a question, and the source of its answer, if known."""

    shape: frozenset[str]
    source: QuestionSource


class LastQuestion(NamedTuple):
    """A session and its last question: number, text, and the source of the answer.

    ``number`` and ``source`` are None if no other program asked anything there.
    """

    updated_at: dt.datetime
    retention_days: int | None
    trashed_at: dt.datetime | None
    number: int | None
    question: str
    source: QuestionSource | None


class QuestionSession(NamedTuple):
    """A session as its caller sees it: the number of its last question, and its first message."""

    number: int
    first: str
    created_at: dt.datetime
    updated_at: dt.datetime
    retention_days: int | None
    is_summarized: bool


class PastQuestionStore:
    """Stores the sources of answers to questions, and finds similar questions."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def add(
        self, session_id: str, message_id: int, shape: Collection[str], source: QuestionSource
    ) -> int:
        """Store the source of the answer to a question; return the question's number, from 1.

        Raises:
            MessageGone: There is no such message in this session.
        """
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            return add(connection, session_id, message_id, AskedShape(frozenset(shape), source))

    def note_source(self, session_id: str, source: QuestionSource) -> None:
        """Store the source of the answer to the last question of a session."""
        newest = (
            select(func.max(past_questions.c.key))
            .join(sessions, sessions.c.key == past_questions.c.session_key)
            .where(of_session(sessions))
        )
        noted = update(past_questions).where(past_questions.c.key == newest.scalar_subquery())
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            connection.execute(noted.values(source=source), {"of_session": session_id})

    def conversation(self, session_id: str) -> QuestionSession:
        """Return a session as its caller sees it.

        Raises:
            SessionNotFound: There is no such session.
        """
        with self._connections.asking() as connection:
            found = connection.execute(_CONVERSATION, {"of_session": session_id}).one_or_none()
        if found is None:
            raise SessionNotFound(session_id)
        return QuestionSession._make(found)

    def last(self, session_id: str) -> LastQuestion | None:
        """Return a session with its last stored question; None if there is no such session."""
        with self._connections.asking() as connection:
            found = connection.execute(_LAST, {"of_session": session_id}).one_or_none()
        return None if found is None else LastQuestion._make(found)

    def similar(
        self,
        session_id: str | None,
        shape: frozenset[str],
        *,
        limit: int,
        least: float,
        databases: Collection[str] = (),
    ) -> tuple[PastQuestion, ...]:
        """Return the questions of the user most similar to ``shape``, best first, then newest.

        Of equal shapes only the newest is returned; none with a similarity below ``least``, or from
        a notebook not in ``databases`` if that is given.  ``session_id`` is the session that asks:
        a session that shares no memory is read by itself only.
        """
        if not (limit and shape):
            return ()
        wanted = {name.casefold() for name in databases}
        with self._connections.asking() as connection:
            query = _COMPARED[connection.dialect.name]
            newest = connection.scalar(query, {"with_source": bool(wanted)}) or ""
            likes: dict[str, float] = {}
            alike = []
            for row in newest.split(_END) if newest else ():
                key, words, source = row.split(_BETWEEN)
                if words not in likes:
                    likes[words] = likeness(shape, words.split())
                if likes[words] >= least and _is_of(source, wanted):
                    alike.append((likes[words], int(key), words))
            ranked = sorted(alike, reverse=True)[:_MOST_READ]
            newest_of: dict[str, int] = {}
            for _, number, words in ranked:
                newest_of.setdefault(words, number)
            wanted_first = list(newest_of.values())[:limit]
            read = _readable(connection, wanted_first, session_id)
            if len(read) < len(wanted_first):  # of the same shape, an older one may be readable
                read = _readable(connection, [number for _, number, _ in ranked], session_id)
        best: dict[str, PastQuestion] = {}
        for like, number, words in ranked:
            if (row := read.get(number)) is not None and words not in best:
                known = dict(row.source, question=row.content, likeness=round(like, 3))
                best[words] = PastQuestion(**known)
        return tuple(best.values())[:limit]


def _readable(
    connection: Connection, keys: Sequence[int], session_id: str | None
) -> dict[int, Row[*tuple[Any, ...]]]:
    """Return the past questions with these ``keys`` that a session may read, by key."""
    found = connection.execute(_READ, {"keys": keys}).all() if keys else ()
    return {row.key: row for row in found if row.remembers_across or row.session_id == session_id}


def add(connection: Connection, session_id: str, message_id: int, asked: AskedShape) -> int:
    """Store a question in the transaction of ``connection``, which has locked its session.

    Raises:
        MessageGone: There is no such message in this session.
    """
    row = {
        "of_session": session_id,
        "message_id": message_id,
        "shape": " ".join(sorted(asked.shape)),
        "source": asked.source,
    }
    number = connection.scalar(_ADD, row)
    if number is None:
        raise MessageGone(session_id, message_id)
    return int(number)


def _is_of(source: str, wanted: set[str]) -> bool:
    if not wanted:
        return True
    named = QuestionSource.model_validate_json(source).databases
    return not wanted.isdisjoint(name.casefold() for name in named)
