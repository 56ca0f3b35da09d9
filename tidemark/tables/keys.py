"""Guesses the key of a table: the column that identifies a row."""

from collections.abc import Sequence

from tidemark.schema.tables import Column

_OF_KEYS = ("id", "key", "code", "nr", "number", "no", "nummer", "sku", "isbn", "email")
_NAMES = ("name", "naam", "title", "titel")


def key_of(columns: Sequence[Column], rows: int) -> tuple[str, ...]:
    """Return the name of the column that identifies a row; none if no column does.

    Its values differ and are never empty, and its name is typical of keys, or it is the first
    column.
    """
    unique = [each for each in columns if each.distinct == rows and not each.empty and rows > 1]
    plain = [each for each in unique if each.type in ("integer", "text")]
    called = sorted(
        (each for each in plain if _is_called_key(each.name)),
        key=lambda each: (each.name.rpartition("_")[2] not in ("id", "key"), len(each.name)),
    )
    leading = [each for each in plain if each is columns[0] or each.name in _NAMES]
    return tuple(each.name for each in (*called, *leading))[:1]


def _is_called_key(name: str) -> bool:
    last = name.rpartition("_")[2]
    return last in _OF_KEYS or (len(name) > 3 and name.endswith("id"))
