"""Idempotency keys: requests in progress and the answers of finished ones, stored for a day.

A request in progress sends heartbeats; without them its process is considered dead.
"""

import datetime as dt
import json
import zlib
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tidemark.errors import IdempotencyKeyReused, RequestUnderWay
from tidemark.schema.people import KeptAnswer, Reservation
from tidemark.storage.connections import Connections
from tidemark.storage.tables import OF_USER, idempotency_keys, of_session, sessions

_TABLE = idempotency_keys
_SAME = _TABLE.c.user_id == OF_USER, _TABLE.c.name == bindparam("of_name")
_FIND = select(_TABLE).where(*_SAME)
_THIS = _TABLE.c.user_id == OF_USER, _TABLE.c.key == bindparam("of_key"), _TABLE.c.status.is_(None)
_NEW = {
    dialect: new(_TABLE).values(user_id=OF_USER).on_conflict_do_nothing().returning(_TABLE.c.key)
    for dialect, new in (("sqlite", sqlite.insert), ("postgresql", postgresql.insert))
}
_DROP = delete(_TABLE).where(*_SAME, _TABLE.c.key == bindparam("of_key"))
_SESSION = select(sessions.c.key).where(of_session(sessions))


class IdempotencyKeyStore:
    """Reserves keys of a user, and stores the answers."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def reserve(
        self, name: str, request: str, *, now: dt.datetime, kept: dt.timedelta, beat: dt.timedelta
    ) -> Reservation | KeptAnswer:
        """Reserve a key for a ``request``, or return the stored answer to the same request.

        An answer is valid for ``kept``; a request without a heartbeat for ``beat`` is considered
        dead.

        Raises:
            IdempotencyKeyReused: The key was used for another request.
            RequestUnderWay: The same request is still in progress.
        """
        with self._connections.transaction() as connection:
            found = connection.execute(_FIND, {"of_name": name}).one_or_none()
            is_dead = found is not None and found.status is None and found.beat_at <= now - beat
            if found is not None and (is_dead or found.made_at <= now - kept):
                connection.execute(_DROP, {"of_name": name, "of_key": found.key})
                found = None
            if found is None:
                row = {"name": name, "request": request, "made_at": now, "beat_at": now}
                new = _NEW[connection.dialect.name]
                key = connection.execute(new, row).scalar_one_or_none()
                if key is not None:
                    return Reservation(key=key)
                found = connection.execute(_FIND, {"of_name": name}).one_or_none()
        if found is not None and found.request != request:
            raise IdempotencyKeyReused
        if found is None or found.status is None:
            raise RequestUnderWay
        return _answer(found)

    def beat(self, key: int, *, now: dt.datetime) -> None:
        """Store a heartbeat of a request in progress."""
        with self._connections.transaction() as connection:
            connection.execute(update(_TABLE).where(*_THIS).values(beat_at=now), {"of_key": key})

    def keep(self, key: int, answer: KeptAnswer, session_id: str = "") -> None:
        """Store the ``answer`` to a request; it is deleted with its session if it has one."""
        values: dict[str, Any] = {
            "status": answer.status,
            "headers": json.dumps(answer.headers),
            "body": None if answer.body is None else zlib.compress(answer.body),
            "run_id": answer.run_id,
        }
        with self._connections.transaction() as connection:
            if session_id:
                of_session_key = connection.scalar(_SESSION, {"of_session": session_id})
                if of_session_key is None:  # deleted meanwhile: nothing of it may be stored
                    connection.execute(delete(_TABLE).where(*_THIS), {"of_key": key})
                    return
                values["session_key"] = of_session_key
            connection.execute(update(_TABLE).where(*_THIS).values(**values), {"of_key": key})

    def release(self, key: int) -> None:
        """Free the key of a request in progress that changed nothing."""
        with self._connections.transaction() as connection:
            connection.execute(delete(_TABLE).where(*_THIS), {"of_key": key})

    def clear(self) -> None:
        """Delete all keys and answers of the user."""
        with self._connections.transaction() as connection:
            connection.execute(delete(_TABLE).where(_TABLE.c.user_id == OF_USER))


def purge(connection: Connection, before: dt.datetime, limit: int) -> int:
    """Delete up to ``limit`` keys of all users made before a time; return their number."""
    old = select(_TABLE.c.key).where(_TABLE.c.made_at < before).order_by(_TABLE.c.made_at)
    return connection.execute(delete(_TABLE).where(_TABLE.c.key.in_(old.limit(limit)))).rowcount


def _answer(row: Row[*tuple[Any, ...]]) -> KeptAnswer:
    return KeptAnswer(
        status=row.status,
        headers=json.loads(row.headers),
        body=None if row.body is None else zlib.decompress(row.body),
        run_id=row.run_id,
    )
