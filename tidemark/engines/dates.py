"""Dates that a text speaks of, resolved against the day it was said.

parsedatetime reads "may", "second" or "sat" as dates too, so it is only given words that clearly
name one.  A period is given by its first day: "in May" is 1 May, "last week" its Monday.
"""

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass

import parsedatetime

_MONTH = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_LONG_MONTH = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_WEEKDAY = "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
_SHORT_WEEKDAY = "(?:mon|tues?|wed|thurs?|fri|sat|sun)"
_COUNTS = {
    word: number
    for number, words in enumerate(
        ("", "a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
    for word in words.split()
}
_PAST = re.compile(
    r"\b(?:was|were|had|did|went|got|came|saw|met|took|made|bought|found|lost|won|ran|began|gave|"
    r"told|said|left|heard|felt|ate|flew|drove|wrote|been|\w{2,}(?<!ne)ed)\b",
    re.I,
)
_FUTURE = re.compile(
    r"\b(?:will|going to|gonna|plan\w*|by|due|deadline|until|need to)\b|'ll\b", re.I
)
# No date is named without one of these; most clauses have none.
_HINT = re.compile(
    rf"\d|day|night|tomorrow|week|month|year|morning|evening|\b{_LONG_MONTH}\b|\b{_SHORT_WEEKDAY}\b",
    re.I,
)
_FAR_YEARS = 150
_AGAINST_TENSE = 3  # the tense of a clause may be another verb's than the date's


@dataclass(frozen=True)
class DateFound:
    """A date in a text: the day, and where the words that name it stand.

    ``is_exact``: the words name a day, not a period.  ``is_relative``: they mean another day when
    read later ("yesterday").
    """

    on: dt.date
    start: int
    end: int
    is_exact: bool
    is_relative: bool


@dataclass(frozen=True)
class _Form:
    """One way to name a date, and how it is resolved: words, the day said, the tense around."""

    pattern: re.Pattern[str]
    resolve: Callable[[re.Match[str], dt.datetime, int], dt.date | None]
    is_exact: bool = True
    is_relative: bool = True


def find_date(text: str, said: dt.datetime) -> DateFound | None:
    """Return the date ``text`` clearly speaks of, as meant on the day it was ``said``.

    Of several, a day named in full wins, then the first.

    >>> found = find_date("I flew back yesterday.", dt.datetime(2026, 5, 4, 9, 30))
    >>> found.on.isoformat() if found else None
    '2026-05-03'
    """
    if not _HINT.search(text):
        return None
    found = [
        (form.is_relative or not form.is_exact, match.start(), -match.end(), form, match)
        for form in _FORMS
        for match in form.pattern.finditer(text)
    ]
    for *_, form, match in sorted(found, key=lambda at: at[:3]):
        on = form.resolve(match, said, _tense(text))
        if on is not None and abs(on.year - said.year) <= _FAR_YEARS:
            return DateFound(on, match.start(), match.end(), form.is_exact, form.is_relative)
    return None


def _tense(text: str) -> int:
    """Return -1 for a text about the past, 1 about the future, 0 where it does not show."""
    return 1 if _FUTURE.search(text) else -1 if _PAST.search(text) else 0


def _parsed(words: str, said: dt.datetime) -> dt.date | None:
    calendar = parsedatetime.Calendar(version=parsedatetime.VERSION_CONTEXT_STYLE)
    when, context = calendar.parseDT(words, sourceTime=said)
    return when.date() if context.hasDate else None


def _iso(match: re.Match[str], said: dt.datetime, tense: int) -> dt.date | None:
    try:
        return dt.date.fromisoformat(match[0])
    except ValueError:
        return None


def _named(match: re.Match[str], said: dt.datetime, tense: int) -> dt.date | None:
    if match["month"] in ("may", "mar", "march") and not match["ordinal"]:
        return None  # "may 5 people come", "march 20 miles"
    year = match["year"]
    on = _parsed(f"{match['month']} {match['day']}, {year or said.year}", said)
    return on if on is None or year else _nearest(on, said, tense)


def _nearest(on: dt.date, said: dt.datetime, tense: int) -> dt.date:
    """Give a day without a year the nearest one, a little further where the tense says so."""
    years = [_in_year(on, said.year + step) for step in (-1, 0, 1)]

    def distance(day: dt.date) -> int:
        days = (day - said.date()).days
        return abs(days) * (_AGAINST_TENSE if days * tense < 0 else 1)

    return min(years, key=distance)


def _in_year(on: dt.date, year: int) -> dt.date:
    return on.replace(year=year, day=28) if (on.month, on.day) == (2, 29) else on.replace(year=year)


def _month_year(match: re.Match[str], said: dt.datetime, tense: int) -> dt.date | None:
    return _parsed(f"{match['month']} 1, {match['year']}", said)


def _in_month(match: re.Match[str], said: dt.datetime, tense: int) -> dt.date | None:
    first = _parsed(f"{match['month']} 1, {said.year}", said)
    which = match["which"].lower()
    side = {"last": -1, "since": -1, "next": 1, "by": 1, "until": 1, "this": 0}.get(
        which, tense or 1
    )
    return first and _nearest(first, said, side)


def _year(match: re.Match[str], said: dt.datetime, tense: int) -> dt.date | None:
    return dt.date(int(match["year"]), 1, 1)


def _near(match: re.Match[str], said: dt.datetime, tense: int) -> dt.date | None:
    words = " ".join(match[0].lower().split())
    days = {"the day before yesterday": -2, "yesterday": -1, "last night": -1, "tomorrow": 1}
    if words.startswith("the day after"):
        return said.date() + dt.timedelta(days=2)
    return said.date() + dt.timedelta(days=days.get(words, 0))


def _period(match: re.Match[str], said: dt.datetime, tense: int) -> dt.date | None:
    step = {"last": -1, "past": -1, "next": 1, "coming": 1}.get(match["which"].lower(), 0)
    unit = match["unit"].lower()
    monday = said.date() - dt.timedelta(days=said.weekday())
    if unit == "weekend":
        return monday + dt.timedelta(days=5 + 7 * step)
    return _stepped(monday, unit, step) if unit == "week" else _stepped(said.date(), unit, step)


def _stepped(day: dt.date, unit: str, step: int) -> dt.date:
    """Return ``day`` moved by ``step`` units; months and years are given by their first day."""
    if unit in ("day", "week"):
        return day + dt.timedelta(days=step * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + step * (12 if unit == "year" else 1)
    year, month = divmod(max(months, 12), 12)
    return dt.date(year, 1 if unit == "year" else month + 1, 1)


def _counted(match: re.Match[str], said: dt.datetime, tense: int) -> dt.date | None:
    count = match["count"].lower()
    number = _COUNTS.get(count) or int(count)
    return _stepped(said.date(), match["unit"].lower(), -number if match["ago"] else number)


def _weekday(match: re.Match[str], said: dt.datetime, tense: int) -> dt.date | None:
    which = (match["which"] or "").lower()
    if which not in ("last", "next"):
        which = "last" if tense < 0 and which not in ("by", "until", "this", "coming") else ""
    return _parsed(f"{which} {match['day']}", said)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{text})\b", re.I)


_NO_RANGE = r"(?! (?:to|through|till|and) |[–-])"  # "Monday to Friday" is no day
_DAY_NUMBER = r"(?P<day>\d{1,2})(?P<ordinal>st|nd|rd|th)?"
_YEAR_NUMBER = r"(?P<year>(?:19|20)\d{2})"
_ANY_COUNT = rf"(?P<count>{'|'.join(_COUNTS)}|\d{{1,3}})"
_FORMS = (
    _Form(_pattern(r"(?:19|20)\d\d-\d\d-\d\d"), _iso, is_relative=False),
    _Form(
        _pattern(rf"(?P<month>{_MONTH})\.?[ -]+{_DAY_NUMBER}(?![:\d])(?:,?[ -]+{_YEAR_NUMBER})?"),
        _named,
        is_relative=False,
    ),
    _Form(
        _pattern(rf"{_DAY_NUMBER} (?:of )?(?P<month>{_MONTH})\b\.?(?:,? {_YEAR_NUMBER})?"),
        _named,
        is_relative=False,
    ),
    _Form(
        _pattern(rf"(?P<month>{_MONTH})\.?,? (?:of )?{_YEAR_NUMBER}"),
        _month_year,
        is_exact=False,
        is_relative=False,
    ),
    _Form(
        _pattern(
            rf"(?P<which>in|during|since|until|by|this|next|last|early|late|mid)[ -]+"
            rf"(?P<month>{_LONG_MONTH})(?! \d)"
        ),
        _in_month,
        is_exact=False,
    ),
    _Form(
        _pattern(rf"(?:in|since|by|until|of|year) {_YEAR_NUMBER}(?![-/.]\d)"),
        _year,
        is_exact=False,
        is_relative=False,
    ),
    _Form(
        _pattern(
            "the day before yesterday|the day after tomorrow|yesterday|tomorrow|tonight|last night|"
            "today|this (?:morning|afternoon|evening)"
        ),
        _near,
    ),
    _Form(
        _pattern(
            r"(?:this )?(?P<which>last|next|this|past|coming) (?P<unit>week(?:end)?|month|year)"
        ),
        _period,
        is_exact=False,
    ),
    _Form(
        _pattern(rf"(?:in )?{_ANY_COUNT} (?P<unit>day|week|month|year)s? (?P<ago>ago|back)"),
        _counted,
        is_exact=False,
    ),
    _Form(
        _pattern(rf"in {_ANY_COUNT} (?P<unit>day|week|month|year)s?(?P<ago>)(?! of)"),
        _counted,
        is_exact=False,
    ),
    _Form(
        _pattern(
            rf"(?:this )?(?:(?P<which>last|next|this|past|coming|on|by|until) )"
            rf"(?P<day>{_WEEKDAY}|{_SHORT_WEEKDAY}(?!')){_NO_RANGE}"
        ),
        _weekday,
    ),
    _Form(
        _pattern(
            rf"(?<!every )(?<!each )(?<!day to )(?<!day through )(?P<which>)"
            rf"(?P<day>{_WEEKDAY}){_NO_RANGE}"
        ),
        _weekday,
    ),
)
