"""What the page asks for what is remembered: to read, edit, undo and check it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from tidemark.memory.exchanges import Exchange, RunningSummary
from tidemark.memory.profile import ProfileEntry
from tidemark.schema import ItemKind, Message, Summary
from tidemark.schema.folds import FoldOutlook, Losses
from tidemark.schema.summary_versions import SummaryVersion
from tidemark.services.recall_report import RecallReport


class Remembers(Protocol):
    """What is remembered of each session."""

    def recent(self, session_id: str) -> tuple[tuple[Message, ...], ...]:
        """Return the last exchanges, in order."""

    def running(self, session_id: str) -> RunningSummary:
        """Return the running summary."""

    def index(
        self, session_id: str, *, before: int | None = None, limit: int = 20
    ) -> tuple[Exchange, ...]:
        """Return the last entries of the index, those at positions under ``before``, in order."""

    def find(self, session_id: str, text: str) -> tuple[Exchange, ...]:
        """Return the entries of the index that speak of ``text``, best first."""


class Knows(Protocol):
    """What is known of the person in all chats."""

    def remembers_across(self, session_id: str) -> bool:
        """Whether a chat and the others may read of each other."""

    def remember_across(self, session_id: str, *, is_on: bool) -> None:
        """Let a chat and the others read of each other, or no more."""

    def said(self, message_ids: Sequence[int]) -> tuple[tuple[Message, str], ...]:
        """Return messages of any chat by id, in order, each with its chat's title."""

    def known(self) -> tuple[ProfileEntry, ...]:
        """Return all that is known, in the order it was learnt."""

    def add(self, kind: ItemKind, text: str) -> int:
        """Keep what the person says of themself; return the number of its entry."""

    def change(self, entry_id: int, text: str) -> None:
        """Give an entry other words."""

    def switch(self, entry_id: int, *, is_enabled: bool) -> None:
        """Let an entry go into what an engine reads, or no more."""

    def forget(self, entry_id: int) -> None:
        """Take an entry out and keep it from coming back."""

    def forget_all(self) -> None:
        """Take everything out, and what was forgotten with it."""


class FoldVerbs(Protocol):
    """The folds of a session, and the way back."""

    def all(
        self, session_id: str, from_index: int = 0, to_index: int | None = None
    ) -> tuple[Summary, ...]:
        """Return the folds that overlap a range of positions, undone ones too."""

    def outlook(self, session_id: str, fold_id: int) -> FoldOutlook:
        """Say what the context will be once a fold is undone, or redone."""

    def losses(self, session_id: str, fold_id: int) -> Losses:
        """Say what a fold saved, and what is in no item of its summary."""

    def undo(self, session_id: str, fold_id: int) -> FoldOutlook:
        """Let the messages of a fold be active again."""

    def redo(self, session_id: str, fold_id: int) -> FoldOutlook:
        """Put the summary of an undone fold in force again."""

    def undo_all_of(self, session_id: str, fold_id: int, from_index: int = 0) -> FoldOutlook:
        """Undo a fold with those made in one with it."""


class EditingVerbs(Protocol):
    """What a person may change in what is remembered."""

    def add(self, session_id: str, kind: ItemKind, text: str) -> None:
        """Add an item in the person's own words."""

    def edit(
        self, session_id: str, kind: ItemKind, text: str, words: str, into: ItemKind | None = None
    ) -> None:
        """Let an item say other words, or be of another kind."""

    def delete(self, session_id: str, kind: ItemKind, text: str) -> None:
        """Delete an item."""

    def pin(self, session_id: str, kind: ItemKind, text: str, *, keeps: bool) -> None:
        """Put an item into every view, or let it go."""

    def pin_message(self, session_id: str, message_id: int, *, keeps: bool) -> None:
        """Keep a message verbatim, or let it go."""

    def versions(self, session_id: str, summary_id: int) -> tuple[SummaryVersion, ...]:
        """Return the versions of a summary, the newest last."""

    def restore(self, session_id: str, summary_id: int, number: int) -> None:
        """Let a summary be again as one of its versions, counted from 1."""


class RecallVerbs(Protocol):
    """What checks recall."""

    def run(self, session_id: str, *, on_fact: Callable[[int, int], object]) -> RecallReport:
        """Ask for facts of a session, telling ``on_fact`` each one, done and of all."""
