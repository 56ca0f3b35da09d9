"""Preferences: one row for each choice of a user, with its value as JSON."""

import json
from collections.abc import Callable
from contextlib import suppress

from pydantic import JsonValue
from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from tidemark.storage.connections import Connections
from tidemark.storage.tables import OF_USER, preferences

_ALL = select(preferences.c.name, preferences.c.value).where(preferences.c.user_id == OF_USER)
_ONE = (
    select(preferences.c.value)
    .where(preferences.c.user_id == OF_USER, preferences.c.name == bindparam("of_name"))
    .with_for_update()
)
_NEW: dict[str, sqlite.Insert | postgresql.Insert] = {
    "sqlite": sqlite.insert(preferences).values(user_id=OF_USER),
    "postgresql": postgresql.insert(preferences).values(user_id=OF_USER),
}
_HOLD = {  # locks a row even if it does not exist yet
    dialect: new.values(value="null").on_conflict_do_nothing() for dialect, new in _NEW.items()
}
_PUT = {
    dialect: new.on_conflict_do_update(
        index_elements=["user_id", "name"], set_={"value": new.excluded.value}
    )
    for dialect, new in _NEW.items()
}


class PreferenceStore:
    """Reads and writes the preferences of a user."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def all(self) -> dict[str, JsonValue]:
        """Return all preferences by name, without those that are not valid JSON."""
        with self._connections.asking() as connection:
            rows = connection.execute(_ALL).all()
        found: dict[str, JsonValue] = {}
        for name, value in rows:
            with suppress(ValueError):  # written by another program
                found[name] = json.loads(value)
        return found

    def put(self, name: str, value: JsonValue) -> None:
        """Store ``value`` as the preference ``name``."""
        with self._connections.transaction() as connection:
            _put(connection, name, value)

    def change(self, name: str, change: Callable[[JsonValue], JsonValue]) -> None:
        """Replace the preference ``name`` by ``change`` of its value, which is None if not set.

        No other writer can store it in between.
        """
        with self._connections.transaction() as connection:
            connection.execute(_HOLD[connection.dialect.name], {"name": name})
            stored: JsonValue = None
            with suppress(ValueError):
                stored = json.loads(connection.execute(_ONE, {"of_name": name}).scalar_one())
            _put(connection, name, change(stored))

    def drop(self, name: str) -> None:
        """Delete the preference ``name``."""
        this = preferences.c.user_id == OF_USER, preferences.c.name == name
        with self._connections.transaction() as connection:
            connection.execute(delete(preferences).where(*this))


def _put(connection: Connection, name: str, value: JsonValue) -> None:
    row = {"name": name, "value": json.dumps(value)}
    connection.execute(_PUT[connection.dialect.name], row)
