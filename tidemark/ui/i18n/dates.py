"""Dates and times in the language of the page."""

import datetime as dt

from babel.dates import format_date, format_skeleton, format_time, format_timedelta

from tidemark.ui.i18n import texts

_WEEK_DAYS = 7
_MONTH_DAYS = 30
_MINUTE = dt.timedelta(minutes=1)


def group(at: dt.datetime, now: dt.datetime, zone: dt.tzinfo) -> str:
    """Return the heading for a chat last used at ``at``; days change in ``zone``."""
    age_days = (now.astimezone(zone).date() - at.astimezone(zone).date()).days
    if age_days <= 0:
        return texts.TODAY
    if age_days == 1:
        return texts.YESTERDAY
    if age_days <= _WEEK_DAYS:
        return texts.PREVIOUS_7_DAYS
    return texts.PREVIOUS_30_DAYS if age_days <= _MONTH_DAYS else texts.OLDER


def day(at: dt.datetime, now: dt.datetime, zone: dt.tzinfo) -> str:
    """Return the day of ``at``, with its year unless it is that of ``now``.

    >>> day(dt.datetime(2026, 3, 2, 23, tzinfo=dt.UTC), dt.datetime(2026, 5, 1), dt.UTC)
    '2 March'
    """
    here = at.astimezone(zone)
    locale = texts.known_locale()
    if locale is None or here.year != now.astimezone(zone).year:
        return of_date(here.date())
    return format_skeleton("MMMMd", here.date(), locale=locale)


def ago(at: dt.datetime, now: dt.datetime, zone: dt.tzinfo) -> str:
    """Return the time since ``at`` in words, or its day if that is weeks ago.

    >>> now = dt.datetime(2026, 3, 2, 23, tzinfo=dt.UTC)
    >>> [ago(now - dt.timedelta(minutes=each), now, dt.UTC) for each in (0, 5, 90, 2880)]
    ['just now', '5 minutes ago', '1 hour ago', '2 days ago']
    """
    passed = max(now - at, dt.timedelta())
    if passed < _MINUTE:
        return texts.JUST_NOW
    if passed > dt.timedelta(days=_WEEK_DAYS):
        return day(at, now, zone)
    unit = max(each for each in (_MINUTE, 60 * _MINUTE, dt.timedelta(days=1)) if each <= passed)
    whole = passed // unit * unit
    return str(format_timedelta(-whole, threshold=1, add_direction=True, locale=texts.language()))


def full(at: dt.datetime, zone: dt.tzinfo) -> str:
    """Return the day of ``at`` with its year.

    >>> full(dt.datetime(2026, 3, 2, 23, tzinfo=dt.UTC), dt.UTC)
    '2 March 2026'
    """
    return of_date(at.astimezone(zone).date())


def of_date(day: dt.date) -> str:
    """Return ``day`` with its year."""
    locale = texts.known_locale()
    return day.isoformat() if locale is None else format_date(day, "long", locale=locale)


def of_month(day: dt.date) -> str:
    """Return the month of ``day`` with its year."""
    locale = texts.known_locale()
    return f"{day:%Y-%m}" if locale is None else format_skeleton("yMMMM", day, locale=locale)


def moment(at: dt.datetime, zone: dt.tzinfo) -> str:
    """Return the day of ``at`` with its year, and the hour and minute.

    >>> moment(dt.datetime(2026, 3, 2, 23, 5, tzinfo=dt.UTC), dt.UTC)
    '2 March 2026, 23:05'
    """
    here = at.astimezone(zone)
    locale = texts.known_locale()
    hour = f"{here:%H:%M}" if locale is None else format_time(here, "short", locale=locale)
    return f"{of_date(here.date())}, {hour}"
