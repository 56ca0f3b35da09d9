"""Tables in files, cell by cell: CSV, workbooks, JSON, Parquet."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path, PurePath

import pyarrow
import pyarrow.parquet
import python_calamine

from tidemark.nlp.patterns import YEAR
from tidemark.schema.sources import FileType
from tidemark.sources.converters.text import decoded
from tidemark.tables.cells import is_empty, typed

MOST_ROWS = 1_000_000
_MOST_COLUMNS = 500
_MOST_TABLES = 50
_SNIFFED_CHARS = 20_000
_DELIMITERS = ",;\t|"
_SHEET_NUMBERS = re.compile(r"(?i)(?:sheet|blad|tabelle|feuil)\s*\d*")
_YEAR = re.compile(YEAR)
_HEADER_ROWS = 20  # a table may have titles and notes above it


@dataclass(frozen=True)
class RawTable:
    """A table as read from a file: the ``titles`` of its columns, and the cells of each."""

    title: str
    titles: tuple[str, ...]
    columns: tuple[tuple[object, ...], ...]
    prefers_comma: bool = False


def raw_tables(path: Path, name: str, file_type: FileType) -> tuple[RawTable, ...]:
    """Return the tables with rows in the file at ``path``, whose name is ``name``.

    Raises:
        ValueError: It is not a file of its type.
    """
    stem = PurePath(name).stem
    if file_type == "csv":
        found = _of_csv(decoded(path.read_bytes(), name), stem)
    elif file_type == "spreadsheet":
        found = _of_workbook(path, stem)
    elif file_type == "parquet":
        found = _of_parquet(path, stem)
    else:
        found = _of_json(decoded(path.read_bytes(), name), name)
    whole = [each for each in found if each.columns and each.columns[0]]
    return tuple(each for each in whole if len(each.columns) <= _MOST_COLUMNS)[:_MOST_TABLES]


def _of_csv(text: str, stem: str) -> Iterator[RawTable]:
    try:
        dialect: type[csv.Dialect] = csv.Sniffer().sniff(text[:_SNIFFED_CHARS], _DELIMITERS)
    except csv.Error:  # one column, or cells of many kinds
        dialect = csv.excel
    rows = csv.reader(io.StringIO(text, newline=""), dialect)
    yield from _of_rows(stem, rows, prefers_comma=dialect.delimiter == ";")


def _of_workbook(path: Path, stem: str) -> Iterator[RawTable]:
    workbook = python_calamine.CalamineWorkbook.from_path(str(path))
    names = workbook.sheet_names
    for sheet_name in names:
        is_plain = len(names) == 1 or _SHEET_NUMBERS.fullmatch(sheet_name)
        rows = workbook.get_sheet_by_name(sheet_name).to_python(skip_empty_area=True)
        yield from _of_rows(stem if is_plain else sheet_name, rows)


def _of_rows(
    title: str, rows: Iterable[Sequence[object]], *, prefers_comma: bool = False
) -> Iterator[RawTable]:
    """Yield the table in ``rows``, if there is one; its header is among the first rows."""
    kept = [row for row in rows if not all(map(is_empty, row))][: MOST_ROWS + _HEADER_ROWS]
    if not kept:
        return
    first = _header_row(kept)
    header = kept[first] if _is_header(kept[first], kept[first + 1 :]) else ()
    body = kept[first + bool(header) :]
    columns: list[tuple[object, ...]] = list(zip_longest(*body))
    titles = [*(_title(cell) for cell in header), *("" for _ in columns[len(header) :])]
    columns += [(None,) * len(body)] * (len(titles) - len(columns))
    filled = [
        (name, cells)
        for name, cells in zip(titles, columns, strict=True)
        if name or not all(map(is_empty, cells))
    ]
    yield RawTable(
        title,
        tuple(name for name, _ in filled),
        tuple(cells for _, cells in filled),
        prefers_comma,
    )


def _header_row(rows: Sequence[Sequence[object]]) -> int:
    """Return the first row as wide as the table; titles above it are narrower."""
    widths = [sum(not is_empty(cell) for cell in row) for row in rows[: 3 * _HEADER_ROWS]]
    usual = sorted(widths)[len(widths) // 2]
    wide = (at for at, width in enumerate(widths[:_HEADER_ROWS]) if width * 2 > usual)
    return next((at for at in wide if usual < 2 or widths[at] > 1), 0)


def _is_header(row: Sequence[object], below: Sequence[Sequence[object]]) -> bool:
    """Return whether ``row`` names columns: it has words or years, and nothing else."""
    named = [cell for cell in row if not is_empty(cell)]
    words = [cell for cell in named if isinstance(cell, str) and typed([cell]).type == "text"]
    years = [cell for cell in named if _YEAR.fullmatch(_title(cell))]
    return bool(words) and len(words) + len(years) == len(named) and bool(below or len(words) > 1)


def _title(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return "" if is_empty(cell) else " ".join(str(cell).split())


def _of_parquet(path: Path, stem: str) -> Iterator[RawTable]:
    try:
        table = pyarrow.parquet.read_table(path)
    except pyarrow.ArrowException as error:
        raise ValueError(str(error)) from error
    yield _of_records(stem, table.slice(0, MOST_ROWS).to_pylist(), tuple(table.column_names))


def _of_json(text: str, name: str) -> Iterator[RawTable]:
    lines = text.splitlines() if not name.lower().endswith(".json") else []
    try:
        content = [json.loads(line) for line in lines if line.strip()] or json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    yield from _of_content(PurePath(name).stem, content)


def _of_content(title: str, content: object) -> Iterator[RawTable]:
    """Yield a table for each list of objects, and for each list inside them."""
    if records := _records(content):
        yield from _with_lists(title, records)
    elif isinstance(content, dict):
        held = {key: records for key, value in content.items() if (records := _records(value))}
        for key, records in held.items():
            yield from _with_lists(key, records)
        by_key = [value for value in content.values() if isinstance(value, dict)]
        if not held and len(by_key) == len(content) > 1:  # {"anna": {…}, "bert": {…}}
            rows = [{"key": key, **value} for key, value in content.items()]
            yield from _with_lists(title, rows)


def _records(value: object) -> list[dict[str, object]]:
    """Return the objects of a list that has only objects; else an empty list."""
    held = value if isinstance(value, list) else []
    rows = [row for row in held if isinstance(row, dict)]
    return rows if len(rows) == len(held) else []


def _with_lists(title: str, rows: Sequence[dict[str, object]]) -> Iterator[RawTable]:
    lists = {key for row in rows for key, value in row.items() if _records(value)}
    number = next((key for key in ("id", "ID", "Id", "key") if _is_key(rows, key)), "row")
    if lists and number == "row":
        rows = [{"row": at, **row} for at, row in enumerate(rows, start=1)]
    plain = [{key: row[key] for key in row if key not in lists} for row in rows]
    yield _of_records(title, plain[:MOST_ROWS])
    for key in sorted(lists):
        inner = [
            {f"{title}_{number}": row[number], **each}
            for row in rows
            for each in _records(row.get(key))
        ]
        yield from _with_lists(f"{title}_{key}", inner)


def _is_key(rows: Sequence[dict[str, object]], key: str) -> bool:
    values = [row.get(key) for row in rows]
    plain = all(isinstance(value, str | int) for value in values)
    return plain and len(set(map(str, values))) == len(rows)


def _of_records(
    title: str, rows: Sequence[dict[str, object]], titles: Sequence[str] = ()
) -> RawTable:
    flat = [dict(_flat(row)) for row in rows]
    named = tuple(dict.fromkeys((*titles, *(key for row in flat for key in row))))
    named = tuple(name for name in named if any(name in row for row in flat)) if flat else named
    columns = tuple(tuple(row.get(name) for row in flat) for name in named)
    return RawTable(title, named, columns)


def _flat(row: dict[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    """Yield the members of ``row``, those of nested objects by a longer name, lists as text."""
    for key, value in row.items():
        name = f"{before}{key}"
        if isinstance(value, dict):
            yield from _flat(value, f"{name} ")
        elif isinstance(value, list):
            parts = [
                each if isinstance(each, str) else json.dumps(each, default=str) for each in value
            ]
            yield name, ", ".join(parts)
        else:
            yield name, value.hex() if isinstance(value, bytes) else value
