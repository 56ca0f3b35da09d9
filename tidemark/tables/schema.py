"""Tables as questions see them: columns with their types and samples, and the keys that join them.

Nothing here reads a file or runs SQL: whoever loads a table describes it once, and what writes
SQL or a prompt reads only this.
"""

from typing import Literal

from pydantic import NonNegativeInt

from tidemark.schema.base import FrozenModel

ColumnType = Literal["integer", "number", "text", "boolean", "date", "timestamp", "time", "other"]

MOST_SAMPLES = 200  # distinct values kept of a column: enough for names of places and of people


class Column(FrozenModel):
    """A column; ``samples`` are distinct values as text, the most frequent first.

    ``distinct`` counts the distinct values, null not among them: if it is no more than the
    samples, they are all of them.  ``lowest`` and ``highest`` are of numbers and dates, as text.
    """

    name: str
    type: ColumnType = "text"
    samples: tuple[str, ...] = ()
    distinct: NonNegativeInt = 0
    nulls: NonNegativeInt = 0
    lowest: str = ""
    highest: str = ""

    @property
    def is_numeric(self) -> bool:
        """Whether sums and averages of it mean anything to the database."""
        return self.type in {"integer", "number"}

    @property
    def is_temporal(self) -> bool:
        """Whether it holds days or moments."""
        return self.type in {"date", "timestamp"}


class Key(FrozenModel):
    """``column`` of a table refers to ``to_column`` of ``to_table``; declared, or guessed."""

    column: str
    to_table: str
    to_column: str
    declared: bool = False


class Table(FrozenModel):
    """A table with its row count; ``primary_key`` names its columns, ``keys`` lead elsewhere.

    ``name`` is the one that SQL uses; ``title`` is what people call it, such as a file's name.
    """

    name: str
    columns: tuple[Column, ...]
    rows: NonNegativeInt = 0
    primary_key: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    title: str = ""

    def column(self, name: str) -> Column | None:
        """Return the column of this name, whatever its case."""
        return next((each for each in self.columns if each.name.lower() == name.lower()), None)
