"""Messages as rows of a table: CSV for spreadsheets, Parquet for data tools."""

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

import pyarrow as pa
from pyarrow import parquet

from tidemark.i18n.catalogue import catalogue
from tidemark.schema.records import SessionRecord
from tidemark.transfer.writers import outline

AddRecord = Callable[[SessionRecord], None]
_SCHEMA = pa.schema(
    [
        ("session_id", pa.string()),
        ("title", pa.string()),
        ("position", pa.int32()),
        ("role", pa.string()),
        ("content", pa.string()),
        ("timestamp", pa.timestamp("us", tz="UTC")),
        ("token_count", pa.int32()),
        ("is_summarized", pa.bool_()),
        ("is_retired", pa.bool_()),
        ("is_pinned", pa.bool_()),
        ("is_shared", pa.bool_()),
        ("engine", pa.string()),
        ("understood_as", pa.string()),
        ("metadata", pa.string()),
    ]
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a formula begins (owasp.org, CSV injection)


@contextmanager
def csv_rows(file: IO[bytes]) -> Iterator[AddRecord]:
    """Write a CSV file; yield a function that adds the messages of a session.

    A cell that a spreadsheet would run as a formula gets a leading apostrophe.
    """
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    table = csv.DictWriter(text, _SCHEMA.names)
    table.writeheader()

    def add(record: SessionRecord) -> None:
        for row in _rows(record):
            cells = {**row, "timestamp": row["timestamp"].isoformat()}
            table.writerow({name: _harmless(value) for name, value in cells.items()})

    yield add
    text.flush()
    text.detach()


@contextmanager
def parquet_rows(file: IO[bytes]) -> Iterator[AddRecord]:
    """Write a Parquet file; yield a function that adds the messages of a session."""
    with parquet.ParquetWriter(pa.PythonFile(file, mode="w"), _SCHEMA, compression="zstd") as table:

        def add(record: SessionRecord) -> None:
            table.write_table(pa.Table.from_pylist(list(_rows(record)), schema=_SCHEMA))

        yield add


def _rows(record: SessionRecord) -> Iterator[dict[str, Any]]:
    """Yield a row for each message of each branch; ``is_shared`` ones are in two branches."""
    for chapter in outline.chapters(record, catalogue("en")):  # their titles are not used
        for message in chapter.record.messages:
            understood = message.metadata.query_analysis
            plain = {"position", "role", "content", "timestamp", "token_count"}
            flags = {"is_summarized", "is_retired", "is_pinned"}
            yield {
                "session_id": chapter.record.session_id,
                "title": chapter.record.title,
                **message.model_dump(include=plain | flags),
                "is_shared": message.position < chapter.begins_at,
                "engine": message.metadata.engine,
                "understood_as": understood.rewritten_query if understood else None,
                "metadata": message.metadata.model_dump_json(exclude_defaults=True),
            }


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
