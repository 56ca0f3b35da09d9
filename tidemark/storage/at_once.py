"""What begins and what ends a turn, each as one statement: for a server, where each trip counts.

SQLite knows no such statements and needs none: there the same is done in steps.
"""

import datetime as dt
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, TextClause, bindparam, text

from tidemark.schema import MessageMetadata, NewMessage
from tidemark.storage import postings
from tidemark.storage.sessions import Room
from tidemark.storage.tables import messages, sessions, turns


class Kept(NamedTuple):
    """Where a message was stored, under which id, and the id of its turn."""

    room: Room
    message_id: int
    turn_id: int


def _statement(sql: str) -> TextClause:
    """Return ``sql``, whose parameters are written as the columns they go into."""
    columns = {
        "session_id": sessions.c.session_id,
        "now": turns.c.heartbeat,
        "heartbeat": turns.c.heartbeat,
        "timestamp": messages.c.timestamp,
        "metadata": messages.c.metadata,
        "known": messages.c.metadata,
    }
    typed = (
        bindparam(name, type_=column.type) for name, column in columns.items() if f":{name}" in sql
    )
    return text(sql).bindparams(*typed)


_SAID = """
    INSERT INTO messages (
        session_id, position, role, timestamp, token_count, is_summarized, is_retired,
        content, metadata
    )
    SELECT
        room.session_id, room.message_count - 1, :role, :timestamp, :token_count, 0, 0,
        :content, :metadata
    FROM room
    RETURNING id
"""
_WORDS = """
    INSERT INTO message_search (session_key, position, stem)
    SELECT room.key, room.message_count - 1, stem
    FROM room, unnest(CAST(:stems AS text[])) AS of (stem)
"""
_LATER = "greatest(sessions.updated_at, :timestamp)"
_BEGIN = _statement(
    f"""
    WITH room AS (
        INSERT INTO sessions (session_id, title, created_at, updated_at, message_count)
        VALUES (:session_id, :title, :timestamp, :timestamp, 1)
        ON CONFLICT (session_id) DO UPDATE
        SET message_count = sessions.message_count + 1, updated_at = {_LATER}
        RETURNING key, session_id, message_count
    ),
    said AS ({_SAID}),
    words AS ({_WORDS}),
    turn AS (
        INSERT INTO turns (session_id, question_id, status, owner, heartbeat)
        SELECT room.session_id, said.id, 'pending', :owner, :now FROM room, said
        RETURNING id
    )
    SELECT room.key, room.session_id, room.message_count - 1 AS position,
        said.id AS message_id, turn.id AS turn_id
    FROM room, said, turn
    """  # noqa: S608 - all parts stand above
)
# Whoever took the turn over while this waited for the session has ended it: nothing changes then.
# The session is held before the turn, as everywhere, so that nobody waits in a circle
_END = _statement(
    f"""
    WITH held AS MATERIALIZED (
        SELECT session_id FROM sessions
        WHERE session_id = (SELECT session_id FROM turns WHERE id = :turn_id)
        FOR NO KEY UPDATE
    ),
    pending AS MATERIALIZED (
        SELECT turns.id, turns.session_id, turns.question_id
        FROM held JOIN turns ON turns.session_id = held.session_id
        WHERE turns.id = :turn_id AND turns.status = 'pending'
        FOR UPDATE OF turns
    ),
    room AS (
        UPDATE sessions SET message_count = message_count + 1, updated_at = {_LATER}
        WHERE session_id = (SELECT session_id FROM pending)
        RETURNING key, session_id, message_count
    ),
    said AS ({_SAID}),
    words AS ({_WORDS}),
    ended AS (
        UPDATE turns
        SET status = :status, reason = :reason, heartbeat = :heartbeat,
            reply_id = (SELECT id FROM said)
        WHERE id = (SELECT id FROM pending)
        RETURNING id
    ),
    told AS (
        UPDATE messages SET metadata = coalesce(:known, messages.metadata)
        WHERE id = (SELECT question_id FROM pending)
    )
    SELECT room.key, room.session_id, room.message_count - 1 AS position,
        said.id AS message_id, ended.id AS turn_id
    FROM room, said, ended
    """  # noqa: S608 - all parts stand above
)


def begin(
    connection: Connection,
    session_id: str,
    question: NewMessage,
    *,
    title: str,
    owner: str,
    now: dt.datetime,
) -> Kept:
    """Store and index ``question``, and store its pending turn.

    Its session is begun under ``title`` if need be.

    Raises:
        IntegrityError: A turn of this session is pending.
    """
    asked = {"session_id": session_id, "title": title, "owner": owner, "now": now}
    return _kept(connection.execute(_BEGIN, {**asked, **_given(question)}).one())


def end(
    connection: Connection,
    turn_id: int,
    ended: dict[str, object],
    reply: NewMessage,
    known: MessageMetadata | None,
) -> Kept | None:
    """Store and index ``reply``, how its turn ``ended`` and what is ``known`` of the question.

    None where the turn is not pending; then nothing is changed.
    """
    given = {"turn_id": turn_id, **ended, "known": known, **_given(reply)}
    row = connection.execute(_END, given).one_or_none()
    return None if row is None else _kept(row)


def _given(message: NewMessage) -> dict[str, Any]:
    return {**dict(message), "stems": postings.stems_of(message.content)}


def _kept(row: Row[Any]) -> Kept:
    room = Room(row.key, row.session_id, row.position)
    return Kept(room, row.message_id, row.turn_id)
