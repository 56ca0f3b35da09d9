"""A session read as one value and stored again, on each database."""

import datetime as dt

import pytest
from pydantic import ValidationError

from database import ScopedDatabase
from tests.conversing import NOW, SESSION, answer, ask, begin, fold, later, remembered, said, talk
from tidemark.errors import SessionExists
from tidemark.prompt.message_spans import shorten, source_ids
from tidemark.schema import (
    Citation,
    Item,
    MessageMetadata,
    NewMerge,
    NewSummary,
    QueryUnderstanding,
    SessionMemory,
)
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord, TurnRecord
from tidemark.schema.turn_outcome import TurnOutcome


def _lived(database: ScopedDatabase) -> SessionRecord:
    """Return a session in which everything happened that can."""
    other = begin(database, 3, session_id="before")[0].id  # so that no id equals a position
    stored = begin(database, 4)
    older = Item(text="by train", message_ids=(stored[0].id,), status="open")
    item = Item(
        text="They fly",
        quote="fly",
        message_ids=(stored[1].id, stored[0].id),
        on=dt.date(2026, 5, 1),
        history=(older,),
    )
    ids = tuple(message.id for message in stored[:3])
    new = NewSummary(memory=SessionMemory(decisions=(item,)), token_count=9, message_ids=ids)
    first = database.save_summary(SESSION, new, now=NOW, created_at=later(1))
    merge = NewMerge(memory=remembered("Merged", ids), token_count=4, supersedes=(first.id,))
    fold(database, stored[3:], merged=merge)
    database.mark_messages_as_summarized(SESSION, 3, 3)
    turn = ask(database, "Where to?")
    answer(database, turn, "To Li", "stopped")
    turn = database.turns.restart(SESSION, owner="me", now=later(2)).turn
    known = MessageMetadata(recalled=ids[:2], extra={"speaker": "Ana"})
    cites = tuple(Citation(of=of, start=3, end=9) for of in (ids[0], other))
    told = MessageMetadata(citations=cites)
    reply = said("To Lisbon.", "assistant", at=later(2), metadata=told)
    database.turns.finish(
        turn.id, TurnOutcome("done", reply=reply, question_metadata=known), now=later(2)
    )
    ask(database, "And then?")
    return database.record(SESSION)


def test_a_record_names_messages_by_position(database: ScopedDatabase) -> None:
    record = _lived(database)

    assert record.messages[4] == MessageRecord(
        position=4,
        role="user",
        content="Where to?",
        timestamp=NOW,
        token_count=10,
        metadata=MessageMetadata(recalled=(0, 1), extra={"speaker": "Ana"}),
    )
    assert record.messages[6].metadata.citations == (Citation(of=0, start=3, end=9),)
    assert [at.summary for at in record.messages] == [0, 0, 0, 1, None, None, None, None]
    assert [at.is_retired for at in record.messages] == [*[False] * 5, True, False, False]
    assert record.summaries[0].memory.decisions[0].message_ids == (1, 0)
    assert record.summaries[0].memory.decisions[0].history[0].message_ids == (0,)
    assert [at.superseded_by for at in record.summaries] == [2, 2, None]
    assert record.summaries[2] == SummaryRecord(
        memory=remembered("Merged", (0, 1, 2)),
        timestamp=NOW,
        from_message_index=0,
        to_message_index=3,
        created_at=NOW,
        level=2,
        token_count=4,
    )
    assert [(at.question, at.reply, at.status) for at in record.turns] == [
        (4, 5, "stopped"),
        (4, 6, "done"),
        (7, None, "pending"),
    ]


def test_a_restored_session_gives_the_same_record(database: ScopedDatabase) -> None:
    record = _lived(database)

    database.restore("copy", record)

    assert database.record("copy") == record.model_copy(update={"session_id": "copy"})
    assert database.record(SESSION) == record
    ids = {message.id for message in database.get_messages("copy")}
    (copied,) = database.get_messages("copy")[6].metadata.citations
    assert copied.of == database.get_messages("copy")[0].id
    for summary in database.summaries.all("copy"):
        assert all(set(item.message_ids) <= ids for _, item in summary.memory.all_items())


def test_a_restored_session_goes_on(database: ScopedDatabase) -> None:
    database.restore("copy", _lived(database))

    turn = database.turns.restart("copy", owner="me", now=later(9)).turn
    answer(database, turn)
    active = database.get_messages("copy", exclude_summarized=True)
    summary = fold(database, active)

    assert [message.position for message in active] == [4, 6, 7, 8]
    assert (summary.from_message_index, summary.to_message_index) == (4, 8)


def test_a_session_is_never_restored_over_another(database: ScopedDatabase) -> None:
    record = _lived(database)

    with pytest.raises(SessionExists):
        database.restore("before", record)

    assert database.record("before").title == "A trip"
    assert len(database.get_messages("before")) == 3


def test_an_empty_session_is_restored(database: ScopedDatabase) -> None:
    record = SessionRecord(session_id="x", title="Empty", created_at=NOW, updated_at=later(1))
    database.restore("y", record)

    assert database.record("y") == record.model_copy(update={"session_id": "y"})


def test_a_record_that_does_not_hold_together_is_refused() -> None:
    message = MessageRecord(position=0, role="user", content="a", timestamp=NOW, token_count=1)
    summary = SummaryRecord(
        memory=SessionMemory(),
        timestamp=NOW,
        from_message_index=0,
        to_message_index=0,
        created_at=NOW,
    )
    turn = TurnRecord(question=0, status="pending", owner="me", heartbeat=NOW)
    for messages, summaries, turns in (
        ([message, message], [], []),
        ([message.model_copy(update={"summary": 0})], [], []),
        ([message], [summary.model_copy(update={"to_message_index": 1})], []),
        ([message], [summary.model_copy(update={"superseded_by": 0})], []),
        ([message], [summary.model_copy(update={"superseded_by": 7})], []),
        ([message], [], [turn.model_copy(update={"question": 1})]),
        ([message], [], [turn.model_copy(update={"reply": -1})]),
        ([message], [], [turn, turn]),
    ):
        with pytest.raises(ValidationError):
            SessionRecord(
                session_id="x",
                title="",
                created_at=NOW,
                updated_at=NOW,
                messages=tuple(messages),
                summaries=tuple(summaries),
                turns=tuple(turns),
            )


def test_what_a_record_holds_is_read_in_one_moment(database: ScopedDatabase) -> None:
    begin(database, 2)
    with database.reading() as connection:
        connection.exec_driver_sql("SELECT count(*) FROM sessions")
        database.messages.add_many(SESSION, talk(2))
        seen = connection.exec_driver_sql("SELECT count(*) FROM messages").scalar()

    assert seen == 2


def test_what_an_analysis_quotes_is_a_place_inside_and_words_outside(
    database: ScopedDatabase,
) -> None:
    quoted = "We land in Lisbon at noon, on the second of May."
    begin(database, 1)
    (first,) = database.messages.add_many(SESSION, [said(quoted)])
    turn = ask(database, "When do we land?")
    analysis = QueryUnderstanding(final_augmented_context=f"- user: “{quoted}”")
    known = MessageMetadata(query_analysis=analysis)
    stored = shorten(known, "When do we land?", {first.id: quoted})
    reply = said("At noon.", "assistant")
    database.turns.finish(
        turn.id, TurnOutcome("done", reply=reply, question_metadata=stored), now=NOW
    )

    record = database.record(SESSION)
    database.restore("copy", record)

    assert record.messages[2].metadata == known
    assert database.record("copy").messages == record.messages
    for session_id in (SESSION, "copy"):
        said_first, question = database.get_messages(session_id)[1:3]
        assert source_ids(question.metadata) == (said_first.id,)
