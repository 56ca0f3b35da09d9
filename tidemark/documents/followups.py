"""Instructions that refer to an earlier change: undo, corrections, and repetitions."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pydantic import JsonValue

from tidemark.documents import merging, patches
from tidemark.documents.content import is_same
from tidemark.documents.entries import EntryReader, Incomplete
from tidemark.documents.instructions.changes import Change, NotApplied
from tidemark.documents.instructions.reading import InstructionReader
from tidemark.documents.places import How, Outline, Path, forms, node_at, phrase_of, pointer
from tidemark.documents.record import Record
from tidemark.documents.values import Masked, Unclear, ValueReader, is_number, masked
from tidemark.nlp.pack_fields import DocumentCues
from tidemark.nlp.patterns import Frame
from tidemark.schema.documents import Operation

_AMENDING = ("correct", "correct_loosely", "again")
_STEPPING = ("undo", "undo_many", "undo_named", "redo")
_JUMPING = ("rollback", "rollback_first")


@dataclass(frozen=True)
class Restore:
    """A request to restore the content of ``version``."""

    version: int


def is_step(text: str, cues: DocumentCues) -> bool:
    """Return whether ``text``, which restored a version, asked for an undo or a redo.

    >>> from tidemark.nlp.english.documents.cues import DOCUMENTS
    >>> is_step("please undo that", DOCUMENTS), is_step("go back to version 2", DOCUMENTS)
    (True, False)
    """
    bare = cues.bare(text)
    kinds = {each.kind for each in cues.followups if next(each.ways(bare), None) is not None}
    return not kinds.isdisjoint(_STEPPING) and kinds.isdisjoint(_JUMPING)


def is_undo(text: str, cues: DocumentCues) -> bool:
    """Return whether ``text`` asks to undo the last change, without a word for it.

    >>> from tidemark.nlp.english.documents.cues import DOCUMENTS
    >>> is_undo("undo that", DOCUMENTS), is_undo("undo the change to the fee", DOCUMENTS)
    (True, False)
    """
    bare = cues.bare(text)
    found = (each.kind for each in cues.followups if next(each.ways(bare), None) is not None)
    return next(found, "") == "undo"


@dataclass(frozen=True)
class FollowUpReader:
    """Reads instructions that follow up the newest version of ``record``."""

    reader: InstructionReader
    record: Record

    def returns(self, text: str) -> Restore | Change | None:
        """Return the undo, redo or restore that ``text`` asks for; None if it asks for none.

        Raises:
            NotApplied: There is no such version.
        """
        for bare in self._plainer(text):
            for frame in self.reader.cues.followups:
                if frame.kind in _AMENDING:
                    continue
                for way in frame.ways(bare):
                    found = self._return(frame.kind, way)
                    if frame.kind == "redo" and found is None and self._is_sure(frame):
                        raise NotApplied("no_redo", bare)
                    if found is not None:
                        return found
        return None

    def _plainer(self, text: str) -> Iterator[str]:
        """Yield ``text``, and what is left of it without remarks around the instruction."""
        bare, talk = self.reader.bare(text), self.reader.cues.talk
        yield bare
        clauses = [each for each in re.split(r"\s*[,;.!?]+\s+", text.strip(" .!?")) if each]
        if len(clauses) < 2 or not self.reader.is_addressed:
            return
        kept = [each for each in clauses if not talk.keeps.fullmatch(each)]
        is_remark = [not re.search(r"\d", each) and not self._starts(each) for each in kept]
        if len(kept) == 1 or all(is_remark[:-1]):
            yield self.reader.bare(kept[-1]) if kept else bare
            if kept:
                yield re.sub(r"\s+", " ", talk.fillers.sub(" ", self.reader.bare(kept[-1]))).strip()

    def _starts(self, text: str) -> bool:
        return self.reader.cues.starts.match(f"{self.reader.bare(text)} ") is not None

    def _is_sure(self, frame: Frame) -> bool:
        """Return whether words can only mean to redo a change of a document."""
        return self.reader.is_addressed or frame.value == "sure"

    def _return(self, kind: str, way: dict[str, str]) -> Restore | Change | None:
        newest = self.record.newest
        match kind:
            case "undo":
                return self._undone(way)
            case "undo_many":
                return self._undone_many(way)
            case "redo":
                return self._redone()
            case "rollback":
                return self._back(newest - self._count(way["number"]), way)
            case "rollback_first":
                return self._back(newest - 1, way)
            case "undo_named":
                return self._named(way["target"])
        return None

    def _undone(self, way: dict[str, str]) -> Restore | Change | None:
        """Undo the last change of this conversation, keeping all later changes.

        A change that was already undone does not count as the last; the one before it does.
        """
        if self.record.newest == 1:
            return self._back(1, way)
        done = self.record.steps.done
        own = next((each for each in reversed(done) if self.record.is_made_here(each)), None)
        if own is None:
            raise NotApplied("no_undo", "")
        if own == done[-1]:
            return Restore(own - 1)
        now = self.record.content
        without = merging.merge(self.record.content_of(own), now, self.record.content_of(own - 1))
        patch = patches.between(now, without.content)
        if without.conflicts or not patch:  # somebody changed the same place since
            raise NotApplied("no_undo", "")
        return Change(patch)

    def _redone(self) -> Restore | None:
        """Redo the change that was undone last."""
        undone, newest = self.record.steps.undone, self.record.newest
        if not self.record.is_own:
            return None
        if undone:
            return Restore(undone[-1])
        return Restore(newest - 1) if self._is_return(newest) else None

    def _undone_many(self, way: dict[str, str]) -> Restore | None:
        count = self._count(way.get("count", "2"))
        done = self.record.steps.done
        if not 0 < count < len(done):
            return self._back(min(count, 0) or self.record.newest, way)
        if not all(map(self.record.is_made_here, done[-count:])):
            raise NotApplied("no_undo", "")
        return Restore(done[-count] - 1)

    def _count(self, word: str) -> int:
        word, _, rest = word.strip(" .").casefold().partition(" ")  # "2 of this plan"
        if rest and rest.split()[0] not in self.reader.cues.small:
            return -1
        number = self.reader.cues.numbers.get(word)
        if number is None and not word.isdigit():
            return -1
        return int(number if number is not None else word)

    def _back(self, count: int, way: dict[str, str]) -> Restore | None:
        version = self.record.newest - count
        if not self.record.has(version) or count < 1:
            if way and not any(each.isdigit() for each in "".join(way.values())):
                return None
            raise NotApplied("no_version", " ".join(way.values()))
        return Restore(version)

    def _is_return(self, version: int) -> bool:
        """Return whether a version has the content of one earlier than the version before it."""
        content = self.record.content_of(version)
        return any(
            is_same(content, self.record.content_of(each))
            for each in range(max(1, version - 5), version - 1)
        )

    def _named(self, text: str) -> Restore | Change | None:
        """Undo the last change of the place that ``text`` names."""
        for version in range(self.record.newest, max(1, self.record.newest - 20), -1):
            before = self.reader.outline_of(self.record.content_of(version - 1))
            for operation in self.record.patch(version):
                if not self._is_about(text, operation, before, version):
                    continue
                if version == self.record.newest:
                    return Restore(version - 1)
                return self._taken_back(operation, before)
        return None

    def _is_about(self, text: str, operation: Operation, before: Outline, version: int) -> bool:
        after = (
            self.reader.outline
            if version == self.record.newest
            else self.reader.outline_of(self.record.content_of(version))
        )
        phrase = phrase_of(text, self.reader.cues)
        if not (phrase.needed or phrase.ordinals):
            key = str(operation["path"]).rpartition("/")[2]
            return any(forms(each) & forms(key) for each in phrase.extra)
        for outline in (before, after):
            node = node_at(outline, str(operation["path"]))
            if node is not None and outline.among(phrase, [node]):
                return True
        return False

    def _taken_back(self, operation: Operation, before: Outline) -> Change | None:
        path = str(operation["path"])
        node = node_at(before, path)
        now = node_at(self.reader.outline, path)
        if operation["op"] != "replace" or node is None or now is None:
            return None
        if not is_same(self.reader.outline.values[now], operation["value"]):
            return None
        back = {"op": "replace", "path": path, "value": before.values[node]}
        return Change((back,), before.path(node))

    def amended(self, text: str) -> Change | None:
        """Return the correction, or the same change elsewhere, that ``text`` asks for.

        Raises:
            NotApplied: It fits several places.
        """
        if not self.record.is_own:
            return None
        hidden = masked(text)
        said = hidden.text.strip().rstrip(" .!?")
        problem: NotApplied | None = None
        operations = self.record.patch(self.record.newest)
        if len(operations) != 1:
            return None
        for frame in self._amending():
            for way in (*frame.ways(said), *frame.ways(self.reader.bare(said))):
                last = _LastChange(self.reader, self.record, operations[0], hidden)
                try:
                    if frame.kind == "again":
                        found = last.again(way["target"])
                    else:
                        is_loose = frame.kind == "correct_loosely"
                        found = last.corrected(way["target"], is_loose=is_loose)
                except NotApplied as error:
                    problem = problem or error
                    continue
                if found is not None:
                    return found
        if problem is not None:
            raise problem
        return None

    def _amending(self) -> Iterator[Frame]:
        """Yield the frames of corrections; loose ones only directly after the change."""
        for frame in self.reader.cues.followups:
            is_loose = frame.kind == "correct_loosely"
            if frame.kind in _AMENDING and (self.record.is_fresh or not is_loose):
                yield frame


@dataclass(frozen=True)
class _LastChange:
    """The last change, a single operation, which can be corrected or repeated."""

    reader: InstructionReader
    record: Record
    operation: Operation
    hidden: Masked

    @property
    def values(self) -> ValueReader:
        reader = self.reader
        return ValueReader(reader.cues, reader.language, reader.said_at, self.hidden)

    def _before(self) -> Outline:
        return self.reader.outline_of(self.record.content_of(self.record.newest - 1))

    def corrected(self, text: str, *, is_loose: bool) -> Change | None:
        """Return the change that moves the last one to the place, or to the value, ``text``.

        If ``is_loose``, the words may be about something else: no text becomes a value.
        """
        before = self._before()
        found = self._elsewhere(text, before)
        if found is None:
            found = self._otherwise(text, before)
            words = self.hidden.plain(text).casefold().split()
            has_more = any(each not in self.reader.cues.units for each in words[1:])
            is_more = has_more or (found is not None and isinstance(found["value"], str | dict))
            if is_loose and is_more:
                return None
        if found is None:
            return None
        after = patches.applied(before.content, [found])
        patch = patches.between(self.reader.outline.content, after)
        if not patch:
            return None
        node = node_at(before, str(found["path"]))
        return Change(patch, before.path(node) if node is not None else ())

    def again(self, text: str) -> Change | None:
        """Return the change that repeats the last one at the place ``text``."""
        found = self._elsewhere(text, self.reader.outline)
        if found is None and self.operation["op"] == "add":
            found = self._otherwise(text, self.reader.outline)
        if found is None:
            return None
        node = node_at(self.reader.outline, str(found["path"]))
        return Change((found,), self.reader.outline.path(node) if node is not None else ())

    def _elsewhere(self, text: str, outline: Outline) -> Operation | None:
        """Return the last operation, moved to the place that ``text`` names."""
        text = self.hidden.plain(text)
        path = self._place(text, outline)
        if path is None:
            return None
        op = str(self.operation["op"])
        node = outline.at(path)
        if op == "replace" and node is not None:
            return {"op": op, "path": pointer(path), "value": self._fitting(outline, node, text)}
        if op == "remove":
            return {"op": op, "path": pointer(path)}
        if op == "add":
            return {"op": op, "path": pointer((*path, "-")), "value": self.operation["value"]}
        return None

    def _fitting(self, outline: Outline, node: int, text: str) -> JsonValue:
        """Return the value of the last change, converted to the type at ``node``."""
        value, old = self.operation["value"], outline.values[node]
        fits = type(value) is type(old) or old is None or (is_number(value) and is_number(old))
        if not fits:
            raise NotApplied("value", text, [outline.path(node)])
        kept: JsonValue = value
        return kept

    def _place(self, text: str, outline: Outline) -> Path | None:
        phrase = phrase_of(text, self.reader.cues)
        if not phrase.needed and not phrase.ordinals:
            return None
        same = list(self._like(outline))
        found = outline.among(phrase, same)
        if not found:
            fits = _fitting_kind(outline, str(self.operation["op"]))
            by: list[How] = ["name"]
            by += ["entry"] if self.operation["op"] == "remove" else []
            found = outline.find(phrase, lambda node: fits(node) and node not in same, by)
        if len(found) > 1:
            raise NotApplied("several", text, [outline.path(each) for each in found])
        return outline.path(found[0]) if found else None

    def _like(self, outline: Outline) -> Iterator[int]:
        """Yield the nodes with the same position in the structure as the changed one."""
        path = str(self.operation["path"]).split("/")[1:]
        if self.operation["op"] == "add":
            path = path[:-1]
        for node in range(1, len(outline.keys)):
            other = [str(each).replace("~", "~0").replace("/", "~1") for each in outline.path(node)]
            if len(other) != len(path) or other == path:
                continue
            is_alike = other[-1] == path[-1] or (
                outline.is_entry(node) and path[-1].isdigit() and other[:-1] == path[:-1]
            )
            if is_alike and other[0] == path[0]:
                yield node

    def _otherwise(self, text: str, outline: Outline) -> Operation | None:
        """Return the last operation with the value ``text`` instead."""
        op, path = str(self.operation["op"]), str(self.operation["path"])
        node = node_at(outline, path)
        try:
            if op == "replace" and node is not None:
                like = [self.operation["value"]]
                value = self.values.read(text, outline.values[node], like, str(outline.keys[node]))
                return (
                    None
                    if isinstance(value, str) and not self._is_plausible(text)
                    else {"op": op, "path": path, "value": value}
                )
            if op == "add":
                around = node_at(outline, path.rpartition("/")[0])
                beside = outline.values[around] if around is not None else None
                if isinstance(beside, list) and self._is_plausible(text):
                    entries = EntryReader(self.values, beside).read(text)
                    if len(entries) == 1 and not any(is_same(entries[0], each) for each in beside):
                        return {
                            "op": op,
                            "path": f"{path.rpartition('/')[0]}/-",
                            "value": entries[0],
                        }
        except (Unclear, Incomplete):
            return None
        return None

    def _is_plausible(self, text: str) -> bool:
        """Return whether ``text`` can be a value: no clause, and not only small words."""
        words = self.hidden.plain(text).split()
        small = self.reader.cues.small
        known = (
            str(self.operation.get("value", "")),
            self.hidden.plain(text) if self.hidden.has_literal(text) else "",
        )
        most = max(len(each.split()) for each in known)
        is_bare = not any(each.casefold() in small for each in words) or self.hidden.has_literal(
            text
        )
        return 0 < len(words) <= max(1, most) and is_bare and not self.reader.cues.asks.match(text)


def _fitting_kind(outline: Outline, op: str) -> Callable[[int], bool]:
    if op == "add":
        return lambda node: isinstance(outline.values[node], list)
    return lambda node: node > 0 and (op == "remove" or outline.is_leaf(node))


def at_place(reader: InstructionReader, record: Record) -> InstructionReader:
    """Return ``reader`` with the place that this conversation changed last, for "it".

    Unchanged if the newest version is somebody else's.
    """
    if not record.is_own:
        return reader
    patch = record.patch(record.newest)
    node = node_at(reader.outline, str(patch[-1]["path"])) if patch else None
    if node is None:
        return reader
    return replace(reader, last=reader.outline.path(node))
