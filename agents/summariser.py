"""The summariser agent: folds active messages into a summary, and merges what grew too large."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from agents.context import Context
from database import Database
from tidemark import memory
from tidemark.engines.base import Engine, Spoken
from tidemark.errors import EngineError
from tidemark.events import Stop
from tidemark.schema import Folded, Message, NewMerge, NewSummary, SessionMemory, Summary
from utils import TokenCounter

_SHARE = 3  # summaries in force hold at most a third of the budget


@dataclass(frozen=True)
class Fold:
    """A summary about to be stored, the merge it brings with it, and how the engine fared."""

    new: NewSummary
    merged: NewMerge | None
    spoken: Spoken[SessionMemory]

    def tokens_after(self, in_force: Sequence[Summary]) -> int:
        """Return what the summaries weigh once this fold is stored beside those ``in_force``."""
        if self.merged is not None:
            return self.merged.token_count
        return self.new.token_count + sum(summary.token_count for summary in in_force)


def fold(
    messages: Sequence[Message],
    in_force: Sequence[Summary],
    engine: Engine,
    *,
    threshold: int,
    counter: TokenCounter,
    stop: Stop,
) -> Fold:
    """Summarise ``messages``; past a third of ``threshold``, merge all summaries in code.

    Where the engine refuses even so, the summary is empty: the messages stay readable and
    findable, and the context is free again.
    """
    limit = threshold // _SHARE
    known = reduce(memory.merge, (summary.memory for summary in in_force), SessionMemory())
    spoken = _summarise(messages, known, engine, stop)
    kept = memory.fit(spoken.value, limit, counter)
    new = NewSummary(
        memory=kept,
        token_count=counter.count_tokens(memory.render(kept)),
        message_ids=tuple(message.id for message in messages),
    )
    held = sum(summary.token_count for summary in in_force) + new.token_count
    merged = _merge(known, kept, in_force, limit, counter) if held > limit else None
    return Fold(new, merged, spoken)


def save(
    database: Database,
    session_id: str,
    fold: Fold,
    before: Context,
    *,
    now: dt.datetime,
    created_at: dt.datetime,
) -> tuple[Summary, Folded]:
    """Store ``fold`` and mark its messages, or do neither; say what it freed.

    ``now`` is when the fold happened in the conversation, ``created_at`` when it was written.
    """
    summary = database.save_summary(
        session_id, fold.new, now=now, created_at=created_at, merged=fold.merged
    )
    folded = Folded(
        from_index=summary.from_message_index,
        to_index=summary.to_message_index,
        tokens_before=before.tokens,
        tokens_after=fold.tokens_after(before.summaries),
    )
    return summary, folded


def _summarise(
    messages: Sequence[Message], known: SessionMemory, engine: Engine, stop: Stop
) -> Spoken[SessionMemory]:
    said = [message for message in messages if not message.is_retired]
    try:
        return engine.summarise(said, known, stop=stop)
    except EngineError as error:
        return Spoken(SessionMemory(), by=engine.name, fell_back=str(error))


def _merge(
    known: SessionMemory,
    kept: SessionMemory,
    in_force: Sequence[Summary],
    limit: int,
    counter: TokenCounter,
) -> NewMerge:
    whole = memory.fit(memory.merge(known, kept), limit, counter)
    return NewMerge(
        memory=whole,
        token_count=counter.count_tokens(memory.render(whole)),
        supersedes=tuple(summary.id for summary in in_force),
    )
