"""New values as a person writes them, converted to the type of the values that they replace."""

import datetime as dt
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeGuard

from pydantic import JsonValue

from tidemark.nlp.dates import DateFound, find_date
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_fields import DocumentCues
from tidemark.nlp.pack_selection import LANGUAGE_PACKS

_FIRST_MARK = 0xE000  # of a private area: a mark stands for a quote or JSON
_MOST_MARKS = 0x800
_QUOTED = re.compile(
    r"“([^”]*)”|„([^“”]*)[”“]|«([^»]*)»|`([^`]*)`|(?<![\w])'([^']*)'(?!\w)|(?<![\w])‘([^’]*)’(?!\w)"
)
_JSON_AT = re.compile(r"(?<![^\s:=(,])[\"{\[]")
TIME_OF_DAY = re.compile(r"(?<![\d.,])(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)")  # in a text
_KEY_PARTS = re.compile(r"[_\W]+")
MARK = re.compile("[\ue000-\ue7ff]")  # in a text with quotes and JSON masked; see ``masked``
_NUMBER = re.compile(r"[-+−]?\d+(?:[.,]\d+)*(?:[eE][-+]?\d+)?")
_CODE = re.compile(r"\+\d+|0\d+")  # digits that are no amount, such as a telephone number
MULTIPLES = {
    "k": 1_000, "thousand": 1_000, "duizend": 1_000,
    "hundred": 100, "honderd": 100, "dozen": 12, "dozijn": 12, "tientje": 10, "tientjes": 10,
    "million": 1_000_000, "miljoen": 1_000_000, "mln": 1_000_000,
}  # fmt: skip
_IN_SMALLER = {("years", "months"): 12, ("weeks", "days"): 7}  # how many of the second unit
_MONEY = re.compile(r"[€$£]|\b(?:eur|usd|gbp)\b", re.I)
_UNIT = re.compile(r"[\w%°/²³.µ·^*-]*(?: [\w%°/²³.µ·^*-]+)*")
ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ISO_MONTH = re.compile(r"\d{4}-\d\d")
_NUMERIC_DAY = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})")
_MONTHS = 12
_DAY_MINUTES = 24 * 60
_MORNING = re.compile(r"m\.?$|\b(?:morning|ochtend|ochtends|morgens|middags)\b", re.I)
_MOST_BESIDE = 3  # words beside a quote that is the value
_CLOCK = re.compile(r"([01]?\d|2[0-3])[:.h]([0-5]\d)")
_DECODER = json.JSONDecoder()
_WRITTEN_AMOUNT = re.compile(  # "150 g", "€ 120", "0,5 %", "180 °C"
    r"(?P<before>[€$£]\s?)?(?P<number>\d+(?:[.,]\d+)?)(?P<after>\s?[a-zµ%°€$£][\w%°/²³µ]*)?"
)


class Unclear(Exception):
    """A text cannot be read as a value of the kind that belongs there."""


class KindUnclear(Unclear):
    """A value may be a number or a text, and the document does not show which."""


def is_number(value: JsonValue) -> TypeGuard[int | float]:
    """Return whether a value of JSON is a number, and not true or false."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_day(value: JsonValue) -> bool:
    """Return whether a value of JSON is a day, as in 2026-05-03."""
    return isinstance(value, str) and ISO_DAY.fullmatch(value) is not None


def is_clock(value: JsonValue) -> bool:
    """Return whether a value of JSON is a time of day, as in 08:30."""
    return isinstance(value, str) and ":" in value and _CLOCK.fullmatch(value) is not None


def key_words(key: str | int) -> list[str]:
    """Return the words of a member's name in lower case.

    >>> key_words("Price_EUR")
    ['price', 'eur']
    """
    return _KEY_PARTS.split(str(key).casefold())


@dataclass(frozen=True)
class WrittenAmount:
    """An amount in a text with its unit: "150 g"."""

    number: int | float
    before: str
    after: str
    point: str

    @property
    def unit(self) -> str:
        """The unit, or the sign of the currency."""
        return (self.before or self.after).strip()

    def written(self, number: float) -> str:
        """Return another number in the same form."""
        rounded = round(number, 9)
        said = f"{int(rounded)}" if rounded == int(rounded) else f"{rounded}"
        return f"{self.before}{said.replace('.', self.point)}{self.after}"


def written_amount(value: JsonValue, language: Language) -> WrittenAmount | None:
    """Return the amount that a text consists of; None for a text without a unit.

    >>> written_amount("0,5 %", "nl").written(0.3)
    '0,3 %'
    """
    found = _WRITTEN_AMOUNT.fullmatch(value) if isinstance(value, str) else None
    if found is None or not (found["before"] or found["after"]):
        return None
    number = found["number"]
    point = "," if "," in number or (language == "nl" and "." not in number) else "."
    return WrittenAmount(
        as_number(number, language), found["before"] or "", found["after"] or "", point
    )


@dataclass(frozen=True)
class Masked:
    """A text in which marks replace its quotes and its JSON."""

    text: str
    literals: tuple[tuple[str, JsonValue], ...] = ()  # as written, and the value

    def plain(self, part: str) -> str:
        """Return a part of the text as it was written, without quotation marks."""
        return MARK.sub(lambda found: self._shown(found[0]), part)

    def literal(self, part: str) -> tuple[JsonValue] | None:
        """Return the value of a part that is only a quote or JSON, in a tuple; else None."""
        part = part.strip()
        return (self.literals[ord(part) - _FIRST_MARK][1],) if MARK.fullmatch(part) else None

    def has_literal(self, part: str) -> bool:
        """Return whether a part contains a quote or JSON."""
        return bool(MARK.search(part))

    def _shown(self, mark: str) -> str:
        written, value = self.literals[ord(mark) - _FIRST_MARK]
        return value if isinstance(value, str) else written


def masked(text: str) -> Masked:
    """Return ``text`` with its quotes and its JSON replaced by marks.

    >>> masked('set "a b" to [1, 2]').literals
    (('"a b"', 'a b'), ('[1, 2]', [1, 2]))
    """
    literals: list[tuple[str, JsonValue]] = []
    parts: list[str] = []
    at = 0
    text = MARK.sub(" ", text)
    while at < len(text) and len(literals) < _MOST_MARKS:
        found = _next_literal(text, at)
        if found is None:
            break
        start, end, value = found
        parts += (text[at:start], chr(_FIRST_MARK + len(literals)))
        literals.append((text[start:end], value))
        at = end
    return Masked("".join((*parts, text[at:])), tuple(literals))


def _next_literal(text: str, at: int) -> tuple[int, int, JsonValue] | None:
    quoted = _QUOTED.search(text, at)
    for opened in _JSON_AT.finditer(text, at):
        if quoted and quoted.start() < opened.start():
            break
        try:
            value, end = _DECODER.raw_decode(text, opened.start())
        except (json.JSONDecodeError, RecursionError):
            continue
        return opened.start(), end, value
    if quoted is None:
        return None
    return quoted.start(), quoted.end(), next(each for each in quoted.groups() if each is not None)


@dataclass(frozen=True)
class ValueReader:
    """Reads values in one language, on the day of ``said_at``.

    ``kind`` is the type of a value, "number" or "text", if nothing else shows it.
    """

    cues: DocumentCues
    language: Language
    said_at: dt.datetime
    masked: Masked
    kind: str = ""

    def read(
        self, text: str, old: JsonValue, like: Sequence[JsonValue] = (), key: str = ""
    ) -> JsonValue:
        """Return ``text`` as a new value for ``old`` at ``key``; ``like`` are similar values.

        Raises:
            Unclear: It is no value of that kind.
        """
        literal = self.masked.literal(self._only_literal(text))
        if literal is not None:
            return self._of_kind(literal[0], old)
        text = self.cues.namely.sub("", self.masked.plain(text).strip())
        kinds = [each for each in (old, *like) if each is not None]
        model = kinds[0] if kinds else None
        if not text:
            raise Unclear
        if text in ("null", "None"):
            return None
        if old == "" and kinds == [""]:  # shows no kind
            return self.first(text)
        if isinstance(model, bool):
            return self.truth(text)
        if isinstance(model, int | float):
            return self.converted(text, key) or self.number(text, model, key)
        if isinstance(model, str):
            return self._text(text, [each for each in kinds if isinstance(each, str)], key)
        if isinstance(model, list):
            return self._list(text, model)
        if isinstance(model, dict):
            raise Unclear
        return self.guessed(text)

    def _only_literal(self, text: str) -> str:
        """Return the quote in ``text`` if only small words are beside it: "the text 'abc'".

        Raises:
            Unclear: Other words are, of which the quote is no part: "'debug' some day".
        """
        marks = MARK.findall(text)
        if not marks:
            return text
        rest = [each.casefold() for each in re.findall(r"\w+", MARK.sub(" ", text))]
        if all(each in self.cues.small or each in self.cues.kinds for each in rest):
            if len(marks) > 1:
                raise Unclear
            return str(marks[0])
        raise Unclear

    def _of_kind(self, literal: JsonValue, old: JsonValue) -> JsonValue:
        if isinstance(literal, str) and isinstance(old, int | float) and not self.kind:
            raise Unclear  # "soon" in place of a number
        return literal

    def truth(self, text: str) -> bool:
        """Return the yes or no in ``text``, or raise Unclear."""
        folded = text.casefold().strip(" .!")
        if folded in self.cues.yes:
            return True
        if folded in self.cues.no:
            return False
        raise Unclear

    def number(self, text: str, old: JsonValue = None, key: str = "") -> int | float:
        """Return a number; one with a unit fits only a ``key`` that names no other unit."""
        amount, unit = self.quantity(text)
        ways = (self.cues.rises, self.cues.falls, self.cues.more, self.cues.less)
        if unit and any(each.search(unit) for each in ways):
            raise Unclear  # "5 euro up"
        if unit and not self._fits_unit(unit, key):
            raise Unclear
        is_whole = isinstance(old, int) and amount == int(amount)
        return int(amount) if is_whole else amount

    def converted(self, text: str, key: str) -> int | float | None:
        """Return an amount in the smaller unit of ``key``: "two years", of "term_months"."""
        amount, unit = self.quantity(text)
        given = self.cues.units.get(unit.casefold(), "")
        parts = [self.cues.units.get(each, each) for each in key_words(key)]
        times = [_IN_SMALLER[given, each] for each in parts if (given, each) in _IN_SMALLER]
        is_counted = text.split()[0].casefold() not in self.cues.small
        return amount * times[0] if len(times) == 1 and given not in parts and is_counted else None

    def quantity(self, text: str) -> tuple[int | float, str]:
        """Return ``text`` as a number and its unit, in the words of the text."""
        if self.cues.vague.search(text):
            raise Unclear
        text = _MONEY.sub(" ", text).strip(" .!")
        found = _NUMBER.match(text)
        if found:
            rest = text[found.end() :].strip()
            times, _, after = rest.partition(" ")
            if (factor := MULTIPLES.get(times.casefold())) is not None:
                amount = round(as_number(found[0], self.language) * factor, 9)
                return int(amount) if amount == int(amount) else amount, after
            is_dated = any(each.isdecimal() for each in rest.split())  # "16 May 2027"
            if len(rest.split()) > 2 or is_dated or not _UNIT.fullmatch(rest):
                raise Unclear
            return as_number(found[0], self.language), rest
        word, _, rest = text.casefold().partition(" ")
        if word in self.cues.counting and (many := _multiplied(self.cues.counting[word], rest)):
            return many
        if word in self.cues.counting and len(rest.split()) == 1:
            return int(self.cues.counting[word]), rest
        if word in self.cues.numbers and len(rest.split()) <= 2:
            amount = self.cues.numbers[word]
            return int(amount) if amount == int(amount) else amount, rest
        raise Unclear

    def _fits_unit(self, unit: str, key: str) -> bool:
        words = [self.cues.units.get(each.casefold(), each.casefold()) for each in unit.split()]
        parts = {self.cues.units.get(each, each) for each in key_words(key)}
        if parts & set(self.cues.units.values()):
            return any(word in parts for word in words)
        return True

    def _text(self, text: str, olds: list[str], key: str) -> str | int | float:
        old = olds[0]
        if ISO_DAY.fullmatch(old):
            if (day := self.cues.talk.day_of_month.fullmatch(text)) is not None:
                return self.day(f"{old[:8]}{int(day['day']):02}")
            return self._nearest_year(text, self.day(text), old)
        if _ISO_MONTH.fullmatch(old):
            return self.day(text, months=True)[:7]
        if _CLOCK.fullmatch(old) and ":" in old:
            return self.time(text, old)
        if text.casefold() in self.cues.nothing:
            return ""
        if self.kind == "" and _NUMBER.fullmatch(text) and not re.search(r"\d", " ".join(olds)):
            raise KindUnclear
        if (
            self.kind == ""
            and old
            and not re.search(r"\d", " ".join(olds))
            and self._is_money(text)
        ):
            raise Unclear  # "845 euro", in place of words
        return as_number(text, self.language) if self._is_amount(text) else text

    def _is_money(self, text: str) -> bool:
        bare = _MONEY.sub(" ", text).strip()
        named = self.cues.units.get(text.split()[-1].casefold())
        return bool(_NUMBER.match(text)) and (bool(_NUMBER.fullmatch(bare)) or named == "euro")

    def _is_amount(self, text: str) -> bool:
        return self.kind == "number" and bool(_NUMBER.fullmatch(text))

    def day(self, text: str, *, months: bool = False) -> str:
        """Return a date in ISO 8601."""
        if ISO_DAY.fullmatch(text) or (months and _ISO_MONTH.fullmatch(text)):
            return text
        if (numbers := _NUMERIC_DAY.fullmatch(text)) is not None:
            return self._numeric_day(*(int(each) for each in numbers.groups()))
        found = find_date(text, self.said_at, self.language)
        if found is None or not (found.is_exact or months):
            raise Unclear
        rest = re.findall(r"\w+", text[: found.start] + text[found.end :])
        if any(
            not (each.casefold() in self.cues.small or self._is_its(each, found)) for each in rest
        ):
            raise Unclear
        return found.on.isoformat()

    def _is_its(self, word: str, found: DateFound) -> bool:
        """Return whether ``word`` is the weekday of a date: "Friday 18 December 2026"."""
        short = word.casefold().rstrip(".")
        calendar = LANGUAGE_PACKS[self.language].lexicon.calendar
        whole = [each for each in calendar if len(short) > 1 and each.startswith(short)]
        days = [find_date(each, self.said_at, self.language) for each in whole]
        return any(
            each is not None and each.is_relative and each.on.weekday() == found.on.weekday()
            for each in days
        )

    def _numeric_day(self, first: int, second: int, year: int) -> str:
        """Return "18/12/2026" as a date, or raise Unclear if it may be the 12th month or day."""
        day, month = (second, first) if second > _MONTHS else (first, second)
        if day <= _MONTHS and day != month and self.language == "en":
            raise Unclear
        try:
            return dt.date(year, month, day).isoformat()
        except ValueError:
            raise Unclear from None

    def _nearest_year(self, text: str, day: str, old: str) -> str:
        """Return a day without a year in the year in which it is nearest to ``old``."""
        found = find_date(text, self.said_at, self.language)
        if found is None or found.is_relative or re.search(r"\d{4}|['’]\d\d", text):
            return day
        on, before = dt.date.fromisoformat(day), dt.date.fromisoformat(old)
        years = [before.year + each for each in (0, 1, -1) if before.year + each > 0]
        days = [on.replace(year=each) for each in years if on.month != 2 or on.day < 29]
        return min(days, key=lambda each: abs(each - before)).isoformat() if days else day

    def day_in(self, text: str) -> tuple[int, int] | None:
        """Return the span of a day that ``text`` names, if there is one."""
        found = find_date(text, self.said_at, self.language)
        return (found.start, found.end) if found is not None and found.is_exact else None

    def is_day_and_more(self, text: str) -> bool:
        """Return whether ``text`` is a date with other words, such as a period."""
        span = self.day_in(text)
        return span is not None and bool(re.search(r"\w", text[: span[0]] + text[span[1] :]))

    def _whole_day(self, text: str) -> str | None:
        """Return ``text`` as a date if it is a date and nothing else."""
        if (numbers := _NUMERIC_DAY.fullmatch(text)) is not None:
            with suppress(Unclear):
                return self._numeric_day(*(int(each) for each in numbers.groups()))
        found = find_date(text, self.said_at, self.language)
        if found is None or not found.is_exact or found.is_relative:
            return None
        try:
            return self.day(text)
        except Unclear:
            return None

    def time(self, text: str, old: str = "") -> str:
        """Return a time of day as HH:MM; words mean the same half of the day as ``old``."""
        found = _CLOCK.search(text)
        if found and not re.search(r"\d", text[: found.start()] + text[found.end() :]):
            return f"{int(found[1]):02}:{found[2]}"
        spoken = self.cues.time.fullmatch(text.strip())
        if spoken is None:
            raise Unclear
        parts = spoken.groupdict()
        said = (parts["hour"] or "").casefold()
        hour = int(self.cues.counting.get(said, 0)) or int(said)
        minute = 0
        if parts.get("half"):
            hour, minute = (hour - 1, 30) if self.language == "nl" else (hour, 30)
        is_bare = not parts.get("late") and not _MORNING.search(text)
        if is_bare and hour < 12 <= int(old[:2] or 0):
            raise Unclear  # "four o'clock" in place of 15:00: which of the two?
        if parts.get("late") and hour < 12:
            hour += 12
        at = 60 * hour + minute + self._minutes(parts)
        if hour > 23 or not 0 <= at < _DAY_MINUTES:
            raise Unclear
        return f"{at // 60:02}:{at % 60:02}"

    def _minutes(self, parts: Mapping[str, str | None]) -> int:
        """Return the minutes after the hour, or those before it as a negative number."""
        said = (parts.get("minutes") or "").casefold()
        if not said:
            return 0
        share = self.cues.shares.get(said)
        many = 60 * share if share else self.cues.counting.get(said) or float(said)
        is_before = (parts["side"] or "").casefold() in self.cues.earlier_than_hour
        return -int(many) if is_before else int(many)

    def _list(self, text: str, old: list[JsonValue]) -> JsonValue:
        if text.casefold() in self.cues.nothing:
            return []
        if any(isinstance(each, dict | list) for each in old):
            raise Unclear
        like = [each for each in old if each is not None][:3]
        items = self.items(text)
        return [self.read(each, None, like) if like else self.first(each) for each in items]

    def items(self, text: str) -> list[str]:
        """Return the items of a list in words."""
        parts, at = [], 0
        for joint in self.cues.joint.finditer(text):
            is_decimal = re.match(r"\d,\d", text[max(joint.start() - 1, 0) :]) is not None
            is_name = joint[0].strip()[:1].isupper()  # "National Geographic en Plus"
            if not (is_decimal or is_name):
                parts.append(text[at : joint.start()])
                at = joint.end()
        return [each.strip() for each in (*parts, text[at:]) if each.strip()]

    def first(self, text: str) -> JsonValue:
        """Return the first value of its kind: a text, unless it looks like a number.

        Raises:
            KindUnclear: It does, and the person did not say which it is.
        """
        literal = self.masked.literal(text)
        if literal is not None:
            return literal[0]
        plain = self.masked.plain(text).strip()
        if self.kind == "number" and plain in ("true", "false"):
            return plain == "true"
        if not _NUMBER.fullmatch(plain) or self.kind == "text":
            return plain
        if self.kind != "number":
            raise KindUnclear
        return as_number(plain, self.language)

    def guessed(self, text: str) -> JsonValue:
        """Return ``text`` as a value of the type that it looks like."""
        folded = text.casefold()
        if folded in ("true", "false"):
            return folded == "true"
        if (day := self._whole_day(text)) is not None:
            return day
        bare = _MONEY.sub(" ", text).strip()
        if _NUMBER.fullmatch(bare) and not _CODE.fullmatch(text):
            return as_number(bare, self.language)
        return text


def _multiplied(count: float, words: str) -> tuple[int | float, str] | None:
    """Return ``count`` times the multiples that open ``words``, and the rest."""
    parts = words.split()
    amount = count
    while parts and parts[0] in MULTIPLES:
        amount *= MULTIPLES[parts.pop(0)]
    if amount == count or len(parts) > 1:
        return None
    return int(amount) if amount == int(amount) else amount, " ".join(parts)


def as_number(text: str, language: Language) -> int | float:
    """Return a number written in the style of a language.

    >>> as_number("71,5", "nl"), as_number("1.250", "nl"), as_number("1,250", "en")
    (71.5, 1250, 1250)
    >>> as_number("54.50", "nl"), as_number("2", "en"), as_number("1e3", "en")
    (54.5, 2, 1000.0)
    """
    text = text.replace("−", "-")
    thousands, point = (",", ".") if language == "en" else (".", ",")
    if re.fullmatch(
        rf"[-+]?\d{{1,3}}(?:{re.escape(thousands)}\d{{3}})+(?:{re.escape(point)}\d+)?", text
    ):
        text = text.replace(thousands, "")
    text = text.replace(",", ".")
    if text.count(".") > 1:
        raise Unclear
    return float(text) if re.search(r"[.eE]", text) else int(text)
