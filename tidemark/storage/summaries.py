"""The summaries: saved together with the marks on what they cover, or not at all."""

import datetime as dt
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, insert, select, update

from tidemark.errors import AlreadySummarised
from tidemark.schema import NewMerge, NewSummary, Summary
from tidemark.storage.connections import Connections
from tidemark.storage.sessions import hold_session
from tidemark.storage.tables import is_active, is_in_force, messages, summaries

SUMMARY = (  # the columns that make a Summary
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
)


class Summaries:
    """Saves summaries and finds them again."""

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

        Its range is from the first to the last of them.  With ``merged`` a summary of a higher
        level takes its place, and that of the others it names.  ``now`` is when the conversation
        stood there, ``created_at`` when the row was made, the same if not given.

        Raises:
            AlreadySummarised: One of the messages is not active, or not of this session; or one
                of the summaries to supersede is no longer in force.
        """
        made = {"timestamp": now, "created_at": created_at or now}
        with self._connections.transaction() as connection:
            hold_session(connection, session_id)
            summary_id = _insert_first_level(connection, session_id, new, made)
            if merged is not None:
                _supersede(connection, session_id, new, merged, summary_id, made)
            query = select(*SUMMARY).where(summaries.c.id == summary_id)
            return as_summaries(connection, query)[0]

    def in_force(self, session_id: str) -> tuple[Summary, ...]:
        """Return the summaries no other has taken in, by range."""
        return self._read(session_id, is_in_force, order=summaries.c.from_message_index)

    def all(self, session_id: str) -> tuple[Summary, ...]:
        """Return every summary of a session, superseded ones too, in the order made."""
        return self._read(session_id, order=summaries.c.id)

    def first_level(
        self, session_id: str, from_index: int = 0, to_index: int | None = None
    ) -> tuple[Summary, ...]:
        """Return the summaries made from messages that overlap these positions, by range."""
        last = summaries.c.to_message_index
        query = (
            select(*SUMMARY)
            .where(summaries.c.session_id == session_id, summaries.c.level == 1)
            .order_by(last)
        )
        with self._connections.reading() as connection:
            if to_index is None:
                return as_summaries(connection, query.where(last >= from_index))
            ended = as_summaries(connection, query.where(last.between(from_index, to_index)))
            # They do not overlap each other: of those that end later, one can begin early enough
            next_one = as_summaries(connection, query.where(last > to_index).limit(1))
        return ended + tuple(at for at in next_one if at.from_message_index <= to_index)

    def get(self, session_id: str, summary_id: int) -> Summary | None:
        """Return one summary of a session, None where it has no such one."""
        found = self._read(session_id, summaries.c.id == summary_id, order=summaries.c.id)
        return found[0] if found else None

    def _read(
        self, session_id: str, *wanted: ColumnElement[bool], order: ColumnElement[int]
    ) -> tuple[Summary, ...]:
        query = select(*SUMMARY).where(summaries.c.session_id == session_id, *wanted)
        with self._connections.reading() as connection:
            return as_summaries(connection, query.order_by(order))


def as_summaries(connection: Connection, query: Select[Any]) -> tuple[Summary, ...]:
    """Return the summaries that ``query``, a select of the columns ``SUMMARY``, finds."""
    return tuple(Summary.model_validate(dict(row)) for row in connection.execute(query).mappings())


def _insert_first_level(
    connection: Connection, session_id: str, new: NewSummary, made: dict[str, dt.datetime]
) -> int:
    of_these = messages.c.session_id == session_id, messages.c.id.in_(new.message_ids), is_active
    found = connection.execute(select(messages.c.id, messages.c.position).where(*of_these))
    positions = {row.id: row.position for row in found}
    refused = tuple(message_id for message_id in new.message_ids if message_id not in positions)
    if refused:
        raise AlreadySummarised(session_id, refused)
    summary_id = _insert(
        connection,
        session_id=session_id,
        summary=new.memory,
        token_count=new.token_count,
        level=1,
        from_message_index=min(positions.values()),
        to_message_index=max(positions.values()),
        **made,
    )
    marked = update(messages).where(*of_these).values(is_summarized=1, summary_id=summary_id)
    connection.execute(marked)
    return summary_id


def _supersede(
    connection: Connection,
    session_id: str,
    new: NewSummary,
    merged: NewMerge,
    summary_id: int,
    made: dict[str, dt.datetime],
) -> None:
    taken = {*merged.supersedes, summary_id}
    these = summaries.c.id.in_(taken)  # and no session: a planner might walk through all of it
    columns = summaries.c
    bounds = columns.session_id, columns.from_message_index, columns.to_message_index, columns.level
    found = connection.execute(select(*bounds).where(these, is_in_force)).all()
    sessions, firsts, lasts, levels = zip(*found, strict=True)
    if sessions.count(session_id) != len(taken):
        raise AlreadySummarised(session_id, new.message_ids)
    merged_id = _insert(
        connection,
        session_id=session_id,
        summary=merged.memory,
        token_count=merged.token_count,
        level=max(levels) + 1,
        from_message_index=min(firsts),
        to_message_index=max(lasts),
        **made,
    )
    connection.execute(update(summaries).where(these).values(superseded_by=merged_id))


def _insert(connection: Connection, **values: object) -> int:
    inserted = insert(summaries).values(**values).returning(summaries.c.id)
    summary_id: int = connection.execute(inserted).scalar_one()
    return summary_id
