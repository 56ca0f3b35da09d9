"""English forms of dates.

parsedatetime also reads "may", "second" or "sat" as dates, so it is given only words that clearly
name one.
"""

import datetime as dt
import re

import parsedatetime

from tidemark.nlp.date_rules import (
    DateForm,
    DateForms,
    first_day_of,
    in_nearest_year,
    range_patterns,
    resolve_iso_day,
    resolve_year,
    shift,
    week_of_month,
    whole_words,
)
from tidemark.nlp.patterns import YEAR

_MONTH = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_MONTHS = (
    "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
    "august aug", "september sep sept", "october oct", "november nov", "december dec",
)  # fmt: skip
_LONG_MONTH = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_WEEKDAY = f"(?:{'|'.join(_WEEKDAYS)})"
_PART_ENDS = {"morning": 9, "afternoon": 15, "evening": 21, "night": 22}  # then it may be over
_PART_OF_DAY = re.compile(rf" ({'|'.join(_PART_ENDS)})\b", re.I)
_SHORT_WEEKDAY = "(?:mon|tues?|wed|thurs?|fri|sat|sun)"
_COUNTS = {
    word: number
    for number, words in enumerate(
        ("", "a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
    for word in words.split()
}
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first "
    "twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh "
    "twenty-eighth twenty-ninth thirtieth thirty-first"
).split()
_ORDINAL = f"(?P<nth>{'|'.join(reversed(_ORDINALS)).replace('-', '[- ]')})"
_PAST = re.compile(
    r"\b(?:was|were|had|did|went|got|came|(?<!the )(?<!\ba )(?<!my )(?<!his )(?<!her )saw|met|took|"
    r"made|bought|found|lost|won(?!['’])|ran|began|gave|"
    r"told|said|left|heard|felt|hurt|ate|flew|drove|wrote|been|"
    r"(?<!is )(?<!are )(?<!be )(?<!'s )(?<!'re )(?<!not )\w{2,}(?<!ne)ed)\b",
    re.I,
)
_FUTURE = re.compile(
    rf"\b(?:will|won['’]t|going to|gonna|plan\w*|by|due|deadline|until|need to)\b|'ll\b|"
    rf"\b(?:moved|changed|postponed|shifted|rescheduled|delayed|pushed|put|brought)\b.{{0,30}}"
    rf"\b(?:to|until|till) (?:the )?(?:{_WEEKDAY}|{_MONTH}\b|\d)",
    re.I,
)
# Every date has one of these, and most clauses have none.
_HINT = re.compile(
    rf"\d|day|night|tomorrow|week|month|year|morning|evening|\b{_LONG_MONTH}\b|"
    rf"\b{_SHORT_WEEKDAY}\b",
    re.I,
)


def _parsed(words: str, said_at: dt.datetime) -> dt.date | None:
    calendar = parsedatetime.Calendar(version=parsedatetime.VERSION_CONTEXT_STYLE)
    when, context = calendar.parseDT(words, sourceTime=said_at)
    return when.date() if context.hasDate else None


def _named(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    is_told = match["ordinal"] or _BEFORE_DAY.search(match.string, 0, match.start())
    if match["month"] in ("may", "mar", "march") and not is_told:
        return None  # "may 5 people come", "march 20 miles"
    year = match["year"]
    on = _parsed(f"{match['month']} {match['day']}, {year or said_at.year}", said_at)
    return on if on is None or year else in_nearest_year(on, said_at, tense)


def _spelled(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    """Resolve "the third of May"."""
    day = _ORDINALS.index(match["nth"].lower().replace(" ", "-")) + 1
    on = _parsed(f"{match['month']} {day}, {match['year'] or said_at.year}", said_at)
    return on if on is None or match["year"] else in_nearest_year(on, said_at, tense)


def _month_year(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    return _parsed(f"{match['month']} 1, {match['year']}", said_at)


def _in_month(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    first = _parsed(f"{match['month']} 1, {said_at.year}", said_at)
    which = (match["which"] or "in").lower()
    side = {"last": -1, "since": -1, "next": 1, "by": 1, "until": 1, "this": 0}.get(
        which, tense or 1
    )
    return first and in_nearest_year(first, said_at, side)


def _near(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    words = " ".join(match[0].lower().split())
    days = {"the day before yesterday": -2, "yesterday": -1, "last night": -1, "tomorrow": 1}
    if words.startswith("the day after"):
        return said_at.date() + dt.timedelta(days=2)
    return said_at.date() + dt.timedelta(days=days.get(words, 0))


def _period(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    step = {"last": -1, "past": -1, "next": 1, "coming": 1}.get(match["which"].lower(), 0)
    return first_day_of(said_at, match["unit"].lower(), step)


def _counted(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    if not match["ago"] and _TAKES.search(match.string, 0, match.start()):
        return None  # "we walk it in four days"
    count = match["count"].lower()
    number = _COUNTS.get(count) or int(count)
    return shift(said_at.date(), match["unit"].lower(), -number if match["ago"] else number)


def _weekday(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    which = (match["which"] or "").lower()
    if _MOVED_TO.search(match.string, 0, match.start()):
        which = "to"
    if _SINCE.search(match.string, 0, match.start()):
        which = "last"
    if which not in ("last", "next"):
        which = "last" if tense < 0 and which not in _AHEAD else ""
    part = _PART_OF_DAY.match(match.string, match.end())
    is_same_day = match["day"].lower() == _WEEKDAYS[said_at.weekday()] and not which
    if part and is_same_day and tense >= 0 and said_at.hour < _PART_ENDS[part[1].lower()]:
        return said_at.date()
    return _parsed(f"{which} {match['day']}", said_at)


def _week_of(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    """Resolve "the last week of March"."""
    first = _in_month(match, said_at, tense)
    return first and week_of_month(first, _WEEKS[match["week"].lower()])


def _of_year(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    """Resolve "since 2019", and nothing in "a price of 1998 euros"."""
    before, after = match.string[: match.start()], match.string[match.end() :]
    counts = match["which"].lower() == "of" and not _OF_YEAR.search(before)
    return None if counts or _COUNTED_AFTER.match(after) else resolve_year(match, said_at, tense)


_TAKES = re.compile(
    r"\b(?:do|doing|did|walk\w*|hik\w*|cycl\w*|rid(?:e|ing)|drive|driving|cover\w*|climb\w*|"
    r"cross\w*|read|reading|built|build\w*|paint\w*|wrote|writ\w+|knit\w*|learn\w*)\b[^.]*$",
    re.I,
)
# Words that make "5 may" a day, and not a verb with its subject
_BEFORE_DAY = re.compile(
    rf"\b(?:{_WEEKDAY}|{_SHORT_WEEKDAY}|on|before|after|by|until|till|since)\.?,? (?:the )?$", re.I
)
_MOVED_TO = re.compile(r"\b(?:to|for|till) (?:the )?$", re.I)
_SINCE = re.compile(r"\b(?:since|ever since) $", re.I)
_AHEAD = ("by", "until", "to", "this", "coming")
_WEEKS = {"first": 1, "second": 2, "third": 3, "last": -1, "final": -1}
_OF_YEAR = re.compile(
    r"\b(?:spring|summer|autumn|fall|winter|year|end|beginning|start|middle|class|christmas|"
    r"election|crisis|half) $",
    re.I,
)
_COUNTED_AFTER = re.compile(
    r"\s?(?:[€$£%]|euros?\b|dollars?\b|pounds?\b|(?!(?:was|is|has|this|as|plus)\b)[a-z]+s\b)", re.I
)
# "Monday to Friday" and "the first Monday of each month" are no single day
_NO_RANGE = r"(?! (?:to|through|till|and) |[–-]| of (?:the|each|every) month)"
_DAY_NUMBER = r"(?P<day>\d{1,2})(?P<ordinal>st|nd|rd|th)?"
_YEAR_NUMBER = rf"(?P<year>{YEAR})"
_ANY_COUNT = rf"(?P<count>{'|'.join(_COUNTS)}|\d{{1,3}})"


def _uncertain(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    """Resolve to any day: "Saturday the 14th" may be in any month."""
    return said_at.date()


_FORMS = (
    DateForm(
        whole_words(rf"{_WEEKDAY},? (?:the )?\d{{1,2}}(?:st|nd|rd|th)(?! (?:of )?{_MONTH})"),
        _uncertain,
        is_vague=True,
    ),
    DateForm(whole_words(rf"{YEAR}-\d\d-\d\d"), resolve_iso_day, is_relative=False),
    DateForm(
        whole_words(
            rf"(?P<month>{_MONTH})\.?[ -]+{_DAY_NUMBER}(?![:\d])(?:,?[ -]+{_YEAR_NUMBER})?"
        ),
        _named,
        is_relative=False,
    ),
    DateForm(
        whole_words(rf"{_DAY_NUMBER} (?:of )?(?P<month>{_MONTH})\b\.?(?:,? {_YEAR_NUMBER})?"),
        _named,
        is_relative=False,
    ),
    DateForm(
        whole_words(rf"{_ORDINAL} of (?P<month>{_LONG_MONTH})(?:,? {_YEAR_NUMBER})?"),
        _spelled,
        is_relative=False,
    ),
    DateForm(
        whole_words(rf"(?P<month>{_MONTH})\.?,? (?:of )?{_YEAR_NUMBER}"),
        _month_year,
        is_exact=False,
        is_relative=False,
    ),
    DateForm(
        whole_words(
            rf"(?P<which>in|during|since|until|by|this|next|last|early)[ -]+"
            rf"(?P<month>{_LONG_MONTH})(?! \d)"
        ),
        _in_month,
        is_exact=False,
    ),
    DateForm(
        whole_words(
            rf"(?P<which>late|mid|end of|the end of|middle of|the middle of)[ -]+(?:in )?"
            rf"(?P<month>{_LONG_MONTH})(?! \d)"
        ),
        _in_month,
        is_exact=False,
        is_vague=True,
    ),
    DateForm(
        whole_words(
            rf"(?:(?P<which>by|until|since|in) )?(?:the )?(?P<week>{'|'.join(_WEEKS)}) "
            rf"(?P<unit>week) (?:of|in) (?P<month>{_LONG_MONTH})"
        ),
        _week_of,
        is_exact=False,
        is_vague=True,
    ),
    DateForm(
        whole_words(rf"(?P<which>in|since|by|until|of|year) {_YEAR_NUMBER}(?![-/.,]\d)"),
        _of_year,
        is_exact=False,
        is_relative=False,
    ),
    DateForm(
        whole_words(
            "the day before yesterday|the day after tomorrow|yesterday|tomorrow|tonight|last night|"
            "today|this (?:morning|afternoon|evening)"
        ),
        _near,
    ),
    DateForm(
        whole_words(
            r"(?:this )?(?P<which>last|next|this|past|coming) (?P<unit>week(?:end)?|month|year)"
        ),
        _period,
        is_exact=False,
    ),
    DateForm(
        whole_words(rf"(?:in )?{_ANY_COUNT} (?P<unit>day|week|month|year)s? (?P<ago>ago|back)"),
        _counted,
        is_exact=False,
    ),
    DateForm(
        whole_words(rf"in {_ANY_COUNT} (?P<unit>day|week|month|year)s?(?P<ago>)(?! of)"),
        _counted,
        is_exact=False,
    ),
    DateForm(
        whole_words(
            rf"(?:this )?(?:(?P<which>last|next|this|past|coming|on|by|until) )"
            rf"(?P<day>{_WEEKDAY}|{_SHORT_WEEKDAY}(?!')){_NO_RANGE}"
        ),
        _weekday,
    ),
    DateForm(
        whole_words(
            rf"(?<!every )(?<!every other )(?<!every second )(?<!each )(?<!day to )"
            rf"(?<!day through )(?<!day and )(?<!day or )"
            rf"(?P<which>)(?!(?<=the ){_WEEKDAY} "
            rf"(?:market|class|course|club|choir|league|lessons?|group|team|shift|roast|run|slot)\b)"
            rf"(?P<day>{_WEEKDAY}){_NO_RANGE}"
        ),
        _weekday,
    ),
)
_RANGE_START, _RANGE_END = range_patterns(
    "(?:to|until|till|through|and)(?: the)?",
    "(?:to|until|till|through)(?: the)?",
    rf"(?:{_WEEKDAY}|{_SHORT_WEEKDAY})",
    "(?:st|nd|rd|th)?",
    _MONTH,
    "in|at|on|for|with|and",
)
DATES = DateForms(
    hint=_HINT,
    past=_PAST,
    future=_FUTURE,
    forms=_FORMS,
    months={
        name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()
    },
    weekdays=tuple(_WEEKDAYS),
    one_of_weekdays=re.compile(rf"\b(?:{'|'.join(_WEEKDAYS)}),? and\b", re.I),
    weekday_next=re.compile(rf" on (?:{'|'.join(_WEEKDAYS)})\b", re.I),
    units={unit: unit for unit in ("day", "week", "weekend", "month", "year")},
    since=frozenset({"since"}),
    deadline=re.compile(r"(?:by|until|till|before)\b", re.I),
    range_start=_RANGE_START,
    range_end=_RANGE_END,
    departs=re.compile(
        r"\b(?:leav\w+|depart\w*|return\w*|head home|check(?:ing)? out|"
        r"(?:go|get|come|drive|fly|travel|be|are)(?:ing)?(?: \w+)? (?:home|back)|"
        r"(?:stay|staying) (?:till|until))(?: again)?(?: on)?(?: the)? DAY\b",
        re.I,
    ),
    repeated=re.compile(
        r"\b(?:every (?:\w+ )?(?:weeks?|fortnight|months?)|every (?:other|second|third)|weekly|"
        r"monthly|fortnightly|alternate) (?:on )?$",
        re.I,
    ),
    denied=re.compile(r"\b(?:not|instead of|rather than)(?: on| the| at| in)* $", re.I),
)
