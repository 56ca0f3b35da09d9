"""Vectors as bytes in a table of any database, compared one by one in this process.

A component is stored as one byte, in units of a 127th of the largest: the nearest passages hardly
change, and a vector of 768 components takes 768 bytes.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select

from tidemark.retrieval.refs import CollectionKey
from tidemark.retrieval.similarity import Floats, Matrix, QueryVector, SimilarPassages, unit
from tidemark.storage.column_types import among
from tidemark.storage.tables import passage_vectors

_STEPS = 127
_LIMIT_BYTES = 512 * 1024 * 1024  # some 170,000 vectors of 768 components in memory

_OF_COLLECTION = passage_vectors.c.collection_key == bindparam("of_key")
_OF_MODEL = passage_vectors.c.model == bindparam("of_model")
_END = (passage_vectors.c.first + passage_vectors.c.count).label("end")
_HELD = (
    select(_END).where(_OF_COLLECTION, _OF_MODEL).order_by(passage_vectors.c.first.desc()).limit(1)
)
_COUNTS = select(passage_vectors.c.collection_key, func.max(_END)).where(_OF_MODEL)
_ALL_COUNTS = _COUNTS.group_by(passage_vectors.c.collection_key)
_SOME_COUNTS = _ALL_COUNTS.where(among(passage_vectors.c.collection_key, "of_keys"))
_FROM = (
    select(passage_vectors.c.count, passage_vectors.c.vectors)
    .where(_OF_COLLECTION, _OF_MODEL, passage_vectors.c.first >= bindparam("from_first"))
    .order_by(passage_vectors.c.first)
)
_DROP_OTHERS = delete(passage_vectors).where(
    _OF_COLLECTION,
    or_(
        passage_vectors.c.model != bindparam("of_model"),
        func.length(passage_vectors.c.vectors) != passage_vectors.c.count * bindparam("of_length"),
    ),
)
_ADD = insert(passage_vectors)

Bytes = NDArray[np.int8]


_NOTHING: Matrix = np.zeros((0, 0), dtype=np.float32)


class NumpyVectors:
    """Vectors in rows, one for each batch stored; vectors read are cached between questions."""

    def __init__(self, limit_bytes: int = _LIMIT_BYTES) -> None:
        self._limit_bytes = limit_bytes
        self._cached: OrderedDict[tuple[CollectionKey, str], Matrix] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def count_embedded(self, connection: Connection, collection: CollectionKey, model: str) -> int:
        """Return the number of passages with a vector of ``model``, counted from the first."""
        return connection.scalar(_HELD, {"of_key": collection, "of_model": model}) or 0

    def counts(self, connection: Connection, model: str) -> Mapping[CollectionKey, int]:
        """Return these numbers for all collections that have vectors."""
        return dict(connection.execute(_ALL_COUNTS, {"of_model": model}).all())

    def drop_others(
        self, connection: Connection, collection: CollectionKey, model: str, length: int
    ) -> None:
        """Delete a collection's vectors of other models or other lengths."""
        asked = {"of_key": collection, "of_model": model, "of_length": length}
        connection.execute(_DROP_OTHERS, asked)

    def add(
        self, connection: Connection, collection: CollectionKey, model: str, first: int, new: Matrix
    ) -> None:
        """Store ``new`` vectors for the passages from ``first`` on, after the existing ones."""
        self._store(connection, collection, model, first, _rounded(new))

    def copy(
        self,
        connection: Connection,
        collection: CollectionKey,
        to: CollectionKey,
        model: str,
        count: int,
    ) -> None:
        """Copy the first ``count`` vectors of ``collection`` to ``to``, which has none."""
        read = self._read(connection, collection, model, 0)
        self._store(connection, to, model, 0, read[:count])

    def similar(
        self,
        connection: Connection,
        counts: Mapping[CollectionKey, int],
        question: QueryVector,
        limit: int,
    ) -> SimilarPassages:
        """Return the similarity of the first ``counts[key]`` passages of each collection."""
        vector = unit([question.vector])[0]
        cached = self._up_to_date(connection, list(counts), question.model, len(vector))
        return SimilarPassages.of_all(
            [_cosines(rows[: counts[key]], vector) for key, rows in cached.items()]
        )

    def forget(self, collection: CollectionKey) -> None:
        """Drop the cached vectors of ``collection``."""
        with self._lock:
            for key in [key for key in self._cached if key[0] == collection]:
                self._bytes -= self._cached.pop(key).nbytes

    def _store(
        self, connection: Connection, collection: CollectionKey, model: str, first: int, rows: Bytes
    ) -> None:
        of = {"collection_key": collection, "first": first, "count": len(rows), "model": model}
        connection.execute(_ADD, {**of, "vectors": rows.tobytes()})

    def _up_to_date(
        self, connection: Connection, keys: list[CollectionKey], model: str, length: int
    ) -> dict[CollectionKey, Matrix]:
        """Return the vectors of each of ``keys``; read only those added since the last call."""
        with self._lock:
            held = {key: self._cached.get((key, model), _NOTHING) for key in keys}
        # Vectors of another length were replaced meanwhile
        cached = {key: of if of.shape[1] == length else _NOTHING for key, of in held.items()}
        stale = keys
        if len(keys) > 1:
            asked = {"of_keys": keys, "of_model": model}
            counts = dict(connection.execute(_SOME_COUNTS, asked).all())
            stale = [key for key in keys if counts.get(key, 0) > len(cached[key])]
        for key in stale:
            new = self._read(connection, key, model, len(cached[key]))
            if len(new) and new.shape[1] == length:
                more = unit(new)
                cached[key] = np.concatenate([cached[key], more]) if len(cached[key]) else more
                self._keep(key, model, cached[key])
        return cached

    def _keep(self, key: CollectionKey, model: str, new: Matrix) -> None:
        with self._lock:
            former = self._cached.pop((key, model), _NOTHING)
            self._cached[key, model] = new
            self._bytes += new.nbytes - former.nbytes
            while self._bytes > self._limit_bytes:
                self._bytes -= self._cached.popitem(last=False)[1].nbytes

    def _read(
        self, connection: Connection, collection: CollectionKey, model: str, first: int
    ) -> Bytes:
        asked = {"of_key": collection, "of_model": model, "from_first": first}
        blocks = connection.execute(_FROM, asked).all()
        if not blocks:
            return np.zeros((0, 0), dtype=np.int8)
        count, last = blocks[-1]
        whole = b"".join(block for _, block in blocks)
        return np.frombuffer(whole, dtype=np.int8).reshape(-1, len(last) // count)


def _cosines(rows: Matrix, question: Matrix) -> Floats:
    similarities: Floats = (rows @ question).astype(np.float64) if len(rows) else np.zeros(0)
    return similarities


def _rounded(matrix: Matrix) -> Bytes:
    largest = np.abs(matrix).max(axis=1, keepdims=True)
    scaled = matrix / np.where(largest > 0, largest, 1.0) * _STEPS
    return np.rint(scaled).astype(np.int8)
