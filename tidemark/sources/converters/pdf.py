"""PDF files: the text of each page, read by PDFium, and its picture."""

import io
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pypdfium2 as pdfium

from tidemark.errors import SourceUnreadable
from tidemark.schema.sources import ConvertedFile
from tidemark.sources.converters.parts import Part, joined
from tidemark.sources.converters.pdf_paragraphs import text_of

MOST_PAGES = 3000
_WIDTH_PX, _MOST_PX = 1100, 3000


def convert(path: Path, name: str) -> ConvertedFile:
    """Return the text of the PDF at ``path``, a section a page."""
    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError as error:
        is_locked = error.err_code == pdfium.raw.FPDF_ERR_PASSWORD
        raise SourceUnreadable(name, "encrypted" if is_locked else "broken") from error
    with closing(document):
        if len(document) > MOST_PAGES:
            raise SourceUnreadable(name, "too_many_pages")
        title = str(document.get_metadata_dict().get("Title", ""))
        return joined("pdf", title, _pages(document, name))


def picture(path: Path, page: int) -> bytes:
    """Return the page ``page``, counted from 1, of the PDF at ``path`` as a PNG.

    Raises:
        SourceUnreadable: It has no such page, or cannot be read.
    """
    try:
        with closing(pdfium.PdfDocument(path)) as document, closing(document[page - 1]) as shown:
            width, height = shown.get_size()
            scale = min(_WIDTH_PX / max(width, 1), _MOST_PX / max(height, 1))
            with closing(shown.render(scale=scale)) as drawn:
                written = io.BytesIO()
                drawn.to_pil().save(written, "PNG")
    except (pdfium.PdfiumError, IndexError) as error:
        raise SourceUnreadable(path.name, "broken") from error
    return written.getvalue()


def _pages(document: pdfium.PdfDocument, name: str) -> Iterator[Part]:
    for index in range(len(document)):
        try:
            page = document[index]
        except pdfium.PdfiumError as error:
            raise SourceUnreadable(name, "broken") from error
        with closing(page), closing(page.get_textpage()) as words:
            yield Part(text_of(words), "page", index + 1)
