"""What every language engine can do: summarise, understand and reply.

An engine reads a ``ContextView`` that fits the budget already, and is stopped by a ``Stop``: it
then raises ``StopRequested`` within a second, also while it waits for a service.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tidemark.runtime.events import Piece, Stop
from tidemark.schema import (
    AskingStyle,
    ContextView,
    Message,
    QueryUnderstanding,
    SessionMemory,
    Usage,
)

T = TypeVar("T")
NO_USAGE = Usage()


@dataclass(frozen=True)
class EngineResult(Generic[T]):
    """What an engine made of something, who really spoke, and what it cost.

    ``fell_back`` is a sentence that says why the built-in engine took over; None where it did not.
    """

    value: T
    by: str
    usage: Usage = NO_USAGE
    fell_back: str | None = None


class Engine(Protocol):
    """A language engine; safe to use from several threads at once."""

    @property
    def name(self) -> str:
        """The engine's name in settings: builtin, gemini, langchain, scripted."""

    @property
    def label(self) -> str:
        """The engine's name for a person, with its model where it has one."""

    def summarise(
        self, messages: Sequence[Message], known: SessionMemory, *, stop: Stop
    ) -> EngineResult[SessionMemory]:
        """Find what is worth keeping in ``messages``, beside what is ``known`` already.

        The result holds items of ``messages`` only; merging is not the engine's work.  An item of
        a todo or open question that is ``known`` comes again, with the new status, when
        ``messages`` settle it.

        Raises:
            EngineError: The service refused, or cannot be had.
        """

    def understand(
        self, view: ContextView, *, now: dt.datetime, asking: AskingStyle, stop: Stop
    ) -> EngineResult[QueryUnderstanding]:
        """Say what the question of ``view`` means; ask back only where ``asking`` lets it.

        Raises:
            EngineError: The service refused, or cannot be had.
        """

    def reply(
        self,
        view: ContextView,
        understanding: QueryUnderstanding,
        *,
        now: dt.datetime,
        stop: Stop,
    ) -> Iterator[Piece]:
        """Stream the answer to the question of ``view``; the last piece carries the usage.

        Raises:
            EngineError: The service refused, cannot be had, or broke off.
        """

    def instructions(self, now: dt.datetime) -> str:
        """Return what is told before the view of a reply; nothing where there is no model."""

    def check(self) -> None:
        """Ask the service the least that proves key and model; nothing where there is none.

        Raises:
            EngineError: It cannot be used as configured.
        """

    def close(self) -> None:
        """Let go of connections and threads."""
