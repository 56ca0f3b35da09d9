"""Memory editing: changes of items and pins by the person, each stored as a version.

An item is in the summary of its fold and in every merge that includes it.  An edit changes all of
them, so that undo, redo and the next merge keep it.  The summary in force, which the person saw,
keeps its former text as a version.
"""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents import summariser
from database import ScopedDatabase
from tidemark.errors import (
    ItemEmpty,
    ItemNotFound,
    ItemThere,
    MemoryFull,
    MessageGone,
    NothingFolded,
    PinsFull,
    VersionNotFound,
)
from tidemark.memory import merging
from tidemark.memory.edits import Edit, apply_edit, changes, find_item, with_item
from tidemark.memory.forgetting import without_items
from tidemark.schema import Item, ItemKind, SessionMemory, Summary, SummaryChange, SummaryVersion
from tidemark.services.configuration import Configuration
from tidemark.storage.summary_versions import ChangedSummary
from utils import TokenCounter, one_line, storable

BY_PERSON = "you"
_ITEM_CHARS = 400
_HISTORY = merging.MAX_HISTORY

MemoryEdit = Callable[[SessionMemory], SessionMemory]


@dataclass(frozen=True)
class MemoryEditing:
    """Edits the summaries of sessions in ``database``, within the budget in force."""

    database: ScopedDatabase
    counter: TokenCounter
    configuration: Configuration
    clock: Callable[[], dt.datetime]

    def add(self, session_id: str, kind: ItemKind, text: str) -> None:
        """Add an item in the person's own words to the newest summary in force.

        Raises:
            NothingFolded: The session has no summary.
            MemoryFull: The summaries in force would exceed a third of the budget.
        """
        in_force = self.database.get_summaries(session_id)
        if not in_force:
            raise NothingFolded(session_id)
        item = Item(text=self._words(text), message_ids=())
        if any(find_item(summary.memory, kind, item.text) for summary in in_force):
            raise ItemThere
        shown = max(in_force, key=lambda summary: summary.to_message_index)
        over = self._over(shown, shown.to_message_index)
        self._save(
            shown, lambda held: with_item(held, kind, item), over, change=SummaryChange("added")
        )

    def edit(
        self, session_id: str, kind: ItemKind, text: str, words: str, into: ItemKind | None = None
    ) -> None:
        """Change the item ``text`` to ``words``, or to the kind ``into``; keep the former text.

        Raises:
            ItemNotFound: No summary in force contains it.
            ItemThere: Another item has this text already.
            MemoryFull: The summaries in force would exceed a third of the budget.
        """
        shown, item = self._find(session_id, kind, text)
        words, into = self._words(words), into or kind
        if words == text and into == kind:
            return
        if words != text and find_item(shown.memory, into, words):
            raise ItemThere
        former = item.model_copy(update={"history": ()})
        changed = {"text": words}
        if words != text:
            said = item.quote or (item.text if item.message_ids else "")
            history = (former, *item.history)[:_HISTORY]
            changed |= {"quote": said, "history": history}  # type: ignore[dict-item]
        new = item.model_copy(update=changed)
        self._edit(
            shown, Edit(kind=kind, old=item, new=new, into=into), change=SummaryChange("edited")
        )

    def delete(self, session_id: str, kind: ItemKind, text: str) -> None:
        """Delete the item ``text``.

        Raises:
            ItemNotFound: No summary in force contains it.
        """
        shown, item = self._find(session_id, kind, text)
        self._edit(shown, Edit(kind=kind, old=item), change=SummaryChange("deleted"))

    def pin(self, session_id: str, kind: ItemKind, text: str, *, keeps: bool) -> None:
        """Pin the item ``text``, so that it is in every view, or unpin it.

        Raises:
            ItemNotFound: No summary in force contains it.
            PinsFull: Pinned items and messages would exceed a quarter of the budget.
        """
        shown, item = self._find(session_id, kind, text)
        if item.is_pinned is keeps:
            return
        if keeps:
            self._refuse_full(session_id, self._weight(kind, item))
        new = item.model_copy(update={"is_pinned": keeps})
        change = SummaryChange("pinned" if keeps else "let_go")
        self._edit(shown, Edit(kind=kind, old=item, new=new), change=change)

    def pin_message(self, session_id: str, message_id: int, *, keeps: bool) -> None:
        """Pin a message, so that it is in every view and never folded, or unpin it.

        Raises:
            MessageGone: The session has no such message.
            PinsFull: Pinned items and messages would exceed a quarter of the budget.
            SessionBusy: A turn of the session is pending.
        """
        found = self.database.messages.by_ids(session_id, [message_id])
        if not found:
            raise MessageGone(session_id, message_id)
        if found[0].is_pinned is keeps:
            return
        if keeps:
            self._refuse_full(session_id, found[0].token_count)
        self.database.messages.pin(session_id, message_id, keeps=keeps)

    def versions(self, session_id: str, summary_id: int) -> tuple[SummaryVersion, ...]:
        """Return the versions of a summary, newest last; empty if it was never edited.

        Items that the person asked to forget are left out.
        """
        versions = self.database.summary_versions.of(session_id, summary_id)
        return without_items(versions, self.database.profile.forgotten())

    def restore(self, session_id: str, summary_id: int, number: int) -> None:
        """Restore version ``number``, counted from 1, of a summary in force.

        Raises:
            VersionNotFound: It has no such version, or is no longer in force.
            MemoryFull: The summaries in force would exceed a third of the budget.
            PinsFull: Pinned items and messages would exceed a quarter of the budget.
        """
        versions = self.database.summary_versions.of(session_id, summary_id)
        in_force = {summary.id: summary for summary in self.database.get_summaries(session_id)}
        shown = in_force.get(summary_id)
        if shown is None or not 1 <= number <= len(versions):
            raise VersionNotFound(number)
        wanted = versions[number - 1].memory
        pinned = self._pinned_in(wanted) - self._pinned_in(shown.memory)
        if pinned > 0:
            self._refuse_full(session_id, pinned)
        others = self._restored(shown, wanted)
        self._store(shown, wanted, others, change=SummaryChange("restored", number))

    def _words(self, text: str) -> str:
        words = one_line(storable(text), _ITEM_CHARS)
        if not words:
            raise ItemEmpty
        return words

    def _find(self, session_id: str, kind: ItemKind, text: str) -> tuple[Summary, Item]:
        for summary in self.database.get_summaries(session_id):
            item = find_item(summary.memory, kind, text)
            if item is not None:
                return summary, item
        raise ItemNotFound(text)

    def _edit(self, shown: Summary, edit: Edit, *, change: SummaryChange) -> None:
        others = self.database.summaries.all(shown.session_id)
        self._save(shown, lambda held: apply_edit(held, edit), others, change=change)

    def _save(
        self, shown: Summary, make: MemoryEdit, others: Sequence[Summary], *, change: SummaryChange
    ) -> None:
        rest = [self._changed(at, make(at.memory)) for at in others if at.id != shown.id]
        rest = [at for at in rest if at.memory != at.summary.memory]
        self._store(shown, make(shown.memory), rest, change=change)

    def _store(
        self,
        shown: Summary,
        wanted: SessionMemory,
        others: Sequence[ChangedSummary],
        *,
        change: SummaryChange,
    ) -> None:
        changed = self._changed(shown, wanted)
        in_force = self.database.get_summaries(shown.session_id)
        new = {at.summary.id: at.token_count for at in (*others, changed)}
        tokens = sum(new.get(at.id, at.token_count) for at in in_force)
        limit = summariser.summary_limit(self.configuration.threshold)
        if tokens > limit and changed.token_count > shown.token_count:
            raise MemoryFull(tokens, limit)
        self.database.summary_versions.save(
            changed, others, change=change, by=BY_PERSON, now=self.clock()
        )

    def _restored(self, shown: Summary, wanted: SessionMemory) -> list[ChangedSummary]:
        """Return how the summaries merged into ``shown`` change when it becomes ``wanted``."""
        now = {at.id: at for at in self.database.summaries.all(shown.session_id)}
        held = {number: at.memory for number, at in now.items() if number != shown.id}
        for edit in changes(shown.memory, wanted):
            if isinstance(edit, Edit):
                held = {number: apply_edit(each, edit) for number, each in held.items()}
                continue
            kind, item = edit
            for at in self._over(shown, self._home(shown, item)):
                if at.id in held and find_item(held[at.id], kind, item.text) is None:
                    held[at.id] = with_item(held[at.id], kind, item)
        changed = [self._changed(now[number], each) for number, each in held.items()]
        return [at for at in changed if at.memory != at.summary.memory]

    def _changed(self, summary: Summary, wanted: SessionMemory) -> ChangedSummary:
        return ChangedSummary(summary, wanted, self.counter.count_tokens(merging.render(wanted)))

    def _over(self, shown: Summary, position: int) -> tuple[Summary, ...]:
        """Return every summary that covers the message at ``position``, including undone ones."""
        return tuple(
            summary
            for summary in self.database.summaries.all(shown.session_id)
            if summary.from_message_index <= position <= summary.to_message_index
        )

    def _home(self, shown: Summary, item: Item) -> int:
        found = self.database.messages.by_ids(shown.session_id, item.message_ids[:1])
        return found[0].position if found else shown.to_message_index

    def _weight(self, kind: ItemKind, item: Item) -> int:
        return self.counter.count_tokens(merging.render_item(kind, item))

    def _pinned_in(self, held: SessionMemory) -> int:
        return sum(self._weight(kind, item) for kind, item in held.all_items() if item.is_pinned)

    def _refuse_full(self, session_id: str, tokens: int) -> None:
        in_force = self.database.get_summaries(session_id)
        pinned = self.database.messages.pinned(session_id)
        held = sum(message.token_count for message in pinned)
        held += sum(self._pinned_in(summary.memory) for summary in in_force)
        limit = self.configuration.threshold // merging.PIN_SHARE
        if held + tokens > limit:
            raise PinsFull(tokens, held, limit)
