"""What tests say to each other: short ways to a message, a summary, a moment."""

import datetime as dt
from collections.abc import Sequence

import pytest

from agents import recall
from agents.context import Context
from benchmark.crashes import ill_covered
from database import ScopedDatabase
from tidemark.schema import (
    ContextView,
    Item,
    Message,
    MessageMetadata,
    NewMessage,
    NewSummary,
    Reason,
    Role,
    SessionMemory,
    Summary,
    Turn,
)
from tidemark.schema.prompt_snapshot import PromptSnapshot, SnapshotLayout, SnapshotPiece
from tidemark.schema.records import SessionRecord
from tidemark.schema.scope import LOCAL
from tidemark.schema.turn_outcome import EndStatus, TurnOutcome
from tidemark.services.configuration import Configuration, Configurations
from tidemark.settings import Settings
from utils import TokenCounter

NOW = dt.datetime(2026, 1, 31, 23, 26, 50, tzinfo=dt.UTC)
SESSION = "session_20260131_232650"
DATABASES = ["sqlite", "postgresql"]
UNUSED_ID = 2**31 - 1  # of no row: PostgreSQL counts on through the tests, so a small id may come
KEPT = PromptSnapshot(  # nothing of it but words of its own
    sha256="f" * 64,
    places=SnapshotLayout(
        tokens=9,
        threshold=40,
        reasons=(Reason("question"),),
        pieces=(SnapshotPiece(kind="question", tokens=9, words=0),),
    ),
    words=("Where to?",),
)
on_each_database = pytest.mark.parametrize("database_url", DATABASES, indirect=True)


def later(minutes: int) -> dt.datetime:
    return NOW + dt.timedelta(minutes=minutes)


def said(
    content: str,
    role: Role = "user",
    *,
    at: dt.datetime = NOW,
    tokens: int = 10,
    metadata: MessageMetadata | None = None,
) -> NewMessage:
    return NewMessage(
        role=role,
        content=content,
        timestamp=at,
        token_count=tokens,
        metadata=metadata or MessageMetadata(),
    )


def talk(count: int) -> list[NewMessage]:
    """Return ``count`` messages, user and assistant in turn."""
    roles: tuple[Role, Role] = ("user", "assistant")
    return [said(f"Message {number}", roles[number % 2]) for number in range(count)]


def begin(
    database: ScopedDatabase, count: int = 0, session_id: str = SESSION
) -> tuple[Message, ...]:
    """Begin a session with ``count`` messages in it."""
    database.sessions.ensure(session_id, title="A trip", now=NOW)
    return database.messages.add_many(session_id, talk(count))


def remembered(text: str, message_ids: Sequence[int]) -> SessionMemory:
    return SessionMemory(key_facts=(Item(text=text, message_ids=tuple(message_ids)),))


def fold(
    database: ScopedDatabase, covered: Sequence[Message], text: str = "They talked", **more: object
) -> Summary:
    """Save a summary of ``covered``."""
    ids = tuple(message.id for message in covered)
    new = NewSummary(memory=remembered(text, ids[:1]), token_count=7, message_ids=ids)
    return database.save_summary(covered[0].session_id, new, now=NOW, **more)  # type: ignore[arg-type]


def ask(database: ScopedDatabase, content: str = "And then?", session_id: str = SESSION) -> Turn:
    return database.turns.start(session_id, said(content), title=content, owner="me", now=NOW).turn


def answer(
    database: ScopedDatabase, turn: Turn, content: str = "Then this.", status: EndStatus = "done"
) -> Message | None:
    reply = said(content, "assistant")
    return database.turns.finish(turn.id, TurnOutcome(status, reply=reply), now=NOW)


def assert_whole(record: SessionRecord) -> None:
    """Every covered message is under one first-level summary, and nothing between is left out."""
    assert +ill_covered(record) == {}


def configured(
    database: ScopedDatabase, *, threshold: int = 1200, recent_exchanges: int = 5
) -> Configuration:
    """Return the configuration of the local user: the built-in engine, within ``threshold``."""
    given = Settings(engine="builtin", token_threshold=threshold, recent_exchanges=recent_exchanges)
    return Configurations(given).of_user(LOCAL.user_id, database.preferences, database.where)


def view_of(
    question: str,
    held: Context,
    database: ScopedDatabase | None = None,
    session_id: str = SESSION,
    *,
    threshold: int = 1200,
) -> ContextView:
    """Return the view of ``question`` where a session holds ``held``, and what its past adds."""
    asked = recall.analyse(
        question, held, session_id=session_id, now=NOW, vector_of=recall.no_vector
    )
    return recall.choose(
        database,
        asked,
        held,
        threshold=threshold,
        counter=TokenCounter(),
        other_chats=recall.CrossSessionContext(),
    ).view
