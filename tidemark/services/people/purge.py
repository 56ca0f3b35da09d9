"""Purge: permanently deletes data past its retention or its days in the trash, of all users.

One process at a time runs it, using a lease.  Each chat, source and document is deleted in a
transaction of its own, with a pause after it and a longer one after each batch, so that turns do
not wait.  When stopped, it has deleted whole things, and the next round continues.
"""

import datetime as dt
import itertools
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from database import Database
from tidemark.errors import DatabaseError, SessionNotFound, TidemarkError
from tidemark.schema.rights import PurgePlan
from tidemark.schema.scope import Scope
from tidemark.services.documents.document_retention import DocumentRetention
from tidemark.services.sessions import SessionService
from tidemark.services.sources import SourceService
from tidemark.settings import Settings

_LEASE = "purge"  # while it runs
_ROUND_LEASE = "purge.round"  # of rounds that are repeated, until the next one is due
_HELD = dt.timedelta(minutes=10)  # without renewal: the process was killed
_SCOPES_AT_ONCE = 100
_START_S = 0.5  # by which purging may delay the start
_PAUSE_S = 0.05
_PAUSE_OF_BATCH_S = 1.0
_log = logging.getLogger(__name__)


class Parts(Protocol):
    """The services of one notebook of one user."""

    @property
    def sessions(self) -> SessionService:
        """The chats of the notebook."""

    @property
    def sources(self) -> SourceService:
        """The sources of the notebook."""

    @property
    def document_retention(self) -> DocumentRetention:
        """The retention of the notebook's documents."""


def wait(seconds: float) -> None:
    """Wait between two deletions of a round."""
    time.sleep(seconds)


@dataclass(frozen=True)
class Purge:
    """The purge of ``opened``; ``parts`` returns the services of a scope."""

    opened: Database
    parts: Callable[[Scope], Parts]
    clock: Callable[[], dt.datetime]
    settings: Settings
    owner: str

    def at_start(self) -> None:
        """Empty the trash of all users for at most half a second; a later round continues."""
        until = time.perf_counter() + _START_S
        try:
            for parts in self._trashed():
                if time.perf_counter() > until:
                    return
                parts.sessions.purge(limit_s=max(until - time.perf_counter(), 0))
                parts.sources.purge()
                parts.document_retention.purge()
        except DatabaseError as error:  # read-only, or locked: try again another time
            _log.warning("The trash was not purged: %s", error)

    def plan(self) -> PurgePlan:
        """Count the things ``run`` would delete now."""
        past = self.clock() - dt.timedelta(days=self.settings.trash_days)
        sessions, sources, documents = self.opened.count_trashed(before=past)
        return PurgePlan(
            expired_sessions=sum(1 for _ in self._expired()),
            trashed_sessions=sessions,
            trashed_sources=sources,
            trashed_documents=documents,
            pruned_versions=sum(
                each.versions
                for scope in self._with_old_versions()
                for each in self.parts(scope).document_retention.prune(is_dry=True)
            ),
        )

    def run(
        self,
        step: Callable[[], object] = lambda: None,
        *,
        every: dt.timedelta = dt.timedelta(0),
        pause: Callable[[float], object] = wait,
    ) -> PurgePlan | None:
        """Delete everything past its time; return the counts, None if another process is doing it.

        Calls ``step()`` before each thing, which may raise to stop, and ``pause`` after it: longer
        after each batch of MEMORY_CLEANUP_BATCH_SIZE.  No process starts another round with
        ``every`` until it has passed.
        """
        if every and not self._hold(_HELD, _ROUND_LEASE):
            return None
        if not self._hold(_HELD):
            return None
        before = self.plan()
        numbers = itertools.count(1)

        def next_thing() -> None:
            step()
            is_batch = next(numbers) % self.settings.memory_cleanup_batch_size == 0
            pause(_PAUSE_OF_BATCH_S if is_batch else _PAUSE_S)
            self._hold(_HELD)
            if every:
                self._hold(_HELD, _ROUND_LEASE)

        expired = self._delete_expired(next_thing)
        for parts in self._trashed():
            next_thing()
            self._empty(parts, next_thing)
        for scope in self._with_old_versions():
            self.parts(scope).document_retention.prune(step=next_thing)
        if every:
            self._hold(every, _ROUND_LEASE)
        self.opened.give_lease_back(_LEASE, self.owner)
        return before.model_copy(update={"expired_sessions": expired})

    def _hold(self, time_left: dt.timedelta, lease: str = _LEASE) -> bool:
        now = self.clock()
        return self.opened.take_lease(lease, self.owner, now=now, until=now + time_left)

    def _delete_expired(self, next_thing: Callable[[], None]) -> int:
        count = 0
        for scope, session_id, last_use in self._expired():
            next_thing()
            try:
                count += self.parts(scope).sessions.delete_unused(session_id, last_use)
            except SessionNotFound:  # another process was quicker
                continue
            except TidemarkError as error:  # one failure must not block the others
                _log.warning("An expired chat was not deleted: %s", error)
        return count

    def _expired(self) -> Iterator[tuple[Scope, str, dt.datetime]]:
        after: int | None = 0
        while after is not None:
            found, after = self.opened.expired_sessions(
                self.settings.retention_days, now=self.clock(), after=after
            )
            for each in found:
                yield each.scope, each.session_id, each.last_use

    def _trashed(self) -> Iterator[Parts]:
        """Yield the notebooks with trash, the oldest first, each once."""
        with_trash = (
            self.opened.scopes_with_trash,
            self.opened.scopes_with_trashed_sources,
            self.opened.scopes_with_trashed_documents,
        )
        seen: set[Scope] = set()
        while scopes := {of for each in with_trash for of in each(_SCOPES_AT_ONCE)} - seen:
            yield from map(self.parts, scopes)
            seen |= scopes

    def _empty(self, parts: Parts, next_thing: Callable[[], None]) -> None:
        """Delete the things past their days in the trash of one notebook, one at a time."""
        past = self.clock() - dt.timedelta(days=self.settings.trash_days)
        database = parts.sessions.database
        while database.session_lists.due(past, 1):
            next_thing()
            parts.sessions.purge(most=1)
        while database.sources.due(past, 1):
            next_thing()
            parts.sources.purge()
        while database.documents.due(past, 1):
            next_thing()
            parts.document_retention.purge()

    def _with_old_versions(self) -> Iterator[Scope]:
        if not self.settings.document_retention_days:
            return
        before = self.clock() - dt.timedelta(days=self.settings.document_retention_days)
        seen: set[Scope] = set()
        while scopes := set(self.opened.scopes_with_old_versions(before, _SCOPES_AT_ONCE)) - seen:
            yield from scopes
            seen |= scopes
