"""Edits of a memory as values: an item replaced, deleted or added, and the difference."""

import difflib
from collections.abc import Iterable, Iterator

from tidemark.memory.matching import says_the_same
from tidemark.memory.merging import render_item
from tidemark.schema import ITEM_KINDS, FrozenModel, Item, ItemKind, SessionMemory


class Edit(FrozenModel):
    """Replace ``old`` of ``kind`` with ``new`` of kind ``into``; delete it if ``new`` is None."""

    kind: ItemKind
    old: Item
    new: Item | None = None
    into: ItemKind | None = None


def apply_edit(memory: SessionMemory, edit: Edit) -> SessionMemory:
    """Return ``memory`` with ``edit`` applied to every item that says the same as the old one."""
    items = {kind: list(memory.items(kind)) for kind in ITEM_KINDS}
    found = [at for at, item in enumerate(items[edit.kind]) if _is_same(item, edit.old)]
    if not found:
        return memory
    first = found[0]
    kept = [item for at, item in enumerate(items[edit.kind]) if at not in found]
    items[edit.kind] = kept
    if edit.new is not None:
        into = edit.into or edit.kind
        items[into].insert(first if into == edit.kind else len(items[into]), edit.new)
    return SessionMemory.of(
        {kind: tuple(found) for kind, found in items.items()}, memory.unconfirmed
    )


MemoryChange = Edit | tuple[ItemKind, Item]


def changes(before: SessionMemory, after: SessionMemory) -> Iterator[MemoryChange]:
    """Yield the edits and additions that turn ``before`` into ``after``."""
    for kind in ITEM_KINDS:
        gone = [item for item in before.items(kind) if item not in after.items(kind)]
        come = [item for item in after.items(kind) if item not in before.items(kind)]
        pairs = min(len(gone), len(come))
        for old, new in zip(gone[:pairs], come[:pairs], strict=True):
            yield Edit(kind=kind, old=old, new=new)
        for old in gone[pairs:]:
            yield Edit(kind=kind, old=old)
        for new in come[pairs:]:
            yield kind, new


def reapply(
    memory: SessionMemory, changes: Iterable[MemoryChange], known: SessionMemory
) -> SessionMemory:
    """Return ``memory`` with ``changes`` that were made to another memory of the same messages.

    A new item, or one whose predecessor is missing, goes to the end, unless it is already in
    ``known``.
    """
    for change in changes:
        kind, new = (change.kind, change.new) if isinstance(change, Edit) else change
        if isinstance(change, Edit):
            memory = apply_edit(memory, change)
        if new and not any(find_item(held, kind, new.text) for held in (memory, known)):
            memory = with_item(memory, kind, new)
    return memory


def with_item(memory: SessionMemory, kind: ItemKind, item: Item) -> SessionMemory:
    """Return ``memory`` with ``item`` at the end of its ``kind``."""
    items = {each: memory.items(each) for each in ITEM_KINDS}
    return SessionMemory.of({**items, kind: (*items[kind], item)}, memory.unconfirmed)


def find_item(memory: SessionMemory, kind: ItemKind, text: str) -> Item | None:
    """Return the item of ``kind`` whose text is ``text``, or None."""
    return next((item for item in memory.items(kind) if item.text == text), None)


def difference(before: SessionMemory, after: SessionMemory) -> tuple[str, ...]:
    """Return removed (``- ``) and added (``+ ``) items, one a line.

    >>> old = SessionMemory(key_facts=(Item(text="We meet in Porto", message_ids=(1,)),))
    >>> difference(old, SessionMemory())
    ('- Fact: We meet in Porto',)
    """
    compared = difflib.ndiff(list(_lines(before)), list(_lines(after)))
    return tuple(line for line in compared if line.startswith(("- ", "+ ")))


def _is_same(item: Item, old: Item) -> bool:
    return item.text == old.text or says_the_same(item, old)


def _lines(memory: SessionMemory) -> Iterator[str]:
    for kind, item in memory.all_items():
        yield render_item(kind, item) + (" (pinned)" if item.is_pinned else "")
