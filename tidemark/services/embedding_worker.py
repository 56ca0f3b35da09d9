"""Embedding worker: computes the vectors of passages in the background, and of questions.

It never delays a turn by more than two seconds.  Missing vectors are found by counting, so after a
crash the next process continues where the last one stopped.  After a failure the worker pauses
before it calls the service again; this is logged once.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator

from database import ScopedDatabase
from tidemark.engines.embeddings.base import Embeddings
from tidemark.engines.factory import open_embeddings
from tidemark.errors import DatabaseError, EngineError
from tidemark.retrieval.similarity import QueryVector
from tidemark.runtime.events import Stop, StopRequested
from tidemark.schema.scope import Scope
from tidemark.settings import Settings
from tidemark.storage.search.vectors import MissingVectors

_BATCH = 64  # passages a call; Gemini accepts no more than 100
_QUESTION_S = 2.0  # a person waits for it
_QUESTION_CHARS = 4000  # services read no more of a question
_QUIET_S = 30.0  # a service that was too slow for a question is not called again so soon
_PAUSE_S = 1.0  # before passages are tried again, doubled each time
_LONGEST_PAUSE_S = 300.0
_LAST_S = 2.0  # a running call may finish in this time when the program ends
Owner = str | int  # of passages: a session by its id, a source version by its key
_Due = tuple[Scope, Owner]  # the owner whose passages may lack vectors
_log = logging.getLogger(__name__)


class EmbeddingWorker:
    """Embeds passages with ``engine``; without one it does nothing.

    Each ``collection`` name has vectors of its own.  The thread starts with the first turn or
    source.  The first of a scope makes it check all sessions and sources of that scope for missing
    vectors.
    """

    def __init__(
        self,
        engine: Embeddings | None,
        *,
        pause_s: float = _PAUSE_S,
        question_s: float = _QUESTION_S,
        batch: int = _BATCH,
        collection: str = "",
    ) -> None:
        self._engine, self._batch = engine, batch
        self._collection = f"/{collection}" if collection else ""
        self._pause_s, self._question_s = pause_s, question_s
        self._stop = Stop()
        self._due: OrderedDict[_Due, None] = OrderedDict()
        self._databases: dict[Scope, ScopedDatabase] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_closing = False
        self._is_failing = False
        self._quiet_until = 0.0

    @classmethod
    def opened(cls, settings: Settings) -> "EmbeddingWorker":
        """Open the worker for ``settings``; without its service, recall uses words only."""
        engine = None
        try:
            engine = open_embeddings(settings)
        except EngineError as error:
            _log.warning("No vectors are made, recall uses words alone: %s", error)
        return cls(
            engine,
            batch=settings.memory_embedding_batch_size,
            collection=settings.memory_vector_collection_name,
        )

    def vector_of(self, question: str) -> QueryVector | None:
        """Return the vector of ``question``; None if it takes longer than two seconds."""
        engine, question = self._engine, question[:_QUESTION_CHARS]
        if engine is None:
            return None
        if time.monotonic() < self._quiet_until:
            return None
        try:
            vector = engine.embed_question(question, timeout_s=self._question_s, stop=self._stop)
        except StopRequested:
            return None
        except EngineError as error:
            self._quiet_until = time.monotonic() + _QUIET_S
            self._warn_once(error)
            return None
        return QueryVector(engine.name + self._collection, tuple(vector))

    def follow(self, database: ScopedDatabase, owner: Owner) -> None:
        """Schedule the passages of a session, or of a source version, for embedding."""
        if self._engine is None:
            return
        with self._changed:
            self._databases.setdefault(database.scope, database)
            self._due[database.scope, owner] = None
            if self._thread is None and not self._is_closing:
                self._thread = threading.Thread(
                    target=self._work, args=(self._engine,), name="vectors", daemon=True
                )
                self._thread.start()
            self._changed.notify_all()

    def wait(self, timeout_s: float) -> bool:
        """Wait until the queue is empty; return whether that happened within ``timeout_s``."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._due, timeout_s)

    def close(self) -> None:
        """Give the running batch a moment to finish, then cancel it."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(_LAST_S)
        self._stop.set()
        if self._engine is not None:
            self._engine.close()
        if self._thread is not None:
            self._thread.join(_LAST_S)

    def _work(self, engine: Embeddings) -> None:
        pause_s, looked_through = self._pause_s, set[Scope]()
        name = engine.name + self._collection
        while (due := self._next()) is not None:
            scope, owner = due
            database = self._databases[scope]
            try:
                if scope not in looked_through:
                    self._add((scope, each) for each in _waiting(database, name))
                    looked_through.add(scope)
                is_whole = self._catch_up(engine, database, owner)
            except StopRequested:
                return
            except (EngineError, DatabaseError) as error:
                self._warn_once(error)
                self._settle(due, is_whole=False)
                if self._ends_within(pause_s):
                    return
                pause_s = min(pause_s * 2, _LONGEST_PAUSE_S)
            else:
                self._is_failing, pause_s = False, self._pause_s
                self._settle(due, is_whole=is_whole)

    def _catch_up(self, engine: Embeddings, database: ScopedDatabase, owner: Owner) -> bool:
        """Embed a batch of the passages of ``owner``; return whether none is left."""
        name = engine.name + self._collection
        missing = _missing(database, owner, name, self._batch)
        if missing is None:
            return True
        made = engine.embed_passages(missing.texts, stop=self._stop)
        if isinstance(owner, int):
            database.source_vectors.add(owner, name, missing.first, made)
        else:
            database.vectors.add(owner, name, missing.first, made)
        return False  # there may be more, or another process was quicker

    def _next(self) -> _Due | None:
        """Wait for passages to embed and return their owner; None when closing."""
        with self._changed:
            self._changed.wait_for(lambda: self._due or self._is_closing)
            return next(iter(self._due), None)

    def _add(self, due: Iterable[_Due]) -> None:
        with self._changed:
            self._due.update(dict.fromkeys(due))

    def _settle(self, due: _Due, *, is_whole: bool) -> None:
        """Remove ``due`` from the queue, or move it to the end so that it does not block others."""
        with self._changed:
            self._due.pop(due, None)
            if not is_whole:
                self._due[due] = None
            self._changed.notify_all()

    def _ends_within(self, pause_s: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._is_closing, pause_s)

    def _warn_once(self, error: Exception) -> None:
        if not self._is_failing:
            self._is_failing = True
            _log.warning("Vectors cannot be made at the moment, recall uses words alone: %s", error)


def _waiting(database: ScopedDatabase, model: str) -> Iterator[Owner]:
    yield from database.vectors.waiting(model)
    yield from database.source_vectors.waiting(model)


def _missing(
    database: ScopedDatabase, owner: Owner, model: str, batch: int
) -> MissingVectors | None:
    """Return some passages that lack a vector; a fork first inherits those of its origin."""
    if isinstance(owner, int):
        return database.source_vectors.missing(owner, model, batch)
    missing = database.vectors.missing(owner, model, batch)
    if missing is not None and missing.first == 0 and database.vectors.inherit(owner, model):
        missing = database.vectors.missing(owner, model, batch)
    return missing
