"""The forms a conversation can be written in, one by one or many into one file."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import IO, TypeVar

from tidemark.i18n.catalogue import Catalogue
from tidemark.schema.records import SessionRecord
from tidemark.transfer import jsonl
from tidemark.transfer.writers import FormatName, html_page, markdown, openai_finetuning
from tidemark.transfer.writers.tabular import Add, csv_rows, parquet_rows

Given = TypeVar("Given")
Made = TypeVar("Made")


@dataclass(frozen=True)
class Format:
    """A form: how its files end, what they are to a browser, and how conversations get in.

    ``is_joint``: many conversations make one file; else each has its own.  What some forms say
    beside what was said is in the words they are given.
    """

    suffix: str
    mime: str
    opened: Callable[[IO[bytes], Catalogue], AbstractContextManager[Add]]
    is_joint: bool = False


def _text(
    write: Callable[[SessionRecord, Catalogue], Iterator[str]], between: str
) -> Callable[[IO[bytes], Catalogue], AbstractContextManager[Add]]:
    @contextmanager
    def opened(file: IO[bytes], words: Catalogue) -> Iterator[Add]:
        def add(record: SessionRecord) -> None:
            for part in write(record, words):
                file.write(f"{part}{between}".encode())

        yield add

    return opened


def _wordless(write: Callable[[Given], Made]) -> Callable[[Given, Catalogue], Made]:
    return lambda given, _words: write(given)


FORMATS: dict[FormatName, Format] = {
    "jsonl": Format(".jsonl", "application/jsonl", _text(_wordless(jsonl.write), "\n")),
    "markdown": Format(".md", "text/markdown", _text(markdown.write, "\n\n")),
    "html": Format(".html", "text/html", _text(html_page.write, "\n")),
    "csv": Format(".csv", "text/csv", _wordless(csv_rows), is_joint=True),
    "parquet": Format(
        ".parquet", "application/vnd.apache.parquet", _wordless(parquet_rows), is_joint=True
    ),
    "openai": Format(
        ".openai.jsonl",
        "application/jsonl",
        _text(_wordless(openai_finetuning.write), "\n"),
        is_joint=True,
    ),
}
