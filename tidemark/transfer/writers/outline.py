"""Outline of an exported conversation: chapters by branch, and the labels of messages and folds."""

import datetime as dt
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tidemark.i18n.catalogue import Catalogue
from tidemark.i18n.code_texts import call_text, place_text, use_text
from tidemark.memory.profile import ProfileEntry
from tidemark.schema import Item
from tidemark.schema.documents import MAIN, VersionNote
from tidemark.schema.records import MessageRecord, SessionRecord, SummaryRecord

MessageState = Literal["retired", "stopped", "failed", "answer_anyway", "pinned"]


@dataclass(frozen=True)
class Chapter:
    """One branch of a conversation, from the point where it leaves its parent.

    ``texts`` has the labels; ``title`` is empty if there is only one branch.
    """

    number: int
    record: SessionRecord
    title: str
    begins_at: int
    texts: Catalogue

    @property
    def messages(self) -> Sequence[MessageRecord]:
        """The messages of its own, without those shared with the parent branch."""
        return self.record.messages[self.begins_at :]

    def versions(self, message: MessageRecord) -> Sequence[VersionNote]:
        """Return the document versions to list below ``message``.

        Those that a question made are listed below the reply to it, or below the question without
        one.
        """
        said, at = self.record.messages, message.position
        after = (said[later] for later in range(at + 1, len(said)))
        replies = itertools.takewhile(lambda each: each.role == "assistant", after)
        if message.is_retired or any(not each.is_retired for each in replies):
            return ()
        upwards = (said[earlier] for earlier in range(at, -1, -1))
        return next((each.versions for each in upwards if each.role == "user"), ())

    def folds(self, position: int) -> Iterator[SummaryRecord]:
        """Yield the first-level summaries whose last message is at ``position``."""
        for summary in self.record.summaries:
            is_in_force = summary.level == 1 and summary.withdrawn_at is None
            if is_in_force and summary.to_message_index == position:
                yield summary

    def caption(self, message: MessageRecord) -> str:
        """Return the number and time of a message, and its state if it is unusual."""
        state = self._state(message)
        parts = (
            message_label(message.position, self.texts),
            format_time(message.timestamp),
            self.texts.table("WRITTEN.states")[state] if state else "",
        )
        return " · ".join(part for part in parts if part)

    def _state(self, message: MessageRecord) -> MessageState | None:
        if message.is_retired:
            return "retired"
        for turn in self.record.turns:
            if turn.reply == message.position and turn.status == "stopped":
                return "stopped"
            if turn.question == message.position and turn.status == "failed":
                return "failed"
        if message.metadata.asked_back is not None:
            return "answer_anyway"
        return "pinned" if message.is_pinned else None


def chapters(record: SessionRecord, texts: Catalogue) -> tuple[Chapter, ...]:
    """Return the branches of ``record`` in order of creation."""
    family = record.family
    numbers = {branch.session_id: number for number, branch in enumerate(family, start=1)}
    found = []
    for number, branch in enumerate(family, start=1):
        shared = branch.forked.shared if branch.forked and number > 1 else 0
        title = ""
        if branch.forked and number > 1:
            parent = numbers[branch.forked.session_id]
            title = texts.text("WRITTEN.branch").format(
                number=number, message=shared + 1, of=parent
            )
        elif len(family) > 1:
            title = texts.text("WRITTEN.first_branch")
        found.append(Chapter(number, branch, title, shared, texts))
    return tuple(found)


def headline(record: SessionRecord, texts: Catalogue) -> str:
    """Return a line on ``record``: its messages, times and branches."""
    listed = record.listed
    parts = [
        count_messages(len(listed.messages), texts),
        texts.text("WRITTEN.begun").format(at=format_time(listed.created_at)),
    ]
    if listed.messages:
        last = format_time(listed.messages[-1].timestamp)
        parts.append(texts.text("WRITTEN.last_message").format(at=last))
    if record.branches:
        parts.append(texts.plural("WRITTEN.branches", len(record.family)))
    return ", ".join(parts)


def tool_uses(message: MessageRecord, texts: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield each tool call for ``message`` with its result."""
    for use in message.metadata.tool_uses:
        yield call_text(use.call, texts.language), use_text(use, texts.language)


def sources(message: MessageRecord, texts: Catalogue) -> tuple[str, Sequence[str]]:
    """Return a title and a line for each source that ``message`` cites, with its number.

    If no source supports it, the title says so; it is empty if there is nothing to say.
    """
    known = message.metadata
    if known.support == "none":
        return texts.text("UNSUPPORTED"), ()
    cited = known.cited_passages
    places = ((span.source, place_text(span.place, None, texts.language)) for span in cited)
    lines = tuple(
        f"[{number}] {', '.join(filter(None, where))}"
        for number, where in enumerate(places, start=1)
    )
    return (texts.text("CITED_LIST"), lines) if lines else ("", ())


def version_text(note: VersionNote, texts: Catalogue) -> str:
    """Return a line on a version of a document."""
    form = "WRITTEN.version" if note.branch == MAIN else "WRITTEN.version_of_branch"
    return texts.text(form).format(**dict(note))


def fold_title(summary: SummaryRecord, texts: Catalogue) -> str:
    """Return the title of a fold: the messages that ``summary`` covers."""
    first, last = summary.from_message_index + 1, summary.to_message_index + 1
    return texts.plural("WRITTEN.folded", last - first + 1, first=first, last=last)


def count_messages(count: int, texts: Catalogue) -> str:
    """Return ``count`` messages in words."""
    return texts.plural("WRITTEN.messages", count, count=texts.number(count))


def message_label(position: int, texts: Catalogue) -> str:
    """Return the name of the message at ``position``, counted from 1."""
    return texts.text("WRITTEN.message").format(number=position + 1)


def items(summary: SummaryRecord, texts: Catalogue) -> Iterator[tuple[str, Sequence[Item]]]:
    """Yield the items of ``summary`` under the name of each kind."""
    for kind, name in texts.table("ITEMS").items():
        held = summary.memory.items(kind)
        if held:
            yield name, held


def profile_items(
    entries: Sequence[ProfileEntry], texts: Catalogue
) -> Iterator[tuple[str, Sequence[ProfileEntry]]]:
    """Yield the entries of a profile under the name of each kind."""
    for kind, name in texts.table("ITEMS").items():
        held = [entry for entry in entries if entry.kind == kind]
        if held:
            yield name, held


def use_note(entry: ProfileEntry, texts: Catalogue) -> str:
    """Return a note if ``entry`` is disabled, else nothing."""
    return "" if entry.is_enabled else f" ({texts.text('WRITTEN.not_used')})"


def format_time(at: dt.datetime) -> str:
    """Return a time in a language-independent format.

    >>> format_time(dt.datetime(2026, 3, 2, 18, 41, tzinfo=dt.UTC))
    '2026-03-02 18:41 UTC'
    """
    return f"{at.astimezone(dt.UTC):%Y-%m-%d %H:%M} UTC"
