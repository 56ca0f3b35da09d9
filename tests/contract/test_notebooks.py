"""Notebooks in each database: what they keep, their names, and when they were last active."""

import datetime as dt

import pytest

from database import Database, ScopedDatabase
from tests.conversing import NOW, ask, begin, later, said
from tests.making_sources import add
from tidemark.errors import NotebookExists, NotebookNotFound, NotebookStays
from tidemark.schema.notebooks import NotebookChange, general
from tidemark.schema.scope import Scope
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.storage.tables import users


def _made(database: ScopedDatabase, name: str, at: dt.datetime = NOW) -> str:
    return database.notebooks.create(NotebookChange(name=name), now=at).notebook_id


def _opened(opened: Database, notebook_id: str) -> ScopedDatabase:
    return opened.scoped(Scope("local", notebook_id))


def test_every_user_has_general_to_begin_with(
    database: ScopedDatabase, other_user: ScopedDatabase
) -> None:
    assert database.notebooks.get(now=NOW) == general(NOW)
    begin(database, 2)
    for each, sessions in ((database, 1), (other_user, 0)):
        (found,) = each.notebooks.all(now=NOW)
        assert (found.name, found.notebook_id, found.sessions) == ("General", "general", sessions)


def test_a_notebook_keeps_its_settings(opened_database: Database, database: ScopedDatabase) -> None:
    made = database.notebooks.create(
        NotebookChange(name=" Garden\nhouse ", icon="🌱", colour="green", budget=900), now=NOW
    )
    garden = _opened(opened_database, "garden_house")

    changed = garden.notebooks.change(
        NotebookChange(instructions="Be brief.", budget=None, mode="single"), now=later(1)
    )

    assert (made.notebook_id, made.name, made.budget) == ("garden_house", "Garden house", 900)
    assert (changed.instructions, changed.budget, changed.mode) == ("Be brief.", None, "single")
    assert (changed.icon, changed.colour, changed.last_active_at) == ("🌱", "green", later(1))
    assert garden.notebooks.get(now=NOW) == changed


def test_names_are_unique_to_a_user_in_small_letters_and_capitals(
    opened_database: Database, database: ScopedDatabase, other_user: ScopedDatabase
) -> None:
    ids = [_made(database, name) for name in ("Garden", "Gärden", "Ёж")]

    for name in ("garden", "GENERAL"):
        with pytest.raises(NotebookExists):
            _made(database, name)
    with pytest.raises(NotebookExists):
        _opened(opened_database, "garden").notebooks.change(NotebookChange(name="Ёж"), now=NOW)

    assert ids == ["garden", "garden_2", "notebook"]
    assert _made(other_user, "Garden") == "garden"


def test_the_last_active_comes_first_and_a_turn_is_activity(
    opened_database: Database, database: ScopedDatabase
) -> None:
    for minutes, name in enumerate(("Garden", "House")):
        _made(database, name, later(minutes))
    garden = _opened(opened_database, "garden")
    garden.turns.start("talk", said("Hello"), title="Talk", owner="me", now=later(7))
    garden.notebooks.touch(now=later(5))  # a clock that lags takes nothing back

    listed = database.notebooks.all(now=NOW)

    assert [each.name for each in listed] == ["Garden", "House", "General"]
    assert listed[0].last_active_at == later(7)
    with database.reading() as connection:
        assert connection.execute(users.select()).all() == [("local", NOW, later(7))]


def test_turns_of_one_minute_are_one_activity_unless_the_person_was_elsewhere(
    opened_database: Database, database: ScopedDatabase
) -> None:
    names = {each: _made(database, each) for each in ("Garden", "House")}

    def after_turn(name: str, seconds: int) -> list[tuple[str, int]]:
        """Talk in a notebook, and return when each was last active, in seconds."""
        at, opened = NOW + dt.timedelta(seconds=seconds), _opened(opened_database, names[name])
        started = opened.turns.start(name, said("Hello", at=at), title="", owner="me", now=at)
        opened.turns.finish(started.turn.id, TurnOutcome("done"), now=at)
        listed = database.notebooks.all(now=NOW)[:2]
        return [(each.name, (each.last_active_at - NOW).seconds) for each in listed]

    assert after_turn("Garden", 1) == [("Garden", 1), ("House", 0)]
    assert after_turn("Garden", 50) == [("Garden", 1), ("House", 0)]
    assert after_turn("House", 51) == [("House", 51), ("Garden", 1)]
    assert after_turn("Garden", 52) == [("Garden", 52), ("House", 51)]
    assert after_turn("Garden", 112) == [("Garden", 112), ("House", 51)]


def test_each_notebook_keeps_where_the_person_was(
    opened_database: Database, database: ScopedDatabase, other_user: ScopedDatabase
) -> None:
    garden = _opened(opened_database, _made(database, "Garden"))
    begin(garden, 2, "tree")
    garden.notebooks.keep_place({"chat": "tree", "view": "memory"})

    assert garden.notebooks.place() == {"chat": "tree", "view": "memory"}
    assert (database.notebooks.of_session("tree"), other_user.notebooks.of_session("tree")) == (
        "garden",
        None,
    )
    garden.notebooks.keep_place({})
    assert garden.notebooks.place() == {}


def test_nothing_begins_in_a_notebook_that_was_deleted(
    opened_database: Database, database: ScopedDatabase
) -> None:
    garden = _opened(opened_database, _made(database, "Garden"))
    begin(garden, 2, "talk")
    assert not garden.notebooks.delete(now=NOW)  # there is a session
    garden.sessions.delete("talk")
    assert garden.notebooks.delete(now=NOW)

    for act in (
        lambda: begin(garden, 2, "other"),
        lambda: ask(garden, "Hello", "other"),
        lambda: add(garden, "rules.md", "Water before nine."),
    ):
        with pytest.raises(NotebookNotFound):
            act()
    with pytest.raises(NotebookNotFound):
        garden.notebooks.get(now=NOW)
    with pytest.raises(NotebookStays):
        database.notebooks.delete(now=NOW)
    assert [each.name for each in database.notebooks.all(now=NOW)] == ["General"]
