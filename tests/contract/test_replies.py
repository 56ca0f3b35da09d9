"""Which of several replies stands, and what the person thought of each, on each database."""

import pytest

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, UNUSED_ID, answer, ask, begin, fold, later, said
from tidemark.errors import MessageGone, MessageNotFound, ReplyFolded, SessionBusy
from tidemark.schema import Message, ReplyRating
from tidemark.schema.turn_outcome import TurnOutcome

GOOD = ReplyRating(is_good=True, given_at=NOW)
BAD = ReplyRating(is_good=False, reason="It is the wrong year.", given_at=later(3))


def answered_twice(database: ScopedDatabase) -> tuple[Message, ...]:
    """Have a question with two whole replies, the second of which stands."""
    begin(database, 2)
    answer(database, ask(database, "Where to?"), "To Lisbon.")
    seen = database.turns.last(SESSION)
    begun = database.turns.restart(SESSION, owner="me", now=NOW, seen=seen, even_done=True)
    reply = said("To Porto.", "assistant")
    database.turns.finish(
        begun.turn.id, TurnOutcome("done", reply=reply, may_have_reply=True), now=NOW
    )
    return database.get_messages(SESSION)


def active(database: ScopedDatabase) -> list[str]:
    return [at.content for at in database.get_messages(SESSION, exclude_summarized=True)]


def test_an_opinion_is_kept_changed_and_taken_back(database: ScopedDatabase) -> None:
    _, reply = begin(database, 2)
    database.replies.rate(SESSION, reply.id, GOOD)
    assert database.replies.ratings([reply.id, UNUSED_ID]) == {reply.id: GOOD}
    database.replies.rate(SESSION, reply.id, BAD)
    assert database.replies.ratings([reply.id]) == {reply.id: BAD}
    database.replies.rate(SESSION, reply.id, None)
    assert database.replies.ratings([reply.id]) == {}


def test_only_a_reply_of_the_session_is_thought_of(database: ScopedDatabase) -> None:
    question, _ = begin(database, 2)
    _, stranger = begin(database, 2, session_id="other")
    for message_id in (question.id, stranger.id, UNUSED_ID):
        with pytest.raises(MessageGone):
            database.replies.rate(SESSION, message_id, GOOD)


def test_an_opinion_is_in_the_record_and_comes_back_with_it(database: ScopedDatabase) -> None:
    _, reply = begin(database, 2)
    database.replies.rate(SESSION, reply.id, BAD)
    record = database.record(SESSION)
    assert [at.opinion for at in record.messages] == [None, BAD]
    database.restore("copy", record)
    assert database.record("copy").same_as(record)


def test_a_fork_has_the_opinions_of_what_it_shares(database: ScopedDatabase) -> None:
    stored = begin(database, 4)
    database.replies.rate(SESSION, stored[1].id, GOOD)
    database.replies.rate(SESSION, stored[3].id, BAD)
    forked = database.branches.fork(SESSION, 2, wished="fork", title="Fork", now=NOW)
    record = database.record(forked.session_id)
    assert [at.opinion for at in record.messages] == [None, GOOD]


def test_an_opinion_goes_with_its_session(database: ScopedDatabase) -> None:
    _, reply = begin(database, 2)
    database.replies.rate(SESSION, reply.id, GOOD)
    database.sessions.delete(SESSION)
    assert database.replies.ratings([reply.id]) == {}


def test_another_reply_stands_and_back_again(database: ScopedDatabase) -> None:
    *_, first, second = answered_twice(database)
    assert active(database) == ["Message 0", "Message 1", "Where to?", "To Porto."]
    tokens = database.count_total_tokens(SESSION)
    assert not database.replies.put_in_force(SESSION, first.position).is_retired
    assert active(database) == ["Message 0", "Message 1", "Where to?", "To Lisbon."]
    assert database.count_total_tokens(SESSION) == tokens
    database.replies.put_in_force(SESSION, second.position)
    assert active(database)[-1] == "To Porto."


def test_what_is_no_whole_reply_does_not_stand(database: ScopedDatabase) -> None:
    stored = answered_twice(database)
    for position in (stored[-3].position, 99):
        with pytest.raises(MessageNotFound):
            database.replies.put_in_force(SESSION, position)


def test_no_reply_takes_the_place_of_one_in_a_summary(database: ScopedDatabase) -> None:
    stored = answered_twice(database)
    fold(database, [at for at in stored if not at.is_retired])
    with pytest.raises(ReplyFolded):
        database.replies.put_in_force(SESSION, stored[-2].position)
    assert active(database) == []


def test_nobody_chooses_while_an_answer_is_being_written(database: ScopedDatabase) -> None:
    stored = answered_twice(database)
    ask(database)
    with pytest.raises(SessionBusy):
        database.replies.put_in_force(SESSION, stored[-2].position)
