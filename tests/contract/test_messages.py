"""Messages, on each database."""

import datetime as dt
from contextlib import suppress

import pytest

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, begin, fold, said
from tidemark.errors import InvalidSessionId, SessionNotFound
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.schema import (
    Message,
    MessageMetadata,
    NewMessage,
    QueryUnderstanding,
    Usage,
)
from tidemark.storage.messages import MessageCounts


def test_a_stored_message_reads_back_as_it_was(database: ScopedDatabase) -> None:
    begin(database)
    metadata = MessageMetadata(
        query_analysis=QueryUnderstanding(rewritten_query="Who leaves?", is_ambiguous=False),
        recalled=(1, 2),
        timings_ms={"context": 1.5},
        usage=Usage(input_tokens=3, calls=1),
        extra={"speaker": "Ana"},
    )
    at = dt.datetime(2026, 5, 1, 14, 30, 0, 120, tzinfo=dt.timezone(dt.timedelta(hours=2)))
    new = said("Où ? 'quoted' ;-- 🙂 <b>", at=at, tokens=23, metadata=metadata)

    stored = database.messages.add(SESSION, new)

    assert stored == Message(id=stored.id, session_id=SESSION, position=0, **dict(new))
    assert database.get_messages(SESSION) == (stored,)


def test_positions_count_from_zero_in_each_session(database: ScopedDatabase) -> None:
    begin(database, session_id="one")
    begin(database, session_id="two")
    for session_id in ("one", "two", "one", "one", "two"):
        database.messages.add(session_id, said("Hello"))

    assert [message.position for message in database.get_messages("one")] == [0, 1, 2]
    assert [message.position for message in database.get_messages("two")] == [0, 1]


def test_a_message_joins_the_transaction_it_is_given(database: ScopedDatabase) -> None:
    begin(database)
    with suppress(ZeroDivisionError), database.transaction() as connection:
        database.messages.add(SESSION, said("Never mind"), connection)
        raise ZeroDivisionError

    assert database.get_messages(SESSION) == ()
    assert database.sessions.get(SESSION).message_count == 0


def test_a_message_needs_a_session(database: ScopedDatabase) -> None:
    with pytest.raises(SessionNotFound):
        database.messages.add("nowhere", said("Hello"))


def test_a_time_without_a_zone_is_refused(database: ScopedDatabase) -> None:
    begin(database)
    naive = NewMessage(
        role="user", content="Hello", timestamp=NOW.replace(tzinfo=None), token_count=6
    )
    with pytest.raises(ValueError, match="time zone"):
        database.messages.add(SESSION, naive)


def test_a_page_ends_before_a_position(database: ScopedDatabase) -> None:
    stored = begin(database, 10)

    assert database.messages.page(SESSION, limit=3) == stored[7:]
    assert database.messages.page(SESSION, before=7, limit=3) == stored[4:7]
    assert database.messages.page(SESSION, before=2, limit=3) == stored[:2]
    assert database.messages.page(SESSION, before=0, limit=3) == ()
    assert database.messages.last(SESSION, 2) == stored[8:]


def test_messages_are_found_by_position_and_by_id(database: ScopedDatabase) -> None:
    stored = begin(database, 6)
    stranger = begin(database, 1, session_id="other")[0]

    assert database.messages.between(SESSION, 1, 3) == stored[1:4]
    short = database.messages.short_between(SESSION, 1, 5, most_tokens=stored[2].token_count)
    assert short == tuple(each for each in stored[1:] if each.role == "user")
    assert database.messages.short_between(SESSION, 0, 5, most_tokens=1) == ()
    assert database.messages.said_last(SESSION, among=5) == (stored[4], stored[2])
    assert database.messages.said_last(SESSION, before=4, among=3) == (stored[2],)
    assert database.messages.by_ids(SESSION, [stored[4].id, stored[0].id, stranger.id]) == (
        stored[0],
        stored[4],
    )
    assert database.messages.by_ids(SESSION, []) == ()


def test_a_message_is_found_in_any_session_also_in_the_trash(database: ScopedDatabase) -> None:
    begin(database, 2)
    message = begin(database, 1, session_id="other")[0]
    assert database.messages.find(message.id) == message

    database.session_lists.discard(["other"], now=NOW)
    assert database.messages.find(message.id) == message

    database.sessions.delete("other")
    assert database.messages.find(message.id) is None


def test_active_messages_are_those_no_summary_covers(database: ScopedDatabase) -> None:
    stored = begin(database, 6)
    fold(database, stored[:4])

    assert database.get_messages(SESSION, exclude_summarized=True) == stored[4:]
    assert [message.is_summarized for message in database.get_messages(SESSION)] == [
        *[True] * 4,
        *[False] * 2,
    ]
    assert database.count_total_tokens(SESSION) == 20
    assert database.count_total_tokens(SESSION, exclude_summarized=False) == 60
    assert database.messages.counts(SESSION) == MessageCounts(6, 4, 2, 20, summary_tokens=7)


def test_the_context_holds_active_messages_and_covered_ones_that_are_pinned(
    database: ScopedDatabase,
) -> None:
    begin(database)
    stored = [database.messages.add(SESSION, said(f"Message {n}")) for n in range(6)]
    database.mark_messages_as_summarized(SESSION, 0, 3)
    database.messages.pin(SESSION, stored[1].id, keeps=True)
    database.messages.pin(SESSION, stored[5].id, keeps=True)

    held, _ = database.get_context(SESSION)

    found = [(message.position, message.is_summarized, message.is_pinned) for message in held]
    assert found == [(1, True, True), (4, False, False), (5, False, True)]


def test_what_came_back_for_the_last_question_is_counted_apart(database: ScopedDatabase) -> None:
    known = MessageMetadata(recalled=(1,), recalled_tokens=33)
    begin(database)
    database.messages.add_many(
        SESSION, [said("Which hotel?", metadata=known), said("The Sea.", "assistant")]
    )
    assert database.messages.counts(SESSION) == MessageCounts(2, 0, 2, 20, recalled_tokens=33)

    database.messages.add_many(SESSION, [said("Thanks"), said("Gladly.", "assistant")])
    assert database.messages.counts(SESSION) == MessageCounts(4, 0, 4, 40)


def test_an_unknown_session_is_empty(database: ScopedDatabase) -> None:
    assert database.get_messages("nowhere") == ()
    assert database.get_summaries("nowhere") == ()
    assert database.count_total_tokens("nowhere") == 0
    assert database.messages.counts("nowhere") == MessageCounts()
    assert database.recall.find("nowhere", RecallQuery.read("word")) == ()
    assert database.turns.last("nowhere") is None
    assert not database.sessions.exists("nowhere")


@pytest.mark.parametrize("session_id", ["", "a b", "a\n", "../etc", "é", "x" * 101, "a'--"])
def test_what_is_no_session_id_is_refused(database: ScopedDatabase, session_id: str) -> None:
    for refused in (
        lambda: database.get_messages(session_id),
        lambda: database.get_summaries(session_id),
        lambda: database.mark_messages_as_summarized(session_id, 0, 1),
        lambda: database.count_total_tokens(session_id),
        lambda: database.sessions.ensure(session_id, title="", now=NOW),
        lambda: database.sessions.delete(session_id),
        lambda: database.turns.last(session_id),
        lambda: database.recall.find(session_id, RecallQuery.read("word")),
    ):
        with pytest.raises(InvalidSessionId):
            refused()
