"""API keys: one row each, with the hash of the secret.

A key is looked up by its prefix before its user is known, so ``find`` and ``note_use`` work without
a scope.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from tidemark.errors import ApiKeyNotFound
from tidemark.schema.people import ApiKey, KeyScope
from tidemark.storage.connections import Connections
from tidemark.storage.tables import OF_USER, api_keys

_COLUMNS = [column for column in api_keys.c if column is not api_keys.c.hash]
_ALL = select(*_COLUMNS).where(api_keys.c.user_id == OF_USER).order_by(api_keys.c.key_id.desc())
_ADD = insert(api_keys).values(user_id=OF_USER).returning(*_COLUMNS)
_REVOKE = update(api_keys).where(
    api_keys.c.key_id == bindparam("of_key"),
    api_keys.c.user_id == OF_USER,
    api_keys.c.revoked_at.is_(None),
)
_CLEAR = delete(api_keys).where(api_keys.c.user_id == OF_USER)
_FIND = select(*_COLUMNS, api_keys.c.hash).where(api_keys.c.prefix == bindparam("of_prefix"))
_NOTE_USE = update(api_keys).where(api_keys.c.key_id == bindparam("of_key"))


class ApiKeyStore:
    """Reads and changes the keys of a user."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def all(self) -> tuple[ApiKey, ...]:
        """Return all keys, including revoked ones, newest first."""
        with self._connections.asking() as connection:
            return tuple(_key(row) for row in connection.execute(_ALL))

    def add(
        self,
        name: str,
        scopes: Sequence[KeyScope],
        *,
        prefix: str,
        hashed: str,
        now: dt.datetime,
        expires_at: dt.datetime | None = None,
    ) -> ApiKey:
        """Store a key with the hash of its secret; the secret itself is not stored."""
        row = {
            "name": name,
            "prefix": prefix,
            "hash": hashed,
            "scopes": " ".join(scopes),
            "made_at": now,
            "expires_at": expires_at,
        }
        with self._connections.transaction() as connection:
            return _key(connection.execute(_ADD, row).one())

    def revoke(self, key_id: int, *, now: dt.datetime) -> None:
        """Revoke a key; its row stays.

        Raises:
            ApiKeyNotFound: The user has no such key, or it is already revoked.
        """
        with self._connections.transaction() as connection:
            changed = connection.execute(_REVOKE.values(revoked_at=now), {"of_key": key_id})
            if not changed.rowcount:
                raise ApiKeyNotFound(key_id)

    def clear(self) -> None:
        """Delete all keys of the user."""
        with self._connections.transaction() as connection:
            connection.execute(_CLEAR)


def find(connection: Connection, prefix: str) -> tuple[tuple[ApiKey, str], ...]:
    """Return the keys of all users that begin with ``prefix``, each with its hash."""
    rows = connection.execute(_FIND, {"of_prefix": prefix}).all()
    return tuple((_key(row), row.hash) for row in rows)


def note_use(connection: Connection, key_id: int, now: dt.datetime) -> None:
    """Record the time a key was used."""
    connection.execute(_NOTE_USE.values(last_used_at=now), {"of_key": key_id})


def _key(row: Row[*tuple[Any, ...]]) -> ApiKey:
    values = {name: value for name, value in row._mapping.items() if name != "hash"}  # noqa: SLF001
    return ApiKey.model_validate({**values, "scopes": str(values["scopes"]).split()})
