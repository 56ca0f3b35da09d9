"""What happens in a turn, as typed events every face listens to, and the stop signal."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from tidemark.errors import TidemarkError
from tidemark.schema import FoldResult, Meter, QueryUnderstanding, Usage

Step = Literal["context", "summariser", "recall", "ambiguity", "responder", "save"]


@dataclass(frozen=True)
class StepStarted:
    """An agent began its work."""

    step: Step


@dataclass(frozen=True)
class StepFinished:
    """An agent is done, after ``ms`` milliseconds."""

    step: Step
    ms: float


@dataclass(frozen=True)
class Summarised:
    """Messages were folded into the summary ``summary_id``."""

    summary_id: int
    folded: FoldResult


@dataclass(frozen=True)
class Recalled:
    """Covered messages, of these ids, came back; a second one takes the place of the first."""

    message_ids: tuple[int, ...]


@dataclass(frozen=True)
class Understood:
    """The question was analysed."""

    understanding: QueryUnderstanding


@dataclass(frozen=True)
class Piece:
    """A part of a reply, as spoken; the last one of an engine may carry ``usage`` and no text."""

    text: str
    usage: Usage | None = None


@dataclass(frozen=True)
class Finished:
    """The reply is stored under ``message_id`` (0 when nothing is kept)."""

    message_id: int
    meter: Meter


@dataclass(frozen=True)
class Stopped:
    """The person stopped the turn; what was said so far is kept under ``message_id``."""

    message_id: int | None


@dataclass(frozen=True)
class Failed:
    """The turn failed with ``error``, and can be retried; what was said is under ``message_id``."""

    error: TidemarkError
    message_id: int | None


Event = (
    StepStarted
    | StepFinished
    | Summarised
    | Recalled
    | Understood
    | Piece
    | Finished
    | Stopped
    | Failed
)
LAST_EVENTS = (Finished, Stopped, Failed)


class StopRequested(BaseException):
    """The person asked to stop: unwinds a turn from wherever it is."""


@dataclass(eq=False)
class Stop:
    """A signal from whoever stops a turn to whatever works on it.

    ``on_set`` registers what must happen at once, such as cancelling a call that waits; it runs
    on the stopper's thread.
    """

    _event: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _callbacks: list[Callable[[], object]] = field(default_factory=list)

    def set(self) -> None:
        """Ask to stop; a second call does nothing."""
        with self._lock:
            if self._event.is_set():
                return
            self._event.set()
            callbacks = list(self._callbacks)
        for callback in callbacks:
            callback()

    @property
    def is_set(self) -> bool:
        """Whether stop was asked for."""
        return self._event.is_set()

    def wait(self, timeout_s: float) -> bool:
        """Sleep up to ``timeout_s`` seconds, less when stopped; return whether stopped."""
        return self._event.wait(timeout_s)

    def on_set(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call ``callback`` when stopped (now, if it is); return what unregisters it."""
        with self._lock:
            if not self._event.is_set():
                self._callbacks.append(callback)
                return lambda: self._forget(callback)
        callback()
        return lambda: None

    def check(self) -> None:
        """Raise ``StopRequested`` when stop was asked for."""
        if self._event.is_set():
            raise StopRequested

    def _forget(self, callback: Callable[[], object]) -> None:
        with self._lock:
            if callback in self._callbacks:
                self._callbacks.remove(callback)
