"""Protocol of a language engine: it summarises, understands questions and replies.

An engine reads a ``ContextView`` that fits the budget.  When its ``Stop`` is set it raises
``StopRequested`` within a second, even while it waits for a service.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tidemark.runtime.events import Piece, Stop
from tidemark.schema import (
    AskingStyle,
    ContextView,
    Failure,
    Message,
    QueryUnderstanding,
    SessionMemory,
    Usage,
)
from tidemark.schema.prompt_view import PLAIN, PromptStyle
from tidemark.schema.tools import ToolRequest, ToolRound, ToolSpec
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions

T = TypeVar("T")
NO_USAGE = Usage()


@dataclass(frozen=True)
class EngineResult(Generic[T]):
    """A result of an engine, the engine that really made it, and its usage.

    ``fell_back`` is the error that made the built-in engine take over; None if it did not.
    ``analysis`` is for ``Engine.reply`` only: intermediate results that it can reuse.
    """

    value: T
    by: str
    usage: Usage = NO_USAGE
    fell_back: Failure | None = None
    analysis: object = None


class Engine(Protocol):
    """A language engine; safe to use from several threads at once."""

    @property
    def name(self) -> str:
        """The engine's name in settings: builtin, gemini, langchain, scripted."""

    @property
    def label(self) -> str:
        """The engine's name for a person, with its model if it has one."""

    @property
    def is_language_model(self) -> bool:
        """Return whether it reads the view as a prompt and answers in its own words."""

    @property
    def sees_pictures(self) -> bool:
        """Return whether it can look at the pictures of a view, as far as is known."""

    def summarise(
        self, messages: Sequence[Message], known: SessionMemory, *, stop: Stop
    ) -> EngineResult[SessionMemory]:
        """Return the items of ``messages`` worth remembering, given the ``known`` ones.

        The result has items of ``messages`` only: merging is not the engine's task.  A ``known``
        todo or open question is returned again, with its new status, if ``messages`` settle it.

        Raises:
            EngineError: The service refused or is not available.
        """

    def understand(
        self, view: ContextView, *, now: dt.datetime, asking: AskingStyle, stop: Stop
    ) -> EngineResult[QueryUnderstanding]:
        """Analyse the question of ``view``; ask back only if ``asking`` allows it.

        Raises:
            EngineError: The service refused or is not available.
        """

    def reply(
        self,
        view: ContextView,
        understanding: QueryUnderstanding,
        *,
        now: dt.datetime,
        stop: Stop,
        analysis: object = None,
        tools: Sequence[ToolSpec] = (),
        rounds: Sequence[ToolRound] = (),
        sampling: SamplingOptions = DEFAULT_SAMPLING,
    ) -> Iterator[Piece | ToolRequest]:
        """Stream the answer to the question of ``view``; the last piece carries the usage.

        ``analysis`` is that of the ``EngineResult`` of ``understand``, if the view is the same. An
        engine that calls one of ``tools`` yields its request last, and is asked again with the
        results in ``rounds``; without ``tools`` it must answer.  An engine without tool support
        ignores both, and one without a model ignores ``sampling``.

        Raises:
            EngineError: The service refused, is not available, or broke off.
        """

    def instructions(self, now: dt.datetime, notebook: str = "") -> str:
        """Return the instructions sent before the view of a reply; empty if there is no model.

        The instructions of a ``notebook`` follow the engine's own.
        """

    def check(self) -> None:
        """Test key and model with the smallest request; do nothing if there is no service.

        Raises:
            EngineError: It cannot be used as configured.
        """

    def close(self) -> None:
        """Close connections and threads."""


def style_for(engine: Engine, zone: str = "") -> PromptStyle:
    """Return the style of the prompt for ``engine`` and a person in ``zone``, by default UTC."""
    return PromptStyle(
        form="model" if engine.is_language_model else "plain", zone=zone or PLAIN.zone
    )
