"""The process that runs one query; ``tidemark.tables.sandbox`` starts it and sends the query."""

import ctypes
import datetime as dt
import decimal
import json
import logging
import math
import resource
import sys
import time
import uuid
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import duckdb

from tidemark.schema.tables import Cell, ColumnType, ResultColumn, TableResult

_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000  # linux/sched.h
_COUNTED_ROWS = 1_000_000
_COUNTING_S = 0.5
_AT_ONCE = 2048  # rows; the size of DuckDB's own vectors
_CELL_CHARS = 2000
_TYPES: dict[str, ColumnType] = {
    **dict.fromkeys(("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"), "integer"),
    **dict.fromkeys(("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"), "integer"),
    **dict.fromkeys(("FLOAT", "DOUBLE", "DECIMAL"), "number"),
    "BOOLEAN": "boolean",
    "DATE": "date",
    "TIME": "time",
    **dict.fromkeys(("TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"), "timestamp"),
}
_REFUSED = ("open", "socket.", "subprocess.", "os.", "ctypes.")
_LOADED = uuid.UUID  # DuckDB imports it for its values, once no file can be opened


def main() -> None:
    """Run the one query that is sent, and answer with its result."""
    logging.disable()
    with Connection(int(sys.argv[1])) as connection:
        asked = json.loads(connection.recv_bytes())
        connection.send_bytes(json.dumps(_answer(asked)).encode())


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        return _run(asked)
    except (duckdb.OutOfMemoryException, MemoryError):
        return _refused("too_much_memory")
    except duckdb.PermissionException:
        return _refused("forbidden")
    except duckdb.Error as error:
        return _refused("wrong", str(error).partition("\n")[0].strip().rstrip(".")[:300])


def _refused(why: str, detail: str = "") -> dict[str, Any]:
    return {"why": why, "detail": detail}


def _run(asked: dict[str, Any]) -> dict[str, Any]:
    _leave_network()
    connection = _opened(asked)
    statements = duckdb.extract_statements(asked["sql"])
    if [each.type for each in statements] != [duckdb.StatementType.SELECT]:
        return _refused("not_one_select")
    _lock_in(connection, asked)
    used = _tables_in(connection, asked["sql"])
    began = time.perf_counter()
    found = _executed(connection, statements[0])
    columns = [(name, str(kind)) for name, kind, *_ in found.description or ()]
    rows, dropped = _rows(found, asked["rows"], asked["answer_chars"])
    ms = (time.perf_counter() - began) * 1000
    more, is_counted = _count(found)
    result = TableResult(
        columns=tuple(ResultColumn(name=name, type=_type(kind)) for name, kind in columns),
        rows=tuple(rows),
        left_out=dropped + more,
        is_counted=is_counted,
        ms=round(ms, 2),
    )
    return {
        "result": result.model_dump(mode="json"),
        "tables_used": sorted(name for name in asked["tables"] if name.lower() in used),
    }


def _leave_network() -> None:
    """Move to an empty network namespace, if the kernel allows it."""
    unshare = getattr(ctypes.CDLL(None), "unshare", None)  # Linux only
    if unshare and unshare(_CLONE_NEWNET):
        unshare(_CLONE_NEWUSER | _CLONE_NEWNET)


def _opened(asked: dict[str, Any]) -> duckdb.DuckDBPyConnection:
    """Return a connection with a view of each table, without access to anything else."""
    connection = duckdb.connect(
        ":memory:",
        config={
            "threads": 1,
            "memory_limit": f"{asked['database_bytes']}B",
            "temp_directory": "",
            "max_temp_directory_size": "0B",
            "max_expression_depth": 250,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "allow_community_extensions": False,
            "allow_unsigned_extensions": False,
            "allow_extensions_metadata_mismatch": False,
            "allow_persistent_secrets": False,
            "allow_unredacted_secrets": False,
            "enable_external_file_cache": False,
            "python_enable_replacements": False,
        },
    )
    files = {path: f"file_{at}" for at, path in enumerate(_paths(asked))}
    for path, alias in files.items():
        connection.execute(f"ATTACH {_quoted(path, chr(39))} AS {alias} (READ_ONLY)")
    for name, (path, inside) in asked["tables"].items():
        table = f"{files[path]}.{inside}"  # a plain name that we chose
        connection.execute(f"CREATE VIEW {_quoted(name)} AS SELECT * FROM {table}")  # noqa: S608
    connection.execute("SET enable_external_access=false")  # as an option of connect() it fails
    connection.execute("SET lock_configuration=true")
    return connection


def _paths(asked: dict[str, Any]) -> dict[str, None]:
    return dict.fromkeys(path for path, _ in asked["tables"].values())


def _quoted(name: str, mark: str = '"') -> str:
    return mark + name.replace(mark, mark * 2) + mark


def _lock_in(connection: duckdb.DuckDBPyConnection, asked: dict[str, Any]) -> None:
    """Give up the right to files, memory, time and other processes."""
    connection.execute("SELECT 1").fetchall()  # starts its threads
    used = resource.getrusage(resource.RUSAGE_SELF)
    cpu_s = int(used.ru_utime + used.ru_stime) + 1 + asked["cpu_s"]
    memory = _address_space() + asked["memory_bytes"]
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))  # the soft limit shows why it ended
    for limit in (resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC, resource.RLIMIT_CORE):
        resource.setrlimit(limit, (0, 0))
    sys.addaudithook(_refuse)


def _address_space() -> int:
    """Return the bytes of address space in use; DuckDB reserves a gigabyte and uses little."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except OSError:  # not Linux
        return 1 << 30
    return int(pages) * resource.getpagesize()


def _refuse(event: str, _: tuple[object, ...]) -> None:
    if event.startswith(_REFUSED):
        raise PermissionError(event)


def _executed(
    connection: duckdb.DuckDBPyConnection, statement: duckdb.Statement
) -> duckdb.DuckDBPyConnection:
    """Run ``statement``, converting moments with a zone to text, as Python lacks the zones."""
    found = connection.execute(statement)
    zoned = [_quoted(name) for name, kind, *_ in found.description or () if "ZONE" in str(kind)]
    if not zoned:
        return found
    texts = ", ".join(f"CAST({name} AS VARCHAR) AS {name}" for name in dict.fromkeys(zoned))
    query = statement.query.rstrip("; \n\t")
    return connection.execute(f"SELECT * REPLACE ({texts}) FROM (\n{query}\n)")  # noqa: S608


def _tables_in(connection: duckdb.DuckDBPyConnection, sql: str) -> set[str]:
    """Return the lower-case names of tables in ``sql``; get_table_names() fails at USING."""
    parsed = connection.execute("SELECT json_serialize_sql(?)", [sql]).fetchall()[0][0]
    names: set[str] = set()
    waiting = [json.loads(parsed)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if node.get("type") == "BASE_TABLE":
                names.add(str(node["table_name"]).lower())
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return names


def _rows(
    found: duckdb.DuckDBPyConnection, most: int, chars: int
) -> tuple[list[tuple[Cell, ...]], int]:
    """Return the first rows of a result, and the number of rows read beyond them."""
    rows: list[tuple[Cell, ...]] = []
    while len(rows) < most and (some := found.fetchmany(min(_AT_ONCE, most - len(rows)))):
        for at, row in enumerate(some):
            cells = tuple(map(_cell, row))
            chars -= sum(len(str(cell)) for cell in cells)
            if chars < 0:
                return rows, len(some) - at
            rows.append(cells)
    return rows, 0


def _count(found: duckdb.DuckDBPyConnection) -> tuple[int, bool]:
    """Count the remaining rows; return the count and whether it is complete."""
    count, until = 0, time.perf_counter() + _COUNTING_S
    while count < _COUNTED_ROWS and time.perf_counter() < until:
        try:
            some = found.fetchmany(_AT_ONCE)
        except (duckdb.Error, MemoryError):
            break
        if not some:
            return count, True
        count += len(some)
    return count, False


def _cell(value: object) -> Cell:
    if value is None or isinstance(value, bool | int):
        return value if not isinstance(value, int) or abs(value) < 2**53 else str(value)
    if isinstance(value, float | decimal.Decimal):
        number = float(f"{value:.15g}")  # what a double holds of a decimal: 0.3, not 0.1 + 0.2
        return number if math.isfinite(number) else None
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    text = value if isinstance(value, str) else str(value)
    return text if len(text) <= _CELL_CHARS else text[: _CELL_CHARS - 1] + "…"


def _type(kind: str) -> ColumnType:
    return _TYPES.get(kind.partition("(")[0].strip(), "text")


if __name__ == "__main__":
    main()
