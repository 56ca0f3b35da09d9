"""Turns in the background: one a session, with a replay buffer anyone can subscribe to, and stop.

A face that goes away does not end a run; one that comes back reads it from the start.
"""

import copy
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from tidemark.errors import AnswerMissing, SessionBusy, TidemarkError, Unforeseen
from tidemark.runtime.events import LAST_EVENTS, Event, Failed, Piece, Stop
from tidemark.schema.scope import Scope

_BEAT_S = 3.0  # a third of the silence after which a turn counts as dead
_log = logging.getLogger(__name__)


class Work(Protocol):
    """What a run does: emits events, the last one ``Finished``, ``Stopped`` or ``Failed``."""

    def __call__(self, emit: Callable[[Event], None], stop: Stop) -> None:
        """Do the turn."""


@dataclass(eq=False)
class Run:
    """One turn under way, or just ended."""

    session_id: str
    question_id: int
    _events: list[Event] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _ended: threading.Event = field(default_factory=threading.Event)
    _stop: Stop = field(default_factory=Stop)

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

    def so_far(self) -> tuple[Event, ...]:
        """Return the events until now."""
        with self._changed:
            return tuple(self._events)

    @property
    def text(self) -> str:
        """What was said until now."""
        return "".join(event.text for event in self.so_far() if isinstance(event, Piece))

    @property
    def is_live(self) -> bool:
        """Whether the last event is still to come."""
        return not self._ended.is_set()

    def stop(self) -> None:
        """Ask the turn to stop; what was said so far is kept."""
        self._stop.set()

    def wait(self, timeout_s: float | None = None) -> Event:
        """Wait for the last event and return it.

        Raises:
            TimeoutError: It did not come within ``timeout_s`` seconds.
        """
        if self._ended.wait(timeout_s):  # not woken by each piece, as the readers of events are
            return self._events[-1]
        raise TimeoutError(f"the turn of {self.session_id!r} is still under way")

    def _emit(self, event: Event) -> None:
        with self._changed:
            self._events.append(event)
            if isinstance(event, LAST_EVENTS):
                self._ended.set()
            self._changed.notify_all()


class Runs:
    """The runs of this process, at most one live one a session.

    A turn gives a sign of life every ``beat_s`` seconds.  ``scoped`` hands out those of one scope.
    """

    def __init__(self, *, beat_s: float = _BEAT_S) -> None:
        self._beat_s = beat_s
        self._scope: Scope | None = None
        self._live: dict[tuple[Scope | None, str], Run] = {}
        self._lock = threading.Lock()

    def scoped(self, scope: Scope) -> "Runs":
        """Return the runs of one scope, in which those of others do not exist."""
        of_scope = copy.copy(self)
        of_scope._scope = scope  # noqa: SLF001 - it is one of ours
        return of_scope

    def start(
        self,
        session_id: str,
        question_id: int,
        work: Work,
        *,
        beat: Callable[[], bool] | None = None,
    ) -> Run:
        """Begin ``work`` on a thread of its own; ``beat`` is called now and then meanwhile.

        A run whose ``beat`` says no is stopped: its turn was given to somebody else.

        Raises:
            SessionBusy: The session has a live run.
        """
        run, key = Run(session_id, question_id), (self._scope, session_id)
        with self._lock:
            if key in self._live:
                raise SessionBusy(session_id)
            self._live[key] = run
        name = f"turn-{session_id}"
        threading.Thread(target=self._work, args=(key, run, work), name=name, daemon=True).start()
        if beat is not None:
            threading.Thread(
                target=_beat, args=(run, beat, self._beat_s), name=f"{name}-beat", daemon=True
            ).start()
        return run

    def live(self, session_id: str) -> Run | None:
        """Return the live run of ``session_id``, if this process has one."""
        with self._lock:
            return self._live.get((self._scope, session_id))

    def end(self, session_ids: Iterable[str], *, timeout_s: float) -> None:
        """Stop these runs, wait for each up to ``timeout_s`` seconds, then leave it behind."""
        keys = {(self._scope, session_id) for session_id in session_ids}
        self._end(keys, timeout_s)

    def end_all(self, *, timeout_s: float) -> None:
        """End every run, of all scopes, as ``end`` does."""
        with self._lock:
            keys = set(self._live)
        self._end(keys, timeout_s)

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


def _beat(run: Run, beat: Callable[[], bool], beat_s: float) -> None:
    while True:
        try:
            run.wait(beat_s)
        except TimeoutError:
            try:
                if not beat():
                    run.stop()
            except TidemarkError:  # the turn itself will meet it, and tell the person
                _log.warning("no sign of life could be stored for %s", run.session_id)
        else:
            return
