"""What is known of the person in all chats, and what they may do about it."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from database import Database
from tidemark.errors import EmptyMessage
from tidemark.profile import ProfileEntry
from tidemark.schema import ItemKind
from utils import one_line, storable

_ENTRY_CHARS = 300


@dataclass(frozen=True)
class Person:
    """The one person of this machine, as ``database`` knows them."""

    database: Database
    clock: Callable[[], dt.datetime]

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


def _told(text: str) -> str:
    told = one_line(storable(text), _ENTRY_CHARS)
    if not told:
        raise EmptyMessage
    return told
