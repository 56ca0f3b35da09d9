"""The profile: facts about the person that apply in all chats, and methods to edit them."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from database import ScopedDatabase
from tidemark.errors import EmptyEntry
from tidemark.memory.profile import ProfileEntry
from tidemark.schema import ItemKind, Message
from utils import one_line, storable

_ENTRY_CHARS = 300


@dataclass(frozen=True)
class ProfileService:
    """Reads and edits the profile of one user in ``database``."""

    database: ScopedDatabase
    clock: Callable[[], dt.datetime]

    def remembers_across(self, session_id: str) -> bool:
        """Return whether a chat shares its memory with the other chats.

        Raises:
            SessionNotFound: There is no such chat.
        """
        return self.database.sessions.remembers_across(session_id)

    def remember_across(self, session_id: str, *, is_on: bool) -> None:
        """Share the memory of a chat with the other chats, or stop sharing.

        Raises:
            SessionNotFound: There is no such chat.
        """
        self.database.sessions.remember_across(session_id, is_on=is_on)

    def messages(self, message_ids: Sequence[int]) -> tuple[tuple[Message, str], ...]:
        """Return messages of any chat by id, in order, each with its chat's title."""
        return self.database.cross_session.messages(message_ids)

    def entries(self) -> tuple[ProfileEntry, ...]:
        """Return all entries, in the order they were learned."""
        return self.database.profile.entries()

    def get(self, entry_id: int) -> ProfileEntry:
        """Return one entry.

        Raises:
            EntryNotFound: There is no such entry.
        """
        return self.database.profile.get(entry_id)

    def add(self, kind: ItemKind, text: str) -> int:
        """Add an entry in the person's own words; return its number."""
        return self.database.profile.add(kind, _entry_text(text), now=self.clock())

    def edit(self, entry_id: int, text: str) -> None:
        """Change the text of an entry.

        Raises:
            EntryNotFound: There is no such entry.
        """
        self.database.profile.change(entry_id, _entry_text(text), now=self.clock())

    def enable(self, entry_id: int, *, is_enabled: bool) -> None:
        """Let engines read an entry, or hide it from them.

        Raises:
            EntryNotFound: There is no such entry.
        """
        self.database.profile.switch(entry_id, is_enabled=is_enabled)

    def forget(self, entry_id: int) -> None:
        """Delete an entry and keep it from coming back.

        Raises:
            EntryNotFound: There is no such entry.
        """
        self.database.profile.forget(entry_id, now=self.clock())

    def forgotten(self) -> tuple[str, ...]:
        """Return the forgotten texts, which are never learned again, in normalised form."""
        return self.database.profile.forgotten()

    def remember_again(self, forgotten: str) -> None:
        """Remove a text from the forgotten ones: engines may read it in messages again."""
        self.database.profile.remember_again(storable(forgotten))

    def forget_all(self) -> None:
        """Delete all entries and the list of forgotten texts."""
        self.database.profile.clear()


def _entry_text(text: str) -> str:
    given = one_line(storable(text), _ENTRY_CHARS)
    if not given:
        raise EmptyEntry
    return given
