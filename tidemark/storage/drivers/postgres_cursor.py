"""A cursor of psycopg that describes the columns of a result only when asked.

SQLAlchemy keeps the description of a statement it has run before, but asks the cursor for it each
time; making it took a millisecond of a turn.
"""

from collections.abc import Sequence
from typing import Any, overload

from psycopg import Column, Cursor


class LazyCursor(Cursor[Any]):
    """Makes each column of ``description`` on access."""

    @property
    def description(self) -> "Sequence[Column] | None":  # type: ignore[override]
        """The columns of the current result, or None if it has no rows."""
        result = self.pgresult
        return _Columns(self) if result and result.nfields else super().description


class _Columns(Sequence[Column]):
    """The columns of the current result of ``cursor``."""

    def __init__(self, cursor: LazyCursor) -> None:
        self._cursor = cursor

    def __len__(self) -> int:
        return self._cursor.pgresult.nfields if self._cursor.pgresult else 0

    @overload
    def __getitem__(self, index: int) -> Column: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Column]: ...
    def __getitem__(self, index: int | slice) -> Column | Sequence[Column]:
        numbers = range(len(self))[index]
        if isinstance(numbers, range):
            return [Column(self._cursor, each) for each in numbers]
        return Column(self._cursor, numbers)
