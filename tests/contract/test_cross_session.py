"""Looking beyond a session, on each database: other sessions, and questions asked before."""

import pytest

from benchmark.databases import local_database
from database import Database, ScopedDatabase
from tests.conversing import NOW, SESSION, later, said
from tidemark.errors import SessionNotFound
from tidemark.nlp.search_terms import Term, content_terms
from tidemark.retrieval.cross_session import CrossSessionPassage
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.schema.turn_outcome import TurnOutcome

LISBON = (
    "Which hotel in Alfama is quiet?",
    "The Memmo Alfama is quiet, and asks 95 euros a night.",
    "And the ferry?",
    "The ferry to Cacilhas leaves every ten minutes.",
)
GARDEN = ("When do I prune the roses?", "Roses are pruned in March.")


def talk(
    database: ScopedDatabase, session_id: str, title: str, *contents: str, at: int = 0
) -> None:
    """Store questions and replies in turn, each a turn of its own."""
    for number in range(0, len(contents), 2):
        asked, answered = contents[number : number + 2]
        begun = database.turns.start(
            session_id, said(asked, at=later(at)), title=title, owner="me", now=later(at)
        )
        reply = said(answered, "assistant", at=later(at))
        database.turns.finish(begun.turn.id, TurnOutcome("done", reply=reply), now=later(at))


@pytest.fixture
def talked(database: ScopedDatabase) -> ScopedDatabase:
    """A database of three sessions: of Lisbon, of a garden, and the one that is spoken in."""
    talk(database, "lisbon", "Trip to Lisbon", *LISBON)
    talk(database, "garden", "The garden", *GARDEN, at=1)
    talk(database, SESSION, "Here", "Hello there", "Good evening.", at=2)
    return database


def asides(
    database: ScopedDatabase, question: str, session_id: str = SESSION
) -> list[tuple[str, str]]:
    found = database.cross_session.find(session_id, content_terms(question))
    return [(each.title, each.message.content) for each in found.passages]


def own_of(
    database: ScopedDatabase, terms: list[Term], before: int
) -> tuple[CrossSessionPassage, ...]:
    return database.cross_session.find("long", terms, before=before).own


def test_what_another_session_says_is_found_with_its_title(talked: ScopedDatabase) -> None:
    question = content_terms("What does the ferry to Cacilhas cost?")
    found = talked.cross_session.find(SESSION, question)
    (best, *_) = found.passages
    assert (best.title, best.message.content) == ("Trip to Lisbon", LISBON[3])
    assert [term[0] for term in best.shared] == ["ferri", "cacilha"]
    assert 0.5 < best.share < 1
    assert (found.looks_across, found.own) == (True, ())


def test_what_one_session_speaks_of_most_is_found(database: ScopedDatabase) -> None:
    said = [f"The hotel in Alfama has {number} rooms and nice lemon trees." for number in range(40)]
    talk(database, "lisbon", "Trip to Lisbon", *said)
    for number in range(8):
        talk(database, f"days_{number}", "A day", *["It was a nice day."] * 4, at=number)
    talk(database, SESSION, "Here", "Hello there", "Good evening.", at=9)
    assert ("Trip to Lisbon", said[-1]) in asides(database, "Which hotel in Alfama did I look at?")
    assert asides(database, "Is it nice?") == []


def test_what_the_person_said_next_comes_with_what_is_found(talked: ScopedDatabase) -> None:
    terms = content_terms("Is Memmo Alfama quiet?")
    (best, *_) = talked.cross_session.find(SESSION, terms).passages
    assert [message.content for message in best.after] == [LISBON[2]]


def test_what_shares_little_with_the_question_is_left_there(talked: ScopedDatabase) -> None:
    assert asides(talked, "Which museum in Porto is free on a Sunday in the winter?") == []


def test_a_session_that_does_not_remember_across_finds_nothing_and_is_not_found(
    talked: ScopedDatabase,
) -> None:
    question = "When are the roses pruned?"
    assert [title for title, _ in asides(talked, question)] == ["The garden"] * 2
    talked.sessions.remember_across(SESSION, is_on=False)
    assert not talked.sessions.remembers_across(SESSION)
    assert asides(talked, question) == []
    talked.sessions.remember_across(SESSION, is_on=True)
    talked.sessions.remember_across("garden", is_on=False)
    assert asides(talked, question) == []


def test_what_others_who_share_the_database_said_is_not_found(
    talked: ScopedDatabase, opened_database: Database
) -> None:
    with opened_database.transaction() as connection:
        connection.exec_driver_sql(
            "UPDATE sessions SET user_id = 'somebody' WHERE session_id = 'garden'"
        )
    assert asides(talked, "When are the roses pruned?") == []
    assert asides(talked, "Which hotel is quiet?") != []


def test_what_is_said_meanwhile_is_found_and_what_is_deleted_is_not(
    talked: ScopedDatabase, database_url: str
) -> None:
    question = "When are the roses pruned?"
    before = asides(talked, question)
    assert [title for title, _ in before] == ["The garden"] * 2
    with local_database(database_url) as another:
        talk(another, SESSION, "Here", "Are roses pruned?", "Roses, yes, are pruned.", at=3)
        assert asides(talked, question) == before
        own = talked.cross_session.find(SESSION, content_terms(question)).own
        assert "Roses, yes, are pruned." in [each.message.content for each in own]
        talk(another, "garden", "The garden", "And ivy?", "Ivy, like roses, is pruned now.", at=4)
        assert ("The garden", "Ivy, like roses, is pruned now.") in asides(talked, question)
        talk(another, "shed", "The shed", "Hm", "The roses by the shed are pruned.", at=5)
        assert ("The shed", "The roses by the shed are pruned.") in asides(talked, question)
        another.sessions.delete("garden")
    assert {title for title, _ in asides(talked, question)} == {"The shed"}


def test_a_look_into_many_chats_leaves_what_is_found_in_ones_own(database: ScopedDatabase) -> None:
    talk(database, "first", "First", "Who keeps bees?", "Amelia keeps bees in Ghent.")
    for number in range(150):
        talk(database, f"of_{number}", "Other", f"Bees of {number}?", "Calm.", at=number)
    question = "Where does Amelia keep bees?"
    asides(database, question, "first")
    hits = database.recall.find("first", RecallQuery.read(question))
    assert "Amelia keeps bees in Ghent." in [hit.content for hit in hits]
    assert ("bee" in hits[0].shared, hits[0].position) == (True, 1)


def test_what_was_said_in_a_turn_that_was_stopped_is_found_all_the_same(
    talked: ScopedDatabase,
) -> None:
    told = said("My bees live by the roses.", at=later(3))
    begun = talked.turns.start("garden", told, title="", owner="me", now=later(3))
    assert asides(talked, "Where do my bees live?") == []
    talked.turns.finish(begun.turn.id, TurnOutcome("stopped"), now=later(4))
    assert asides(talked, "Where do my bees live?") == [("The garden", told.content)]


def test_a_question_asked_before_is_found_with_its_answer(talked: ScopedDatabase) -> None:
    found = talked.cross_session.find(SESSION, content_terms("Which quiet hotel is in Alfama?"))
    (alike,) = found.similar_questions
    said = (alike.question.content, alike.answer.content, alike.title)
    assert said == (LISBON[0], LISBON[1], "Trip to Lisbon")
    assert alike.likeness == pytest.approx(1.0)


def test_of_its_own_questions_only_those_before_count(talked: ScopedDatabase) -> None:
    terms = content_terms("Which hotel in Alfama is quiet?")
    (alike,) = talked.cross_session.find("lisbon", terms).similar_questions
    assert alike.title is None
    assert talked.cross_session.find("lisbon", terms, before=0).similar_questions == ()


def test_what_was_said_after_a_long_message_is_found_too(database: ScopedDatabase) -> None:
    long = " ".join(f"The harbour of day {number} was calm." for number in range(200))
    bees = "My sister Amelia keeps bees in Ghent."
    talk(database, "long", "Days", long, "I see.", bees, "How nice.", "Hi", "Hello.")
    talk(database, SESSION, "Here", "Hello there", "Good evening.", at=9)
    assert asides(database, "Where does Amelia keep bees?") == [("Days", bees)]
    assert [content for _, content in asides(database, "And on day 150?")] == [long]
    talk(database, "other", "Other", "Amelia keeps bees?", "Yes, bees.", at=10)
    terms = content_terms("Where does Amelia keep bees?")
    assert [each.message.content for each in own_of(database, terms, before=3)] == [bees]
    assert own_of(database, terms, before=2) == ()


def test_three_questions_alike_come_back_at_most_the_likest_first(database: ScopedDatabase) -> None:
    for number in range(5):
        extra = " today in the old town" if number == 3 else ""
        asked = f"Which quiet hotel is near the castle{extra}?"
        talk(database, f"trip_{number}", f"Trip {number}", asked, f"Hotel {number}.", at=number)
    talk(database, SESSION, "Here", "Hello there", "Good evening.", at=9)
    found = database.cross_session.find(SESSION, content_terms("Is a quiet hotel near the castle?"))
    answers = [each.answer.content for each in found.similar_questions]
    assert answers == ["Hotel 4.", "Hotel 2.", "Hotel 1."]


def test_a_question_that_got_no_whole_answer_is_not_found(database: ScopedDatabase) -> None:
    begun = database.turns.start(
        "lisbon", said("Which hotel in Alfama is quiet?"), title="", owner="me", now=NOW
    )
    database.turns.finish(begun.turn.id, TurnOutcome("stopped"), now=NOW)
    talk(database, SESSION, "Here", "Hello there", "Good evening.", at=9)
    look = database.cross_session.find(SESSION, content_terms("Which hotel in Alfama is quiet?"))
    assert look.similar_questions == ()


def test_messages_of_any_session_are_read_by_their_person_alone(
    talked: ScopedDatabase, other_user: ScopedDatabase
) -> None:
    ids = [message.id for message in talked.get_messages("lisbon")[:1]]
    ids += [message.id for message in talked.get_messages("garden")[:1]]
    found = talked.cross_session.messages(ids)
    assert [(message.content, title) for message, title in found] == [
        (LISBON[0], "Trip to Lisbon"),
        (GARDEN[0], "The garden"),
    ]
    assert other_user.cross_session.messages(ids) == ()


def test_the_choice_goes_with_an_export_and_comes_back(talked: ScopedDatabase) -> None:
    talked.sessions.remember_across("garden", is_on=False)
    talked.restore("copy", talked.record("garden"))
    assert not talked.sessions.remembers_across("copy")


def test_no_session_remembers_nothing(database: ScopedDatabase) -> None:
    found = database.cross_session.find("nowhere", content_terms("Which hotel is quiet?"))
    assert (found.looks_across, found.passages, found.similar_questions) == (False, (), ())
    with pytest.raises(SessionNotFound):
        database.sessions.remembers_across("nowhere")
    with pytest.raises(SessionNotFound):
        database.sessions.remember_across("nowhere", is_on=False)


def test_a_branch_stands_alone_where_its_chat_does(talked: ScopedDatabase) -> None:
    talked.sessions.remember_across("garden", is_on=False)
    forked = talked.branches.fork("garden", 1, wished="branch", title="The garden", now=NOW)
    assert not talked.sessions.remembers_across(forked.session_id)
