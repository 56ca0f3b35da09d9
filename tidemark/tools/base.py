"""Base of the tools: their definition, their context and their results.

A tool is a function.  The model reads its name, its docstring and the descriptions of its
arguments::

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

from pydantic import BaseModel, ConfigDict, JsonValue

from database import ScopedDatabase
from tidemark.documents.creations import creation_of
from tidemark.documents.talk import CUES
from tidemark.engines.web_search import WebSearch
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_selection import packs_with_words
from tidemark.runtime.events import Stop
from tidemark.schema.documents import (
    MAIN,
    Document,
    DocumentDiff,
    DocumentVersion,
    NewVersion,
    VersionContent,
)
from tidemark.schema.prompt_snapshot import NOTHING, Excluded
from tidemark.schema.sources import SourceSpan
from tidemark.schema.tables import RefusedQuery, TableAnswer, TableLimits, TableQuery, TableQuestion
from tidemark.schema.tools import ToolCall, ToolSpec

_OPENING_CHARS = 400

Need = Literal["memory", "sources", "documents", "new_document", "tables", "web"]


class ToolArguments(BaseModel):
    """Arguments of a tool; unknown names are refused."""

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
        """Return whether there is no source to search."""

    def names(self) -> tuple[Sequence[str], int]:
        """Return the names of the sources that may be used, and the number of all sources."""

    def search(self, query: str, *, limit_tokens: int) -> Sequence[FoundPassage]:
        """Return the passages most relevant to ``query``, best first."""


class TableAccess(Protocol):
    """The tables of the sources that a question may use."""

    @property
    def is_empty(self) -> bool:
        """Return whether there is no table to query."""

    @property
    def limits(self) -> TableLimits:
        """The limits of the turn on tables."""

    def outline(self, question: str, previous: TableQuestion | None, *, limit_tokens: int) -> str:
        """Return the tables and queries relevant to ``question``, as text for a model."""

    def reading(self, question: str, *, previous: TableQuestion | None = None) -> TableQuery | None:
        """Return the query that rules find for ``question``; None if they find none."""

    def sources(self) -> frozenset[str]:
        """Return the names of the sources that hold the tables."""

    def answer(self, question: str, *, previous: TableQuestion | None = None) -> TableAnswer | None:
        """Answer ``question`` using rules; None if they find no query."""

    def run(self, sql: str) -> TableAnswer:
        """Run one SELECT."""


class DocumentAccess(Protocol):
    """The documents that a conversation may read and change, with all versions."""

    def list(self, session_id: str | None = None) -> tuple[Document, ...]:
        """Return the documents of a session, then those of the notebook."""

    def is_empty(self, session_id: str) -> bool:
        """Return whether neither the session nor the notebook has a document."""

    def find(self, name: str, session_id: str | None = None) -> Document:
        """Return the document with this name."""

    def schema(self, document: Document) -> JsonValue:
        """Return the JSON Schema of a document; None if it has none."""

    def take_file(self, document: Document) -> None:
        """Save outside changes to the bound file; one that is not taken over stays as it is."""

    def file_note(self, document: Document, language: Language) -> str:
        """Return that the bound file is left as it is, and why; empty if it is in step."""

    def create(
        self,
        name: str,
        content: object,
        *,
        session_id: str | None,
        template: str = "",
        new: NewVersion,
    ) -> Document:
        """Create a document of a session, from a template if one is named."""

    def read(self, document: Document, version: int | None = None) -> VersionContent:
        """Return a version with its content, by default the newest."""

    def replace(
        self, document: Document, content: object, new: NewVersion, *, expected: int
    ) -> DocumentVersion:
        """Store a content as the version after ``expected``, the newest."""

    def rollback(
        self, document: Document, version: int, new: NewVersion, *, expected: int
    ) -> DocumentVersion:
        """Go back to a version by saving a new one."""

    def history(self, document: Document, *, limit: int) -> tuple[DocumentVersion, ...]:
        """Return the newest versions, newest first."""

    def diff(
        self, document: Document, from_version: int, to_version: int, *, branch: str = MAIN
    ) -> DocumentDiff:
        """Compare two versions."""

    def of_messages(self, message_ids: Sequence[int]) -> tuple[DocumentVersion, ...]:
        """Return the versions that these messages made."""


@dataclass(frozen=True)
class ToolLimits:
    """The limits of one turn: rounds of calls, tokens of one round's results, seconds of a call."""

    rounds: int = 4
    tokens: int = 600
    timeout_s: float = 10.0


@dataclass(frozen=True)
class ToolContext:
    """The resources a tool may use in one turn.

    ``database`` is bound to the turn's scope, and None if the turn reads and stores nothing.
    ``asked`` is the person's message at position ``before`` of its session: later messages and
    anything the person ``excluded`` are not read.  ``now`` is the person's local time.  A tool that
    takes long, or changes something, calls ``stop.check()`` before each step: ``stop`` is set when
    the person stops the turn, and when the time of the call is over.  ``passages`` are those of
    sources that the engine has read, in the order of their numbers.  ``read_calls`` are calls that
    rules, not a model, derived from the person's message.
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
    documents: DocumentAccess | None = None
    tables: TableAccess | None = None
    web: WebSearch | None = None
    question_id: int | None = None
    passages: tuple[SourceSpan, ...] = ()
    read_calls: tuple[ToolCall, ...] = ()

    def has_read(self, name: str, arguments: ToolArguments) -> bool:
        """Return whether rules derived this exact call of ``name`` from the person's message."""
        given = arguments.model_dump()
        return any(each.name == name and each.arguments == given for each in self.read_calls)

    def numbers(self, found: Iterable[SourceSpan]) -> dict[SourceSpan, int]:
        """Return the number of each passage ``found``, with which a reply cites it."""
        spans = dict.fromkeys((*self.passages, *found))
        return {span: number for number, span in enumerate(spans, start=1)}

    @property
    def _begins_list(self) -> bool:
        """Return whether the message asks for a list with its first entries: a document."""
        asked = self.asked[:_OPENING_CHARS]
        made = (creation_of(asked, cues, each, self.now) for each, cues in CUES.items())
        return any(each is not None for each in made)

    def has(self, need: Need) -> bool:
        """Return whether there is memory, or are sources or documents, to read.

        For a new document: whether the person's message mentions one, or begins a list.
        """
        if need == "documents":
            return self.documents is not None and not self.documents.is_empty(self.session_id)
        if need == "new_document":
            named = packs_with_words(self.asked[:_OPENING_CHARS], lambda each: each.documents)
            return self.documents is not None and (bool(named) or self._begins_list)
        if need == "tables":
            return self.tables is not None and not self.tables.is_empty
        if need == "web":
            return self.web is not None
        if need == "memory":
            return self.database is not None and self.before > 0
        return self.knowledge_base is not None and not self.knowledge_base.is_empty


class ToolResult(NamedTuple):
    """The text that the model reads, treated as data, and the sources that it comes from.

    ``table`` is the result of a query over tables, ``refused`` a query without a result.
    """

    text: str
    sources: tuple[SourceSpan, ...] = ()
    table: TableAnswer | None = None
    refused: RefusedQuery | None = None


@dataclass(frozen=True)
class Tool(Generic[Arguments]):
    """A tool: a function with a name, a description and arguments.

    It is offered only if the context has what it ``needs``.  It may take ``timeout_s`` seconds, by
    default those of the turn's limits.  One that changes something has a rule
    ``requested_by(arguments, words)``: whether ``words``, the first line that the person typed in
    this turn, ask for exactly that change.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Arguments, ToolContext], ToolResult]
    needs: Need | None = None
    requested_by: Callable[[Arguments, str], bool] | None = field(default=None)
    timeout_s: float | None = None

    @property
    def changes(self) -> bool:
        """Return whether it changes data."""
        return self.requested_by is not None

    @cached_property
    def spec(self) -> ToolSpec:
        """The tool as described to a model."""
        parameters = _plain_schema(self.arguments.model_json_schema())
        return ToolSpec(self.name, self.description, parameters)


# The part of JSON Schema that every service accepts; calls are validated in full here
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
    timeout_s: float | None = None,
) -> Callable[[Run[Arguments]], Tool[Arguments]]:
    """Make a function a tool of the same name; the model reads its docstring."""

    def make(run: Run[Arguments]) -> Tool[Arguments]:
        description = " ".join((inspect.getdoc(run) or "").split())
        return Tool(run.__name__, description, arguments, run, needs, requested_by, timeout_s)

    return make
