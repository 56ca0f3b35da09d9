"""Past questions of a user in all their notebooks, and those similar to a new one."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Text, bindparam, func, insert, select, type_coerce, update

from tidemark.errors import MessageGone
from tidemark.retrieval.question_likeness import likeness
from tidemark.schema.questions import PastQuestion, QuestionSource
from tidemark.storage.connections import Connections
from tidemark.storage.sessions import hold_session
from tidemark.storage.tables import (
    OF_USER,
    is_kept,
    messages,
    of_session,
    past_questions,
    sessions,
)

_MOST_COMPARED = 1000  # the newest of a user: 2 ms, however many there are
_MOST_READ = 40  # with some to spare: a session may be in the trash, or not share memory

# Built once: building a statement costs more than running it
_PLACE = (
    select(sessions.c.key, messages.c.position)
    .join(messages, messages.c.session_id == sessions.c.session_id)
    .where(of_session(sessions), messages.c.id == bindparam("message_id"))
)
_NEWEST = (
    select(past_questions.c.key, past_questions.c.shape)
    .where(past_questions.c.user_id == OF_USER)
    .order_by(past_questions.c.key.desc())
    .limit(_MOST_COMPARED)
)
_NEWEST_WITH_SOURCE = _NEWEST.add_columns(type_coerce(past_questions.c.source, Text))
_READ = (
    select(
        past_questions.c.key,
        past_questions.c.shape,
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
_OF_SESSION = (
    select(past_questions.c.number, past_questions.c.position, past_questions.c.source)
    .join(sessions, sessions.c.key == past_questions.c.session_key)
    .where(of_session(sessions), past_questions.c.position < bindparam("before"))
    .order_by(past_questions.c.position.desc())
    .limit(1)
)
_ASKED_SINCE = (
    select(func.count())
    .select_from(messages)
    .where(
        of_session(messages),
        messages.c.role == "user",
        messages.c.position > bindparam("after"),
        messages.c.position < bindparam("before"),
    )
)
_CONTENT = select(messages.c.content).where(
    of_session(messages), messages.c.position == bindparam("position")
)


_ADD = insert(past_questions).values(user_id=OF_USER)


class AskedShape(NamedTuple):
    """The stems of a question, and the source of its answer, if known."""

    shape: frozenset[str]
    source: QuestionSource


class LastQuestion(NamedTuple):
    """The last question of a session: its number, its text, and the source of its answer."""

    number: int
    question: str
    source: QuestionSource


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

    def number(self, session_id: str) -> int:
        """Return the number of the last stored question of a session; 0 if there is none."""
        with self._connections.asking() as connection:
            given = {"of_session": session_id, "before": 2**31 - 1}
            found = connection.execute(_OF_SESSION, given).one_or_none()
        return found.number if found else 0

    def last(self, session_id: str) -> LastQuestion | None:
        """Return the last stored question of a session; None if there is none."""
        with self._connections.asking() as connection:
            given = {"of_session": session_id, "before": 2**31 - 1}
            found = connection.execute(_OF_SESSION, given).one_or_none()
            if found is None:
                return None
            at = {"of_session": session_id, "position": found.position}
            content = connection.scalar(_CONTENT, at) or ""
        return LastQuestion(found.number, content, found.source)

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
            newest = connection.execute(_NEWEST_WITH_SOURCE if wanted else _NEWEST).all()
            distinct = {words for _, words, *_ in newest}
            likes = {words: likeness(shape, words.split()) for words in distinct}
            alike = [
                (likes[words], key)
                for key, words, *told in newest
                if likes[words] >= least and _is_of(told, wanted)
            ]
            ranked = sorted(alike, reverse=True)[:_MOST_READ]
            keys = {"keys": [key for _, key in ranked]}
            rows = connection.execute(_READ, keys).all() if ranked else ()
        read = {
            row.key: row for row in rows if row.remembers_across or row.session_id == session_id
        }
        best: dict[str, PastQuestion] = {}
        for like, key in ranked:
            if (row := read.get(key)) is not None:
                found = dict(row.source, question=row.content, likeness=round(like, 3))
                best.setdefault(row.shape, PastQuestion(**found))
        return tuple(best.values())[:limit]


def add(connection: Connection, session_id: str, message_id: int, asked: AskedShape) -> int:
    """Store a question in the transaction of ``connection``, which has locked its session.

    Raises:
        MessageGone: There is no such message in this session.
    """
    at = {"of_session": session_id, "message_id": message_id}
    found = connection.execute(_PLACE, at).one_or_none()
    if found is None:
        raise MessageGone(session_id, message_id)
    number = _number(connection, session_id, found.position) + 1
    row = {
        "session_key": found.key,
        "position": found.position,
        "number": number,
        "shape": " ".join(sorted(asked.shape)),
        "source": asked.source,
    }
    connection.execute(_ADD, row)
    return number


def _is_of(told: Sequence[str], wanted: set[str]) -> bool:
    if not wanted:
        return True
    source = QuestionSource.model_validate_json(told[0])
    return not wanted.isdisjoint(name.casefold() for name in source.databases)


def _number(connection: Connection, session_id: str, position: int) -> int:
    """Return the number of questions before ``position``, counting on from the last stored."""
    given = {"of_session": session_id, "before": position}
    last = connection.execute(_OF_SESSION, given).one_or_none()
    counted, after = (last.number, last.position) if last else (0, -1)
    since = connection.execute(_ASKED_SINCE, {**given, "after": after}).scalar_one()
    return int(counted) + int(since)
