"""Quantities: the numbers, amounts, times and dates of a text, compared by value and unit.

"30 days" is not "30 hours", "1.5 km" is "1,500 m", "12 maart 2024" is "March 12, 2024".  A number
written as "1.200" is read both ways, because the text does not show its locale.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from tidemark.nlp.languages import every_stop_word
from tidemark.nlp.pack_selection import LANGUAGE_PACKS

_FEWEST = 2  # "one" is as often a pronoun as a number
_STRUCTURAL = 10  # smaller numbers in words without a unit often only count parts of an answer
_MONTH_LETTERS = 3
_NOON, _DAY = 720, 1440  # minutes
_LONGEST_GROUP = 3  # digits between thousands separators

# Unit: dimension, factor to the first unit of that dimension, and spellings
_UNITS_TEXT = """
% 1 percent: % percent procent pct
second 1 time: sec secs second seconds seconde seconden
second 60 time: min mins minute minutes minuut minuten
second 3600 time: h hr hrs hour hours uur uren
second 86400 time: day days dag dagen werkdag werkdagen
second 604800 time: week weeks weken
month 1 months: month months maand maanden
month 3 months: quarter quarters kwartaal kwartalen
month 12 months: year years jaar jaren
€ 1 eur: € eur euro euros
$ 1 usd: $ usd dollar dollars
£ 1 gbp: £ gbp
m 0.001 length: mm millimetre millimetres millimeter millimeters
m 0.01 length: cm centimetre centimetres centimeter centimeters
m 1 length: metre metres meter meters
m 1000 length: km kilometre kilometres kilometer kilometers
m 1609.344 length: mile miles mijl
kg 0.000001 mass: mg milligram
kg 0.001 mass: g gram grams
kg 1 mass: kg kilo kilos kilogram kilograms
kg 1000 mass: ton tons tonne tonnes
l 0.001 volume: ml millilitre millilitres milliliter
l 1 volume: l litre litres liter liters
B 1 bytes: byte bytes
B 1000 bytes: kb kilobyte kilobytes
B 1000000 bytes: mb megabyte megabytes
B 1000000000 bytes: gb gigabyte gigabytes
B 1000000000000 bytes: tb terabyte terabytes
deg 1 degrees: ° °c degree degrees graden graad celsius
W 1 power: w watt
W 1000 power: kw kilowatt
Wh 1000 energy: kwh
"""
_MAGNITUDES: Mapping[str, int] = {
    **dict.fromkeys(("hundred", "honderd"), 10**2),
    **dict.fromkeys(("thousand", "duizend", "k"), 10**3),
    **dict.fromkeys(("million", "miljoen", "mln"), 10**6),
    **dict.fromkeys(("billion", "miljard", "bn", "mld"), 10**9),
    **dict.fromkeys(("trillion", "biljoen"), 10**12),
}
_TENS = (
    "twenty|twintig thirty|dertig forty|veertig fifty|vijftig sixty|zestig "
    "seventy|zeventig eighty|tachtig ninety|negentig"
)
_TEENS = (
    "thirteen|dertien fourteen|veertien fifteen|vijftien sixteen|zestien "
    "seventeen|zeventien eighteen|achttien nineteen|negentien"
)


class _Unit(NamedTuple):
    dimension: str
    factor: Decimal


def _units() -> Mapping[str, _Unit]:
    rows = (line.split(": ") for line in _UNITS_TEXT.strip().splitlines())
    read = ((about.split(), words.split()) for about, words in rows)
    return {
        word: _Unit(dimension, Decimal(factor))
        for (_, factor, dimension), words in read
        for word in words
    }


def _months() -> Mapping[str, int]:
    named = {
        word.lower(): place
        for pack in LANGUAGE_PACKS.values()
        for place, word in enumerate(pack.phrases.months, 1)
    }
    return named | {word[:_MONTH_LETTERS]: place for word, place in named.items()} | {"sept": 9}


def _number_words() -> Mapping[str, int]:
    named = {
        word: value
        for pack in LANGUAGE_PACKS.values()
        for word, value in pack.counting.numbers.items()
        if value >= _FEWEST
    }
    for first, step, listed in ((13, 1, _TEENS), (20, 10, _TENS)):
        for place, both in enumerate(listed.split()):
            named |= dict.fromkeys(both.split("|"), first + step * place)
    return named


_UNITS, _MONTHS, _NUMBER_WORDS = _units(), _months(), _number_words()
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
_DAY_OF_MONTH = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th|e)?"
_YEAR = r"(?P<year>[12]\d{3})\b"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_YEAR}-(?P<number>[01]\d)-(?P<day>[0-3]\d)\b",
        rf"\b(?P<day>[0-3]?\d)[-/.](?P<number>[01]?\d)[-/.]{_YEAR}",
        rf"\b{_DAY_OF_MONTH}(?: of)?[ -]{_MONTH}(?:,? {_YEAR})?",
        rf"\b{_MONTH} (?:the )?{_DAY_OF_MONTH}\b(?!:)(?:,? {_YEAR})?",
        rf"\b{_MONTH},? (?:of |van )?{_YEAR}",
    )
)
_CLOCK = re.compile(
    r"(?<![\d.,:])(?P<hour>[012]?\d)(?::(?P<minute>[0-5]\d)(?::[0-5]\d)?|[.h](?P<other>[0-5]\d)"
    r"(?=\s?(?:uur|u\b|[ap]\.?m\b)))?\s?(?P<half>[ap]\.?m\b\.?)?",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?P<sign>[€$£])?\s?(?<![\w.,])(?P<digits>\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d\w])"
    r"|\d+(?:[.,]\d+)*)"
    r"(?:(?:st|nd|rd|th|de|ste|e)\b)?"
)
_SPELT = re.compile(rf"\b(?:{'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})\b", re.I)
_AFTER = re.compile(r"(?:[\s\u00a0-]|,-)*(?P<word>%|[€$£](?!\s?\d)|°[a-z]?|[^\W\d_]+)")


@dataclass(frozen=True)
class Quantity:
    """A number with all its possible values, and its dimension and factor, if any.

    ``is_counted``: it is a small number in words, which may only count parts of the text.
    """

    values: frozenset[Decimal | str]
    dimension: str = ""
    factor: Decimal = Decimal(1)
    is_counted: bool = False

    def equals(self, other: "Quantity") -> bool:
        """Return whether both may be the same amount; a number without a unit matches any unit."""
        if not (self.dimension and other.dimension):
            return bool(self.values & other.values)
        return self.dimension == other.dimension and bool(self.measure() & other.measure())

    def measure(self) -> frozenset[Decimal]:
        """Return its values in the first unit of its dimension."""
        plain = (each for each in self.values if isinstance(each, Decimal))
        return frozenset((each * self.factor).normalize() for each in plain)


@dataclass(frozen=True)
class Date:
    """A date, a month or a day of any year; parts not stated are 0."""

    year: int
    month: int
    day: int


@dataclass(frozen=True)
class Quantities:
    """Every number, time of day in minutes, and date of a text."""

    numbers: tuple[Quantity, ...]
    clock: frozenset[tuple[int, bool]]
    dates: tuple[Date, ...]

    @classmethod
    def read(cls, text: str) -> "Quantities":
        """Return the quantities of ``text``; each character belongs to at most one of them.

        >>> Quantities.read("on 12 maart 2024, at 9:30").dates
        (Date(year=2024, month=3, day=12),)
        """
        dates: list[Date] = []
        for pattern in _DATES:
            found = [(each, date) for each in pattern.finditer(text) if (date := _date(each))]
            dates += [date for _, date in found]
            text = _without(text, [each for each, _ in found])
        times = [each for each in _CLOCK.finditer(text) if _is_time(each)]
        clock = frozenset(_minutes(each) for each in times)
        return cls(tuple(_numbers(_without(text, times))), clock, tuple(dates))

    def missing_from(self, held: "Quantities") -> list[Quantity | Date | int]:
        """Return the quantities missing from ``held``, without small counts in words."""
        return [
            *(each for each in self.dates if not held.has_date(each)),
            *(minutes for minutes, is_exact in self.clock if not held.has_time(minutes, is_exact)),
            *(each for each in self.numbers if not held.has_number(each)),
        ]

    def has_number(self, asked: Quantity) -> bool:
        """Return whether this number occurs here, with the same unit or without a unit."""
        if asked.is_counted:
            return True
        plain = {value for value in asked.values if isinstance(value, Decimal)}
        if not asked.dimension and plain & {Decimal(each.year) for each in self.dates}:
            return True
        return any(map(asked.equals, self.numbers))

    def has_time(self, minutes: int, is_exact: bool) -> bool:  # noqa: FBT001
        """Return whether this time of day occurs here; without "am" or "pm" both match."""
        for other, other_exact in self.clock:
            either = not (is_exact and other_exact)
            if other == minutes or (either and other % _NOON == minutes % _NOON):
                return True
        hours = {Decimal(minutes // 60), Decimal(minutes // 60 % 12)}
        return not minutes % 60 and any(
            each.values & hours and each.dimension in ("", "time") for each in self.numbers
        )

    def has_date(self, asked: Date) -> bool:
        """Return whether a date here equals, or lies within, the date ``asked``."""
        years = {str(value) for each in self.numbers for value in each.values}
        for each in self.dates:
            if each.month != asked.month or (asked.day and each.day != asked.day):
                continue
            if not asked.year or each.year == asked.year:
                return True
            if not each.year and str(asked.year) in years | {str(d.year) for d in self.dates}:
                return True
        return False


def _without(text: str, found: list[re.Match[str]]) -> str:
    """Return ``text`` with the spans ``found`` blanked out."""
    for each in found:
        text = f"{text[: each.start()]}{' ' * len(each[0])}{text[each.end() :]}"
    return text


def _date(found: re.Match[str]) -> Date | None:
    parts = found.groupdict()
    month = int(parts["number"]) if parts.get("number") else _MONTHS[parts["month"].lower()]
    day = int(parts.get("day") or 0)
    is_date = 1 <= month <= 12 and day <= 31
    return Date(int(parts.get("year") or 0), month, day) if is_date else None


def _is_time(found: re.Match[str]) -> bool:
    says = found["minute"] or found["other"] or found["half"]
    return bool(says) and int(found["hour"]) < 25


def _minutes(found: re.Match[str]) -> tuple[int, bool]:
    """Return the time of day in minutes, and whether its half of the day is certain."""
    hour, half = int(found["hour"]), (found["half"] or "").lower()
    minute = int(found["minute"] or found["other"] or 0)
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return (60 * hour + minute) % _DAY, bool(half) or hour > 12


def _numbers(text: str) -> Iterator[Quantity]:
    for found in _NUMBER.finditer(text):
        values = _readings(found["digits"])
        yield _measured(values, found["sign"], text, found.end(), is_word=False)
    for found in _SPELT.finditer(text):
        value = frozenset({Decimal(_NUMBER_WORDS[found[0].lower()])})
        yield _measured(value, None, text, found.end(), is_word=True)


def _measured(
    values: frozenset[Decimal | str], sign: str | None, text: str, end: int, *, is_word: bool
) -> Quantity:
    """Return a number with the magnitude and the unit that follow it within two words."""
    magnitude, unit = 1, _UNITS.get(sign or "")
    for _ in range(2):
        after = _AFTER.match(text, end)
        if after is None:
            break
        word, end = after["word"].lower(), after.end()
        if word in _MAGNITUDES:
            magnitude *= _MAGNITUDES[word]
        elif unit is None:
            unit = _UNITS.get(word)
        if word in every_stop_word():
            break
    small = {Decimal(each) for each in range(_STRUCTURAL + 1)}
    return Quantity(
        frozenset(
            (each * magnitude).normalize() if isinstance(each, Decimal) else each for each in values
        ),
        unit.dimension if unit else "",
        unit.factor if unit else Decimal(1),
        is_counted=is_word and unit is None and magnitude == 1 and values <= small,
    )


def _readings(digits: str) -> frozenset[Decimal | str]:
    """Return the possible values of ``digits`` with their separators.

    >>> [int(each) for each in _readings("1 200")], sorted(_readings("3.11.4"))
    ([1200], ['3.11.4'])
    """
    bare = re.sub(r"\s", "", digits)
    marks = re.findall(r"[.,]", bare)
    groups = re.split(r"[.,]", bare)
    if not marks:
        return frozenset({Decimal(bare).normalize()})
    whole = "".join(groups)
    are_thousands = all(len(group) == _LONGEST_GROUP for group in groups[1:])
    read: set[Decimal | str] = set()
    if are_thousands and groups[0] != "0" and len(set(marks)) == 1:
        read.add(Decimal(whole).normalize())
    if len(marks) == 1 or (len(set(marks)) > 1 and marks[-1] not in marks[:-1]):
        read.add(Decimal(f"{''.join(groups[:-1])}.{groups[-1]}").normalize())
    return frozenset(read or {bare})
