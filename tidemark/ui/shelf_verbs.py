"""What the page asks for whole chats: to find, name, pin and archive, delete and have them back."""

from collections.abc import Sequence
from typing import Protocol

from tidemark.retrieval.search_query import SearchResults
from tidemark.schema import Session


class ShelfVerbs(Protocol):
    """What a person can do with whole chats."""

    @property
    def trash_days(self) -> int:
        """How long a deleted chat can be restored; 0: not at all."""

    def find(self, text: str, *, limit: int = 20) -> SearchResults:
        """Return the chats in whose titles or messages ``text`` stands."""

    def archived(self, *, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return archived chats, newest first."""

    def trashed(self, *, limit: int = 50, offset: int = 0) -> tuple[Session, ...]:
        """Return the chats in the trash, the last one deleted first."""

    def anywhere(self, session_id: str) -> Session:
        """Return a chat, be it in the trash."""

    def is_on_top(self, session_id: str) -> bool:
        """Whether a chat stands first in the list, or first under the pinned ones."""

    def rename(self, session_id: str, title: str) -> None:
        """Give a chat another title."""

    def pin(self, session_ids: Sequence[str], *, is_on: bool) -> None:
        """Let chats stand above all others, or no more."""

    def archive(self, session_ids: Sequence[str], *, is_on: bool) -> None:
        """Take chats out of the list and keep them, or put them back."""

    def discard(self, session_ids: Sequence[str]) -> bool:
        """Delete chats; return whether they can be restored."""

    def restore(self, session_ids: Sequence[str]) -> None:
        """Take chats out of the trash."""

    def delete(self, session_ids: Sequence[str]) -> None:
        """Delete chats and all that hangs on them for ever."""

    def delete_all(self) -> None:
        """Delete every chat for ever, archived ones and those in the trash too."""

    def empty_trash(self) -> int:
        """Delete what is in the trash for ever; return how many chats it was."""
