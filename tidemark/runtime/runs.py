"""Runs: turns on background threads, at most one per session, with a replay buffer of events.

A run continues when a face disconnects; a face that reconnects reads its events from the start.
"""

import copy
import itertools
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from tidemark.errors import AnswerMissing, RunNotFound, SessionBusy, TidemarkError, Unforeseen
from tidemark.runtime.events import LAST_EVENTS, Event, Failed, Piece, Stop
from tidemark.schema.scope import Scope

_MOST_BY_ID = 200  # for a reader that lost its connection: it reconnects within seconds
_BEAT_S = 3.0  # a third of the silence after which a turn counts as dead
_log = logging.getLogger(__name__)


class Work(Protocol):
    """The work of a run; the last event it emits is ``Finished``, ``Stopped`` or ``Failed``."""

    def __call__(self, emit: Callable[[Event], None], stop: Stop) -> None:
        """Run the turn."""


@dataclass(eq=False)
class Run:
    """One turn, running or recently ended, and the name of its ``engine``."""

    session_id: str
    question_id: int
    run_id: str = ""
    engine: str = ""
    _events: list[Event] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _ended: threading.Event = field(default_factory=threading.Event)
    _stop: Stop = field(default_factory=Stop)
    _callbacks: list[Callable[[], object]] = field(default_factory=list)

    def events(self, *, start: int = 0, poll_s: float = 0.2) -> Iterator[Event | None]:
        """Yield the events from ``start``, then live ones; None after ``poll_s`` of silence.

        Ends after the last event.
        """
        at = start
        while True:
            with self._changed:
                if at >= len(self._events):
                    self._changed.wait(poll_s)
                fresh = self._events[at:]
            if not fresh:
                yield None
            for event in fresh:
                yield event
                if isinstance(event, LAST_EVENTS):
                    return
            at += len(fresh)

    def so_far(self, start: int = 0) -> tuple[Event, ...]:
        """Return the events so far, from ``start`` on."""
        with self._changed:
            return tuple(self._events[start:])

    def on_event(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call ``callback`` at each event, on the run's thread; return its unregister function.

        For readers that must not block, such as those on an event loop.
        """
        with self._changed:
            self._callbacks.append(callback)
        return lambda: self._forget(callback)

    @property
    def text(self) -> str:
        """The reply so far."""
        return "".join(event.text for event in self.so_far() if isinstance(event, Piece))

    @property
    def is_live(self) -> bool:
        """Return whether the last event is still to come."""
        return not self._ended.is_set()

    def stop(self) -> None:
        """Ask the turn to stop; the reply so far is stored."""
        self._stop.set()

    def wait(self, timeout_s: float | None = None) -> Event:
        """Wait for the last event and return it.

        Raises:
            TimeoutError: It did not come within ``timeout_s`` seconds.
        """
        if self._ended.wait(timeout_s):  # unlike readers of events, not woken by each piece
            return self._events[-1]
        raise TimeoutError(f"the turn of {self.session_id!r} is still running")

    def _emit(self, event: Event) -> None:
        with self._changed:
            self._events.append(event)
            if isinstance(event, LAST_EVENTS):
                self._ended.set()
            self._changed.notify_all()
            callbacks = list(self._callbacks)
        for callback in callbacks:
            callback()

    def _forget(self, callback: Callable[[], object]) -> None:
        with self._changed:
            self._callbacks.remove(callback)


class Runs:
    """The runs of this process, at most one live run per session.

    ``beat_s`` is the time between two heartbeats of a turn.  ``scoped`` returns those of one scope.
    The most recent runs with an id can be found by it after they ended, until their session is
    deleted.
    """

    def __init__(self, *, beat_s: float = _BEAT_S) -> None:
        self._beat_s = beat_s
        self._scope: Scope | None = None
        self._live: dict[tuple[Scope | None, str], Run] = {}
        self._by_id: dict[str, tuple[Scope | None, Run]] = {}
        self._lock = threading.Lock()

    def scoped(self, scope: Scope) -> "Runs":
        """Return the runs of one scope; those of other scopes are invisible in it."""
        of_scope = copy.copy(self)
        of_scope._scope = scope  # noqa: SLF001 - it is one of ours
        return of_scope

    def start(
        self,
        session_id: str,
        question_id: int,
        work: Work,
        *,
        run_id: str = "",
        engine: str = "",
        beat: Callable[[], bool] | None = None,
    ) -> Run:
        """Start ``work`` on its own thread; call ``beat`` at intervals until it ends.

        If ``beat`` returns False the run is stopped: another process has taken over the turn.

        Raises:
            SessionBusy: The session has a live run.
        """
        run, key = Run(session_id, question_id, run_id, engine), (self._scope, session_id)
        with self._lock:
            if key in self._live:
                raise SessionBusy(session_id)
            self._live[key] = run
            if run_id:
                self._by_id[run_id] = self._scope, run
                self._drop_ended()
        name = f"turn-{session_id}"
        threading.Thread(target=self._work, args=(key, run, work), name=name, daemon=True).start()
        if beat is not None:
            threading.Thread(
                target=_beat, args=(run, beat, self._beat_s), name=f"{name}-beat", daemon=True
            ).start()
        return run

    def live(self, session_id: str) -> Run | None:
        """Return the live run of ``session_id`` in this process, if any."""
        with self._lock:
            return self._live.get((self._scope, session_id))

    def find(self, run_id: str) -> Run:
        """Return the run with this id, live or recently ended, in any notebook of the user.

        Raises:
            RunNotFound: There is none, or it ended long ago.
        """
        with self._lock:
            scope, run = self._by_id.get(run_id, (None, None))
        if run is None or not _is_same_user(scope, self._scope):
            raise RunNotFound(run_id)
        return run

    def notebook_ids(self) -> frozenset[str]:
        """Return the ids of the user's notebooks in which a run is live."""
        with self._lock:
            scopes = [scope for scope, _ in self._live if scope is not None]
        own = self._scope
        return frozenset(
            each.notebook_id for each in scopes if own is not None and each.user_id == own.user_id
        )

    def count_live(self) -> int:
        """Count the live runs of all scopes."""
        with self._lock:
            return len(self._live)

    def end(self, session_ids: Iterable[str], *, timeout_s: float) -> None:
        """Stop these runs and wait up to ``timeout_s`` seconds for each; forget ended ones, too."""
        keys = {(self._scope, session_id) for session_id in session_ids}
        self._end(keys, timeout_s)
        with self._lock:
            for run_id, (scope, run) in list(self._by_id.items()):
                if (scope, run.session_id) in keys:
                    del self._by_id[run_id]

    def end_user(self, *, timeout_s: float) -> None:
        """End every run of the user of this scope, in all notebooks, and forget the ended ones."""
        with self._lock:
            keys = {key for key in self._live if _is_same_user(key[0], self._scope)}
        self._end(keys, timeout_s)
        with self._lock:
            for run_id, (scope, _) in list(self._by_id.items()):
                if _is_same_user(scope, self._scope):
                    del self._by_id[run_id]

    def end_all(self, *, timeout_s: float) -> None:
        """End every run, of all scopes, as ``end`` does."""
        with self._lock:
            keys = set(self._live)
        self._end(keys, timeout_s)

    def _drop_ended(self) -> None:
        """Drop the oldest ended runs, never a live one."""
        surplus = len(self._by_id) - _MOST_BY_ID
        if surplus > 0:
            ended = (run_id for run_id, (_, run) in self._by_id.items() if not run.is_live)
            for run_id in list(itertools.islice(ended, surplus)):
                del self._by_id[run_id]

    def _end(self, keys: Set[tuple[Scope | None, str]], timeout_s: float) -> None:
        with self._lock:
            runs = [run for key, run in self._live.items() if key in keys]
        for run in runs:
            run.stop()
        for run in runs:
            with suppress(TimeoutError):
                run.wait(timeout_s)

    def _work(self, key: tuple[Scope | None, str], run: Run, work: Work) -> None:
        held: list[Event] = []

        def emit(event: Event) -> None:
            if isinstance(event, LAST_EVENTS):
                held.append(event)
            else:
                run._emit(event)  # noqa: SLF001 - a run is written by its registry alone

        try:
            work(emit, run._stop)  # noqa: SLF001
        except Exception as error:  # noqa: BLE001 - the one place where a turn's bug is caught
            _log.exception("a turn of %s broke", run.session_id)
            held.append(Failed(Unforeseen(type(error).__name__), None))
        finally:
            with self._lock:
                self._live.pop(key, None)
            last = held[-1] if held else Failed(AnswerMissing(), None)
            run._emit(last)  # noqa: SLF001


def _is_same_user(one: Scope | None, other: Scope | None) -> bool:
    return one is other or (one is not None and other is not None and one.user_id == other.user_id)


def _beat(run: Run, beat: Callable[[], bool], beat_s: float) -> None:
    """Call ``beat`` at intervals until ``run`` ends; stop the run once it returns False."""
    while True:
        try:
            run.wait(beat_s)
        except TimeoutError:
            if not _is_stored(run, beat):
                run.stop()
                return
        else:
            return


def _is_stored(run: Run, beat: Callable[[], bool]) -> bool:
    """Call ``beat``; return whether to go on, also after an error, which the turn reports."""
    try:
        return beat()
    except TidemarkError:
        _log.warning("no heartbeat could be stored for %s", run.session_id)
    except Exception:  # noqa: BLE001 - without heartbeats a turn that goes on looks dead
        _log.exception("the heartbeat of %s broke", run.session_id)
    return True
