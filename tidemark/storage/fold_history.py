"""Undo and redo of folds, each in one transaction with the merges that depend on it.

A fold is a first-level summary.  An undone fold stays as a row with the positions it covered, so
that redo restores it exactly.  Undo also withdraws each merge that includes the fold or a later
one; the summaries that were merged are in force again until the next merge.
"""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, or_, select, update

from tidemark.errors import (
    FoldNotFound,
    FoldsChanged,
    MessagePinned,
    MessagesFoldedSince,
    ReplyPutAside,
)
from tidemark.schema import Message, NewMerge, SessionMemory, Summary
from tidemark.storage.column_types import among, as_shapes
from tidemark.storage.connections import Connections
from tidemark.storage.messages import MESSAGE, as_messages
from tidemark.storage.sessions import hold_at_rest
from tidemark.storage.summaries import SUMMARY, supersede
from tidemark.storage.tables import is_withdrawn, messages, of_session, summaries

_OF_SESSION = of_session(summaries)
_BY_RANGE = summaries.c.from_message_index, summaries.c.id
_FOLDS = (
    select(*SUMMARY)
    .where(
        _OF_SESSION,
        summaries.c.level == 1,
        summaries.c.to_message_index >= bindparam("first"),
        summaries.c.from_message_index <= bindparam("last"),
    )
    .order_by(*_BY_RANGE)
)
_FOLD = select(*SUMMARY, summaries.c.withdrawn_positions).where(
    _OF_SESSION, summaries.c.level == 1, summaries.c.id == bindparam("fold_id")
)
_MERGES = select(*SUMMARY).where(_OF_SESSION, summaries.c.level > 1)
_LATER_MERGES = _MERGES.where(~is_withdrawn, summaries.c.to_message_index >= bindparam("after"))
_STANDING = (
    select(*SUMMARY)
    .where(
        _OF_SESSION,
        ~is_withdrawn,
        or_(summaries.c.superseded_by.is_(None), among(summaries.c.superseded_by, "merges")),
    )
    .order_by(*_BY_RANGE)
)
_CHANGED_UNDONE = (
    select(summaries.c.withdrawn_positions, summaries.c.versions)
    .where(_OF_SESSION, summaries.c.level == 1, is_withdrawn, summaries.c.versions.is_not(None))
    .order_by(summaries.c.id)
)
_SAID_UNDER = (
    select(*MESSAGE)
    .where(messages.c.summary_id == bindparam("fold_id"))
    .order_by(messages.c.position)
)
_SAID_AT = (
    select(*MESSAGE)
    .where(of_session(messages), among(messages.c.position, "positions"))
    .order_by(messages.c.position)
)
_COLUMNS = (
    messages.c.position,
    messages.c.summary_id,
    messages.c.token_count,
    messages.c.is_retired,
    messages.c.is_pinned,
)
_UNDER = select(*_COLUMNS).where(messages.c.summary_id == bindparam("fold_id"))
_AT = select(*_COLUMNS).where(of_session(messages), among(messages.c.position, "positions"))
_BEYOND = 2**31 - 1  # higher than any position


@dataclass(frozen=True)
class FoldReversal:
    """The undo or redo of a fold: the changes it would make to the session now.

    ``standing`` are the summaries then in force, by range, before any new merge; ``withdrawn`` the
    ids of the merges they replace; ``tokens`` the tokens of the fold's messages, which become
    active or covered.
    """

    fold: Summary
    positions: tuple[int, ...]
    tokens: int
    standing: tuple[Summary, ...]
    withdrawn: tuple[int, ...]

    @property
    def is_undo(self) -> bool:
        """Return whether the fold is in force now, so that this would undo it."""
        return self.fold.withdrawn_at is None


class FoldHistoryStore:
    """Finds the folds of a session, in force and undone, and undoes or redoes them."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def between(
        self, session_id: str, from_index: int = 0, to_index: int = _BEYOND
    ) -> tuple[Summary, ...]:
        """Return the folds that overlap these positions, including undone ones, by range."""
        asked = {"of_session": session_id, "first": from_index, "last": to_index}
        with self._connections.asking() as connection:
            return as_shapes(connection.execute(_FOLDS, asked), Summary)

    def changed_undone(
        self, session_id: str, positions: Collection[int]
    ) -> tuple[tuple[SessionMemory, SessionMemory], ...]:
        """Return memories of edited, undone folds: as first folded, and as last edited."""
        with self._connections.asking() as connection:
            found = connection.execute(_CHANGED_UNDONE, {"of_session": session_id}).all()
        return tuple(
            (row.versions.all[0].memory, row.versions.all[-1].memory)
            for row in found
            if not set(positions).isdisjoint(row.withdrawn_positions)
        )

    def fold_with_messages(
        self, session_id: str, fold_id: int
    ) -> tuple[Summary, tuple[Message, ...]]:
        """Return a fold and the messages it covers, or covered before it was undone, in order.

        Raises:
            FoldNotFound: The session has no such fold.
        """
        with self._connections.reading() as connection:
            fold, positions = _fold(connection, session_id, fold_id)
            if fold.withdrawn_at is None:
                found = connection.execute(_SAID_UNDER, {"fold_id": fold_id})
            else:
                asked = {"of_session": session_id, "positions": list(positions)}
                found = connection.execute(_SAID_AT, asked)
            return fold, as_messages(found)

    def reversal(self, session_id: str, fold_id: int) -> FoldReversal:
        """Return the undo of a fold, or its redo if it is undone.

        Raises:
            FoldNotFound: The session has no such fold.
            MessagePinned: A redo would cover a pinned message.
            ReplyPutAside: A redo would cover a reply that is no longer in force.
            MessagesFoldedSince: A redo would cover messages that another fold covers.
        """
        with self._connections.reading() as connection:
            return _reversal(connection, session_id, fold_id)

    def reverse(self, seen: FoldReversal, merged: NewMerge | None, *, now: dt.datetime) -> None:
        """Undo or redo the fold of ``seen``; ``merged`` replaces all summaries then in force.

        Raises:
            SessionBusy: A turn of the session is pending.
            FoldsChanged: The session's summaries have changed since ``seen`` was read.
        """
        session_id, fold = seen.fold.session_id, seen.fold
        with self._connections.transaction() as connection:
            hold_at_rest(connection, session_id, then="undo or redo the fold")
            if _reversal(connection, session_id, fold.id) != seen:
                raise FoldsChanged(session_id)
            _release(connection, seen.withdrawn, now)
            _mark(connection, seen, now)
            if merged is not None and not _reinstated(connection, seen, merged):
                newest = max(summary.timestamp for summary in seen.standing)
                made = {"timestamp": newest, "created_at": now}
                supersede(connection, session_id, merged, made=made)


def _fold(connection: Connection, session_id: str, fold_id: int) -> tuple[Summary, tuple[int, ...]]:
    """Return a fold, and the positions it covered if it was undone."""
    asked = {"of_session": session_id, "fold_id": fold_id}
    row = connection.execute(_FOLD, asked).mappings().one_or_none()
    if row is None:
        raise FoldNotFound(session_id, fold_id)
    fold = Summary.model_validate({name: row[name] for name in Summary.model_fields})
    return fold, row["withdrawn_positions"] or ()


def _reversal(connection: Connection, session_id: str, fold_id: int) -> FoldReversal:
    fold, positions = _fold(connection, session_id, fold_id)
    covered = _covered(connection, fold, positions)
    later = {"of_session": session_id, "after": fold.from_message_index}
    merges = as_shapes(connection.execute(_LATER_MERGES, later), Summary)
    gone = tuple(sorted(merge.id for merge in merges))
    held = connection.execute(_STANDING, {"of_session": session_id, "merges": list(gone)})
    standing = [
        summary.model_copy(update={"superseded_by": None})
        for summary in as_shapes(held, Summary)
        if summary.id not in gone and summary.id != fold.id
    ]
    if fold.withdrawn_at is not None:
        standing = sorted([*standing, fold], key=lambda at: (at.from_message_index, at.id))
    return FoldReversal(
        fold=fold,
        positions=tuple(sorted(row.position for row in covered)),
        tokens=sum(row.token_count for row in covered if not row.is_retired),
        standing=tuple(standing),
        withdrawn=gone,
    )


def _covered(connection: Connection, fold: Summary, positions: Sequence[int]) -> Sequence[Any]:
    """Return the messages ``fold`` covers, or would cover again."""
    if fold.withdrawn_at is None:
        return connection.execute(_UNDER, {"fold_id": fold.id}).all()
    asked = {"of_session": fold.session_id, "positions": list(positions)}
    found = connection.execute(_AT, asked).all()
    for row in found:
        if row.is_pinned:
            raise MessagePinned(row.position)
        if row.is_retired:
            raise ReplyPutAside(row.position)
    taken = tuple(sorted(row.position for row in found if row.summary_id is not None))
    if taken:
        raise MessagesFoldedSince(fold.session_id, taken)
    return found


def _release(connection: Connection, merges: Sequence[int], now: dt.datetime) -> None:
    """Withdraw ``merges``, and put the summaries they superseded in force again."""
    if not merges:
        return
    packed = connection.execute(
        select(summaries.c.id, summaries.c.summary).where(
            summaries.c.superseded_by.in_(merges), summaries.c.level > 1
        )
    ).all()
    held = update(summaries).where(summaries.c.superseded_by.in_(merges))
    connection.execute(held.values(superseded_by=None))
    for row in packed:
        opened = update(summaries).where(summaries.c.id == row.id)
        connection.execute(opened.values(summary=row.summary))
    connection.execute(update(summaries).where(summaries.c.id.in_(merges)).values(withdrawn_at=now))


def _mark(connection: Connection, seen: FoldReversal, now: dt.datetime) -> None:
    """Withdraw or restore the fold of ``seen``, and update the marks on its messages."""
    fold = seen.fold
    if seen.is_undo:
        gone: Mapping[str, object] = {
            "withdrawn_at": now,
            "withdrawn_positions": seen.positions,
            "superseded_by": None,
        }
        under = update(messages).where(messages.c.summary_id == fold.id)
        connection.execute(under.values(is_summarized=0, summary_id=None))
    else:
        gone = {"withdrawn_at": None, "withdrawn_positions": None}
        these = messages.c.session_id == fold.session_id, messages.c.position.in_(seen.positions)
        covered = update(messages).where(*these)
        connection.execute(covered.values(is_summarized=1, summary_id=fold.id))
    connection.execute(update(summaries).where(summaries.c.id == fold.id).values(gone))


def _reinstated(connection: Connection, seen: FoldReversal, merged: NewMerge) -> bool:
    """Restore a withdrawn merge instead of storing ``merged`` if the two are identical."""
    children = list(merged.supersedes)
    gone = _MERGES.where(
        is_withdrawn,
        summaries.c.id > max(children),
        summaries.c.from_message_index == min(at.from_message_index for at in seen.standing),
        summaries.c.to_message_index == max(at.to_message_index for at in seen.standing),
    )
    asked = {"of_session": seen.fold.session_id}
    for former in as_shapes(connection.execute(gone, asked), Summary):
        if former.memory == merged.memory:
            again = update(summaries).where(summaries.c.id == former.id)
            connection.execute(again.values(withdrawn_at=None, summary=former.memory))
            taken = update(summaries).where(summaries.c.id.in_(children))
            connection.execute(taken.values(superseded_by=former.id))
            return True
    return False
