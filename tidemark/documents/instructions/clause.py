"""A clause of an instruction: its words, the places that they name, and new values for these."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from tidemark.documents.content import is_same
from tidemark.documents.entries import UNIT_KEYS
from tidemark.documents.instructions.changes import Cause, Change, NotApplied
from tidemark.documents.instructions.named_places import NamedPlaces
from tidemark.documents.places import (
    How,
    Outline,
    Path,
    explicit,
    phrase_of,
    pointer,
)
from tidemark.documents.schema_parts import schema_at
from tidemark.documents.values import (
    KindUnclear,
    Masked,
    Unclear,
    ValueReader,
    WrittenAmount,
    is_clock,
    is_day,
    is_number,
    key_words,
    written_amount,
)
from tidemark.nlp.languages import irregular_verbs
from tidemark.nlp.pack_fields import DocumentCues
from tidemark.nlp.patterns import Frame

NAME: tuple[How, ...] = ("name",)
NAMED: tuple[How, ...] = ("name", "entry")
ANY: tuple[How, ...] = ("name", "entry", "value")
KNOWN = 0.6  # the quality of a word that is a part of a compound
MOST_NODES = 5_000  # of a document that is read word by word
_LETTER = re.compile(r"[^\W\d_]")
_PLACED_NUMBER = re.compile(r"(?:at|on|in|op|om|bij|tot|naar)\s+[€$£]?\d", re.I)
_FOR_SOME = re.compile(r"(?:for|voor)\s+\d", re.I)  # "make it for 6 servings"
_CUT_OFF = re.compile(r"\s(?:the|an|de|het|een)$", re.I)  # before a place: "Liam the captain"
_BARE_NUMBER = re.compile(r"[-+]?\d[\d.,]*")
_NUMBERED = re.compile(r"(?P<head>[A-Z][^\W\d_]+ )\d[\d.,-]*[a-zA-Z]?")
_CODE = re.compile(r"\d[\d.,-]*[a-zA-Z]?")
_IDENTIFIER = re.compile(r"(?=\S*\d)[A-Z]+-?[\w-]+")
KEY_LIKE = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class InstructionClause:
    """A clause that fits a frame in one way: ``way`` maps the roles of the frame to words."""

    reader: NamedPlaces
    hidden: Masked
    frame: Frame
    way: dict[str, str]
    values: ValueReader = field(init=False)

    def __post_init__(self) -> None:
        reader = self.reader
        values = ValueReader(self.cues, reader.language, reader.said_at, self.hidden, reader.kind)
        object.__setattr__(self, "values", values)

    @property
    def cues(self) -> DocumentCues:
        """The words and patterns of the language."""
        return self.reader.cues

    @property
    def outline(self) -> Outline:
        """The places of the document."""
        return self.reader.outline

    def plain(self, role: str) -> str:
        """Return the words of ``role`` as they were written."""
        return self.hidden.plain(self.way.get(role, "")).strip()

    def one(self, text: str, by: Collection[How], fits: Callable[[int], bool]) -> int:
        """Return the only place that ``text`` names, or raise NotApplied."""
        return self.reader.resolve(text, by, fits)

    def many(
        self, text: str, by: Collection[How], fits: Callable[[int], bool], of: str = ""
    ) -> list[int]:
        """Return the place that ``text`` names, or all places if it joins several names."""
        parts = [each for each in self.cues.joint.split(text) if each.strip()]
        try:
            self._check_whole(text, parts)
            return [self.one(inside(text, of), by, fits)]
        except NotApplied as whole:
            if every := self.every(text, whole):
                return every
            if len(parts) < 2 or whole.cause != "not_there":
                raise
            found = []
            tail = "" if of else _tail(parts[-1])
            head = " ".join(parts[0].split()[:-1])
            for part in parts:
                if head and (part.isdecimal() or part.casefold() in self.cues.ordinals):
                    part = f"{head} {part}"
                try:
                    found.append(self.one(inside(part, of), by, fits))
                except NotApplied:
                    if not tail or part == parts[-1]:
                        raise
                    found.append(self.one(f"{part} {tail}", by, fits))
            return found

    def _check_whole(self, text: str, parts: Sequence[str]) -> None:
        """Refuse several names as one if one of them is elsewhere no name: "from and to".

        Raises:
            NotApplied: One is the name of a member.
        """
        for each in parts if len(parts) > 1 else ():
            if each in self.outline.by_key and not phrase_of(each, self.cues).needed:
                raise NotApplied("not_there", text)

    @property
    def is_blank(self) -> bool:
        """Return whether the document is empty and has no schema."""
        return self.outline.content == {} and self.reader.schema is None

    def every(self, text: str, error: NotApplied) -> list[int]:
        """Return the places of ``text`` if it means each: one in every entry of a list."""
        said = self.cues.every.search(text)
        if error.cause != "several" or not (said or self.reader.is_each):
            return []
        are_entries = all(path and isinstance(path[-1], int) for path in error.places)
        lists = {path[: -1 if are_entries else -2] for path in error.places}
        alike = {None if are_entries else path[-1] for path in error.places}
        around = self.outline.at(next(iter(lists))) if len(lists) == len(alike) == 1 else None
        if around is None or self.outline.is_leaf(around) or (around == 0 and not are_entries):
            return []
        named = self.reader.resolve_all(text, NAME, lambda node: node > 0)
        if not all(around <= each < self.outline.ends[around] for each in named):
            return []  # "all sources": of the list, or those of each entry?
        count = len(list(self.outline.inner(around)))
        is_both = said is not None and self.cues.numbers.get(said[0].casefold()) == 2
        if len(error.places) != count or (is_both and count != 2):
            return []
        return [node for each in error.places if (node := self.outline.at(each)) is not None]

    def with_container(self, role: str) -> str:
        """Return the words of ``role`` with those of its container, unless that is all."""
        around = self.plain("container")
        return inside(self.plain(role), "" if around and self.is_all(around) else around)

    def is_all(self, text: str) -> bool:
        """Return whether ``text`` is the document, or no more than "the list"."""
        phrase = phrase_of(text, self.cues)
        own = self.outline.name.casefold().split()
        named = [
            each for each in phrase.needed if any(one.endswith(each.casefold()) for one in own)
        ]
        explained = [self.outline.explained(each) for each in phrase.needed if each not in named]
        names = [each for one in explained for each in one if each.how and each.quality > KNOWN]
        names += [
            each
            for word in phrase.extra
            for each in self.outline.explained(word)
            if each.how == "name" and word.casefold() not in self.cues.small
        ]
        is_document = bool(named) or any(each.node == 0 for one in explained for each in one)
        return not names and not phrase.ordinals and (is_document or not phrase.needed)

    def replaced(
        self, path: Path, old: JsonValue, value: JsonValue, phrase: str, *, said: str = ""
    ) -> Change:
        """Return the change that replaces one value with another."""
        if is_same(old, value):
            raise NotApplied("already", phrase, [path], said=said)
        return Change(({"op": "replace", "path": pointer(path), "value": value},), path)

    def set_at(self, node: int, text: str, phrase: str) -> Change:
        """Return the change that sets a place to the value in ``text``."""
        old, key = self.outline.values[node], self.outline.keys[node]
        path = self.outline.path(node)
        text = self._without_name(text, f"{key}", old)
        said = self.hidden.plain(text)
        if not self.hidden.has_literal(text):
            self._check_members(node, said, phrase)
            self._check_likely(node, said, phrase)
            is_typed = isinstance(old, int | float) or is_day(old) or is_clock(old)
            is_nothing = self.cues.unknown.fullmatch(said) or said.casefold() in self.cues.nothing
            if said in ("null", "None") or (is_typed and is_nothing):
                return self.replaced(path, old, None, phrase, said=said)
        try:
            self.check_words(text, old)
            if not self.hidden.has_literal(text):
                self._check_unit(node, said)
            written = explicit(phrase, self.outline) is not None  # values after a path are JSON
            values = replace(self.values, kind="number") if written else self.values
            value = values.read(text, old, self._like(node), str(key))
        except Unclear as error:
            cause: Cause = "kind" if isinstance(error, KindUnclear) else "value"
            raise NotApplied(cause, f"{phrase}: {said}", [path], known=2, said=said) from None
        value = self._chosen_of_schema(path, value, phrase, said)
        value = self._in_form(node, self._without_article(value, old))
        value = self._named_in_full(node, value, phrase)
        return self.replaced(path, old, value, phrase, said=said)

    def _without_article(self, value: JsonValue, old: JsonValue) -> JsonValue:
        """Return a text of one word without its article: "camping", of "a camping"."""
        if not isinstance(value, str) or not isinstance(old, str) or self.hidden.has_literal(value):
            return value
        article, _, word = value.partition(" ")
        articles = self.cues.talk.articles
        is_bare = article in articles and word.islower() and word.isalpha()
        return word if is_bare and old.partition(" ")[0].casefold() not in articles else value

    def _in_form(self, node: int, value: JsonValue) -> JsonValue:
        """Return an amount in the form of the one it replaces: "0,3 %", of 0.3 for "0,5 %"."""
        amount, numbered = self.written(node), _NUMBERED.fullmatch(f"{self.outline.values[node]}")
        if numbered is not None and isinstance(value, str) and _CODE.fullmatch(value):
            return f"{numbered['head']}{value}"  # "1.10", of "Room 2.04"
        if amount is None or not isinstance(value, str):
            return value
        try:
            number, unit = self.values.quantity(value)
        except Unclear:
            return value
        units, said = self.cues.units, unit.casefold() or ("€" if "€" in value else "")
        known = amount.unit.casefold()
        is_alike = not said or units.get(said, said) == units.get(known, known)
        return amount.written(number) if is_alike else value

    def _without_name(self, text: str, key: str, old: JsonValue) -> str:
        """Return a value without the name of its member before it: "category shelter"."""
        first, _, rest = text.partition(" ")
        is_part = isinstance(old, str) and old.casefold().startswith(first.casefold())
        is_name = first.islower() and first == key.casefold() and not is_part
        bare = self.cues.linking.sub("", rest, count=1)
        return bare if is_name and bare else text

    def _check_members(self, node: int, said: str, phrase: str) -> None:
        """Refuse a value with the name of another member: "Ann chair and Tom deputy".

        Raises:
            NotApplied: The value may be meant for several members.
        """
        outline, parts = self.outline, self.cues.joint.split(said)
        words = {each.casefold() for each in re.findall(r"\w+", said)}
        beside = [
            each
            for each in outline.inner(outline.parents[node])
            if each != node and str(outline.keys[each]).casefold() in words
        ]
        if len(parts) > 1 and beside and isinstance(outline.values[node], str):
            path = outline.path(node)
            raise NotApplied("value", f"{phrase}: {said}", [path], known=2, said=said)

    def _check_likely(self, node: int, said: str, phrase: str) -> None:
        """Refuse null in place of null, and a number for an entry of a list of texts.

        Raises:
            NotApplied: The value is already there, or does not fit the place.
        """
        old, path = self.outline.values[node], self.outline.path(node)
        is_nothing = said.casefold() in self.cues.nothing or self.cues.unknown.fullmatch(said)
        if old in (None, "", [], {}) and is_nothing:
            raise NotApplied("already", phrase, [path], said=said)
        if old is None and self.values.is_day_and_more(said):
            raise NotApplied("value", f"{phrase}: {said}", [path], known=2, said=said)
        is_words = isinstance(old, str) and _LETTER.search(old) is not None
        if self.outline.is_entry(node) and any(
            self.cues.positions[each].fullmatch(said) for each in ("first", "last", "up", "down")
        ):
            raise NotApplied("not_there", said)  # "move the second source to the end"
        is_number = self.outline.is_entry(node) and is_words and _BARE_NUMBER.fullmatch(said)
        is_placed = old in (None, "") and _PLACED_NUMBER.match(said) is not None  # "at 200"
        is_dated = is_words and not re.search(r"\d", f"{old}") and self.frame.is_weak
        if is_dated and self.values.day_in(said) is not None:
            raise NotApplied("value", f"{phrase}: {said}", [path], known=2, said=said)
        is_for = is_words and _FOR_SOME.match(said) and not _FOR_SOME.match(f"{old}")
        if is_number or is_for or (is_placed and self.values.day_in(said) is None):
            raise NotApplied("value", f"{phrase}: {said}", [path], known=2, said=said)

    def _check_unit(self, node: int, said: str) -> None:
        """Refuse an amount in another unit than the one next to it.

        Raises:
            Unclear: It would be another amount: "9 g/kg" next to "mg/kg".
        """
        if not self.is_number(node):
            return
        unit = self.values.quantity(said)[1].casefold().rstrip(" .")
        if self.is_foreign(node, unit):
            raise Unclear  # "the work takes 3 months", of its costs
        for beside in self.units_beside(node) if unit else ():
            known = {beside, *beside.split()}
            named = self.cues.units.get(unit, unit)
            if unit not in known and named not in {self.cues.units.get(one, one) for one in known}:
                raise Unclear

    def is_foreign(self, node: int, unit: str) -> bool:
        """Return whether a unit measures something else than money, at a place for a price."""
        is_price = any(self.cues.orders.price.search(str(each)) for each in self.outline.path(node))
        return is_price and self.cues.units.get(unit.casefold(), "euro") not in ("euro", "percent")

    def check_words(self, text: str, old: JsonValue) -> None:
        """Refuse words of a sentence as a text: "it is 5", "the lamp in the kitchen".

        Raises:
            Unclear: They are unlikely to be a value; in quotes they would be.
        """
        is_text = isinstance(old, str) or old is None
        if not is_text or self.hidden.has_literal(text) or self._is_announced(text):
            return
        plain = self.hidden.plain(text)
        is_case = any(each.fullmatch(plain) for each in (self.cues.upper, self.cues.lower))
        if (
            is_case
            or _CUT_OFF.search(plain)
            or not self.cues.article.sub("", f"{plain} ", count=1).strip()
        ):
            raise Unclear  # "upper case", "the"
        is_code = isinstance(old, str) and _IDENTIFIER.fullmatch(old) is not None
        if (
            self.cues.vague.search(plain)
            or self._names_a_place(plain)
            or self._begins_with_place(plain)
            or self._is_leftover(plain, old)
            or (is_code and " " in plain)
        ):
            raise Unclear  # "4 degrees", in place of "S-204"
        parts = [each for each in self.cues.joint.split(plain)[1:] if each.strip()]
        is_more = any(self.cues.starts.match(f"{each.strip()} ") for each in parts)
        bare = self.cues.namely.sub("", plain)
        is_longer = isinstance(old, str) and old and "," not in old
        is_several = is_longer and re.search(r", [a-z]", bare) and not self._is_row(bare)
        if self.cues.structure.search(bare) or is_several:
            raise Unclear
        last = plain.split()[-1].casefold() if plain.split() else ""
        if len(plain.split()) > 1 and last in self.cues.ordinals and last.isalpha():
            raise Unclear  # "put black first"
        # "and clock times": what is before it belongs to the value, too
        is_more = is_more or plain.partition(" ")[0].casefold() in self.cues.talk.joints
        if is_more or self.cues.added.match(plain) or self.cues.pronoun.fullmatch(plain):
            raise Unclear
        if self.cues.remarks.match(plain) or self.cues.clause.search(plain):
            raise Unclear
        for found in self.cues.place_word.finditer(plain):
            rest = plain[found.end() :]
            if self.reader.resolve_all(rest, NAMED, lambda node: not self.outline.is_leaf(node)):
                raise Unclear

    def _is_leftover(self, text: str, old: JsonValue) -> bool:
        """Return whether a value has a word of the sentence around it, as the old one has not."""
        found = self.cues.leftover.search(text)
        is_named = text.split()[:1] and text.split()[0] in self.outline.by_key  # "value 5, unit mg"
        was_so = isinstance(old, str) and self.cues.leftover.search(old) is not None
        return found is not None and not (is_named or was_so)

    def _is_announced(self, text: str) -> bool:
        """Return whether a colon before ``text`` shows that all that follows is the value."""
        before, found, after = self.hidden.text.rpartition(text)
        is_last = bool(found) and before.rstrip().endswith(":") and not after.strip(" .!?")
        firsts = [each.split()[0] for each in self.values.items(text)]
        named = (one for each in firsts for one in self.outline.explained(each))
        is_told = text[:1].islower() and self.cues.leftover.search(text) is not None
        return is_last and not is_told and not any(one.how == "name" for one in named)

    def _begins_with_place(self, text: str) -> bool:
        """Return whether words begin with a place by its key: "in the budget 1,250"."""
        ahead = self.cues.place_word.match(text)
        words = text[ahead.end() :].split()[:2] if ahead else []
        return any(each.strip(",.") in self.outline.by_key for each in words)

    def _is_row(self, text: str) -> bool:
        """Return whether a text is a row of things: "spinach, rocket and mizuna"."""
        items = self.values.items(text)
        words = [each for one in items for each in one.split()]
        is_plain = len(items) > 2 and all(
            each.isalpha() and not self.is_verb(each) and each.casefold() not in self.cues.small
            for each in words
        )
        named = (one for each in words for one in self.outline.explained(each))
        return is_plain and len(words) <= 2 * len(items) and not any(one.how for one in named)

    def _names_a_place(self, text: str) -> bool:
        """Return whether words name a place and then its value: "the author to Sam"."""
        before, _, value = text.partition(f" {self.cues.becomes} ")
        if not value or not before:
            return False
        return bool(self.reader.resolve_all(before, NAMED, lambda node: node > 0))

    def _chosen_of_schema(self, path: Path, value: JsonValue, phrase: str, said: str) -> JsonValue:
        """Return ``value`` in the spelling of a schema's enumeration, if it has one."""
        part = schema_at(self.reader.schema, path)
        allowed = part.get("enum") if isinstance(part, dict) else None
        if not isinstance(allowed, list) or value in allowed:
            return value
        for each in allowed:
            if str(each).casefold() == str(value).casefold().replace(" ", "_"):
                return each
        known = ", ".join(str(each) for each in allowed)
        told = f"{phrase}: {value} ({known})"
        raise NotApplied("value", told, [path], known=2, said=said)

    def _named_in_full(self, node: int, value: JsonValue, phrase: str) -> JsonValue:
        """Return the name of the entry that ``value`` shortens, if the old one is a name, too.

        "Make Karim chair": if Karim Haddad is a member, as the chair before was.

        Raises:
            NotApplied: Several entries have that name.
        """
        outline, old = self.outline, self.outline.values[node]
        if not isinstance(value, str) or not isinstance(old, str) or " " not in old.strip():
            return value
        alike = [each for each in range(len(outline.values)) if outline.is_entry(each)]
        labels = {each: outline.label(each) for each in alike if each not in outline.above(node)}
        lists = {outline.parents[each] for each, label in labels.items() if label == old}
        names = [label for each, label in labels.items() if outline.parents[each] in lists]
        words = set(value.casefold().split())
        full = {label for label in names if words <= set(label.casefold().split())}
        if value in names or not full:
            return value
        if len(full) > 1:
            told = f"{phrase}: {value} ({', '.join(sorted(full))})"
            raise NotApplied("value", told, [outline.path(node)], known=2, said=value)
        return full.pop()

    def _like(self, node: int) -> list[JsonValue]:
        """Return the values in the same position as ``node`` in other entries."""
        outline, around = self.outline, self.outline.parents[node]
        if outline.is_entry(node):
            return [outline.values[each] for each in outline.inner(around) if each != node][:3]
        if around <= 0:
            return self._schema_model(outline.path(node))
        key = outline.keys[node]
        beside = [outline.values[each] for each in outline.inner(outline.parents[around])]
        found = [each.get(str(key)) for each in beside if isinstance(each, dict)]
        return [each for each in found if each is not None][:3] + self._schema_model(
            outline.path(node)
        )

    def _schema_model(self, path: Path) -> list[JsonValue]:
        kind = schema_at(self.reader.schema, path)
        name = kind.get("type") if isinstance(kind, dict) else None
        models: dict[str, JsonValue] = {"string": "", "integer": 0, "number": 0, "boolean": False}
        names = name if isinstance(name, list) else [name]
        return [models[each] for each in names if isinstance(each, str) and each in models]

    def value_for(
        self, text: str, old: JsonValue, like: Sequence[JsonValue], path: Path, phrase: str
    ) -> JsonValue:
        """Return the value in ``text`` for a new member."""
        said = self.hidden.plain(text)
        is_written = self.hidden.has_literal(text) or self._is_announced(text)
        if not is_written and self._is_leftover(said, old):
            raise NotApplied("value", phrase, [path], known=1)
        try:
            return self.values.read(text, old, like, str(path[-1]))
        except Unclear:
            raise NotApplied("value", phrase, [path], known=1) from None

    def is_number(self, node: int) -> bool:
        """Return whether the value at a place is a number."""
        return is_number(self.outline.values[node])

    def is_amount(self, node: int) -> bool:
        """Return whether the value at a place is a number, or one with its unit: "150 g"."""
        return self.is_number(node) or self.written(node) is not None

    def is_price(self, node: int) -> bool:
        """Return whether an amount is one of money, by its name or its sign."""
        amount, key = self.written(node), str(self.outline.keys[node])
        if amount is not None:
            return self.cues.talk.money.search(f"1 {amount.unit}") is not None
        return self.is_number(node) and self.cues.orders.price.search(key) is not None

    def units_of(self, node: int) -> set[str]:
        """Return the units that the name of a place says: of "price_eur", the euro."""
        words = key_words(self.outline.keys[node])
        return {self.cues.units[each] for each in words if each in self.cues.units}

    def units_beside(self, node: int) -> list[str]:
        """Return the texts of the members beside a place that give its unit, in lower case."""
        outline = self.outline
        beside = outline.inner(outline.parents[node])
        said = [outline.values[each] for each in beside if outline.keys[each] in UNIT_KEYS]
        return [each.casefold() for each in said if isinstance(each, str)]

    def is_verb(self, word: str) -> bool:
        """Return whether ``word`` is a verb that may stand between a place and its value."""
        talk, folded = self.cues.talk, word.casefold()
        is_formed = word.islower() and talk.verb_form.fullmatch(folded) is not None
        return folded in talk.verbs or is_formed or folded in irregular_verbs(self.reader.language)

    def written(self, node: int) -> WrittenAmount | None:
        """Return the amount with its unit that the text at a place consists of."""
        return written_amount(self.outline.values[node], self.reader.language)


def inside(text: str, around: str) -> str:
    """Return the words of a place with those of its container."""
    return f"{text} {around}".strip() if around else text


def _tail(text: str) -> str:
    words = text.split()
    return words[-1] if len(words) > 1 else ""
