"""Reconstructs the context of an earlier question from what is stored now.

Messages are never rewritten, and every version of an edited summary is kept.  A summary existed at
the time if it ends before the question and was already made; it was in force unless another summary
that existed by then had superseded it.
"""

import datetime as dt
from collections.abc import Sequence

from agents.context import Context, with_recent
from database import ScopedDatabase
from tidemark.schema import ContextView, Message, Summary


def as_of(
    database: ScopedDatabase,
    question: Message,
    summaries: Sequence[Summary],
    read: ContextView,
    *,
    at: dt.datetime,
    recent_exchanges: int,
) -> Context | None:
    """Return the context of ``question`` at the moment ``at``, when its turn ended.

    ``summaries`` are all that its session ever had, ``read`` is the view of its engine.  None if
    the context can no longer be known: a summary was undone since, or a message before the question
    is pinned, and the time of pinning is not stored.
    """
    pinned = database.messages.pinned(question.session_id)
    if any(message.position < question.position for message in pinned):
        return None
    made = [
        each
        for each in summaries
        if each.to_message_index < question.position and each.created_at <= at
    ]
    there = [each for each in made if each.withdrawn_at is None]
    if any(each.withdrawn_at is not None and each.withdrawn_at > at for each in made):
        return None
    known = {each.id for each in there}
    in_force = sorted(
        (_at_that_time(database, each, at) for each in there if each.superseded_by not in known),
        key=lambda each: each.from_message_index,
    )
    active = _uncovered(database, question, [each for each in there if each.level == 1])
    ids = {message.id for message in active}
    if not all(ids.issuperset(piece.message_ids) for piece in read.of_kind("message")):
        return None  # a message that was active then is covered by a fold made before
    return with_recent(
        Context(active, tuple(in_force)),
        database,
        question.session_id,
        before=question.position,
        exchanges=recent_exchanges,
    )


def _at_that_time(database: ScopedDatabase, summary: Summary, at: dt.datetime) -> Summary:
    """Return ``summary`` as it was at the moment ``at``, before later edits."""
    known = [
        each
        for each in database.summary_versions.of(summary.session_id, summary.id)
        if each.at <= at
    ]
    if not known:
        return summary
    changed = {"memory": known[-1].memory, "token_count": known[-1].token_count}
    return summary.model_copy(update=changed)


def _uncovered(
    database: ScopedDatabase, question: Message, folds: Sequence[Summary]
) -> tuple[Message, ...]:
    """Return the messages before ``question`` that none of ``folds`` covers."""
    ranges = sorted((each.from_message_index, each.to_message_index) for each in folds)
    begin = 0
    for first, last in ranges:
        if first > begin:
            break
        begin = last + 1
    if begin >= question.position:
        return ()
    found = database.messages.between(question.session_id, begin, question.position - 1)
    return tuple(
        message
        for message in found
        if not (message.is_retired or message.is_single)
        and not any(first <= message.position <= last for first, last in ranges)
    )
