"""What is known of the person in all chats, and what they may do about it."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.errors import EmptyMessage
from tidemark.memory.profile import ProfileEntry
from tidemark.schema import ItemKind, Message
from utils import one_line, storable

_ENTRY_CHARS = 300


@dataclass(frozen=True)
class ProfileService:
    """The one person of this machine, as ``database`` knows them."""

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]

    def remembers_across(self, session_id: str) -> bool:
        """Whether a chat and the others may read of each other.

        Raises:
            SessionNotFound: There is no such chat.
        """
        return self.database.sessions.remembers_across(session_id)

    def remember_across(self, session_id: str, *, is_on: bool) -> None:
        """Let a chat and the others read of each other, or no more.

        Raises:
            SessionNotFound: There is no such chat.
        """
        self.database.sessions.remember_across(session_id, is_on=is_on)

    def said(self, message_ids: Sequence[int]) -> tuple[tuple[Message, str], ...]:
        """Return messages of any chat by id, in order, each with its chat's title."""
        return self.database.cross_session.messages(message_ids)

    def known(self) -> tuple[ProfileEntry, ...]:
        """Return all that is known, in the order it was learnt."""
        return self.database.profile.entries()

    def add(self, kind: ItemKind, text: str) -> int:
        """Keep what the person says of themself; return the number of its entry."""
        return self.database.profile.add(kind, _told(text), now=self.clock())

    def change(self, entry_id: int, text: str) -> None:
        """Give an entry other words.

        Raises:
            EntryNotFound: There is no such entry.
        """
        self.database.profile.change(entry_id, _told(text), now=self.clock())

    def switch(self, entry_id: int, *, is_enabled: bool) -> None:
        """Let an entry go into what an engine reads, or no more.

        Raises:
            EntryNotFound: There is no such entry.
        """
        self.database.profile.switch(entry_id, is_enabled=is_enabled)

    def forget(self, entry_id: int) -> None:
        """Take an entry out and keep it from coming back.

        Raises:
            EntryNotFound: There is no such entry.
        """
        self.database.profile.forget(entry_id, now=self.clock())

    def forget_all(self) -> None:
        """Take out everything, and with it what was wished forgotten."""
        self.database.profile.clear()


def _told(text: str) -> str:
    told = one_line(storable(text), _ENTRY_CHARS)
    if not told:
        raise EmptyMessage
    return told
