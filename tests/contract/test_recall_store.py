"""Finding covered messages by their words, on each database."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from benchmark.databases import local_database
from database import Database, ScopedDatabase
from tests.conversing import NOW, SESSION, answer, ask, begin, fold, said
from tidemark import sample
from tidemark.nlp.search_terms import content_stems
from tidemark.retrieval.index_terms import stemmed
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.retrieval.refs import CollectionKey, CollectionState, passage_ref
from tidemark.schema import Message, MessageMetadata
from tidemark.schema.messages import Usage
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.storage.search.inverted_index import InvertedIndex, index_of
from tidemark.storage.search.passage_cache import PassageCache
from tidemark.storage.search.passages import collection_of
from tidemark.storage.tables import sessions
from tidemark.transfer.conversation import Conversation
from tidemark.transfer.readers import formats

LINES = (
    "We fly to Lisbon in May",
    "The flights to Lisbon cost 240 euros",
    "My sister prefers the sea",
    "Booked: a hotel by the sea in Lisbon, and a flight for my sister",
    "Shall we eat at seven o'clock in the café?",
)

LONG_WORD = "internationalisation" * 15


def _covered(
    database: ScopedDatabase, lines: Sequence[str], session_id: str
) -> tuple[Message, ...]:
    begin(database, session_id=session_id)
    new = [said(line, tokens=4 + len(line.split())) for line in lines]
    stored = database.messages.add_many(session_id, new)
    fold(database, stored)
    return stored


def _found(database: ScopedDatabase, question: str, limit: int = 3) -> list[int]:
    found = database.recall.find(SESSION, RecallQuery.read(question))
    return [hit.position for hit in found if hit.shared][:limit]


def test_the_message_that_shares_most_words_comes_first(database: ScopedDatabase) -> None:
    _covered(database, LINES, SESSION)

    assert _found(database, "What does the flight to Lisbon cost?") == [1, 0, 3]
    assert _found(database, "Which hotel by the sea?", limit=1) == [3]
    assert _found(database, "My sister and the sea") == [2, 3]
    assert _found(database, "Nothing of the sort was mentioned") == []
    assert _found(database, "") == []


def test_a_rare_word_weighs_more_than_a_common_one(database: ScopedDatabase) -> None:
    _covered(database, ["Lisbon"] * 9 + ["Lisbon, visa", "Lisbon, Lisbon, Lisbon"], SESSION)

    assert _found(database, "Lisbon visa", limit=1) == [9]


def test_a_partial_reply_of_the_built_in_engine_is_in_no_index(database: ScopedDatabase) -> None:
    """Its passage keeps its number, and weighs nothing."""
    echo = MessageMetadata(engine="builtin")
    begin(database)
    database.messages.add_many(
        SESSION,
        [
            said("The stove burns diesel"),
            said("Noted: the stove burns diesel", "assistant", metadata=echo),
            said("The boat is called Zwaan"),
            said("The stove is Danish", "assistant"),
        ],
    )

    assert sorted(_found(database, "What does the stove burn?")) == [0, 3]
    (chat,) = database.session_search.find("stove").shown
    assert sorted(passage.position for passage in chat.passages) == [0, 3]
    at = RecallQuery.read("today", spans=((0, 2**31),), is_of_time=True)
    assert [hit.position for hit in database.recall.find(SESSION, at)] == [0, 2, 3]
    assert [hit.position for hit in database.recall.find(SESSION, at, before=2)] == [0]


@pytest.mark.parametrize(
    ("metadata", "positions"),
    [
        (MessageMetadata(engine="builtin", usage=Usage(), sources=(1, 0, 0)), [0, 1]),
        (MessageMetadata(engine="builtin", usage=Usage()), [0]),
        (MessageMetadata(engine="builtin", sources=(1, 0, 0), partial="stopped"), [0]),
        (MessageMetadata(engine="gemini", usage=Usage(), sources=(1, 0, 0)), [0, 1]),
    ],
    ids=["whole", "without what it read", "broken off", "of another engine"],
)
def test_a_whole_reply_of_the_built_in_engine_is_in_the_index(
    database: ScopedDatabase, metadata: MessageMetadata, positions: list[int]
) -> None:
    begin(database)
    told = "Noted: the stove burns diesel"
    new = [said("The stove burns diesel"), said(told, "assistant", metadata=metadata)]
    database.messages.add_many(SESSION, new)

    (chat,) = database.session_search.find("stove").shown
    assert sorted(passage.position for passage in chat.passages) == positions


def test_a_long_message_must_share_more(database: ScopedDatabase) -> None:
    _covered(database, ["Lisbon", "Lisbon, and a great deal beside it, most of it sea"], SESSION)

    assert _found(database, "Lisbon") == [0, 1]


def test_of_a_long_message_the_passage_comes_back_that_says_most(database: ScopedDatabase) -> None:
    padding = "Nothing of note happened here today. " * 60
    _covered(database, [f"{padding}The harbour office opens at seven. {padding}"], SESSION)

    best, *_ = database.recall.find(SESSION, RecallQuery.read("When does the harbour office open?"))

    assert "The harbour office opens at seven." in best.text
    assert best.tokens <= 120
    assert best.content[best.start : best.end] == best.text


def test_what_stands_beside_the_words_comes_back_too(database: ScopedDatabase) -> None:
    _covered(database, ["Where do you live?", "Ghent.", *["So it is."] * 40, "I live."], SESSION)

    found = database.recall.find(SESSION, RecallQuery.read("Where does she live?"))

    worth = {hit.position: hit.worth for hit in found}
    assert worth[0] > worth[1] > worth[20]


def test_nothing_comes_back_of_a_past_that_holds_little_of_the_question(
    database: ScopedDatabase,
) -> None:
    _covered(database, LINES, SESSION)

    question = "Compare the monetary policies of Argentina, Turkey and Japan with the sea"
    assert database.recall.find(SESSION, RecallQuery.read(question)) == ()


def test_what_was_said_later_is_left_out(database: ScopedDatabase) -> None:
    _covered(database, LINES, SESSION)

    found = database.recall.find(SESSION, RecallQuery.read("Lisbon"), before=1)

    assert [hit.position for hit in found] == [0]


def test_a_session_whose_state_is_known_is_searched_as_any_other(database: ScopedDatabase) -> None:
    _covered(database, LINES, SESSION)
    query = RecallQuery.read("Lisbon")
    state = database.cross_session.find(SESSION, query.terms).state

    assert state is not None
    assert state.version == len(LINES)
    assert database.recall.find(SESSION, query, state=state) == database.recall.find(SESSION, query)


def test_what_is_found_reads_as_it_was_stored(database: ScopedDatabase) -> None:
    stored = _covered(database, LINES, SESSION)

    (found,) = database.recall.find(SESSION, RecallQuery.read("the café at seven"), limit=1)

    message = stored[4]
    assert (found.message_id, found.position, found.role) == (message.id, 4, message.role)
    assert (found.timestamp, found.text) == (message.timestamp, message.content)
    assert (found.worth, found.shared) == (1.0, ("café", "seven"))


@pytest.mark.parametrize(
    "word",
    ["café", "o'clock", "naïve", "snake_case", "中文", "привет", "NEAR", "2026", LONG_WORD],
    ids=lambda word: word[:9],
)
def test_any_word_is_found_again(database: ScopedDatabase, word: str) -> None:
    _covered(database, ["Nothing here", f"so {word} it is"], SESSION)

    assert _found(database, f"my {word}?") == [1]


def test_stems_are_words_and_never_a_language(database: ScopedDatabase) -> None:
    _covered(database, LINES, SESSION)

    for stem in ("*", "lisbon OR", "stems:lisbon", "'; DROP TABLE messages; --", "li*"):
        assert database.recall.find(SESSION, RecallQuery(((stem,),))) == ()


def test_what_was_said_in_one_language_is_found_in_the_other(database: ScopedDatabase) -> None:
    lines = ["We vlogen in mei naar Lissabon.", "Anna boekt twee kaartjes.", "The dentist rang."]
    _covered(database, lines, SESSION)

    assert _found(database, "Which flight did we take to Lissabon?") == [0]
    assert _found(database, "What did Anna say?") == [1]
    assert _found(database, "Welke dentist belde er?") == [2]
    assert _found(database, "kaart geboekt") == [1]  # too short to show its language


def test_another_session_is_never_found(database: ScopedDatabase) -> None:
    _covered(database, LINES[:2], SESSION)
    _covered(database, LINES, "other")

    assert sorted(_found(database, "Lisbon, sea", limit=9)) == [0, 1]


def test_several_sessions_are_searched_as_one_and_each_hit_says_of_which_it_is(
    database: ScopedDatabase,
) -> None:
    _covered(database, LINES[2:3], SESSION)
    _covered(database, ["Nothing of note."] * 9 + ["Is the sea warm in Lisbon?"], "other")
    _covered(database, LINES, "unasked")
    asked = RecallQuery.read("My sister prefers the sea")

    found = database.recall.find_among([SESSION, "nowhere", "other"], asked)

    assert [(hit.session_id, hit.position) for hit in found if hit.shared] == [
        (SESSION, 0),
        ("other", 9),
    ]
    assert found[0].worth == 1.0
    before = database.recall.find_among([SESSION, "other"], asked, before={"other": 9})
    assert {hit.session_id for hit in before} == {SESSION}
    assert database.recall.find_among([], asked) == ()


def test_what_was_said_since_the_last_question_is_found(
    database: ScopedDatabase, database_url: str
) -> None:
    begin(database, 300)
    with local_database(database_url) as elsewhere:
        assert _found(database, "Lisbon") == _found(elsewhere, "Lisbon") == []
        database.messages.add_many(SESSION, [said("We fly to Lisbon")])

        assert _found(elsewhere, "Lisbon") == _found(database, "Lisbon") == [300]


def test_active_messages_are_found_and_retired_ones_are_not(database: ScopedDatabase) -> None:
    begin(database)
    stored = database.messages.add_many(SESSION, [said(line) for line in LINES[:2]])
    fold(database, stored[:1])
    assert sorted(_found(database, "Lisbon")) == [0, 1]

    answer(database, ask(database, "Is it warm in Lisbon?"), "Lisbon is", "failed")
    database.turns.restart(SESSION, owner="me", now=NOW)
    database.mark_messages_as_summarized(SESSION, 0, 9)
    assert sorted(_found(database, "Lisbon", limit=9)) == [0, 1, 2]


def test_a_failed_write_leaves_no_word_behind(database: ScopedDatabase) -> None:
    begin(database)
    with suppress(ZeroDivisionError), database.transaction() as connection:
        database.messages.add(SESSION, said("Lisbon"), connection)
        raise ZeroDivisionError
    fold(database, database.messages.add_many(SESSION, [said("Porto")]))

    assert _found(database, "Lisbon") == []
    assert _found(database, "Porto") == [0]


def test_the_words_of_a_deleted_session_are_forgotten(database: ScopedDatabase) -> None:
    _covered(database, LINES, SESSION)
    _covered(database, LINES, "other")

    database.sessions.delete(SESSION)

    begin(database)
    assert _found(database, "Lisbon") == []
    found = database.recall.find("other", RecallQuery.read("My sister and the sea"))
    assert {hit.position for hit in found if hit.shared} == {2, 3}


def test_a_restored_session_is_found_like_the_first(database: ScopedDatabase) -> None:
    _covered(database, LINES, "other")
    database.restore(SESSION, database.record("other"))

    assert _found(database, "What does the flight to Lisbon cost?") == [1, 0, 3]


def test_a_very_long_question_is_searched_by_its_beginning(database: ScopedDatabase) -> None:
    things = " ".join(f"thing{number}" for number in range(60))
    _covered(database, [*LINES, things], SESSION)

    padding = " ".join(f"word{number}" for number in range(5000))
    assert _found(database, f"{things} {padding}", limit=1) == [len(LINES)]
    assert _found(database, f"{padding} {things}", limit=1) == []


THIRD, FOURTH = CollectionKey(3), CollectionKey(4)


def _index_of_two(connection: Connection) -> InvertedIndex:
    """Return the index; two sessions, whose passages it can have, exist."""
    connection.exec_driver_sql(
        "INSERT INTO sessions (key, session_id, title, created_at, updated_at, message_count) "
        "VALUES (3, 'third', '', '', '', 0), (4, 'fourth', '', '', '', 0)"
    )
    return index_of(connection)


def test_the_index_says_where_each_stem_occurs(opened_database: Database) -> None:
    contents = {0: "We fly to Lisbon", 1: "The café at seven o'clock", 7: "Lisbon, Lisbon, café"}
    stems = [*content_stems(" ".join(contents.values())), "nowhere", "lisbon OR café"]

    with opened_database.transaction() as connection:
        index = _index_of_two(connection)
        index.add(connection, THIRD, {})
        index.add(connection, THIRD, stemmed(contents))
        index.add(connection, FOURTH, stemmed({0: "Lisbon"}))
        before = index.find(connection, [THIRD], stems, most=100)
        later = index.find(
            connection, [THIRD], ["lisbon", "café", "seven"], most=9, since=[1, 0, 2]
        )
        index.remove(connection, THIRD, contents)
        after = [
            index.find(connection, [THIRD], stems, most=100),
            index.find(connection, [FOURTH], ["lisbon"], most=100),
        ]

    numbers = {"fli": [0], "lisbon": [0, 7], "café": [1, 7], "seven": [1], "o'clock": [1]}
    assert {stem: held.tolist() for stem, held in before.items()} == {
        stem: [passage_ref(THIRD, at) for at in held] for stem, held in numbers.items()
    }
    held = {stem: refs.tolist() for stem, refs in later.items()}
    assert held == {"lisbon": [passage_ref(THIRD, 7)], "café": before["café"].tolist()}
    assert after == [{}, {"lisbon": [passage_ref(FOURTH, 0)]}]


def test_of_a_very_frequent_word_the_last_passages_are_found(opened_database: Database) -> None:
    with opened_database.transaction() as connection:
        index = _index_of_two(connection)
        index.add(connection, THIRD, stemmed(dict.fromkeys(range(9), "the sea")))
        index.add(connection, FOURTH, stemmed({5: "the sea"}))
        found = index.find(connection, [THIRD, FOURTH], ["sea"], most=3)

    last = [passage_ref(THIRD, 7), passage_ref(THIRD, 8), passage_ref(FOURTH, 5)]
    assert found["sea"].tolist() == last


def test_while_a_question_waits_its_chat_is_read_once(database: ScopedDatabase) -> None:
    begin(database, 3)
    ask(database, "Is it warm in Lisbon?")
    state = database.cross_session.find(SESSION, [("lisbon",)]).state
    assert state is not None

    cache = PassageCache()
    with database.reading() as connection:
        (first,) = cache.get(connection, [state])
        assert cache.get(connection, [state])[0] is first


@pytest.mark.parametrize(("limit_bytes", "is_kept"), [(1000, True), (10, False)])
def test_what_there_is_no_room_for_is_read_again(
    database: ScopedDatabase, limit_bytes: int, *, is_kept: bool
) -> None:
    begin(database, 3)
    cache = PassageCache(limit_bytes)
    with database.reading() as connection:
        state = CollectionState(collection_of(connection.scalar(select(sessions.c.key)) or 0), 3)
        ((first,), (second,)) = (cache.get(connection, [state]) for _ in range(2))

    assert (first is second) is is_kept
    assert first.rows.tolist() == second.rows.tolist() != []


def test_every_database_finds_the_same(database: ScopedDatabase, tmp_path: Path) -> None:
    conversation = formats.read(sample.ENGLISH.path)
    assert isinstance(conversation, Conversation)
    lines = [said.content for said in conversation.messages]
    with local_database(f"sqlite:///{tmp_path / 'other.db'}") as other:
        for each in (database, other):
            _covered(each, lines, SESSION)
        for line in lines:
            found, expected = (
                [
                    (hit.position, hit.start)
                    for hit in each.recall.find(SESSION, RecallQuery.read(line))
                ]
                for each in (database, other)
            )
            assert found == expected


def test_what_a_turn_left_behind_is_found_once_the_next_was_answered(
    database: ScopedDatabase,
) -> None:
    begin(database)
    left = ask(database, "The visa for Lisbon is in the blue folder")
    assert database.turns.abandon(left.id)

    answered = ask(database, "And the flights?")
    assert answer(database, answered, "They are in the red folder") is not None

    assert _found(database, "Where is the visa?", limit=1) == [0]
    assert _found(database, "What is in a folder?") == [2, 0]


def test_a_question_of_a_turn_that_ended_without_a_reply_is_found(database: ScopedDatabase) -> None:
    begin(database, 2)
    turn = ask(database, "Is the omega room free?")
    before = database.recall.find(SESSION, RecallQuery.read("omega"))

    database.turns.finish(turn.id, TurnOutcome("stopped"), now=NOW)

    assert before == ()
    found = database.recall.find(SESSION, RecallQuery.read("omega"))
    assert found[0].message_id == turn.question_id
