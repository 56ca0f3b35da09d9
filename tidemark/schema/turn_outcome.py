"""Outcome of a turn: all that is stored when it ends, whether it was done, stopped or failed."""

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
    """What a turn came to; written in one transaction, whole or not at all.

    ``reply`` carries its tokens, usage and engine; a turn that was broken off before anything
    was said has none.  ``question_metadata`` replaces that of the question: its analysis, what
    was recalled for it, timings, the failure.  ``prompt`` is what the engine read, ``sizes``
    are those of the messages that it rests on, as far as they are known.  ``metrics`` is what
    the turn cost.  ``learnt`` goes into the person's profile, ``forgets`` is never read again,
    ``title`` to a session that has none for good, or where it is still called ``title_before``.
    ``reason`` says why the turn was broken off.  Where it ``may_have_reply``, the question may
    have an earlier reply: the new one replaces it if the turn is done, else the earlier one
    stays in force.
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
