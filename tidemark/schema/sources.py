"""Sources: files and pages that answers cite."""

import datetime as dt
from typing import Literal, NamedTuple

from tidemark.schema.base import FrozenModel

FileType = Literal[
    "pdf",
    "docx",
    "pptx",
    "spreadsheet",
    "csv",
    "parquet",
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
    "no_picture",
    "too_many_pixels",
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

    def line_at(self, text: str, offset: int) -> int | None:
        """Return the number of the line at ``offset`` of the source's whole ``text``.

        None if its lines have no numbers.
        """
        if self.first_line is None:
            return None
        return self.first_line + text.count("\n", self.start, offset)


class PageMark(NamedTuple):
    """Words to mark in the picture of a page, and the text of the page before them."""

    words: str
    before: str


class SourceSpan(FrozenModel):
    """The characters ``start`` to ``end`` of a version of a source, in the section ``place``.

    ``source`` is its name at the time, which stays readable after a rename or removal.  ``line`` is
    the number of its first line, None where lines have none.
    """

    source: str
    version: int
    version_key: int
    place: Section
    start: int
    end: int
    line: int | None = None


# The names of the sources that a question may use; None: all of them
SourceChoice = tuple[str, ...] | None


class ConvertedFile(FrozenModel):
    """The text of a file as it is kept, in sections that follow each other and hold all of it.

    ``title`` is what the file calls itself; empty if it does not.
    """

    file_type: FileType
    title: str
    text: str
    sections: tuple[Section, ...]


class SourceVersion(FrozenModel):
    """A version of the source ``source``, without its text; ``number`` counts versions from 1.

    ``title`` is that of the file, or its name without the ending.  ``has_file``: the original is
    kept beside the text.
    """

    version_key: int
    source: str
    number: int
    sha256: str
    file_type: FileType
    title: str
    file_bytes: int
    characters: int
    sections: int
    passages: int
    created_at: dt.datetime
    has_file: bool = False


class Source(FrozenModel):
    """A source as it is listed, with the ``newest`` of its ``versions``."""

    source_key: int
    name: str
    created_at: dt.datetime
    last_used_at: dt.datetime | None
    trashed_at: dt.datetime | None
    versions: int
    newest: SourceVersion


class SourceText(FrozenModel):
    """The text of a version, with the sections that hold all of it."""

    text: str
    sections: tuple[Section, ...]


class SourcePassage(FrozenModel):
    """The characters ``start`` to ``end`` of a version's text, in the section ``place``.

    ``line`` is the number of its first line, None where lines have none.
    """

    place: Section
    start: int
    end: int
    text: str
    tokens: int
    line: int | None = None


class SourceHit(FrozenModel):
    """A passage that a question needs, of version ``version`` of the source ``source``.

    ``score`` is the share of the question, by how rare its words are, that is found in one place
    of the sources, times how good this passage is beside the best; ``shared`` are the words of the
    question in the passage.  ``line`` is the number of its first line, if lines have numbers.
    """

    source_key: int
    source: str
    version: int
    version_key: int
    place: Section
    start: int
    end: int
    text: str
    tokens: int
    score: float
    shared: tuple[str, ...] = ()
    line: int | None = None


IngestState = Literal["new", "version", "same", "refused"]


class IngestedFile(FrozenModel):
    """A file that was, or would be, made a source, and what became of it.

    ``state`` is "same" where a source was made of the same file before, which ``source`` names.
    ``why`` is the sentence of the error where it is "refused", and ``reason`` its code, None where
    the file could not be opened.
    """

    path: str
    source: str
    state: IngestState
    version: int = 0
    file_type: FileType | None = None
    sections: int = 0
    passages: int = 0
    why: str = ""
    reason: UnreadableWhy | None = None


class SourceReport(FrozenModel):
    """A version of a source as it was understood: its text, and its passages with their places."""

    source: str
    version: int
    versions: int
    title: str
    file_type: FileType
    created_at: dt.datetime
    text: str
    sections: tuple[Section, ...]
    passages: tuple[SourcePassage, ...]


class SourcePart(FrozenModel):
    """A part of a version that is read at once: ``number``, from 1, of its ``parts``.

    ``text`` is the characters ``start`` to ``end`` of the version's text, in ``sections``.
    """

    version: SourceVersion
    number: int
    parts: int
    start: int
    end: int
    text: str
    sections: tuple[Section, ...]
    passages: tuple[SourcePassage, ...]


class SourceMatch(FrozenModel):
    """A passage found, as other programs read it."""

    source: str
    version: int
    place: Section
    start: int
    end: int
    text: str
    score: float


class SourceMatches(FrozenModel):
    """The passages found for a question, best first, and the milliseconds that it took."""

    passages: tuple[SourceMatch, ...]
    ms: float

    @classmethod
    def of(cls, hits: tuple[SourceHit, ...], *, ms: float) -> "SourceMatches":
        """Return ``hits`` as a report."""
        fields = SourceMatch.model_fields
        found = (SourceMatch(**{name: getattr(hit, name) for name in fields}) for hit in hits)
        return cls(passages=tuple(found), ms=round(ms, 2))
