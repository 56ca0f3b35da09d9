"""What a written conversation tells beside its words: numbers, times, folds, branches, states."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tidemark.i18n.catalogue import Catalogue
from tidemark.memory.profile import ProfileEntry
from tidemark.schema import Item
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord

State = Literal["retired", "stopped", "failed", "pinned"]


@dataclass(frozen=True)
class Chapter:
    """One branch of a conversation as it is told: its ``messages``, and ``title`` where several.

    ``folds`` are its summaries of messages by the position of the last one each covers.  What it
    says of itself it says in ``words``.
    """

    number: int
    record: SessionRecord
    title: str
    begins_at: int
    words: Catalogue

    @property
    def messages(self) -> Sequence[MessageRecord]:
        """What was said in it, without what it shares with the one it was forked from."""
        return self.record.messages[self.begins_at :]

    def folds(self, position: int) -> Iterator[SummaryRecord]:
        """Yield the first-level summaries in its own part that end at a ``position``."""
        for summary in self.record.summaries:
            stands = summary.level == 1 and summary.withdrawn_at is None
            if stands and summary.to_message_index == position:
                yield summary

    def beside(self, message: MessageRecord) -> str:
        """Say the number and the time of a message, and what became of it where that is unusual."""
        state = self._state(message)
        parts = (
            of_message(message.position, self.words),
            moment(message.timestamp),
            self.words.table("WRITTEN.states")[state] if state else "",
        )
        return " · ".join(part for part in parts if part)

    def _state(self, message: MessageRecord) -> State | None:
        if message.is_retired:
            return "retired"
        for turn in self.record.turns:
            if turn.reply == message.position and turn.status == "stopped":
                return "stopped"
            if turn.question == message.position and turn.status == "failed":
                return "failed"
        return "pinned" if message.is_pinned else None


def chapters(record: SessionRecord, words: Catalogue) -> tuple[Chapter, ...]:
    """Return the branches of ``record`` in the order made, each told from where it parts."""
    family = record.family
    numbers = {branch.session_id: number for number, branch in enumerate(family, start=1)}
    told = []
    for number, branch in enumerate(family, start=1):
        shared = branch.forked.shared if branch.forked and number > 1 else 0
        title = ""
        if branch.forked and number > 1:
            of = numbers[branch.forked.session_id]
            title = words.text("WRITTEN.branch").format(number=number, message=shared + 1, of=of)
        elif len(family) > 1:
            title = words.text("WRITTEN.first_branch")
        told.append(Chapter(number, branch, title, shared, words))
    return tuple(told)


def head(record: SessionRecord, words: Catalogue) -> str:
    """Say in one line what ``record`` is."""
    listed = record.listed
    parts = [
        count_messages(len(listed.messages), words),
        words.text("WRITTEN.begun").format(at=moment(listed.created_at)),
    ]
    if listed.messages:
        last = moment(listed.messages[-1].timestamp)
        parts.append(words.text("WRITTEN.last_message").format(at=last))
    if record.branches:
        parts.append(words.plural("WRITTEN.branches", len(record.family)))
    return ", ".join(parts)


def folded(summary: SummaryRecord, words: Catalogue) -> str:
    """Say which messages a ``summary`` covers."""
    first, last = summary.from_message_index + 1, summary.to_message_index + 1
    return words.plural("WRITTEN.folded", last - first + 1, first=first, last=last)


def count_messages(count: int, words: Catalogue) -> str:
    """Return a number of messages with its noun."""
    return words.plural("WRITTEN.messages", count, count=words.number(count))


def of_message(position: int, words: Catalogue) -> str:
    """Name the message at a ``position``, as people count."""
    return words.text("WRITTEN.message").format(number=position + 1)


def items(summary: SummaryRecord, words: Catalogue) -> Iterator[tuple[str, Sequence[Item]]]:
    """Yield what a ``summary`` remembers, by the name of its kind."""
    for kind, name in words.table("ITEMS").items():
        held = summary.memory.items(kind)
        if held:
            yield name, held


def known(
    entries: Sequence[ProfileEntry], words: Catalogue
) -> Iterator[tuple[str, Sequence[ProfileEntry]]]:
    """Yield what is known of the person, by the name of its kind."""
    for kind, name in words.table("ITEMS").items():
        held = [entry for entry in entries if entry.kind == kind]
        if held:
            yield name, held


def use(entry: ProfileEntry, words: Catalogue) -> str:
    """Say of what is known where it is not used."""
    return "" if entry.is_enabled else f" ({words.text('WRITTEN.not_used')})"


def moment(at: dt.datetime) -> str:
    """Return a time as every language reads it.

    >>> moment(dt.datetime(2026, 3, 2, 18, 41, tzinfo=dt.UTC))
    '2026-03-02 18:41 UTC'
    """
    return f"{at.astimezone(dt.UTC):%Y-%m-%d %H:%M} UTC"
