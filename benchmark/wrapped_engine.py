"""An engine around another one, for benchmarks that record its calls."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tidemark.engines.base import Engine, EngineResult
from tidemark.engines.builtin.engine import BuiltinEngine
from tidemark.runtime.events import Piece, Stop
from tidemark.schema import AskingStyle, ContextView, Message, QueryUnderstanding, SessionMemory
from tidemark.schema.tools import ToolRequest, ToolRound, ToolSpec
from tidemark.schema.turns import DEFAULT_SAMPLING, SamplingOptions


@dataclass(frozen=True)
class WrappedEngine:
    """An ``Engine`` that works like ``engine``; ``see`` is called with each view it reads."""

    engine: Engine = field(default_factory=BuiltinEngine)

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self.engine.name

    @property
    def label(self) -> str:
        """The label of the engine."""
        return self.engine.label

    @property
    def is_language_model(self) -> bool:
        """Return whether the engine is a language model."""
        return self.engine.is_language_model

    @property
    def sees_pictures(self) -> bool:
        """Return whether the engine can read pictures."""
        return self.engine.sees_pictures

    def summarise(
        self, messages: Sequence[Message], known: SessionMemory, *, stop: Stop
    ) -> EngineResult[SessionMemory]:
        """Summarise with the engine."""
        return self.engine.summarise(messages, known, stop=stop)

    def understand(
        self, view: ContextView, *, now: dt.datetime, asking: AskingStyle, stop: Stop
    ) -> EngineResult[QueryUnderstanding]:
        """Analyse with the engine."""
        self.see(view)
        return self.engine.understand(view, now=now, asking=asking, stop=stop)

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
        """Reply with the engine."""
        self.see(view)
        return self.engine.reply(
            view,
            understanding,
            now=now,
            stop=stop,
            analysis=analysis,
            tools=tools,
            rounds=rounds,
            sampling=sampling,
        )

    def see(self, view: ContextView) -> None:
        """Record parts of ``view``; does nothing unless a subclass overrides it."""

    def instructions(self, now: dt.datetime, notebook: str = "") -> str:
        """Return the engine's instructions."""
        return self.engine.instructions(now, notebook)

    def check(self) -> None:
        """Check the engine."""
        self.engine.check()

    def close(self) -> None:
        """Close the engine."""
        self.engine.close()
