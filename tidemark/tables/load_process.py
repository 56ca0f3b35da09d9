"""The process that reads the tables of a file into DuckDB, started by ``tidemark.tables.loading``.

It may read the file and write one other.  It runs no query from anybody else.
"""

import decimal
import json
import logging
import resource
import sys
import warnings
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

import duckdb
import pyarrow

from tidemark.schema.tables import Column, ColumnType, Table
from tidemark.tables.cells import TypedCells, typed
from tidemark.tables.files import RawTable, raw_tables
from tidemark.tables.keys import key_of
from tidemark.tables.names import plain_names

_ARROW: dict[ColumnType, pyarrow.DataType] = {
    "integer": pyarrow.int64(),
    "number": pyarrow.float64(),
    "boolean": pyarrow.bool_(),
    "date": pyarrow.date32(),
    "time": pyarrow.time64("us"),
    "timestamp": pyarrow.timestamp("us"),
    "text": pyarrow.string(),
}
_MOST_SAMPLES = 200  # enough for places and people; others are looked up when a question names them
_SAMPLE_CHARS = 60
_SAMPLES_CHARS = 4000
_OTHER_SAMPLES = 10  # of columns that are not text
_CPU_S = 120
_MEMORY_BYTES = 3 << 30
_FILE_BYTES = 2 << 30
_REFUSED = ("socket.connect", "socket.bind", "subprocess.Popen", "os.system", "os.exec", "os.fork")


def main() -> None:
    """Load the one file that is sent, and answer with its tables."""
    logging.disable()
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE_BYTES, _FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (_CPU_S, _CPU_S))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.addaudithook(_refuse)
    with Connection(int(sys.argv[1])) as connection:
        path, name, file_type, target = json.loads(connection.recv_bytes())
        try:
            tables = load(raw_tables(Path(path), name, file_type), Path(target))
        except Exception:  # noqa: BLE001 - readers raise whatever a broken file makes them
            tables = ()
        told = [each.model_dump(mode="json", exclude_defaults=True) for each in tables]
        connection.send_bytes(json.dumps(told).encode())


def load(tables: Sequence[RawTable], target: Path) -> tuple[Table, ...]:
    """Write ``tables`` to the DuckDB file ``target``; return their descriptions, without a source.

    In the file they are named t1, t2 and so on.
    """
    names = plain_names([table.title for table in tables], alone="table")
    with duckdb.connect(str(target), config={"threads": 1}) as connection:
        return tuple(
            _loaded(connection, f"t{number}", name, table)
            for number, (name, table) in enumerate(zip(names, tables, strict=True), start=1)
        )


def _loaded(
    connection: duckdb.DuckDBPyConnection, inside: str, name: str, table: RawTable
) -> Table:
    names = plain_names(table.titles, alone="column")
    columns = [_typed(cells, prefers_comma=table.prefers_comma) for cells in table.columns]
    arrow = pyarrow.table(
        [pyarrow.array(each.values, _ARROW[each.type]) for each in columns], names=names
    )
    connection.register("loading", arrow)
    connection.execute(f"CREATE TABLE {inside} AS SELECT * FROM loading")  # noqa: S608
    connection.unregister("loading")
    described = tuple(
        _described(connection, inside, column_name, title, column)
        for column_name, title, column in zip(names, table.titles, columns, strict=True)
    )
    rows = len(arrow)
    key = key_of(described, rows)
    return Table(name=name, title=table.title, source="", columns=described, rows=rows, key=key)


def _typed(cells: Sequence[object], *, prefers_comma: bool) -> TypedCells:
    return typed(
        [float(cell) if isinstance(cell, decimal.Decimal) else cell for cell in cells],
        prefers_comma=prefers_comma,
    )


def _described(
    connection: duckdb.DuckDBPyConnection, table: str, name: str, title: str, cells: TypedCells
) -> Column:
    most = _MOST_SAMPLES if cells.type == "text" else _OTHER_SAMPLES
    counted = f"SELECT count(DISTINCT {name}), count(*) - count({name}) FROM {table}"  # noqa: S608
    distinct, empty = connection.execute(counted).fetchall()[0]
    lowest, highest = connection.execute(
        f"SELECT CAST(min({name}) AS VARCHAR), CAST(max({name}) AS VARCHAR) FROM {table}"  # noqa: S608
    ).fetchall()[0]
    frequent = connection.execute(
        f"SELECT CAST({name} AS VARCHAR), count(*) FROM {table} WHERE {name} IS NOT NULL"  # noqa: S608
        f" GROUP BY ALL ORDER BY 2 DESC, 1 LIMIT {most}"
    ).fetchall()
    has_range = cells.type not in ("text", "boolean")
    return Column(
        name=name,
        title=title,
        type=cells.type,
        samples=_within([value for value, _ in frequent]),
        distinct=distinct,
        empty=empty,
        lowest=lowest or "" if has_range else "",
        highest=highest or "" if has_range else "",
        unit=cells.unit,
    )


def _within(values: Sequence[str]) -> tuple[str, ...]:
    """Return the short ones of ``values``, up to the limit."""
    kept: list[str] = []
    left = _SAMPLES_CHARS
    for value in values:
        if len(value) <= _SAMPLE_CHARS and len(value) <= left:
            kept.append(value)
            left -= len(value)
    return tuple(kept)


def _refuse(event: str, _: tuple[object, ...]) -> None:
    if event.startswith(_REFUSED):
        raise PermissionError(event)


if __name__ == "__main__":
    main()
