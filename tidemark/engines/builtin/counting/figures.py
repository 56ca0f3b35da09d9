"""Figures: every amount of a statement with its role, its unit, what it is for, and per what.

"Sold 23 jars at 6 pounds each" is one figure: 23 times 6, of money, that came in, for jars.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from tidemark.engines.builtin.counting.amounts import periods_of, unit_of, value_of
from tidemark.engines.builtin.listings import order_of
from tidemark.engines.builtin.view_statements import ViewStatement
from tidemark.memory.ledger import comes_back, number, said_totals
from tidemark.memory.slots import LONGEST_STATEMENT, MONEY, SlotValue, days_named, slot_values
from tidemark.nlp.mentions import names
from tidemark.nlp.pack_fields import LanguagePack
from tidemark.nlp.pack_selection import language_pack_for
from tidemark.nlp.stemming import stem

PEOPLE = "people"  # the unit of "five of us"
EACH = "each"
_CUT = re.compile(r"[.;:!?)]\s+|,\s+|\s+[–-]\s+|\s+\(")
_EDGES = " .,;:!–—-*•()"
_DIGITS = r"(?<![\w.,#/])(?:[€£$]\s?)?(?P<digits>\d+(?:[.,]\d+)*)"
_WORD = re.compile(r"\s?(?P<word>[^\W\d_][\w²'’-]*)(?:\s(?P<second>[^\W\d_][\w'’-]*))?")
MEASURED = frozenset("kg g km m l ml mile hour uur min m2".split())
_PLURAL = re.compile(r".{2,}(?:s|en|eren|['’]s)$", re.I)
_LABEL_DIGITS = 3
_HEADING = re.compile(r"[^:]{2,60}(?=:\s)")
_PAIR = 2
_COUNT_AT = re.compile(r"(?<![.,:])\b\d+ [^\W\d_]{3,}(?: [^\W\d_]+){0,2} [^\W\d_]{1,2} [€£$]?$")
_TIMES = re.compile(r"\s?[x×*]\s?")
_HEADING_WORDS = 4
_MOST_FIGURES = 12  # of a statement
_YEAR = re.compile(r"(?:19[5-9]|20[0-3])\d")
_CENTS = 100
_DAY_AND_NUMBER = re.compile(r"([^\W\d_]+) \d{1,2}")


@dataclass(frozen=True)
class Figure:
    """An amount: the ``text`` that states it, how it is ``shown`` in a sum, and its ``value``.

    It is in a ``unit``: money, the stem of a noun, or unknown. A rate is for ``each`` of something.
    ``name`` has the stems of the words beside it, ``near`` those of its statement.
    """

    text: str
    shown: str
    value: float
    unit: str
    each: str
    role: str
    name: frozenset[str]
    near: frozenset[str]
    order: int
    message_ids: tuple[int, ...]
    days: frozenset[str] = frozenset()
    period: str = ""  # of a price for each of something: "15 per person per month"
    is_product: bool = False
    is_another: bool = False
    is_change: bool = False
    is_unsure: bool = False
    when: frozenset[str] = frozenset()
    percent_off: float = 0
    has_name: bool = False  # of a person or the like
    start: int = 0
    end: int = 0

    @property
    def may_be_money(self) -> bool:
        """Return whether it is an amount of money, or a number without a unit."""
        return self.unit in ("", MONEY)


@dataclass(frozen=True)
class _Number:
    start: int
    end: int
    value: float
    unit: str
    each: str
    shown: str
    period: str = ""


@dataclass(frozen=True)
class StatedFigures:
    """What one statement says of amounts: its figures, how many people, and how often."""

    figures: tuple[Figure, ...]
    people: Figure | None = None


def said_in(statement: ViewStatement, otherwise: LanguagePack) -> StatedFigures:
    """Return the figures of ``statement`` in order; none of a long text."""
    if len(statement.text) > LONGEST_STATEMENT:
        return StatedFigures(())
    return _Reader(statement, language_pack_for(statement.text, otherwise)).said


@cache
def _number_pattern(pack: LanguagePack) -> re.Pattern[str]:
    words = pack.accounts
    spelt = sorted((each for each, of in pack.counting.numbers.items() if of > 1), key=len)
    named = "|".join(re.escape(each) for each in [*words.fractions, *reversed(spelt)])
    times = "|".join(re.escape(each) for each in sorted(words.multiples, key=len, reverse=True))
    return re.compile(
        rf"(?:{_DIGITS}|\b(?P<word>{named})\b|\b(?P<a>an?|een)(?=\s(?:{times})\b))"
        rf"(?:\s?(?:of\s)?(?P<times>{times})\b)?",
        re.I,
    )


class _Reader:
    """A statement whose amounts are read."""

    def __init__(self, statement: ViewStatement, pack: LanguagePack) -> None:
        self.statement = statement
        self.text = statement.text
        self.pack = pack
        self.words = pack.accounts

    @cached_property
    def said(self) -> StatedFigures:
        parts = list(self._parts())
        found: list[Figure] = []
        pending = ""
        for start, end, inside in parts:
            text = self.text[start:end].strip(_EDGES)
            if not inside:
                is_called = pending and self._is_name(text)
                pending = f"{pending} {text}" if is_called else text  # "the organist, Mr Pym, 180"
                continue
            found += self._of_part(start, end, inside, found, pending)
            pending = ""
        found = [each for each in found if not self._is_frequency(each)]
        figures = _with_products(self._with_rates(_without_count(found)), self)
        return StatedFigures(tuple(figures[:_MOST_FIGURES]), self._people())

    @cached_property
    def numbers(self) -> list[_Number]:
        """Its numbers, except one that is the total of the others."""
        found = [each for each in self._all_numbers() if each.value]
        slots = [SlotValue("amount", each.shown, each.start, each.end) for each in found]
        totals = {each.start for each in said_totals(self.text, slots, self.pack)}
        is_fund = self._role_in(self.text) in ("fund", "saved", "goal")
        rest = sum(each.value for each in found if each.start not in totals)
        return [
            each
            for each in found
            if is_fund
            or each.start not in totals
            or not (abs(each.value - rest) < 1 or self.text[each.end :].lstrip().find(":") >= 0)
        ]

    def _all_numbers(self) -> Iterator[_Number]:
        for found in _number_pattern(self.pack).finditer(self.text):
            if self._is_other(found):
                continue
            value = self._value(found)
            end = found.end()
            unit, each, period = self._unit(found)
            if self._is_of_people(found) and not unit and not each:
                unit = PEOPLE
            if found["word"] and not (unit or found["times"]):
                continue  # "one of the two"
            shown = self._shown(found, value)
            if self.words.cents.match(self.text, end):
                value /= _CENTS
                shown = f"{value:.2f}".replace(
                    ".", "," if self.pack.counting.thousands == "." else "."
                )
            yield _Number(found.start(), end, value, unit, each, shown, period)

    @cached_property
    def _addresses(self) -> tuple[range, ...]:
        return self.pack.counting.addresses(self.text)

    def _value(self, found: re.Match[str]) -> float:
        times = self.words.multiples.get((found["times"] or "").lower(), 1)
        if (found["times"] or "").lower() == "k" and self.words.distances.search(self.text):
            times = 1
        if found["digits"]:
            return number(found["digits"]) * times
        word = (found["word"] or "").lower()
        one = self.words.fractions.get(word) or self.pack.counting.numbers.get(word, 1)
        return float(one) * times

    def _is_of_people(self, found: re.Match[str]) -> bool:
        start, end = found.span()
        spans = (each.span() for each in self.words.people.finditer(self.text))
        return any(first <= start < last for first, last in spans) and not self.words.money.match(
            self.text, end
        )

    def _shown(self, found: re.Match[str], value: float) -> str:
        if found["digits"] and (not found["times"] or value == number(found["digits"])):
            return found["digits"]
        return f"{value:g}" if value < 10_000 else f"{value:,.0f}"

    def _is_other(self, found: re.Match[str]) -> bool:
        """Return whether a number is a day, a time, a label or the like."""
        text, start, end = self.text, found.start(), found.end()
        words = self.words
        if words.noise_after.match(text, end):
            return True
        digits = found["digits"] or ""
        is_label = words.label_before.search(text, 0, start) and len(digits) <= _LABEL_DIGITS
        if is_label and not words.money.match(text, end):
            return True
        if comes_back(text, start, self.pack):
            return True
        is_serial = digits.startswith("0") and digits[1:].isdigit()
        if is_serial or self.pack.ledger.former.search(text, 0, start):
            return True
        if any(start in each for each in self._addresses) or start in days_named(
            self.text, self.pack
        ):
            return True
        if _YEAR.fullmatch(found[0]) and not words.money.match(text, end):
            return True
        slot = next(
            (
                each
                for each in slot_values(text, self.pack)
                if each.start < end and start < each.end and each.type not in ("amount", "name")
            ),
            None,
        )
        if slot is None:
            return False
        if slot.type == "time":
            is_hours = " " in slot.text and bool(self.words.frequency.search(text))
            is_hours = is_hours or bool(self.pack.ledger.lasts.search(text, 0, start + 1))
            is_price = bool(self.pack.ledger.amount_before.search(text[:start].rstrip()))
            is_price = is_price or bool(_COUNT_AT.search(text, 0, start))
            is_price = is_price and " " not in slot.text and ":" not in slot.text
            return not (is_hours or is_price or words.rate.match(text, end))
        return not (slot.type == "date" and self._is_of_weekday(slot.text, start))

    def _is_of_weekday(self, day: str, start: int) -> bool:
        """Return whether a number after a weekday is an amount, as others are: "Tuesday 11 km"."""
        found = _DAY_AND_NUMBER.fullmatch(day)
        if not found or found[1].lower() not in self.pack.dates.weekdays:
            return False
        days = "|".join(map(re.escape, self.pack.dates.weekdays))
        others = re.findall(rf"\b(?:{days}) \d+(?:[.,]\d+)*", self.text, re.I)
        return len(others) > 1 and start > 0

    def _unit(self, found: re.Match[str]) -> tuple[str, str, str]:
        """Return the unit of a number, what it is for each of, and for which period."""
        text, end = self.text, found.end()
        times = (found["times"] or "").lower()
        if times == "k" and self.words.distances.search(text):
            return "km", "", ""
        is_money = found[0].strip()[:1] in "€£$" or bool(self.words.money.match(text, end))
        is_money |= times.startswith(("tientje", "tenner", "fiver"))
        rate = self.words.rate.match(text, end)
        if rate:
            return MONEY, *self._rate(rate)
        if self.words.rate_before.search(text, 0, found.start()):
            return MONEY, EACH, ""
        money = self.words.money.match(text, end)
        rate = self.words.rate_of_any.match(text, money.end() if money else end)
        if rate and (is_money or not money):
            return (MONEY if is_money else ""), rate["of"].lower(), self._period(rate)
        if is_money:
            noun = _WORD.match(text, money.end()) if money else None
            rate = self.words.rate_of_any.match(text, noun.end("word")) if noun else None
            return MONEY, (rate["of"].lower() if rate else ""), ""
        unit, after = self._noun(end)
        if not unit and (measured := self._measured(end)):
            return measured
        rate = self.words.rate.match(text, after) if unit else None
        return unit, ((rate.groupdict().get("of") or EACH).lower() if rate else ""), ""

    def _measured(self, end: int) -> tuple[str, str, str] | None:
        """Return a unit that is no plural, if it is per something: "3,400 kWh per year"."""
        found = _WORD.match(self.text, end)
        rate = self.words.rate_of_any.match(self.text, found.end("word")) if found else None
        if not found or not rate or self._is_no_noun(found["word"].lower()):
            return None
        unit = unit_of(stem(found["word"].lower(), self.pack.language), self.pack)
        return unit, rate["of"].lower(), ""

    def _rate(self, rate: re.Match[str]) -> tuple[str, str]:
        """Return what a price is for each of, and its period: "15 a year each" is one, too."""
        of = (rate.groupdict().get("of") or EACH).lower()
        more = self.words.rate.match(self.text, rate.end()) if of in periods_of(self.pack) else None
        if more and not more.groupdict().get("of"):
            return EACH, of
        return of, self._period(rate)

    def _period(self, rate: re.Match[str]) -> str:
        """Return the period after a price for each of something."""
        found = self.words.rate.match(self.text, rate.end())
        of = (found.groupdict().get("of") or "").lower() if found else ""
        return of if of in periods_of(self.pack) else ""

    def _noun(self, end: int) -> tuple[str, int]:
        """Return the stem of the noun that a number counts, and where it ends."""
        found = _WORD.match(self.text, end)
        if not found:
            return "", end
        for name in ("word", "second"):
            word = (found[name] or "").lower()
            if (
                name == "word"
                and len(word) == 1
                and found["second"]
                and word not in self.words.measures
            ):
                continue  # "60 t shirts"
            if not word or self._is_no_noun(word):
                return "", end
            if word in self.words.measures or _PLURAL.fullmatch(word):
                return unit_of(stem(word, self.pack.language), self.pack), found.end(name)
        return "", end

    def _is_no_noun(self, word: str) -> bool:
        lexicon, words = self.pack.lexicon, self.words
        return (
            word in lexicon.auxiliaries
            or word in lexicon.prepositions
            or word in lexicon.pronouns
            or word in lexicon.calendar
            or word in lexicon.determiners
            or word in words.light
            or word in words.pointing
            or (word not in words.measures and word in self.pack.function_words)
            or bool(words.verbs.fullmatch(word) or words.another.fullmatch(word))
            or any(of.fullmatch(word) for _, of in words.roles)
        )

    def _parts(self) -> Iterator[tuple[int, int, list[_Number]]]:
        start = 0
        cuts = [*_CUT.finditer(self.text), *self.words.joints.finditer(self.text)]
        cuts.sort(key=lambda each: each.start())
        for cut in [*cuts, None]:
            end = cut.start() if cut else len(self.text)
            yield start, end, [each for each in self.numbers if start <= each.start < end]
            start = cut.end() if cut else end

    def _is_name(self, text: str) -> bool:
        """Return whether ``text`` is only a name."""
        return any(each.text == text for each in names(text, self.pack))

    def _of_part(
        self,
        start: int,
        end: int,
        inside: Sequence[_Number],
        before: Sequence[Figure],
        pending: str,
    ) -> Iterator[Figure]:
        text = self.text[start:end].strip(_EDGES)
        named = self._name(text) | self._heading(pending) or self._name(pending)
        if (
            not named
            and before
            and (not self.words.verbs.search(text) or self.words.verbs.match(text))
        ):
            named = before[-1].name
        named |= frozenset() if self._heading(pending) else self._shared_subject(text, start)
        opened = start
        for at, each in enumerate(inside):
            until = inside[at + 1].start if at + 1 < len(inside) else end
            own = self.text[opened:until] if at else self.text[start:until]
            role = self._role(own, text, pending, [*before])
            opened = each.end
            unit = each.unit
            if not unit and before and not self.words.verbs.search(text):
                unit = before[-1].unit if before[-1].unit in MEASURED else ""
            yield Figure(
                text,
                each.shown,
                each.value,
                unit,
                each.each or self._rate_named(text, each),
                role,
                named,
                frozenset(self.pack.stems(self.text)),
                order_of(self.statement),
                self.statement.message_ids,
                self._days(text),
                is_another=bool(
                    self.words.another.search(self.text, max(0, start - 6), end)
                    or self.words.writes.search(text)
                ),
                is_change=bool(self.words.changes.search(f"{pending} {text}")),
                is_unsure=self._is_unsure(text, role),
                when=self._when(text),
                percent_off=self._percent_off,
                has_name=bool(names(text, self.pack)),
                start=each.start,
                end=each.end,
                period=each.period,
            )

    def _is_frequency(self, figure: Figure) -> bool:
        """Return whether a figure only says how often: "30 miles a day, five days a week"."""
        often = self.words.frequency.search(self.text)
        unit = (often["unit"] or "").lower() if often else ""
        of_unit = unit_of(stem(unit, self.pack.language), self.pack)
        return bool(often and unit and often.start("n") == figure.start) and any(
            each.each and unit_of(stem(each.each, self.pack.language), self.pack) == of_unit
            for each in self.numbers
        )

    def _shared_subject(self, text: str, start: int) -> frozenset[str]:
        """Return the stems that a part without a verb shares with the subject of the sentence.

        "Ann paid 140 for the tent and another 96 for mats" says twice what Ann paid; "the Leeds
        gig pays 250, York 180" says what two gigs pay.
        """
        verb = self.words.verbs.search(self.text)
        subject = self.text[: verb.start()] if verb else ""
        if not verb or verb.end() > start or len(subject.split()) > _HEADING_WORDS:
            return frozenset()
        if self.words.verbs.search(text):
            return frozenset()
        before = re.split(r"\d", text, maxsplit=1)[0]
        if not re.search(r"\w", self.words.another.sub("", before)):
            return self._name(subject)
        called = [each for each in names(text, self.pack) if text.startswith(each.text)]
        of_names = " ".join(each.text for each in names(subject, self.pack))
        return self._name(subject) - self._name(of_names) if called else frozenset()

    def between(self, first: Figure, second: Figure) -> str:
        """Return the words between two numbers."""
        return self.text[first.end : second.start]

    def _rate_named(self, text: str, of: _Number) -> str:
        found = self.words.rate_name.search(text) if of.unit in ("", MONEY) else None
        word = next(filter(None, found.groupdict().values()), "").lower() if found else ""
        return {"dai": "day"}.get(word, word)

    @cached_property
    def _percent_off(self) -> float:
        found = list(self.words.percent.finditer(self.text))
        is_off = len(found) == 1 and self.words.percent_off.search(self.text)
        return number(found[0]["n"]) if is_off else 0

    def _when(self, text: str) -> frozenset[str]:
        own = self.words.when.finditer(text)
        found = {each[0].lower() for each in own}
        return frozenset(found or {each[0].lower() for each in self.words.when.finditer(self.text)})

    def _heading(self, pending: str) -> frozenset[str]:
        is_short = len(pending.split()) <= _HEADING_WORDS and not self.words.verbs.search(pending)
        is_of_all = f"{pending}:" in self.text
        return self._name(pending) if is_short and not is_of_all else frozenset()

    def _is_unsure(self, text: str, role: str) -> bool:
        """Return whether an amount may not count: an offer, or a result ("so it's 92")."""
        opened = re.search(r"\d", text)
        rates = list(self.words.rate.finditer(text, opened.start() if opened else 0))
        if len(rates) > 1 and sum(each.isdigit() for each in text.split()) <= 1:
            return True  # "8.50 per person per day"
        heading = _HEADING.match(self.text)
        ledger = self.pack.ledger
        if heading and ledger.several.search(heading[0]) and not ledger.spends.search(heading[0]):
            is_received = role in ("gift", "income", "sold", "paid")
            is_offer = bool(ledger.offers.search(heading[0]) or names(text, self.pack))
            return is_offer and not (is_received or self.pack.counting.sums_up.search(heading[0]))
        is_result = self.pack.ledger.it_is.match(text) and self.pack.ledger.so.match(text)
        if len(self.numbers) > 1 and self.words.one_of.search(self.text):
            return True
        return bool(is_result or self.words.unsure.search(self.text))

    def _name(self, text: str) -> frozenset[str]:
        listed = (*self.words.light, *self.pack.counting.numbers)
        light = frozenset(self.pack.stems(" ".join(listed)))
        days = frozenset(self.pack.stems(" ".join(self.pack.lexicon.calendar)))
        stems = (each for each in self.pack.stems(text) if not each[0].isdigit())
        stems = (each for each in stems if unit_of(each, self.pack) not in MEASURED)
        return frozenset(stems) - light - self.pack.period_stems - days

    def _days(self, text: str) -> frozenset[str]:
        return frozenset(text.lower().split()) & frozenset(self.pack.lexicon.calendar)

    def _role(self, own: str, text: str, pending: str, before: Sequence[Figure]) -> str:
        words = self.words
        if words.noise.search(text):
            return "noise"
        role = self._role_in(own) or self._role_in(text)
        came = before[-1].role if before else ""
        if role == "out" and came in ("income", "gift", "saved") and names(text, self.pack):
            return came  # "we raised 340 and Mr Cole gave 60"
        if role:
            return role
        if pending and (role := self._role_in(pending)):
            return role
        if before and not words.verbs.search(text):
            return before[-1].role
        return "cost"

    def _role_in(self, text: str) -> str:
        return next((role for role, of in self.words.roles if of.search(text)), "")

    def _with_rates(self, found: list[Figure]) -> list[Figure]:
        """Return the figures of a bare row, with the rate that only its first or last one has."""
        rates = [each for each in found if each.each in periods_of(self.pack)]
        end = found[0].end if found else 0
        is_row = len(found) > 1 and not self.words.verbs.search(self.text, end)
        if len(rates) != 1 or not is_row or rates[0] not in (found[0], found[-1]):
            return found
        if not all(each.may_be_money for each in found):
            return found
        return [each if each.each else replace(each, each=rates[0].each) for each in found]

    def _people(self) -> Figure | None:
        """Return how many people there are, if one number of them is stated."""
        matches = list(self.words.people.finditer(self.text))
        if len(matches) != 1:
            return None
        word = next(filter(None, matches[0].groupdict().values()), "").lower()
        value = value_of(word, self.pack)
        if value <= 1:
            return None
        name = frozenset[str]()
        ids = self.statement.message_ids
        return Figure(
            self.text.strip(_EDGES), word, value, PEOPLE, "", "people", name, name,
            order_of(self.statement), ids,
        )  # fmt: skip


def _without_count(found: list[Figure]) -> list[Figure]:
    """Return ``found`` without the first if it counts the others: "the last two were 24, 26"."""
    first = found[0] if len(found) > _PAIR else None
    is_count = first and first.unit != MONEY and first.value == len(found) - 1
    return found[1:] if is_count else found


# Products


def _with_products(found: Sequence[Figure], reader: _Reader) -> list[Figure]:
    """Return the figures with each number of things and its price as one."""
    kept: list[Figure] = []
    for each in found:
        last = kept[-1] if kept else None
        product = _product(last, each, reader) if last else None
        if product:
            kept[-1] = product
        else:
            kept.append(each)
    return [_by_frequency(each, reader) for each in kept]


def _product(first: Figure, second: Figure, reader: _Reader) -> Figure | None:
    if first.is_product or second.is_product:
        return None
    for count, price in ((first, second), (second, first)):
        between = reader.between(count, price)
        if count is first and not price.unit and _TIMES.fullmatch(between):
            return _joined(count, price)  # "tyres 4 x 85"
        is_count = count.unit not in ("", MONEY, PEOPLE) and not count.each
        if not is_count:
            continue
        is_measure = count is first and price.unit not in ("", MONEY)
        if is_measure and not price.each and reader.words.of_size.fullmatch(between):
            return _joined(count, price, price.unit)  # "3 laps of 2.4 km"
        if is_measure and price.each and _is_for(price.each, count, reader.pack):
            return _joined(count, price, price.unit)  # "three nights, 9 hours each"
        if price.each and price.may_be_money and _is_for(price.each, count, reader.pack):
            is_named = not count.name.isdisjoint(price.name) or count is first
            return _joined(count, price) if is_named else None
        if count is first and not price.each and price.may_be_money:
            is_paid = reader.words.pays.search(between) and price.text == count.text
            if is_paid and _is_group(count, reader):
                return replace(_joined(count, price), role="income")
    return None


def _is_group(count: Figure, reader: _Reader) -> bool:
    return not reader.pack.references.first_person.search(count.text)


def _is_for(each: str, count: Figure, pack: LanguagePack) -> bool:
    """Return whether a price for ``each`` is for one of what ``count`` counts."""
    if each == EACH:
        return True
    stems = {
        unit_of(of, pack) for of in pack.stems(f"{each} {pack.counting.counts_of.get(each, '')}")
    }
    return count.unit in stems or unit_of(stem(each, pack.language), pack) == count.unit


def _joined(count: Figure, price: Figure, unit: str = MONEY) -> Figure:
    text = price.text if count.text in price.text else f"{count.text} […] {price.text}"
    text = count.text if price.text in count.text else text
    role = price.role if price.role not in ("need", "out", "in", "noise") else "cost"
    role = count.role if count.role in ("sold", "income", "gift") else role
    return replace(
        price,
        text=text,
        shown=f"{count.shown} × {price.shown}",
        value=round(count.value * price.value, 4),
        unit=unit,
        each="",
        role=role,
        name=count.name | price.name,
        is_product=True,
    )


def _by_frequency(figure: Figure, reader: _Reader) -> Figure:
    """Return a price for each time as one for the period in which there are several."""
    words, pack = reader.words, reader.pack
    found = words.frequency.search(reader.text)
    if not found or not figure.each or figure.is_product:
        return figure
    is_of_unit = bool(found["unit"]) and _is_same(found["unit"], figure.each, pack)
    if figure.each in periods_of(pack) and not is_of_unit:
        return figure
    if found["unit"] and figure.each != EACH and not _is_same(found["unit"], figure.each, pack):
        return figure
    word = (found["n"] or found["word"]).lower()
    times = (
        float(word)
        if word.isdigit()
        else words.often.get(word) or pack.counting.numbers.get(word, 1)
    )
    return replace(
        figure,
        shown=f"{times:g} × {figure.shown}",
        value=times * figure.value,
        each=found["of"].lower(),
        text=reader.text.strip(_EDGES),
        is_product=True,
    )


def _is_same(unit: str, each: str, pack: LanguagePack) -> bool:
    language = pack.language
    return unit.lower() in pack.accounts.often or unit_of(
        stem(unit.lower(), language), pack
    ) == unit_of(stem(each, language), pack)


# The figures of a chat


@dataclass(frozen=True)
class Figures:
    """The figures of a chat as they hold now, and the last number of ``people``.

    ``doubts`` are the messages of which one figure may stand for another, ``rejected`` the offers
    that were not chosen.
    """

    all: tuple[Figure, ...]
    people: Figure | None
    doubts: frozenset[int]
    rejected: tuple[Figure, ...] = ()

    def of_role(self, *roles: str) -> list[Figure]:
        """Return the figures with one of ``roles``."""
        return [each for each in self.all if each.role in roles]


def figures_of(told: Sequence[ViewStatement], otherwise: LanguagePack) -> Figures:
    """Return the figures of the statements ``told``, oldest first, after all changes."""
    found: list[Figure] = []
    people: Figure | None = None
    doubts = set[int]()
    rejected: list[Figure] = []
    before: ViewStatement | None = None
    for each in told:
        pack = language_pack_for(each.text, otherwise)
        if replaced := _put_right(each, found, pack):
            found = replaced
            continue
        said = said_in(each, otherwise)
        found, others = _chosen(each, found, pack)
        rejected += others
        people = said.people or people
        if not said.figures:
            found = _dropped(each, found, pack)
        elif len(said.figures) == 1 and pack.accounts.drops.search(each.text):
            doubts.add(order_of(each))
        for figure in said.figures:
            found, is_sure = _entered(found, _named_before(figure, before, pack))
            if not is_sure:
                doubts.add(figure.order)
        before = None if said.figures else each
    return Figures(tuple(found), people, frozenset(doubts), tuple(rejected))


def _named_before(figure: Figure, before: ViewStatement | None, pack: LanguagePack) -> Figure:
    """Return a ``figure`` without a name with that of the sentence before: "It rose. 245 now"."""
    if figure.name or before is None or order_of(before) != figure.order:
        return figure
    return replace(figure, name=frozenset(pack.stems(before.text)) - pack.period_stems)


def _put_right(
    statement: ViewStatement, found: list[Figure], pack: LanguagePack
) -> list[Figure] | None:
    """Return ``found`` with the value that "45, not 54" corrects."""
    match = pack.accounts.not_but.match(statement.text)
    if not match:
        return None
    old, new = (number(match[name].strip("€£$.,")) for name in ("old", "new"))
    shown = match["new"].strip("€£$.,")
    wrong = [each for each in found if each.value == old or f" {old:g}" in f" {each.shown}"]
    if len(wrong) != 1 or wrong[0].is_product:
        return None
    ids = (*wrong[0].message_ids, *statement.message_ids)
    right = replace(wrong[0], value=new, shown=shown, message_ids=ids)
    return [right if each is wrong[0] else each for each in found]


def _dropped(statement: ViewStatement, found: list[Figure], pack: LanguagePack) -> list[Figure]:
    """Return ``found`` without what a statement drops: "I cancelled the gym"."""
    if not pack.accounts.drops.search(statement.text):
        return found
    stems = frozenset(pack.stems(statement.text))
    named = [each for each in found if each.role == "cost" and each.name & stems]
    return [each for each in found if each is not named[0]] if len(named) == 1 else found


def _chosen(
    statement: ViewStatement, found: list[Figure], pack: LanguagePack
) -> tuple[list[Figure], list[Figure]]:
    """Return ``found`` with the offer that a statement chooses, and the others beside it.

    "Quotes: Harris 1450, Dunn 1280", "we're going with Dunn".  Prices are offers, too, if one of
    those of one message is chosen by a proper name: "Marsh asks 640 and Holt 580", "let's take
    Holt".
    """
    if not pack.ledger.chooses.search(statement.text):
        return found, []
    stems = frozenset(pack.stems(statement.text))
    named_here = () if re.search(r"\d", statement.text) else names(statement.text, pack)
    own = frozenset(stem for each in named_here for stem in pack.stems(each.text))
    offers = [each for each in found if each.name and (each.is_unsure or each.role == "cost")]
    named = [each for each in offers if each.name & (stems if each.is_unsure else own)]
    if len(named) != 1 or sum(each.order == named[0].order for each in offers) < _PAIR:
        return found, []
    ids = (*named[0].message_ids, *statement.message_ids)
    chosen = replace(named[0], is_unsure=False, message_ids=tuple(dict.fromkeys(ids)))
    others = [each for each in offers if each.order == chosen.order and each is not named[0]]
    return [chosen if each is named[0] else each for each in found if each not in others], others


def _entered(found: list[Figure], new: Figure) -> tuple[list[Figure], bool]:
    """Return ``found`` with ``new``, and whether it surely replaces none, or that one."""
    same = [each for each in found if _is_same_thing(new, each)]
    exact = [each for each in same if each.name == new.name]
    chosen = exact or same
    if not chosen or new.is_another:
        return [*found, new], True
    is_again = any(each.value == new.value for each in chosen)
    if len(chosen) == 1 and (new.is_change or is_again or new.name <= chosen[0].name):
        old = chosen[0]
        kept = replace(
            new,
            role=old.role,
            each=new.each or old.each,
            name=old.name | new.name,
            near=old.near | new.near,
            message_ids=tuple(dict.fromkeys((*old.message_ids, *new.message_ids))),
        )
        return [kept if each is old else each for each in found], new.is_change or is_again
    return [*found, new], False


def _is_same_thing(new: Figure, old: Figure) -> bool:
    if new.order == old.order:
        return False
    if not new.name and new.is_change and new.value == old.value and new.days & old.days:
        return True  # it was put right already
    if not (new.name and new.name & old.name):
        return False
    if new.unit != old.unit and not (new.may_be_money and old.may_be_money):
        return False
    is_whole = new.name <= old.name or old.name <= new.name
    of_other_day = new.days and old.days and new.days.isdisjoint(old.days)
    roles = {new.role, old.role}
    return is_whole and not of_other_day and (len(roles) == 1 or roles <= {"cost", "fund"})


def rounded_up(value: float) -> int:
    """Return how many whole ones are needed for ``value``."""
    return math.ceil(round(value, 6))
