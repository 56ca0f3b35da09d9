"""Fold history: undo and redo of any fold of a session, in any order.

Undo makes the messages of a fold active again and withdraws its summary.  Merges that contained it
are rebuilt by rules from the remaining summaries, so the summaries in force stay within their third
of the budget and no engine is called.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from agents import forgetting, summariser
from database import ScopedDatabase
from tidemark.errors import (
    FoldNotFound,
    FoldsChanged,
    NothingToRedo,
    NothingToUndo,
    SessionNotFound,
)
from tidemark.memory.edits import Edit, changes
from tidemark.memory.forgetting import without_items
from tidemark.memory.summary_losses import losses
from tidemark.schema import NewMerge, Summary
from tidemark.schema.base import FrozenModel
from tidemark.schema.folds import Losses
from tidemark.services.configuration import Configuration
from tidemark.storage.fold_history import FoldReversal
from utils import TokenCounter

_ATTEMPTS = 3  # against other writers; more would hide one that never stops


class FoldOutlook(FrozenModel):
    """The context after fold ``fold_id`` is undone or redone.

    The ``messages`` at positions ``from_index`` to ``to_index`` become active or covered.
    ``context`` counts the tokens against ``threshold`` afterwards.  ``folds_next``: any next
    message triggers a fold.  ``by_hand`` counts items of the summary that the person wrote, edited
    or pinned: they return when its messages are folded again.
    """

    fold_id: int
    action: Literal["undo", "redo"]
    from_index: int
    to_index: int
    messages: int
    context_before: int
    context: int
    threshold: int
    folds_next: bool
    by_hand: int = 0

    @property
    def room_tokens(self) -> int:
        """The tokens that the next message may have without triggering a fold."""
        return max(self.threshold - self.context, 0)


@dataclass(frozen=True)
class FoldHistory:
    """Undoes and redoes folds of sessions in ``database``, within the budget in force."""

    database: ScopedDatabase
    counter: TokenCounter
    configuration: Configuration
    clock: Callable[[], dt.datetime]

    def all(
        self, session_id: str, from_index: int = 0, to_index: int | None = None
    ) -> tuple[Summary, ...]:
        """Return the folds that overlap these positions, by range, including undone ones.

        Items that the person asked to forget are left out.

        Raises:
            SessionNotFound: There is no such session.
        """
        if not self.database.sessions.exists(session_id):
            raise SessionNotFound(session_id)
        bounds = (from_index,) if to_index is None else (from_index, to_index)
        found = self.database.fold_history.between(session_id, *bounds)
        return without_items(found, self.database.profile.forgotten()) if found else ()

    def outlook(self, session_id: str, fold_id: int) -> FoldOutlook:
        """Return the context as it will be after undoing a fold, or redoing an undone one.

        Raises:
            FoldNotFound: The session has no such fold.
            MessagePinned: It cannot be redone: one of its messages is pinned.
            ReplyPutAside: It cannot be redone: another reply was chosen.
            MessagesFoldedSince: It cannot be redone: another fold covers its messages.
        """
        turned = self.database.fold_history.reversal(session_id, fold_id)
        return self._outlook(turned, self._merged(turned))

    def losses(self, session_id: str, fold_id: int) -> Losses:
        """Return the tokens a fold saved and the names and numbers that its summary left out.

        Texts that the person asked to forget are left out of both.

        Raises:
            FoldNotFound: The session has no such fold.
        """
        with self.database.together():
            fold, said = self.database.fold_history.fold_with_messages(session_id, fold_id)
            forgotten = self.database.profile.forgotten()
        (fold,) = without_items((fold,), forgotten)
        return losses(fold, forgetting.messages(said, forgotten, self.counter))

    def undo(self, session_id: str, fold_id: int) -> FoldOutlook:
        """Make the messages of a fold active again, and withdraw its summary and its merges.

        Raises:
            FoldNotFound: The session has no such fold.
            NothingToUndo: It is undone already.
            SessionBusy: A turn of the session is pending.
        """
        return self._turn(session_id, fold_id, is_undo=True)

    def made_with(self, session_id: str, fold_id: int, from_index: int = 0) -> tuple[Summary, ...]:
        """Return a fold and those made together with it, as when a pin splits its messages.

        Only folds from position ``from_index`` on are considered.

        Raises:
            FoldNotFound: The session has no such fold.
        """
        folds = self.all(session_id, from_index)
        made_at = {fold.created_at for fold in folds if fold.id == fold_id}
        if not made_at:
            raise FoldNotFound(session_id, fold_id)
        return tuple(fold for fold in folds if fold.created_at in made_at)

    def undo_all_of(self, session_id: str, fold_id: int, from_index: int = 0) -> FoldOutlook:
        """Undo a fold with all folds made together with it (``made_with``).

        Raises:
            FoldNotFound: The session has no such fold.
            NothingToUndo: It is undone already.
            SessionBusy: A turn of the session is pending.
        """
        together = self.made_with(session_id, fold_id, from_index)
        first = outlook = self.undo(session_id, fold_id)
        for fold in together:
            if fold.id != fold_id and fold.withdrawn_at is None:
                outlook = self.undo(session_id, fold.id)
        return outlook.model_copy(update={"context_before": first.context_before})

    def redo(self, session_id: str, fold_id: int) -> FoldOutlook:
        """Restore the summary of an undone fold unchanged.

        Raises:
            FoldNotFound: The session has no such fold.
            NothingToRedo: It is in force.
            MessagePinned: One of its messages is pinned.
            ReplyPutAside: It covers a reply that is no longer in force.
            MessagesFoldedSince: Another fold covers its messages.
            SessionBusy: A turn of the session is pending.
        """
        return self._turn(session_id, fold_id, is_undo=False)

    def _turn(self, session_id: str, fold_id: int, *, is_undo: bool) -> FoldOutlook:
        for _ in range(_ATTEMPTS):
            turned = self.database.fold_history.reversal(session_id, fold_id)
            if turned.is_undo is not is_undo:
                raise NothingToUndo(fold_id) if is_undo else NothingToRedo(fold_id)
            merged = self._merged(turned)
            outlook = self._outlook(turned, merged)
            try:
                self.database.fold_history.reverse(turned, merged, now=self.clock())
            except FoldsChanged:
                continue
            return outlook
        raise FoldsChanged(session_id)

    def _merged(self, turned: FoldReversal) -> NewMerge | None:
        return summariser.merge_over_limit(
            turned.standing, threshold=self.configuration.threshold, counter=self.counter
        )

    def _outlook(self, turned: FoldReversal, merged: NewMerge | None) -> FoldOutlook:
        fold = turned.fold
        held = self.database.messages.counts(fold.session_id)
        freed = turned.tokens if turned.is_undo else -turned.tokens
        summaries = sum(summary.token_count for summary in turned.standing)
        context = (merged.token_count if merged else summaries) + held.active_tokens + freed
        shortest = summariser.shortest_question(self.counter)
        foldable, threshold = self._is_foldable(turned), self.configuration.threshold
        active = held.active + len(turned.positions) * (1 if turned.is_undo else -1)
        most_messages = self.configuration.notebook.most_messages
        return FoldOutlook(
            fold_id=fold.id,
            action="undo" if turned.is_undo else "redo",
            from_index=fold.from_message_index,
            to_index=fold.to_message_index,
            messages=len(turned.positions),
            context_before=held.summary_tokens + held.active_tokens,
            context=context,
            threshold=threshold,
            folds_next=foldable and (context + shortest > threshold or active > most_messages),
            by_hand=self._by_hand(fold) if turned.is_undo else 0,
        )

    def _by_hand(self, fold: Summary) -> int:
        versions = self.database.summary_versions.of(fold.session_id, fold.id)
        made = changes(versions[0].memory, fold.memory) if versions else ()
        return sum(not isinstance(change, Edit) or change.new is not None for change in made)

    def _is_foldable(self, turned: FoldReversal) -> bool:
        """Return whether an unpinned message will be active afterwards."""
        if turned.is_undo:
            return True
        active = self.database.messages.all(turned.fold.session_id, only_active=True)
        return any(
            not message.is_pinned and message.position not in turned.positions for message in active
        )
