"""Statements that every turn asks, compiled once: they go to the driver as they are.

To look a statement up, to bind it and to wrap its rows takes SQLAlchemy four times as long as a
file takes to answer, and a question asks ten of them.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from pydantic import BaseModel
from sqlalchemy import BindParameter, Connection, Dialect, Insert, Select, TextClause
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import TypeEngine

Row = tuple[Any, ...]
S = TypeVar("S", bound=BaseModel)
_LONG = 4_000  # characters


@contextmanager
def in_one_go(connection: Connection) -> Iterator[None]:
    """Let all that is written inside go to a server in one go, and be answered at the end.

    Nothing may be read inside.

    Raises:
        DBAPIError: As SQLAlchemy raises it.
    """
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        yield
        return
    try:
        with driver.pipeline():
            yield
    except connection.dialect.loaded_dbapi.Error as error:
        raise _told(connection, None, error, "several at once") from error


@dataclass(frozen=True, eq=False)
class _Compiled:
    """A statement as one dialect says it, and what converts its parameters and its rows."""

    text: str
    given: dict[str, Any]
    order: tuple[str, ...] | None
    writes: dict[str, Callable[[Any], Any]]
    reads: tuple[tuple[int, Callable[[Any], Any]], ...]


class Prepared:
    """A statement; of its parameters none may stand for a list of any length.

    Where rows are read again from turn to turn, so many of their shapes are kept as ``keeps`` says,
    by all that stands in them; long ones are not.
    """

    def __init__(self, query: Select[Any] | Insert | TextClause, *, keeps: int = 0) -> None:
        self._query = query
        self._names: tuple[str, ...] = tuple(getattr(query, "selected_columns", {}).keys())
        self._compiled: dict[str, _Compiled] = {}
        self._kept = lru_cache(maxsize=keeps)(self._shaped) if keeps else None

    def rows(self, connection: Connection, /, **given: object) -> list[Row]:
        """Return all rows that are found with the parameters ``given``.

        Raises:
            DBAPIError: As SQLAlchemy raises it.
        """
        compiled, rows = self._ask(connection, given)
        return [_read(row, compiled.reads) for row in rows] if compiled.reads else rows

    def run(self, connection: Connection, /, **given: object) -> None:
        """Do what it says, once, with the parameters ``given``.

        Raises:
            DBAPIError: As SQLAlchemy raises it.
        """
        self._ask(connection, given, reads=False)

    def shapes(self, connection: Connection, shape: type[S], /, **given: object) -> tuple[S, ...]:
        """Return the rows as ``shape``, whose parts are called as the columns are."""
        compiled, rows = self._ask(connection, given)
        kept = self._kept
        if kept is None:
            return tuple(self._shaped(compiled, shape, row) for row in rows)
        return tuple(
            (kept if _is_short(row) else self._shaped)(compiled, shape, row) for row in rows
        )

    def _shaped(self, compiled: _Compiled, shape: type[S], row: Row) -> S:
        read = _read(row, compiled.reads)
        return shape.model_validate(dict(zip(self._names, read, strict=True)))

    def _ask(
        self, connection: Connection, given: dict[str, object], *, reads: bool = True
    ) -> tuple[_Compiled, list[Row]]:
        dialect = connection.dialect
        compiled = self._compiled.get(dialect.name) or self._compile(dialect)
        asked = {**compiled.given, **given}
        for name, write in compiled.writes.items():
            asked[name] = write(asked[name])
        order = compiled.order
        values: Any = asked if order is None else tuple(asked[at] for at in order)
        cursor = connection.connection.cursor()
        for hear in connection.dispatch.before_cursor_execute:  # as of any other statement
            hear(connection, cursor, compiled.text, values, None, False)
        try:
            cursor.execute(compiled.text, values)
            return compiled, cast(list[Row], cursor.fetchall()) if reads else []
        except dialect.loaded_dbapi.Error as error:
            raise _told(connection, cursor, error, compiled.text) from error
        finally:
            cursor.close()

    def _compile(self, dialect: Dialect) -> _Compiled:
        made: Any = self._query.compile(dialect=dialect)
        binds: Mapping[str, BindParameter[Any]] = made.binds
        columns = getattr(self._query, "selected_columns", ())
        reads = ((at, _reading(column.type, dialect)) for at, column in enumerate(columns))
        writes = ((name, _writing(bind.type, dialect)) for name, bind in binds.items())
        compiled = _Compiled(
            text=str(made),
            given={name: value for name, value in made.params.items() if not binds[name].required},
            order=tuple(made.positiontup) if made.positional else None,
            writes={name: write for name, write in writes if write},
            reads=tuple((at, read) for at, read in reads if read),
        )
        self._compiled[dialect.name] = compiled
        return compiled


def _writing(kind: TypeEngine[Any], dialect: Dialect) -> Callable[[Any], Any] | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _reading(kind: TypeEngine[Any], dialect: Dialect) -> Callable[[Any], Any] | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)


def _read(row: Row, reads: tuple[tuple[int, Callable[[Any], Any]], ...]) -> Row:
    values = list(row)
    for at, read in reads:
        values[at] = read(values[at])
    return tuple(values)


def _is_short(row: Row) -> bool:
    return all(len(value) <= _LONG for value in row if isinstance(value, str))


def _told(connection: Connection, cursor: DBAPICursor | None, error: Any, text: str) -> Any:  # noqa: ANN401
    """Return ``error`` of a driver as SQLAlchemy tells it; a connection that is gone is let go."""
    dialect = connection.dialect
    is_gone = dialect.is_disconnect(error, connection.connection, cursor)
    if is_gone:
        connection.invalidate(error)
    return DBAPIError.instance(
        text,
        None,
        error,
        dialect.loaded_dbapi.Error,
        hide_parameters=True,
        connection_invalidated=is_gone,
        dialect=dialect,
    )
