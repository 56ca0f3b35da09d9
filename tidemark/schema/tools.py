"""Tools as an engine sees them: what it may call, what it called, and what came back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import Field, JsonValue

from tidemark.schema.base import FrozenModel
from tidemark.schema.sources import SourceSpan
from tidemark.schema.tables import RefusedQuery, TableAnswer

ToolFault = Literal[
    "unknown", "arguments", "too_many", "not_asked", "failed", "not_saved", "timeout"
]


class ToolCall(FrozenModel):
    """A call that an engine asks for; ``id`` is the provider's, which the result refers to."""

    id: str = ""
    name: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


class ToolUse(FrozenModel):
    """A call and its ``result``, as the engine read it; a ``fault`` is why it has none.

    ``sources`` are the passages of sources that it found, ``table`` the answer of tables, and
    ``refused`` a query over them that has no answer.
    """

    call: ToolCall
    result: str
    fault: ToolFault | None = None
    ms: float = 0.0
    sources: tuple[SourceSpan, ...] = ()
    table: TableAnswer | None = None
    refused: RefusedQuery | None = None


@dataclass(frozen=True)
class ToolSpec:
    """A tool as a model reads it; ``parameters`` is the JSON schema of its arguments."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True)
class ToolRequest:
    """The calls that an engine asks for in place of a reply, or after some words.

    ``message`` is the provider's own message, handed back to the same engine within the turn.
    """

    calls: tuple[ToolCall, ...]
    message: object = None


@dataclass(frozen=True)
class ToolRound:
    """A request of an engine, and the results in the order of its calls."""

    request: ToolRequest
    uses: tuple[ToolUse, ...]


@dataclass(frozen=True)
class CallerTools:
    """The tools of the program that asks, which runs them itself, and what they returned by now.

    A turn whose engine calls one of them ends there (``CallerToolCalled``), and goes on once the
    program asks again with the results in ``rounds``.
    """

    specs: tuple[ToolSpec, ...] = ()
    rounds: tuple[ToolRound, ...] = ()

    def called_by(self, request: ToolRequest) -> tuple[ToolCall, ...]:
        """Return the calls of ``request`` that are for the program to run."""
        names = {each.name for each in self.specs}
        return tuple(each for each in request.calls if each.name in names)


NO_CALLER_TOOLS = CallerTools()


def uses_of(rounds: Iterable[ToolRound]) -> tuple[ToolUse, ...]:
    """Return every use of a tool in ``rounds``, in order."""
    return tuple(use for each in rounds for use in each.uses)


def unique_sources(uses: Iterable[ToolUse]) -> tuple[SourceSpan, ...]:
    """Return the passages that ``uses`` found, each once, in the order in which they came."""
    return tuple(dict.fromkeys(source for use in uses for source in use.sources))
