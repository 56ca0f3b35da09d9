"""The engine that stands in where the chosen one cannot be had: it says why, each time."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tidemark.engines.base import Engine, EngineResult
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.engines.factory import open_engine
from tidemark.engines.llm.structured_output import took_over
from tidemark.errors import EngineError
from tidemark.runtime.events import Piece, Stop
from tidemark.schema import AskingStyle, ContextView, Message, QueryUnderstanding, SessionMemory
from tidemark.settings import Settings

_CALLED = {"langchain": "LangChain"}


@dataclass(frozen=True)
class UnavailableEngine:
    """Raises ``problem`` when it is asked to speak: the message is kept and can be retried."""

    name: str
    problem: EngineError

    @property
    def label(self) -> str:
        """The name of the engine that cannot be had."""
        return f"{_CALLED.get(self.name, self.name.capitalize())} (not available)"

    def summarise(
        self, messages: Sequence[Message], known: SessionMemory, *, stop: Stop
    ) -> EngineResult[SessionMemory]:
        """Let the built-in engine summarise: memory is not emptied because an engine is missing."""
        spoken = BuiltinEngine().summarise(messages, known, stop=stop)
        return replace(spoken, fell_back=took_over(self.problem))

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
    ) -> Iterator[Piece]:
        """Raise the problem."""
        raise self.problem

    def instructions(self, now: dt.datetime) -> str:
        """Return nothing: nobody is told anything."""
        return ""

    def check(self) -> None:
        """Raise the problem."""
        raise self.problem

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""


def open_or_stand_in(settings: Settings) -> Engine:
    """Return the engine in force, or one that says why it cannot be had."""
    try:
        return open_engine(settings)
    except EngineError as error:
        return UnavailableEngine(settings.chosen_engine, error)
