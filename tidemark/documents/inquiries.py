"""Questions about a document and its history, answered from its record."""

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tidemark.documents.instructions.changes import NotApplied
from tidemark.documents.instructions.reading import InstructionReader
from tidemark.documents.places import Outline, explicit, node_at, phrase_of
from tidemark.documents.record import Record, RecordEntry
from tidemark.documents.wording import Teller, origin_text
from tidemark.nlp.dates import find_period
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.quotes import day_in_words
from tidemark.schema.documents import DocumentChange

_MOST_PLACES = 8
_MOST_VERSIONS = 20


@dataclass(frozen=True)
class InquiryReader:
    """Answers questions in the language of ``reader``, without changing the document."""

    reader: InstructionReader
    record: Record
    teller: Teller

    def answer(self, text: str) -> str | None:
        """Return the answer to ``text``; None if it is no question about the document.

        Raises:
            NotApplied: It names a version that is not there.
        """
        bare = self.reader.bare(text)
        if not self.asks(text):
            return None
        for frame in self.reader.cues.questions:
            for way in frame.ways(bare):
                found = self._answer(frame.kind, way, text)
                if found:
                    return found
        return None

    def asks(self, text: str) -> bool:
        """Return whether ``text`` is a question, or asks to show something."""
        cues, said = self.reader.cues, text.strip()
        if cues.asks.match(self.reader.bare(text)):
            return True
        polite = cues.courtesy.match(said)
        return bool(cues.asks.match(said)) and not (polite and cues.requests.search(polite[0]))

    def asks_history(self, text: str) -> bool:
        """Return whether ``text`` asks for the history: "give the versions of this document"."""
        frames = (each for each in self.reader.cues.questions if each.kind == "history")
        return any(way is not None for each in frames for way in each.ways(self.reader.bare(text)))

    def _answer(self, kind: str, way: dict[str, str], text: str) -> str | None:
        about = way.get("target", "")
        answers: dict[str, Callable[[], str | None]] = {
            "compare": lambda: self._compared(
                self._number(way["first"]), self._number(way["second"])
            ),
            "compare_now": lambda: self._compared(self._number(way["first"]), self.record.newest),
            "compare_last": lambda: self._last(text),
            "version_count": lambda: self.teller.say("versions", count=self.record.newest),
            "change_count": lambda: self.teller.say("changes", count=self.record.newest - 1),
            "version_now": lambda: self.teller.say("version", version=self.record.newest),
            "history_since": lambda: self._since(text),
            "last_change": lambda: self._last(text),
            "history": lambda: self._history(self.record.entries[-_MOST_VERSIONS:]),
            "in_version": lambda: self._in_version(way),
            "before": lambda: self._before(about),
            "when": lambda: self._when(about),
            "count": lambda: self._count(about),
            "whole": lambda: "\n".join(self._told([0], self.reader.outline)),
            "value": lambda: self._value(about, self.reader.outline),
            "is_so": lambda: self._value(about, self.reader.outline),
        }
        return answers[kind]()

    def _number(self, word: str) -> int:
        found = re.match(r"\d+", word)
        number = int(found[0]) if found else int(self.reader.cues.numbers.get(word.casefold(), 0))
        if not self.record.has(number):
            raise NotApplied("no_version", word)
        return number

    def _compared(self, first: int, last: int) -> str:
        first, last = min(first, last), max(first, last)
        told = self._changes(first, last)
        return self.teller.listed(self.teller.say("compared", first=first, last=last), told)

    def _changes(self, first: int, last: int) -> list[str]:
        return self.teller.changes(self.record, first, last, self.reader.outline.name)

    def _last(self, text: str) -> str:
        newest = self.record.newest
        if newest < 2:
            return self.teller.say("no_change")
        count = self._wanted(text)
        lines: list[str] = []
        for version in range(newest, max(1, newest - count), -1):
            lines += self._changes(version - 1, version)
        return self.teller.listed(self.teller.say("last", version=newest), lines)

    def _wanted(self, text: str) -> int:
        if self.reader.cues.talk.everything.search(text):
            return _MOST_VERSIONS
        for word in re.findall(r"\w+", text.casefold()):
            number = int(word) if word.isdigit() else int(self.reader.cues.numbers.get(word, 0))
            if 1 < number <= _MOST_VERSIONS:
                return number
        return 1

    def _since(self, text: str) -> str | None:
        period = find_period(text, self.reader.said_at, self.reader.language)
        if period is None:
            return None
        is_open = bool(re.search(r"\b(?:since|sinds)\b", text, re.I))
        last = dt.date.max if is_open else period.last
        zone = self.reader.said_at.tzinfo
        chosen = [
            each
            for each in self.record.entries
            if each.version > 1 and period.first <= each.created_at.astimezone(zone).date() <= last
        ]
        return (
            self._history(chosen)
            if chosen
            else self.teller.say("no_change_then", words=period.words)
        )

    def _history(self, entries: Sequence[RecordEntry]) -> str:
        if not any(each.version > 1 for each in entries):
            return self.teller.say("no_change")
        lines = []
        for each in reversed(entries):
            told = (
                "; ".join(self._changes(each.version - 1, each.version)) if each.version > 1 else ""
            )
            line = self.teller.say(
                "entry",
                version=each.version,
                at=self._moment(each.created_at),
                summary=self._summary(each),
            )
            lines.append(f"{line} {told}".rstrip())
        return self.teller.listed(self.teller.say("history"), lines)

    def _moment(self, at: dt.datetime) -> str:
        now = self.reader.said_at
        months = LANGUAGE_PACKS[self.reader.language].phrases.months
        local = at.astimezone(now.tzinfo)
        return f"{day_in_words(local, now, months)}, {local:%H:%M}"

    def _summary(self, entry: RecordEntry) -> str:
        """Return the summary of a version; what the program wrote is in the person's language."""
        if told := origin_text(entry, self.reader.language):
            return f"({told})"
        return f"“{entry.summary}”" if entry.summary else ""

    def _in_version(self, way: dict[str, str]) -> str | None:
        number = self._number(way["number"])
        outline = self.reader.outline_of(self.record.content_of(number))
        if "target" not in way:
            return self.teller.listed(
                self.teller.say("version_is", version=number), list(self.teller.shown(outline, 0))
            )
        return self._value(way["target"], outline)

    def _before(self, text: str) -> str | None:
        """Return the value of a place before its last change."""
        for version in range(self.record.newest, max(1, self.record.newest - _MOST_VERSIONS), -1):
            before = self.reader.outline_of(self.record.content_of(version - 1))
            after = self.reader.outline_of(self.record.content_of(version))
            for change in self.record.changes(version - 1, version):
                if self._is_about(text, change, before, after):
                    lines = [self.teller.change(change, before, after)]
                    return self.teller.listed(self.teller.say("before", version=version), lines)
        found = self._places(text, self.reader.outline)
        if not found:
            return None
        return "\n".join((self.teller.say("unchanged"), *self._told(found, self.reader.outline)))

    def _is_about(self, text: str, change: DocumentChange, before: Outline, after: Outline) -> bool:
        for outline in (before, after):
            node = node_at(outline, change.path)
            places = self._places(text, outline)
            if node is not None and any(
                each in outline.above(node) or node in outline.above(each) for each in places
            ):
                return True
        return False

    def _when(self, text: str) -> str | None:
        lines = []
        for entry in self.record.entries[:0:-1][:_MOST_VERSIONS]:
            before = self.reader.outline_of(self.record.content_of(entry.version - 1))
            after = self.reader.outline_of(self.record.content_of(entry.version))
            for change in self.record.changes(entry.version - 1, entry.version):
                if self._is_about(text, change, before, after):
                    at = entry.created_at.astimezone(self.reader.said_at.tzinfo)
                    said = self.teller.say(
                        "entry", version=entry.version, at=f"{at:%Y-%m-%d %H:%M}", summary=""
                    )
                    lines.append(f"{said} {self.teller.change(change, before, after)}")
        return self.teller.listed("", lines) if lines else None

    def _count(self, text: str) -> str | None:
        outline = self.reader.outline
        found = self._places(text, outline)
        lists = [
            each
            for each in found
            if isinstance(outline.values[each], list)
            or (isinstance(outline.values[each], dict) and not outline.is_entry(each))
        ]
        if not lists and outline.name and text.casefold().endswith(outline.name.casefold()):
            lists = [each for each in outline.inner(0) if isinstance(outline.values[each], list)]
        if not lists:
            return self._value(text, outline)
        return "\n".join(self._counted(each) for each in lists[:_MOST_PLACES])

    def _counted(self, node: int) -> str:
        outline = self.reader.outline
        labels = [outline.label(each) for each in outline.inner(node)]
        return self.teller.say(
            "count",
            name=" › ".join(outline.labels(node)),
            count=len(labels),
            items=", ".join(labels[:_MOST_VERSIONS]),
        )

    def _value(self, text: str, outline: Outline) -> str | None:
        found = self._places(text, outline)
        return "\n".join(self._told(found, outline)) if found else None

    def _told(self, nodes: Sequence[int], outline: Outline) -> Iterator[str]:
        for node in nodes[:_MOST_PLACES]:
            yield from self.teller.shown(outline, node)

    def _places(self, text: str, outline: Outline) -> list[int]:
        text = text.strip(" ?.!")
        path = explicit(text, outline)
        if path is not None:
            node = outline.at(path)
            return [node] if node is not None else []
        phrase = phrase_of(text, self.reader.cues)
        if not phrase.needed and not phrase.ordinals:
            return self._plain(text, outline)
        is_whole = not self.reader.is_addressed
        found = outline.nearest(phrase, ("name", "entry"), is_whole=True)
        found = found or outline.nearest(phrase, ("name", "entry", "value"), is_whole=True)
        return found or (
            [] if is_whole else outline.nearest(phrase, ("name", "entry"), is_whole=False)
        )

    def _plain(self, text: str, outline: Outline) -> list[int]:
        words = {each.casefold() for each in phrase_of(text, self.reader.cues).extra}
        whole = words & {
            "document",
            "record",
            "everything",
            "alles",
            "dossier",
            "json",
            "it",
            "data",
            "file",
        }
        named = [
            node
            for key, nodes in outline.by_key.items()
            if key.casefold() in words & self.reader.cues.kinds
            for node in nodes
        ]
        if named:
            return named
        if text.casefold().strip() == outline.name.casefold() or whole:
            return [0]
        return []
