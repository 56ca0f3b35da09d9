"""Contents and changes of a document as sentences, in the language of a person."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tidemark.documents.content import is_same
from tidemark.documents.instructions.changes import NotApplied
from tidemark.documents.outline import shortened
from tidemark.documents.places import Outline, node_at
from tidemark.documents.record import Record, RecordEntry
from tidemark.i18n.catalogue import catalogue
from tidemark.nlp.pack_fields import DocumentCues
from tidemark.schema.documents import MAIN, DocumentChange, DocumentVersion

_VALUE_CHARS = 200
_MOST_LINES = 40
_MOST_TOLD = 3  # members of an entry without a name
_MOST_CHOICES = 8


def origin_text(version: DocumentVersion | RecordEntry, language: str) -> str:
    """Return how the program made a version, in ``language``; "" if somebody described it."""
    words = catalogue(language).text
    if version.restored:
        return words("BACK_TO_VERSION").format(number=version.restored)
    if version.merged:
        branch, number = version.merged
        shown = words("MAIN_BRANCH") if branch == MAIN else branch
        return words("MERGED_BRANCH").format(branch=shown, number=number)
    if version.version == 1:
        return words("FIRST_VERSION" if version.branch == MAIN else "FIRST_OF_BRANCH")
    if version.author == "file":
        return words("CHANGED_IN_FILE")
    return ""


@dataclass(frozen=True)
class Teller:
    """Writes sentences about a document in one language."""

    cues: DocumentCues

    def say(self, sentence: str, /, **given: object) -> str:
        """Return the sentence with this key, filled in with ``given``."""
        return self.cues.phrases[sentence].format(**given)

    def listed(self, heading: str, lines: Sequence[str]) -> str:
        """Return a heading with a list under it."""
        told = [f"- {each}" for each in lines[:_MOST_LINES]]
        more = (
            [self.say("more", count=len(lines) - _MOST_LINES)] if len(lines) > _MOST_LINES else []
        )
        if not lines:
            told = [self.say("same")]
        return "\n".join((*([heading, ""] if heading else []), *told, *more))

    def value(self, value: JsonValue) -> str:
        """Return a value as text for a person."""
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        if value is None or value in ("", [], {}):
            return self.say("nothing")
        if isinstance(value, str):
            return value if len(value) <= _VALUE_CHARS else f"{value[:_VALUE_CHARS]}…"
        if isinstance(value, int | float):
            return str(value)
        if isinstance(value, list) and not any(isinstance(each, dict | list) for each in value):
            return ", ".join(self.value(each) for each in value[:_MOST_LINES])
        if isinstance(value, dict) and not any(
            isinstance(each, dict | list) for each in value.values()
        ):
            return ", ".join(f"{key} {self.value(each)}" for key, each in value.items())
        return shortened(value, _VALUE_CHARS)

    def place(self, outline: Outline, node: int) -> str:
        """Return the names on the path to a node."""
        return " › ".join(outline.labels(node)) or outline.name

    def change(self, change: DocumentChange, before: Outline, after: Outline) -> str:
        """Return a sentence about a change, with the value before and after."""
        match change.kind:
            case "changed":
                place = self._at(change.path, before)
                return self.say(
                    "changed",
                    place=place,
                    before=self.value(change.before),
                    after=self.value(change.after),
                )
            case "removed":
                place = self._entry(change.path, change.before, before)
                return self.say("removed", place=place, before=self.value(change.before))
            case "moved":
                node = _same_entry(change.path, change.after, after)
                is_within = change.path.rpartition("/")[0] == change.moved_from.rpartition("/")[0]
                if is_within and node is not None and isinstance(at := after.keys[node], int):
                    place = self._entry(change.moved_from, change.after, before)
                    return self.say("reordered", place=place, number=at + 1)
                return self.say(
                    "moved",
                    place=self._at(change.path, after),
                    before=self._at(change.moved_from, before),
                    after=self.value(change.after),
                )
        around = change.path.rpartition("/")
        name = around[2] if not (around[2].isdigit() or around[2] == "-") else ""
        place = self._at(around[0], before)
        return self.say(
            "added",
            place=" › ".join(each for each in (place, name) if each),
            after=self.value(change.after),
        )

    def changes(self, record: Record, first: int, last: int, name: str) -> list[str]:
        """Return the changes from one version to another, one a line."""
        before, after = (Outline(record.content_of(each), name) for each in (first, last))
        return [self.change(each, before, after) for each in record.changes(first, last)]

    def done(self, record: Record, name: str, restored: int | None = None) -> str:
        """Return the changes of the newest version, and which version's content it restored."""
        newest = record.newest
        heading = self.say("done", name=name, version=newest)
        if restored is not None:
            heading = self.say("restored", name=name, version=newest, restored=restored)
        return self.listed(heading, self.changes(record, newest - 1, newest, name))

    def _entry(self, path: str, value: JsonValue, outline: Outline) -> str:
        """Return the place of an entry that holds ``value``, wherever earlier changes put it."""
        node = _same_entry(path, value, outline)
        return self._at(path, outline) if node is None else self.place(outline, node)

    def _at(self, path: str, outline: Outline) -> str:
        node = node_at(outline, path)
        if node is None:
            return path.strip("/").replace("/", " › ")
        labels = outline.labels(node)
        if len(labels) > 1 and outline.is_entry(node) and outline.is_leaf(node):
            labels = labels[:-1]
        return " › ".join(labels)

    def shown(self, outline: Outline, node: int) -> Iterator[str]:
        """Yield the lines that show the value at a node."""
        value = outline.values[node]
        name = self.place(outline, node)
        if not isinstance(value, dict | list) or not value:
            yield f"{name}: {self.value(value)}"
            return
        yield f"{name}:"
        yield from list(self._lines(value, 0))[:_MOST_LINES]

    def lines(self, value: JsonValue) -> Iterator[str]:
        """Yield the members of ``value`` as text, one a line."""
        members = value.items() if isinstance(value, dict) else [("", value)]
        for key, each in members:
            yield f"{key}: {self.value(each)}".removeprefix(": ")

    def _lines(self, value: JsonValue, depth: int) -> Iterator[str]:
        pairs: list[tuple[str, JsonValue]] = []
        if isinstance(value, dict):
            pairs = [(f"{key}: ", each) for key, each in value.items()]
        elif isinstance(value, list):
            pairs = [("", each) for each in value]
        for name, each in pairs:
            indent = "  " * depth
            is_flat = isinstance(each, dict) and not any(
                isinstance(one, dict | list) for one in each.values()
            )
            if (
                isinstance(each, dict | list)
                and each
                and not is_flat
                and not _is_plain(each)
                and depth < 3
            ):
                yield f"{indent}- {name.rstrip()}"
                yield from self._lines(each, depth + 1)
            else:
                yield f"{indent}- {name}{self.value(each)}"

    def refusal(self, error: NotApplied, outline: Outline) -> str:
        """Return why nothing was changed, and how the person can reword the instruction."""
        choices = [
            f"{self.place(outline, node)}{_told_apart(outline, node)}"
            for each in error.places
            if (node := outline.at(each)) is not None
        ]
        told = self.say(error.cause, phrase=error.phrase.strip(" .?!"), name=outline.name)
        if not choices or error.cause in ("not_there", "no_version", "kind"):
            return told
        shown = [f"- {each}" for each in choices[:_MOST_CHOICES]]
        more = (
            [self.say("more", count=len(choices) - _MOST_CHOICES)]
            if len(choices) > _MOST_CHOICES
            else []
        )
        return "\n".join((told, "", *shown, *more))


def _told_apart(outline: Outline, node: int) -> str:
    """Return the values of an entry that nothing identifies, to tell it from the others."""
    entry = next((each for each in outline.above(node) if outline.is_entry(each)), None)
    if entry is None or not isinstance(outline.values[entry], dict):
        return ""
    if outline.label(entry) != f"{int(outline.keys[entry]) + 1}":
        return ""
    inner = [each for each in outline.inner(entry) if outline.is_leaf(each)][:_MOST_TOLD]
    shown = ", ".join(f"{outline.keys[each]}: {outline.values[each]}" for each in inner)
    return f" ({shown})" if shown else ""


def _is_plain(value: JsonValue) -> bool:
    return isinstance(value, list) and not any(isinstance(each, dict | list) for each in value)


def _same_entry(path: str, value: JsonValue, outline: Outline) -> int | None:
    """Return the entry equal to ``value`` in the list of the entry at ``path``."""
    around = node_at(outline, path.rpartition("/")[0])
    if around is None or not isinstance(outline.values[around], list):
        return None
    same = (each for each in outline.inner(around) if is_same(outline.values[each], value))
    return next(same, None)
