"""Preferences: a row for each choice of a user, its value as JSON."""

import json

from pydantic import JsonValue
from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite

from tidemark.storage.connections import Connections
from tidemark.storage.tables import OF_USER, preferences

_ALL = select(preferences.c.name, preferences.c.value).where(preferences.c.user_id == OF_USER)
_PUT = {
    dialect: new.on_conflict_do_update(
        index_elements=["user_id", "name"], set_={"value": new.excluded.value}
    )
    for dialect, new in (
        ("sqlite", sqlite.insert(preferences).values(user_id=OF_USER)),
        ("postgresql", postgresql.insert(preferences).values(user_id=OF_USER)),
    )
}


class PreferenceStore:
    """Reads and writes the preferences of a user."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def all(self) -> dict[str, JsonValue]:
        """Return all preferences by name, without those that are not JSON."""
        with self._connections.asking() as connection:
            rows = connection.execute(_ALL).all()
        found: dict[str, JsonValue] = {}
        for name, value in rows:
            try:
                found[name] = json.loads(value)
            except ValueError:  # another program wrote it
                continue
        return found

    def put(self, name: str, value: JsonValue) -> None:
        """Store ``value`` as the preference ``name``."""
        with self._connections.transaction() as connection:
            row = {"name": name, "value": json.dumps(value)}
            connection.execute(_PUT[connection.dialect.name], row)

    def drop(self, name: str) -> None:
        """Delete the preference ``name``."""
        this = preferences.c.user_id == OF_USER, preferences.c.name == name
        with self._connections.transaction() as connection:
            connection.execute(delete(preferences).where(*this))
