"""The summariser agent: folds active messages into summaries, and merges those that grew large."""

import datetime as dt
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from agents import forgetting
from agents.context import Context
from database import ScopedDatabase
from tidemark.engines.base import Engine, EngineResult
from tidemark.errors import EngineError
from tidemark.memory import merging
from tidemark.memory.edits import Edit, MemoryChange, apply_edit, changes, reapply
from tidemark.runtime.events import Stop
from tidemark.schema import (
    Failure,
    FoldResult,
    Item,
    ItemKind,
    Message,
    NewMerge,
    NewSummary,
    SessionMemory,
    Summary,
)
from tidemark.schema.notebooks import MOST_MESSAGES
from utils import TokenCounter, zone_named

_SHARE = 3  # summaries in force hold at most a third of the budget


def summary_limit(threshold: int) -> int:
    """Return the most tokens that summaries in force may hold, of a budget of ``threshold``."""
    return threshold // _SHARE


def threshold_for(summary_tokens: int | None, threshold: int) -> int:
    """Return the budget whose summaries hold at most ``summary_tokens``; ``threshold`` if None."""
    return threshold if summary_tokens is None else min(threshold, summary_tokens * _SHARE)


def shortest_question(counter: TokenCounter) -> int:
    """Return the tokens of the shortest possible message: every question has at least these."""
    return counter.count_message("user", "a")


def messages_to_fold(context: Context) -> tuple[Message, ...]:
    """Return the messages that a fold of ``context`` summarises: all active, unpinned ones."""
    return context.unpinned


def needs_summarization(
    context: Context,
    question_tokens: int,
    *,
    threshold: int,
    most_messages: int = MOST_MESSAGES,
) -> bool:
    """Return whether there are messages to fold, and more than ``threshold`` tokens in all.

    More than ``most_messages`` foldable messages are too much as well.
    """
    foldable = len(messages_to_fold(context))
    is_over = context.tokens + question_tokens > threshold
    return bool(foldable) and (is_over or foldable > most_messages)


@dataclass(frozen=True)
class StoredFold:
    """A fold as it was stored: its last summary, the tokens it freed, and the engine's result."""

    summary: Summary
    result: FoldResult
    spoken: EngineResult[SessionMemory]


def fold_session(
    database: ScopedDatabase,
    session_id: str,
    before: Context,
    engine: Engine,
    *,
    threshold: int,
    counter: TokenCounter,
    clock: Callable[[], dt.datetime],
    stop: Stop,
    at: dt.datetime | None = None,
    then: str | None = None,
    zone: str = "",
) -> StoredFold:
    """Summarise all messages of ``before`` that may be folded and store that, or do neither.

    ``at`` is the time of the fold in the conversation, now if None.  Outside of a turn, ``then``
    names the action that a pending turn prevents.  Days are those of the time zone ``zone``.

    Raises:
        AlreadySummarised: Some of the messages were folded by somebody else meanwhile.
        SessionBusy: A turn of the session is pending, and ``then`` is given.
        StopRequested: ``stop`` was set; nothing is stored.
    """
    with database.together():
        runs = _runs(database, session_id, messages_to_fold(before))
        changed = _changed_by_person(database, session_id, runs)
        forgotten = database.profile.forgotten()
    days = zone_named(zone)
    runs = tuple(forgetting.messages(run, forgotten, counter) for run in runs)
    new, merged, spoken = _fold(runs, before, engine, changed, threshold, counter, stop, days)
    stop.check()
    now = clock()
    saved = database.summaries.save_runs(
        session_id,
        new,
        made={"timestamp": at or now, "created_at": now},
        merged=merged,
        then=then,
    )
    summaries = merged.token_count if merged else _held(new) + _held(before.summaries)
    result = FoldResult(
        from_index=saved[0].from_message_index,
        to_index=saved[-1].to_message_index,
        tokens_before=before.tokens,
        tokens_after=summaries,
    )
    return StoredFold(saved[-1], result, spoken)


def merge_over_limit(
    summaries: Sequence[Summary], *, threshold: int, counter: TokenCounter
) -> NewMerge | None:
    """Merge ``summaries``, ordered by range, as one fold after the other would have merged them.

    None if they hold no more than a third of ``threshold`` as they are.
    """
    limit = summary_limit(threshold)
    if _held(summaries) <= limit:
        return None
    whole = SessionMemory()
    for summary in summaries:
        whole = merging.fit(merging.merge(whole, summary.memory), limit, counter)
    return _merged(whole, summaries, limit, counter)


def _runs(
    database: ScopedDatabase, session_id: str, active: Sequence[Message]
) -> tuple[tuple[Message, ...], ...]:
    """Split ``active`` messages into runs: a covered or pinned message ends one."""
    parted: list[tuple[Message, ...]] = []
    for message in active:
        last = parted[-1][-1] if parted else None
        if last is None or _is_parted(database, session_id, last.position, message.position):
            parted.append((message,))
        else:
            parted[-1] += (message,)
    return tuple(parted)


def _is_parted(database: ScopedDatabase, session_id: str, before: int, after: int) -> bool:
    return after - before > 1 and database.messages.is_parted_between(session_id, before, after)


def _changed_by_person(
    database: ScopedDatabase, session_id: str, runs: Sequence[Sequence[Message]]
) -> tuple[MemoryChange, ...]:
    """Return the person's changes to undone folds of the messages that ``runs`` fold again."""
    messages = [message for run in runs for message in run]
    ids = {message.id for message in messages}
    positions = {message.position for message in messages}
    return tuple(
        change
        for folded, left in database.fold_history.changed_undone(session_id, positions)
        for change in changes(folded, left)
        if _rests_on(ids, change)
    )


def _rests_on(ids: Collection[int], change: MemoryChange) -> bool:
    item = change.old if isinstance(change, Edit) else change[1]
    return not item.message_ids or item.message_ids[0] in ids


def _fold(
    runs: Sequence[Sequence[Message]],
    before: Context,
    engine: Engine,
    changed: Sequence[MemoryChange],
    threshold: int,
    counter: TokenCounter,
    stop: Stop,
    days: dt.tzinfo,
) -> tuple[tuple[NewSummary, ...], NewMerge | None, EngineResult[SessionMemory]]:
    """Summarise the messages of ``runs``; past a third of ``threshold``, merge all summaries.

    The person's changes to earlier summaries (``changed``) are applied to the new one.
    """
    limit = summary_limit(threshold)
    known, in_force = before.remembered, before.summaries
    spoken = _summarise([_local(each, days) for run in runs for each in run], known, engine, stop)
    whole = reapply(spoken.value, changed, known)
    kept = merging.fit(_pinned_within(whole, known, threshold, counter), limit, counter)
    ids = [tuple(message.id for message in run) for run in runs]
    parts = merging.split_by_run(kept, [min(run) for run in ids])
    new = tuple(
        NewSummary(memory=part, token_count=_weight(part, counter), message_ids=run)
        for part, run in zip(parts, ids, strict=True)
    )
    merged = None
    if _held(in_force) + _held(new) > limit:
        merged = _merged(merging.merge(known, kept), in_force, limit, counter)
    return new, merged, spoken


def _local(message: Message, days: dt.tzinfo) -> Message:
    """Return ``message`` with its time in the zone ``days``, in which the person names days."""
    return message.model_copy(update={"timestamp": message.timestamp.astimezone(days)})


def _summarise(
    messages: Sequence[Message], known: SessionMemory, engine: Engine, stop: Stop
) -> EngineResult[SessionMemory]:
    """Summarise with ``engine``; if it refuses, the summary is empty.

    The fold still frees the context, and the messages remain readable and searchable.
    """
    said = [message for message in messages if not message.is_retired]
    try:
        return engine.summarise(said, known, stop=stop)
    except EngineError as error:
        return EngineResult(SessionMemory(), by=engine.name, fell_back=Failure.of(error))


def _pinned_within(
    whole: SessionMemory, known: SessionMemory, threshold: int, counter: TokenCounter
) -> SessionMemory:
    """Unpin the items of ``whole`` that exceed the share of pins, counting those of ``known``."""
    held = sum(_pinned(kind, item, counter) for kind, item in known.all_items())
    for kind, item in whole.all_items():
        held += _pinned(kind, item, counter)
        if item.is_pinned and held > threshold // merging.PIN_SHARE:
            held -= _pinned(kind, item, counter)
            let_go = item.model_copy(update={"is_pinned": False})
            whole = apply_edit(whole, Edit(kind=kind, old=item, new=let_go))
    return whole


def _pinned(kind: ItemKind, item: Item, counter: TokenCounter) -> int:
    return counter.count_tokens(merging.render_item(kind, item)) if item.is_pinned else 0


def _merged(
    whole: SessionMemory, taken: Sequence[Summary], limit: int, counter: TokenCounter
) -> NewMerge:
    """Return the part of ``whole`` that fits ``limit``, as a merge that supersedes ``taken``."""
    kept = merging.fit(whole, limit, counter)
    return NewMerge(
        memory=kept,
        token_count=_weight(kept, counter),
        supersedes=tuple(summary.id for summary in taken),
    )


def _held(summaries: Sequence[Summary | NewSummary]) -> int:
    return sum(summary.token_count for summary in summaries)


def _weight(kept: SessionMemory, counter: TokenCounter) -> int:
    return counter.count_tokens(merging.render(kept))
