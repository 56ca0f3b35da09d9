"""Parquet files: the rows of the table, each with its column names."""

from itertools import chain
from pathlib import Path

import pyarrow
import pyarrow.parquet

from tidemark.errors import SourceUnreadable
from tidemark.schema.sources import ConvertedFile
from tidemark.sources.converters.parts import Part, joined
from tidemark.sources.converters.tables import table_text

_MOST_ROWS = 200_000


def convert_parquet(path: Path, name: str) -> ConvertedFile:
    """Return the rows of the table at ``path`` in one section."""
    try:
        file = pyarrow.parquet.ParquetFile(path)
        if file.metadata.num_rows > _MOST_ROWS:
            raise SourceUnreadable(name, "too_large")
        table = file.read()
    except pyarrow.ArrowException as error:
        raise SourceUnreadable(name, "broken") from error
    columns = [[_cell(value) for value in column.to_pylist()] for column in table.columns]
    rows = chain([table.column_names], zip(*columns, strict=True))
    text, _ = table_text(list(rows))
    return joined("parquet", "", [Part(text, "sheet", 1, first_line=1)])


def _cell(value: object) -> str:
    return "" if value is None else str(value)
