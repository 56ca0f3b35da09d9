"""The messages of each session, in the order they were said."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, Select, case, func, insert, literal, select, update

from tidemark.errors import SessionNotFound
from tidemark.schema import Message, NewMessage
from tidemark.storage import postings
from tidemark.storage.connections import Connections
from tidemark.storage.sessions import hold_session
from tidemark.storage.tables import is_active, is_dropped, messages, sessions

MESSAGE = (  # the columns that make a Message
    messages.c.id,
    messages.c.session_id,
    messages.c.position,
    messages.c.role,
    messages.c.content,
    messages.c.timestamp,
    messages.c.token_count,
    messages.c.metadata,
    messages.c.is_summarized,
    messages.c.is_retired,
)


class Messages:
    """Adds messages and finds them again."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def add(
        self, session_id: str, new: NewMessage, connection: Connection | None = None
    ) -> Message:
        """Store ``new`` at the end of a session, within ``connection``'s transaction if given.

        Raises:
            SessionNotFound: There is no such session.
        """
        if connection is not None:
            return add_messages(connection, session_id, [new])[0]
        return self.add_many(session_id, [new])[0]

    def add_many(self, session_id: str, new: Sequence[NewMessage]) -> tuple[Message, ...]:
        """Store all of ``new`` at the end of a session, in order, or none of them.

        Raises:
            SessionNotFound: There is no such session.
        """
        with self._connections.transaction() as connection:
            return add_messages(connection, session_id, new)

    def all(self, session_id: str, *, only_active: bool = False) -> tuple[Message, ...]:
        """Return a session's messages by position; retired ones too, unless ``only_active``."""
        query = select(*MESSAGE).where(messages.c.session_id == session_id)
        if only_active:
            query = query.where(is_active)
        return self._read(query)

    def page(
        self, session_id: str, *, before: int | None = None, limit: int = 30
    ) -> tuple[Message, ...]:
        """Return the last ``limit`` messages at positions below ``before``, in order."""
        query = select(*MESSAGE).where(messages.c.session_id == session_id)
        if before is not None:
            query = query.where(messages.c.position < before)
        latest = query.order_by(messages.c.position.desc()).limit(limit)
        with self._connections.reading() as connection:
            return as_messages(connection, latest)[::-1]

    def last(self, session_id: str, limit: int) -> tuple[Message, ...]:
        """Return the last ``limit`` messages of a session, in order."""
        return self.page(session_id, limit=limit)

    def between(self, session_id: str, from_index: int, to_index: int) -> tuple[Message, ...]:
        """Return the messages at positions ``from_index`` to ``to_index``, both included."""
        return self._read(
            select(*MESSAGE).where(
                messages.c.session_id == session_id,
                messages.c.position.between(from_index, to_index),
            )
        )

    def by_ids(self, session_id: str, message_ids: Collection[int]) -> tuple[Message, ...]:
        """Return those of ``message_ids`` that are messages of this session, by position."""
        # Parted and sorted here: asked for the session, SQLite would walk through all of it
        with self._connections.reading() as connection:
            found = as_messages(connection, select(*MESSAGE).where(messages.c.id.in_(message_ids)))
        ours = (message for message in found if message.session_id == session_id)
        return tuple(sorted(ours, key=lambda message: message.position))

    def counts(self, session_id: str) -> tuple[int, int, int, int]:
        """Count the messages of a session: all, covered, active, and the tokens of the active."""
        with self._connections.reading() as connection:
            total = connection.scalar(
                select(sessions.c.message_count).where(sessions.c.session_id == session_id)
            )
            active, tokens = count_active(connection, session_id)
            dropped = connection.scalar(
                select(func.count())
                .select_from(messages)
                .where(messages.c.session_id == session_id, is_dropped)
            )
        return total or 0, (total or 0) - active - (dropped or 0), active, tokens

    def total_tokens(self, session_id: str, *, only_active: bool) -> int:
        """Sum the stored token counts of a session's messages."""
        with self._connections.reading() as connection:
            if only_active:
                return count_active(connection, session_id)[1]
            query = select(func.coalesce(func.sum(messages.c.token_count), 0))
            return int(
                connection.execute(query.where(messages.c.session_id == session_id)).scalar_one()
            )

    def cover(self, session_id: str, from_index: int, to_index: int) -> int:
        """Mark the active messages at these positions as covered; return how many they were."""
        marked = (
            update(messages)
            .where(
                messages.c.session_id == session_id,
                messages.c.position.between(from_index, to_index),
                is_active,
            )
            .values(is_summarized=1)
        )
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            return connection.execute(marked).rowcount

    def _read(self, query: Select[Any]) -> tuple[Message, ...]:
        with self._connections.reading() as connection:
            return as_messages(connection, query.order_by(messages.c.position))


def as_messages(connection: Connection, query: Select[Any]) -> tuple[Message, ...]:
    """Return the messages that ``query``, a select of the columns ``MESSAGE``, finds."""
    return tuple(Message.model_validate(dict(row)) for row in connection.execute(query).mappings())


def add_messages(
    connection: Connection, session_id: str, new: Sequence[NewMessage]
) -> tuple[Message, ...]:
    """Store ``new`` at the end of a session in the transaction of ``connection``; index it.

    Raises:
        SessionNotFound: There is no such session.
    """
    if not new:
        return ()
    key, start = _make_room(connection, session_id, new)
    rows = [
        {
            **dict(message),
            "session_id": session_id,
            "position": position,
            "is_summarized": 0,
            "is_retired": 0,
        }
        for position, message in enumerate(new, start)
    ]
    ids = connection.scalars(
        insert(messages).returning(messages.c.id, sort_by_parameter_order=True), rows
    )
    stored = tuple(
        Message.model_validate({**row, "id": message_id})
        for row, message_id in zip(rows, ids, strict=True)
    )
    postings.of(connection).add(
        connection, key, {message.position: message.content for message in stored}
    )
    return stored


def count_active(connection: Connection, session_id: str) -> tuple[int, int]:
    """Count the active messages of a session and their tokens."""
    counted = select(func.count(), func.coalesce(func.sum(messages.c.token_count), 0))
    row = connection.execute(counted.where(messages.c.session_id == session_id, is_active)).one()
    return int(row[0]), int(row[1])


def _make_room(
    connection: Connection, session_id: str, new: Sequence[NewMessage]
) -> tuple[int, int]:
    newest = max(message.timestamp for message in new)
    moment = literal(newest, sessions.c.updated_at.type)
    counted = (
        update(sessions)
        .where(sessions.c.session_id == session_id)
        .values(
            message_count=sessions.c.message_count + len(new),
            updated_at=case((sessions.c.updated_at < newest, moment), else_=sessions.c.updated_at),
        )
        .returning(sessions.c.key, sessions.c.message_count)
    )
    row = connection.execute(counted).one_or_none()
    if row is None:
        raise SessionNotFound(session_id)
    return row.key, row.message_count - len(new)
