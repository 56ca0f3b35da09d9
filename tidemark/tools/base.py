"""Base of the tools: what one is, what it is given, and what it returns.

A tool is a function.  Its name and docstring are what the model reads, beside the descriptions of
its arguments::

    class RollArguments(ToolArguments):
        sides: int = Field(ge=2, le=100, description="how many sides the die has")

    @tool(RollArguments)
    def roll(arguments: RollArguments, context: ToolContext) -> ToolResult:
        '''Roll a die.  Use it when the person asks for a random number.'''
        return ToolResult(str(context.now.microsecond % arguments.sides + 1))
"""

import datetime as dt
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from database import ScopedDatabase
from tidemark.runtime.events import Stop
from tidemark.schema.prompt_snapshot import NOTHING, Excluded
from tidemark.schema.sources import SourceSpan
from tidemark.schema.tools import ToolSpec

Need = Literal["memory", "sources"]


class ToolArguments(BaseModel):
    """Arguments of a tool; names that it does not have are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Arguments = TypeVar("Arguments", bound=ToolArguments)


class FoundPassage(NamedTuple):
    """A passage of a source that a search found, and its place."""

    text: str
    span: SourceSpan


class KnowledgeBase(Protocol):
    """The sources of a notebook that a question may use."""

    @property
    def is_empty(self) -> bool:
        """Whether there is no source to search."""

    def search(self, query: str, *, limit_tokens: int) -> Sequence[FoundPassage]:
        """Return the passages that say most about ``query``, best first."""


@dataclass(frozen=True)
class ToolLimits:
    """The limits of one turn: rounds of calls, tokens of one round's results, seconds of a call."""

    rounds: int = 4
    tokens: int = 600
    timeout_s: float = 10.0


@dataclass(frozen=True)
class ToolContext:
    """What a tool may use in one turn.

    ``database`` is bound to the turn's scope, and None if the turn reads and keeps nothing.
    ``asked`` is the person's message at position ``before`` of its session: nothing at or after it
    is read, and nothing that the person ``excluded``.  ``now`` is a time where the person is.  A
    tool that takes long, or changes something, calls ``stop.check()`` before each step: ``stop`` is
    set when the person stops the turn, and when the time of the call is over.  ``passages`` are
    those of sources that the engine read by now, as they are numbered for it.
    """

    database: ScopedDatabase | None
    session_id: str
    before: int
    asked: str
    now: dt.datetime
    stop: Stop
    limit_tokens: int
    excluded: Excluded = NOTHING
    knowledge_base: KnowledgeBase | None = None
    passages: tuple[SourceSpan, ...] = ()

    def numbers(self, found: Iterable[SourceSpan]) -> dict[SourceSpan, int]:
        """Return the number of each passage ``found``, by which a reply cites it."""
        spans = dict.fromkeys((*self.passages, *found))
        return {span: number for number, span in enumerate(spans, start=1)}

    def has(self, need: Need) -> bool:
        """Whether there is memory, or are sources, to look into."""
        if need == "memory":
            return self.database is not None and self.before > 0
        return self.knowledge_base is not None and not self.knowledge_base.is_empty


class ToolResult(NamedTuple):
    """The text that the model reads, which is data to it, and the sources that it rests on."""

    text: str
    sources: tuple[SourceSpan, ...] = ()


@dataclass(frozen=True)
class Tool(Generic[Arguments]):
    """A tool: a function with a name, a description and arguments.

    It is offered only where there is what it ``needs``.  One that changes something has a rule
    ``requested_by(arguments, words)``: whether ``words``, the first line that the person typed in
    this turn, ask for that very change.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Arguments, ToolContext], ToolResult]
    needs: Need | None = None
    requested_by: Callable[[Arguments, str], bool] | None = field(default=None)

    @property
    def changes(self) -> bool:
        """Whether it changes something."""
        return self.requested_by is not None

    @cached_property
    def spec(self) -> ToolSpec:
        """The tool as a model reads it."""
        parameters = _plain_schema(self.arguments.model_json_schema())
        return ToolSpec(self.name, self.description, parameters)


# The part of JSON Schema that every service takes; the rest is checked when a call comes in.
_OUTLINE = ("type", "description", "enum", "required")


def _plain_schema(schema: Mapping[str, Any]) -> dict[str, object]:
    """Return ``schema`` without limits and patterns."""
    plain: dict[str, object] = {key: schema[key] for key in _OUTLINE if key in schema}
    if schema.get("type") == "object":
        plain.pop("description", None)
        fields = schema.get("properties", {})
        plain["properties"] = {name: _plain_schema(field) for name, field in fields.items()}
    if "items" in schema:
        plain["items"] = _plain_schema(schema["items"])
    return plain


Run = Callable[[Arguments, ToolContext], ToolResult]


def tool(
    arguments: type[Arguments],
    *,
    needs: Need | None = None,
    requested_by: Callable[[Arguments, str], bool] | None = None,
) -> Callable[[Run[Arguments]], Tool[Arguments]]:
    """Make a function a tool of its name; its docstring is what the model reads."""

    def make(run: Run[Arguments]) -> Tool[Arguments]:
        description = " ".join((inspect.getdoc(run) or "").split())
        return Tool(run.__name__, description, arguments, run, needs, requested_by)

    return make
