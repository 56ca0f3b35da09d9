"""Finding in all chats at once: titles and passages, the words marked, what is deleted nowhere."""

import datetime as dt
import re

import pytest
from sqlalchemy import Connection, Engine, event

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, said
from tidemark.retrieval.search_query import SearchResults
from tidemark.schema.messages import MessageMetadata, Usage
from tidemark.schema.turn_outcome import TurnOutcome

DAY = dt.timedelta(days=1)


def tell(database: ScopedDatabase, session_id: str, *words: str, title: str = "A chat") -> None:
    database.sessions.ensure(session_id, title=title, now=NOW)
    database.messages.add_many(session_id, [said(each) for each in words])


def where(found: SearchResults) -> list[tuple[str, list[int]]]:
    return [(each.session_id, [part.position for part in each.passages]) for each in found.shown]


def marked(found: SearchResults) -> list[str]:
    return [
        part.text[at:to] for each in found.shown for part in each.passages for at, to in part.marks
    ]


@pytest.fixture
def talks(database: ScopedDatabase) -> ScopedDatabase:
    tell(database, "lisbon", "Which hotels in Alfama are quiet?", "The Albatross is a quiet hotel.")
    tell(database, "rome", "A hotel near the station, please.", title="Rome in spring")
    tell(database, "dutch", "We vliegen in mei naar Porto.", title="Vliegen naar Porto")
    return database


def test_words_are_found_in_any_form_and_marked(talks: ScopedDatabase) -> None:
    found = talks.session_search.find("quiet hotel ")
    assert where(found) == [("lisbon", [1, 0])]
    assert (found.chats, found.passages, found.is_more) == (1, 2, False)
    assert marked(found) == ["quiet", "hotel", "hotels", "quiet"]


@pytest.mark.parametrize(
    "typed", ["ho", "hot", "hote", "hotel", "hotels", "Hotel near", "hotel sta"]
)
def test_the_last_word_may_be_half_typed(talks: ScopedDatabase, typed: str) -> None:
    assert "rome" in [each.session_id for each in talks.session_search.find(typed).shown]


def test_a_form_that_its_stem_does_not_begin_is_found_while_it_is_typed(
    database: ScopedDatabase,
) -> None:
    tell(database, "sport", "I was running along the river.")
    for typed in ("run", "runn", "runni", "runnin", "running"):
        assert where(database.session_search.find(typed)) == [("sport", [0])], typed
    assert marked(database.session_search.find("runni")) == ["running"]


def test_a_title_is_found_anywhere_in_it_and_comes_first(talks: ScopedDatabase) -> None:
    found = talks.session_search.find("rome spr")
    assert [(each.session_id, each.in_title, each.count) for each in found.shown] == [
        ("rome", True, 0)
    ]
    tell(talks, "other", "Rome was not built in a day.")
    found = talks.session_search.find("rome")
    assert [(each.session_id, each.in_title) for each in found.shown] == [
        ("rome", True),
        ("other", False),
    ]


def test_a_title_is_found_whatever_its_capitals(database: ScopedDatabase) -> None:
    tell(database, "a", "Oui.", title="École buissonnière 100%_")
    for typed in ("école", "ÉCOLE", "BUISS", "100"):
        assert database.session_search.find(typed).chats == 1, typed
    assert database.session_search.find("1_0").chats == 0


def test_chats_come_by_when_they_were_spoken_in_and_the_newest_passage_first(
    database: ScopedDatabase,
) -> None:
    for day, name in enumerate(("b", "c", "a")):
        database.sessions.ensure(name, title=name, now=NOW + day * DAY)
        database.messages.add_many(name, [said(f"whale {at}") for at in range(5)])
    found = database.session_search.find("whale", limit=2)
    assert where(found) == [("a", [4, 3, 2]), ("c", [4, 3, 2])]
    assert (found.chats, found.passages) == (3, 15)


@pytest.mark.parametrize("typed", ["", " ", "a", "?", '"', "zebra", "hotel zebra", "'"])
def test_nothing_is_found_where_there_is_nothing_to_find(talks: ScopedDatabase, typed: str) -> None:
    assert talks.session_search.find(typed).shown == ()


@pytest.mark.parametrize("typed", ['hotel" OR "', "hotel*", "NEAR(hotel)", "stems:hotel", "ho%"])
def test_what_an_index_would_read_as_more_than_words_is_only_words(
    talks: ScopedDatabase, typed: str
) -> None:
    assert talks.session_search.find(typed).is_more is False


def test_the_archive_is_found_and_the_trash_is_not(talks: ScopedDatabase) -> None:
    talks.session_lists.archive(["rome"], is_on=True)
    talks.session_lists.discard(["lisbon"], now=NOW)
    found = talks.session_search.find("hotel")
    assert [(each.session_id, each.is_archived) for each in found.shown] == [("rome", True)]
    talks.session_lists.discard(["dutch"], now=NOW)
    assert talks.session_search.find("porto").chats == 0
    talks.session_lists.restore(["dutch"])
    assert talks.session_search.find("porto").chats == 1
    talks.sessions.delete("rome")
    assert talks.session_search.find("hotel").chats == 0


def test_what_branches_share_is_found_once_and_what_they_do_not_each(
    database: ScopedDatabase,
) -> None:
    tell(database, SESSION, "The whale dives.", "So it does.", "A gull flies.")
    begun = database.branches.branch(
        SESSION, said("A whale sings."), shared=2, wished="talk_branch", owner="me", now=NOW
    )
    database.turns.abandon(begun.turn.id)
    branch = begun.turn.session_id
    database.turns.restart(branch, owner="me", now=NOW)
    turn = database.turns.last(branch)
    assert turn is not None
    database.turns.finish(
        turn.id, TurnOutcome("done", reply=said("It does.", "assistant")), now=NOW
    )

    found = database.session_search.find("whale")
    assert sorted(where(found)) == [(SESSION, [0]), (branch, [2])]


def test_what_a_chat_begun_from_a_message_copied_is_found_once_unless_the_first_is_in_the_trash(
    database: ScopedDatabase,
) -> None:
    tell(database, SESSION, "The whale dives.", "So it does.")
    fork = database.branches.fork(SESSION, 2, wished="fork", title="A chat", now=NOW).session_id
    database.messages.add_many(fork, [said("A whale sings.")])
    of_fork = database.branches.fork(fork, 3, wished="last", title="A chat", now=NOW).session_id
    found = database.session_search.find("whale")
    assert sorted(where(found)) == [(fork, [2]), (SESSION, [0])]
    assert (found.chats, found.passages) == (2, 2)
    database.session_lists.discard([SESSION], now=NOW)
    assert where(database.session_search.find("whale")) == [(fork, [2, 0])]
    database.sessions.delete(fork)
    assert where(database.session_search.find("whale")) == [(of_fork, [2, 0])]


def test_all_passages_of_one_chat_are_returned_when_asked_for(database: ScopedDatabase) -> None:
    for name in ("a", "b"):
        tell(database, name, *(f"whale {at}" for at in range(5)))
    found = database.session_search.find("whale", whole="a")
    assert dict(where(found)) == {"b": [4, 3, 2], "a": [4, 3, 2, 1, 0]}


def test_a_reply_of_the_built_in_engine_comes_after_the_messages_that_it_quotes(
    database: ScopedDatabase,
) -> None:
    echo = MessageMetadata(engine="builtin", usage=Usage(), sources=(2, 0, 0))
    database.sessions.ensure("sea", title="Sea", now=NOW)
    told = [said(f"The whale is number {at}.") for at in range(3)]
    replies = [said(f"Earlier you said: whale {at}", "assistant", metadata=echo) for at in range(4)]
    database.messages.add_many("sea", [*told, said("A whale.", "assistant"), *replies])
    ((_, positions),) = where(database.session_search.find("whale"))
    assert positions == [3, 2, 1]


def test_the_content_is_read_of_the_messages_shown_alone(database: ScopedDatabase) -> None:
    for session_id in ("first", "second"):
        tell(database, session_id, *(f"The boat leaves at {hour}." for hour in range(9)))
    read: list[object] = []

    def hear(_: Connection, __: object, statement: str, given: object, *___: object) -> None:
        if "messages.content" in statement:
            read.extend(re.findall(r"\d+", str(given)))

    database.session_search.find("boat")  # what is new is indexed
    event.listen(Engine, "before_cursor_execute", hear)
    found = database.session_search.find("boat")
    event.remove(Engine, "before_cursor_execute", hear)
    assert where(found) == [("second", [8, 7, 6]), ("first", [8, 7, 6])]
    assert len(read) == 6


def test_a_passage_begins_with_the_line_of_its_word(database: ScopedDatabase) -> None:
    tell(database, "care", "Her number is 023 555 0142.\n- His key is with Mrs. Yilmaz.")
    (found,) = database.session_search.find("yilmaz").shown
    assert found.passages[0].text == "…His key is with Mrs. Yilmaz."


def test_a_long_passage_is_cut_about_the_word_found(database: ScopedDatabase) -> None:
    words = " ".join(f"word{at}" for at in range(60))
    tell(database, "long", f"{words} albatross {words}")
    (found,) = database.session_search.find("albatross").shown
    (part,) = found.passages
    assert len(part.text) < 200
    assert part.text.startswith("…")
    assert [part.text[at:to] for at, to in part.marks] == ["albatross"]


@pytest.mark.parametrize("chars", [64, 65, 100, 2_000])
def test_a_key_is_found_by_all_of_it_and_by_its_beginning(
    database: ScopedDatabase, chars: int
) -> None:
    key = "".join(f"{number * number:x}" for number in range(1_000, 2_000))[:chars]
    tell(database, "keys", f"The key is {key}. Keep it.", "It is kept.")
    for typed in (key, f"{key} ", key[:40]):
        assert where(database.session_search.find(typed)) == [("keys", [0])], typed
    assert where(database.session_search.find(f"a{key}")) == []


def test_a_whole_message_can_be_searched_for(database: ScopedDatabase) -> None:
    tell(database, "long", "one two three four")
    assert where(database.session_search.find("one two three four " * 5_000)) == [("long", [0])]
