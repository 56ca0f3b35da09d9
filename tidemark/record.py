"""A session outside its database: all that is kept of it, free of ids."""

from typing import Self

from pydantic import model_validator

from tidemark.schema import (
    Count,
    Instant,
    MessageMetadata,
    Role,
    SessionMemory,
    Shape,
    TurnStatus,
)


class MessageRecord(Shape):
    """A message outside its database: other messages are named by position, never by id.

    ``summary`` is the ordinal of the first-level summary that covers it, in its session's list.
    """

    position: int
    role: Role
    content: str
    timestamp: Instant
    token_count: Count
    metadata: MessageMetadata = MessageMetadata()
    is_summarized: bool = False
    is_retired: bool = False
    summary: int | None = None


class SummaryRecord(Shape):
    """A summary outside its database: its items name messages by position.

    ``superseded_by`` is the ordinal of the summary that took this one in.
    """

    memory: SessionMemory
    timestamp: Instant
    from_message_index: int
    to_message_index: int
    created_at: Instant
    level: Count = 1
    superseded_by: int | None = None
    token_count: Count = 0


class TurnRecord(Shape):
    """A turn outside its database: ``question`` and ``reply`` are positions."""

    question: int
    reply: int | None = None
    status: TurnStatus
    reason: str | None = None
    owner: str
    heartbeat: Instant


class SessionRecord(Shape):
    """All that is kept of a session, free of ids: stored again, it gives the same record.

    Messages stand at the index that is their position; summaries and turns in the order made.
    """

    session_id: str
    title: str
    created_at: Instant
    updated_at: Instant
    messages: tuple[MessageRecord, ...] = ()
    summaries: tuple[SummaryRecord, ...] = ()
    turns: tuple[TurnRecord, ...] = ()

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        count, summaries = len(self.messages), len(self.summaries)
        if [message.position for message in self.messages] != list(range(count)):
            raise ValueError("messages stand in order of position, counted from 0")
        for message in self.messages:
            _refuse_outside(message.summary, summaries, "the summary of a message")
        for ordinal, summary in enumerate(self.summaries):
            _refuse_outside(summary.superseded_by, summaries, "what supersedes a summary")
            if summary.superseded_by is not None and summary.superseded_by <= ordinal:
                raise ValueError("a summary is superseded by a later one only")
            if not 0 <= summary.from_message_index <= summary.to_message_index < count:
                raise ValueError("a summary covers messages that are not there")
        for turn in self.turns:
            _refuse_outside(turn.question, count, "the question of a turn")
            _refuse_outside(turn.reply, count, "the reply of a turn")
        if sum(turn.status == "pending" for turn in self.turns) > 1:
            raise ValueError("one turn at most is pending")
        return self


def _refuse_outside(ordinal: int | None, count: int, what: str) -> None:
    if ordinal is not None and not 0 <= ordinal < count:
        raise ValueError(f"{what} is not there")
