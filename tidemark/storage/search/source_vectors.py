"""Vectors of the passages of sources, computed from the same text as their index entries."""

from collections.abc import Sequence

from sqlalchemy import bindparam, select

from tidemark.retrieval import source_passages
from tidemark.retrieval.refs import collection_of_version
from tidemark.storage.connections import Connections
from tidemark.storage.search import passages, source_texts
from tidemark.storage.search.vectors import MissingVectors, Vectors, append
from tidemark.storage.tables import (
    is_newest,
    is_source_in_scope,
    is_source_kept,
    source_versions,
    sources,
)

# Built once: building a statement costs more than running it
_FROM = source_versions.join(sources, source_versions.c.source_key == sources.c.key)
_COUNTS = (
    select(source_versions.c.key, source_versions.c.passage_count)
    .select_from(_FROM)
    .where(is_source_in_scope, is_source_kept, is_newest)
    .order_by(source_versions.c.key)
)
_IS_IT = source_versions.c.key == bindparam("version_key")
_VERSION = (
    select(source_versions.c.title, source_versions.c.sections, source_versions.c.text)
    .select_from(_FROM)
    .where(is_source_in_scope, _IS_IT)
)
_HOLD = (
    select(source_versions.c.key)
    .select_from(_FROM)
    .where(is_source_in_scope, _IS_IT)
    .with_for_update()
)


class SourceVectorStore:
    """The vectors of the passages of sources, by version, stored in ``vectors``."""

    def __init__(self, connections: Connections, vectors: Vectors) -> None:
        self._connections = connections
        self._vectors = vectors

    def waiting(self, model: str) -> dict[int, int]:
        """Return the number of passages per newest version that lack a vector of ``model``."""
        with self._connections.reading() as connection:
            count_of = {int(key): int(count) for key, count in connection.execute(_COUNTS)}
            held = self._vectors.counts(connection, model)
        lacking = {
            key: count - held.get(collection_of_version(key), 0) for key, count in count_of.items()
        }
        return {key: count for key, count in lacking.items() if count > 0}

    def missing(self, version_key: int, model: str, limit: int) -> MissingVectors | None:
        """Return the first ``limit`` passages of a version without a vector; None if none."""
        with self._connections.reading() as connection:
            version = connection.execute(_VERSION, {"version_key": version_key}).one_or_none()
            if version is None:
                return None
            collection = collection_of_version(version_key)
            first = self._vectors.count_embedded(connection, collection, model)
            rows = passages.read_some(connection, collection, first)[:limit]
        if not len(rows):
            return None
        whole = source_texts.unpacked(version.sections, version.text)
        return MissingVectors(
            first,
            source_passages.indexed_texts(version.title, whole.text, whole.sections, rows),
        )

    def add(
        self, version_key: int, model: str, first: int, vectors: Sequence[Sequence[float]]
    ) -> bool:
        """Store ``vectors`` for the passages from ``first`` on; drop those of another model.

        Returns False, and stores nothing, if they exist already or the source is gone.
        """
        with self._connections.transaction() as connection:
            if connection.scalar(_HOLD, {"version_key": version_key}) is None:
                return False
            return append(
                connection, self._vectors, collection_of_version(version_key), model, first, vectors
            )
