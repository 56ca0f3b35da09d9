"""When a chat was last spoken in, in the words of a list."""

import datetime as dt
import zoneinfo

from tidemark.ui import texts

_WEEK_DAYS = 7
_MONTH_DAYS = 30


def group(at: dt.datetime, now: dt.datetime, zone: dt.tzinfo) -> str:
    """Name the part of the list a chat of ``at`` belongs to, as days change in ``zone``."""
    age_days = (now.astimezone(zone).date() - at.astimezone(zone).date()).days
    if age_days <= 0:
        return texts.TODAY
    if age_days == 1:
        return texts.YESTERDAY
    if age_days <= _WEEK_DAYS:
        return texts.PREVIOUS_7_DAYS
    return texts.PREVIOUS_30_DAYS if age_days <= _MONTH_DAYS else texts.OLDER


def day(at: dt.datetime, now: dt.datetime, zone: dt.tzinfo) -> str:
    """Return the day of ``at``, its year only where it is not that of ``now``.

    >>> day(dt.datetime(2026, 3, 2, 23, tzinfo=dt.UTC), dt.datetime(2026, 5, 1), dt.UTC)
    '2 March'
    """
    here = at.astimezone(zone)
    year = "" if here.year == now.astimezone(zone).year else f" {here.year}"
    return f"{here.day} {texts.named('MONTHS')[str(here.month)]}{year}"


def zone_named(name: str | None) -> dt.tzinfo:
    """Return the time zone a browser names; UTC where it names none we know."""
    try:
        return zoneinfo.ZoneInfo(name or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return dt.UTC
