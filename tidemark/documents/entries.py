"""New entries of lists, read from words in the form of the existing entries."""

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pydantic import JsonValue

from tidemark.documents.places import IDENTIFYING, forms, name_words
from tidemark.documents.values import (
    ISO_DAY,
    Unclear,
    ValueReader,
    is_clock,
    is_day,
    written_amount,
)
from tidemark.nlp.languages import names_alike

_GLOSS = re.compile(r"[\w-]+ \(([\w-]+)\)")
_PARTED = re.compile(r"\s*[,;]\s*")
_IN_ORDER = re.compile(r"\s*(?:,\s+|;\s*)")
_AMOUNT_ONLY = re.compile(r"[€$£]?[-+]?\d[\d.,]*")
_LEADING = re.compile(r"^[\s:=,;-]+")
_AMOUNT = re.compile(r"(?P<number>[-+]?\d+(?:[.,]\d+)*)\s*(?P<rest>.*)", re.S)
_NAMED_AMOUNT = re.compile(r"(?P<name>[^\d,]+?),?\s+(?P<amount>\d+(?:[.,]\d+)*\s+[^\d\s]+)")
_ORIGIN = re.compile(r"^(?:from|by|according to|uit|van|door|volgens)\s+")  # "5 g from OECD"
_BETWEEN_PARTS = re.compile(
    r"\s*(?:[,;](?!\d)|:(?=\s)|\s(?:at|à|@|van|voor|of)\s(?=[€$£]?\d))\s*"  # "2 hours at 65"
)
_WITH_AMOUNT = re.compile(
    r"(?P<name>[^\d,]+?)\s+(?P<amount>\d+(?:[.,]\d+)*\s*[^\d\s,]+)(?P<rest>(?:\s+[^\d]+)?)"
)
_SENTENCE_WORDS = 3  # of a text in which "and" parts nothing
_LEAST_PARTS = 2  # of an entry that names its members by their kind
AMOUNT_KEYS = "value amount quantity dosis hoeveelheid waarde aantal dose count".split()
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d")
UNIT_KEYS = "unit eenheid units".split()


class Incomplete(Exception):
    """An entry lacks a member that the other entries have."""


@dataclass(frozen=True)
class EntryReader:
    """Reads entries for the list ``siblings``, whose members have the keys of its entries."""

    values: ValueReader
    siblings: Sequence[JsonValue]
    schema: JsonValue = None

    @property
    def keys(self) -> list[str]:
        """The names of the members of its entries, in order of first use, then of the schema."""
        entries = [each for each in self.siblings if isinstance(each, dict)]
        known = dict.fromkeys(key for each in entries for key in each)
        return [*known, *(key for key in _properties(self.schema) if key not in known)]

    @property
    def is_of_objects(self) -> bool:
        """Return whether its entries are objects."""
        return any(isinstance(each, dict) for each in self.siblings) or bool(
            _properties(self.schema)
        )

    def read(self, text: str) -> list[JsonValue]:
        """Return the entries that ``text`` describes.

        Raises:
            Unclear: One is of another kind than the other entries.
            Incomplete: One has only a name, and the other entries have more.
        """
        literal = self.values.masked.literal(text)
        if literal is not None:
            if self.is_of_objects and not isinstance(literal[0], dict):
                raise Incomplete
            return [literal[0]]
        if self.is_of_objects:
            return [self._object(text)]
        guessed = None if self.siblings else self._guessed(text)
        return [guessed] if guessed else self._singles(text)

    def _singles(self, text: str) -> list[JsonValue]:
        like = [each for each in self.siblings if each is not None][:3]
        if any(isinstance(each, list) for each in like):
            raise Unclear
        if like and all(_is_sentence(each) for each in like):
            whole = self.values.masked.plain(text).strip()
            is_ended = all(f"{each}".endswith(".") for each in like)
            return [f"{whole}." if is_ended and whole[-1:] not in ".!?" else whole]
        found = []
        for item in self.values.items(text):
            bare = self.values.cues.article.sub("", item, count=1) if item[:1].islower() else item
            value = bare or item
            found.append(self.values.read(value, None, like) if like else self.values.first(value))
        return found

    def _guessed(self, text: str) -> JsonValue:
        """Return an object if the words name its members: an amount with a unit, and more."""
        head, *chunks = self._chunks(text)
        made: dict[str, JsonValue] = {}
        amount = _AMOUNT.fullmatch(head)
        if amount:
            made["value"] = self.values.quantity(amount["number"])[0]
            if amount["rest"]:
                made["unit"] = amount["rest"]
        for chunk in chunks:
            name, _, value = chunk.partition(" ")
            if not value or not name.isidentifier():
                return None
            made[name] = self.values.guessed(self.values.masked.plain(_stripped(value)))
        return made if amount and chunks else None

    def _chunks(self, text: str) -> list[str]:
        text = _GLOSS.sub(r"\1", text)
        parted = self.values.cues.fields.split(_LEADING.sub("", text))
        return [each.strip() for each in parted if each.strip()] or [""]

    def _object(self, text: str) -> dict[str, JsonValue]:
        made: dict[str, JsonValue] = {}
        text = self.ordered(_GLOSS.sub(r"\1", _LEADING.sub("", text)))
        if (placed := self._in_order(text)) is not None:
            return placed
        if (parted := self.parted(text)) is not None:
            return parted
        head, members = self._members(text)
        for key, value in members:
            made[key] = self._value(key, value)
        head, dated = self._dated(head, made)
        made |= dated
        if head:
            made = self._headed(head, made) | made
        if not self._has_all(text, made):
            raise Incomplete
        required = self.schema.get("required") if isinstance(self.schema, dict) else None
        is_whole = isinstance(required, list) and bool(required) and made.keys() >= set(required)
        if len(made) < min(2, len(self.keys)) and not (is_whole and not self.siblings):
            raise Incomplete
        return {key: made[key] for key in sorted(made, key=self.keys.index)}

    def _in_order(self, text: str) -> dict[str, JsonValue] | None:
        """Return an entry of which ``text`` gives each value in order: "staplers, 4, 7.50"."""
        parts = _IN_ORDER.split(text.strip(" .;,"))
        if len(parts) != len(self.keys) or len(parts) < 3 or not self.siblings:
            return None
        made: dict[str, JsonValue] = {}
        for key, part in zip(self.keys, parts, strict=True):
            named = {self._key(each) for each in re.findall(r"[^\W\d_][\w-]*", part)}
            if named - {key, None}:
                return None
            try:
                made[key] = self._placed(key, part)
            except Unclear:
                return None
        return made

    def parted(self, text: str) -> dict[str, JsonValue] | None:
        """Return an entry whose parts each show their member: "eggs, 12, dairy aisle".

        A part names its member, is a value of another entry, or is the only one of its kind.
        """
        if not self.siblings or any(self.values.masked.literal(each) for each in text):
            return None
        head, *parts = _BETWEEN_PARTS.split(text.strip(" .;,:"))
        made: dict[str, JsonValue] = {}
        for part in parts:
            found = self._part(part, made)
            if found is None:
                return None
            made |= found
        named = self._name_key(made)
        if named is None or self._is_dated(named):
            return None
        texts = [key for key in self.keys if key not in made and self._kind(key) is str]
        if named not in IDENTIFYING and len(texts) > 1:
            return None  # "Graphs, 4, Blue": the speaker or the title?
        found = self._begun(head, named, made)
        if found is None or len(found) + len(made) < _LEAST_PARTS or named not in found:
            return None
        made |= found
        made[named] = self._in_case(named, f"{made[named]}")
        return {key: made[key] for key in sorted(made, key=self.keys.index)}

    def _in_case(self, key: str, text: str) -> str:
        """Return a name with a capital if the names of all other entries have one."""
        known = self._known_values(key)
        is_upper = len(known) > 1 and all(f"{each}"[:1].isupper() for each in known)
        return text[:1].upper() + text[1:] if is_upper else text

    def _part(self, text: str, made: Collection[str]) -> dict[str, JsonValue] | None:
        """Return the only member that a part of an entry gives; None if it is unclear."""
        fitting: dict[str, JsonValue] = {}
        for key in self.keys:
            if key not in made and (value := self._of_kind(key, text)) is not None:
                fitting[key] = value
        named = {key for key in fitting if self._names(key, text)}
        chosen = named or set(fitting)
        if len(chosen) != 1:
            return None
        return {key: fitting[key] for key in chosen}

    def _names(self, key: str, text: str) -> bool:
        return any(self._key(each) == key for each in re.findall(r"[^\W\d_][\w-]*", text))

    def _of_kind(self, key: str, text: str) -> JsonValue:
        """Return ``text`` as a value of ``key`` if it has its form; else None."""
        cues = self.values.cues
        words = text.split()
        if any(self._key(each) not in (key, None) for each in words):
            return None
        bare = " ".join(each for each in words if self._key(each) != key)
        known = self._known_values(key)
        same = [each for each in known if f"{each}".casefold() == bare.casefold()]
        if not bare or not known:
            return None
        if same:
            return same[0]
        kind = self._kind(key)
        try:
            if self._is_dated(key):
                return self._day_or_time(key, bare)
            if kind in (int, float):
                number, unit = self.values.quantity(bare)
                parts = name_words(key)
                is_own = not unit or cues.units.get(unit, unit) in {
                    cues.units.get(each, each) for each in parts
                }
                return number if is_own or self._is_money(key, bare) else None
            if kind is not str:
                return None
        except Unclear:
            return None
        is_counted = all(re.match(r"\d", f"{each}") for each in known)
        if is_counted:
            return self._counted(key, bare)
        return bare if self._names(key, text) else None

    def _known_values(self, key: str) -> list[JsonValue]:
        held = [each.get(key) for each in self.siblings if isinstance(each, dict)]
        return [each for each in held if each is not None]

    def _is_money(self, key: str, text: str) -> bool:
        cues = self.values.cues
        return bool(cues.talk.money.search(text) and cues.orders.price.search(key))

    def _day_or_time(self, key: str, text: str) -> JsonValue:
        """Return the day or the time of day in ``text``, beside which only idle words may be."""
        span = self.values.day_in(text)
        if span is None:
            found = _CLOCK.search(text)
            span = found.span() if found else None
        if span is None:
            return None
        rest = re.findall(r"\w+", text[: span[0]] + text[span[1] :])
        talk, small = self.values.cues.talk, self.values.cues.small
        if any(each.casefold() not in small and each.casefold() not in talk.verbs for each in rest):
            return None
        return self._value(key, text[span[0] : span[1]])

    def _counted(self, key: str, text: str) -> JsonValue:
        """Return an amount with a unit that another entry has in its text: "2.5 mg"."""
        units = self.values.cues.units
        said = written_amount(text, self.values.language)
        known = (written_amount(each, self.values.language) for each in self._known_values(key))
        same = {units.get(each.unit, each.unit) for each in known if each is not None}
        is_same = said is not None and units.get(said.unit, said.unit) in same
        return text if is_same else None

    def _begun(self, head: str, named: str, made: Collection[str]) -> dict[str, JsonValue] | None:
        """Return the name at the start of an entry, its amount, and what follows that."""
        if (amount := _WITH_AMOUNT.fullmatch(head)) is None:
            if (counted := self.values.cues.talk.counted.fullmatch(head)) is not None:
                return self._counted_name(counted["count"], counted["name"], named, made)
            return {named: self._value(named, head)} if self._is_plain(head) else None
        found: dict[str, JsonValue] = {named: amount["name"]}
        texts = [key for key in self.keys if self._kind(key) is str and key not in (*made, named)]
        counts = {key: self._counted(key, amount["amount"]) for key in texts}
        found |= {key: value for key, value in counts.items() if value is not None}
        rest = amount["rest"].strip()
        left = [key for key in self.keys if key not in found and key not in made]
        is_text = left and left[0] in texts and not self._is_dated(left[0])
        if len(found) != 2 or (rest and not (len(left) == 1 and is_text)):
            return None
        return found | ({left[0]: rest} if rest else {})

    def _counted_name(
        self, count: str, name: str, named: str, made: Collection[str]
    ) -> dict[str, JsonValue] | None:
        """Return a name with the number of such things: "a dozen eggs"; None for "200 g of"."""
        cues, first = self.values.cues, name.split()[0].casefold()
        number = next((each for each in AMOUNT_KEYS if each in self.keys), None)
        if number is None or number in made or self._kind(number) not in (int, float):
            return None
        if first in cues.units or first in cues.small:
            return None
        return {named: name, number: self.values.quantity(count)[0]}

    def _is_plain(self, text: str) -> bool:
        """Return whether words can only be a name: no member, no number, no small words."""
        words = text.split()
        small = self.values.cues.small
        is_name = not re.search(r"\d", text) and not any(self._key(each) for each in words)
        return bool(words) and is_name and not any(each.casefold() in small for each in words)

    def _placed(self, key: str, text: str) -> JsonValue:
        """Return the value of ``key`` in ``text``, which may name it: "5 rows", "not paid".

        Raises:
            Unclear: It is of another kind.
        """
        kind = self._kind(key)
        bare = " ".join(each for each in text.split() if self._key(each) != key)
        denied = self.values.cues.denial.sub("", bare).strip()
        if kind is bool and bare != text and not denied:
            return not bare
        if kind is str and bare != text and not self._is_dated(key):
            raise Unclear  # "position midfielder": its members are named
        if kind in (int, float) and not _AMOUNT_ONLY.fullmatch(bare):
            raise Unclear  # "2 l": a part of it may belong elsewhere
        return self._value(key, bare if kind in (int, float) or self._is_dated(key) else text)

    def _is_dated(self, key: str) -> bool:
        """Return whether all values of ``key`` are days or times of day."""
        held = [each.get(key) for each in self.siblings if isinstance(each, dict)]
        known = [each for each in held if each is not None]
        return bool(known) and all(is_day(each) or is_clock(each) for each in known)

    def _has_all(self, text: str, made: dict[str, JsonValue]) -> bool:
        """Return whether each quote in ``text`` became a value, or a part of one."""
        values = [str(each) for each in made.values()]
        quoted = (each for char in text if (each := self.values.masked.literal(char)) is not None)
        return all(any(str(each[0]) in value for value in values) for each in quoted)

    def ordered(self, text: str) -> str:
        """Return ``text`` with the names of members before their values: "3 replicates"."""
        cues, text = self.values.cues, self._with_keys(text)
        for key in self.keys:
            kind = self._kind(key)
            names = "|".join(re.escape(each) for each in {key, *name_words(key)} if len(each) > 2)
            if kind is bool and names:
                text = re.sub(
                    rf"\b(?:{cues.denial.pattern})\s+(?:{names})\b", f"{key} no", text, flags=re.I
                )
                text = re.sub(
                    rf"(?<=[,;:\s])(?:{names})(?=\s*(?:[,;.]|$))", f"{key} yes", text, flags=re.I
                )
            elif kind in (int, float) and names:
                text = re.sub(
                    rf"(?<![\w.,])(\d+(?:[.,]\d+)?)\s+(?:{names})\b(?!\s*[:=]?\s*\d)",
                    rf"{key} \1",
                    text,
                    count=1,
                    flags=re.I,
                )
        return text

    def _with_keys(self, text: str) -> str:
        """Return ``text`` with names of several words as their key: "taken_on" for "taken on"."""
        for key in self.keys:
            parts = name_words(key)[:-1]
            if len(parts) > 1:
                said = r"[\s_-]+".join(map(re.escape, parts))
                text = re.sub(rf"\b{said}\b", key, text, flags=re.I)
        names = "|".join(map(re.escape, self.keys))
        return re.sub(rf"\b(?:as|als)\s+(?=(?:{names})\b)", "", text, flags=re.I)

    def _kind(self, key: str) -> type | None:
        like = [each[key] for each in self.siblings if isinstance(each, dict) and key in each]
        known = [each for each in like if each is not None]
        return type(known[0]) if known else None

    def _dated(self, head: str, made: dict[str, JsonValue]) -> tuple[str, dict[str, JsonValue]]:
        """Return ``head`` without its day and its time of day, and these as members."""
        found: dict[str, JsonValue] = {}
        for key in self.keys:
            like = [each.get(key) for each in self.siblings if isinstance(each, dict)]
            model = next((each for each in like if isinstance(each, str)), "")
            if key in made or not model:
                continue
            span = self.values.day_in(head) if ISO_DAY.fullmatch(model) else None
            if _CLOCK.fullmatch(model) and (clock := _CLOCK.search(head)):
                span = clock.span()
            if span is not None:
                found[key] = self._value(key, head[span[0] : span[1]])
                before = re.sub(r"\b(?:on|at|by|from|op|om|per|van)\s*$", "", head[: span[0]])
                head = f"{before} {head[span[1] :]}".strip()
        return re.sub(r"^(?:for|with|by|voor|met|door)\s+", "", head), found

    def _members(self, text: str) -> tuple[str, list[tuple[str, str]]]:
        """Split ``text`` at the names of members: the text before them, and the text of each."""
        places: list[tuple[int, int, str]] = []
        for word in re.finditer(r"[^\W_][\w-]*", text):
            key = self._key(word[0])
            before = text[: word.start()]
            if key and key not in [each[2] for each in places] and self._may_begin(before):
                places.append((word.start(), word.end(), key))
        if not places:
            return text.strip(), []
        ends = [*(start for start, *_ in places[1:]), len(text)]
        members = [
            (key, _stripped(self._cut(text[end:until])) or _stripped(text[end:until]))
            for (_, end, key), until in zip(places, ends, strict=True)
        ]
        return self._cut(text[: places[0][0]]).strip(), members

    def _may_begin(self, before: str) -> bool:
        """Return whether a member's name may follow these words without being part of a value."""
        parted = re.search(r"(?:^|[,;:(]|\s)(\S*)\s*$", before.rstrip(" "))
        last = parted[1].casefold() if parted else ""
        begins = not before.strip() or self.values.cues.fields.search(before) is None
        return begins or before.rstrip()[-1:] in ",;:(" or last in self.values.cues.small

    def _cut(self, text: str) -> str:
        """Return ``text`` without words at its end that introduce the next member."""
        while True:
            shorter = re.sub(r"[\s,;(]+$", "", text)
            found = re.search(r"(?:^|\s)(\S+)$", shorter)
            if found and found[1].casefold() in self.values.cues.small and len(found[1]) > 0:
                shorter = shorter[: found.start()]
            if shorter == text:
                return text
            text = shorter

    def _key(self, word: str) -> str | None:
        wanted = forms(word)
        for key in self.keys:
            if word.casefold() == key.casefold():
                return key
        if word.casefold() in self.values.cues.small:
            return None  # "een" is no short word for "eenheid"
        for alike in (wanted, set(names_alike().get(word.casefold(), ()))):
            for key in self.keys:
                if alike & {form for part in name_words(key) for form in forms(part)}:
                    return key
        return None

    def _headed(self, head: str, made: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Return the members that an entry's first words give: an amount, its unit, a name."""
        found: dict[str, JsonValue] = {}
        if portion := self.values.cues.portion.fullmatch(head):  # "a pinch of salt"
            head = f"1 {portion['unit']} of {portion['rest']}"
        amount = _AMOUNT.fullmatch(head)
        if not amount and (spoken := _NAMED_AMOUNT.fullmatch(head)):  # "nutmeg, 1 pinch"
            head = f"{spoken['amount']} of {spoken['name']}"
            amount = _AMOUNT.fullmatch(head)
        number = next((key for key in self.keys if key in AMOUNT_KEYS and key not in made), None)
        if amount and number:
            found[number] = self.values.quantity(amount["number"])[0]
            unit = next((key for key in self.keys if key in UNIT_KEYS and key not in made), None)
            head = amount["rest"].strip()
            if unit and head:
                known = [each.get(unit) for each in self.siblings if isinstance(each, dict)]
                word, _, rest = head.partition(" ")
                if head in known or (not self._name_key(made) and not rest):
                    return found | {unit: head}
                if (
                    portion
                    or word in known
                    or word.casefold() in self.values.cues.units
                    or (rest and re.match(r"(?:of|van) ", rest))
                    or (rest and _ORIGIN.match(rest))
                ):
                    found[unit], head = word, re.sub(r"^(?:of|van) ", "", rest)
                elif rest or word.isdecimal():
                    raise Incomplete  # "2 cloves garlic": which word is the unit?
                elif self._name_key({**made, **found}) is None:
                    return found | {unit: head}
        head = self.values.masked.plain(_ORIGIN.sub("", head) if found else head)
        first, _, rest = head.partition(" ")
        if rest and first.casefold() in self.values.cues.idle:  # "nog Paracetamol"
            head = rest
        return found | self._called(head, {**made, **found})

    def _called(self, head: str, made: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Return ``head`` as the name, with any known values after a comma as members."""
        named, found = self._name_key(made), dict[str, JsonValue]()
        if not head:
            return found
        if named is None:
            raise Unclear
        if "," in head and not self._has_commas(named):
            head, *more = _PARTED.split(head)
            found = self._known(more, {**made, named: head})
            is_guessed = any(not isinstance(each, str) for each in found.values())
            if is_guessed and {named, *made, *found} != set(self.keys):
                raise Incomplete  # "Graphs, 4, Blue": the speaker or the title?
        return found | {named: self._value(named, head.rstrip(" :"))}

    def _has_commas(self, key: str) -> bool:
        """Return whether values of ``key`` contain commas, which then separate nothing."""
        return any("," in str(each.get(key)) for each in self.siblings if isinstance(each, dict))

    def _known(self, parts: Sequence[str], made: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Return ``parts`` as members, each a value that another entry has."""
        found: dict[str, JsonValue] = {}
        for part in filter(None, parts):
            keys = {
                key
                for each in self.siblings
                if isinstance(each, dict)
                for key, value in each.items()
                if isinstance(value, str) and value.casefold() == part.casefold()
            }
            if len(keys) != 1 or not keys.isdisjoint({*made, *found}):
                found |= self._by_kind(part, {*made, *found})
                continue
            found[keys.pop()] = part
        return found

    def _by_kind(self, part: str, made: Collection[str]) -> dict[str, JsonValue]:
        """Return ``part`` as the only missing member of its kind: "10 minutes", "not paid".

        Raises:
            Incomplete: It fits none, or several.
        """
        fitting: dict[str, JsonValue] = {}
        for key in self.keys:
            kind = self._kind(key)
            if key in made or not (kind in (bool, int, float) or self._is_dated(key)):
                continue
            if kind is bool and self.values.cues.denial.sub("", part).strip().casefold() != key:
                continue
            with suppress(Unclear):
                fitting[key] = self._placed(key, part)
        if len(fitting) != 1:
            raise Incomplete
        return fitting

    def _name_key(self, made: dict[str, JsonValue]) -> str | None:
        first = next((each for each in self.siblings if isinstance(each, dict)), {})
        texts = [
            key
            for key, each in first.items()
            if isinstance(each, str)
            and key not in UNIT_KEYS
            and not (ISO_DAY.fullmatch(each) or _CLOCK.fullmatch(each))
        ]
        texts = texts or self._only_text()
        key = texts[0] if texts else None
        return None if key in made else key

    def _only_text(self) -> list[str]:
        """Return the only member of type text in the schema, not counting units."""
        kinds = _properties(self.schema).items()
        found = [
            key
            for key, each in kinds
            if key not in UNIT_KEYS and isinstance(each, dict) and each.get("type") == "string"
        ]
        return found if len(found) == 1 and not self.siblings else []

    def _value(self, key: str, text: str) -> JsonValue:
        like = [each.get(key) for each in self.siblings if isinstance(each, dict)]
        known: list[JsonValue] = [each for each in like if each is not None]
        kinds: dict[str, JsonValue] = {"string": "", "integer": 0, "number": 0, "boolean": False}
        wanted = _properties(self.schema).get(key)
        kind = wanted.get("type") if isinstance(wanted, dict) else None
        if not known and isinstance(kind, str) and kind in kinds:
            known = [kinds[kind]]
        if None in like and self.values.cues.unknown.fullmatch(text):
            return None
        lead = re.match(r"\D+(?=\d)", text)
        is_counted = bool(known) and all(re.match(r"\d", f"{each}") for each in known)
        if lead and is_counted and lead[0].strip().casefold() in self.values.cues.small:
            text = text[lead.end() :]  # "over 2 years", beside "90 days"
        value = self.values.read(text, None, known[:3], key)
        parts = self.values.cues.joint.split(text) if isinstance(value, str) else []
        is_plain = self.values.masked.literal(text) is None
        if is_plain and any(re.match(r"\d", each.strip()) for each in parts[1:] if each):
            raise Unclear  # "mg/ml and 3 replicates"
        return value


def _is_sentence(value: JsonValue) -> bool:
    return isinstance(value, str) and len(value.split()) >= _SENTENCE_WORDS


def _properties(schema: JsonValue) -> dict[str, JsonValue]:
    found = schema.get("properties") if isinstance(schema, dict) else None
    return found if isinstance(found, dict) else {}


def _stripped(text: str) -> str:
    return re.sub(r"^(?:[\s:=]+|is |of |van |at |op |to )+", "", text).strip(" ,;()")
