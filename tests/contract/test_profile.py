"""A person's profile on each database: learnt with a reply, changed as they wish, gone for good."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, later, said
from tidemark.errors import EntryNotFound
from tidemark.memory.profile import MOST_ENTRIES, ProfileEntry, ProfileSource
from tidemark.schema import ItemKind, ProfileStatement
from tidemark.schema.records import EntryRecord
from tidemark.schema.turn_outcome import TurnOutcome


def told(kind: ItemKind, text: str) -> ProfileStatement:
    return ProfileStatement(kind, text, message_id=0)


WINDOW = told("preferences", "I prefer a window seat")
GHENT = told("key_facts", "I live in Ghent")


def learn(
    database: ScopedDatabase,
    *learnt: ProfileStatement,
    session_id: str = SESSION,
    text: str = "It is so",
    at: int = 0,
) -> int:
    """Tell ``learnt`` in a question of its own, answered at once; return the question's id."""
    begun = database.turns.start(
        session_id, said(text, at=later(at)), title="A trip", owner="me", now=later(at)
    )
    reply = said("Noted.", "assistant", at=later(at))
    of_this = tuple(replace(each, message_id=begun.question.id) for each in learnt)
    database.turns.finish(
        begun.turn.id, TurnOutcome("done", reply=reply, learnt=of_this), now=later(at)
    )
    return begun.question.id


def texts(entries: Sequence[ProfileEntry | EntryRecord]) -> list[str]:
    return [entry.text for entry in entries]


def test_what_was_told_is_learnt_with_the_reply(database: ScopedDatabase) -> None:
    message_id = learn(database, WINDOW)
    (entry,) = database.profile.entries()
    source = ProfileSource(session_id=SESSION, title="A trip", message_id=message_id, position=0)
    assert entry == ProfileEntry(
        entry_id=entry.entry_id,
        kind="preferences",
        text="I prefer a window seat",
        updated_at=NOW,
        sources=(source,),
    )


def test_what_is_told_again_adds_a_source(database: ScopedDatabase) -> None:
    first = learn(database, WINDOW)
    second = learn(database, told("preferences", "I prefer window seats"), session_id="other")
    (entry,) = database.profile.entries()
    assert [at.message_id for at in entry.sources] == [first, second]


def test_what_corrects_takes_the_place_of_what_it_corrects(database: ScopedDatabase) -> None:
    learn(database, told("preferences", "I prefer window seats"), GHENT)
    learn(database, told("preferences", "I prefer aisle seats"), session_id="other", at=1)
    assert texts(database.profile.entries()) == ["I prefer aisle seats", "I live in Ghent"]


def test_a_turn_retried_learns_nothing_twice(database: ScopedDatabase) -> None:
    asked = said("I live in Ghent.")
    begun = database.turns.start(SESSION, asked, title="", owner="me", now=NOW)
    learnt = (replace(GHENT, message_id=begun.question.id),)
    database.turns.finish(begun.turn.id, TurnOutcome("failed", learnt=learnt), now=NOW)
    again = database.turns.restart(SESSION, owner="me", now=NOW)
    database.turns.finish(again.turn.id, TurnOutcome("done", learnt=learnt), now=NOW)
    (entry,) = database.profile.entries()
    assert len(entry.sources) == 1


def test_what_is_forgotten_stays_away_however_it_is_said_again(database: ScopedDatabase) -> None:
    learn(database, WINDOW, GHENT)
    database.profile.forget(database.profile.entries()[0].entry_id, now=NOW)
    learn(database, told("preferences", "I PREFER a window-seat!"), session_id="other")
    learn(database, told("preferences", "I prefer window seats"), session_id="third")
    assert texts(database.profile.entries()) == ["I live in Ghent"]


def test_what_is_forgotten_is_remembered_again_if_the_person_adds_it(
    database: ScopedDatabase,
) -> None:
    forgotten = database.profile.add("preferences", "I prefer a window seat", now=NOW)
    database.profile.forget(forgotten, now=NOW)
    again = database.profile.add("preferences", "By day, I prefer a window seat.", now=NOW)
    database.profile.switch(again, is_enabled=False)

    repeated = database.profile.add("preferences", "by day I prefer a window seat", now=later(1))

    (entry,) = database.profile.entries()
    assert (repeated, entry.entry_id, entry.is_enabled) == (again, again, True)
    assert database.profile.forgotten() == ()


def test_entries_and_forgotten_texts_are_read_together(database: ScopedDatabase) -> None:
    assert database.profile.entries_and_forgotten() == ((), ())
    for at, learnt in enumerate((WINDOW, GHENT)):
        learn(database, learnt, at=at)
    database.profile.forget(database.profile.entries()[0].entry_id, now=NOW)

    entries, forgotten = database.profile.entries_and_forgotten()

    assert texts(entries) == [GHENT.text]
    assert entries == database.profile.entries()
    assert forgotten == database.profile.forgotten() == (WINDOW.text.lower(),)


def test_the_opposite_of_what_is_forgotten_may_be_told(database: ScopedDatabase) -> None:
    learn(database, told("constraints", "I eat meat"))
    database.profile.forget(database.profile.entries()[0].entry_id, now=NOW)
    learn(database, told("constraints", "I do not eat meat"), session_id="other")
    assert texts(database.profile.entries()) == ["I do not eat meat"]


def test_an_entry_is_changed_and_switched_off_and_on(database: ScopedDatabase) -> None:
    learn(database, WINDOW)
    entry_id = database.profile.entries()[0].entry_id
    database.profile.change(entry_id, "I prefer the aisle", now=later(5))
    database.profile.switch(entry_id, is_enabled=False)
    (entry,) = database.profile.entries()
    state = (entry.text, entry.is_edited, entry.is_enabled, entry.updated_at)
    assert state == ("I prefer the aisle", True, False, later(5))
    database.profile.switch(entry_id, is_enabled=True)
    assert database.profile.entries()[0].is_enabled


def test_nobody_else_reads_or_changes_a_persons_profile(
    database: ScopedDatabase, other_user: ScopedDatabase
) -> None:
    learn(database, WINDOW)
    entry_id = database.profile.entries()[0].entry_id
    assert other_user.profile.entries() == ()
    with pytest.raises(EntryNotFound):
        other_user.profile.forget(entry_id, now=NOW)
    with pytest.raises(EntryNotFound):
        other_user.profile.change(entry_id, "Other", now=NOW)
    assert texts(database.profile.entries()) == ["I prefer a window seat"]


def test_a_session_that_is_deleted_takes_what_was_said_in_it_alone(
    database: ScopedDatabase,
) -> None:
    learn(database, WINDOW, GHENT)
    learn(database, GHENT, session_id="other")
    own = database.profile.add("preferences", "Call me Sam", now=NOW)
    database.sessions.delete(SESSION)
    assert texts(database.profile.entries()) == ["I live in Ghent", "Call me Sam"]
    database.sessions.delete("other")
    assert [entry.entry_id for entry in database.profile.entries()] == [own]


def test_what_a_person_put_in_other_words_outlives_the_chat_it_came_from(
    database: ScopedDatabase,
) -> None:
    learn(database, GHENT)
    entry_id = database.profile.entries()[0].entry_id
    database.profile.change(entry_id, "I live in Ghent since 2020", now=NOW)
    database.sessions.delete(SESSION)
    (entry,) = database.profile.entries()
    assert (entry.text, entry.sources) == ("I live in Ghent since 2020", ())


def test_a_profile_keeps_its_size(database: ScopedDatabase) -> None:
    houses = [told("key_facts", f"I own house number {number}") for number in range(MOST_ENTRIES)]
    learn(database, *houses)
    learn(database, WINDOW, at=1)
    entries = database.profile.entries()
    assert len(entries) == MOST_ENTRIES
    assert entries[-1].text == "I prefer a window seat"


def test_what_is_brought_in_without_its_chats_is_known_all_the_same(
    database: ScopedDatabase,
) -> None:
    learn(database, GHENT)
    record = database.profile.record()
    database.sessions.delete(SESSION)

    assert database.profile.restore(record, session_ids=()) == 1
    assert texts(database.profile.entries()) == ["I live in Ghent"]
    assert texts(database.profile.record().entries) == ["I live in Ghent"]
