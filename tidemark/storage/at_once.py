"""What begins and what ends a turn, each as one statement: for a server, where each trip counts.

A file knows no such statements and needs none: there the same is done in steps.
"""

import datetime as dt
from typing import Any

from sqlalchemy import Connection, Row, TextClause, bindparam, text

from tidemark.errors import SessionTrashed
from tidemark.schema import MessageMetadata, NewMessage
from tidemark.schema.metrics import TurnMetrics
from tidemark.schema.prompt_snapshot import PromptSnapshot
from tidemark.storage.metrics import FIGURES, as_row
from tidemark.storage.sessions import Room
from tidemark.storage.tables import messages, sessions, turn_views, turns
from tidemark.storage.turn_writes import Kept


def _statement(sql: str) -> TextClause:
    """Return ``sql``, whose parameters are written as the columns they go into."""
    columns = {
        "session_id": sessions.c.session_id,
        "now": turns.c.heartbeat,
        "heartbeat": turns.c.heartbeat,
        "timestamp": messages.c.timestamp,
        "metadata": messages.c.metadata,
        "token_count": messages.c.token_count,
        "known": messages.c.metadata,
        "sha256": turn_views.c.sha256,
        "places": turn_views.c.places,
        "words": turn_views.c.words,
    }
    typed = (
        bindparam(name, type_=column.type) for name, column in columns.items() if f":{name}" in sql
    )
    return text(sql).bindparams(*typed)


_NO_VIEW = dict.fromkeys(PromptSnapshot.model_fields)
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
_FIGURES = ", ".join(f"{name} = :{name}" for name in FIGURES)
_LATER = "greatest(sessions.updated_at, :timestamp)"
_BEGIN = _statement(
    f"""
    WITH room AS (
        INSERT INTO sessions (
            session_id, title, created_at, updated_at, message_count, token_count
        )
        VALUES (:session_id, :title, :timestamp, :timestamp, 1, :token_count)
        ON CONFLICT (session_id) DO UPDATE
        SET message_count = sessions.message_count + 1,
            token_count = sessions.token_count + :token_count, updated_at = {_LATER}
        WHERE sessions.trashed_at IS NULL
        RETURNING key, session_id, message_count
    ),
    said AS ({_SAID}),
    turn AS (
        INSERT INTO turns (session_id, question_id, status, owner, heartbeat)
        SELECT room.session_id, said.id, 'pending', :owner, :now FROM room, said
        RETURNING id
    )
    SELECT room.key, room.session_id, room.message_count - 1 AS position,
        said.id AS message_id, turn.id AS turn_id
    FROM room, said, turn
    """  # noqa: S608 - both parts stand above
)
# A turn that somebody took over while this waited for its session is not pending any more
_END = _statement(
    f"""
    WITH room AS (
        UPDATE sessions
        SET message_count = message_count + 1, token_count = token_count + :token_count,
            updated_at = {_LATER}
        WHERE session_id = (
            SELECT session_id FROM turns WHERE id = :turn_id AND status = 'pending'
        )
        RETURNING key, session_id, message_count, token_count
    ),
    said AS ({_SAID}),
    ended AS (
        UPDATE turns
        SET status = :status, reason = :reason, heartbeat = :heartbeat,
            reply_id = (SELECT id FROM said), whole_tokens = (SELECT token_count FROM room),
            {_FIGURES}
        WHERE id = :turn_id AND status = 'pending'
        RETURNING id, question_id
    ),
    told AS (
        UPDATE messages SET metadata = coalesce(:known, messages.metadata)
        WHERE id = (SELECT question_id FROM ended)
    ),
    read AS (
        INSERT INTO turn_views (turn_id, sha256, places, words)
        SELECT ended.id, :sha256, :places, :words FROM ended WHERE :sha256 IS NOT NULL
    )
    SELECT room.key, room.session_id, room.message_count - 1 AS position,
        said.id AS message_id, ended.id AS turn_id
    FROM room, said, ended
    """  # noqa: S608 - its parts stand above
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
    """Store ``question`` and its pending turn, in a session begun under ``title`` if need be.

    Raises:
        IntegrityError: A turn of this session is pending.
        SessionTrashed: It is in the trash.
    """
    asked = {"session_id": session_id, "title": title, "owner": owner, "now": now}
    row = connection.execute(_BEGIN, {**asked, **dict(question)}).one_or_none()
    if row is None:
        raise SessionTrashed(session_id)
    return _kept(row)


def end(
    connection: Connection,
    turn_id: int,
    ended: dict[str, object],
    reply: NewMessage,
    known: MessageMetadata | None,
    view: PromptSnapshot | None,
    figures: TurnMetrics | None,
) -> Kept | None:
    """Store ``reply``, how its turn ``ended``, the ``view`` and what is ``known`` of the question.

    With it go its ``figures``.

    None where the turn is not pending; then the transaction may not be kept.
    """
    read = dict(view) if view else _NO_VIEW
    told = {**ended, **as_row(figures), "known": known}
    given = {"turn_id": turn_id, **told, **dict(reply), **read}
    row = connection.execute(_END, given).one_or_none()
    return None if row is None else _kept(row)


def _kept(row: Row[Any]) -> Kept:
    room = Room(row.key, row.session_id, row.position)
    return Kept(room, row.message_id, row.turn_id)
