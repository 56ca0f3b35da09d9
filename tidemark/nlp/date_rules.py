"""Date rules shared by the languages: forms that name a date, and arithmetic with days.

The words of a form are in ``english/dates.py`` and ``dutch/dates.py``.
"""

import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_AROUND = 40  # characters before a date, enough for the first day of a range
_AGAINST_TENSE = 3  # the tense found may belong to another verb than the date's
_WEEK = 7


@dataclass(frozen=True)
class DateForm:
    """One way to name a date: a pattern, and a function that resolves its match to a day.

    ``resolve`` takes the match, the time of the message and the tense around it: -1 for the past, 1
    for the future, 0 if unknown. One that ``is_vague`` names no exact day or period ("late in
    March"): it finds messages, but gives no date.
    """

    pattern: re.Pattern[str]
    resolve: Callable[[re.Match[str], dt.datetime, int], dt.date | None]
    is_exact: bool = True
    is_relative: bool = True
    is_vague: bool = False

    @property
    def is_weekday(self) -> bool:
        """Return whether it names a day of the week alone: "on Friday"."""
        groups = self.pattern.groupindex.keys()
        return "day" in groups and "month" not in groups and self.is_relative


@dataclass(frozen=True)
class DateForms:
    """All ways in which one language names dates.

    A text without a ``hint`` names none; of several forms in one text the first wins. ``units`` are
    its words for day, week, weekend, month and year, ``months`` those for the months by number. A
    period that begins with a word of ``since`` lasts until now.
    """

    hint: re.Pattern[str]
    past: re.Pattern[str]
    future: re.Pattern[str]
    forms: tuple[DateForm, ...]
    units: Mapping[str, str]
    months: Mapping[str, int]
    weekdays: tuple[str, ...]  # Monday first
    one_of_weekdays: re.Pattern[str]  # the first of two in a row: "Monday and"
    weekday_next: re.Pattern[str]  # what happened on another day, behind a number
    since: frozenset[str]
    deadline: re.Pattern[str]  # begins a date by which something is to be done
    repeated: re.Pattern[str]  # before a weekday that comes back: "every other week"
    denied: re.Pattern[str]  # before a date that is negated: "not on", "instead of"
    range_start: re.Pattern[str]  # the ``first`` day before the last one: "26 to"
    range_end: re.Pattern[str]  # the ``last`` day behind the first one: "to 7 May"
    departs: re.Pattern[str]  # after the day of an arrival: "and leave DAY"

    def tense(self, text: str) -> int:
        """Return -1 for a text about the past, 1 about the future, 0 if unknown."""
        return 1 if self.future.search(text) else -1 if self.past.search(text) else 0

    def range_around(self, text: str, on: dt.date, start: int, end: int) -> str | None:
        """Return the words that name several days, one of them the date ``on`` from start to end.

        They are "26 to 28 June", "3 May to 7 May" or "3 and 4 May"; None if it is the only day.
        """
        before = self.range_start.search(text[max(0, start - _AROUND) : start])
        if before and int(before["first"]) < on.day:
            return text[start - len(before[0]) : end]
        after = self.range_end.match(text, end)
        if after and (after["month"] or int(after["last"]) > on.day):
            return text[start : after.end()]
        return None

    def period_of(
        self, form: DateForm, match: re.Match[str], on: dt.date, said_at: dt.date
    ) -> tuple[dt.date, dt.date]:
        """Return the first and last day that ``match`` names, given that it resolved to ``on``."""
        groups = match.groupdict()
        if match[0].split()[0].lower() in self.since:
            return on, max(on, said_at)
        if form.is_exact:
            return on, on
        if "unit" in groups:
            unit = self.units[groups["unit"].lower()]
        else:
            unit = "month" if "month" in groups else "year"
        if unit == "week":
            on -= dt.timedelta(days=on.weekday())
        after = on + dt.timedelta(days=2) if unit == "weekend" else shift(on, unit, 1)
        return on, after - dt.timedelta(days=1)


def whole_words(text: str) -> re.Pattern[str]:
    """Return a pattern that finds ``text`` as whole words, case ignored."""
    return re.compile(rf"\b(?:{text})\b", re.I)


def range_patterns(
    joined: str, until: str, weekday: str, ordinal: str, month: str, goes_on: str
) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return ``range_start`` and ``range_end``.

    ``joined`` are the words between two days, ``until`` those that begin a last day, ``goes_on``
    the words that may follow one without a month; the others are patterns.
    """
    start = rf"\b(?P<first>\d{{1,2}}){ordinal}\s*(?:{joined}|[-–&])\s*(?:{weekday}\s)?$"
    end = (
        rf"\s*(?:{until}|[-–])\s*(?:{weekday}\s)?(?P<last>\d{{1,2}}){ordinal}"
        rf"(?:\s(?P<month>{month})\b|(?=\s*(?:$|[.,;:!?)]|(?:{goes_on})\b)))"
    )
    return re.compile(start, re.I), re.compile(end, re.I)


def resolve_iso_day(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    """Resolve "2026-05-03"."""
    try:
        return dt.date.fromisoformat(match[0])
    except ValueError:
        return None


def resolve_year(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    """Resolve "since 2019"."""
    return dt.date(int(match["year"]), 1, 1)


def week_of_month(first: dt.date, number: int) -> dt.date:
    """Return the Monday of a week of the month that begins at ``first``: the last one is -1."""
    monday = first + dt.timedelta(days=-first.weekday() % _WEEK)
    if number > 0:
        return monday + dt.timedelta(weeks=number - 1)
    last = shift(first, "month", 1) - dt.timedelta(days=1)
    return last - dt.timedelta(days=last.weekday())


def in_nearest_year(on: dt.date, said_at: dt.datetime, tense: int) -> dt.date:
    """Return ``on`` in the year nearest to ``said_at``, in favour of the tense."""
    years = [_in_year(on, said_at.year + step) for step in (-1, 0, 1)]

    def distance(day: dt.date) -> int:
        days = (day - said_at.date()).days
        return abs(days) * (_AGAINST_TENSE if days * tense < 0 else 1)

    return min(years, key=distance)


def _in_year(on: dt.date, year: int) -> dt.date:
    return on.replace(year=year, day=28) if (on.month, on.day) == (2, 29) else on.replace(year=year)


def monday_of(said_at: dt.datetime, *, weeks: int = 0) -> dt.date:
    """Return the Monday of the week of ``said_at``, or of one ``weeks`` later."""
    return said_at.date() + dt.timedelta(days=weeks * _WEEK - said_at.weekday())


def shift(day: dt.date, unit: str, step: int) -> dt.date:
    """Return ``day`` moved by ``step`` units; for months and years, the first day of the result."""
    if unit in ("day", "week"):
        return day + dt.timedelta(days=step * (_WEEK if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + step * (12 if unit == "year" else 1)
    at_year, month = divmod(max(months, 12), 12)
    return dt.date(at_year, 1 if unit == "year" else month + 1, 1)


def first_day_of(said_at: dt.datetime, unit: str, step: int) -> dt.date:
    """Return the first day of the current ``unit``, or of one ``step`` later."""
    if unit == "weekend":
        return monday_of(said_at, weeks=step) + dt.timedelta(days=5)
    return shift(monday_of(said_at) if unit == "week" else said_at.date(), unit, step)
