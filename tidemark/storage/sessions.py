"""The sessions: one row for each conversation, and the way to delete it with all it holds."""

import datetime as dt
import itertools

from sqlalchemy import Connection, ScalarSelect, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tidemark.errors import SessionNotFound
from tidemark.schema import Session
from tidemark.storage import postings
from tidemark.storage.connections import Connections
from tidemark.storage.tables import messages, sessions, summaries, turns

SESSION = (  # the columns that make a Session
    sessions.c.session_id,
    sessions.c.title,
    sessions.c.created_at,
    sessions.c.updated_at,
    sessions.c.message_count,
)


class Sessions:
    """Begins, lists, renames and deletes sessions."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def ensure(self, session_id: str, *, title: str, now: dt.datetime) -> Session:
        """Return the session of this id, begun ``now`` under ``title`` if there was none."""
        with self._connections.transaction() as connection:
            ensure_session(connection, session_id, title=title, now=now)
            return read_session(connection, session_id)

    def begin(self, wished: str, *, title: str, now: dt.datetime) -> Session:
        """Begin a session under the id ``wished``, or with a number behind it if that is taken."""
        with self._connections.transaction() as connection:
            session_id = begin_session(connection, wished, title=title, now=now)
            return read_session(connection, session_id)

    def get(self, session_id: str) -> Session:
        """Return the session of this id.

        Raises:
            SessionNotFound: There is none.
        """
        with self._connections.reading() as connection:
            return read_session(connection, session_id)

    def exists(self, session_id: str) -> bool:
        """Whether there is a session of this id."""
        query = select(sessions.c.key).where(sessions.c.session_id == session_id)
        with self._connections.reading() as connection:
            return connection.scalar(query) is not None

    def recent(self, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return ``limit`` sessions after the first ``offset``, the last one spoken in first."""
        latest = select(*SESSION).order_by(sessions.c.updated_at.desc(), sessions.c.key.desc())
        with self._connections.reading() as connection:
            rows = connection.execute(latest.limit(limit).offset(offset)).mappings()
            return tuple(Session.model_validate(dict(row)) for row in rows)

    def count(self) -> int:
        """Count the sessions."""
        with self._connections.reading() as connection:
            return connection.execute(select(func.count()).select_from(sessions)).scalar_one()

    def rename(self, session_id: str, title: str) -> None:
        """Give a session another title.

        Raises:
            SessionNotFound: There is none of this id.
        """
        renamed = update(sessions).where(sessions.c.session_id == session_id).values(title=title)
        with self._connections.transaction() as connection:
            if not connection.execute(renamed).rowcount:
                raise SessionNotFound(session_id)

    def delete(self, session_id: str) -> None:
        """Delete a session with its messages, summaries, turns and all that finds them.

        Raises:
            SessionNotFound: There is none of this id.
        """
        with self._connections.transaction() as connection:
            found = select(sessions.c.key).where(sessions.c.session_id == session_id)
            key = connection.scalar(found.with_for_update())
            if key is None:
                raise SessionNotFound(session_id)
            contents = select(messages.c.position, messages.c.content).where(
                messages.c.session_id == session_id
            )
            postings.of(connection).forget(
                connection, key, dict(connection.execute(contents).all())
            )
            for table in (turns, messages, summaries, sessions):  # each refers to the later ones
                connection.execute(delete(table).where(table.c.session_id == session_id))


def hold_session(connection: Connection, session_id: str | ScalarSelect[str]) -> None:
    """Let nobody else write in this session until the transaction of ``connection`` ends.

    What is read after it stays true; where everyone asks this first, nobody waits in a circle.  A
    write to a file holds all of it from its beginning.
    """
    if connection.dialect.name != "sqlite":
        found = select(sessions.c.key).where(sessions.c.session_id == session_id)
        connection.execute(found.with_for_update(key_share=True))


def ensure_session(
    connection: Connection, session_id: str, *, title: str, now: dt.datetime
) -> bool:
    """Begin a session in the transaction of ``connection``; return whether there was none."""
    on_sqlite = connection.dialect.name == "sqlite"
    begun = sqlite.insert(sessions) if on_sqlite else postgresql.insert(sessions)
    values = {
        "session_id": session_id,
        "title": title,
        "created_at": now,
        "updated_at": now,
        "message_count": 0,
    }
    added = begun.values(values).on_conflict_do_nothing().returning(sessions.c.key)
    return connection.scalar(added) is not None


def begin_session(connection: Connection, wished: str, *, title: str, now: dt.datetime) -> str:
    """Begin a session in the transaction of ``connection`` and return its id, which was free."""
    session_id = wished
    for number in itertools.count(2):
        if ensure_session(connection, session_id, title=title, now=now):
            break
        session_id = f"{wished}_{number}"
    return session_id


def read_session(connection: Connection, session_id: str) -> Session:
    """Return the session of this id.

    Raises:
        SessionNotFound: There is none.
    """
    query = select(*SESSION).where(sessions.c.session_id == session_id)
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        raise SessionNotFound(session_id)
    return Session.model_validate(dict(row))
