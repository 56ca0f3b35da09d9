"""Vectors as bytes in a table of any database, compared one by one in this program.

A number of a vector is kept as one byte, a 127th of its largest: which passages come out nearest
hardly changes, and a vector of 768 takes 768 bytes.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select

from tidemark.retrieval.ranking import Floats
from tidemark.retrieval.recall_query import QueryVector
from tidemark.storage.column_types import among
from tidemark.storage.search.similarity import Matrix, Near, unit
from tidemark.storage.tables import vectors

_STEPS = 127
_LIMIT_BYTES = 512 * 1024 * 1024  # some 170,000 vectors of 768, as numbers again

_OF_SESSION = vectors.c.session_key == bindparam("of_key")
_OF_MODEL = vectors.c.model == bindparam("of_model")
_END = (vectors.c.first + vectors.c.count).label("end")
_HELD = select(_END).where(_OF_SESSION, _OF_MODEL).order_by(vectors.c.first.desc()).limit(1)
_COUNTS = select(vectors.c.session_key, func.max(_END)).where(_OF_MODEL)
_ALL_COUNTS = _COUNTS.group_by(vectors.c.session_key)
_SOME_COUNTS = _ALL_COUNTS.where(among(vectors.c.session_key, "of_keys"))
_FROM = (
    select(vectors.c.count, vectors.c.vectors)
    .where(_OF_SESSION, _OF_MODEL, vectors.c.first >= bindparam("from_first"))
    .order_by(vectors.c.first)
)
_STRANGERS = delete(vectors).where(
    _OF_SESSION,
    or_(
        vectors.c.model != bindparam("of_model"),
        func.length(vectors.c.vectors) != vectors.c.count * bindparam("of_length"),
    ),
)
_ADD = insert(vectors)

Bytes = NDArray[np.int8]


_NOTHING: Matrix = np.zeros((0, 0), dtype=np.float32)


class VectorBlocks:
    """Vectors in rows of as many as came together; what was read is kept between questions."""

    def __init__(self, limit_bytes: int = _LIMIT_BYTES) -> None:
        self._limit_bytes = limit_bytes
        self._kept: OrderedDict[tuple[int, str], Matrix] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def held(self, connection: Connection, key: int, model: str) -> int:
        """Return how many passages of a session have a vector of ``model``: the first so many."""
        return connection.scalar(_HELD, {"of_key": key, "of_model": model}) or 0

    def counts(self, connection: Connection, model: str) -> Mapping[int, int]:
        """Return the same for all sessions that have any."""
        return dict(connection.execute(_ALL_COUNTS, {"of_model": model}).all())

    def drop_strangers(self, connection: Connection, key: int, model: str, length: int) -> None:
        """Take out the vectors of a session that are of another model, or not of this length."""
        asked = {"of_key": key, "of_model": model, "of_length": length}
        connection.execute(_STRANGERS, asked)

    def add(self, connection: Connection, key: int, model: str, first: int, new: Matrix) -> None:
        """Store ``new`` vectors for the passages from ``first`` on, behind those that are held."""
        self._store(connection, key, model, first, _rounded(new))

    def copy(self, connection: Connection, key: int, to_key: int, model: str, count: int) -> None:
        """Store for ``to_key``, which has none, the first ``count`` vectors of ``key``."""
        self._store(connection, to_key, model, 0, self._read(connection, key, model, 0)[:count])

    def near(
        self, connection: Connection, counts: Mapping[int, int], meaning: QueryVector, limit: int
    ) -> Near:
        """Return how near to ``meaning`` each of the first so many passages of each key is."""
        question = unit([meaning.vector])[0]
        known = self._up_to_date(connection, list(counts), meaning.model, len(question))
        return Near.whole([_likeness(rows[: counts[key]], question) for key, rows in known.items()])

    def _store(self, connection: Connection, key: int, model: str, first: int, rows: Bytes) -> None:
        of = {"session_key": key, "first": first, "count": len(rows), "model": model}
        connection.execute(_ADD, {**of, "vectors": rows.tobytes()})

    def _up_to_date(
        self, connection: Connection, keys: list[int], model: str, length: int
    ) -> dict[int, Matrix]:
        """Return the vectors of each of ``keys``, reading only what came since the last time."""
        with self._lock:
            kept = {key: self._kept.get((key, model), _NOTHING) for key in keys}
        # Of another length they were made anew meanwhile
        known = {key: of if of.shape[1] == length else _NOTHING for key, of in kept.items()}
        stale = keys
        if len(keys) > 1:
            asked = {"of_keys": keys, "of_model": model}
            counts = dict(connection.execute(_SOME_COUNTS, asked).all())
            stale = [key for key in keys if counts.get(key, 0) > len(known[key])]
        for key in stale:
            new = self._read(connection, key, model, len(known[key]))
            if len(new) and new.shape[1] == length:
                more = unit(new)
                known[key] = np.concatenate([known[key], more]) if len(known[key]) else more
                self._keep(key, model, known[key])
        return known

    def _keep(self, key: int, model: str, kept: Matrix) -> None:
        with self._lock:
            gone = self._kept.pop((key, model), _NOTHING)
            self._kept[key, model] = kept
            self._bytes += kept.nbytes - gone.nbytes
            while self._bytes > self._limit_bytes:
                self._bytes -= self._kept.popitem(last=False)[1].nbytes

    def _read(self, connection: Connection, key: int, model: str, first: int) -> Bytes:
        asked = {"of_key": key, "of_model": model, "from_first": first}
        blocks = connection.execute(_FROM, asked).all()
        if not blocks:
            return np.zeros((0, 0), dtype=np.int8)
        count, last = blocks[-1]
        whole = b"".join(block for _, block in blocks)
        return np.frombuffer(whole, dtype=np.int8).reshape(-1, len(last) // count)


def _likeness(rows: Matrix, question: Matrix) -> Floats:
    """Return the cosine of each of ``rows`` with ``question``."""
    likeness: Floats = (rows @ question).astype(np.float64) if len(rows) else np.zeros(0)
    return likeness


def _rounded(matrix: Matrix) -> Bytes:
    largest = np.abs(matrix).max(axis=1, keepdims=True)
    scaled = matrix / np.where(largest > 0, largest, 1.0) * _STEPS
    return np.rint(scaled).astype(np.int8)
