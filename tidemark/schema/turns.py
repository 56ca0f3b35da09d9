"""Turns: a question, its status and its reply."""

import datetime as dt
from typing import Literal

from tidemark.schema.base import FrozenModel
from tidemark.schema.messages import Message
from tidemark.schema.reasons import StoredTurnReason

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


class TurnStart(FrozenModel):
    """A turn that was just started, its stored question, and the engine chosen for its session."""

    turn: Turn
    question: Message
    engine: str
