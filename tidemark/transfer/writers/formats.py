"""Table of the export formats: suffix, media type and writer of each."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import IO, TypeVar

from tidemark.i18n.catalogue import Catalogue
from tidemark.schema.records import SessionRecord
from tidemark.transfer import jsonl
from tidemark.transfer.writers import FormatName, html_page, markdown, openai_finetuning
from tidemark.transfer.writers.tabular import AddRecord, csv_rows, parquet_rows

Source = TypeVar("Source")
Written = TypeVar("Written")


@dataclass(frozen=True)
class Format:
    """A file format: the suffix and media type of its files, and how to open one for writing.

    ``is_joint``: all conversations go into one file instead of one each.  Labels around the
    messages are in the language of the catalogue.
    """

    suffix: str
    mime: str
    opened: Callable[[IO[bytes], Catalogue], AbstractContextManager[AddRecord]]
    is_joint: bool = False


def _text(
    write: Callable[[SessionRecord, Catalogue], Iterator[str]], between: str
) -> Callable[[IO[bytes], Catalogue], AbstractContextManager[AddRecord]]:
    @contextmanager
    def opened(file: IO[bytes], texts: Catalogue) -> Iterator[AddRecord]:
        def add(record: SessionRecord) -> None:
            for part in write(record, texts):
                file.write(f"{part}{between}".encode())

        yield add

    return opened


def _without_texts(
    write: Callable[[Source], Written],
) -> Callable[[Source, Catalogue], Written]:
    return lambda source, _texts: write(source)


FORMATS: dict[FormatName, Format] = {
    "jsonl": Format(".jsonl", "application/jsonl", _text(_without_texts(jsonl.write), "\n")),
    "markdown": Format(".md", "text/markdown", _text(markdown.write, "\n\n")),
    "html": Format(".html", "text/html", _text(html_page.write, "\n")),
    "csv": Format(".csv", "text/csv", _without_texts(csv_rows), is_joint=True),
    "parquet": Format(
        ".parquet", "application/vnd.apache.parquet", _without_texts(parquet_rows), is_joint=True
    ),
    "openai": Format(
        ".openai.jsonl",
        "application/jsonl",
        _text(_without_texts(openai_finetuning.write), "\n"),
        is_joint=True,
    ),
}
