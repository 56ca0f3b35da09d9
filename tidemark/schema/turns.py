"""Turns: a question, its status and its reply."""

import datetime as dt
from typing import Literal

from pydantic import Field

from tidemark.schema.base import Count, FrozenModel
from tidemark.schema.messages import Message
from tidemark.schema.notebooks import Budget
from tidemark.schema.reasons import StoredTurnReason
from tidemark.schema.tables import ALL_TABLES, TableLimits

TurnStatus = Literal["pending", "done", "stopped", "failed"]


class Turn(FrozenModel):
    """One question, its status and its reply.

    ``reason`` is the ``TurnReason`` of a turn without an answer; the error of a failed turn is in
    the metadata of its question.
    """

    id: int
    session_id: str
    question_id: int
    reply_id: int | None
    status: TurnStatus
    reason: StoredTurnReason | None
    owner: str
    heartbeat: dt.datetime


class SamplingOptions(FrozenModel):
    """Options with which a language model generates a reply; None: the engine's default.

    With ``max_tokens`` a reply cut off at that limit counts as complete.
    """

    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int | None = Field(default=None, ge=1)


DEFAULT_SAMPLING = SamplingOptions()


class TurnLimits(FrozenModel):
    """Limits a caller sets for one turn; None: those of the notebook and the settings.

    ``budget`` is the session's budget in tokens, ``most_messages`` its limit of active messages
    before a fold (unless it never ``folds``).  Of the past, at most ``history_questions`` are read
    verbatim, each with its answer, and at most ``similar_questions`` from other sessions: with 0,
    nothing of other sessions but the profile;
    ``similar_found`` is how many the caller found itself, for the metrics.
    ``summary_tokens`` limits the summaries in force, below a third of the budget.  ``tables`` has
    limits of its own, and ``sampling`` applies only to language models.
    """

    budget: Budget | None = None
    most_messages: int | None = None
    history_questions: int | None = Field(default=None, ge=1)
    similar_questions: Count = 3
    similar_found: Count = 0
    folds: bool = True
    summary_tokens: Count | None = None
    tables: TableLimits = ALL_TABLES
    sampling: SamplingOptions = DEFAULT_SAMPLING


NO_LIMITS = TurnLimits()


class TurnStart(FrozenModel):
    """A turn just started, its stored question, and the engine chosen for its session."""

    turn: Turn
    question: Message
    engine: str
