"""Types of columns, found from their cells: numbers, dates and booleans as people write them.

A column has a type only if all its non-empty cells have it; otherwise it is text.  Numbers that
begin with 0 are codes, and stay text.
"""

import datetime as dt
import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from tidemark.schema.tables import ColumnType

Plain = str | int | float | bool | dt.date | dt.time | dt.datetime | None

_EMPTY = frozenset(("", "-", "–", "—", "n/a", "na", "nan", "nvt", "n.v.t.", "null", "none", "#n/a"))
_TRUE = frozenset(("true", "yes", "y", "ja", "j", "waar"))
_FALSE = frozenset(("false", "no", "n", "nee", "onwaar"))
_SPACED = re.compile(r"(?<=\d)[\u00a0\u202f' ](?=\d{3})")
_AMOUNT = re.compile(
    r"(?P<sign>[-+\u2212]?)\s*(?P<before>€|\$|£|EUR|USD|GBP)?\s*(?P<inner>[-+\u2212]?)"
    r"(?P<number>\d[\d.,]*(?:[eE][-+]?\d+)?)\s*(?P<after>%|€|EUR|USD|GBP)?"
)
_CURRENCIES = {"€": "EUR", "$": "USD", "£": "GBP"}
_POINT = re.compile(r"(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:[eE][-+]?\d+)?")
_COMMA = re.compile(r"(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?")
_SWAPPED = str.maketrans(",.", ".,")
_CODE = re.compile(r"0\d+|\d{16,}")
_NUMERIC_DATE = re.compile(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})")
_DAY_FIRST = re.compile(r"(\d{1,2})\.?[ -]([^\W\d]{3,10})\.?,?[ -](\d{4})")
_MONTH_FIRST = re.compile(r"([^\W\d]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")
_MONTHS = {
    **{
        name: number
        for number, names in enumerate(
            (
                *("jan", "feb", "mar mrt maa", "apr", "may mei", "jun", "jul", "aug", "sep"),
                *("oct okt", "nov", "dec"),
            ),
            start=1,
        )
        for name in names.split()
    }
}
_MOMENT = re.compile(
    r"(?P<day>.*\d)[T ]+(?P<time>\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?P<zone>.*)"
)
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6})\d*)?)?")
_ZONE = re.compile(r"\s*(?:Z|UTC|(?P<sign>[-+])(?P<h>\d{2}):?(?P<m>\d{2})?)")
_CENTURY = 100
_TURN = 70  # the first year of the 1900s, as in POSIX: 69 is 2069, 70 is 1970


@dataclass(frozen=True)
class TypedCells:
    """The cells of a column converted to their type; ``unit`` is the unit of its numbers."""

    type: ColumnType
    values: tuple[Plain, ...]
    unit: str = ""


def typed(cells: Sequence[object], *, prefers_comma: bool = False) -> TypedCells:
    """Return ``cells`` converted to the type that all of them have.

    ``prefers_comma`` decides if a number or a date has two readings: 1.234 is then one thousand and
    more, and 03/04/2024 a day in April.

    >>> typed(["1.234,50", "€ 12", ""]).values
    (1234.5, 12.0, None)
    """
    if all(map(_is_empty, cells)):
        return TypedCells("text", tuple(None for _ in cells))
    for reader in (_booleans, _amounts, _days, _moments, _times):
        found = reader(cells, prefers_comma)
        if found is not None:
            return found
    return TypedCells("text", tuple(map(_text, cells)))


def is_empty(cell: object) -> bool:
    """Return whether ``cell`` is empty."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _is_empty(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and cell.strip().casefold() in _EMPTY)


def _text(cell: object) -> str | None:
    if is_empty(cell):
        return None
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, dt.datetime) and cell.time() == dt.time():
        return cell.date().isoformat()
    return str(cell).strip()


def _each(cells: Iterable[object], read: Callable[[object], Plain]) -> tuple[Plain, ...] | None:
    """Return each of ``cells`` converted by ``read``; None if a non-empty one cannot be."""
    values: list[Plain] = []
    for cell in cells:
        value = None if _is_empty(cell) else read(cell)
        if value is None and not _is_empty(cell):
            return None
        values.append(value)
    return tuple(values)


def _booleans(cells: Sequence[object], _: bool) -> TypedCells | None:  # noqa: FBT001
    values = _each(cells, truth)
    return None if values is None else TypedCells("boolean", values)


def truth(cell: object) -> bool | None:
    """Return the yes or no that a cell says in words, None if it says neither."""
    if isinstance(cell, bool):
        return cell
    word = cell.strip().casefold() if isinstance(cell, str) else ""
    return True if word in _TRUE else False if word in _FALSE else None


def _amounts(cells: Sequence[object], prefers_comma: bool) -> TypedCells | None:  # noqa: FBT001
    for forms in (_COMMA, _POINT) if prefers_comma else (_POINT, _COMMA):
        units: set[str] = set()
        values = _each(cells, partial(_amount, form=forms, units=units))
        if values is not None:
            break
    else:
        return None
    unit = units.pop() if len(units) == 1 else ""
    is_whole = all(value is None or isinstance(value, int) for value in values)
    if is_whole and all(abs(value) < 2**63 for value in values if isinstance(value, int)):
        return TypedCells("integer", values, unit)
    as_floats = tuple(float(each) if isinstance(each, int) else each for each in values)
    return TypedCells("number", as_floats, unit)


def _amount(cell: object, form: re.Pattern[str], units: set[str]) -> int | float | None:
    if isinstance(cell, bool):
        return None
    if isinstance(cell, int | float):
        return int(cell) if isinstance(cell, float) and cell.is_integer() else cell
    if not isinstance(cell, str):
        return None
    stripped = cell.strip()
    is_owed = stripped.startswith("(") and stripped.endswith(")")
    found = _AMOUNT.fullmatch(_SPACED.sub("", stripped[1:-1] if is_owed else stripped))
    if not found or not form.fullmatch(found["number"]) or _CODE.fullmatch(found["number"]):
        return None
    unit = found["before"] or found["after"] or ""
    units.add(_CURRENCIES.get(unit, unit))
    number = found["number"].translate(_SWAPPED) if form is _COMMA else found["number"]
    digits = number.replace(",", "")
    is_less = is_owed or "-" in (each := (found["sign"] + found["inner"])) or "\u2212" in each
    value = float(digits) if re.search(r"[.eE]", digits) else int(digits)
    return -value if is_less else value


def _days(cells: Sequence[object], prefers_comma: bool) -> TypedCells | None:  # noqa: FBT001
    if any(isinstance(cell, dt.datetime) and cell.time() != dt.time() for cell in cells):
        return None
    order = _order((cell for cell in cells if isinstance(cell, str)), prefers_comma)
    values = _each(cells, lambda cell: _day(cell, order))
    return None if values is None else TypedCells("date", values)


def _day(cell: object, order: str) -> dt.date | None:
    if isinstance(cell, dt.datetime):
        return cell.date()
    if isinstance(cell, dt.date):
        return cell
    return _written_day(cell.strip(), order) if isinstance(cell, str) else None


def _written_day(text: str, order: str) -> dt.date | None:
    if found := _NUMERIC_DATE.fullmatch(text):
        first, second, third = int(found[1]), int(found[3]), int(found[4])
        if len(found[1]) > 2:
            parts = (first, second, third)
        else:
            day, month = (first, second) if order == "dmy" else (second, first)
            year = third if len(found[4]) > 2 else _full_year(third)
            parts = (year, month, day)
    elif found := _DAY_FIRST.fullmatch(text):
        parts = (int(found[3]), _MONTHS.get(found[2][:3].lower(), 0), int(found[1]))
    elif found := _MONTH_FIRST.fullmatch(text):
        parts = (int(found[3]), _MONTHS.get(found[1][:3].lower(), 0), int(found[2]))
    else:
        return None
    try:
        return dt.date(*parts)
    except ValueError:
        return None


def _full_year(year: int) -> int:
    return year + (1900 if year >= _TURN else 2000)


def _order(texts: Iterable[str], prefers_comma: bool) -> str:  # noqa: FBT001
    """Return the order of day and month in a column that writes both as numbers."""
    is_slashed = False
    for text in itertools.islice(texts, 10_000):
        found = _NUMERIC_DATE.match(text.strip())
        if found and len(found[1]) <= 2:
            is_slashed = is_slashed or found[2] == "/"
            if int(found[1]) > 12:
                return "dmy"
            if int(found[3]) > 12:
                return "mdy"
    return "mdy" if is_slashed and not prefers_comma else "dmy"


def _moments(cells: Sequence[object], prefers_comma: bool) -> TypedCells | None:  # noqa: FBT001
    order = _order((cell for cell in cells if isinstance(cell, str)), prefers_comma)
    values = _each(cells, lambda cell: _moment(cell, order))
    return None if values is None else TypedCells("timestamp", values)


def _moment(cell: object, order: str) -> dt.datetime | None:
    if isinstance(cell, dt.datetime):
        return cell.astimezone(dt.UTC).replace(tzinfo=None) if cell.tzinfo else cell
    if isinstance(cell, dt.date):
        return dt.datetime.combine(cell, dt.time())
    if not isinstance(cell, str):
        return None
    found = _MOMENT.fullmatch(cell.strip())
    text = cell.strip() if found is None else found["day"].rstrip(",")
    day = _written_day(text, order)
    if found is None or day is None:
        return None if day is None else dt.datetime.combine(day, dt.time())
    clock, zone = _clock(found["time"]), _ZONE.fullmatch(found["zone"])
    if clock is None or (found["zone"].strip() and zone is None):
        return None
    moment = dt.datetime.combine(day, clock)
    if zone is None or zone["sign"] is None:
        return moment
    away = dt.timedelta(hours=int(zone["h"]), minutes=int(zone["m"] or 0))
    return moment - away if zone["sign"] == "+" else moment + away


def _times(cells: Sequence[object], _: bool) -> TypedCells | None:  # noqa: FBT001
    values = _each(
        cells,
        lambda cell: (
            cell
            if isinstance(cell, dt.time)
            else _clock(cell.strip())
            if isinstance(cell, str)
            else None
        ),
    )
    return None if values is None else TypedCells("time", values)


def _clock(text: str) -> dt.time | None:
    found = _CLOCK.fullmatch(text)
    if not found:
        return None
    hour, minute, second = int(found[1]), int(found[2]), int(found[3] or 0)
    if hour > 23 or minute > 59 or second > 59:
        return None
    return dt.time(hour, minute, second, int((found[4] or "0").ljust(6, "0")))
