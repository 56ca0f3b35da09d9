"""Slots: the values in a statement that can change while the rest of it stays true.

A value has a type: a date, a time of day, an amount, an ordinal, a phone number or a name. An
amount keeps its unit, so that "28 people" can replace "24 people" and never "24 euros".
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

from tidemark.nlp.dates import days_in_a_row
from tidemark.nlp.languages import given_names
from tidemark.nlp.mentions import Token, is_noun, names, tokens
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.patterns import NUMBER, YEAR
from tidemark.nlp.search_terms import words
from tidemark.nlp.stemming import stem
from utils import text_cache

LONGEST_STATEMENT = 400  # characters; longer text is pasted material, whose values do not change
_ARTICLE_CHARS = 60
MONEY = "money"
PERSONS = "persons"  # the unit of "five of us"
_SIGNS = ("€", "$", "£")
_PHONE = re.compile(r"(?<![\w.,])\+?\d(?:[ -]?\d){6,14}(?!\w|[.,]\d)")
_CODE = re.compile(r"(?<![\w@.-])[A-Za-z]\w*\d\w*(?![\w@-])")
_LETTER = re.compile(r"(?<=[a-z,;] )[A-HJ-Z]\b(?![.'’])|^[B-HJ-Z]\b(?![.'’])")
_PART_END = re.compile(r"[,;:]\s+|(?<!\s)\s++[–—-]\s+")
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th|e|de|ste)\b")
_YEAR = re.compile(YEAR)
_OWN_YEAR = re.compile(rf",? {YEAR}$")  # the end of a date
_DAY_NUMBER = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th|e|de|ste)?\b(?![:.]\d)")
_MONTH_AND_NUMBER = re.compile(r"[^\W\d_]+ \d{1,3}")
_DAY_AND_NUMBER = re.compile(r"(?P<name>[^\W\d_]+),? (?P<n>\d{1,2})")
_LAST_DAY = 31
_MONTH_LENGTHS = (28, 29, 30, 31)
_WEEK = 7
_ROOT_LETTERS = 5  # inspection, inspector
_COMPOUND_LETTERS = 4
_NEXT = 2  # characters between a preposition and its value
_WORDS_BEFORE_NEW = 2  # "no wait, on Saturday"
_SUBJECT_WORDS = 2  # a name as early as this in its part is its subject

SlotType = Literal["phone", "date", "time", "code", "ordinal", "amount", "name"]


@dataclass(frozen=True)
class SlotValue:
    """A value in a text, ``text[start:end]``; ``unit`` is the stem of the counted noun."""

    type: SlotType
    text: str
    start: int
    end: int
    unit: str = ""

    def may_replace(self, other: "SlotValue") -> bool:
        """Return whether it has the type of ``other`` and no different unit."""
        if PERSONS in (self.unit, other.unit):
            return self.type == other.type and {self.unit, other.unit}.isdisjoint(("", MONEY))
        return self.type == other.type and (
            self.unit == other.unit or not (self.unit and other.unit)
        )


class Thing(NamedTuple):
    """A thing that a statement mentions: the ``stems`` of one noun phrase with its qualifiers.

    The last ``endings`` of them may be its verb: "the painter charges".
    """

    stems: tuple[str, ...]
    endings: int
    start: int
    end: int
    is_person: bool

    def is_in(self, stems: Collection[str]) -> bool:
        """Return whether ``stems`` contain all of it except the verb, or words of the same root."""
        return names_all(self.stems[: len(self.stems) - self.endings], stems)


class NewValue(NamedTuple):
    """A value to put in: its text, its type if it shows one, and the article it was said with."""

    text: str
    type: SlotType | None
    article: str


@text_cache(4096)
def slot_values(text: str, pack: LanguagePack) -> tuple[SlotValue, ...]:
    """Return the values in ``text`` in order, without overlaps.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> found = slot_values("We met 24 people on 3 May at 9:30", ENGLISH)
    >>> [(value.type, value.text) for value in found]
    [('amount', '24'), ('date', '3 May'), ('time', '9:30')]
    """
    if len(text) > LONGEST_STATEMENT:
        return ()
    found: list[SlotValue] = []
    for value in _candidates(text, pack):
        if not any(value.start < other.end and other.start < value.end for other in found):
            found.append(value)
    joined: list[SlotValue] = []
    for value in sorted(found, key=lambda each: each.start):
        if joined and _is_year_of(joined[-1], value, text, pack):
            day = joined.pop()
            value = replace(day, text=text[day.start : value.end], end=value.end)
        joined.append(value)
    return tuple(joined)


def _is_year_of(day: SlotValue, value: SlotValue, text: str, pack: LanguagePack) -> bool:
    """Return whether ``value`` is the year of the date ``day``: "Saturday 12 June 2027".

    It is not in "on Saturday 2000 people came", nor in "on 12 June 2000 people came".
    """
    is_year = value.type == "amount" and not value.unit and _YEAR.fullmatch(value.text)
    is_of_month = day.type == "date" and day.text.split()[-1].lower() in pack.dates.months
    return bool(is_year and is_of_month) and text[day.end : value.start] in (" ", ", ")


@text_cache(4096)
def days_named(text: str, pack: LanguagePack) -> range:
    """Return the characters that name several days: the 14 of "14 to 18 April" is no amount."""
    days = days_in_a_row(text, pack.language)
    return range(text.find(days), text.find(days) + len(days))


def is_ordinal(text: str) -> bool:
    """Return whether ``text`` is an ordinal in figures: "4th"."""
    return _ORDINAL.fullmatch(text) is not None


class TakenBack(NamedTuple):
    """A value that the same sentence replaces: "at 15:30, no wait 16:00"."""

    old: SlotValue
    new: SlotValue


def taken_back(text: str, pack: LanguagePack) -> Iterator[TakenBack]:
    """Yield the values in ``text`` that its speaker corrects in the same breath."""
    for says in pack.corrections.second_thought.finditer(text):
        found = slot_values(text, pack)
        new = next((each for each in found if each.start >= says.end()), None)
        if new is None or len(text[says.end() : new.start].split()) > _WORDS_BEFORE_NEW:
            continue
        if next(iter(words(text[new.end :])), "") in pack.lexicon.auxiliaries:
            continue  # "5 December, wait the 5th is full"
        before = [each for each in found if each.end <= says.start() and new.may_replace(each)]
        if before:
            yield TakenBack(before[-1], new)


def as_settled(text: str, pack: LanguagePack) -> str:
    """Return ``text`` without the values that it takes back itself.

    >>> from tidemark.nlp.english.pack import ENGLISH
    >>> as_settled("We leave on Friday at 15:30, no wait 16:00 from Hull", ENGLISH)
    'We leave on Friday at 16:00 from Hull'
    """
    for old, new in reversed(list(taken_back(text, pack))):
        text = text[: old.start] + new.text + text[new.end :]
    return text


def _candidates(text: str, pack: LanguagePack) -> Iterator[SlotValue]:
    for match in _PHONE.finditer(text):
        yield SlotValue("phone", match[0], *match.span())
    yield from _dates(text, pack)
    for match in pack.corrections.clock.finditer(text):
        yield SlotValue("time", match["time"], *match.span("time"))
    for match in _CODE.finditer(text):
        yield SlotValue("code", match[0], *match.span())
    for match in _ORDINAL.finditer(text):
        yield SlotValue("ordinal", match[0], *match.span())
    yield from _amounts(text, pack)
    for name in names(text, pack):
        if name.text.casefold() not in pack.lexicon.calendar:
            yield SlotValue("name", name.text, name.start, name.end)


def _dates(text: str, pack: LanguagePack) -> Iterator[SlotValue]:
    """Yield the days that ``text`` names, without the preposition before them.

    A number after a month is no day if the numbers after other months are not: "April 28, May 71".
    """
    found = list(_day_candidates(text, pack))
    pairs = [each for each in found if _MONTH_AND_NUMBER.fullmatch(each.text)]
    if any(int(each.text.split()[1]) > _LAST_DAY for each in pairs):
        month_alone = (
            replace(each, text=each.text.split()[0], end=each.start + len(each.text.split()[0]))
            for each in pairs
        )
        found = [*month_alone, *(each for each in found if each not in pairs)]
    yield from found


def _are_amounts(pairs: Sequence[re.Match[str]], pack: LanguagePack) -> bool:
    """Return whether numbers after weekdays are amounts: "Wednesday 7, Saturday 12".

    As days of one month, or of two in a row, their numbers would be as far apart as the weekdays.
    """
    days = [(pack.dates.weekdays.index(each["name"].lower()), int(each["n"])) for each in pairs]
    for (weekday, day), (next_weekday, next_day) in pairwise(days):
        months = (0,) if next_day > day else _MONTH_LENGTHS
        apart = [next_day - day + month - (next_weekday - weekday) for month in months]
        if all(each % _WEEK for each in apart):
            return True
    return False


def _day_candidates(text: str, pack: LanguagePack) -> Iterator[SlotValue]:
    if not pack.dates.hint.search(text):
        return
    found = list(pack.corrections.days.finditer(text))
    pairs = [pair for match in found if (pair := _DAY_AND_NUMBER.fullmatch(match[0]))]
    pairs = [each for each in pairs if each["name"].lower() in pack.dates.weekdays]
    alone = {each[0] for each in pairs} if _are_amounts(pairs, pack) else set[str]()
    for match in found:
        is_of_next = pack.dates.weekday_next.match(text, match.end())  # "Monday, 16 on Tuesday"
        shown = match[0].rstrip(" ,0123456789") if match[0] in alone or is_of_next else match[0]
        yield SlotValue("date", shown, match.start(), match.start() + len(shown))
    for form in pack.dates.forms:
        for match in form.pattern.finditer(text):
            start = match.start()
            first, _, rest = match[0].partition(" ")
            if rest and first.casefold() in pack.lexicon.prepositions:
                start += len(first) + 1
            yield SlotValue("date", text[start : match.end()], start, match.end())


def _amounts(text: str, pack: LanguagePack) -> Iterator[SlotValue]:
    found = tokens(text)
    spans = [match.span() for match in NUMBER.finditer(text)]
    spans += [each[1:3] for each in found if each.word in pack.corrections.number_words]
    for start, end in spans:
        if text.startswith(")", end) and text.count("(", 0, start) <= text.count(")", 0, start):
            continue  # the number of an entry: "2) measure the hall"
        is_money = (
            text[:start].rstrip().endswith(_SIGNS)
            or pack.corrections.money.match(text, end)
            or pack.counting.apiece.match(text[end:].lstrip())
        )
        unit = MONEY if is_money else _unit(text, found, end, pack)
        yield SlotValue("amount", text[start:end], start, end, unit)


def _unit(text: str, found: Sequence[Token], end: int, pack: LanguagePack) -> str:
    """Return the stem of the noun that directly follows an amount, as in "24 people"."""
    if pack.corrections.of_persons.match(text, end):
        return PERSONS
    after = next((each for each in found if each.start >= end), None)
    if after is None or text[end : after.start].strip() or not after.is_word:
        return ""
    is_day = after.word in pack.lexicon.calendar  # "52 thursday"
    if pack.corrections.instead.match(text, after.start):  # "make it 9 instead"
        return ""
    is_done = pack.accounts.participle.fullmatch(after.word) and after.word[-1] in "dt"
    follows = next(iter(words(text[after.end :])), "") if text[after.end :].startswith(" ") else ""
    if is_done and (not follows or follows in pack.lexicon.prepositions):
        return ""  # "I have 82.40 paid for the tent", as Dutch says it
    is_unit = is_noun(after, pack) or after.word in pack.accounts.measures  # "2.2 m"
    return stem(after.word, pack.language) if is_unit and not is_day else ""


@text_cache(8192)
def _stems(text: str, pack: LanguagePack) -> frozenset[str]:
    return frozenset(pack.stems(text))


class SlotText:
    """A statement as a text with slots, read in its own language or in that of ``otherwise``."""

    def __init__(self, text: str, otherwise: LanguagePack) -> None:
        self.text = text
        self.pack = language_pack_for(text, otherwise)

    @cached_property
    def values(self) -> tuple[SlotValue, ...]:
        """Its values in order."""
        return slot_values(self.text, self.pack)

    @cached_property
    def _types(self) -> frozenset[SlotType]:
        return frozenset(each.type for each in self.values)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its content words."""
        return _stems(self.text, self.pack)

    @cached_property
    def parts(self) -> tuple[tuple[int, int], ...]:
        """The spans of its parts between commas."""
        ends = [(match.start(), match.end()) for match in _PART_END.finditer(self.text)]
        starts = [0, *(end for _, end in ends)]
        return tuple(zip(starts, [*(start for start, _ in ends), len(self.text)], strict=True))

    def part_of(self, value: SlotValue) -> tuple[int, int]:
        """Return the span of the part that ``value`` is in."""
        return next(part for part in self.parts if value.start < part[1])

    def stems_of(self, part: tuple[int, int]) -> frozenset[str]:
        """Return the stems of a part of it."""
        return _stems(self.text[slice(*part)], self.pack)

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """The things that it mentions, in order, without its values and their units."""
        found = (_thing(run, self.pack) for run in _runs(self))
        return tuple(thing for thing in found if thing)

    def letter_before(self, value: SlotValue) -> str:
        """Return the last letter before ``value`` that names one of several things: "group B"."""
        found = _LETTER.findall(self.text, 0, value.start)
        return found[-1] if found else ""

    @cached_property
    def days(self) -> frozenset[str]:
        """The dates among its values."""
        return frozenset(each.text for each in self.values if each.type == "date")

    @cached_property
    def labels(self) -> frozenset[str]:
        """The numbers among its values that name a thing."""
        return frozenset(each.text for each in self.values if self.is_label(each))

    def stems_before(self, value: SlotValue) -> frozenset[str]:
        """Return the stems of the text between the previous value, no name, and ``value``."""
        before = (each for each in self.values if each.end <= value.start and each.type != "name")
        start = max((each.end for each in before), default=0)
        return self.stems_of((start, value.start))

    def says(self, words: str) -> bool:
        """Return whether its text contains ``words``."""
        return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", self.text, re.I) is not None

    def find(self, words: Sequence[str]) -> tuple[int, int] | None:
        """Return the span of adjacent ``words``, given by their keys, or None."""
        if words and all(word.isdigit() for word in words):
            return self._find_number("".join(words))
        found = [each for each in tokens(self.text) if each.is_word]
        keys = [word_key(each, self.pack) for each in found]
        for at in range(len(keys) - len(words) + 1):
            if keys[at : at + len(words)] == list(words):
                return found[at].start, found[at + len(words) - 1].end
        return None

    def _find_number(self, digits: str) -> tuple[int, int] | None:
        """Return the span of a number, whatever its thousands separator: 2.350 is 2,350."""
        for match in NUMBER.finditer(self.text):
            if re.sub(r"\D", "", match[0]) == digits:
                return match.span()
        return None

    def fitting(self, value: SlotValue, part: tuple[int, int] | None = None) -> list[SlotValue]:
        """Return its values, in ``part`` or anywhere, that ``value`` may replace."""
        if value.type not in self._types:
            return []
        found = [each for each in self._values_of(part) if value.may_replace(each)]
        exact = [each for each in found if each.unit == value.unit]
        return exact if value.unit not in ("", MONEY) and exact else found

    def _values_of(self, part: tuple[int, int] | None) -> Sequence[SlotValue]:
        """Return the values in ``part`` that neither begin nor end a range there."""
        if part is None:
            return self._values_alone
        start, end = part
        return [
            each
            for each in self.values
            if start <= each.start and each.end <= end
            if not (self.ends_range(each, start) or self._begins_range(each))
        ]

    @cached_property
    def _values_alone(self) -> Sequence[SlotValue]:
        return self._values_of((0, len(self.text)))

    def ends_range(self, value: SlotValue, start: int) -> bool:
        """Return whether ``value`` ends a range: "3 to 5 June", not "3 tables and 5 chairs"."""
        before = self.text[start : value.start]
        if value.type == "name" or not self.pack.corrections.range_before.search(before):
            return False
        last = [each for each in self.values if each.end <= value.start][-1:]
        return not any(each.unit and value.unit and each.unit != value.unit for each in last)

    def _begins_range(self, value: SlotValue) -> bool:
        after = next((each for each in self.values if each.start >= value.end), None)
        return after is not None and self.ends_range(after, value.start)

    def slots_about(
        self, things: Sequence[Thing], fitting: Sequence[SlotValue], unit: str
    ) -> list[SlotValue]:
        """Return which of its ``fitting`` values concern all ``things``.

        The only one does too if the statement names them anywhere and it has the same ``unit``.
        """
        if not things or not fitting or not _hold_all(self.stems, things):
            return []
        found = [slot for slot in fitting if _hold_all(self.stems_of(self.part_of(slot)), things)]
        is_alone = len(fitting) == 1 and fitting[0].unit == unit
        if not found and is_alone:
            return list(fitting)
        own = [slot for slot in found if _hold_all(self.stems_naming(slot), things)]
        return own if len(found) > 1 else found

    def stems_naming(self, slot: SlotValue) -> frozenset[str]:
        """Return the stems of the words that name the subject of one of several values.

        They are before the value, or its unit; in "400 on plants and 675 on the shed" they follow
        it.
        """
        if self.pack.ledger.used_for.match(self.text, slot.end):
            _, last = self.part_of(slot)
            end = min((each.start for each in self.values if each.start >= slot.end), default=last)
            return self.stems_of((slot.end, min(end, last)))
        return self.stems_before(slot) | {slot.unit}

    def predicate_of(self, value: SlotValue) -> tuple[Thing | None, frozenset[str]]:
        """Return the last thing before ``value`` in its part, and the stems between them."""
        start, _ = self.part_of(value)
        before = [each for each in self.things if start <= each.start < value.start]
        if not before:
            return None, frozenset()
        stems = frozenset(before[-1].stems[len(before[-1].stems) - before[-1].endings :])
        return before[-1], stems | self.stems_of((before[-1].end, value.start))

    def is_adjunct(self, start: int) -> bool:
        """Return whether a preposition is before ``start``, perhaps with an article."""
        lexicon = self.pack.lexicon
        before = [each.word for each in tokens(self.text[:start]) if each.is_word]
        while before and before[-1] in lexicon.determiners:
            before.pop()
        return bool(before) and before[-1] in lexicon.prepositions

    def phrase_after(self, preposition: str) -> tuple[int, int] | None:
        """Return the span of the last phrase that begins with ``preposition`` and has no value."""
        found = [each for each in tokens(self.text) if each.is_word and each.word == preposition]
        if not found:
            return None
        start = found[-1].start
        end = next(part for part in self.parts if start < part[1])[1]
        lexicon = self.pack.lexicon
        stops = [
            each.start
            for each in tokens(self.text)
            if found[-1].end < each.start < end
            and each.word in lexicon.prepositions
            and any(
                value.type != "name" and each.end <= value.start <= each.end + _NEXT
                for value in self.values
            )
        ]
        if any(
            v.type in ("date", "time") and start < v.start <= start + _NEXT for v in self.values
        ):
            return None  # "at noon"
        text = self.text[: min([*stops, end])]
        return start, len(text.rstrip(" .!,;"))

    def relation_before(self, start: int) -> int:
        """Return where the words begin that relate the name at ``start`` to someone: "my brother".

        It is ``start`` itself if there are none.
        """
        said = [each for each in tokens(self.text[:start]) if each.is_word][-2:]
        for whose, relation in pairwise(said):
            is_next = not self.text[relation.end : start].strip()
            is_whose = whose.word in self.pack.lexicon.determiners
            if is_next and is_whose and relation.word in self.pack.lexicon.people:
                return whose.start
        return start

    def qualifier(self) -> tuple[int, int] | None:
        """Return the span of the word that qualifies its only thing of that form: "blue tiles"."""
        said, lexicon = [each for each in tokens(self.text) if each.is_word], self.pack.lexicon
        found = [
            word
            for before, word, noun in zip(said, said[1:], said[2:], strict=False)
            if before.word in lexicon.determiners and word.word not in lexicon.determiners
            if is_noun(word, self.pack) and is_noun(noun, self.pack)
            if self.text[word.end : noun.start] == " "
        ]
        return (found[0].start, found[0].end) if len(found) == 1 else None

    def _last_name(self, article: str, name: str) -> tuple[int, int] | None:
        named = [each for each in self.values if each.type == "name"]
        is_given_name = is_given(name, self.pack)
        alike = [each for each in named if is_given(each.text, self.pack) == is_given_name]
        found = [each for each in named if not self.is_subject(each)]
        if not found:
            return None
        same = [each for each in found if each in alike]
        # The first word is a name only if it is given: "Lunch with Anna" begins with none
        found = same or [each for each in alike if is_given_name or each.start] or found
        before = self.article_before(found[-1].start) if article else ""
        return found[-1].start - (len(before) + 1 if before else 0), found[-1].end

    def last_phrase(self, article: str, *, name: str, is_bare: bool) -> tuple[int, int] | None:
        """Return the span of the last noun phrase with an ``article`` of this kind, or of a name.

        A ``name`` that is given to people takes the place of another such name, if there is one,
        and another name that of another.  Without an article, the last word is returned only if
        the new value ``is_bare``.
        """
        table = self.pack.corrections
        kinds = [kind for kind in (table.definite, table.indefinite) if article in kind]
        if name:
            return self._last_name(article, name)
        said = [each for each in tokens(self.text) if each.is_word]
        for at in range(len(said) - 1, 0, -1):
            if kinds and said[at].word in kinds[0]:
                ends = [*said[at + 1 : at + 4]]
                if not ends:
                    return None
                last = ends[0]
                for each in ends[1:]:
                    if not is_noun(each, self.pack) or each.start != last.end + 1:
                        break
                    last = each
                return said[at].start, last.end
        if article or not is_bare:
            return None
        whole = len(self.text.rstrip(" .!"))
        end = self._end_before_day(whole)
        thing = next((each for each in self.things if each.end >= end), None)
        if thing and end < whole and (thing.start >= end or self._follows_auxiliary(thing)):
            return None
        if thing is None or self.article_before(thing.start):
            return None
        is_named = any(each.start < thing.end and thing.start < each.end for each in self.values)
        return None if is_named else (thing.start, thing.end)

    def _follows_auxiliary(self, thing: Thing) -> bool:
        """Return whether ``thing`` may begin with a verb: "bringing crisps", after "is"."""
        before = [each.word for each in tokens(self.text[: thing.start]) if each.is_word]
        is_long = " " in self.text[thing.start : thing.end]
        return is_long and bool(before) and before[-1] in self.pack.lexicon.auxiliaries

    def _end_before_day(self, end: int) -> int:
        """Return ``end``, or where a last day begins: "lasagne", in "lasagne on Friday"."""
        last = next((each for each in self.values if each.end >= end), None)
        if last is None or last.type not in ("date", "time"):
            return end
        before = [each for each in tokens(self.text[: last.start]) if each.is_word]
        is_joined = bool(before) and before[-1].word in self.pack.lexicon.prepositions
        return len(self.text[: before[-1].start if is_joined else last.start].rstrip())

    def has_verb_before(self, value: SlotValue) -> bool:
        """Return whether a verb links ``value`` to its subject, as "on Friday" alone does not."""
        start, _ = self.part_of(value)
        last = max(
            (each.end for each in self.things if start <= each.start < value.start), default=start
        )
        between = [each.word for each in tokens(self.text[last : value.start]) if each.is_word]
        lexicon = self.pack.lexicon
        linking = (lexicon.prepositions | lexicon.determiners) - lexicon.auxiliaries
        thing, _ = self.predicate_of(value)
        return not thing or thing.endings > 0 or not linking.issuperset(between)

    def is_subject(self, value: SlotValue) -> bool:
        """Return whether ``value`` is the subject of its part: Anna, in "Anna pays, I cook"."""
        start, end = self.part_of(value)
        before = [each for each in tokens(self.text[start : value.start]) if each.is_word]
        opens = len(before) < _SUBJECT_WORDS or before[-1].word in self.pack.lexicon.continuers
        return opens and any(each.is_word for each in tokens(self.text[value.end : end]))

    def is_label(self, value: SlotValue) -> bool:
        """Return whether ``value`` is a number that names the thing before it, as in "room 2"."""
        before = [each for each in tokens(self.text[: value.start]) if each.is_word]
        return bool(
            value.type == "amount"
            and not value.unit
            and before
            and self.text[before[-1].end : value.start].isspace()
            and is_noun(before[-1], self.pack)
        )

    def stems_of_things_after(self, value: SlotValue) -> frozenset[str]:
        """Return the stems of the things that follow ``value`` in its part."""
        _, last = self.part_of(value)
        after = (each.stems for each in self.things if value.end <= each.start < last)
        return frozenset(stem for stems in after for stem in stems)

    def is_difference(self, value: SlotValue) -> bool:
        """Return whether ``value`` says by how much another one changed: "2 hours longer"."""
        if self.pack.counting.changed_by.search(self.text[: value.start]):
            return True
        after = next((each for each in tokens(self.text) if each.start >= value.end), None)
        ends = [value.end, after.end] if value.unit and after else [value.end]
        return any(self.pack.counting.by_how_much.match(self.text, end) for end in ends)

    def article_before(self, start: int) -> str:
        """Return the article or possessive before ``start``, or nothing."""
        near = self.text[max(start - _ARTICLE_CHARS, 0) : start]  # an article is a short word
        before = [each for each in tokens(near) if each.is_word]
        is_one = before and before[-1].word in _articles(self.pack) | self.pack.lexicon.determiners
        return before[-1].text if is_one else ""

    def with_value(self, start: int, end: int, new: NewValue) -> str:
        """Return its text with ``new`` in place of the span, and an article that agrees."""
        table = self.pack.corrections
        before = [each for each in tokens(self.text[:start]) if each.is_word]
        last = before[-1] if before and not self.text[before[-1].end : start].strip() else None
        word = last.word if last else ""
        value = new.text
        if last and word in _articles(self.pack):
            start = last.start
            if new.type != "name" or new.article:
                article = new.article.lower() or last.text
                value = f"{table.article_for(article, value)} {value}"
        elif new.type == "date":
            start, value = self._with_preposition(start, end, value, last)
        year = _OWN_YEAR.search(self.text, start, end)
        if year and new.type == "date" and new.text.split()[-1].lower() in self.pack.dates.months:
            end = year.start()
        return self.text[:start] + value + self.text[end:]

    def day_within(self, start: int, end: int, said: str) -> str | None:
        """Return the date in the span with its day replaced by ``said``, a day without a month."""
        number = _DAY_NUMBER.search(said)
        old = _DAY_NUMBER.search(self.text, start, end)
        months = self.pack.lexicon.calendar
        if not (number and old) or any(word in months for word in _later_words(said, number)):
            return None
        weekday = said[: number.start()].split()[:1]
        kept = weekday if weekday and weekday[0].casefold() in months else []
        before = self.text[start : old.start()].split()
        lead = [word for word in before if word.casefold() not in months]
        return " ".join([*kept, *lead, number[1]]) + self.text[old.end() : end]

    def _with_preposition(
        self, start: int, end: int, day: str, before: Token | None
    ) -> tuple[int, str]:
        """Return where ``day`` begins in place of the span, and its text with the preposition.

        "In 3 weeks" becomes "on 20 December", "tomorrow" too, and "on Friday" becomes "tomorrow".
        """
        table = self.pack.corrections
        word, fits = before.word if before else "", self._prefix_of(day)
        of_days = {table.day_prefix, table.count_prefix, table.month_prefix}
        if before and word in of_days and fits not in (None, word):
            return before.start, f"{fits} {day}".lstrip()
        return start, f"{table.day_prefix} {day}" if self._stands_bare(start, end, word) else day

    def _prefix_of(self, day: str) -> str | None:
        """Return the preposition that ``day`` needs, empty for none; None in doubt."""
        table, said = self.pack.corrections, day.casefold().split()
        if table.undated.match(day):
            return ""
        in_months = [word in self.pack.dates.months for word in said]
        is_counted = said[0].isdigit() or said[0] in table.number_words
        if any(word in self.pack.dates.weekdays for word in said) or (
            any(in_months) and is_counted
        ):
            return table.day_prefix
        if all(in_months):
            return table.month_prefix
        return table.count_prefix if is_counted and len(said) > 1 else None

    def _stands_bare(self, start: int, end: int, before: str) -> bool:
        """Return whether a date has no preposition and needs none, such as "tomorrow"."""
        first = self.text[start:end].split()[0].casefold()
        return before not in self.pack.lexicon.prepositions and (
            first not in self.pack.lexicon.calendar and first.isalpha()
        )


def _hold_all(stems: frozenset[str], things: Iterable[Thing]) -> bool:
    return all(thing.is_in(stems) for thing in things)


def names_same(one: str, other: str) -> bool:
    """Return whether ``other`` is the stem ``one``, has its root, or is a compound with it.

    >>> names_same("inspection", "inspector"), names_same("meeting", "boardmeeting")
    (True, True)
    """
    if one == other:
        return True
    if one[:1] != other[:1] and one[-1:] != other[-1:]:  # true of most pairs
        return False
    few, many = sorted((one, other), key=len)
    root = few[: max(_ROOT_LETTERS, len(few) - 2)]  # except "or", "ion"
    is_root = len(few) >= _ROOT_LETTERS and many.startswith(root)
    return is_root or (len(one) >= _COMPOUND_LETTERS and other.endswith(one))


def names_all(stems: Iterable[str], others: Collection[str]) -> bool:
    """Return whether each of ``stems`` names the same as one of ``others``."""
    return all(one in others or names_any((one,), others) for one in stems)


def names_any(stems: Iterable[str], others: Collection[str]) -> bool:
    """Return whether one of ``stems`` names the same as one of ``others``."""
    return any(names_same(one, other) for one in stems for other in others)


def is_given(name: str, pack: LanguagePack) -> bool:
    """Return whether people are given ``name``, or its first word."""
    return name.split()[0].casefold() in given_names(pack.language)


def _runs(said: SlotText) -> Iterator[list[Token]]:
    """Yield the words of each noun phrase of ``said``, and of its text outside values."""
    run: list[Token] = []
    for token in _contents(said):
        between = said.text[run[-1].end : token.start] if run else ""
        if run and not said.pack.references.phrase_joint.fullmatch(between):
            yield run
            run = []
        run.append(token)
    if run:
        yield run


def _contents(said: SlotText) -> Iterator[Token]:
    values = [value for value in said.values if value.type != "name"]
    ends = {value.end for value in values if value.type == "amount"}
    before = ""
    for token in tokens(said.text):
        is_value = any(each.start < token.end and token.start < each.end for each in values)
        is_counted = len(said.text[: token.start].rstrip()) in ends
        if not (is_value or is_counted) and _is_content(token, before, said.pack):
            yield token
        before = token.word


def _is_content(token: Token, before: str, pack: LanguagePack) -> bool:
    """Return whether ``token`` names a thing: it is no function word, verb or time."""
    word, lexicon = token.word, pack.lexicon
    is_predicate = before in lexicon.person and before not in lexicon.determiners
    is_verb = word in lexicon.verbs and before not in lexicon.determiners
    return (
        token.is_word
        and word[0].isalpha()
        and not (is_predicate or is_verb)
        and word not in pack.function_words
        and word not in lexicon.calendar
        and word not in lexicon.times
        and word not in pack.corrections.change_words
        and stem(word, pack.language) not in pack.corrections.frame
    )


def _thing(run: Sequence[Token], pack: LanguagePack) -> Thing | None:
    while run and run[-1].word in pack.lexicon.qualifiers:
        run = run[:-1]
    if not run:
        return None
    endings = 0
    while endings < len(run) - 1 and pack.corrections.predicates.fullmatch(run[-1 - endings].word):
        endings += 1
    is_person = any(token.word in pack.lexicon.people for token in run)
    stems = tuple(stem(token.word, pack.language) for token in run)
    return Thing(stems, endings, run[0].start, run[-1].end, is_person)


def _later_words(said: str, number: re.Match[str]) -> list[str]:
    return said[number.end() :].lower().split()


def word_key(token: Token, pack: LanguagePack) -> str:
    """Return the stem by which a word is compared; an ordinal is compared as its number."""
    ordinal = _ORDINAL.fullmatch(token.word)
    if NUMBER.fullmatch(token.word):
        return re.sub(r"\D", "", token.word)
    return ordinal[1] if ordinal else stem(token.word, pack.language)


def _articles(pack: LanguagePack) -> frozenset[str]:
    return pack.corrections.definite | pack.corrections.indefinite
