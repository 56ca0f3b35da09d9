"""``POST /api/chat/memory``: answers a message, with its sources and its memory."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from assistant import Assistant
from tidemark.api.callers import Caller
from tidemark.api.idempotency import note_run
from tidemark.api.parameters import RequestBody
from tidemark.api.problem import responses
from tidemark.prompt import user_context
from tidemark.prompt.user_context import ContextValue
from tidemark.schema import QueryUnderstanding
from tidemark.schema.reports import TurnReport
from tidemark.schema.sources import SourceSpan
from tidemark.schema.understanding import UNDERSTOOD

router = APIRouter(tags=["chat"], responses=responses(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT))


class MemoryChatRequest(RequestBody):
    """A message; ``user_context`` describes the person, and extends this turn's instructions."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "message": "Wat is GDPR?",
                "session_id": None,
                "user_context": {"role": "hoe", "organization": "Gemeente"},
                "use_memory": True,
            }
        }
    )

    message: str
    session_id: str | None = Field(
        default=None, description="The session to continue or begin; a new one if omitted."
    )
    user_context: dict[str, ContextValue] = Field(
        default_factory=dict, description="What to know of the person for this answer."
    )
    use_memory: bool = Field(default=True, description="If false, read no past and store nothing.")


class KnowledgeSource(BaseModel):
    """A passage of a source that the answer cites, by its number in the text."""

    number: int
    document_id: Annotated[str, Field(examples=["3:120-180"])]
    source: Annotated[str, Field(examples=["guide.pdf"])]
    version: int
    heading: str = ""
    page: int | None = None


class MemoryUsed(BaseModel):
    """The part of the past available for the answer, in tokens of the session's context."""

    context_tokens: Annotated[int, Field(examples=[210])]
    threshold: Annotated[int, Field(examples=[1200])]
    summarised: Annotated[bool, Field(examples=[False])]
    tool_calls: Annotated[list[str], Field(examples=[["recall"]])]


class MemoryChatResponse(BaseModel):
    """The answer; ``session_id`` and ``exchange_id`` are empty if nothing was stored."""

    answer: Annotated[str, Field(examples=["It begins on 3 May. [1]"])]
    session_id: Annotated[str, Field(examples=["lisbon-trip"])]
    exchange_id: Annotated[str, Field(examples=["lisbon-trip:0"])]
    knowledge_sources: list[KnowledgeSource]
    understanding: Annotated[QueryUnderstanding | None, Field(examples=[UNDERSTOOD])]
    memory_used: MemoryUsed


@router.post("/api/chat/memory")
def chat_with_memory(
    caller: Caller, asked: MemoryChatRequest, request: Request
) -> MemoryChatResponse:
    """Answer a message, in a new session if none is named."""
    if asked.use_memory and asked.session_id:
        caller.session_files.load(asked.session_id)
    run = caller.ask(
        asked.message,
        asked.session_id,
        use_memory=asked.use_memory,
        instructions=user_context.lines(asked.user_context),
    )
    report = caller.report(note_run(request, run))
    if report.session_id:
        caller.session_files.write(report.session_id)
    return MemoryChatResponse(
        answer=report.marked_reply or report.reply,
        session_id=report.session_id,
        exchange_id=_exchange_id(caller, report.session_id),
        knowledge_sources=_knowledge_sources(report),
        understanding=report.understanding,
        memory_used=MemoryUsed(
            context_tokens=report.context_tokens,
            threshold=report.threshold,
            summarised=report.summarised is not None,
            tool_calls=[call.name for call in report.tool_calls],
        ),
    )


def _exchange_id(caller: Assistant, session_id: str) -> str:
    """Return the id of the last exchange of a session; empty if nothing was stored."""
    if not session_id:
        return ""
    last = caller.memory_overview.index(session_id, limit=1)
    return last[-1].exchange_id if last else ""


def _knowledge_sources(report: TurnReport) -> list[KnowledgeSource]:
    cited = dict.fromkeys(each.number for each in report.citations if each.kind == "source")
    return [
        _knowledge_source(number, report.passages[number - 1])
        for number in cited
        if 0 < number <= len(report.passages)
    ]


def _knowledge_source(number: int, span: SourceSpan) -> KnowledgeSource:
    place = span.place
    return KnowledgeSource(
        number=number,
        document_id=f"{span.version_key}:{span.start}-{span.end}",
        source=span.source,
        version=span.version,
        heading=" › ".join(place.headings),
        page=place.number if place.unit == "page" else None,
    )
