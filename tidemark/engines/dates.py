"""Dates that a text speaks of, resolved against the day it was said.

A period is given by its first day: "in May" is 1 May, "last week" its Monday.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from tidemark.engines.date_forms import DateForms
from tidemark.engines.dates_dutch import DUTCH
from tidemark.engines.dates_english import ENGLISH
from tidemark.words import Language

_FORMS: Mapping[Language, DateForms] = {"en": ENGLISH, "nl": DUTCH}
_FAR_YEARS = 150


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


def find_date(text: str, said: dt.datetime, language: Language = "en") -> DateFound | None:
    """Return the date ``text`` clearly speaks of, as meant on the day it was ``said``.

    Of several, a day named in full wins, then the first.

    >>> found = find_date("I flew back yesterday.", dt.datetime(2026, 5, 4, 9, 30))
    >>> found.on.isoformat() if found else None
    '2026-05-03'
    """
    dates = _FORMS[language]
    if not dates.hint.search(text):
        return None
    found = [
        (form.is_relative or not form.is_exact, match.start(), -match.end(), form, match)
        for form in dates.forms
        for match in form.pattern.finditer(text)
    ]
    for *_, form, match in sorted(found, key=lambda at: at[:3]):
        on = form.resolve(match, said, dates.tense(text))
        if on is not None and abs(on.year - said.year) <= _FAR_YEARS:
            return DateFound(on, match.start(), match.end(), form.is_exact, form.is_relative)
    return None
