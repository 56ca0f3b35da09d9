"""Turns: a question, and what became of it."""

import datetime as dt
from typing import Literal

from tidemark.schema.base import FrozenModel
from tidemark.schema.messages import Message
from tidemark.schema.reasons import StoredTurnReason

TurnStatus = Literal["pending", "done", "stopped", "failed"]


class Turn(FrozenModel):
    """One question and what became of it.

    ``reason`` is the ``TurnReason`` of one without an answer; if it failed, the failure is in the
    metadata of its question.
    """

    id: int
    session_id: str
    question_id: int
    reply_id: int | None
    status: TurnStatus
    reason: StoredTurnReason | None
    owner: str
    heartbeat: dt.datetime


class TurnStart(FrozenModel):
    """A turn that has just begun, and its question as stored."""

    turn: Turn
    question: Message
