"""Vectors of passages: stores them, finds missing ones, and finds those near a question.

Passages are numbered from 0 in each collection and never change, so vectors are only appended, and
the missing ones follow from the count.  Those of another model stay until the first of the new
model arrives; the two are never compared.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from sqlalchemy import Connection, bindparam, select

from tidemark.retrieval.candidates import CorpusSimilarity
from tidemark.retrieval.refs import CollectionKey
from tidemark.retrieval.similarity import (
    MOST_SIMILAR,
    Matrix,
    QueryVector,
    SimilarPassages,
    unit,
)
from tidemark.settings import VectorStoreName
from tidemark.storage.column_types import among
from tidemark.storage.connections import Connections
from tidemark.storage.search import passages
from tidemark.storage.search.numpy_vectors import NumpyVectors
from tidemark.storage.search.passage_cache import JoinedCollections
from tidemark.storage.search.pgvector import PostgresVectors
from tidemark.storage.sessions import hold_session
from tidemark.storage.tables import branches, in_scope, messages, sessions

_NO_WORDS = "…"  # for a passage without indexed words: services refuse an empty text
_OF_ID = select(sessions.c.key).where(sessions.c.session_id == bindparam("of_session"), in_scope)
_IDS = select(sessions.c.key, sessions.c.session_id).where(in_scope)
_CONTENTS = select(messages.c.position, messages.c.content).where(
    messages.c.session_id == bindparam("of_session"), among(messages.c.position, "positions")
)
_ORIGIN = (
    select(sessions.c.key, branches.c.shared)
    .join(sessions, sessions.c.session_id == branches.c.forked_from)
    .where(branches.c.session_key == bindparam("of_key"))
)


class Vectors(Protocol):
    """A vector store: numpy in this process, or pgvector."""

    def count_embedded(self, connection: Connection, collection: CollectionKey, model: str) -> int:
        """Return the number of passages with a vector of ``model``, counted from the first."""

    def counts(self, connection: Connection, model: str) -> Mapping[CollectionKey, int]:
        """Return these numbers for all collections that have vectors."""

    def drop_others(
        self, connection: Connection, collection: CollectionKey, model: str, length: int
    ) -> None:
        """Delete a collection's vectors of other models or other lengths."""

    def add(
        self, connection: Connection, collection: CollectionKey, model: str, first: int, new: Matrix
    ) -> None:
        """Store ``new`` vectors for the passages from ``first`` on, after the existing ones."""

    def copy(
        self,
        connection: Connection,
        collection: CollectionKey,
        to: CollectionKey,
        model: str,
        count: int,
    ) -> None:
        """Copy the first ``count`` vectors of ``collection`` to ``to``, which has none."""

    def similar(
        self,
        connection: Connection,
        counts: Mapping[CollectionKey, int],
        question: QueryVector,
        limit: int,
    ) -> SimilarPassages:
        """Return the ``limit`` nearest, or more, of the first ``counts[key]`` passages of each."""

    def forget(self, collection: CollectionKey) -> None:
        """Drop the vectors of ``collection`` cached in this process."""


class MissingVectors(NamedTuple):
    """The ``texts`` of passages without a vector, from passage number ``first`` on."""

    first: int
    texts: list[str]


def open_vectors(connections: Connections, name: VectorStoreName) -> Vectors:
    """Return the vector store of this ``name``.

    Raises:
        VectorsUnavailable: The server lacks what the store needs.
    """
    return PostgresVectors.opened(connections) if name == "pgvector" else NumpyVectors()


class VectorStore:
    """The vectors of the passages of sessions, stored in ``vectors``."""

    def __init__(self, connections: Connections, vectors: Vectors) -> None:
        self._connections = connections
        self._vectors = vectors

    def waiting(self, model: str) -> dict[str, int]:
        """Return the number of passages per session that lack a vector of ``model``; slow."""
        with self._connections.reading() as connection:
            count_of, held = passages.counts(connection), self._vectors.counts(connection, model)
            lacking = {key: count - held.get(key, 0) for key, count in count_of.items()}
            ids = dict(connection.execute(_IDS).all())
        return {ids[key]: count for key, count in lacking.items() if count > 0 and key in ids}

    def missing(self, session_id: str, model: str, limit: int) -> MissingVectors | None:
        """Return the first ``limit`` passages of a session without a vector; None if none."""
        with self._connections.reading() as connection:
            key = _collection(connection, session_id)
            if key is None:
                return None
            first = self._vectors.count_embedded(connection, key, model)
            rows = passages.read_some(connection, key, first)[:limit]
            if not len(rows):
                return None
            positions = sorted({int(row["position"]) for row in rows})
            asked = {"of_session": session_id, "positions": positions}
            contents = dict(connection.execute(_CONTENTS, asked).all())
        words = [contents[row["position"]][row["start"] : row["end"]] or _NO_WORDS for row in rows]
        return MissingVectors(first, words)

    def inherit(self, session_id: str, model: str) -> bool:
        """Copy the vectors of shared passages to a fork that has none; return whether any were.

        So identical passages are not sent to the service again.
        """
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            key = _collection(connection, session_id)
            if key is None or self._vectors.count_embedded(connection, key, model):
                return False
            origin = connection.execute(_ORIGIN, {"of_key": key}).one_or_none()
            if origin is None:
                return False
            forked_from = passages.collection_of(origin.key)
            passages.catch_up(connection, key, session_id)
            rows = passages.read(connection, key)
            shared = int(np.searchsorted(rows["position"], origin.shared))
            count = min(shared, self._vectors.count_embedded(connection, forked_from, model))
            if count:
                self._vectors.copy(connection, forked_from, key, model, count)
            return count > 0

    def add(
        self, session_id: str, model: str, first: int, vectors: Sequence[Sequence[float]]
    ) -> bool:
        """Store ``vectors`` for the passages from ``first`` on; drop those of another model.

        Returns False, and stores nothing, if they exist already or the session is gone.
        """
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            key = _collection(connection, session_id)
            if key is None:
                return False
            return append(connection, self._vectors, key, model, first, vectors)

    def similar(
        self, connection: Connection, counts: Mapping[CollectionKey, int], question: QueryVector
    ) -> SimilarPassages | None:
        """Return the passages nearest to ``question`` among the first ``counts[key]`` of each.

        None if no passage has a vector to compare.
        """
        found = self._vectors.similar(connection, counts, question, MOST_SIMILAR)
        return found.best(MOST_SIMILAR) if len(found.numbers) else None

    def similar_in(
        self, connection: Connection, joined: JoinedCollections, question: QueryVector
    ) -> CorpusSimilarity | None:
        """Do as ``similar`` for ``joined``, with the numbers of its corpus."""
        keys = [each.key for each in joined.collections]
        counts = dict(zip(keys, joined.lengths.tolist(), strict=True))
        found = self.similar(connection, counts, question)
        if found is None:
            return None
        numbers = joined.firsts[found.collections] + found.numbers
        return CorpusSimilarity(numbers, found.normalised, found.stands_out)


def append(
    connection: Connection,
    vectors: Vectors,
    collection: CollectionKey,
    model: str,
    first: int,
    new: Sequence[Sequence[float]],
) -> bool:
    """Store ``new`` vectors from number ``first`` on; return False if they exist already."""
    matrix = unit(new)
    vectors.drop_others(connection, collection, model, matrix.shape[1])
    if vectors.count_embedded(connection, collection, model) != first:
        return False
    vectors.add(connection, collection, model, first, matrix)
    return True


def _collection(connection: Connection, session_id: str) -> CollectionKey | None:
    key = connection.scalar(_OF_ID, {"of_session": session_id})
    return None if key is None else passages.collection_of(key)
