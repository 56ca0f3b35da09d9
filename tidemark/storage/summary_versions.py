"""Versions of summaries that a person edited, each stored with the edit."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select, update

from tidemark.errors import FoldsChanged
from tidemark.schema import (
    SessionMemory,
    Summary,
    SummaryChange,
    SummaryVersion,
    SummaryVersionList,
)
from tidemark.storage.connections import Connections
from tidemark.storage.sessions import hold_at_rest
from tidemark.storage.tables import of_session, summaries

AS_FOLDED, ENGINE = SummaryChange("folded"), "engine"
_MOST = 50  # versions of one summary: the first, and the newest of the others

_ROW = select(
    summaries.c.summary, summaries.c.superseded_by, summaries.c.withdrawn_at, summaries.c.versions
).where(of_session(summaries), summaries.c.id == bindparam("this"))


@dataclass(frozen=True)
class ChangedSummary:
    """A new memory for a summary, with the summary as read, to detect concurrent changes."""

    summary: Summary
    memory: SessionMemory
    token_count: int


class SummaryVersions:
    """Edits summaries, and reads their versions."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def of(self, session_id: str, summary_id: int) -> tuple[SummaryVersion, ...]:
        """Return the versions of a summary, newest last; empty if it was never edited."""
        asked = {"of_session": session_id, "this": summary_id}
        with self._connections.asking() as connection:
            row = connection.execute(_ROW, asked).one_or_none()
        return row.versions.all if row is not None and row.versions is not None else ()

    def save(
        self,
        changed: ChangedSummary,
        others: Sequence[ChangedSummary] = (),
        *,
        change: SummaryChange,
        by: str,
        now: dt.datetime,
    ) -> None:
        """Store the edited summary ``changed``, and ``others`` likewise, each with a new version.

        Raises:
            SessionBusy: A turn of the session is pending.
            FoldsChanged: One of them has changed since it was read; nothing is stored.
        """
        session_id = changed.summary.session_id
        with self._connections.transaction() as connection:
            hold_at_rest(connection, session_id, then="change what is remembered")
            for each in (changed, *others):
                former = _checked_versions(connection, each, in_force=each is changed)
                newest = SummaryVersion(
                    at=now,
                    by=by,
                    change=change,
                    memory=each.memory,
                    token_count=each.token_count,
                )
                _replace(connection, each, _with(former, each.summary, newest))


def _checked_versions(
    connection: Connection, changed: ChangedSummary, *, in_force: bool = False
) -> SummaryVersionList | None:
    """Return the versions of a summary after checking that it is unchanged since it was read."""
    asked = {"of_session": changed.summary.session_id, "this": changed.summary.id}
    row = connection.execute(_ROW, asked).one_or_none()
    if row is None or row.summary != changed.summary.memory:
        raise FoldsChanged(changed.summary.session_id)
    if in_force and not (row.superseded_by is None and row.withdrawn_at is None):
        raise FoldsChanged(changed.summary.session_id)
    versions: SummaryVersionList | None = row.versions
    return versions


def _with(
    former: SummaryVersionList | None, summary: Summary, newest: SummaryVersion
) -> SummaryVersionList:
    if former is None:
        first = SummaryVersion(
            at=summary.created_at,
            by=ENGINE,
            change=AS_FOLDED,
            memory=summary.memory,
            token_count=summary.token_count,
        )
        return SummaryVersionList(all=(first, newest))
    first, *rest = former.all
    return SummaryVersionList(all=(first, *[*rest, newest][-(_MOST - 1) :]))


def _replace(
    connection: Connection, changed: ChangedSummary, versions: SummaryVersionList | None
) -> None:
    this = update(summaries).where(summaries.c.id == changed.summary.id)
    connection.execute(
        this.values(summary=changed.memory, token_count=changed.token_count, versions=versions)
    )
