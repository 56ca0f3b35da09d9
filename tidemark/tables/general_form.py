"""General form of a query: only words of SQL and names of the tables, without any value.

Only listed words are allowed, and a query with anything else has no general form: so no word that a
person wrote passes as a literal, an alias or a comment.
"""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from tidemark.schema.tables import Table

_WORDS = frozenset(
    """
    abs all and as asc avg between bigint boolean by case cast coalesce count current_date date
    date_trunc day desc distinct double else end except extract false first from full group having
    ilike in inner int integer intersect is join last left like limit max min month not null nullif
    nulls offset on or order outer over partition quarter right round row_number select sum text
    then timestamp true union using varchar when where with year
    """.split()
)
_WORD = re.compile(r"[^\W\d]\w*")
_STANDING_FOR = re.compile(r"a\d+")  # an alias
_REFUSED = re.compile(r"['\"`;]|\d*\.\d|(?<!\w)\d")  # a remaining value, or a quoted name


class GeneralQuery(NamedTuple):
    """A query without values, and the names of tables and columns in it."""

    sql: str
    names: frozenset[str]


def names_of(tables: Sequence[Table]) -> frozenset[str]:
    """Return the names of ``tables`` and of their columns."""
    return frozenset(
        name for table in tables for name in (table.name, *(each.name for each in table.columns))
    )


def general_form(sql: str, names: Collection[str]) -> GeneralQuery | None:
    """Return the general form of ``sql``, given the ``names`` of the tables; None if it has none.

    >>> general_form("SELECT sum(amount) AS t FROM sales WHERE region = 'x'", {"sales", "amount",
    ... "region"}).sql
    'SELECT SUM(amount) AS a1 FROM sales WHERE region = ?'
    """
    try:
        query = sqlglot.parse_one(sql, dialect="duckdb")
    except SqlglotError:
        return None
    aliases: dict[str, str] = {}
    for each in list(query.find_all(exp.Literal, exp.Identifier)):
        if isinstance(each, exp.Literal):
            each.replace(exp.Placeholder())
        elif each.name not in names:
            alias = aliases.setdefault(each.name, f"a{len(aliases) + 1}")
            each.replace(exp.to_identifier(alias))
    written = query.sql(dialect="duckdb", comments=False)
    words = {each for each in _WORD.findall(written) if not _STANDING_FOR.fullmatch(each)}
    own = words.intersection(names)
    if _REFUSED.search(written) or not _WORDS.issuperset(each.lower() for each in words - own):
        return None
    return GeneralQuery(written, frozenset(own))
