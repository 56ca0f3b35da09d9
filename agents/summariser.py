"""The summariser agent: folds active messages into a summary, and merges what grew too large."""

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import reduce

from agents.context import Context
from database import ScopedDatabase
from tidemark.engines.base import Engine, EngineResult
from tidemark.errors import EngineError
from tidemark.memory import merging
from tidemark.memory.edits import Edit, MemoryChange, apply_edit, changes, reapply
from tidemark.runtime.events import Stop
from tidemark.schema import (
    FoldResult,
    Item,
    ItemKind,
    Message,
    NewMerge,
    NewSummary,
    SessionMemory,
    Summary,
)
from utils import TokenCounter

_SHARE = 3  # summaries in force hold at most a third of the budget


@dataclass(frozen=True)
class Fold:
    """Summaries about to be stored, the merge they bring with them, and how the engine fared.

    There is one for each run of messages that no other summary parts.
    """

    new: tuple[NewSummary, ...]
    merged: NewMerge | None
    spoken: EngineResult[SessionMemory]

    def tokens_after(self, in_force: Sequence[Summary]) -> int:
        """Return what the summaries weigh once this fold is stored beside those ``in_force``."""
        if self.merged is not None:
            return self.merged.token_count
        return _held(self.new) + _held(in_force)


def runs(
    database: ScopedDatabase, session_id: str, active: Sequence[Message]
) -> tuple[tuple[Message, ...], ...]:
    """Part ``active`` messages where one that is covered or pinned stands between two of them."""
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


def by_hand(
    database: ScopedDatabase, session_id: str, runs: Sequence[Sequence[Message]]
) -> tuple[MemoryChange, ...]:
    """Return what a person changed in undone folds of messages that ``runs`` fold again."""
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


def limit(threshold: int) -> int:
    """Return how many tokens summaries in force hold at most, of a budget of ``threshold``."""
    return threshold // _SHARE


def fold(
    runs: Sequence[Sequence[Message]],
    in_force: Sequence[Summary],
    engine: Engine,
    *,
    by_hand: Sequence[MemoryChange] = (),
    threshold: int,
    counter: TokenCounter,
    stop: Stop,
) -> Fold:
    """Summarise the messages of ``runs``; past a third of ``threshold``, merge all summaries.

    What was changed ``by_hand`` in earlier summaries of these messages is changed in the new one.
    Where the engine refuses even so, the summary is empty: the messages stay readable and
    findable, and the context is free again.
    """
    most = limit(threshold)
    known = reduce(merging.merge, (summary.memory for summary in in_force), SessionMemory())
    spoken = _summarise([message for run in runs for message in run], known, engine, stop)
    whole = reapply(spoken.value, by_hand, known)
    kept = merging.fit(_pinned_within(whole, known, threshold, counter), most, counter)
    ids = [tuple(message.id for message in run) for run in runs]
    parts = merging.split_by_run(kept, [min(run) for run in ids])
    new = tuple(
        NewSummary(memory=part, token_count=_weight(part, counter), message_ids=run)
        for part, run in zip(parts, ids, strict=True)
    )
    merged = None
    if _held(in_force) + _held(new) > most:
        merged = _merged(merging.merge(known, kept), in_force, most, counter)
    return Fold(new, merged, spoken)


def fold_active(
    database: ScopedDatabase,
    session_id: str,
    before: Context,
    engine: Engine,
    *,
    threshold: int,
    counter: TokenCounter,
    stop: Stop,
) -> Fold:
    """Summarise all that may be folded of what a session holds ``before``; store nothing."""
    folding = runs(database, session_id, before.foldable)
    return fold(
        folding,
        before.summaries,
        engine,
        by_hand=by_hand(database, session_id, folding),
        threshold=threshold,
        counter=counter,
        stop=stop,
    )


def together(
    standing: Sequence[Summary], *, threshold: int, counter: TokenCounter
) -> NewMerge | None:
    """Merge summaries ``standing`` by range, as folds one after the other would have merged them.

    None where they hold no more than a third of ``threshold`` by themselves.
    """
    most = limit(threshold)
    if _held(standing) <= most:
        return None
    whole = SessionMemory()
    for summary in standing:
        whole = merging.fit(merging.merge(whole, summary.memory), most, counter)
    return _merged(whole, standing, most, counter)


def save(
    database: ScopedDatabase,
    session_id: str,
    fold: Fold,
    before: Context,
    *,
    now: dt.datetime,
    created_at: dt.datetime,
    then: str | None = None,
) -> tuple[Summary, FoldResult]:
    """Store ``fold`` and mark its messages, or do neither; say what it freed.

    The summary returned is its last.

    ``now`` is when the fold happened in the conversation, ``created_at`` when it was written.
    Where it is no part of a turn, ``then`` is what a turn that is pending keeps from being done.

    Raises:
        AlreadySummarised: Somebody else folded some of it meanwhile.
        SessionBusy: A turn of the session is pending, and ``then`` is given.
    """
    made = {"timestamp": now, "created_at": created_at}
    saved = database.summaries.save_runs(
        session_id, fold.new, made=made, merged=fold.merged, then=then
    )
    folded = FoldResult(
        from_index=saved[0].from_message_index,
        to_index=saved[-1].to_message_index,
        tokens_before=before.tokens,
        tokens_after=fold.tokens_after(before.summaries),
    )
    return saved[-1], folded


def _summarise(
    messages: Sequence[Message], known: SessionMemory, engine: Engine, stop: Stop
) -> EngineResult[SessionMemory]:
    said = [message for message in messages if not message.is_retired]
    try:
        return engine.summarise(said, known, stop=stop)
    except EngineError as error:
        return EngineResult(SessionMemory(), by=engine.name, fell_back=str(error))


def _pinned_within(
    whole: SessionMemory, known: SessionMemory, threshold: int, counter: TokenCounter
) -> SessionMemory:
    """Let go of pins of ``whole`` that pass the share pins may hold beside what is ``known``."""
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
    """Return what of the ``whole`` fits ``limit`` as a merge in place of those ``taken`` in."""
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
