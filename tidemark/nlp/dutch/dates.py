"""Dutch forms of dates.

They are a table because no library reads them well: dateparser 1.5.0 finds the right day in two of
five sentences of the tests, and a day in half of those that name none.
"""

import datetime as dt
import re

from tidemark.nlp.date_rules import (
    DateForm,
    DateForms,
    first_day_of,
    in_nearest_year,
    monday_of,
    range_patterns,
    resolve_iso_day,
    resolve_year,
    shift,
    week_of_month,
    whole_words,
)
from tidemark.nlp.patterns import YEAR

_MONTHS = (
    "januari jan", "februari feb", "maart mrt", "april apr", "mei", "juni jun", "juli jul",
    "augustus aug", "september sept sep", "oktober okt", "november nov", "december dec",
)  # fmt: skip
_MONTH_NUMBERS = {
    name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()
}
_WEEKDAYS = "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag".split()
_COUNTS = {
    word: number
    for number, words in enumerate(
        "een,één twee drie vier vijf zes zeven acht negen tien".split(), start=1
    )
    for word in words.split(",")
}
_DAY_WORDS = {
    word: number
    for number, words in enumerate(
        (
            "één,eerste twee,tweede drie,derde vier,vierde vijf,vijfde zes,zesde zeven,zevende "
            "acht,achtste negen,negende tien,tiende elf,elfde twaalf,twaalfde dertien,dertiende "
            "veertien,veertiende vijftien,vijftiende zestien,zestiende zeventien,zeventiende "
            "achttien,achttiende negentien,negentiende twintig,twintigste "
            "eenentwintig,eenentwintigste tweeëntwintig,tweeëntwintigste "
            "drieëntwintig,drieëntwintigste vierentwintig,vierentwintigste "
            "vijfentwintig,vijfentwintigste zesentwintig,zesentwintigste "
            "zevenentwintig,zevenentwintigste achtentwintig,achtentwintigste "
            "negenentwintig,negenentwintigste dertig,dertigste eenendertig,eenendertigste"
        ).split(),
        start=1,
    )
    for word in words.split(",")
}
_UNITS = {
    "dag": "day", "dagen": "day", "week": "week", "weken": "week", "weekend": "weekend",
    "weekeinde": "weekend", "maand": "month", "maanden": "month", "jaar": "year", "jaren": "year",
}  # fmt: skip
_STEPS = {"vorig": -1, "vorige": -1, "afgelopen": -1, "volgend": 1, "volgende": 1, "komend": 1,
          "komende": 1}  # fmt: skip
_WEEKS = {"eerste": 1, "tweede": 2, "derde": 3, "laatste": -1}
_NEAR = {"eergister": -2, "gister": -1, "morgen": 1, "overmorgen": 2}

_MONTH = f"(?P<month>{'|'.join(_MONTH_NUMBERS)})"
_LONG_MONTH = f"(?P<month>{'|'.join(names.split()[0] for names in _MONTHS)})"
_PART = "(?:ochtend|morgen|middag|avond|nacht)"
_PART_ENDS = {"ochtend": 9, "morgen": 9, "middag": 15, "avond": 21}  # hours: then it may be over
_WEEKDAY = f"(?P<day>{'|'.join(_WEEKDAYS)}){_PART}?"
_YEAR_NUMBER = rf"(?P<year>{YEAR})"
_ANY_COUNT = rf"(?P<count>{'|'.join(_COUNTS)}|\d{{1,3}})"
_UNIT = r"(?P<unit>dagen|dag|weken|week|maanden|maand|jaren|jaar)"
_ONCE = (
    r"(?<!elke )(?<!iedere )(?<!alle )(?<!goede )(?<!die )(?<!een )(?<!deze )(?<!tot en met )"
    r"(?<!dag en )(?<!dag of )"
)
# "Maandag tot vrijdag" and "op zondag elk uur" name no single day.
_NO_RANGE = (
    r"(?! (?:tot|t/m|en|of) |[–-]| van (?:de|elke) maand)"
    r"(?!.*\b(?:elke?|iedere?|altijd|meestal|nooit)\b)"
)

_HINT = re.compile(
    rf"\d|da+g|morgen|gister|avond|nacht|ochtend|middag|week|weken|maand|jaar|\b{_LONG_MONTH}\b",
    re.I,
)
_PAST = re.compile(
    r"\b(?:was|waren|had|hadden|ging|gingen|kwam|kwamen|kreeg|kregen|nam|namen|zag|zagen|vond|gaf|"
    r"begon|vertelde|zei|liep|at|las|schreef|vertrok|bleef|werd|werden|woonde|werkte|belde|kocht|"
    r"maakte|openden?|opende|verhuisde\w?|trouwde\w?|geleden)\b|"
    r"\b(?:heb|hebt|heeft|hebben|ben|bent|is|zijn)\b.*\b(?!gesloten|geopend|gereserveerd|gepland|"
    r"bezet|verhinderd|uitgenodigd)(?:\w{0,5}ge\w{2,}(?:d|t|en)|"
    r"(?:be|ver|ont|her)\w{2,}(?:d|t|en))\b",
    re.I,
)
_FUTURE = re.compile(
    r"\b(?:zal|zullen|ga|gaat|gaan|moet|moeten|uiterlijk|deadline|plan\w*|tot|vóór|wil|"
    r"willen|wordt|worden)\b|\bvoor (?:de )?\d|"
    r"\bnaar (?:(?:maan|dins|woens|donder|vrij|zater|zon)dag|\d)",
    re.I,
)


def _day(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def _named(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    month = _MONTH_NUMBERS[match["month"].lower()]
    on = _day(int(match["year"] or said_at.year), month, int(match["day"]))
    return on if on is None or match["year"] else in_nearest_year(on, said_at, tense)


def _spelled(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    """Resolve "drie maart" and "de derde mei"."""
    month, day = _MONTH_NUMBERS[match["month"].lower()], _DAY_WORDS[match["spelled"].lower()]
    on = _day(int(match["year"] or said_at.year), month, day)
    return on if on is None or match["year"] else in_nearest_year(on, said_at, tense)


def _in_figures(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    return _day(int(match["year"]), int(match["month"]), int(match["day"]))


def _month_year(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    return dt.date(int(match["year"]), _MONTH_NUMBERS[match["month"].lower()], 1)


def _in_month(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    which = (match["which"] or "in").lower()
    fixed = {"sinds": -1, "deze": 0, "tot": 1, "vanaf": 1, "voor": 1} | _STEPS
    first = dt.date(said_at.year, _MONTH_NUMBERS[match["month"].lower()], 1)
    return in_nearest_year(first, said_at, fixed.get(which, tense or 1))


def _near(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    named = match["near"].lower()
    return said_at.date() + dt.timedelta(days=_NEAR.get(named, 0))


def _period(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    return first_day_of(
        said_at, _UNITS[match["unit"].lower()], _STEPS.get(match["which"].lower(), 0)
    )


def _counted(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    count = match["count"].lower()
    number = _COUNTS.get(count) or int(count)
    unit = _UNITS[match["unit"].lower()]
    return shift(said_at.date(), unit, -number if match["ago"] else number)


def _in_week(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    """Resolve "volgende week vrijdag"."""
    first = monday_of(said_at, weeks=_STEPS.get(match["which"].lower(), 0))
    return first + dt.timedelta(days=_WEEKDAYS.index(match["day"].lower()))


def _weekday(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    which = (match["which"] or "").lower()
    if which == "volgende":
        return _in_week(match, said_at, tense)
    ahead = (_WEEKDAYS.index(match["day"].lower()) - said_at.weekday()) % 7
    before = match.string[: match.start()].lower()
    is_to = before.endswith("naar ")
    is_over = (
        which in ("afgelopen", "vorige")
        or before.endswith("sinds ")
        or (tense < 0 and which in ("", "op") and not is_to)
    )
    is_today = not ahead and tense >= 0 and said_at.hour < _until_hour(match[0])
    return said_at.date() + dt.timedelta(days=ahead - 7 if is_over else ahead or 7 * (not is_today))


def _until_hour(day: str) -> int:
    """Return the hour until which a part of a day is ahead; 0 if ``day`` names no part."""
    return next((hour for part, hour in _PART_ENDS.items() if day.lower().endswith(part)), 0)


def _week_of(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    """Resolve "de laatste week van maart"."""
    first = _in_month(match, said_at, tense)
    return first and week_of_month(first, _WEEKS[match["week"].lower()])


def _of_year(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    """Resolve "sinds 2019", and nothing in "een prijs van 1998 euro"."""
    before, after = match.string[: match.start()], match.string[match.end() :]
    counts = match["which"].lower() == "van" and not _OF_YEAR.search(before)
    return None if counts or _COUNTED_AFTER.match(after) else resolve_year(match, said_at, tense)


_OF_YEAR = re.compile(
    r"\b(?:lente|voorjaar|zomer|herfst|najaar|winter|jaar|eind|einde|begin|midden|kerst|"
    r"verkiezingen|crisis|lichting|helft) $",
    re.I,
)
_COUNTED_AFTER = re.compile(
    r"\s?(?:[€$£%]|euro\b|dollars?\b|stuks\b|mensen\b|gasten\b|personen\b|kilo\b|meter\b)", re.I
)


def _uncertain(match: re.Match[str], said_at: dt.datetime, tense: int) -> dt.date | None:
    """Resolve to any day: "zaterdag de 14e" may be in any month."""
    return said_at.date()


_FORMS = (
    DateForm(
        whole_words(
            rf"(?:{'|'.join(_WEEKDAYS)}),? (?:de )?\d{{1,2}}(?:e|de|ste)(?! (?:van )?{_LONG_MONTH})"
        ),
        _uncertain,
        is_vague=True,
    ),
    DateForm(whole_words(rf"{YEAR}-\d\d-\d\d"), resolve_iso_day, is_relative=False),
    DateForm(
        whole_words(rf"(?P<day>\d{{1,2}})[-/](?P<month>\d{{1,2}})[-/]{_YEAR_NUMBER}"),
        _in_figures,
        is_relative=False,
    ),
    DateForm(
        whole_words(
            rf"(?P<day>\d{{1,2}})(?:e|de|ste)?[ -](?:van )?{_MONTH}\b\.?(?:,? {_YEAR_NUMBER})?"
        ),
        _named,
        is_relative=False,
    ),
    DateForm(
        whole_words(
            rf"(?P<spelled>{'|'.join(_DAY_WORDS)}) (?:van )?{_LONG_MONTH}(?:,? {_YEAR_NUMBER})?"
        ),
        _spelled,
        is_relative=False,
    ),
    DateForm(
        whole_words(rf"(?<!\d ){_MONTH}\.? {_YEAR_NUMBER}"),
        _month_year,
        is_exact=False,
        is_relative=False,
    ),
    DateForm(
        whole_words(
            rf"(?P<which>in|sinds|vanaf|tot|voor|deze|volgende|vorige|afgelopen|komende|begin|"
            rf"rond) {_LONG_MONTH}(?! \d)"
        ),
        _in_month,
        is_exact=False,
    ),
    DateForm(
        whole_words(rf"(?P<which>half|medio|eind|het eind van) {_LONG_MONTH}(?! \d)"),
        _in_month,
        is_exact=False,
        is_vague=True,
    ),
    DateForm(
        whole_words(
            rf"(?:(?P<which>in|voor|vanaf|tot) )?(?:de )?(?P<week>{'|'.join(_WEEKS)}) "
            rf"(?P<unit>week) (?:van|in) {_LONG_MONTH}"
        ),
        _week_of,
        is_exact=False,
        is_vague=True,
    ),
    DateForm(
        whole_words(rf"(?P<which>in|sinds|vanaf|tot|uit|van|jaar) {_YEAR_NUMBER}(?![-/.,]\d)"),
        _of_year,
        is_exact=False,
        is_relative=False,
    ),
    DateForm(whole_words(rf"(?P<near>eergister|gister)(?:en)?{_PART}?"), _near),
    DateForm(whole_words(r"(?P<near>vandaag|van(?:avond|middag|ochtend|morgen|nacht))"), _near),
    DateForm(
        whole_words(rf"{_ONCE}(?P<near>overmorgen|morgen)(?:ochtend|vroeg|middag|avond)?"), _near
    ),
    DateForm(
        whole_words(rf"(?P<which>volgende|vorige|komende|afgelopen|deze) week {_WEEKDAY}"),
        _in_week,
    ),
    DateForm(whole_words(rf"{_WEEKDAY} (?P<which>volgende|vorige) week"), _in_week),
    DateForm(
        whole_words(
            r"(?P<which>volgende?|vorige?|komende?|afgelopen|deze|dit) "
            r"(?P<unit>weekend|weekeinde|week|maand|jaar)"
        ),
        _period,
        is_exact=False,
    ),
    DateForm(
        whole_words(rf"{_ANY_COUNT} {_UNIT} (?P<ago>geleden|terug)"), _counted, is_exact=False
    ),
    DateForm(whole_words(rf"over {_ANY_COUNT} {_UNIT}(?P<ago>)"), _counted, is_exact=False),
    DateForm(
        whole_words(
            rf"(?P<which>afgelopen|vorige|komende|aanstaande|volgende|deze|op|tegen|voor|vóór|"
            rf"uiterlijk|"
            rf"tot|vanaf) {_WEEKDAY}{_NO_RANGE}"
        ),
        _weekday,
    ),
    DateForm(whole_words(rf"{_ONCE}(?P<which>){_WEEKDAY}{_NO_RANGE}"), _weekday),
)
_RANGE_START, _RANGE_END = range_patterns(
    r"(?:tot en met|t/?m|tot|en)",
    r"(?:tot en met|t/?m|tot)",
    f"(?:{'|'.join(_WEEKDAYS)})",
    "e?",
    "|".join(_MONTH_NUMBERS),
    "in|op|bij|met|voor|naar|en",
)
DATES = DateForms(
    hint=_HINT,
    past=_PAST,
    future=_FUTURE,
    forms=_FORMS,
    units=_UNITS,
    months=_MONTH_NUMBERS,
    weekdays=tuple(_WEEKDAYS),
    one_of_weekdays=re.compile(rf"\b(?:{'|'.join(_WEEKDAYS)}),? en\b", re.I),
    weekday_next=re.compile(rf" op (?:{'|'.join(_WEEKDAYS)})\b", re.I),
    since=frozenset({"sinds", "vanaf"}),
    deadline=re.compile(r"(?:voor|vóór|tot|uiterlijk)\b", re.I),
    range_start=_RANGE_START,
    range_end=_RANGE_END,
    departs=re.compile(
        r"\b(?:vertrek\w*|(?:blijf|blijven) tot|(?:terug|weg|naar huis))(?: weer)?(?: op)? DAY\b|"
        r"\bDAY (?:weer )?(?:weg|terug|naar huis|vertrek\w*)\b",
        re.I,
    ),
    repeated=re.compile(
        r"\b(?:om de (?:\w+ )?(?:dag|dagen|week|weken|maand|maanden)|(?:elke|iedere) (?:\w+ )?"
        r"(?:week|weken|maand|maanden)|(?:twee)?wekelijks|maandelijks) (?:op )?$",
        re.I,
    ),
    denied=re.compile(r"\b(?:niet|geen|in plaats van|i\.p\.v\.)(?: op| de| om| in)* $", re.I),
)
