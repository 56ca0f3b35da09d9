"""Vectors in a PostgreSQL server, searched there by the extension ``vector``.

The table is created on first use, and its rows are deleted with their sessions.  Its column uses
half precision, two bytes a component: precise enough, and an index supports up to 4,000 components.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, inspect, text

from tidemark.errors import DatabaseForbidden, VectorsUnavailable
from tidemark.retrieval.refs import CollectionKey
from tidemark.retrieval.similarity import Matrix, QueryVector, SimilarPassages
from tidemark.storage import migration_lock
from tidemark.storage.connections import Connections
from tidemark.storage.drivers import postgres, row_security

_FEW = 5000  # passages: up to this many are compared one by one, exactly; beyond, an index is used
_SAMPLE = 64  # passages of each session, sampled for the typical similarity
_LEAST_VERSION = (0, 7)  # the first with half precision
_LONGEST_INDEXED = 4000

_VERSION = text(
    "SELECT coalesce(installed_version, default_version) FROM pg_available_extensions "
    "WHERE name = 'vector'"
)
_IS_INSTALLED = text("SELECT 1 FROM pg_extension WHERE extname = 'vector'")
_INSTALL = text("CREATE EXTENSION IF NOT EXISTS vector")
_TABLE = text(
    "CREATE TABLE IF NOT EXISTS passage_embeddings ("
    "collection_key integer NOT NULL REFERENCES collections (key) ON DELETE CASCADE, "
    "number integer NOT NULL, model text NOT NULL, embedding halfvec NOT NULL, "
    "PRIMARY KEY (collection_key, number))"
)
_HELD = text(
    "SELECT number + 1 FROM passage_embeddings WHERE collection_key = :key AND model = :model "
    "ORDER BY number DESC LIMIT 1"
)
_COUNTS = text(
    "SELECT collection_key, max(number) + 1 FROM passage_embeddings WHERE model = :model "
    "GROUP BY collection_key"
)
_DROP_OTHERS = text(
    "DELETE FROM passage_embeddings WHERE collection_key = :key "
    "AND (model <> :model OR vector_dims(embedding) <> :length)"
)
_ADD = text(
    "INSERT INTO passage_embeddings (collection_key, number, model, embedding) "
    "SELECT CAST(:key AS integer), number, CAST(:model AS text), CAST(embedding AS halfvec) FROM "
    "unnest(CAST(:numbers AS integer[]), CAST(:embeddings AS text[])) AS of (number, embedding)"
)
_COPY = text(
    "INSERT INTO passage_embeddings (collection_key, number, model, embedding) "
    "SELECT CAST(:to_key AS integer), number, model, embedding FROM passage_embeddings "
    "WHERE collection_key = :key AND model = :model AND number < :count"
)
_SIMILARITY = (
    "SELECT collection_key, number, 1 - (CAST(embedding AS halfvec({length})) "
    "<=> CAST(:question AS halfvec({length}))) AS similarity FROM passage_embeddings "
    "WHERE vector_dims(embedding) = {length} AND model = :model AND collection_key = ANY (:keys)"
)
_NEAREST = _SIMILARITY + (
    " ORDER BY CAST(embedding AS halfvec({length})) <=> CAST(:question AS halfvec({length})) "
    "LIMIT :most"
)
_SAMPLED = _SIMILARITY + " AND number = ANY (:numbers)"
_INDEX = (
    "CREATE INDEX IF NOT EXISTS passage_embeddings_{length} ON passage_embeddings USING hnsw "
    "((CAST(embedding AS halfvec({length}))) halfvec_cosine_ops) "
    "WHERE vector_dims(embedding) = {length}"
)
# A session is a small part of the table: the index scan goes on until it found enough of it.
# Without the last, a planner without statistics would read and sort all rows of the sessions
_BY_INDEX = (
    "SET LOCAL hnsw.iterative_scan = strict_order",
    "SET LOCAL hnsw.ef_search = 200",
    "SET LOCAL hnsw.max_scan_tuples = 200000",
    "SET LOCAL enable_sort = off",
)


class PostgresVectors:
    """Vectors in a table of the server's vector type, with an index for each vector length."""

    def __init__(self) -> None:
        self._indexed: set[int] = set()

    @classmethod
    def opened(cls, connections: Connections) -> "PostgresVectors":
        """Return the store; create its extension and table if missing.

        Raises:
            VectorsUnavailable: The server lacks the extension, or does not let us create it.
        """
        where = connections.address.where
        with connections.reading() as connection:
            version = connection.scalar(_VERSION)
            is_installed = connection.scalar(_IS_INSTALLED)
            is_there = is_installed and inspect(connection).has_table("passage_embeddings")
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
                row_security.protect(connection, "passage_embeddings")
        except DatabaseForbidden as error:
            raise VectorsUnavailable(
                where, "let its owner run CREATE EXTENSION vector, and us create a table"
            ) from error
        return cls()

    def count_embedded(self, connection: Connection, collection: CollectionKey, model: str) -> int:
        """Return the number of passages with a vector of ``model``, counted from the first."""
        return connection.scalar(_HELD, {"key": collection, "model": model}) or 0

    def counts(self, connection: Connection, model: str) -> Mapping[CollectionKey, int]:
        """Return these numbers for all collections that have vectors."""
        return dict(connection.execute(_COUNTS, {"model": model}).all())

    def drop_others(
        self, connection: Connection, collection: CollectionKey, model: str, length: int
    ) -> None:
        """Delete a collection's vectors of other models or other lengths."""
        connection.execute(_DROP_OTHERS, {"key": collection, "model": model, "length": length})

    def add(
        self, connection: Connection, collection: CollectionKey, model: str, first: int, new: Matrix
    ) -> None:
        """Store ``new`` vectors for the passages from ``first`` on, after the existing ones."""
        self._index(connection, new.shape[1])
        rows = {
            "numbers": list(range(first, first + len(new))),
            "embeddings": [_written(row.tolist()) for row in new],
        }
        connection.execute(_ADD, {"key": collection, "model": model, **rows})

    def copy(
        self,
        connection: Connection,
        collection: CollectionKey,
        to: CollectionKey,
        model: str,
        count: int,
    ) -> None:
        """Copy the first ``count`` vectors of ``collection`` to ``to``, which has none."""
        of = {"key": collection, "to_key": to, "model": model, "count": count}
        connection.execute(_COPY, of)

    def similar(
        self,
        connection: Connection,
        counts: Mapping[CollectionKey, int],
        question: QueryVector,
        limit: int,
    ) -> SimilarPassages:
        """Return the ``limit`` nearest, or more, of the first ``counts[key]`` passages of each."""
        length, total = len(question.vector), sum(counts.values())
        asked = {
            "question": _written(question.vector),
            "model": question.model,
            "keys": list(counts),
        }
        if total <= _FEW or length > _LONGEST_INDEXED:
            found = connection.execute(text(_SIMILARITY.format(length=length)), asked).all()
            return _similar(found, counts)
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
        return _similar(found, counts, [row.similarity for row in sample], total)

    def forget(self, collection: CollectionKey) -> None:
        """Do nothing: this process caches no vectors."""

    def _index(self, connection: Connection, length: int) -> None:
        if length not in self._indexed and length <= _LONGEST_INDEXED:
            connection.execute(text(_INDEX.format(length=length)))
            self._indexed.add(length)


def _written(vector: Sequence[float]) -> str:
    return f"[{','.join(f'{value:.5g}' for value in vector)}]"


def _similar(
    found: Sequence[Any],
    counts: Mapping[CollectionKey, int],
    sample: Sequence[float] = (),
    total: int = 0,
) -> SimilarPassages:
    """Return ``found`` rows as similarities; unless complete, ``sample`` gives the statistics.

    A row is a collection's key, the number of a passage in it, and its similarity.
    """
    order = {key: at for at, key in enumerate(counts)}
    rows = [row for row in found if row.number < counts[row.collection_key]]
    measured = np.nan_to_num(np.array(sample or [row.similarity for row in rows] or [0.0]))
    return SimilarPassages(
        np.array([order[row.collection_key] for row in rows], dtype=np.int64),
        np.array([row.number for row in rows], dtype=np.int64),
        np.nan_to_num(np.array([row.similarity for row in rows], dtype=np.float64)),
        float(measured.mean()),
        float(measured.std()),
        total or len(rows),
    )
