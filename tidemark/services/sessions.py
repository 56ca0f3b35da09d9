"""Sessions: lists, reads, searches, renames, pins, archives, deletes and restores chats."""

import datetime as dt
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.errors import DatabaseError, EmptyTitle, SessionNotFound
from tidemark.memory.forgetting import without_items
from tidemark.retrieval.search_query import SearchResults
from tidemark.runtime.runs import Runs
from tidemark.schema import Message, Session, Summary
from tidemark.schema.sessions import (
    TITLE_CHARS,
    ListedSessions,
    ListOrder,
    SessionPlace,
    WhichSessions,
    new_session_id,
)
from tidemark.services.configuration import Configuration
from utils import one_line, storable

_ENDING_S = 5.0
_AT_ONCE = 50
_PURGED_AT_ONCE = 20  # chats; the next start continues
_PURGE_S = 0.5  # by which purging may delay the start
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SessionService:
    """The chats of ``database``; deleted ones stay in the trash for some days.

    ``runs`` are those of turns and of folds: they are stopped before a chat is deleted.
    """

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]
    configuration: Configuration
    runs: Sequence[Runs]

    @property
    def trash_days(self) -> int:
        """The days for which a deleted chat can be restored; 0 means not at all."""
        return self.configuration.settings.trash_days

    def recent(self, *, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return the listed chats: pinned ones, then the others, newest first."""
        return self.database.session_lists.recent(limit=limit, offset=offset)

    def page(
        self,
        which: WhichSessions,
        *,
        limit: int,
        after: SessionPlace | None = None,
        order: ListOrder = "used",
    ) -> ListedSessions:
        """Return ``limit`` chats of a list ``after`` a place that stays valid as it changes.

        In the ``order`` used, a chat that is used meanwhile moves to the top.
        """
        return self.database.session_lists.page(which, limit, after, order)

    def begin(self, title: str, session_id: str | None = None) -> Session:
        """Create an empty chat, or return the one with this id.

        Raises:
            EmptyTitle: The title is empty.
            InvalidSessionId: ``session_id`` is not a valid id.
            SessionTrashed: It is in the trash.
            SessionExists: It is in another notebook.
        """
        title, now = one_line(storable(title), TITLE_CHARS), self.clock()
        if not title:
            raise EmptyTitle
        if session_id is None:
            return self.database.sessions.begin(new_session_id(now), title=title, now=now)
        return self.database.sessions.ensure(session_id, title=title, now=now)

    def get(self, session_id: str) -> Session:
        """Return one chat.

        Raises:
            SessionNotFound: No chat has this id, or it is in the trash.
        """
        return self.database.sessions.get(session_id)

    def transcript(
        self, session_id: str, *, before: int | None = None, limit: int = 30
    ) -> tuple[Message, ...]:
        """Return the last ``limit`` messages at positions below ``before``, in order."""
        return self.database.messages.page(session_id, before=before, limit=limit)

    def pictures(self, message_id: int) -> tuple[bytes, ...]:
        """Return the pictures of a message, in the order of its metadata."""
        return self.database.attached_pictures.of_messages([message_id]).get(message_id, ())

    def messages(self, session_id: str, ids: Sequence[int]) -> tuple[Message, ...]:
        """Return the messages of these ``ids``, in order."""
        return self.database.messages.by_ids(session_id, ids)

    def find_message(self, message_id: int) -> Message | None:
        """Return a message of any chat, including trashed ones; None if it is gone."""
        return self.database.messages.find(message_id)

    def summaries(self, session_id: str) -> tuple[Summary, ...]:
        """Return the summaries in force, by range, without items the person asked to forget."""
        found = self.database.get_summaries(session_id)
        return without_items(found, self.database.profile.forgotten()) if found else ()

    def summary_count(self, session_id: str) -> int:
        """Return the number of summaries in force."""
        return self.database.summaries.count(session_id)

    def find(self, text: str, *, limit: int = 20, whole: str | None = None) -> SearchResults:
        """Return the chats whose title or messages contain ``text``; its last word is a prefix.

        Of the chat ``whole``, all passages are returned, up to a hundred.
        """
        return self.database.session_search.find(storable(text), limit=limit, whole=whole)

    def archived(self, *, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return archived chats, newest first."""
        return self.database.session_lists.archived(limit, offset)

    def trashed(self, *, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return the chats in the trash, most recently deleted first."""
        return self.database.session_lists.trashed(limit, offset)

    def get_any(self, session_id: str) -> Session:
        """Return a chat, even from the trash.

        Raises:
            SessionNotFound: No chat has this id.
        """
        return self.database.session_lists.anywhere(session_id)

    def is_on_top(self, session_id: str) -> bool:
        """Return whether a chat is first in the list, or first below the pinned ones."""
        return self.database.session_lists.is_on_top(session_id)

    def rename(self, session_id: str, title: str) -> None:
        """Change the title of a chat; line breaks become spaces.

        Raises:
            EmptyTitle: The title is empty.
            SessionNotFound: There is no such chat.
        """
        title = one_line(storable(title), TITLE_CHARS)
        if not title:
            raise EmptyTitle
        self.database.sessions.rename(session_id, title)

    def engine(self, session_id: str) -> str:
        """Return the engine chosen for a chat; empty if it uses that of the settings.

        Raises:
            SessionNotFound: There is no such chat.
        """
        return self.database.sessions.engine(session_id)

    def choose_engine(self, session_id: str, engine: str) -> None:
        """Let ``engine`` answer in a chat from its next message on; empty for that of the settings.

        Raises:
            InvalidPreference: The engine cannot be chosen.
            SessionNotFound: There is no such chat.
        """
        if engine:
            self.configuration.refuse_unknown(engine)
        self.database.sessions.choose_engine(session_id, engine)

    def pin(self, session_ids: Sequence[str], *, is_on: bool) -> None:
        """Pin chats above all others, or unpin them."""
        self.database.session_lists.pin(session_ids, is_on=is_on)

    def archive(self, session_ids: Sequence[str], *, is_on: bool) -> None:
        """Move chats to the archive, or back to the list."""
        self.database.session_lists.archive(session_ids, is_on=is_on)

    def move_to_trash(self, session_ids: Sequence[str]) -> bool:
        """Move chats to the trash, or delete them permanently if the trash is disabled.

        Their runs are stopped.  Return whether ``restore`` can restore them.

        Raises:
            SessionNotFound: One of them does not exist.
        """
        if not self.trash_days:
            self.delete(session_ids)
            return False
        for session_id in session_ids:
            self._end(session_id)
        self.database.session_lists.discard(session_ids, now=self.clock())
        self.purge(most=1)
        return True

    def restore(self, session_ids: Sequence[str]) -> None:
        """Restore chats from the trash unchanged.

        Raises:
            SessionNotFound: One of them does not exist.
            NotInTrash: One of them is not in the trash.
        """
        self.database.session_lists.restore(session_ids)

    def delete(self, session_ids: Sequence[str]) -> None:
        """Stop the runs of chats and of their branches, then delete them permanently.

        Raises:
            SessionNotFound: One of them does not exist; those before it are deleted.
        """
        for session_id in session_ids:
            self._end(session_id)
            self.database.sessions.delete(session_id)

    def delete_unused(self, session_id: str, last_use: dt.datetime) -> bool:
        """Delete a chat permanently unless used after ``last_use``; return whether it was deleted.

        Raises:
            SessionNotFound: There is no such chat.
        """
        if not self.database.sessions.delete(session_id, unused_since=last_use):
            return False
        self._end(session_id)
        return True

    def empty_trash(self) -> int:
        """Delete all chats in the trash permanently; return their number."""
        count = 0
        while found := self.trashed():
            for session in found:
                count += self._gone(session.session_id)
        return count

    def delete_all(self) -> None:
        """Delete every chat permanently, including archived and trashed ones.

        If it fails midway, those deleted so far stay deleted.
        """
        for listed in (self.database.session_lists.recent, self.archived, self.trashed):
            while found := listed(limit=_AT_ONCE):
                for session in found:
                    self._end(session.session_id)
                    self._gone(session.session_id)

    def purge(self, *, most: int = _PURGED_AT_ONCE, limit_s: float = _PURGE_S) -> None:
        """Delete chats whose days in the trash are over, for at most ``limit_s`` seconds."""
        began = time.perf_counter()
        past = self.clock() - dt.timedelta(days=self.trash_days)
        try:
            for session_id in self.database.session_lists.due(past, most):
                if time.perf_counter() - began > limit_s:
                    break
                self._gone(session_id)
        except DatabaseError as error:  # read-only, or locked: try again another time
            _log.warning("The trash was not purged: %s", error)

    def _end(self, session_id: str) -> None:
        """Stop the runs of a chat and of all its branches."""
        session_ids = self.database.branches.session_ids(session_id)
        for runs in self.runs:
            runs.end(session_ids, timeout_s=_ENDING_S)

    def _gone(self, session_id: str) -> bool:
        try:
            self.database.sessions.delete(session_id)
        except SessionNotFound:  # another process was quicker
            return False
        return True
