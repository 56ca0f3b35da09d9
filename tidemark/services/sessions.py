"""What a person does with whole chats: name, pin, archive, find, delete, and have them back."""

import datetime as dt
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.errors import DatabaseError, EmptyMessage, SessionNotFound
from tidemark.retrieval.search_query import SearchResults
from tidemark.runtime.runs import Runs
from tidemark.schema import Message, Session, Summary
from tidemark.services.configuration import Configuration
from utils import one_line, storable

_TITLE_CHARS = 200
_ENDING_S = 5.0
_AT_ONCE = 50
_PURGED_AT_ONCE = 20  # chats; the next opening goes on
_PURGE_S = 0.5  # what opening may be held up by chats that are past their days
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SessionService:
    """The chats of ``database``; deleted ones lie in the trash for some days.

    What ``runs`` in a chat and its branches, turns and folds, is stopped before it is deleted.
    """

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]
    configuration: Configuration
    runs: Sequence[Runs]

    @property
    def trash_days(self) -> int:
        """How long a deleted chat can be restored; 0: not at all."""
        return self.configuration.settings.trash_days

    def recent(self, *, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return the chats that are listed: pinned ones, then the others, newest first."""
        return self.database.sessions.recent(limit=limit, offset=offset)

    def get(self, session_id: str) -> Session:
        """Return one chat.

        Raises:
            SessionNotFound: There is none of this id, or it is in the trash.
        """
        return self.database.sessions.get(session_id)

    def transcript(
        self, session_id: str, *, before: int | None = None, limit: int = 30
    ) -> tuple[Message, ...]:
        """Return the last ``limit`` messages at positions under ``before``, in order."""
        return self.database.messages.page(session_id, before=before, limit=limit)

    def messages(self, session_id: str, ids: Sequence[int]) -> tuple[Message, ...]:
        """Return the messages of these ``ids``, in order."""
        return self.database.messages.by_ids(session_id, ids)

    def summaries(self, session_id: str) -> tuple[Summary, ...]:
        """Return the summaries in force, by range."""
        return self.database.get_summaries(session_id)

    def find(self, text: str, *, limit: int = 20) -> SearchResults:
        """Return the chats in whose titles or messages ``text`` stands, its last word begun."""
        return self.database.session_search.find(storable(text), limit=limit)

    def archived(self, *, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return archived chats, newest first."""
        return self.database.session_lists.archived(limit, offset)

    def trashed(self, *, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return the chats in the trash, the last one deleted first."""
        return self.database.session_lists.trashed(limit, offset)

    def anywhere(self, session_id: str) -> Session:
        """Return a chat, be it in the trash.

        Raises:
            SessionNotFound: There is none of this id.
        """
        return self.database.session_lists.anywhere(session_id)

    def is_on_top(self, session_id: str) -> bool:
        """Whether a chat stands first in the list, or first under the pinned ones."""
        return self.database.session_lists.is_on_top(session_id)

    def rename(self, session_id: str, title: str) -> None:
        """Give a chat another title, on one line.

        Raises:
            EmptyMessage: There is nothing in it.
            SessionNotFound: There is no such chat.
        """
        title = one_line(storable(title), _TITLE_CHARS)
        if not title:
            raise EmptyMessage
        self.database.sessions.rename(session_id, title)

    def pin(self, session_ids: Sequence[str], *, is_on: bool) -> None:
        """Let chats stand above all others, or no more."""
        self.database.session_lists.pin(session_ids, is_on=is_on)

    def archive(self, session_ids: Sequence[str], *, is_on: bool) -> None:
        """Take chats out of the list and keep them, or put them back."""
        self.database.session_lists.archive(session_ids, is_on=is_on)

    def discard(self, session_ids: Sequence[str]) -> bool:
        """Put chats into the trash, or delete them for ever where there is none.

        What runs in them is stopped.  Return whether ``restore`` can have them back.

        Raises:
            SessionNotFound: One of them is not there.
        """
        if not self.trash_days:
            self.delete(session_ids)
            return False
        for session_id in session_ids:
            self._end(session_id)
        self.database.session_lists.discard(session_ids, now=self.clock())
        self._purge(most=1)
        return True

    def restore(self, session_ids: Sequence[str]) -> None:
        """Take chats out of the trash as they were.

        Raises:
            SessionNotFound: One of them is not there.
            NotInTrash: One of them is there, and not in the trash.
        """
        self.database.session_lists.restore(session_ids)

    def delete(self, session_ids: Sequence[str]) -> None:
        """Stop what runs in chats and their branches, then delete all that hangs on them for ever.

        Raises:
            SessionNotFound: One of them is not there; those before it are deleted.
        """
        for session_id in session_ids:
            self._end(session_id)
            self.database.sessions.delete(session_id)

    def empty_trash(self) -> int:
        """Delete what is in the trash for ever; return how many chats it was."""
        count = 0
        while found := self.trashed():
            for session in found:
                count += self._gone(session.session_id)
        return count

    def delete_all(self) -> None:
        """Delete every chat for ever, archived ones and those in the trash too.

        One that somebody else deletes meanwhile is gone all the same.  What is deleted when an
        error comes stays deleted.
        """
        for listed in (self.database.sessions.recent, self.archived, self.trashed):
            while found := listed(limit=_AT_ONCE):
                for session in found:
                    self._end(session.session_id)
                    self._gone(session.session_id)

    def purge(self) -> None:
        """Delete what is past its days in the trash, as much as opening may be held up by."""
        self._purge(most=_PURGED_AT_ONCE)

    def _end(self, session_id: str) -> None:
        """Stop what runs in a chat and in all of its branches."""
        family = self.database.branches.family(session_id)
        session_ids = [branch.session_id for branch in family] or [session_id]
        for runs in self.runs:
            runs.end(session_ids, timeout_s=_ENDING_S)

    def _purge(self, most: int) -> None:
        began = time.perf_counter()
        past = self.clock() - dt.timedelta(days=self.trash_days)
        try:
            for session_id in self.database.session_lists.due(past, most):
                if time.perf_counter() - began > _PURGE_S:
                    break
                self._gone(session_id)
        except DatabaseError as error:  # read-only, or locked: it is there another day
            _log.warning("The trash was not purged: %s", error)

    def _gone(self, session_id: str) -> bool:
        try:
            self.database.sessions.delete(session_id)
        except SessionNotFound:  # somebody else was quicker
            return False
        return True
