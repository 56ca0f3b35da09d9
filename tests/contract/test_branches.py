"""Branches on each database: what a fork takes along, and that nothing leaks between two."""

import pytest

from database import ScopedDatabase
from tests.conversing import (
    NOW,
    SESSION,
    answer,
    ask,
    assert_whole,
    begin,
    fold,
    later,
    remembered,
    said,
)
from tidemark.errors import SessionNotFound
from tidemark.nlp.search_terms import content_terms
from tidemark.retrieval.recall_query import RecallQuery
from tidemark.schema import (
    Citation,
    MessageMetadata,
    NewMerge,
    QueryUnderstanding,
    TextPart,
    TurnStart,
)
from tidemark.schema.branches import Branch, Fork, Origin
from tidemark.schema.records import SessionRecord
from tidemark.schema.turn_outcome import TurnOutcome
from tidemark.storage.branches import UNANSWERED


def _forked(database: ScopedDatabase, shared: int, session_id: str = SESSION) -> SessionRecord:
    """Fork a session and return the record of the fork."""
    session = database.branches.fork(
        session_id, shared, wished="fork", title="A trip", now=later(9)
    )
    return database.record(session.session_id)


def test_forks_are_numbered_in_a_row_whatever_versions_there_are(database: ScopedDatabase) -> None:
    begin(database, 6)
    _branched(database, 2, "Another way")  # shown as a version of the same chat

    titles = [
        database.branches.fork(SESSION, 4, wished="fork", title=title, now=later(9)).title
        for title in ("A trip", "A trip", "A trip (2)")
    ]
    assert titles == ["A trip (2)", "A trip (3)", "A trip (4)"]


def _branched(
    database: ScopedDatabase, shared: int, content: str, session_id: str = SESSION, at: int = 5
) -> TurnStart:
    return database.branches.branch(
        session_id,
        said(content, at=later(at)),
        shared=shared,
        wished=f"{SESSION}_branch",
        owner="me",
        now=later(at),
    )


def _exchanges(database: ScopedDatabase, count: int, session_id: str = SESSION) -> None:
    for number in range(count):
        answer(database, ask(database, f"Question {number}", session_id), f"Reply {number}")


def _words(database: ScopedDatabase, session_id: str) -> list[str]:
    return [message.content for message in database.get_messages(session_id)]


def test_a_fork_begins_as_the_session_did_and_goes_its_own_way(database: ScopedDatabase) -> None:
    begin(database, 6)
    whole = database.record(SESSION)

    forked = _forked(database, 4)
    database.messages.add_many("fork", [said("Elsewhere", at=later(10))])

    assert forked == SessionRecord(
        session_id="fork",
        title="A trip (2)",
        created_at=later(9),
        updated_at=later(9),
        messages=whole.messages[:4],
        forked=Fork(session_id=SESSION, shared=4),
    )
    assert database.record(SESSION) == whole
    assert _words(database, "fork")[3:] == ["Message 3", "Elsewhere"]
    assert database.branches.origin("fork") == Origin(session_id=SESSION, shared=4, title="A trip")
    assert [session.session_id for session in database.session_lists.recent()] == ["fork", SESSION]


def test_a_fork_takes_the_summaries_of_what_it_shares_and_undoes_those_it_cuts(
    database: ScopedDatabase,
) -> None:
    begin(database, 1, session_id="before")  # so that ids differ from positions
    stored = begin(database, 12)
    first = fold(database, stored[:4], "They met")
    merged = NewMerge(memory=remembered("All", [stored[0].id]), token_count=5, supersedes=())
    merge = merged.model_copy(update={"supersedes": (first.id,)})
    fold(database, stored[4:8], "They talked", merged=merge)
    fold(database, stored[8:10], "They parted")

    for shared, covered, texts in (
        (12, 10, [["All"], ["They parted"]]),
        (9, 8, [["All"]]),
        (8, 8, [["All"]]),
        (6, 4, [["They met"]]),
        (3, 0, []),
    ):
        record = _forked(database, shared)
        name = record.session_id
        assert_whole(record)
        assert [message.is_summarized for message in record.messages] == [
            message.position < covered for message in record.messages
        ]
        in_force = database.get_summaries(name)
        assert [[i.text for _, i in s.memory.all_items()] for s in in_force] == texts
        own = {message.id for message in database.get_messages(name)}
        for summary in database.summaries.all(name):
            assert all(set(item.message_ids) <= own for _, item in summary.memory.all_items())
        database.sessions.delete(name)


def test_a_fork_goes_on_to_fold_what_the_cut_left_active(database: ScopedDatabase) -> None:
    stored = begin(database, 8)
    fold(database, stored)
    _forked(database, 6)

    active = database.get_messages("fork", exclude_summarized=True)
    summary = fold(database, active)

    assert (summary.from_message_index, summary.to_message_index) == (0, 5)
    assert_whole(database.record("fork"))


def test_what_an_analysis_points_at_is_in_the_fork_itself(database: ScopedDatabase) -> None:
    begin(database, 1, session_id="before")
    (first,) = begin(database, 1)
    turn = ask(database, "When do we land?")
    known = MessageMetadata(
        query_analysis=QueryUnderstanding(),
        recalled=(first.id,),
        augmented=(TextPart(text="- "), TextPart(of=first.id, start=0, end=7)),
    )
    cites = MessageMetadata(citations=(Citation(of=first.id, start=3, end=7),))
    reply = said("At noon.", "assistant", metadata=cites)
    database.turns.finish(
        turn.id, TurnOutcome("done", reply=reply, question_metadata=known), now=NOW
    )

    _forked(database, 3)

    own, question, answered = database.get_messages("fork")
    assert answered.metadata.citations == (Citation(of=own.id, start=3, end=7),)
    assert question.metadata.recalled == (own.id,)
    assert question.metadata.augmented[1] == TextPart(of=own.id, start=0, end=7)
    assert database.record("fork").messages == database.record(SESSION).messages


def test_turns_come_along_and_one_without_its_reply_can_be_retried(
    database: ScopedDatabase,
) -> None:
    _exchanges(database, 2)
    turn = ask(database, "And then?")
    answer(database, turn, "Half", "stopped")
    database.turns.restart(SESSION, owner="me", now=later(1))

    def turns(shared: int) -> list[tuple[int, int | None, str, str | None]]:
        record = _forked(database, shared)
        database.sessions.delete(record.session_id)
        return [(at.question, at.reply, at.status, at.reason) for at in record.turns]

    done = [(0, 1, "done", None), (2, 3, "done", None)]
    assert turns(4) == done
    assert turns(3) == [done[0], (2, None, "failed", UNANSWERED)]
    assert turns(6) == [*done, (4, 5, "stopped", None), (4, None, "failed", UNANSWERED)]
    assert turns(0) == []
    fork = _forked(database, 3).session_id
    assert database.turns.restart(fork, owner="me", now=later(2)).question.content == "Question 1"


def test_a_fork_finds_what_it_shares_and_nothing_said_after(database: ScopedDatabase) -> None:
    begin(database)
    contents = [f"The code of room {number} is kappa{number}" for number in range(300)]
    database.messages.add_many(SESSION, [said(content) for content in contents])
    answer(database, _branched(database, 200, "The code of room 999 is omega").turn)

    def found(session_id: str, word: str) -> list[str]:
        hits = database.recall.find(session_id, RecallQuery.read(word), limit=1)
        return [hit.content for hit in hits]

    branch = f"{SESSION}_branch"
    assert found(branch, "kappa7") == [contents[7]]
    assert found(branch, "kappa199") == [contents[199]]
    assert found(branch, "kappa200") == []
    assert found(branch, "omega") == ["The code of room 999 is omega"]
    assert found(SESSION, "omega") == []
    assert found(SESSION, "kappa299") == [contents[299]]


def test_a_long_fork_is_indexed_after_it_is_made_and_before_anyone_searches(
    database: ScopedDatabase,
) -> None:
    begin(database)
    contents = [f"The code of room {number} is kappa{number}" for number in range(2_200)]
    database.messages.add_many(SESSION, [said(content) for content in contents])

    def fork() -> str:
        made = database.branches.fork(SESSION, 2_100, wished="fork", title="Apart", now=NOW)
        return made.session_id

    def found(session_id: str, word: str) -> list[str]:
        hits = database.recall.find(session_id, RecallQuery.read(word), limit=1)
        return [hit.content for hit in hits]

    def chats_with(word: str) -> int:
        return database.session_search.find(word).chats

    first, second, deleted = fork(), fork(), fork()
    assert found(first, "kappa7") == []
    database.sessions.delete(deleted)
    database.branches.index(first)
    assert found(first, "kappa7") == [contents[7]]
    assert found(first, "kappa2099") == [contents[2_099]]
    assert found(first, "kappa2100") == []
    database.session_lists.discard([SESSION], now=NOW)  # else its copies are not shown
    assert (chats_with("kappa7"), chats_with("kappa2100")) == (2, 0)
    assert found(second, "kappa2099") == [contents[2_099]]
    database.sessions.delete(second)
    assert chats_with("kappa7") == 1
    database.session_lists.restore([SESSION])
    assert (chats_with("kappa7"), chats_with("kappa2100")) == (1, 1)


def test_nothing_of_another_branch_comes_up_even_where_one_looks_across_chats(
    database: ScopedDatabase,
) -> None:
    _exchanges(database, 1)
    answer(database, _branched(database, 2, "The ferry to Cacilhas leaves at nine").turn)
    begin(database, 2, session_id="other")
    terms = content_terms("When does the ferry to Cacilhas leave?")

    def asides(session_id: str) -> int:
        return len(database.cross_session.find(session_id, terms).passages)

    assert asides(SESSION) == 0  # not listed, and a branch of the same chat
    assert asides("other") > 0
    database.branches.show(SESSION)
    assert asides("other") == 0
    assert asides(f"{SESSION}_branch") == 0


def test_a_fork_has_the_settings_of_its_session(database: ScopedDatabase) -> None:
    begin(database, 2)
    database.sessions.remember_across(SESSION, is_on=False)

    _forked(database, 1)

    assert not database.sessions.remembers_across("fork")


def test_the_list_shows_one_row_a_family_the_one_last_looked_at(database: ScopedDatabase) -> None:
    _exchanges(database, 3)
    begun = _branched(database, 2, "Another question 1")
    branch = begun.turn.session_id

    def listed() -> list[str]:
        return [session.session_id for session in database.session_lists.recent()]

    assert listed() == [branch]
    database.branches.show(SESSION)
    assert listed() == [SESSION]
    third = _branched(database, 4, "Another question 2", branch).turn.session_id
    database.branches.show(branch)
    assert listed() == [branch]
    assert database.branches.family(third) == (
        Branch(session_id=SESSION, looked=2),
        Branch(session_id=branch, forked=Fork(session_id=SESSION, shared=2), looked=4),
        Branch(session_id=third, forked=Fork(session_id=branch, shared=4), looked=3),
    )
    assert _words(database, third)[2:] == ["Another question 1", "Another question 2"]
    assert database.branches.origin(third) is None


def test_renaming_and_deleting_a_chat_concern_all_of_its_branches(database: ScopedDatabase) -> None:
    _exchanges(database, 2)
    branch = _branched(database, 2, "Another question").turn.session_id
    fork = database.branches.fork(branch, 3, wished="fork", title="Apart", now=NOW).session_id

    database.sessions.rename(branch, "Renamed")
    assert database.sessions.get(SESSION).title == "Renamed"
    database.sessions.delete(branch)

    assert [session.title for session in database.session_lists.recent()] == ["Apart (2)"]
    assert not database.sessions.exists(SESSION)
    assert database.branches.origin(fork) == Origin(session_id=branch, shared=3, title=None)


def test_a_chat_with_its_branches_comes_back_as_it_was(database: ScopedDatabase) -> None:
    stored = begin(database, 6)
    fold(database, stored[:4])
    branch = _branched(database, 5, "Another").turn.session_id
    third = _branched(database, 2, "A third", branch).turn.session_id
    database.branches.show(branch)
    fork = database.branches.fork(third, 3, wished="fork", title="Apart", now=NOW).session_id
    records = [database.record(session_id) for session_id in (SESSION, fork)]
    assert [database.record(at) for at in (branch, third)] == [records[0], records[0]]
    listed = database.session_lists.recent()
    for session_id in (SESSION, fork):
        database.sessions.delete(session_id)

    for record in records:
        database.restore(record.session_id, record)

    assert [database.record(session_id) for session_id in (SESSION, fork)] == records
    assert database.session_lists.recent() == listed
    assert database.recall.find(third, RecallQuery.read("Another")) == ()


def test_a_restored_family_stands_beside_the_one_it_was_taken_from(
    database: ScopedDatabase,
) -> None:
    begin(database, 4)
    branch = _branched(database, 2, "Another").turn.session_id
    record = database.record(SESSION)

    database.restore("copy", record)

    copied = database.record("copy")
    assert copied.same_as(record)
    assert copied.branches[0].session_id == f"{branch}_2"
    assert copied.branches[0].forked == Fork(session_id="copy", shared=2)
    assert database.record(SESSION) == record


def test_a_session_that_is_not_there_is_not_forked(database: ScopedDatabase) -> None:
    with pytest.raises(SessionNotFound):
        database.branches.fork("none", 1, wished="fork", title="", now=NOW)
    with pytest.raises(SessionNotFound):
        database.branches.show("none")
    assert database.branches.family("none") == ()
    assert database.branches.origin("none") is None
    assert database.sessions.count() == 0
