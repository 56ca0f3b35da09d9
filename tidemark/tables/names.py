"""Names of tables and columns that SQL accepts without quotes."""

import re
import unicodedata
from collections.abc import Collection, Sequence

_MOST_CHARS = 60
_OTHERS = re.compile(r"[^a-z0-9]+")
_LETTERS = {"ß": "ss", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "'": ""}
_SIGNS = {"%": " percent ", "€": " euro ", "$": " dollar ", "£": " pound ", "#": " nr "}
_PLAIN = str.maketrans(_LETTERS | _SIGNS)
# Of duckdb_keywords(): those that cannot name a table or a column in all places
_RESERVED = frozenset(
    "all analyse analyze and anti any array as asc asof asymmetric at authorization between both by"
    " case cast check collate collation column concurrently constraint create cross default"
    " deferrable desc describe distinct do else end except exists extract false fetch for foreign"
    " freeze from full generated glob group grouping having ilike in initially inner intersect into"
    " is isnull join lambda lateral leading left like limit map natural not notnull null offset on"
    " only or order outer overlaps pivot pivot_longer pivot_wider placing positional primary"
    " qualify references returning right row select semi show similar some struct summarize"
    " symmetric table tablesample then to trailing true try_cast union unique unpivot using values"
    " variadic verbose when where window with".split()
)


def plain_names(titles: Sequence[str], *, alone: str) -> tuple[str, ...]:
    """Return a unique name for each of ``titles``; ``alone`` begins one without letters.

    >>> plain_names(["Région", "Sales (€)", "Sales (€)", "2024", "Order", ""], alone="column")
    ('region', 'sales_euro', 'sales_euro_2', 'column_2024', 'order_', 'column_6')
    """
    made: list[str] = []
    for number, title in enumerate(titles, start=1):
        made.append(free_name(_plain(title, alone) or f"{alone}_{number}", made))
    return tuple(made)


def free_name(name: str, taken: Collection[str]) -> str:
    """Return ``name``, with a number if it is ``taken``."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    return free


def _plain(title: str, alone: str) -> str:
    letters = unicodedata.normalize("NFKD", title.casefold().translate(_PLAIN))
    name = _OTHERS.sub("_", "".join(each for each in letters if not unicodedata.combining(each)))
    name = name.strip("_")[:_MOST_CHARS].strip("_")
    if name[:1].isdigit():
        return f"{alone}_{name}"
    return f"{name}_" if name in _RESERVED else name
