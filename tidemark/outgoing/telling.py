"""What a written conversation tells beside its words: numbers, times, folds, branches, states."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tidemark.profile import ProfileEntry
from tidemark.record import MessageRecord, SessionRecord, SummaryRecord
from tidemark.schema import Item, ItemKind

SPEAKERS = {"user": "You", "assistant": "Assistant"}
KINDS: Mapping[ItemKind, str] = {
    "preferences": "Preferences",
    "constraints": "Constraints",
    "decisions": "Decisions",
    "todos": "To do",
    "open_questions": "Open questions",
    "key_facts": "Facts",
}


@dataclass(frozen=True)
class Chapter:
    """One branch of a conversation as it is told: its ``messages``, and ``title`` where several.

    ``folds`` are its summaries of messages by the position of the last one each covers.
    """

    number: int
    record: SessionRecord
    title: str
    begins_at: int

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
        parts = f"message {message.position + 1}", moment(message.timestamp), self._state(message)
        return " · ".join(part for part in parts if part)

    def _state(self, message: MessageRecord) -> str:
        if message.is_retired:
            return "earlier attempt"
        for turn in self.record.turns:
            if turn.reply == message.position and turn.status == "stopped":
                return "stopped"
            if turn.question == message.position and turn.status == "failed":
                return "not answered"
        return "pinned" if message.is_pinned else ""


def chapters(record: SessionRecord) -> tuple[Chapter, ...]:
    """Return the branches of ``record`` in the order made, each told from where it parts."""
    family = record.family
    numbers = {branch.session_id: number for number, branch in enumerate(family, start=1)}
    told = []
    for number, branch in enumerate(family, start=1):
        shared = branch.forked.shared if branch.forked and number > 1 else 0
        title = ""
        if branch.forked and number > 1:
            of = numbers[branch.forked.session_id]
            title = f"Branch {number}, in place of message {shared + 1} of branch {of}"
        elif len(family) > 1:
            title = "Branch 1"
        told.append(Chapter(number, branch, title, shared))
    return tuple(told)


def head(record: SessionRecord) -> str:
    """Say in one line what ``record`` is."""
    listed = record.listed
    parts = [counted(len(listed.messages), "message"), f"begun {moment(listed.created_at)}"]
    if listed.messages:
        parts.append(f"last message {moment(listed.messages[-1].timestamp)}")
    if record.branches:
        parts.append(counted(len(record.family), "branch", "branches"))
    return ", ".join(parts)


def folded(summary: SummaryRecord) -> str:
    """Say which messages a ``summary`` covers."""
    first, last = summary.from_message_index + 1, summary.to_message_index + 1
    if first == last:
        return f"Message {first} was folded into a summary"
    return f"Messages {first} to {last} were folded into a summary"


def items(summary: SummaryRecord) -> Iterator[tuple[str, Sequence[Item]]]:
    """Yield what a ``summary`` remembers, by the name of its kind."""
    for kind, name in KINDS.items():
        held = summary.memory.items(kind)
        if held:
            yield name, held


def known(entries: Sequence[ProfileEntry]) -> Iterator[tuple[str, Sequence[ProfileEntry]]]:
    """Yield what is known of the person, by the name of its kind."""
    for kind, name in KINDS.items():
        held = [entry for entry in entries if entry.kind == kind]
        if held:
            yield name, held


def use(entry: ProfileEntry) -> str:
    """Say of what is known where it is not used."""
    return "" if entry.is_enabled else " (not used)"


def moment(at: dt.datetime) -> str:
    """Return a time as every language reads it.

    >>> moment(dt.datetime(2026, 3, 2, 18, 41, tzinfo=dt.UTC))
    '2026-03-02 18:41 UTC'
    """
    return f"{at.astimezone(dt.UTC):%Y-%m-%d %H:%M} UTC"


def counted(count: int, one: str, more: str = "") -> str:
    """Return a number with its noun.

    >>> counted(1, "message"), counted(2, "branch", "branches")
    ('1 message', '2 branches')
    """
    return f"{count:,} {one if count == 1 else more or one + 's'}"
