"""Tools as an engine sees them: their specifications, calls and results."""

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
    """A call requested by an engine; ``id`` is the provider's, and the result refers to it."""

    id: str = ""
    name: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


class ToolUse(FrozenModel):
    """A call and its ``result``, as the engine read it; or a ``fault`` instead.

    ``sources`` are the passages of sources that it found, ``table`` the answer from tables, and
    ``refused`` a query over them without an answer.
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
    """A tool as described to a model; ``parameters`` is the JSON schema of its arguments."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True)
class ToolRequest:
    """The calls that an engine requests instead of a reply, or after some text.

    ``message`` is the provider's own message, passed back to the same engine within the turn.
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
    """The tools of the calling program, which runs them itself, and their results so far.

    A turn whose engine calls one of them ends there (``CallerToolCalled``), and continues when the
    program asks again with the results in ``rounds``.
    """

    specs: tuple[ToolSpec, ...] = ()
    rounds: tuple[ToolRound, ...] = ()

    def called_by(self, request: ToolRequest) -> tuple[ToolCall, ...]:
        """Return the calls of ``request`` that the program must run."""
        names = {each.name for each in self.specs}
        return tuple(each for each in request.calls if each.name in names)


NO_CALLER_TOOLS = CallerTools()


def uses_of(rounds: Iterable[ToolRound]) -> tuple[ToolUse, ...]:
    """Return every tool use in ``rounds``, in order."""
    return tuple(use for each in rounds for use in each.uses)


def unique_sources(uses: Iterable[ToolUse]) -> tuple[SourceSpan, ...]:
    """Return the passages that ``uses`` found, without duplicates, in order."""
    return tuple(dict.fromkeys(source for use in uses for source in use.sources))
