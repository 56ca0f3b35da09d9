"""Text files: plain, Markdown, code, and tables of comma-separated values."""

import csv
import io
from pathlib import Path

import charset_normalizer

from tidemark.errors import SourceUnreadable
from tidemark.schema.sources import ConvertedFile
from tidemark.sources.converters.parts import Part, by_headings, joined
from tidemark.sources.converters.tables import table_text, with_tables_as_rows

_SNIFFED_CHARS = 20_000
_DELIMITERS = ",;\t|"


def convert_text(path: Path, name: str) -> ConvertedFile:
    """Return the text of the file at ``path`` in one section."""
    return joined("text", "", [Part(decoded(path.read_bytes(), name))])


def convert_markdown(path: Path, name: str) -> ConvertedFile:
    """Return the text of the file at ``path``, one section per heading."""
    text = with_tables_as_rows(decoded(path.read_bytes(), name))
    parts = list(by_headings(text))
    first = next((part.headings[0] for part in parts if part.headings), "")
    return joined("markdown", first, parts)


def convert_code(path: Path, name: str) -> ConvertedFile:
    """Return the text of the file at ``path``, with numbered lines."""
    return joined("code", "", [Part(decoded(path.read_bytes(), name), first_line=1)])


def convert_csv(path: Path, name: str) -> ConvertedFile:
    """Return the rows of the table at ``path``, each with its column names."""
    text = decoded(path.read_bytes(), name)
    try:
        dialect: type[csv.Dialect] = csv.Sniffer().sniff(text[:_SNIFFED_CHARS], _DELIMITERS)
    except csv.Error:  # one column, or mixed kinds of cells
        dialect = csv.excel
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), dialect))
    except csv.Error as error:
        raise SourceUnreadable(name, "broken") from error
    table, first_line = table_text(rows)
    return joined("csv", "", [Part(table, "sheet", 1, first_line=first_line)])


def decoded(content: bytes, name: str) -> str:
    """Return ``content`` as text, detecting its encoding.

    Raises:
        SourceUnreadable: It is not text.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        best = charset_normalizer.from_bytes(content).best()
        if best is None:
            raise SourceUnreadable(name, "broken") from error
        text = str(best)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\0", "").removeprefix("\ufeff")
