"""Files of office programs: documents, presentations, spreadsheets, rich text."""

import datetime as dt
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mammoth
import pptx
import python_calamine
from bs4 import BeautifulSoup
from defusedxml import ElementTree
from pptx.exc import PackageNotFoundError
from striprtf.striprtf import rtf_to_text

from tidemark.errors import SourceUnreadable
from tidemark.schema.sources import ConvertedFile
from tidemark.sources.converters.parts import Part, by_headings, joined
from tidemark.sources.converters.tables import table_text
from tidemark.sources.converters.text import decoded
from tidemark.sources.converters.web import markdown_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST_ROWS = 200_000
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_OF_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OF_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
# Word's title style, which mammoth does not treat as a heading
_STYLES = "p[style-name='Title'] => h1:fresh"


def convert_docx(path: Path, name: str) -> ConvertedFile:
    """Return the text of the document at ``path`` as Markdown, one section per heading."""
    with path.open("rb") as file:
        html = mammoth.convert_to_html(
            file, style_map=_STYLES, convert_image=mammoth.images.img_element(lambda _: {})
        ).value
    markdown = markdown_of(BeautifulSoup(html, "lxml"))
    return joined("docx", _title(path, "docProps/core.xml"), by_headings(markdown))


def convert_pptx(path: Path, name: str) -> ConvertedFile:
    """Return the text of the presentation at ``path``, with notes, one section per slide."""
    try:
        presentation = pptx.Presentation(str(path))
    except (PackageNotFoundError, KeyError, ValueError) as error:
        raise SourceUnreadable(name, "broken") from error
    slides = enumerate(presentation.slides, start=1)
    parts = [_slide(slide, number) for number, slide in slides]
    return joined("pptx", presentation.core_properties.title or "", parts)


def convert_spreadsheet(path: Path, name: str) -> ConvertedFile:
    """Return the rows of the workbook at ``path``, one section per sheet."""
    try:
        workbook = python_calamine.CalamineWorkbook.from_path(str(path))
        parts = list(_sheets(workbook, name))
    except python_calamine.PasswordError as error:
        raise SourceUnreadable(name, "encrypted") from error
    except python_calamine.CalamineError as error:
        raise SourceUnreadable(name, "broken") from error
    return joined("spreadsheet", "", parts)


def convert_odt(path: Path, name: str) -> ConvertedFile:
    """Return the text of the OpenDocument text at ``path`` as Markdown, one section per heading."""
    with zipfile.ZipFile(path) as archive:
        if b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise SourceUnreadable(name, "encrypted")
        body = ElementTree.fromstring(archive.read("content.xml"))
    blocks = "\n\n".join(_blocks(body))
    return joined("odt", _title(path, "meta.xml"), by_headings(blocks))


def convert_rtf(path: Path, name: str) -> ConvertedFile:
    """Return the text of the rich text at ``path`` in one section."""
    text = rtf_to_text(  # type: ignore[no-untyped-call]
        decoded(path.read_bytes(), name), errors="ignore"
    )
    return joined("rtf", "", [Part(text)])


def _title(path: Path, member: str) -> str:
    with zipfile.ZipFile(path) as archive:
        if member not in archive.namelist():
            return ""
        properties = ElementTree.fromstring(archive.read(member))
    return str(properties.findtext(f".//{_TITLE}", "") or "")


def _slide(slide: Any, number: int) -> Part:  # noqa: ANN401 - python-pptx has no types
    shown = slide.shapes.title
    title = " ".join(shown.text.split()) if shown is not None else ""
    lines = [f"# {title}"] if title else []
    for shape in _shapes(slide.shapes):
        if shown is not None and shape.shape_id == shown.shape_id:
            continue
        if shape.has_text_frame:
            lines += [paragraph.text for paragraph in shape.text_frame.paragraphs]
        elif getattr(shape, "has_table", False):
            rows = [[cell.text for cell in row.cells] for row in shape.table.rows]
            lines.append(table_text(rows)[0])
    if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame):
        lines.append(notes.text)
    text = "\n".join(line.strip() for line in lines if line.strip())
    return Part(text, "slide", number, (title,) if title else ())


def _shapes(shapes: Any) -> Iterator[Any]:  # noqa: ANN401
    """Yield all of ``shapes``, including those in groups, from top to bottom of the slide."""
    for shape in sorted(shapes, key=lambda each: (each.top or 0, each.left or 0)):
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _sheets(workbook: python_calamine.CalamineWorkbook, name: str) -> Iterator[Part]:
    for number, sheet_name in enumerate(workbook.sheet_names, start=1):
        sheet = workbook.get_sheet_by_name(sheet_name)
        if sheet.total_height > MOST_ROWS:
            raise SourceUnreadable(name, "too_large")
        rows = [list(map(_cell, row)) for row in sheet.to_python(skip_empty_area=False)]
        text, first_line = table_text(rows)
        yield Part(text, "sheet", number, (sheet_name,), first_line)


def _cell(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    return str(value)


def _blocks(element: "Element") -> Iterator[str]:
    """Yield the blocks of an OpenDocument text, in order."""
    if element.tag == f"{_OF_TEXT}h":
        level = int(element.get(f"{_OF_TEXT}outline-level", "1"))
        yield f"{'#' * min(level, 6)} {_words(element)}"
    elif element.tag == f"{_OF_TEXT}p":
        yield _words(element)
    elif element.tag == f"{_OF_TABLE}table":
        rows = element.iter(f"{_OF_TABLE}table-row")
        yield table_text([[_words(cell) for cell in row] for row in rows])[0]
    else:
        for child in element:
            yield from _blocks(child)


def _words(element: "Element") -> str:
    return " ".join("".join(element.itertext()).split())
