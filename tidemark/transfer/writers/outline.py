"""What a written conversation tells beside its words: numbers, times, folds, branches, states."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidemark.memory.profile import ProfileEntry
from tidemark.schema import Item
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord
from tidemark.transfer.writers.labels import State, Words


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
    words: Words

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
            self.words.of_message(message.position),
            moment(message.timestamp),
            self.words.states[state] if state else "",
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


def chapters(record: SessionRecord, words: Words) -> tuple[Chapter, ...]:
    """Return the branches of ``record`` in the order made, each told from where it parts."""
    family = record.family
    numbers = {branch.session_id: number for number, branch in enumerate(family, start=1)}
    told = []
    for number, branch in enumerate(family, start=1):
        shared = branch.forked.shared if branch.forked and number > 1 else 0
        title = ""
        if branch.forked and number > 1:
            of = numbers[branch.forked.session_id]
            title = words.branch.format(number=number, message=shared + 1, of=of)
        elif len(family) > 1:
            title = words.first_branch
        told.append(Chapter(number, branch, title, shared, words))
    return tuple(told)


def head(record: SessionRecord, words: Words) -> str:
    """Say in one line what ``record`` is."""
    listed = record.listed
    parts = [
        words.count_messages(len(listed.messages)),
        words.begun.format(at=moment(listed.created_at)),
    ]
    if listed.messages:
        parts.append(words.last_message.format(at=moment(listed.messages[-1].timestamp)))
    if record.branches:
        parts.append(words.branches.format(count=len(record.family)))
    return ", ".join(parts)


def folded(summary: SummaryRecord, words: Words) -> str:
    """Say which messages a ``summary`` covers."""
    first, last = summary.from_message_index + 1, summary.to_message_index + 1
    said = words.folded_one if first == last else words.folded
    return said.format(first=first, last=last)


def items(summary: SummaryRecord, words: Words) -> Iterator[tuple[str, Sequence[Item]]]:
    """Yield what a ``summary`` remembers, by the name of its kind."""
    for kind, name in words.kinds.items():
        held = summary.memory.items(kind)
        if held:
            yield name, held


def known(
    entries: Sequence[ProfileEntry], words: Words
) -> Iterator[tuple[str, Sequence[ProfileEntry]]]:
    """Yield what is known of the person, by the name of its kind."""
    for kind, name in words.kinds.items():
        held = [entry for entry in entries if entry.kind == kind]
        if held:
            yield name, held


def use(entry: ProfileEntry, words: Words) -> str:
    """Say of what is known where it is not used."""
    return "" if entry.is_enabled else f" ({words.not_used})"


def moment(at: dt.datetime) -> str:
    """Return a time as every language reads it.

    >>> moment(dt.datetime(2026, 3, 2, 18, 41, tzinfo=dt.UTC))
    '2026-03-02 18:41 UTC'
    """
    return f"{at.astimezone(dt.UTC):%Y-%m-%d %H:%M} UTC"
