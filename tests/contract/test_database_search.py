"""Finding covered messages by their words, on each database."""

from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from database import Database
from tests.conversing import NOW, SESSION, answer, ask, begin, fold, said
from tidemark import sample, transcripts
from tidemark.schema import Message
from tidemark.storage import postings
from tidemark.storage.postings import Standing
from tidemark.storage.search import weighed
from tidemark.storage.sessions import make_room
from tidemark.transcripts import Conversation
from tidemark.words import content_stems, content_terms

LINES = (
    "We fly to Lisbon in May",
    "The flights to Lisbon cost 240 euros",
    "My sister prefers the sea",
    "Booked: a hotel by the sea in Lisbon, and a flight for my sister",
    "Shall we eat at seven o'clock in the café?",
)

LONG_WORD = "".join(chr(0x4E00 + number * 7919 % 20000) for number in range(4000))


def _covered(database: Database, lines: Sequence[str], session_id: str) -> tuple[Message, ...]:
    begin(database, session_id=session_id)
    new = [said(line, tokens=4 + len(line.split())) for line in lines]
    stored = database.messages.add_many(session_id, new)
    fold(database, stored)
    return stored


def _found(database: Database, question: str, limit: int = 3) -> list[int]:
    found = database.search.covered(SESSION, content_terms(question), limit=limit)
    return [message.position for message in found]


def test_the_message_that_shares_most_words_comes_first(database: Database) -> None:
    _covered(database, LINES, SESSION)

    assert _found(database, "What does the flight to Lisbon cost?") == [1, 3, 0]
    assert _found(database, "Which hotel by the sea?", limit=1) == [3]
    assert _found(database, "My sister and the sea") == [2, 3]
    assert _found(database, "Nothing of the sort was mentioned") == []
    assert _found(database, "") == []


def test_a_rare_word_weighs_more_than_a_common_one(database: Database) -> None:
    _covered(database, ["Lisbon"] * 9 + ["Lisbon, visa", "Lisbon, Lisbon, Lisbon"], SESSION)

    assert _found(database, "Lisbon visa", limit=1) == [9]


def test_a_long_message_must_share_more(database: Database) -> None:
    begin(database)
    long = said("Lisbon, and a great deal besides", tokens=900)
    stored = database.messages.add_many(SESSION, [said("Lisbon", tokens=6), long])
    fold(database, stored)

    assert _found(database, "Lisbon") == [0, 1]


def test_what_is_found_reads_as_it_was_stored(database: Database) -> None:
    stored = _covered(database, LINES, SESSION)

    found = database.search.covered(SESSION, content_terms("the café at seven"), limit=1)

    assert found == (stored[4].model_copy(update={"is_summarized": True}),)


@pytest.mark.parametrize(
    "word",
    ["café", "o'clock", "naïve", "snake_case", "中文", "привет", "NEAR", "2026", LONG_WORD],
    ids=lambda word: word[:9],
)
def test_any_word_is_found_again(database: Database, word: str) -> None:
    _covered(database, ["Nothing here", f"so {word} it is"], SESSION)

    assert _found(database, f"{word}?") == [1]


def test_stems_are_words_and_never_a_language(database: Database) -> None:
    _covered(database, LINES, SESSION)

    for stem in ("*", "lisbon OR", "stems:lisbon", "'; DROP TABLE messages; --", "li*"):
        assert database.search.covered(SESSION, [(stem,)], limit=3) == ()


def test_what_was_said_in_one_language_is_found_in_the_other(database: Database) -> None:
    lines = ["We vlogen in mei naar Lissabon.", "Anna boekt twee kaartjes.", "The dentist rang."]
    _covered(database, lines, SESSION)

    assert _found(database, "Which flight did we take to Lissabon in 2026?") == [0]
    assert _found(database, "What did Anna say?") == [1]
    assert _found(database, "Welke dentist belde er?") == [2]
    assert _found(database, "kaart geboekt") == [1]  # too short to show its language


def test_another_session_is_never_found(database: Database) -> None:
    _covered(database, LINES[:2], SESSION)
    _covered(database, LINES, "other")

    assert sorted(_found(database, "Lisbon, sea, sister, café", limit=9)) == [0, 1]


def test_active_and_retired_messages_are_left_out(database: Database) -> None:
    begin(database)
    stored = database.messages.add_many(SESSION, [said(line) for line in LINES[:2]])
    fold(database, stored[:1])
    assert _found(database, "Lisbon") == [0]

    answer(database, ask(database, "Is it warm in Lisbon?"), "Lisbon is", "failed")
    database.turns.restart(SESSION, owner="me", now=NOW)
    database.mark_messages_as_summarized(SESSION, 0, 9)
    assert sorted(_found(database, "Lisbon", limit=9)) == [0, 1, 2]


def test_a_failed_write_leaves_no_word_behind(database: Database) -> None:
    begin(database)
    with suppress(ZeroDivisionError), database.transaction() as connection:
        database.messages.add(SESSION, said("Lisbon"), connection)
        raise ZeroDivisionError
    fold(database, database.messages.add_many(SESSION, [said("Porto")]))

    assert _found(database, "Lisbon") == []
    assert _found(database, "Porto") == [0]


def test_the_words_of_a_deleted_session_are_forgotten(database: Database) -> None:
    _covered(database, LINES, SESSION)
    _covered(database, LINES, "other")

    database.sessions.delete(SESSION)

    begin(database)
    assert _found(database, "Lisbon") == []
    found = database.search.covered("other", content_terms("My sister and the sea"), limit=3)
    assert [message.position for message in found] == [2, 3]


def test_a_restored_session_is_found_like_the_first(database: Database) -> None:
    _covered(database, LINES, "other")
    database.restore(SESSION, database.record("other"))

    assert _found(database, "What does the flight to Lisbon cost?") == [1, 3, 0]


def test_a_very_long_question_is_searched_by_its_beginning(database: Database) -> None:
    _covered(database, LINES, SESSION)

    padding = " ".join(f"word{number}" for number in range(5000))
    assert _found(database, f"Lisbon cost {padding}", limit=1) == [1]


def test_the_index_says_where_each_stem_stands(database: Database) -> None:
    contents = {0: "We fly to Lisbon", 1: "The café at seven o'clock", 7: "Lisbon, Lisbon, café"}
    stems = [*content_stems(" ".join(contents.values())), "nowhere", "lisbon OR café"]

    for session_id in ("one", "other"):
        database.sessions.ensure(session_id, title="", now=NOW)
    with database.transaction() as connection:
        index = postings.of(connection)
        one, other = (make_room(connection, of, added=8, newest=NOW).key for of in ("one", "other"))
        index.add(connection, one, {})
        index.add(connection, one, contents)
        index.add(connection, other, {0: "Lisbon"})
        before = index.find(connection, "one", stems)
        index.forget(connection, one, contents)
        after = [index.find(connection, "one", stems), index.find(connection, "other", ["lisbon"])]
        none = index.find(connection, "never", stems)

    found = {
        "fli": [0],
        "lisbon": [0, 7],
        "café": [1, 7],
        "seven": [1],
        "o'clock": [1],
    }
    assert before == Standing(8, frozenset(), found)
    assert after == [Standing(8, frozenset(), {}), Standing(8, frozenset(), {"lisbon": [0]})]
    assert none is None


def test_every_database_finds_the_same(database: Database, tmp_path: Path) -> None:
    conversation = transcripts.read(sample.ENGLISH.path)
    assert isinstance(conversation, Conversation)
    lines = [said.content for said in conversation.messages]
    with closing(Database(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        for each in (database, other):
            _covered(each, lines, SESSION)
        for line in lines:
            terms = content_terms(line)
            found, expected = (
                [at.position for at in each.search.covered(SESSION, terms, limit=5)]
                for each in (database, other)
            )
            assert found == expected


_PLACES = st.lists(st.tuples(st.integers(1, 9), st.sets(st.integers(0, 30))), max_size=6)


@given(_PLACES, st.integers(1, 12))
def test_none_of_the_heaviest_is_passed_over_to_save_time(
    places: list[tuple[int, set[int]]], wanted: int
) -> None:
    places.sort(key=lambda each: -each[0])
    full = {
        at: float(sum(weight for weight, positions in places if at in positions))
        for at in set[int]().union(*(positions for _, positions in places))
    }

    def heaviest(weights: dict[int, float]) -> list[tuple[float, int]]:
        return sorted(((weight, at) for at, weight in weights.items()), reverse=True)[:wanted]

    assert heaviest(weighed(places, wanted)) == heaviest(full)
