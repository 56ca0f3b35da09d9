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

    ``reason`` is the ``TurnReason`` of a turn without an answer; the error of one that failed is in
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
    """How a language model is to write a reply; None: as the engine does by itself.

    With ``max_tokens`` a reply that ends there is whole.
    """

    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int | None = Field(default=None, ge=1)


DEFAULT_SAMPLING = SamplingOptions()


class TurnLimits(FrozenModel):
    """Limits that a caller sets for one turn; None: as the notebook and the settings say.

    ``budget`` is that of the session in tokens, ``most_messages`` its active messages before a fold
    (unless it never ``folds``).  Of the past, ``history_questions`` are read word for word at most,
    each with its answer, and at most ``similar_questions`` like it from other sessions.
    ``summary_tokens`` are the most that summaries in force may hold, below a third of the budget.
    Of ``tables`` there are limits of their own, and ``sampling`` is for a language model alone.
    """

    budget: Budget | None = None
    most_messages: int | None = None
    history_questions: int | None = Field(default=None, ge=1)
    similar_questions: Count = 3
    folds: bool = True
    summary_tokens: Count | None = None
    tables: TableLimits = ALL_TABLES
    sampling: SamplingOptions = DEFAULT_SAMPLING


NO_LIMITS = TurnLimits()


class TurnStart(FrozenModel):
    """A turn that was just started, its stored question, and the engine chosen for its session."""

    turn: Turn
    question: Message
    engine: str
