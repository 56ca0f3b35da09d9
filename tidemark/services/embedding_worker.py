"""Embedding worker: makes the vectors of passages in the background, and those of questions.

It never delays a turn.  Missing vectors are found by counting, so after a crash the next process
continues where the last one stopped.  After a failure the service gets a pause, logged once.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable

from database import ScopedDatabase
from tidemark.engines.embeddings.base import Embeddings
from tidemark.engines.factory import open_embeddings
from tidemark.errors import DatabaseError, EngineError
from tidemark.retrieval.similarity import QueryVector
from tidemark.runtime.events import Stop, StopRequested
from tidemark.schema.scope import Scope
from tidemark.settings import Settings

_BATCH = 64  # passages a call; Gemini takes no more than 100
_QUESTION_S = 2.0  # a person waits for it
_QUESTION_CHARS = 4000  # what services read of one
_QUIET_S = 30.0  # a service that let a question wait is not asked again so soon
_PAUSE_S = 1.0  # before passages are tried again, doubled each time
_LONGEST_PAUSE_S = 300.0
_LAST_S = 2.0  # what is under way may end when the program does
_Due = tuple[Scope, str]  # a session whose passages may lack vectors
_log = logging.getLogger(__name__)


class EmbeddingWorker:
    """Embeds passages with ``engine``; without one it does nothing.

    Its thread starts with the first turn.  On the first turn of a scope it checks all sessions of
    that scope for missing vectors.
    """

    def __init__(
        self,
        engine: Embeddings | None,
        *,
        pause_s: float = _PAUSE_S,
        question_s: float = _QUESTION_S,
    ) -> None:
        self._engine = engine
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
        """Open the worker that ``settings`` ask for; if it is not available, recall uses words."""
        engine = None
        try:
            engine = open_embeddings(settings)
        except EngineError as error:
            _log.warning("No vectors are made, recall uses words alone: %s", error)
        return cls(engine)

    def vector_of(self, question: str) -> QueryVector | None:
        """Return the vector of ``question``, or None if it does not come within two seconds."""
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
            self._tell(error)
            return None
        return QueryVector(engine.name, tuple(vector))

    def follow(self, database: ScopedDatabase, session_id: str) -> None:
        """Schedule the passages of a session for embedding."""
        if self._engine is None:
            return
        with self._changed:
            self._databases.setdefault(database.scope, database)
            self._due[database.scope, session_id] = None
            if self._thread is None and not self._is_closing:
                self._thread = threading.Thread(
                    target=self._work, args=(self._engine,), name="vectors", daemon=True
                )
                self._thread.start()
            self._changed.notify_all()

    def wait(self, timeout_s: float) -> bool:
        """Wait until nothing is due; return whether that came within ``timeout_s``."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._due, timeout_s)

    def close(self) -> None:
        """Give the running batch a moment to end, then cut it off."""
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
        while (due := self._next()) is not None:
            scope, session_id = due
            database = self._databases[scope]
            try:
                if scope not in looked_through:
                    waiting = database.vectors.waiting(engine.name)
                    self._add((scope, each) for each in waiting)
                    looked_through.add(scope)
                is_whole = self._catch_up(engine, database, session_id)
            except StopRequested:
                return
            except (EngineError, DatabaseError) as error:
                self._tell(error)
                self._settle(due, is_whole=False)
                if self._ends_within(pause_s):
                    return
                pause_s = min(pause_s * 2, _LONGEST_PAUSE_S)
            else:
                self._is_failing, pause_s = False, self._pause_s
                self._settle(due, is_whole=is_whole)

    def _catch_up(self, engine: Embeddings, database: ScopedDatabase, session_id: str) -> bool:
        """Embed a batch of a session's passages; return whether none is left."""
        vectors, model = database.vectors, engine.name
        missing = vectors.missing(session_id, model, _BATCH)
        if missing is not None and missing.first == 0 and vectors.inherit(session_id, model):
            missing = vectors.missing(session_id, model, _BATCH)
        if missing is None:
            return True
        made = engine.embed_passages(missing.texts, stop=self._stop)
        vectors.add(session_id, model, missing.first, made)
        return False  # there may be more, or another process was quicker

    def _next(self) -> _Due | None:
        """Wait for a session that is due and return it; None when closing."""
        with self._changed:
            self._changed.wait_for(lambda: self._due or self._is_closing)
            return next(iter(self._due), None)

    def _add(self, due: Iterable[_Due]) -> None:
        with self._changed:
            self._due.update(dict.fromkeys(due))

    def _settle(self, due: _Due, *, is_whole: bool) -> None:
        """Remove a session from the queue, or move it to the end so that none blocks the others."""
        with self._changed:
            self._due.pop(due, None)
            if not is_whole:
                self._due[due] = None
            self._changed.notify_all()

    def _ends_within(self, pause_s: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._is_closing, pause_s)

    def _tell(self, error: Exception) -> None:
        if not self._is_failing:
            self._is_failing = True
            _log.warning("Vectors cannot be made at the moment, recall uses words alone: %s", error)
