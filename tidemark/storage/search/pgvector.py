"""Vectors in a PostgreSQL server, searched there by the extension ``vector``.

The table is made when it is first asked for, and its rows go with their sessions.  Its column is
of halves, two bytes a number: precise enough, and an index holds up to 4,000 of them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, inspect, text

from tidemark.errors import DatabaseForbidden, VectorsUnavailable
from tidemark.retrieval.recall_query import QueryVector
from tidemark.storage import migration_lock, postgres
from tidemark.storage.connections import Connections
from tidemark.storage.search.similarity import Matrix, Near

_FEW = (
    5000  # passages: so many are compared one by one, which finds all; for more there is an index
)
_SAMPLE = 64  # passages of each session that say how alike any is
_LEAST_VERSION = (0, 7)  # the first with halves
_LONGEST_INDEXED = 4000

_VERSION = text(
    "SELECT coalesce(installed_version, default_version) FROM pg_available_extensions "
    "WHERE name = 'vector'"
)
_IS_INSTALLED = text("SELECT 1 FROM pg_extension WHERE extname = 'vector'")
_INSTALL = text("CREATE EXTENSION IF NOT EXISTS vector")
_TABLE = text(
    "CREATE TABLE IF NOT EXISTS message_embeddings ("
    "session_key integer NOT NULL REFERENCES sessions (key) ON DELETE CASCADE, "
    "number integer NOT NULL, model text NOT NULL, embedding halfvec NOT NULL, "
    "PRIMARY KEY (session_key, number))"
)
_HELD = text(
    "SELECT number + 1 FROM message_embeddings WHERE session_key = :key AND model = :model "
    "ORDER BY number DESC LIMIT 1"
)
_COUNTS = text(
    "SELECT session_key, max(number) + 1 FROM message_embeddings WHERE model = :model "
    "GROUP BY session_key"
)
_STRANGERS = text(
    "DELETE FROM message_embeddings WHERE session_key = :key "
    "AND (model <> :model OR vector_dims(embedding) <> :length)"
)
_ADD = text(
    "INSERT INTO message_embeddings (session_key, number, model, embedding) "
    "SELECT CAST(:key AS integer), number, CAST(:model AS text), CAST(embedding AS halfvec) FROM "
    "unnest(CAST(:numbers AS integer[]), CAST(:embeddings AS text[])) AS of (number, embedding)"
)
_COPY = text(
    "INSERT INTO message_embeddings (session_key, number, model, embedding) "
    "SELECT CAST(:to_key AS integer), number, model, embedding FROM message_embeddings "
    "WHERE session_key = :key AND model = :model AND number < :count"
)
_LIKENESS = (
    "SELECT session_key, number, 1 - (CAST(embedding AS halfvec({length})) "
    "<=> CAST(:question AS halfvec({length}))) AS likeness FROM message_embeddings "
    "WHERE vector_dims(embedding) = {length} AND model = :model AND session_key = ANY (:keys)"
)
_NEAREST = _LIKENESS + (
    " ORDER BY CAST(embedding AS halfvec({length})) <=> CAST(:question AS halfvec({length})) "
    "LIMIT :most"
)
_SAMPLED = _LIKENESS + " AND number = ANY (:numbers)"
_INDEX = (
    "CREATE INDEX IF NOT EXISTS message_embeddings_{length} ON message_embeddings USING hnsw "
    "((CAST(embedding AS halfvec({length}))) halfvec_cosine_ops) "
    "WHERE vector_dims(embedding) = {length}"
)
# A session is a small part of all: the index is asked on until it found enough of it.  Without the
# last, a planner that knows nothing of the table yet would read and sort all of the sessions' rows
_BY_INDEX = (
    "SET LOCAL hnsw.iterative_scan = strict_order",
    "SET LOCAL hnsw.ef_search = 200",
    "SET LOCAL hnsw.max_scan_tuples = 200000",
    "SET LOCAL enable_sort = off",
)


class ServerVectors:
    """Vectors in a table of the server's own type, with an index for each length there is."""

    def __init__(self) -> None:
        self._indexed: set[int] = set()

    @classmethod
    def opened(cls, connections: Connections) -> "ServerVectors":
        """Return the store, its extension and table made where there are none.

        Raises:
            VectorsUnavailable: The server has no extension of this kind, or does not let us add it.
        """
        where = connections.address.where
        with connections.reading() as connection:
            version = connection.scalar(_VERSION)
            is_installed = connection.scalar(_IS_INSTALLED)
            is_there = is_installed and inspect(connection).has_table("message_embeddings")
        if version is None:
            raise VectorsUnavailable(where, "install pgvector on the server")
        if tuple(map(int, version.split(".")[:2])) < _LEAST_VERSION:
            raise VectorsUnavailable(where, f"pgvector {version} is older than 0.7, renew it")
        if is_there:
            return cls()
        try:
            with connections.transaction() as connection:
                migration_lock.hold_until_commit(connection)
                connection.execute(_INSTALL)
                connection.execute(_TABLE)
        except DatabaseForbidden as error:
            raise VectorsUnavailable(
                where, "let its owner run CREATE EXTENSION vector, and us create a table"
            ) from error
        return cls()

    def held(self, connection: Connection, key: int, model: str) -> int:
        """Return how many passages of a session have a vector of ``model``: the first so many."""
        return connection.scalar(_HELD, {"key": key, "model": model}) or 0

    def counts(self, connection: Connection, model: str) -> Mapping[int, int]:
        """Return the same for all sessions that have any."""
        return dict(connection.execute(_COUNTS, {"model": model}).all())

    def drop_strangers(self, connection: Connection, key: int, model: str, length: int) -> None:
        """Take out the vectors of a session that are of another model, or not of this length."""
        connection.execute(_STRANGERS, {"key": key, "model": model, "length": length})

    def add(self, connection: Connection, key: int, model: str, first: int, new: Matrix) -> None:
        """Store ``new`` vectors for the passages from ``first`` on, behind those that are held."""
        self._index(connection, new.shape[1])
        rows = {
            "numbers": list(range(first, first + len(new))),
            "embeddings": [_written(row.tolist()) for row in new],
        }
        connection.execute(_ADD, {"key": key, "model": model, **rows})

    def copy(self, connection: Connection, key: int, to_key: int, model: str, count: int) -> None:
        """Store for ``to_key``, which has none, the first ``count`` vectors of ``key``."""
        of = {"key": key, "to_key": to_key, "model": model, "count": count}
        connection.execute(_COPY, of)

    def near(
        self, connection: Connection, counts: Mapping[int, int], meaning: QueryVector, limit: int
    ) -> Near:
        """Return at least the ``limit`` passages nearest to ``meaning``, of the first so many."""
        length, total = len(meaning.vector), sum(counts.values())
        asked = {
            "question": _written(meaning.vector),
            "model": meaning.model,
            "keys": list(counts),
        }
        if total <= _FEW or length > _LONGEST_INDEXED:
            found = connection.execute(text(_LIKENESS.format(length=length)), asked).all()
            return _near(found, counts)
        connection.exec_driver_sql(postgres.READ)
        try:
            for setting in _BY_INDEX:
                connection.exec_driver_sql(setting)
            nearest = text(_NEAREST.format(length=length))
            found = connection.execute(nearest, {**asked, "most": limit}).all()
        finally:
            connection.exec_driver_sql("COMMIT")
        step = max(counts.values()) // _SAMPLE + 1
        numbers = list(range(0, max(counts.values()), step))
        sampled = text(_SAMPLED.format(length=length))
        sample = connection.execute(sampled, {**asked, "numbers": numbers}).all()
        return _near(found, counts, [row.likeness for row in sample], total)

    def _index(self, connection: Connection, length: int) -> None:
        if length not in self._indexed and length <= _LONGEST_INDEXED:
            connection.execute(text(_INDEX.format(length=length)))
            self._indexed.add(length)


def _written(vector: Sequence[float]) -> str:
    return f"[{','.join(f'{value:.5g}' for value in vector)}]"


def _near(
    found: Sequence[Any], counts: Mapping[int, int], sample: Sequence[float] = (), total: int = 0
) -> Near:
    """Return the rows that were ``found``; where they are not all, a ``sample`` says what is usual.

    A row is of a session's key, the number of a passage in it, and how alike it is.
    """
    order = {key: at for at, key in enumerate(counts)}
    rows = [row for row in found if row.number < counts[row.session_key]]
    usual = np.nan_to_num(np.array(sample or [row.likeness for row in rows] or [0.0]))
    return Near(
        np.array([order[row.session_key] for row in rows], dtype=np.int64),
        np.array([row.number for row in rows], dtype=np.int64),
        np.nan_to_num(np.array([row.likeness for row in rows], dtype=np.float64)),
        float(usual.mean()),
        float(usual.std()),
        total or len(rows),
    )
