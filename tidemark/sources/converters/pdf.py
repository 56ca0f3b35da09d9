"""PDF files: reads the text of each page and draws pages, using PDFium."""

import io
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image, ImageChops, ImageDraw

from tidemark.errors import SourceUnreadable
from tidemark.schema.sources import ConvertedFile, PageMark
from tidemark.sources.converters import pdf_marks
from tidemark.sources.converters.parts import Part, joined
from tidemark.sources.converters.pdf_text import text_of

MOST_PAGES = 3000
_WIDTH_PX, _MOST_PX = 1100, 3000
_MARKER = (255, 224, 102)  # translucent: the text below stays visible


def convert(path: Path, name: str) -> ConvertedFile:
    """Return the text of the PDF at ``path``, one section per page."""
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


def picture(path: Path, page: int, mark: PageMark | None = None) -> bytes:
    """Return the page ``page``, counted from 1, of the PDF at ``path`` as a PNG.

    The words of ``mark`` are highlighted if the page contains them.

    Raises:
        SourceUnreadable: It has no such page, or cannot be read.
    """
    try:
        with closing(pdfium.PdfDocument(path)) as document, closing(document[page - 1]) as shown:
            width, height = shown.get_size()
            scale = min(_WIDTH_PX / max(width, 1), _MOST_PX / max(height, 1))
            with closing(shown.render(scale=scale)) as drawn:
                image = drawn.to_pil().convert("RGB")
                if mark is not None:
                    image = _marked(image, shown, drawn, mark)
                written = io.BytesIO()
                image.save(written, "PNG")
    except (pdfium.PdfiumError, IndexError) as error:
        raise SourceUnreadable(path.name, "broken") from error
    return written.getvalue()


def _marked(
    image: Image.Image, page: pdfium.PdfPage, drawn: pdfium.PdfBitmap, mark: PageMark
) -> Image.Image:
    converted = drawn.get_posconv(page)
    paper = Image.new("RGB", image.size, "white")
    pen = ImageDraw.Draw(paper)
    with closing(page.get_textpage()) as words:
        for left, bottom, right, top in pdf_marks.places_of(words, mark):
            corners = converted.to_bitmap(left, top), converted.to_bitmap(right, bottom)
            (x0, x1), (y0, y1) = (sorted(each) for each in zip(*corners, strict=True))
            pen.rectangle((x0, y0, x1, y1), fill=_MARKER)
    return ImageChops.multiply(image, paper)


def _pages(document: pdfium.PdfDocument, name: str) -> Iterator[Part]:
    for index in range(len(document)):
        try:
            page = document[index]
        except pdfium.PdfiumError as error:
            raise SourceUnreadable(name, "broken") from error
        with closing(page), closing(page.get_textpage()) as words:
            yield Part(text_of(words), "page", index + 1)
