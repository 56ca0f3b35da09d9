"""Outcome of a turn: everything stored when it ends, whether done, stopped or failed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tidemark.schema.memory import ProfileStatement
from tidemark.schema.messages import MessageMetadata, NewMessage
from tidemark.schema.metrics import TurnMetrics
from tidemark.schema.prompt_snapshot import MessageSize, PromptSnapshot
from tidemark.schema.reasons import TurnReason

EndStatus = Literal["done", "stopped", "failed"]


@dataclass(frozen=True)
class TurnOutcome:
    """The outcome of a turn, written in one transaction, all or nothing.

    ``reply`` carries its tokens, usage and engine; a turn interrupted before any text has none.
    ``question_metadata`` replaces the question's metadata: its analysis, recalled messages,
    timings, the failure.  ``prompt`` is the prompt the engine read, ``sizes`` are those of the
    messages in it, as far as known.  ``metrics`` are the metrics of the turn.  ``learnt`` is added
    to the person's profile, ``forgets`` is never read again, ``title`` is set if the session has no
    final title, or still has ``title_before``.  ``reason`` is why the turn was interrupted.  If it
    ``may_have_reply``, the question may have an earlier reply: the new one replaces it if the turn
    is done, else the earlier one stays in force.
    """

    status: EndStatus
    reply: NewMessage | None = None
    question_metadata: MessageMetadata | None = None
    prompt: PromptSnapshot | None = None
    sizes: Mapping[int, MessageSize] = field(default_factory=dict)
    metrics: TurnMetrics | None = None
    learnt: tuple[ProfileStatement, ...] = ()
    forgets: tuple[str, ...] = ()
    title: str | None = None
    title_before: str | None = None
    reason: TurnReason | None = None
    may_have_reply: bool = False
