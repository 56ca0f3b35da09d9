"""What a person chose, on each database: a row for each choice, of each person their own."""

import time
from concurrent.futures import ThreadPoolExecutor

from pydantic import JsonValue
from sqlalchemy import insert

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, said
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.storage.tables import preferences


def test_a_choice_is_kept_changed_and_dropped(database: ScopedDatabase) -> None:
    database.preferences.put("budget", 900)
    database.preferences.put("prices", {"currency": "EUR", "models": {}})
    database.preferences.put("budget", 800)
    assert database.preferences.all() == {
        "budget": 800,
        "prices": {"currency": "EUR", "models": {}},
    }
    database.preferences.drop("prices")
    assert database.preferences.all() == {"budget": 800}


def test_changes_at_the_same_moment_lose_nothing_of_each_other(database: ScopedDatabase) -> None:
    def add(name: str) -> None:
        def with_it(stored: JsonValue) -> JsonValue:
            time.sleep(0.02)  # for the others to come in between, if they could
            return [*(stored if isinstance(stored, list) else ()), name]

        database.preferences.change("prompts", with_it)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, "abcd"))

    stored = database.preferences.all()["prompts"]
    assert isinstance(stored, list)
    assert sorted(map(str, stored)) == list("abcd")


def test_each_person_has_their_own_choices(
    database: ScopedDatabase, other_user: ScopedDatabase
) -> None:
    other_user.preferences.put("budget", 900)
    assert database.preferences.all() == {}
    database.preferences.put("budget", 800)
    other_user.preferences.drop("budget")
    assert database.preferences.all() == {"budget": 800}


def test_what_is_no_json_is_left_out(database: ScopedDatabase) -> None:
    database.preferences.put("across", value=False)
    with database.transaction() as connection:
        row = {"user_id": "local", "name": "budget", "value": "{"}
        connection.execute(insert(preferences), row)
    assert database.preferences.all() == {"across": False}


def test_a_chat_may_begin_alone_and_stays_as_it_began(database: ScopedDatabase) -> None:
    def start(*, is_new: bool, is_across: bool) -> str:
        begun = database.turns.start(
            SESSION,
            said("Hello"),
            title="A trip",
            owner="me",
            now=NOW,
            is_new=is_new,
            is_across=is_across,
        )
        database.turns.finish(
            begun.turn.id, TurnOutcome("done", reply=said("Hm.", "assistant")), now=NOW
        )
        return begun.turn.session_id

    alone = start(is_new=False, is_across=False)
    assert not database.sessions.remembers_across(alone)
    open_one = start(is_new=True, is_across=True)
    assert database.sessions.remembers_across(open_one)
    start(is_new=False, is_across=True)
    assert not database.sessions.remembers_across(alone)
