"""Reports that the command line prints with ``--json``: turns, imports, views, prompts, checks."""

from collections.abc import Sequence
from typing import Annotated, Any, Self

from pydantic import Field

from tidemark.schema.base import FrozenModel, Sha256
from tidemark.schema.documents import VersionNote
from tidemark.schema.folds import FoldResult
from tidemark.schema.messages import Citation, Role, SourceSupport, Usage
from tidemark.schema.prompt_snapshot import Excluded, Instructions, PromptSnapshot
from tidemark.schema.prompt_view import ContextView, PieceKind, ViewPiece
from tidemark.schema.reasons import Reason
from tidemark.schema.sources import Section, SourceSpan
from tidemark.schema.tools import ToolFault, ToolUse
from tidemark.schema.understanding import UNDERSTOOD, QueryUnderstanding


class PieceReport(FrozenModel):
    """One piece of a view as ``--json`` prints it."""

    kind: PieceKind
    message_ids: tuple[int, ...]
    tokens: int
    reason: Reason
    text: Annotated[str, Field(examples=["The trip begins on 3 May."])]
    source: SourceSpan | None = None


class LeftOutReport(PieceReport):
    """A piece left out, and the number of tokens it exceeded the budget by."""

    missed_by: int


class ViewReport(FrozenModel):
    """A view, and the time to build it."""

    tokens: int
    threshold: int
    pieces: tuple[PieceReport, ...]
    left_out: tuple[LeftOutReport, ...]
    ms: float
    source_tokens: int = 0

    @classmethod
    def of(cls, view: ContextView, *, ms: float) -> Self:
        """Return a report on ``view``, which took ``ms`` milliseconds to build."""
        return cls(
            tokens=view.tokens,
            threshold=view.threshold,
            pieces=tuple(PieceReport(**_fields(piece)) for piece in view.pieces),
            left_out=tuple(
                LeftOutReport(**_fields(out.piece), missed_by=out.missed_by)
                for out in view.left_out
            ),
            ms=round(ms, 2),
            source_tokens=view.source_tokens,
        )


class LineReport(FrozenModel):
    """One message of a prompt, as sent to the engine."""

    role: Role
    content: Annotated[str, Field(examples=["When does the trip begin?"])]


class PromptReport(FrozenModel):
    """The prompt of one turn, as sent.

    ``sha256`` was computed when it was sent; ``is_as_sent``: ``prompt`` still has it.  ``told``
    holds the instructions before it, if this version of Tidemark still has the same ones.
    ``usage`` is the service's count of this prompt and its reply.  ``tool_calls`` are the calls
    whose results the engine read after it, before it replied; ``versions`` are the document
    versions the question made.
    """

    session_id: Annotated[str, Field(examples=["lisbon-trip"])]
    turn: int
    attempt: int
    attempts: int
    sha256: Sha256
    is_as_sent: bool
    tokens: int
    threshold: int
    instructions: Instructions | None
    told: Annotated[str | None, Field(examples=["Answer in one sentence."])]
    usage: Usage | None
    excluded: Excluded
    prompt: tuple[LineReport, ...]
    pieces: tuple[PieceReport, ...]
    left_out: tuple[LeftOutReport, ...]
    tool_calls: tuple["ToolCallReport", ...] = ()
    versions: tuple[VersionNote, ...] = ()
    source_tokens: int = 0

    @classmethod
    def of(
        cls,
        view: ContextView,
        kept: PromptSnapshot,
        prompt: Sequence[LineReport],
        **where: Any,  # noqa: ANN401
    ) -> Self:
        """Return a report on ``view``, its rendered ``prompt`` and its snapshot ``kept``."""
        shown = ViewReport.of(view, ms=0.0)
        beside = kept.places
        return cls(
            sha256=kept.sha256,
            tokens=view.tokens,
            threshold=view.threshold,
            instructions=beside.instructions,
            usage=beside.usage,
            excluded=beside.excluded,
            prompt=tuple(prompt),
            pieces=shown.pieces,
            left_out=shown.left_out,
            source_tokens=view.source_tokens,
            **where,
        )


class ReplayReport(FrozenModel):
    """A comparison of the prompt of a turn, rebuilt, with the one sent.

    ``from_its_row``: rebuilt from its snapshot, it is equal.  ``chosen_anew``: chosen again from
    the session's contents at the time, it is equal; None if that cannot be checked, as for an
    attempt before the last.
    """

    turn: int
    sha256: str
    from_its_row: bool
    chosen_anew: bool | None

    @property
    def differs(self) -> bool:
        """Return whether one of the two differs from the prompt sent."""
        return not self.from_its_row or self.chosen_anew is False


def _fields(piece: ViewPiece) -> dict[str, Any]:
    return {name: getattr(piece, name) for name in PieceReport.model_fields}


class ToolCallReport(FrozenModel):
    """One tool call and its result, or a ``fault`` instead."""

    name: str
    arguments: dict[str, Any]
    result: str
    fault: ToolFault | None
    ms: float
    sources: tuple[SourceSpan, ...]

    @classmethod
    def of(cls, use: ToolUse) -> Self:
        """Return a report on ``use``."""
        return cls(
            name=use.call.name,
            arguments=use.call.arguments,
            result=use.result,
            fault=use.fault,
            ms=use.ms,
            sources=use.sources,
        )


class CitationReport(Citation):
    """A citation; one of a source has its name, version and place."""

    source: str = ""
    version: int = 0
    place: Section | None = None

    @classmethod
    def of_all(
        cls, citations: Sequence[Citation], passages: Sequence[SourceSpan]
    ) -> tuple[Self, ...]:
        """Return reports on the ``citations`` of a reply for which these ``passages`` were read."""
        return tuple(cls._named(each, passages) for each in citations)

    @classmethod
    def _named(cls, cited: Citation, passages: Sequence[SourceSpan]) -> Self:
        if cited.kind == "message":
            return cls(**dict(cited))
        span = passages[cited.number - 1]
        return cls(**dict(cited), source=span.source, version=span.version, place=span.place)


class TurnReport(FrozenModel):
    """One turn as ``--json`` prints it; ``citations`` are those of its reply.

    ``passages`` of sources were read for it: a citation refers to one by its number, from 1.
    ``marked_reply`` is the reply with these numbers after the words that rest on a passage;
    ``support`` is "none" if no passage supports it.  ``versions`` are the document versions the
    turn made.
    """

    session_id: Annotated[str, Field(examples=["lisbon-trip"])]
    message_id: Annotated[int, Field(examples=[2])]
    reply: Annotated[str, Field(examples=["It begins on 3 May."])]
    marked_reply: Annotated[str, Field(examples=["It begins on 3 May."])] = ""
    citations: Annotated[tuple[CitationReport, ...], Field(examples=[[]])] = ()
    passages: Annotated[tuple[SourceSpan, ...], Field(examples=[[]])] = ()
    support: Annotated[SourceSupport | None, Field(examples=[None])] = None
    tool_calls: Annotated[tuple[ToolCallReport, ...], Field(examples=[[]])] = ()
    versions: Annotated[tuple[VersionNote, ...], Field(examples=[[]])] = ()
    context_tokens: Annotated[int, Field(examples=[13])]
    threshold: Annotated[int, Field(examples=[1200])]
    summarised: Annotated[FoldResult | None, Field(examples=[None])]
    understanding: Annotated[QueryUnderstanding | None, Field(examples=[UNDERSTOOD])]
    timings_ms: Annotated[dict[str, float], Field(examples=[{"recall": 4.1, "responder": 9.5}])]
    engine: Annotated[str, Field(examples=["builtin"])]


class ImportReport(FrozenModel):
    """The result of an import: ``stored`` messages and ``folds`` in ``session_id``.

    ``renamed_from`` is the id in the file, if another conversation has it already; nothing is
    stored if the same conversation existed (``was_there``).
    """

    session_id: str
    stored: int
    folds: int
    was_there: bool = False
    renamed_from: str | None = None


class UnderstandingReport(FrozenModel):
    """The analysis of a question, and whether it needs context."""

    understanding: QueryUnderstanding
    needs_context: bool
    needs_context_score: float


class Check(FrozenModel):
    """One check of ``doctor``: its result, and the next step if it failed."""

    name: str
    ok: bool
    found: str
    next_step: str = ""
