"""The forms a conversation can be written in, one by one or many into one file."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import IO

from tidemark import transcripts
from tidemark.outgoing import FormatName, finetuning, markdown, page
from tidemark.outgoing.tables import Add, csv_rows, parquet_rows
from tidemark.record import SessionRecord


@dataclass(frozen=True)
class Format:
    """A form: how its files end, what they are to a browser, and how conversations get in.

    ``is_joint``: many conversations make one file; else each has its own.
    """

    suffix: str
    mime: str
    opened: Callable[[IO[bytes]], AbstractContextManager[Add]]
    is_joint: bool = False


def _text(
    write: Callable[[SessionRecord], Iterator[str]], between: str
) -> Callable[[IO[bytes]], AbstractContextManager[Add]]:
    @contextmanager
    def opened(file: IO[bytes]) -> Iterator[Add]:
        def add(record: SessionRecord) -> None:
            for part in write(record):
                file.write(f"{part}{between}".encode())

        yield add

    return opened


FORMATS: dict[FormatName, Format] = {
    "jsonl": Format(".jsonl", "application/jsonl", _text(transcripts.write, "\n")),
    "markdown": Format(".md", "text/markdown", _text(markdown.write, "\n\n")),
    "html": Format(".html", "text/html", _text(page.write, "\n")),
    "csv": Format(".csv", "text/csv", csv_rows, is_joint=True),
    "parquet": Format(".parquet", "application/vnd.apache.parquet", parquet_rows, is_joint=True),
    "openai": Format(
        ".openai.jsonl", "application/jsonl", _text(finetuning.write, "\n"), is_joint=True
    ),
}
