"""The record of a document for conversation about it: its versions, and their contents."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import JsonValue

from tidemark.documents import patches
from tidemark.schema.documents import MAIN, Author, DocumentChange, DocumentVersion, Patch


class RecordEntry(NamedTuple):
    """A version: its number, a summary of its change, its time, and if this conversation made it.

    ``restored`` is the version whose content it restored; it ``is_step`` if an undo or a redo did
    so.  ``merged`` is the branch and version merged into it.
    """

    version: int
    summary: str
    created_at: dt.datetime
    is_own: bool = True
    is_step: bool = False
    restored: int | None = None
    merged: tuple[str, int] | None = None
    branch: str = MAIN
    author: Author = "person"


class Steps(NamedTuple):
    """The changes that undo and redo can reach: those in force, and those undone, newest last."""

    done: tuple[int, ...]
    undone: tuple[int, ...]


def record_of(
    versions: Sequence[DocumentVersion],
    read: Callable[[int], JsonValue],
    *,
    is_own: Callable[[DocumentVersion], bool] = lambda _: True,
    is_step: Callable[[DocumentVersion], bool] = lambda _: False,
    is_fresh: bool = True,
) -> "Record":
    """Return the record of a branch; ``versions`` are its newest, the newest first.

    A version that restored another one did so by an undo or a redo if ``is_step`` is true of it.
    Each content is read once, when it is first needed.
    """
    entries = [
        RecordEntry(
            each.version,
            each.modification_summary,
            each.created_at,
            is_own(each),
            each.restored is not None and is_step(each),
            each.restored,
            each.merged,
            each.branch,
            each.author,
        )
        for each in reversed(versions)
    ]
    known: dict[int, JsonValue] = {}

    def content_of(version: int) -> JsonValue:
        if version not in known:
            known[version] = read(version)
        return known[version]

    return Record(entries, content_of, is_fresh)


@dataclass(frozen=True)
class Record:
    """The versions of a document, the oldest first, and a function that reads their contents.

    It ``is_fresh`` if the message before this one made the newest version: only then can a loose
    correction ("no, 5") refer to it.
    """

    entries: Sequence[RecordEntry]
    content_of: Callable[[int], JsonValue]
    is_fresh: bool = True

    @property
    def newest(self) -> int:
        """The number of the newest version."""
        return self.entries[-1].version

    @property
    def content(self) -> JsonValue:
        """The newest content."""
        return self.content_of(self.newest)

    @property
    def is_own(self) -> bool:
        """Return whether a change of this conversation made the newest version."""
        return self.entries[-1].is_own and self.newest > 1

    @property
    def steps(self) -> Steps:
        """The changes in force after all undoing and redoing, and those undone."""
        done: list[int] = []
        undone: list[int] = []
        held: dict[int, int] = {}  # each version, and the change whose content it has
        for each in self.entries:
            change = held.get((each.restored or 0) if each.is_step else 0, each.version)
            if change in done:
                undone += reversed(done[done.index(change) + 1 :])
                del done[done.index(change) + 1 :]
            elif change in undone:
                done += reversed(undone[undone.index(change) :])
                del undone[undone.index(change) :]
            else:
                done.append(each.version)
                undone.clear()
            held[each.version] = done[-1]
        return Steps(tuple(done), tuple(undone))

    def is_made_here(self, version: int) -> bool:
        """Return whether a change of this conversation made ``version``."""
        entry = self.entries[version - self.entries[0].version]
        return entry.is_own and version > 1

    def has(self, version: int) -> bool:
        """Return whether there is a version with this number."""
        return 1 <= version <= self.newest

    def patch(self, version: int) -> Patch:
        """Return the patch from the version before ``version`` to it."""
        return patches.between(self.content_of(version - 1), self.content_of(version))

    def changes(self, first: int, last: int) -> tuple[DocumentChange, ...]:
        """Return the changes from one version to another."""
        before = self.content_of(first)
        return patches.changes(before, patches.between(before, self.content_of(last)))
