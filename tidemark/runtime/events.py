"""Events of a turn, which every face reads, and the signal that stops it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from tidemark.errors import TidemarkError
from tidemark.schema import Citation, FoldResult, Meter, QueryUnderstanding, Usage
from tidemark.schema.messages import SourceSupport
from tidemark.schema.sources import SourceSpan
from tidemark.schema.tools import ToolCall, ToolUse

Step = Literal["context", "summariser", "recall", "ambiguity", "responder", "tools", "save"]


@dataclass(frozen=True)
class StepStarted:
    """An agent started."""

    step: Step


@dataclass(frozen=True)
class StepFinished:
    """An agent finished after ``ms`` milliseconds."""

    step: Step
    ms: float


@dataclass(frozen=True)
class Summarised:
    """Messages were folded into the summary ``summary_id``."""

    summary_id: int
    folded: FoldResult


@dataclass(frozen=True)
class ContextSize:
    """The amount of the past read for an answer, in ``tokens``.

    ``questions`` of the session are read verbatim, each with its answer.  ``is_cut``: some of the
    past was left out to fit the budget.
    """

    questions: int
    tokens: int
    is_cut: bool


@dataclass(frozen=True)
class Recalled:
    """Covered messages with these ids were recalled; a second event replaces the first.

    ``passages`` are those of sources read for the answer, ``context`` is the size of all of the
    past that is read.
    """

    message_ids: tuple[int, ...]
    passages: tuple[SourceSpan, ...] = ()
    context: ContextSize | None = None


@dataclass(frozen=True)
class Understood:
    """The question was analysed."""

    understanding: QueryUnderstanding


@dataclass(frozen=True)
class ToolStarted:
    """The engine called a tool, which is now running."""

    call: ToolCall


@dataclass(frozen=True)
class ToolFinished:
    """A tool returned, or was refused."""

    use: ToolUse


@dataclass(frozen=True)
class Piece:
    """A part of a reply; the last one may carry ``usage`` and no text.

    ``citations`` are those that end in it; their places count from the beginning of the reply.
    """

    text: str
    usage: Usage | None = None
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Finished:
    """The reply is stored as the message ``message_id`` (0 if nothing is stored).

    ``support`` says whether it rests on the sources read for it.
    """

    message_id: int
    meter: Meter
    support: SourceSupport | None = None


@dataclass(frozen=True)
class Stopped:
    """The person stopped the turn; the reply so far is the message ``message_id``."""

    message_id: int | None


@dataclass(frozen=True)
class Failed:
    """The turn failed with ``error`` and can be retried; ``message_id`` is the reply so far."""

    error: TidemarkError
    message_id: int | None


Event = (
    StepStarted
    | StepFinished
    | Summarised
    | Recalled
    | Understood
    | ToolStarted
    | ToolFinished
    | Piece
    | Finished
    | Stopped
    | Failed
)
LAST_EVENTS = (Finished, Stopped, Failed)


class StopRequested(BaseException):
    """The person asked to stop; raised to unwind a turn from any depth."""


@dataclass(eq=False)
class Stop:
    """A signal to stop a turn or a job.  Thread-safe.

    Callbacks of ``on_set`` run on the thread that calls ``set``, for code that cannot poll: they
    cancel a waiting call.
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
        """Return whether ``set`` was called."""
        return self._event.is_set()

    def wait(self, timeout_s: float) -> bool:
        """Sleep up to ``timeout_s`` seconds or until stopped; return whether stopped."""
        return self._event.wait(timeout_s)

    def on_set(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call ``callback`` when stopped, or now if already so; return its unregister function."""
        with self._lock:
            if not self._event.is_set():
                self._callbacks.append(callback)
                return lambda: self._forget(callback)
        callback()
        return lambda: None

    def check(self) -> None:
        """Raise ``StopRequested`` if stopped."""
        if self._event.is_set():
            raise StopRequested

    def _forget(self, callback: Callable[[], object]) -> None:
        with self._lock:
            if callback in self._callbacks:
                self._callbacks.remove(callback)
