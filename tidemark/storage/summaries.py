"""Summaries, saved in one transaction with the marks on the messages they cover."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, insert, select, update

from tidemark.errors import AlreadySummarised
from tidemark.schema import NewMerge, NewSummary, Summary
from tidemark.storage.column_types import MemoryText, among, as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.sessions import hold_at_rest, hold_session
from tidemark.storage.tables import (
    is_active,
    is_in_force,
    is_in_scope,
    is_withdrawn,
    messages,
    of_session,
    summaries,
)

SUMMARY = (  # the columns of a Summary
    summaries.c.id,
    summaries.c.session_id,
    summaries.c.summary.label("memory"),
    summaries.c.timestamp,
    summaries.c.from_message_index,
    summaries.c.to_message_index,
    summaries.c.created_at,
    summaries.c.level,
    summaries.c.superseded_by,
    summaries.c.token_count,
    summaries.c.withdrawn_at,
)
_OF_SESSION = select(*SUMMARY).where(of_session(summaries))
_ALL = _OF_SESSION.order_by(summaries.c.id)
# Not by session too: a planner might scan all of it
_BY_ID = select(*SUMMARY).where(summaries.c.id == bindparam("summary_id"), is_in_scope(summaries))
_IN_FORCE = _OF_SESSION.where(is_in_force).order_by(summaries.c.from_message_index)
_COUNT = select(func.count()).select_from(summaries).where(of_session(summaries), is_in_force)
_FOLDS = _OF_SESSION.where(summaries.c.level == 1, ~is_withdrawn)
_BY_END = _FOLDS.order_by(summaries.c.to_message_index)
_FROM = _BY_END.where(summaries.c.to_message_index >= bindparam("from_index"))
_BETWEEN = _FROM.where(summaries.c.to_message_index <= bindparam("to_index"))
_AFTER = _BY_END.where(summaries.c.to_message_index > bindparam("to_index")).limit(1)
_PACK = (  # other programs may read one in force; a superseded one is rarely read
    update(summaries)
    .where(summaries.c.id == bindparam("summary_id"))
    .values(summary=bindparam("memory", type_=MemoryText(packed=True)))
)
_INSERT = insert(summaries).returning(*SUMMARY)
_TO_COVER = of_session(messages), among(messages.c.id, "ids"), is_active
_FOLDED = select(messages.c.id, messages.c.position, messages.c.is_pinned).where(*_TO_COVER)
_COVER = update(messages).where(*_TO_COVER).values(is_summarized=1, summary_id=bindparam("by"))
_TAKEN = among(summaries.c.id, "ids")  # and no session: a planner might scan all of it
_STANDING = select(
    summaries.c.session_id,
    summaries.c.from_message_index,
    summaries.c.to_message_index,
    summaries.c.level,
).where(_TAKEN, is_in_force, is_in_scope(summaries))
_SUPERSEDE = update(summaries).where(_TAKEN).values(superseded_by=bindparam("by"))
_MERGES = select(summaries.c.id, summaries.c.summary).where(
    _TAKEN, summaries.c.level > 1, is_in_scope(summaries)
)


class SummaryStore:
    """Saves and reads summaries."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def save(
        self,
        session_id: str,
        new: NewSummary,
        *,
        now: dt.datetime,
        created_at: dt.datetime | None = None,
        merged: NewMerge | None = None,
    ) -> Summary:
        """Store ``new`` and mark the messages it covers, or do neither; return it as stored.

        Its range is from the first to the last of them.  ``merged``, a summary of a higher level,
        replaces it and the other summaries it names.  ``now`` is the time of the conversation,
        ``created_at`` that of the row, by default the same.

        Raises:
            AlreadySummarised: A message is not active, is pinned or is not of this session; or a
                summary to supersede is no longer in force.
        """
        made = {"timestamp": now, "created_at": created_at or now}
        return self.save_runs(session_id, [new], made=made, merged=merged)[0]

    def save_runs(
        self,
        session_id: str,
        runs: Sequence[NewSummary],
        *,
        made: Mapping[str, dt.datetime],
        merged: NewMerge | None = None,
        then: str | None = None,
    ) -> tuple[Summary, ...]:
        """Store one summary for each of ``runs``, and the merge that replaces all of them.

        All are stored or none, as by ``save``; ``made`` holds the two times.  With ``then``, the
        name of the intended action, this is refused while a turn is pending.

        Raises:
            SessionBusy: A turn of the session is pending, and ``then`` is given.
        """
        with self._connections.transaction() as connection:
            if then is None:
                hold_session(connection, session_id)
            else:
                hold_at_rest(connection, session_id, then=then)
            if merged is not None:  # first: the last row may grow
                _pack_merges(connection, merged.supersedes)
            saved = [_insert_first_level(connection, session_id, new, made) for new in runs]
            if merged is None:
                return tuple(saved)
            ids = [each.id for each in saved]
            covered = [message_id for new in runs for message_id in new.message_ids]
            by = supersede(connection, session_id, merged, ids, made=made, covered=covered)
            return tuple(each.model_copy(update={"superseded_by": by}) for each in saved)

    def in_force(self, session_id: str) -> tuple[Summary, ...]:
        """Return the summaries that no other supersedes, by range."""
        with self._connections.asking() as connection:
            return read_in_force(connection, session_id)

    def count(self, session_id: str) -> int:
        """Return the number of summaries that no other supersedes."""
        with self._connections.asking() as connection:
            found: int = connection.execute(_COUNT, {"of_session": session_id}).scalar_one()
            return found

    def all(self, session_id: str) -> tuple[Summary, ...]:
        """Return all summaries of a session in order of creation, also superseded or undone."""
        return self._read(_ALL, of_session=session_id)

    def first_level(
        self, session_id: str, from_index: int = 0, to_index: int | None = None
    ) -> tuple[Summary, ...]:
        """Return the summaries made from messages that overlap these positions, by range."""
        if to_index is None:
            return self._read(_FROM, of_session=session_id, from_index=from_index)
        asked = {"of_session": session_id, "from_index": from_index, "to_index": to_index}
        with self._connections.reading() as connection:
            ended = as_shapes(connection.execute(_BETWEEN, asked), Summary)
            # They do not overlap: of those that end later, only one can begin early enough
            next_one = as_shapes(connection.execute(_AFTER, asked), Summary)
        return ended + tuple(at for at in next_one if at.from_message_index <= to_index)

    def get(self, session_id: str, summary_id: int) -> Summary | None:
        """Return one summary of a session; None if the session has no such summary."""
        found = self._read(_BY_ID, summary_id=summary_id)
        return found[0] if found and found[0].session_id == session_id else None

    def _read(self, query: Select[Any], **asked: object) -> tuple[Summary, ...]:
        with self._connections.asking() as connection:
            return as_shapes(connection.execute(query, asked), Summary)


def read_in_force(connection: Connection, session_id: str) -> tuple[Summary, ...]:
    """Return the summaries of a session that no other supersedes, by range."""
    return as_shapes(connection.execute(_IN_FORCE, {"of_session": session_id}), Summary)


def _insert_first_level(
    connection: Connection, session_id: str, new: NewSummary, made: Mapping[str, dt.datetime]
) -> Summary:
    asked = {"of_session": session_id, "ids": list(new.message_ids)}
    found = connection.execute(_FOLDED, asked)
    positions = {row.id: row.position for row in found if not row.is_pinned}
    refused = tuple(message_id for message_id in new.message_ids if message_id not in positions)
    if refused:
        raise AlreadySummarised(session_id, refused)
    saved = _insert(
        connection,
        session_id=session_id,
        summary=new.memory,
        token_count=new.token_count,
        level=1,
        from_message_index=min(positions.values()),
        to_message_index=max(positions.values()),
        **made,
    )
    connection.execute(_COVER, {**asked, "by": saved.id})
    return saved


def supersede(
    connection: Connection,
    session_id: str,
    merged: NewMerge,
    with_these: Sequence[int] = (),
    *,
    made: Mapping[str, dt.datetime],
    covered: Sequence[int] = (),
) -> int:
    """Store ``merged`` in place of the summaries it names and of those with the ids ``with_these``.

    Its id is returned.

    Raises:
        AlreadySummarised: One of them is not in force; ``covered`` are the messages of the fold.
    """
    taken = sorted({*merged.supersedes, *with_these})
    found = connection.execute(_STANDING, {"ids": taken}).all()
    if [row.session_id for row in found] != [session_id] * len(taken):
        raise AlreadySummarised(session_id, tuple(covered))
    by = _insert(
        connection,
        session_id=session_id,
        summary=merged.memory,
        token_count=merged.token_count,
        level=max(row.level for row in found) + 1,
        from_message_index=min(row.from_message_index for row in found),
        to_message_index=max(row.to_message_index for row in found),
        **made,
    ).id
    connection.execute(_SUPERSEDE, {"ids": taken, "by": by})
    return by


def _pack_merges(connection: Connection, summary_ids: Sequence[int]) -> None:
    """Compress those of ``summary_ids`` that are merges, which another merge supersedes."""
    for row in connection.execute(_MERGES, {"ids": list(summary_ids)}).all():
        connection.execute(_PACK, {"summary_id": row.id, "memory": row.summary})


def _insert(connection: Connection, **values: object) -> Summary:
    return as_shapes(connection.execute(_INSERT, values), Summary)[0]
