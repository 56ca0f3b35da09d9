"""Turns, on each database."""

import threading

import pytest

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, answer, ask, begin, later, said, talk
from tidemark.errors import NothingToRetry, SessionBusy, TurnOver
from tidemark.schema import Message, MessageMetadata, Session, Turn, TurnStart
from tidemark.schema.turn_outcome import EndStatus, TurnOutcome
from tidemark.storage.messages import MessageCounts


def test_a_turn_starts_with_its_question_stored(database: ScopedDatabase) -> None:
    question = said("Where to?", at=later(1))

    begun = database.turns.start(SESSION, question, title="Where to?", owner="me", now=later(1))

    turn = begun.turn
    assert turn == Turn(
        id=turn.id,
        session_id=SESSION,
        question_id=turn.question_id,
        reply_id=None,
        status="pending",
        reason=None,
        owner="me",
        heartbeat=later(1),
    )
    assert database.turns.last(SESSION) == turn
    assert begun.question == Message(
        id=turn.question_id, session_id=SESSION, position=0, **dict(question)
    )
    assert database.get_messages(SESSION) == (begun.question,)
    assert database.sessions.get(SESSION) == Session(
        session_id=SESSION,
        title="Where to?",
        created_at=later(1),
        updated_at=later(1),
        message_count=1,
    )


def test_one_turn_at_a_time_whoever_asks(database: ScopedDatabase) -> None:
    ask(database)
    before = database.record(SESSION)

    with pytest.raises(SessionBusy):
        database.turns.start(SESSION, said("And?"), title="", owner="another", now=NOW)

    assert database.record(SESSION) == before
    ask(database, session_id="other")


def test_a_turn_is_not_the_last_once_questions_were_imported_after_it(
    database: ScopedDatabase,
) -> None:
    answer(database, ask(database))
    begin(database, 2)

    assert database.turns.last(SESSION) is None
    with pytest.raises(NothingToRetry):
        database.turns.restart(SESSION, owner="me", now=NOW, even_done=True)


def test_a_turn_of_a_new_session_takes_no_other(database: ScopedDatabase) -> None:
    first = ask(database)

    second = database.turns.start(
        SESSION, said("Hello"), title="Hello", owner="me", now=NOW, is_new=True
    ).turn

    assert (first.session_id, second.session_id) == (SESSION, f"{SESSION}_2")
    assert len(database.get_messages(SESSION)) == 1


def test_a_turn_starts_with_the_engine_of_its_session(database: ScopedDatabase) -> None:
    def start(content: str, engine: str = "") -> TurnStart:
        asked = said(content)
        return database.turns.start(SESSION, asked, title="", owner="me", now=NOW, engine=engine)

    first = start("Where to?", "scripted")
    again = database.turns.restart(SESSION, owner="me", now=NOW)
    answer(database, again.turn, "To Lisbon.")
    database.sessions.choose_engine(SESSION, "builtin")

    assert (first.engine, again.engine) == ("scripted", "scripted")
    assert start("And then?", "scripted").engine == "builtin"


def test_a_turn_is_finished_with_all_that_belongs_to_it(database: ScopedDatabase) -> None:
    turn = ask(database, "Where to?")
    known = MessageMetadata(view_tokens=12, timings_ms={"context": 0.5})
    reply = said("To Lisbon.", "assistant", at=later(2))

    stored = database.turns.finish(
        turn.id, TurnOutcome("done", reply=reply, question_metadata=known), now=later(2)
    )

    question, answered = database.get_messages(SESSION)
    assert (
        stored == answered == Message(id=answered.id, session_id=SESSION, position=1, **dict(reply))
    )
    assert question.metadata == known
    assert database.turns.last(SESSION) == turn.model_copy(
        update={"status": "done", "reply_id": answered.id, "owner": "", "heartbeat": later(2)}
    )
    assert database.sessions.get(SESSION).updated_at == later(2)


def test_a_turn_can_fail_without_a_reply(database: ScopedDatabase) -> None:
    turn = ask(database)

    stored = database.turns.finish(turn.id, TurnOutcome("failed", reason="failed"), now=NOW)

    assert stored is None
    assert database.turns.last(SESSION) == turn.model_copy(
        update={"status": "failed", "reason": "failed", "owner": ""}
    )
    assert len(database.get_messages(SESSION)) == 1


@pytest.mark.parametrize("case", ["finished", "deleted", "taken over"])
def test_a_turn_that_is_over_cannot_be_finished(database: ScopedDatabase, case: str) -> None:
    turn = ask(database)
    if case == "finished":
        answer(database, turn)
    elif case == "deleted":
        database.sessions.delete(SESSION)
    else:
        database.turns.restart(SESSION, owner="another", now=NOW)
    before = database.get_messages(SESSION)

    with pytest.raises(TurnOver):
        answer(database, turn, "Too late")

    assert database.get_messages(SESSION) == before
    assert not database.turns.beat(turn.id, later(1))


@pytest.mark.parametrize("status", ["failed", "stopped"])
def test_a_retry_asks_the_same_question_and_retires_the_old_reply(
    database: ScopedDatabase, status: EndStatus
) -> None:
    begin(database, 2)
    failed = ask(database, "Where to?")
    partial = answer(database, failed, "To Li", status)
    assert partial is not None
    broken_off = database.turns.broken_off([1, failed.question_id])
    assert [turn.status for turn in broken_off.values()] == [status]

    begun = database.turns.restart(SESSION, owner="me", now=later(3))
    turn, question = begun.turn, begun.question

    assert question == database.get_messages(SESSION)[2]
    assert turn == Turn(
        id=turn.id,
        session_id=SESSION,
        question_id=failed.question_id,
        reply_id=None,
        status="pending",
        reason=None,
        owner="me",
        heartbeat=later(3),
    )
    assert turn.id != failed.id
    assert database.turns.last(SESSION) == turn
    answered = answer(database, turn, "To Lisbon.")
    assert database.turns.broken_off([failed.question_id]) == {}
    transcript = database.get_messages(SESSION)
    assert [message.position for message in transcript] == [0, 1, 2, 3, 4]
    assert [message.is_retired for message in transcript] == [False, False, False, True, False]
    active = database.get_messages(SESSION, exclude_summarized=True)
    assert active == (*transcript[:3], transcript[4])
    assert transcript[4] == answered
    assert database.messages.counts(SESSION) == MessageCounts(5, 0, 4, 40)


def test_only_a_last_turn_that_is_not_done_can_be_retried(database: ScopedDatabase) -> None:
    with pytest.raises(NothingToRetry):
        database.turns.restart(SESSION, owner="me", now=NOW)
    answer(database, ask(database), "Half", "failed")
    answer(database, ask(database))
    before = database.record(SESSION)

    with pytest.raises(NothingToRetry):
        database.turns.restart(SESSION, owner="me", now=NOW)

    assert database.record(SESSION) == before


def test_of_two_who_saw_a_dead_turn_one_takes_it_over(database: ScopedDatabase) -> None:
    dead = ask(database)
    taken = database.turns.restart(SESSION, owner="one", now=later(9), seen=dead).turn

    with pytest.raises(SessionBusy):
        database.turns.restart(SESSION, owner="two", now=later(9), seen=dead)

    assert database.turns.last(SESSION) == taken


def test_an_abandoned_turn_is_failed_and_leaves_the_session_free(database: ScopedDatabase) -> None:
    turn = ask(database)

    assert database.turns.abandon(turn.id)
    assert not database.turns.abandon(turn.id)
    last = database.turns.last(SESSION)
    assert last is not None
    assert (last.status, last.reason) == ("failed", "cut_off")
    ask(database)


def test_a_beat_says_that_the_owner_lives(database: ScopedDatabase) -> None:
    turn = ask(database)

    assert database.turns.beat(turn.id, later(1))
    assert database.turns.last(SESSION) == turn.model_copy(update={"heartbeat": later(1)})


def test_of_many_who_ask_at_once_one_is_answered(database: ScopedDatabase) -> None:
    outcomes: list[object] = []
    together = threading.Barrier(8)

    def try_to_ask() -> None:
        together.wait()
        try:
            outcomes.append(ask(database))
        except SessionBusy as error:
            outcomes.append(error)

    threads = [threading.Thread(target=try_to_ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sum(isinstance(outcome, Turn) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, SessionBusy) for outcome in outcomes) == 7
    assert len(database.get_messages(SESSION)) == 1


def test_many_threads_may_write_and_read_at_once(database: ScopedDatabase) -> None:
    begin(database)
    seen: list[int] = []

    def speak() -> None:
        for _ in range(5):
            database.messages.add_many(SESSION, talk(2))
            seen.append(len(database.get_messages(SESSION)))

    threads = [threading.Thread(target=speak) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [at.position for at in database.get_messages(SESSION)] == list(range(200))
    assert len(seen) == 100
    assert all(count % 2 == 0 for count in seen)


def test_what_came_back_for_the_last_question_is_counted_however_often_it_is_answered(
    database: ScopedDatabase,
) -> None:
    known = MessageMetadata(recalled_tokens=70)
    turn = ask(database)
    for _ in range(3):
        database.turns.finish(
            turn.id,
            TurnOutcome(
                "done",
                reply=said("Then this.", "assistant"),
                question_metadata=known,
                may_have_reply=True,
            ),
            now=NOW,
        )
        assert database.messages.counts(SESSION).recalled_tokens == 70
        turn = database.turns.restart(SESSION, owner="me", now=NOW, even_done=True).turn
