"""Placeholder for an engine that is not available: every request raises the reason."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tidemark.engines.base import Engine, EngineResult
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.factory import open_engine
from tidemark.errors import EngineError
from tidemark.runtime.events import Piece, Stop
from tidemark.schema import (
    AskingStyle,
    ContextView,
    Failure,
    Message,
    QueryUnderstanding,
    SessionMemory,
)
from tidemark.schema.tools import ToolRound, ToolSpec
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions
from tidemark.settings import Settings

_TITLES = {"langchain": "LangChain"}


@dataclass(frozen=True)
class UnavailableEngine:
    """An ``Engine`` that raises ``problem``; the person's message is stored and can be retried."""

    name: str
    problem: EngineError
    is_language_model: bool = False
    sees_pictures: bool = True  # as far as is known

    @property
    def label(self) -> str:
        """The name of the engine that is not available."""
        return f"{_TITLES.get(self.name, self.name.capitalize())} (not available)"

    def summarise(
        self, messages: Sequence[Message], known: SessionMemory, *, stop: Stop
    ) -> EngineResult[SessionMemory]:
        """Summarise with the built-in engine: memory must not depend on a missing engine."""
        spoken = BuiltinEngine().summarise(messages, known, stop=stop)
        return replace(spoken, fell_back=Failure.of(self.problem))

    def understand(
        self, view: ContextView, *, now: dt.datetime, asking: AskingStyle, stop: Stop
    ) -> EngineResult[QueryUnderstanding]:
        """Raise the problem."""
        raise self.problem

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
    ) -> Iterator[Piece]:
        """Raise the problem."""
        raise self.problem

    def instructions(self, now: dt.datetime, notebook: str = "") -> str:
        """Return nothing."""
        return ""

    def check(self) -> None:
        """Raise the problem."""
        raise self.problem

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def open_engine_or_unavailable(settings: Settings) -> Engine:
    """Return the engine that ``settings`` ask for, or one that raises why it is not available."""
    try:
        return open_engine(settings)
    except EngineError as error:
        return UnavailableEngine(settings.chosen_engine, error)
