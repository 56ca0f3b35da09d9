"""Sources: files and pages that answers cite."""

from typing import Literal

from tidemark.schema.base import FrozenModel

FileType = Literal[
    "pdf",
    "docx",
    "pptx",
    "spreadsheet",
    "csv",
    "odt",
    "rtf",
    "epub",
    "html",
    "markdown",
    "text",
    "code",
    "email",
    "mbox",
]

# What a section of a source is called where it is shown; empty: it has headings alone
SectionUnit = Literal["", "page", "slide", "sheet", "chapter", "message"]

UnreadableWhy = Literal[
    "unknown_type",  # neither text nor a type that is known
    "broken",  # of a known type, and not readable as that
    "encrypted",
    "no_text",  # pictures of pages, or nothing at all
    "too_large",  # the file, or what it unpacks to
    "too_many_pages",
    "too_long",  # it took too much time
    "too_much_text",
]


class Section(FrozenModel):
    """The characters ``start`` to ``end`` of a source's text, and where they stand in the file.

    ``number`` counts its ``unit`` from 1, 0 if it has none.  ``headings`` lead to it, outermost
    first.  ``first_line`` is the number of its first line where lines have one: rows of a sheet,
    lines of code; None elsewhere.
    """

    start: int
    end: int
    unit: SectionUnit = ""
    number: int = 0
    headings: tuple[str, ...] = ()
    first_line: int | None = None


class ConvertedFile(FrozenModel):
    """The text of a file as it is kept, in sections that follow each other and hold all of it.

    ``title`` is what the file calls itself; empty if it does not.
    """

    file_type: FileType
    title: str
    text: str
    sections: tuple[Section, ...]
