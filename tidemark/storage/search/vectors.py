"""Vectors of passages: kept as they come, missing ones found, the nearest to a question told.

Passages are numbered from 0 in each session and never change, so vectors are only ever added to the
end, and what is missing is known by counting.  Those of another model stay until the first of the
new one comes, and are never compared with it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from sqlalchemy import Connection, bindparam, select

from tidemark.retrieval.recall_query import QueryVector
from tidemark.settings import VectorStoreName
from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.search import passages
from tidemark.storage.search.numpy_vectors import VectorBlocks
from tidemark.storage.search.pgvector import ServerVectors
from tidemark.storage.search.similarity import Near, Store, unit
from tidemark.storage.sessions import hold_session
from tidemark.storage.tables import branches, messages, sessions

_NEAREST = 100  # passages: more than any budget has room for

_OF_ID = select(sessions.c.key).where(sessions.c.session_id == bindparam("of_session"))
_IDS = select(sessions.c.key, sessions.c.session_id)
_SAID = select(messages.c.position, messages.c.content).where(
    messages.c.session_id == bindparam("of_session"), among(messages.c.position, "positions")
)
_ORIGIN = (
    select(sessions.c.key, branches.c.shared)
    .join(sessions, sessions.c.session_id == branches.c.forked_from)
    .where(branches.c.session_key == bindparam("of_key"))
)


class Missing(NamedTuple):
    """Passages of a session that have no vector yet: from number ``first`` on, these ``texts``."""

    first: int
    texts: list[str]


def open_store(connections: Connections, name: VectorStoreName) -> Store:
    """Return the place where vectors lie, that of this ``name``.

    Raises:
        VectorsUnavailable: The server lacks what the store takes.
    """
    return ServerVectors.opened(connections) if name == "pgvector" else VectorBlocks()


class VectorStore:
    """The vectors of a database, kept in ``store``."""

    def __init__(self, connections: Connections, store: Store) -> None:
        self._connections = connections
        self._store = store

    def waiting(self, model: str) -> dict[str, int]:
        """Return how many passages of each session have no vector of ``model``; it looks at all."""
        with self._connections.reading() as connection:
            said, held = passages.counts(connection), self._store.counts(connection, model)
            lacking = {key: count - held.get(key, 0) for key, count in said.items()}
            ids = dict(connection.execute(_IDS).all())
        return {ids[key]: count for key, count in lacking.items() if count > 0 and key in ids}

    def missing(self, session_id: str, model: str, limit: int) -> Missing | None:
        """Return the first ``limit`` passages of a session that lack a vector, None if none do."""
        with self._connections.reading() as connection:
            key = connection.scalar(_OF_ID, {"of_session": session_id})
            if key is None:
                return None
            first = self._store.held(connection, key, model)
            rows = passages.some(connection, key, first)[:limit]
            if not len(rows):
                return None
            positions = sorted({int(row["position"]) for row in rows})
            asked = {"of_session": session_id, "positions": positions}
            contents = dict(connection.execute(_SAID, asked).all())
        words = [contents[row["position"]][row["start"] : row["end"]] for row in rows]
        return Missing(first, words)

    def inherit(self, session_id: str, model: str) -> bool:
        """Give a session that has none those of what it shares with the one it was forked from.

        Passages that are the same need not be asked for again.  Returns whether there were any.
        """
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            key = connection.scalar(_OF_ID, {"of_session": session_id})
            if key is None or self._store.held(connection, key, model):
                return False
            origin = connection.execute(_ORIGIN, {"of_key": key}).one_or_none()
            if origin is None:
                return False
            rows = passages.of_session(connection, key)
            shared = int(np.searchsorted(rows["position"], origin.shared))
            count = min(shared, self._store.held(connection, origin.key, model))
            if count:
                self._store.copy(connection, origin.key, key, model, count)
            return count > 0

    def add(
        self, session_id: str, model: str, first: int, vectors: Sequence[Sequence[float]]
    ) -> bool:
        """Store ``vectors`` for the passages from ``first`` on; those of another model go.

        Returns whether they were: not where somebody else was quicker, or the session is gone.
        """
        matrix = unit(vectors)
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            key = connection.scalar(_OF_ID, {"of_session": session_id})
            if key is None:
                return False
            self._store.drop_strangers(connection, key, model, matrix.shape[1])
            if self._store.held(connection, key, model) != first:
                return False
            self._store.add(connection, key, model, first, matrix)
            return True

    def near(
        self, connection: Connection, counts: Mapping[int, int], meaning: QueryVector
    ) -> Near | None:
        """Return what is nearest to ``meaning`` among the first so many passages of each key.

        None where there are no vectors to compare with.
        """
        found = self._store.near(connection, counts, meaning, _NEAREST)
        if not len(found.numbers):
            return None
        return found.best(_NEAREST)
