"""The state of the loop: the input of one turn, and the results that its agents write."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from agents import ambiguity
from agents.context import Context
from agents.document_talk import DocumentPlan
from agents.recall import Recall, VectorOf, no_vector
from agents.source_recall import TurnSources
from agents.summariser import StoredFold
from agents.table_talk import TablePlan
from database import ScopedDatabase
from tidemark.engines.base import Engine, EngineResult, style_for
from tidemark.engines.web_search import WebSearch
from tidemark.prompt import source_packing
from tidemark.prompt.citations import NO_TEXT, CitedText
from tidemark.runtime.events import Event, Stop
from tidemark.schema import AskingStyle, ContextView, Message, QueryUnderstanding, Usage
from tidemark.schema.messages import PictureFile, SourceSupport
from tidemark.schema.notebooks import USUAL_NOTEBOOK, Notebook
from tidemark.schema.prompt_snapshot import NOTHING, Excluded
from tidemark.schema.prompt_view import PromptStyle
from tidemark.schema.sources import SourceSpan
from tidemark.schema.tools import (
    NO_CALLER_TOOLS,
    CallerTools,
    ToolCall,
    ToolRequest,
    ToolRound,
    unique_sources,
    uses_of,
)
from tidemark.schema.turns import NO_LIMITS, TurnLimits
from tidemark.sources.citations import CitablePassage
from tidemark.tools.base import DocumentAccess, TableAccess, Tool, ToolContext, ToolLimits
from tidemark.tools.registry import TOOLS
from utils import TokenCounter, zone_named


class TurnInput(TypedDict):
    """The input of a turn."""

    question: Message
    turn_id: int


class TurnState(TurnInput, total=False):
    """The state of a turn.  Each key has one writer, named in its comment."""

    context: Context  # context
    fold: StoredFold  # summariser
    recalled: Recall  # recall
    understood: EngineResult[QueryUnderstanding]  # ambiguity
    at: dt.datetime  # ambiguity
    said: CitedText  # responder
    reply_usage: Usage  # responder
    documents: DocumentPlan | None  # ambiguity
    tables: TablePlan  # ambiguity
    request: ToolRequest  # responder
    rounds: tuple[ToolRound, ...]  # tools
    support: SourceSupport | None  # save
    reply_id: int  # save


@dataclass(frozen=True)
class TurnContext:
    """The database and the options of one turn, unknown to the graph itself.

    ``database`` is bound to the turn's scope, ``threshold`` is the budget in tokens, ``asking``
    says how readily to ask back.  A turn that does not ``keeps`` is stored nowhere, and unless it
    ``reads_unkept`` it reads only what its caller passes: the earlier messages ``said`` and the
    question's ``unkept_pictures``.  ``limits`` are set by the caller.  The view leaves out what is
    ``excluded``; ``is_again`` means that the question may already have an answer; ``resumed`` is
    the text that the answer continues.

    ``vector_of`` makes the vector of a question, or returns None without an embedder; ``zone`` is
    the person's time zone, empty if unknown.  The engine may call ``tools`` within ``tool_limits``,
    and those of the ``caller``, who runs them.  ``sources``, ``documents``, ``tables`` and ``web``
    are what the turn and its tools read, change, query and search.  ``notebook`` has its
    instructions, the most active messages, and whether the profile is used.
    """

    database: ScopedDatabase
    engine: Engine
    emit: Callable[[Event], None]
    stop: Stop
    clock: Callable[[], dt.datetime]
    threshold: int
    recent_exchanges: int = 1
    asking: AskingStyle = "freely"
    keeps: bool = True
    reads_unkept: bool = False
    said: tuple[Message, ...] = ()
    unkept_pictures: tuple[PictureFile, ...] = ()
    limits: TurnLimits = NO_LIMITS
    excluded: Excluded = NOTHING
    is_again: bool = False
    resumed: CitedText = NO_TEXT
    caller: CallerTools = NO_CALLER_TOOLS
    vector_of: VectorOf = no_vector
    zone: str = ""
    tools: Sequence[Tool[Any]] = TOOLS
    tool_limits: ToolLimits = ToolLimits()  # noqa: RUF009 - it is frozen
    sources: TurnSources | None = None
    notebook: Notebook = USUAL_NOTEBOOK
    documents: DocumentAccess | None = None
    tables: TableAccess | None = None
    web: WebSearch | None = None
    timings_ms: dict[str, float] = field(default_factory=dict)

    def reads_past(self, question: Message) -> bool:
        """Return whether messages before ``question`` are read; a single question reads none."""
        return (self.keeps or self.reads_unkept) and not question.is_single

    @property
    def style(self) -> PromptStyle:
        """The style in which the engine reads its prompt."""
        return style_for(self.engine, self.zone)

    def tool_context(
        self,
        question: Message,
        passages: tuple[SourceSpan, ...] = (),
        read_calls: tuple[ToolCall, ...] = (),
    ) -> ToolContext:
        """Return what tools may use in the turn of ``question``.

        ``passages`` were read already; ``read_calls`` are the calls that rules read in its words.
        """
        return ToolContext(
            database=self.database if self.reads_past(question) else None,
            session_id=question.session_id,
            before=question.position,
            asked=question.content,
            now=self.local(self.clock()),
            stop=self.stop,
            limit_tokens=self.tool_limits.tokens,
            excluded=self.excluded,
            knowledge_base=self.sources,
            documents=self.documents if self.keeps and self.reads_past(question) else None,
            tables=self.tables,
            web=self.web,
            question_id=question.id,
            passages=passages,
            read_calls=read_calls,
        )

    def local(self, at: dt.datetime) -> dt.datetime:
        """Return the moment ``at`` in the person's time zone."""
        return at.astimezone(zone_named(self.zone))


def final_view(state: TurnState, turn: TurnContext, counter: TokenCounter) -> ContextView:
    """Return the view that the answer is based on: recall's view with the analysis added.

    It includes the instructions of the notebook, and whether the turn is stored.
    """
    view = ambiguity.augmented(state["recalled"].view, state["understood"].value, counter)
    given = {"instructions": turn.notebook.instructions, "is_kept": turn.keeps}
    return view.model_copy(update=given)


def passages_read(state: TurnState, view: ContextView) -> tuple[SourceSpan, ...]:
    """Return the passages of sources that the engine read: those of ``view``, then of its tools.

    A mark in the reply refers to one by its number, counted from 1.
    """
    uses = uses_of(state.get("rounds", ()))
    return tuple(dict.fromkeys((*source_packing.spans(view), *unique_sources(uses))))


def citable(state: TurnState, view: ContextView, turn: TurnContext) -> tuple[CitablePassage, ...]:
    """Return the passages that the engine read, with their texts, in the order of their numbers."""
    shown = view.of_kind("source")
    texts = {piece.source: piece.text for piece in shown if piece.source}
    spans = passages_read(state, view)
    more = [span for span in spans if span not in texts]
    if more and turn.sources:
        texts |= turn.sources.texts(more)
    return tuple(CitablePassage(span, texts.get(span, "")) for span in spans)
