"""What engines read, stored with the replies, on each database."""

import pytest

from benchmark.databases import local_database
from database import ScopedDatabase
from tests.conversing import KEPT, NOW, SESSION, UNUSED_ID, answer, ask, begin, later, said
from tidemark.errors import NothingToRetry, TurnOver
from tidemark.schema import Message
from tidemark.schema.prompt_snapshot import MessageSize, PromptSnapshot, SnapshotPiece
from tidemark.schema.turn_outcome import EndStatus, TurnOutcome
from tidemark.storage.prompt_snapshots import StoredPrompt
from tidemark.storage.snapshot_codec import RUN_LENGTH


def again(
    database: ScopedDatabase, content: str, status: EndStatus = "done", session_id: str = SESSION
) -> Message | None:
    """Ask the last question of a session again, though it was answered."""
    turn = database.turns.restart(session_id, owner="me", now=later(3), even_done=True).turn
    reply = said(content, "assistant") if content else None
    return database.turns.finish(
        turn.id, TurnOutcome(status, reply=reply, prompt=KEPT, may_have_reply=True), now=later(4)
    )


def standing(database: ScopedDatabase) -> list[str]:
    return [m.content for m in database.get_messages(SESSION, exclude_summarized=True)]


def test_a_view_is_stored_with_its_reply_and_found_by_it(database: ScopedDatabase) -> None:
    turn = ask(database)
    reply = database.turns.finish(
        turn.id, TurnOutcome("done", reply=said("Then this.", "assistant"), prompt=KEPT), now=NOW
    )

    assert reply is not None
    ended = database.turns.last(SESSION)
    assert ended is not None
    read = StoredPrompt(ended, KEPT)
    assert database.prompt_snapshots.of_reply(SESSION, reply.id) == read
    assert database.prompt_snapshots.of_question(SESSION, turn.question_id) == (read,)
    assert database.prompt_snapshots.of_session(SESSION) == (read,)
    assert database.prompt_snapshots.of_reply("other", reply.id) is None
    assert database.prompt_snapshots.of_question("other", turn.question_id) == ()


def test_a_view_reads_back_whether_the_sizes_of_its_messages_were_given_or_read(
    database: ScopedDatabase,
) -> None:
    turn = ask(database)
    (question,) = database.messages.by_ids(SESSION, [turn.question_id])
    size = MessageSize(len(question.content), question.token_count)
    piece = SnapshotPiece(kind="question", tokens=7, of=(question.id,), end=len(question.content))
    layout = KEPT.places.model_copy(update={"pieces": (piece,)})
    kept = PromptSnapshot(sha256="a" * 64, places=layout)
    database.turns.finish(turn.id, TurnOutcome("failed", prompt=kept), now=NOW)
    again = database.turns.restart(SESSION, owner="me", now=NOW).turn
    given = TurnOutcome("failed", prompt=kept, sizes={question.id: size})
    database.turns.finish(again.id, given, now=NOW)

    assert [read.kept for read in database.prompt_snapshots.of_session(SESSION)] == [kept, kept]


def test_two_processes_go_on_with_the_prompts_of_each_other(
    database: ScopedDatabase, database_url: str
) -> None:
    kept = [KEPT.model_copy(update={"sha256": f"{number:064x}"}) for number in range(5)]
    with local_database(database_url) as other:
        for each, process in zip(kept, (database, database, other, database, other), strict=True):
            turn = ask(process)
            process.turns.finish(turn.id, TurnOutcome("failed", prompt=each), now=NOW)

        for process in (database, other):
            read = process.prompt_snapshots.of_session(SESSION)
            assert [stored.kept for stored in read] == kept


def test_a_turn_without_a_view_is_found_without(database: ScopedDatabase) -> None:
    reply = answer(database, ask(database))

    assert reply is not None
    read = database.prompt_snapshots.of_reply(SESSION, reply.id)
    assert read is not None
    assert (read.turn, read.kept) == (database.turns.last(SESSION), None)


def test_a_view_without_its_turn_is_not_stored(database: ScopedDatabase) -> None:
    turn = ask(database)
    answer(database, turn)
    before = database.record(SESSION)

    with pytest.raises(TurnOver):
        database.turns.finish(turn.id, TurnOutcome("done", prompt=KEPT), now=NOW)

    assert database.record(SESSION) == before
    assert [read.kept for read in database.prompt_snapshots.of_session(SESSION)] == [None]


def test_each_attempt_keeps_its_own_view(database: ScopedDatabase) -> None:
    turn = ask(database)
    database.turns.finish(turn.id, TurnOutcome("failed", prompt=KEPT), now=NOW)
    other = KEPT.model_copy(update={"sha256": "0" * 64})
    retried = database.turns.restart(SESSION, owner="me", now=NOW).turn
    database.turns.finish(retried.id, TurnOutcome("stopped", prompt=other), now=NOW)

    found = database.prompt_snapshots.of_question(SESSION, turn.question_id)

    assert [(read.turn.id, read.kept) for read in found] == [(turn.id, KEPT), (retried.id, other)]


def test_a_deleted_session_takes_its_views_along(database: ScopedDatabase) -> None:
    for session_id in (SESSION, "other"):
        turn = ask(database, session_id=session_id)
        database.turns.finish(turn.id, TurnOutcome("done", prompt=KEPT), now=NOW)

    database.sessions.delete(SESSION)

    assert database.prompt_snapshots.of_session(SESSION) == ()
    assert len(database.prompt_snapshots.of_session("other")) == 1


def test_messages_are_found_by_id_in_whatever_session(database: ScopedDatabase) -> None:
    here, there = begin(database, 1), begin(database, 1, session_id="other")

    found = database.prompt_snapshots.sources([here[0].id, there[0].id, UNUSED_ID])

    assert found == {here[0].id: here[0], there[0].id: there[0]}


def test_an_answered_turn_is_asked_again_only_where_that_is_meant(database: ScopedDatabase) -> None:
    answer(database, ask(database))

    with pytest.raises(NothingToRetry):
        database.turns.restart(SESSION, owner="me", now=NOW)

    assert standing(database) == ["And then?", "Then this."]


def test_the_answer_before_stands_until_another_is_whole(database: ScopedDatabase) -> None:
    answer(database, ask(database))
    database.turns.restart(SESSION, owner="me", now=NOW, even_done=True)
    assert standing(database) == ["And then?", "Then this."]
    database.turns.abandon(database.turns.last(SESSION).id)  # type: ignore[union-attr]

    stored = again(database, "Rather that.")

    assert stored is not None
    assert not stored.is_retired
    assert standing(database) == ["And then?", "Rather that."]
    assert [m.content for m in database.get_messages(SESSION)] == [
        "And then?",
        "Then this.",
        "Rather that.",
    ]


@pytest.mark.parametrize("status", ["failed", "stopped"])
def test_an_answer_that_breaks_off_steps_aside_for_the_one_before(
    database: ScopedDatabase, status: EndStatus
) -> None:
    answer(database, ask(database))

    stored = again(database, "Rather th", status)

    assert stored is not None
    assert stored.is_retired
    assert standing(database) == ["And then?", "Then this."]
    again(database, "", status)
    assert standing(database) == ["And then?", "Then this."]


def test_a_retry_after_a_broken_answer_replaces_the_one_before(database: ScopedDatabase) -> None:
    answer(database, ask(database))
    again(database, "Rather th", "failed")
    turn = database.turns.restart(SESSION, owner="me", now=NOW).turn

    database.turns.finish(
        turn.id,
        TurnOutcome("done", reply=said("Rather that.", "assistant"), may_have_reply=True),
        now=NOW,
    )

    assert standing(database) == ["And then?", "Rather that."]


def test_each_of_many_prompts_comes_back_as_it_was(database: ScopedDatabase) -> None:
    kept = {}
    for number in range(RUN_LENGTH + 8):
        turn = ask(database, f"Where to on day {number}?")
        words = (f"The reading of question {number}",)
        snapshot = KEPT.model_copy(update={"sha256": f"{number:064x}", "words": words})
        database.turns.finish(turn.id, TurnOutcome("done", prompt=snapshot), now=NOW)
        kept[turn.question_id] = snapshot

    of_all = database.prompt_snapshots.of_session(SESSION)

    assert [each.kept for each in of_all] == list(kept.values())
    for question_id in list(kept)[::7]:
        (found,) = database.prompt_snapshots.of_question(SESSION, question_id)
        assert found.kept == kept[question_id]
    database.branches.fork(SESSION, 20, wished="other", title="", now=NOW)
    copied = [each.kept for each in database.prompt_snapshots.of_session("other")]
    assert copied == list(kept.values())[: len(copied)]
    assert copied
