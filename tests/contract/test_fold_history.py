"""Folds undone and redone, on each database."""

import pytest

from database import ScopedDatabase
from tests.conversing import (
    NOW,
    SESSION,
    UNUSED_ID,
    answer,
    ask,
    assert_whole,
    begin,
    fold,
    later,
    remembered,
)
from tidemark.errors import FoldNotFound, FoldsChanged, MessagesFoldedSince, SessionBusy
from tidemark.schema import NewMerge, Summary
from tidemark.storage.fold_history import FoldReversal


def turn(database: ScopedDatabase, fold_id: int, merged: NewMerge | None = None) -> FoldReversal:
    seen = database.fold_history.reversal(SESSION, fold_id)
    database.fold_history.reverse(seen, merged, now=later(5))
    return seen


def three_folds_merged(database: ScopedDatabase) -> tuple[Summary, ...]:
    """Fold three times two messages; the second and the third time all is merged."""
    stored = begin(database, 6)
    first = fold(database, stored[:2], "One")
    second = fold(
        database,
        stored[2:4],
        "Two",
        merged=NewMerge(memory=remembered("1, 2", []), token_count=8, supersedes=(first.id,)),
    )
    (merged,) = database.get_summaries(SESSION)
    third = fold(
        database,
        stored[4:],
        "Three",
        merged=NewMerge(memory=remembered("1-3", []), token_count=9, supersedes=(merged.id,)),
    )
    return first, second, merged, third, database.get_summaries(SESSION)[0]


def in_force(database: ScopedDatabase) -> list[int]:
    return [summary.id for summary in database.get_summaries(SESSION)]


def active(database: ScopedDatabase) -> list[int]:
    found = database.get_messages(SESSION, exclude_summarized=True)
    return [message.position for message in found]


def test_an_undone_fold_leaves_its_messages_active_and_a_redone_one_is_as_it_was(
    database: ScopedDatabase,
) -> None:
    stored = begin(database, 6)
    first = fold(database, stored[:2])
    fold(database, stored[2:4])
    before = database.record(SESSION)

    seen = turn(database, first.id)

    assert (seen.is_undo, seen.positions, seen.tokens) == (True, (0, 1), 20)
    assert active(database) == [0, 1, 4, 5]
    assert first.id not in in_force(database)
    (undone, stands) = database.fold_history.between(SESSION)
    assert (undone.withdrawn_at, stands.withdrawn_at) == (later(5), None)
    assert database.summaries.first_level(SESSION) == (stands,)
    assert_whole(database.record(SESSION))

    turn(database, first.id)

    assert database.record(SESSION) == before


def test_undoing_the_newest_fold_puts_the_merge_before_it_in_force_again(
    database: ScopedDatabase,
) -> None:
    *_, merged, third, _ = three_folds_merged(database)

    seen = turn(database, third.id)

    assert [summary.id for summary in seen.standing] == in_force(database) == [merged.id]
    assert active(database) == [4, 5]


def test_undoing_an_older_fold_withdraws_every_merge_that_held_it(database: ScopedDatabase) -> None:
    first, second, merged, third, top = three_folds_merged(database)

    seen = turn(database, second.id)

    assert seen.withdrawn == (merged.id, top.id)
    assert in_force(database) == [first.id, third.id]
    assert database.summaries.count(SESSION) == 2
    assert active(database) == [2, 3]
    assert [at.superseded_by for at in database.summaries.all(SESSION)] == [None] * 5
    assert_whole(database.record(SESSION))


def test_what_stands_can_be_merged_anew_in_the_same_breath_and_the_same_merge_returns(
    database: ScopedDatabase,
) -> None:
    first, second, _, third, top = three_folds_merged(database)
    anew = NewMerge(memory=remembered("1, 3", []), token_count=6, supersedes=(first.id, third.id))
    turn(database, second.id, anew)
    (merged,) = database.get_summaries(SESSION)
    assert (merged.level, merged.memory, merged.from_message_index, merged.to_message_index) == (
        2,
        anew.memory,
        0,
        5,
    )

    whole = NewMerge(memory=top.memory, token_count=9, supersedes=(first.id, second.id, third.id))
    turn(database, second.id, whole)
    assert in_force(database) == [top.id]
    turn(database, second.id, anew)
    assert in_force(database) == [merged.id]


def test_a_fold_whose_messages_were_folded_since_waits_for_that_one(
    database: ScopedDatabase,
) -> None:
    stored = begin(database, 6)
    first = fold(database, stored[:4])
    turn(database, first.id)
    again = fold(database, stored[2:])

    with pytest.raises(MessagesFoldedSince) as raised:
        database.fold_history.reversal(SESSION, first.id)

    assert raised.value.positions == (2, 3)
    turn(database, again.id)
    turn(database, first.id)
    assert active(database) == [4, 5]
    assert_whole(database.record(SESSION))


def test_a_session_that_is_being_answered_keeps_its_folds(database: ScopedDatabase) -> None:
    folded = fold(database, begin(database, 4))
    pending = ask(database)
    before = database.record(SESSION)

    with pytest.raises(SessionBusy, match="then undo or redo the fold"):
        turn(database, folded.id)

    assert database.record(SESSION) == before
    answer(database, pending)
    turn(database, folded.id)
    assert active(database) == [0, 1, 2, 3, 4, 5]


def test_what_changed_meanwhile_is_not_turned_over(database: ScopedDatabase) -> None:
    stored = begin(database, 6)
    first = fold(database, stored[:2])
    seen = database.fold_history.reversal(SESSION, first.id)
    fold(database, stored[2:4])
    before = database.record(SESSION)

    with pytest.raises(FoldsChanged):
        database.fold_history.reverse(seen, None, now=NOW)

    assert database.record(SESSION) == before


def test_only_a_fold_of_the_session_can_be_undone(database: ScopedDatabase) -> None:
    *_, merged, _, _ = three_folds_merged(database)
    foreign = fold(database, begin(database, 2, session_id="other"))

    for number in (merged.id, foreign.id, UNUSED_ID):
        with pytest.raises(FoldNotFound):
            database.fold_history.reversal(SESSION, number)


def test_a_copy_of_a_session_can_redo_what_was_undone_in_it(database: ScopedDatabase) -> None:
    stored = begin(database, 4)
    folded = fold(database, stored[1:3])
    turn(database, folded.id)
    record = database.record(SESSION)

    database.restore("copy", record)

    assert database.record("copy") == record.model_copy(update={"session_id": "copy"})
    (undone,) = database.fold_history.between("copy")
    database.fold_history.reverse(database.fold_history.reversal("copy", undone.id), None, now=NOW)
    left = database.get_messages("copy", exclude_summarized=True)
    assert [message.position for message in left] == [0, 3]
