"""New documents and their first contents, read from the words of a request.

"With milk and bread" gives a list, "with a title: Oslo, days: 3" members, "with the fields title
and budget" members without a value, "with guests Mia and Bert" a list under its name.  Words that
could be either are refused.
"""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from tidemark.documents.places import member_name
from tidemark.documents.values import Masked, Unclear, ValueReader, masked
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_fields import DocumentCues

ITEMS = "items"  # the list of a document that was created with entries only
_PAIR = re.compile(r"(?P<name>[^\W\d][^\d:=]*?)\s*[:=]\s*(?P<value>.+)", re.S)
_NUMBER_LAST = re.compile(r"[^\W\d][^\d]*\s\d[\d.,]*")  # "days 3" may be an entry or a member
_ITEM_WORDS, _CALLED_WORDS = 6, 8
_ENTRY_WORDS = 2  # after "guests: mia"


@dataclass(frozen=True)
class Creation:
    """A request for a document: its name, empty if none was given, and its content.

    ``content`` is None if the words for it, ``said``, are unclear.  It ``is_record`` if the request
    was for a record, for which there is a template.
    """

    name: str
    content: dict[str, JsonValue] | None
    said: str = ""
    is_record: bool = False


class ContentUnclear(Exception):
    """The words may be entries or members, or are neither."""


@dataclass(frozen=True)
class FirstContentReader:
    """Reads first contents from a text in which quotes and JSON are masked."""

    values: ValueReader
    is_list: bool = False  # the document is one list, with no members

    def read(self, text: str) -> dict[str, JsonValue]:
        """Return the content that ``text`` describes.

        Raises:
            ContentUnclear: It may be meant in several ways, or is no content.
        """
        literal = self.values.masked.literal(text)
        if literal is not None:
            return self._literal(literal[0])
        cues = self.values.cues
        named = cues.fields_named.match(text)
        items = self.values.items(text[named.end() :] if named else text)
        if not items:
            raise ContentUnclear
        if named:
            return {self._name(each): None for each in items}
        if not self.is_list and (with_lists := self._with_lists(items)) is not None:
            return with_lists
        members = [self._member(each) for each in items]
        found = [each for each in members if each is not None]
        if found and len(found) < len(items):
            raise ContentUnclear
        return dict(found) if found else {ITEMS: [self._item(each) for each in items]}

    def _literal(self, value: JsonValue) -> dict[str, JsonValue]:
        if isinstance(value, dict):
            return value
        return {ITEMS: value if isinstance(value, list) else [value]}

    def _with_lists(self, items: Sequence[str]) -> dict[str, JsonValue] | None:
        """Return members with named lists: "guests Mia", "Bert"; None if there is no such list.

        Every list has two entries or more: "socks Nike" alone may be an entry.
        """
        found: dict[str, JsonValue] = {}
        entries: list[JsonValue] = []
        for each in items:
            begun = self.values.cues.list_begun.fullmatch(each)
            if begun is not None:
                entries = [self._item(begun["entry"])]
                found[self._name(begun["name"])] = entries
            elif (member := self._member(each)) is not None:
                entries = []
                found.update([member])
            elif entries and self._goes_on(each, entries[0]):
                entries.append(self._item(each))
            else:
                return None
        lists = [each for each in found.values() if isinstance(each, list)]
        return found if lists and all(len(each) > 1 for each in lists) else None

    def _goes_on(self, item: str, first: JsonValue) -> bool:
        """Return whether ``item`` is an entry like the ``first`` of a list: a name after a name."""
        is_name = str(first)[:1].isupper()
        return item[:1].isupper() if is_name else len(item.split()) <= _ENTRY_WORDS

    def _member(self, item: str) -> tuple[str, JsonValue] | None:
        cues = self.values.cues
        listed = cues.list_of.fullmatch(item)
        if listed is not None:
            return self._name(listed["name"]), []
        pair = _PAIR.fullmatch(item) or cues.with_amount.fullmatch(item)
        if pair is None:
            return None
        literal = self.values.masked.literal(pair["value"])
        if literal is not None:
            return self._name(pair["name"]), literal[0]
        try:
            value = self.values.guessed(self.values.masked.plain(pair["value"]).strip())
        except Unclear:
            raise ContentUnclear from None
        return self._name(pair["name"]), value

    def _name(self, text: str) -> str:
        name = member_name(self._bare(text).split())
        if name is None:
            raise ContentUnclear
        return name

    def _item(self, text: str) -> str:
        bare = self._bare(text)
        words = bare.casefold().split()
        is_quoted = self.values.masked.has_literal(text)
        is_open = bool(self.values.cues.open_words & set(words)) or bool(
            _NUMBER_LAST.fullmatch(bare)
        )
        if not words or (not is_quoted and (is_open or len(words) > _ITEM_WORDS)):
            raise ContentUnclear
        return bare

    def _bare(self, text: str) -> str:
        plain = self.values.masked.plain(text).strip(" .!:,")
        if self.values.masked.has_literal(text):
            return plain
        return self.values.cues.article.sub("", plain, count=1)


def creation_of(
    text: str, cues: DocumentCues, language: Language, said_at: dt.datetime
) -> Creation | None:
    """Return the document that ``text`` asks to create; None if it asks for none."""
    hidden = masked(cues.bare(text))
    reader = FirstContentReader(ValueReader(cues, language, said_at, hidden))
    for frame in cues.creations:
        for way in reversed(list(frame.ways(hidden.text))):
            name = hidden.plain(way.get("name", "")).strip(" :\"'“”.,")
            if frame.kind == "create_nameless":
                return Creation("", None)
            if frame.kind == "create_list":
                made = _creation(name, way, replace(reader, is_list=True), is_record=False)
                is_list = cues.list_name.fullmatch(name) is not None
                if is_list and made.content is not None and ITEMS in made.content:
                    return made
                continue
            if frame.kind == "create" and not _is_name(way["name"], hidden, cues, frame.value):
                continue
            return _creation(name, way, reader, is_record=frame.kind == "create_record")
    return None


def _creation(
    name: str, way: dict[str, str], reader: FirstContentReader, *, is_record: bool
) -> Creation:
    said = way.get("content", "")
    try:
        content = reader.read(said) if said else {}
    except ContentUnclear:
        return Creation(name, None, reader.values.masked.plain(said))
    return Creation(name, content, is_record=is_record)


def _is_name(text: str, hidden: Masked, cues: DocumentCues, most_words: object) -> bool:
    """Return whether ``text`` can be a name; without a word like "called", only a short one."""
    if hidden.literal(text) is not None:
        return True
    words = [each.casefold() for each in text.split()]
    without_meaning = [each for each in words if each in cues.small | cues.open_words]
    if isinstance(most_words, int):
        return 0 < len(words) <= most_words and not without_meaning and "," not in text
    return len(without_meaning) < len(words) <= _CALLED_WORDS
