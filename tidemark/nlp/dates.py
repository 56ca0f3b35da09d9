"""Dates in a text, resolved relative to the day of its message.

The forms that are found are those of ``english/dates.py`` and ``dutch/dates.py``.
"""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, NamedTuple

from tidemark.nlp.date_rules import DateForm, DateForms
from tidemark.nlp.languages import Language
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.patterns import YEAR
from tidemark.nlp.sentences import QUESTION_CHARS, split_sentences

ANY_DAY = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)  # where only the place of a date counts
_FAR_YEARS = 150
_YEAR = re.compile(rf"\b{YEAR}\b")
_DAY_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_TWO_ENDS = 2  # of a stay
_NO_WEEK_NAMED = ("", "on", "op")  # before a weekday
_NEAR_SENTENCES = 2  # before a weekday, of which its own may be the last
_NEAR_CHARS = 30  # before a date, enough for its negation


@dataclass(frozen=True)
class DateFound:
    """A date in a text: the day, and the span of the words that name it.

    It ``is_exact`` if they name a day and not a period; it ``is_relative`` if they mean another day
    when read later ("yesterday").
    """

    on: dt.date
    start: int
    end: int
    is_exact: bool
    is_relative: bool


def find_date(
    text: str, said_at: dt.datetime, language: Language = "en", *, before: str = ""
) -> DateFound | None:
    """Return the date that ``text`` names, relative to the moment it was ``said_at``.

    Of several, a day named in full wins, then the first.  A weekday is none if the last sentences
    of the text ``before`` it name a day weeks ahead, which it may be near.

    >>> found = find_date("I flew back yesterday.", dt.datetime(2026, 5, 4, 9, 30))
    >>> found.on.isoformat() if found else None
    '2026-05-03'
    """
    found = list(_found(text, said_at, language))
    if not found or found[0][0].is_vague or _names_two_weekdays(text, found, language):
        return None
    form, match, on = found[0]
    is_bare = form.is_weekday and (match["which"] or "").lower() in _NO_WEEK_NAMED
    if is_bare and _names_day_ahead(before, said_at, language):
        return None
    return DateFound(on, match.start(), match.end(), form.is_exact, form.is_relative)


def _names_day_ahead(text: str, said_at: dt.datetime, language: Language) -> bool:
    """Return whether ``text`` names a day more than a week after ``said_at``."""
    soon = said_at.date() + dt.timedelta(days=7)
    near = " ".join(each.text for each in split_sentences(text)[-_NEAR_SENTENCES:])
    return any(each.is_exact and each.on > soon for each in find_dates(near, said_at, language))


def _names_two_weekdays(
    text: str, found: Sequence[tuple[DateForm, re.Match[str], dt.date]], language: Language
) -> bool:
    """Return whether it is uncertain which of two weekdays is meant: "I work Monday and Friday"."""
    (form, match, on), *rest = found
    if not form.is_weekday:
        return False
    before = LANGUAGE_PACKS[language].dates.one_of_weekdays.search(text, 0, match.start())
    return before is not None or any(of.is_weekday and day != on for of, _, day in rest)


def find_dates(text: str, said_at: dt.datetime, language: Language = "en") -> Sequence[DateFound]:
    """Return the dates that ``text`` names, full dates first, without overlaps."""
    found: list[DateFound] = []
    for form, match, on in _found(text, said_at, language):
        if all(match.end() <= each.start or each.end <= match.start() for each in found):
            dated = DateFound(on, match.start(), match.end(), form.is_exact, form.is_relative)
            found.append(dated)
    return found


@dataclass(frozen=True)
class PeriodFound:
    """A period that a question names: first day, last day, and the ``words`` that name it."""

    first: dt.date
    last: dt.date
    words: str


def find_period(
    question: str, asked_at: dt.datetime, language: Language = "en"
) -> PeriodFound | None:
    """Return the day, week, month or year that ``question``, asked at ``asked_at``, names.

    It is in the past unless the question is about the future.

    >>> found = find_period("What did I say in May?", dt.datetime(2026, 3, 4))
    >>> (found.first.isoformat(), found.last.isoformat()) if found else None
    ('2025-05-01', '2025-05-31')
    """
    dates = LANGUAGE_PACKS[language].dates
    for form, match, on in _found(question, asked_at, language, otherwise=-1):
        if form.is_vague and form.is_exact:
            continue
        if (
            dates.tense(question) <= 0
            and on > asked_at.date()
            and not match.groupdict().get("year")
        ):
            on = _a_year_before(on) if "month" in match.groupdict() else on
        return PeriodFound(*dates.period_of(form, match, on, asked_at.date()), match[0])
    return None


def _found(
    text: str, said_at: dt.datetime, language: Language, *, otherwise: int = 0
) -> Iterator[tuple[DateForm, re.Match[str], dt.date]]:
    """Yield each date that ``text`` names, full dates first, then in order.

    ``otherwise`` is the tense of a text that does not show one.  Only the beginning of a long text
    is read.
    """
    dates = LANGUAGE_PACKS[language].dates
    text = text[:QUESTION_CHARS]
    if not dates.hint.search(text):
        return
    found = [
        (form.is_relative or not form.is_exact, match.start(), -match.end(), form, match)
        for form in dates.forms
        for match in form.pattern.finditer(text)
    ]
    tense = (dates.tense(text) or otherwise) if found else 0
    taken: list[re.Match[str]] = []
    found = [at for at in found if not _is_no_day(text, *at[-2:], dates)]
    for *_, form, match in sorted(found, key=lambda at: at[:3]):
        if any(match.start() < at.end() and at.start() < match.end() for at in taken):
            continue  # "last week", in "the last week of March"
        taken.append(match)
        on = form.resolve(match, said_at, tense)
        if on is not None and abs(on.year - said_at.year) <= _FAR_YEARS:
            yield form, match, on


def _is_no_day(text: str, form: DateForm, match: re.Match[str], dates: DateForms) -> bool:
    """Return whether the date is denied, or a weekday that comes back."""
    before = _before(text, match.start())
    is_repeated = form.is_weekday and dates.repeated.search(before)
    return bool(is_repeated or dates.denied.search(before))


def _before(text: str, start: int) -> str:
    return text[max(0, start - _NEAR_CHARS) : start]


def precision(text: str, on: dt.date) -> Literal["day", "month", "year"]:
    """Return what the day ``on``, which ``text`` names, stands for: the first day may be a period.

    Of several days, which are in the text, only the year is left to say.

    >>> precision("I pay it off in 12 months", dt.date(2027, 11, 1))
    'month'
    >>> precision("We are away from 19 to 21 June", dt.date(2027, 6, 21))
    'year'
    >>> [precision(text, dt.date(2027, 5, 1)) for text in ("We marry in May", "We marry on 1 May")]
    ['month', 'day']
    """
    if _is_one_of_several(text, on):
        return "year"
    said = re.findall(r"\w+", text.lower())
    if on.day != 1 or not {"1", "01", "1st", "first", "eerste", "1e"}.isdisjoint(said):
        return "day"
    tables = [pack.dates for pack in LANGUAGE_PACKS.values()]
    units = {word: of for each in tables for word, of in each.units.items()}
    named = {units.get(each) or units.get(each.removesuffix("s")) for each in said}
    if on.month == 1 and "year" in named:
        return "year"
    is_named = any(each.months.get(word) == on.month for each in tables for word in said)
    return "month" if is_named or "month" in named else "day"


def days_in_a_row(text: str, language: Language = "en") -> str:
    """Return the words of ``text`` that name several days in a row; empty if it names none.

    >>> days_in_a_row("It is the 14th to the 16th of March"), days_in_a_row("on 3 May")
    ('14th to the 16th of March', '')
    """
    noon = dt.datetime(2026, 1, 1, 12, tzinfo=dt.UTC)
    return next((days for _, days in _days_in_rows(text, noon, language)), "")


class Stay(NamedTuple):
    """The days of an arrival and of a departure, and where a text comes to the departure."""

    arrival: dt.date
    departure: dt.date
    at: int


def first_and_last_day(
    text: str, said_at: dt.datetime, language: Language = "en"
) -> tuple[dt.date, dt.date] | None:
    """Return the days from which and to which ``text`` says that something lasts.

    >>> of = first_and_last_day("from 19 to 21 June", dt.datetime(2026, 5, 4))
    >>> of and [each.isoformat() for each in of]
    ['2026-06-19', '2026-06-21']
    >>> of = first_and_last_day("arrive on 8 May and leave on Sunday", dt.datetime(2026, 5, 4))
    >>> of and [each.isoformat() for each in of]
    ['2026-05-08', '2026-05-10']
    """
    if stay := arrival_and_departure(text, said_at, language):
        return stay.arrival, stay.departure
    until = LANGUAGE_PACKS[language].dates.range_end
    rows = {days: on for on, days in _days_in_rows(text, said_at, language)}
    if len(rows) != 1:
        return None
    [(days, on)] = rows.items()
    if not any(until.match(days, each.end()) for each in re.finditer(r"\w+", days)):
        return None  # "3 and 5 May"
    numbers = [int(each) for each in _DAY_NUMBER.findall(days)]
    has_both_years = len(set(_YEAR.findall(text))) > 1
    dated = text if has_both_years else days  # the year after the last day is not in ``days``
    ends = [each.on for each in find_dates(dated, said_at, language) if each.is_exact]
    if len(ends) == 1 and len(numbers) == _TWO_ENDS:
        try:
            ends = [on.replace(day=each) for each in numbers]
        except ValueError:  # "from 0 to 3 June"
            return None
    first, last = sorted(ends) if len(ends) == _TWO_ENDS else (on, on)
    return (first, last) if first < last else None


def arrival_and_departure(
    text: str, said_at: dt.datetime, language: Language = "en"
) -> Stay | None:
    """Return the stay of "we arrive on 8 May and leave on Sunday"; None if it names other days."""
    named = sorted(find_dates(text, said_at, language), key=lambda each: each.start)
    pairs = zip_longest(named, named[1:])
    found = [each for each, then in pairs if not _is_same_day(each, then, text)]
    if len(found) != _TWO_ENDS or not all(each.is_exact for each in found):
        return None
    first, last = found
    after = f"{text[first.end : last.start]}DAY{text[last.end :]}"
    dates = LANGUAGE_PACKS[language].dates
    if not dates.departs.search(after):
        return None
    is_past = first.on < said_at.date() and dates.tense(text) >= 0
    arrival = next_year(first.on) if is_past and not first.is_relative else first.on
    noon = dt.datetime.combine(arrival, dt.time(12), dt.UTC)
    left = find_date(text[last.start : last.end], noon, language)  # the first Sunday after it
    return Stay(arrival, left.on, first.end) if left and arrival < left.on else None


def _is_same_day(weekday: DateFound, then: DateFound | None, text: str) -> bool:
    """Return whether ``then``, right behind it, names the day in full: "Friday 8 January"."""
    return then is not None and not text[weekday.end : then.start].strip(" ,")


def _is_one_of_several(text: str, on: dt.date) -> bool:
    """Return whether ``text`` names several days, and ``on`` is one of them."""
    noon = dt.datetime.combine(on, dt.time(12), dt.UTC)
    return any(
        of == on
        for pack in LANGUAGE_PACKS.values()
        for of, _ in _days_in_rows(text, noon, pack.language)
    )


def _days_in_rows(
    text: str, said_at: dt.datetime, language: Language
) -> Iterator[tuple[dt.date, str]]:
    """Yield each date in ``text`` that is one of several in a row, and the words for them all."""
    dates = LANGUAGE_PACKS[language].dates
    for each in find_dates(text, said_at, language):
        days = dates.range_around(text, each.on, each.start, each.end)
        if days and not each.is_relative:
            yield each.on, days


def _a_year_before(day: dt.date) -> dt.date:
    return _in_other_year(day, -1)


def next_year(day: dt.date) -> dt.date:
    """Return ``day`` a year later."""
    return _in_other_year(day, 1)


def _in_other_year(day: dt.date, step: int) -> dt.date:
    is_leap_day = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year + step, day=28 if is_leap_day else day.day)
