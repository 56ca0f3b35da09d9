"""Sessions, on each database: begun, listed, renamed, deleted."""

import datetime as dt

import pytest

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, begin, fold, later, said, talk
from tidemark.errors import SessionNotFound
from tidemark.schema import (
    Session,
)


def test_a_session_is_begun_once(database: ScopedDatabase) -> None:
    begun = database.sessions.ensure(SESSION, title="A trip", now=NOW)
    again = database.sessions.ensure(SESSION, title="Another", now=later(5))

    assert begun == again == database.sessions.get(SESSION)
    assert begun == Session(
        session_id=SESSION, title="A trip", created_at=NOW, updated_at=NOW, message_count=0
    )


def test_a_new_session_gets_a_number_where_its_id_is_taken(database: ScopedDatabase) -> None:
    begun = [database.sessions.begin(SESSION, title=str(at), now=NOW) for at in range(3)]

    assert [(session.session_id, session.title) for session in begun] == [
        (SESSION, "0"),
        (f"{SESSION}_2", "1"),
        (f"{SESSION}_3", "2"),
    ]


def test_sessions_are_listed_the_last_spoken_in_first(database: ScopedDatabase) -> None:
    for minute, session_id in enumerate(("one", "two", "three")):
        database.sessions.ensure(session_id, title=session_id, now=later(minute))
    database.messages.add("one", said("Hello", at=later(9)))
    database.messages.add_many("two", talk(3))  # said before it began: it stays in its place

    listed = database.session_lists.recent()

    assert [(session.session_id, session.message_count) for session in listed] == [
        ("one", 1),
        ("three", 0),
        ("two", 3),
    ]
    assert listed[0].updated_at == later(9)
    assert database.session_lists.recent(limit=1, offset=1) == listed[1:2]
    assert database.sessions.count() == 3


def test_sessions_within_one_second_keep_their_order(database: ScopedDatabase) -> None:
    for microseconds in (0, 1, 500_000):
        at = NOW + dt.timedelta(microseconds=microseconds)
        database.sessions.ensure(f"s{microseconds}", title="", now=at)

    assert [session.session_id for session in database.session_lists.recent()] == [
        "s500000",
        "s1",
        "s0",
    ]


def test_a_session_can_be_renamed(database: ScopedDatabase) -> None:
    begin(database)
    database.sessions.rename(SESSION, "To Lisbon")

    assert database.sessions.get(SESSION).title == "To Lisbon"
    with pytest.raises(SessionNotFound):
        database.sessions.rename("nowhere", "x")


def test_a_deleted_session_leaves_nothing_and_no_other_is_touched(database: ScopedDatabase) -> None:
    kept = begin(database, 4, session_id="kept")
    fold(database, kept[:2])
    before = database.record("kept")
    stored = begin(database, 4)
    fold(database, stored[:2])
    fold(database, stored[2:])

    database.sessions.delete(SESSION)

    assert not database.sessions.exists(SESSION)
    assert database.get_messages(SESSION) == ()
    assert database.summaries.all(SESSION) == ()
    assert database.record("kept") == before
    for refused in (database.sessions.get, database.sessions.delete, database.record):
        with pytest.raises(SessionNotFound):
            refused(SESSION)


def test_an_id_is_never_used_twice(database: ScopedDatabase) -> None:
    deleted = begin(database, 3)
    database.sessions.delete(SESSION)
    again = begin(database, 3)

    assert min(message.id for message in again) > max(message.id for message in deleted)


def test_a_retention_is_of_the_chat_with_its_branches_and_of_its_fork(
    database: ScopedDatabase,
) -> None:
    begin(database, 4)
    begun = database.branches.branch(
        SESSION, said("Anew"), shared=2, wished="talk_branch", owner="me", now=NOW
    )
    database.turns.abandon(begun.turn.id)
    database.sessions.keep_for(SESSION, 30)
    fork = database.branches.fork(SESSION, 2, wished="talk_fork", title="Fork", now=NOW)
    new = database.turns.start(
        "brief", said("Hello"), title="Brief", owner="me", now=NOW, retention_days=7
    )
    days = {
        each.session_id: each.retention_days
        for each in (*database.session_lists.recent(), database.sessions.get(SESSION))
    }
    assert days == {
        SESSION: 30,
        begun.turn.session_id: 30,
        fork.session_id: 30,
        new.turn.session_id: 7,
    }
    database.sessions.keep_for(SESSION, None)
    assert database.sessions.get(begun.turn.session_id).retention_days is None
