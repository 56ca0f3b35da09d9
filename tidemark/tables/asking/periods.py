"""Days and months that a question names, and the dates of a column that they match."""

import calendar
import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tidemark.nlp.languages import Language
from tidemark.nlp.pack_selection import LANGUAGE_PACKS
from tidemark.nlp.patterns import YEAR
from tidemark.tables.asking.question_words import permitting

FIRST_YEAR, LAST_YEAR = 1900, 2100
_DAY = re.compile(r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|e)?")
_YEAR = re.compile(YEAR)
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_OF = frozenset({"of", "van"})
_ALSO_VERBS = frozenset({"may", "march", "mar"})


@dataclass(frozen=True)
class Period:
    """A month, or a day of it if ``day`` is set; without a ``year``, its latest occurrence."""

    month: int
    day: int = 0
    year: int = 0

    def days(self, lowest: str, highest: str) -> tuple[dt.date, dt.date] | None:
        """Return its first and last day between two dates of ISO 8601; None if there is none.

        >>> Period(month=4).days("2025-04-09", "2026-05-12")
        (datetime.date(2026, 4, 1), datetime.date(2026, 4, 30))
        """
        if self.year:
            return self._of(self.year)
        try:
            least, most = dt.date.fromisoformat(lowest[:10]), dt.date.fromisoformat(highest[:10])
        except ValueError:
            return None
        found = filter(None, map(self._of, range(most.year, least.year - 1, -1)))
        return next((each for each in found if each[0] <= most and each[1] >= least), None)

    def _of(self, year: int) -> tuple[dt.date, dt.date] | None:
        _, last = calendar.monthrange(year, self.month)
        if self.day > last:
            return None
        return dt.date(year, self.month, self.day or 1), dt.date(year, self.month, self.day or last)


def period_at(words: Sequence[str], at: int, language: Language) -> tuple[Period, int] | None:
    """Return the period that begins at ``words[at]``, and where it ends; None if none does.

    >>> period_at("on 3 April 2026 or later".split(), 1, "en")
    (Period(month=4, day=3, year=2026), 4)
    """
    if (iso := _ISO.fullmatch(words[at])) and 1 <= int(iso[2]) <= 12 and 1 <= int(iso[3]) <= 31:
        return Period(int(iso[2]), int(iso[3]), int(iso[1])), at + 1
    day, end = 0, at
    if _DAY.fullmatch(words[at]):
        day, end = int(re.sub(r"\D", "", words[at])), at + 1
        end += end < len(words) and words[end] in _OF
    months = LANGUAGE_PACKS[language].dates.months
    month = months.get(words[end].casefold()) if end < len(words) else None
    if month is None or not (day or _is_month(words, at, language)):
        return None
    end += 1
    if not day and words[end : end + 1] and _DAY.fullmatch(words[end]):
        day, end = int(re.sub(r"\D", "", words[end])), end + 1
    if words[end : end + 1] and _YEAR.fullmatch(words[end]):
        return Period(month, day, int(words[end])), end + 1
    return Period(month, day), end


def _is_month(words: Sequence[str], at: int, language: Language) -> bool:
    """Return whether a word that is also a verb is a month: "in May", not "May I see"."""
    if words[at].casefold() not in _ALSO_VERBS:
        return True
    after = words[at + 1].casefold() if at + 1 < len(words) else ""
    doers = permitting(language, "doers") | permitting(language, "hearers")
    return words[at][:1].isupper() and (at > 0 or after not in doers)
