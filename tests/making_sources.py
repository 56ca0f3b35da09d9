"""Sources for tests, made without a file."""

import hashlib

from database import ScopedDatabase
from tests.conversing import NOW
from tidemark.schema.sources import ConvertedFile, Section, SourceVersion


def converted(*sections: str, title: str = "") -> ConvertedFile:
    """Return a file with these sections; the first line of each, if it has more, is its heading."""
    made, at = [], 0
    for each in sections:
        first, _, rest = each.partition("\n")
        headings = (first,) if rest else ()
        made.append(Section(start=at, end=at + len(each), headings=headings))
        at += len(each) + 2
    return ConvertedFile(
        file_type="markdown", title=title, text="\n\n".join(sections), sections=tuple(made)
    )


def add(
    database: ScopedDatabase, name: str, *sections: str, title: str = "", file: bytes | None = None
) -> SourceVersion:
    """Add a source of these sections."""
    made = converted(*sections, title=title)
    return database.sources.add(
        name,
        made,
        sha256=hashlib.sha256(made.text.encode()).hexdigest(),
        file_bytes=len(made.text),
        now=NOW,
        file=file,
    )
