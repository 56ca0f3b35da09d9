"""Sources: files and pages that answers cite."""

import datetime as dt
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from tidemark.schema.base import FrozenModel, Sha256

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

# The unit of a source's sections; empty: it has only headings
SectionUnit = Literal["", "page", "slide", "sheet", "chapter", "message"]

UnreadableWhy = Literal[
    "unknown_type",  # neither text nor a known type
    "broken",  # of a known type, but not readable as such
    "encrypted",
    "no_text",  # scanned pages, or empty
    "too_large",  # the file, or its unpacked contents
    "too_many_pages",
    "too_long",  # conversion took too long
    "too_much_text",
    "no_picture",
    "too_many_pixels",
    "not_stored",  # only its text, so it cannot be read again
]


class Section(FrozenModel):
    """The characters ``start`` to ``end`` of a source's text, and their place in the file.

    ``number`` counts its ``unit`` from 1, 0 if it has none.  ``headings`` lead to it, outermost
    first.  ``first_line`` is the number of its first line if lines are numbered, as rows of a sheet
    or lines of code are; else None.
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
    """Words to highlight in the picture of a page, and the text of the page before them."""

    words: str
    before: str


class SourceSpan(FrozenModel):
    """The characters ``start`` to ``end`` of a version of a source, in the section ``place``.

    ``source`` is its name at the time, which stays readable after a rename or removal.  ``line`` is
    the number of its first line; None if lines have no numbers.
    """

    source: str
    version: int
    version_key: int
    place: Section
    start: int
    end: int
    line: int | None = None


# The names of the sources that a question may use; None: all
SourceChoice = tuple[str, ...] | None


class ConvertedFile(FrozenModel):
    """The text of a converted file, in consecutive sections that cover all of it.

    ``title`` is the title stated in the file; empty if there is none.
    """

    file_type: FileType
    title: str
    text: str
    sections: tuple[Section, ...]


class SourceVersion(FrozenModel):
    """A version of the source ``source``, without its text; ``number`` counts versions from 1.

    ``title`` is that of the file, or its name without the suffix.  ``has_file``: the original is
    stored, too.
    """

    version_key: int
    source: Annotated[str, Field(examples=["guide.pdf"])]
    number: int
    sha256: Sha256
    file_type: FileType
    title: Annotated[str, Field(examples=["A guide to Lisbon"])]
    file_bytes: int
    characters: int
    sections: int
    passages: int
    created_at: dt.datetime
    has_file: bool = False


class Source(FrozenModel):
    """A source as listed, with the ``newest`` of its ``versions``."""

    source_key: int
    name: Annotated[str, Field(examples=["guide.pdf"])]
    created_at: dt.datetime
    last_used_at: dt.datetime | None
    trashed_at: dt.datetime | None
    versions: int
    newest: SourceVersion


class SourceText(FrozenModel):
    """The text of a version, with the sections that cover all of it."""

    text: str
    sections: tuple[Section, ...]


class SourcePassage(FrozenModel):
    """The characters ``start`` to ``end`` of a version's text, in the section ``place``.

    ``line`` is the number of its first line; None if lines have no numbers.
    """

    place: Section
    start: int
    end: int
    text: Annotated[str, Field(examples=["The ferry leaves at nine."])]
    tokens: int
    line: int | None = None


class SourceHit(FrozenModel):
    """A passage relevant to a question, of version ``version`` of the source ``source``.

    ``score`` is the share of the question, weighted by the rarity of its words, that occurs in one
    place of the sources, times this passage's rank score relative to the best; ``shared`` are the
    question's words in the passage.  ``line`` is the number of its first line, if lines have
    numbers.
    """

    source_key: int
    source: Annotated[str, Field(examples=["guide.pdf"])]
    version: int
    version_key: int
    place: Section
    start: int
    end: int
    text: Annotated[str, Field(examples=["The ferry leaves at nine."])]
    tokens: int
    score: float
    shared: tuple[str, ...] = ()
    line: int | None = None


IngestState = Literal["new", "version", "same", "refused"]


class IngestedFile(FrozenModel):
    """A file that was, or would be, made a source, and the result.

    ``state`` is "same" if a source was made of the same file before, which ``source`` names.  If it
    is "refused", ``why`` is the sentence of the error and ``reason`` its code, None if the file
    could not be opened.
    """

    path: Annotated[str, Field(examples=["guide.pdf"])]
    source: Annotated[str, Field(examples=["guide.pdf"])]
    state: IngestState
    version: int = 0
    file_type: FileType | None = None
    sections: int = 0
    passages: int = 0
    why: str = ""
    reason: UnreadableWhy | None = None


class SourceReport(FrozenModel):
    """A converted version of a source: its text, and its passages with their places."""

    source: Annotated[str, Field(examples=["guide.pdf"])]
    version: int
    versions: int
    title: Annotated[str, Field(examples=["A guide to Lisbon"])]
    file_type: FileType
    created_at: dt.datetime
    text: Annotated[str, Field(examples=["The ferry leaves at nine."])]
    sections: tuple[Section, ...]
    passages: tuple[SourcePassage, ...]


class SourcePart(FrozenModel):
    """A part of a version for display: ``number``, from 1, of its ``parts``.

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
    """A passage found, in the format for other programs."""

    source: str
    version: int
    place: Section
    start: int
    end: int
    text: str
    score: float


class SourceMatches(FrozenModel):
    """The passages found for a question, best first, and the search time in milliseconds."""

    passages: tuple[SourceMatch, ...]
    ms: float

    @classmethod
    def of(cls, hits: tuple[SourceHit, ...], *, ms: float) -> "SourceMatches":
        """Return ``hits`` as a report."""
        fields = SourceMatch.model_fields
        found = (SourceMatch(**{name: getattr(hit, name) for name in fields}) for hit in hits)
        return cls(passages=tuple(found), ms=round(ms, 2))
