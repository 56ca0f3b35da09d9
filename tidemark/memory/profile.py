"""Profile of a person across chats: entries with their sources, and texts to forget.

An entry is in the person's own words. A repetition adds a source, a correction replaces the text,
and a forgotten text is not added again, even if it is repeated.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from tidemark.memory.corrections import effect_of
from tidemark.memory.matching import says_the_same, supersedes
from tidemark.memory.recorded_statement import RecordedStatement
from tidemark.nlp.search_terms import words
from tidemark.schema import FrozenModel, Item, ItemKind, ProfileStatement

PROFILE_KINDS: tuple[ItemKind, ...] = ("preferences", "constraints", "key_facts")
MOST_ENTRIES = 200  # beyond that the oldest is removed, because every turn reads all of them


class ProfileSource(FrozenModel):
    """The message that is the source of an entry, with its position in its session from 0."""

    session_id: str
    title: str
    message_id: int
    position: int


class ProfileEntry(FrozenModel):
    """A fact about a person.

    Only an entry that ``is_enabled`` is shown to engines. The text of one that ``is_edited`` was
    changed by the person and may not occur in its ``sources``.
    """

    entry_id: int
    kind: ItemKind
    text: Annotated[str, Field(examples=["Lives in Utrecht"])]
    is_enabled: bool = True
    is_edited: bool = False
    updated_at: dt.datetime
    sources: tuple[ProfileSource, ...] = ()

    @property
    def item(self) -> Item:
        """The entry as an item of a summary."""
        return Item(text=self.text, message_ids=tuple(at.message_id for at in self.sources))


@dataclass(frozen=True)
class ProfileChange:
    """A statement to add as a new entry, or to the entry ``entry_id``.

    There it adds a source; if it ``replaces``, it also replaces the entry's text.
    """

    statement: ProfileStatement
    entry_id: int | None = None
    replaces: bool = False


def normal(text: str) -> str:
    """Return ``text`` in the form in which forgotten texts are compared: words only, lower-cased.

    >>> normal("I prefer a window seat!")
    'i prefer a window seat'
    """
    return " ".join(words(text))


def changes(
    statements: Sequence[ProfileStatement],
    entries: Sequence[ProfileEntry],
    forgotten: Sequence[str],
) -> Iterator[ProfileChange]:
    """Return the change that each of ``statements`` makes to a profile of ``entries``.

    Forgotten statements change nothing. Of two in one message that say the same or supersede each
    other, the second is left out.
    """
    gone = [Item(text=text, message_ids=()) for text in forgotten]
    taken: list[Item] = []
    for each in statements:
        if any(_is_same(each.item, other) for other in (*gone, *taken)):
            continue
        taken.append(each.item)
        if each.was:
            yield from _correction(each, entries)
        else:
            yield _change(each, entries)


def _correction(
    statement: ProfileStatement, entries: Sequence[ProfileEntry]
) -> Iterator[ProfileChange]:
    """Yield the change to the newest entry that says what ``statement`` replaces, if any."""
    was = Item(text=statement.was, message_ids=())
    same = [entry for entry in entries if _is_same(was, entry.item)]
    for entry in same[-1:]:
        yield ProfileChange(statement, entry.entry_id, replaces=True)


def _change(statement: ProfileStatement, entries: Sequence[ProfileEntry]) -> ProfileChange:
    newer = RecordedStatement(statement.text, (statement.message_id,), quote=statement.quote)
    earlier = [RecordedStatement(entry.text, entry.item.message_ids) for entry in entries]
    for index, text in effect_of(newer, earlier).changes.items():
        corrected = replace(statement, text=text) if text else statement
        return ProfileChange(corrected, entries[index].entry_id, replaces=True)
    for entry in reversed(entries):
        if _is_same(statement.item, entry.item):
            return ProfileChange(statement, entry.entry_id)
        if entry.kind == statement.kind and supersedes(statement.item, entry.item, statement.kind):
            return ProfileChange(statement, entry.entry_id, replaces=True)
    return ProfileChange(statement)


def says(text: str, statements: Sequence[str]) -> bool:
    """Return whether a sentence of ``text`` says one of ``statements``, perhaps with more words."""
    said = f" {normal(text)} "
    if any(f" {normal(each)} " in said for each in statements):
        return True
    item = Item(text=text, message_ids=())
    return any(_is_same(item, Item(text=each, message_ids=())) for each in statements)


def _is_same(one: Item, other: Item) -> bool:
    return normal(one.text) == normal(other.text) or says_the_same(one, other)
