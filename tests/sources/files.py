"""Files of every type, made by the libraries that people's programs would make them with."""

import io
import zipfile
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from pathlib import Path

import docx
import pptx
import xlsxwriter
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import ListFlowable, Paragraph, SimpleDocTemplate, Spacer, Table

LONG_PARAGRAPH = (
    "Sow tomatoes indoors in the second week of March, and plant them out when the frost is past. "
    "Sungold is the sweetest variety that we grow here at the allotment, and ripens in 65 days. "
    "Water the plants early in the morning, never on their leaves, for late blight likes it wet."
)
EPUB_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
)
EPUB_PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
    "<metadata><dc:title>The Lighthouse</dc:title></metadata>"
    '<manifest><item id="one" href="one.xhtml"/><item id="two" href="two%20b.xhtml"/></manifest>'
    '<spine><itemref idref="two"/><itemref idref="one"/></spine></package>'
)
ODT_CONTENT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>'
    '<text:h text:outline-level="1">Harbour</text:h><text:p>Open <text:span>daily</text:span>.'
    "</text:p><table:table><table:table-row><table:table-cell><text:p>Boat</text:p>"
    "</table:table-cell><table:table-cell><text:p>Places</text:p></table:table-cell>"
    "</table:table-row><table:table-row><table:table-cell><text:p>Anna</text:p>"
    "</table:table-cell><table:table-cell><text:p>12</text:p></table:table-cell>"
    "</table:table-row></table:table></office:text></office:body></office:document-content>"
)


def pdf(path: Path, pages: Sequence[str], *, password: str = "", title: str = "") -> Path:
    """Write a PDF with a text on each of ``pages``, by lines."""
    lock = StandardEncryption(password) if password else None
    canvas = Canvas(str(path), encrypt=lock)
    canvas.setTitle(title)
    for page in pages:
        for number, line in enumerate(page.splitlines()):
            canvas.drawString(72, 720 - 16 * number, line)
        canvas.showPage()
    canvas.save()
    return path


def pdf_of_paragraphs(path: Path) -> Path:
    """Write a PDF with a paragraph of several lines, a list, a table and lines of their own."""
    styles = getSampleStyleSheet()
    body = styles["BodyText"]
    entries = (
        "gloves and a small trowel, a bucket for what is left over, string to tie the plants up, "
        "and something to drink",
        "a hat",
    )
    rows = [["Variety", "Days", "Taste"], ["Sungold", "65", "sweet as sugar"]]
    SimpleDocTemplate(str(path)).build(
        [
            Paragraph("Tomatoes", styles["Heading1"]),
            Paragraph(LONG_PARAGRAPH, body),
            Paragraph("Bring:", body),
            ListFlowable([Paragraph(each, body) for each in entries], bulletType="bullet"),
            Table([*rows, ["Roma", "75", "mild"]], colWidths=[150, 80, 150]),
            Spacer(0, 12),
            Paragraph("Sow in March<br/>Plant in May", body),
        ]
    )
    return path


def docx_file(path: Path) -> Path:
    """Write a document with a title, headings, a table, and characters that Markdown uses."""
    document = docx.Document()
    document.add_heading("Allotment rules", 0)
    document.add_heading("Watering", 1)
    document.add_paragraph("Water before 9 a.m., from tap_3 only.")
    document.add_heading("Fees", 2)
    table = document.add_table(2, 2)
    for row, cells in enumerate((("Plot", "Fee"), ("Small", "€ 45"))):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    document.save(str(path))
    return path


def pptx_file(path: Path) -> Path:
    """Write two slides: a title with text and notes, and a table."""
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "Spring plan"
    slide.placeholders[1].text = "Sow peas in March"
    slide.notes_slide.notes_text_frame.text = "Ask Bram for seeds"
    second = presentation.slides.add_slide(presentation.slide_layouts[6])
    table = second.shapes.add_table(2, 2, 0, 0, 1000, 1000).table
    for row, cells in enumerate((("Crop", "Rows"), ("Beans", "4"))):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    presentation.save(str(path))
    return path


def xlsx_file(path: Path) -> Path:
    """Write a workbook of two sheets: prices under a header, and figures without one."""
    with xlsxwriter.Workbook(str(path)) as workbook:
        prices = workbook.add_worksheet("Prices")
        day = workbook.add_format({"num_format": "yyyy-mm-dd"})
        prices.write_row(0, 0, ["Item", "Euro", "Since"])
        prices.write_row(1, 0, ["Rake", 12.5])
        prices.write_formula(2, 1, "=4*2", None, 8)
        prices.write(2, 0, "Spade")
        prices.write(2, 2, 45000, day)
        workbook.add_worksheet("Figures").write_row(2, 0, [1, 2, 3])
    return path


def archive(path: Path, members: dict[str, str | bytes]) -> Path:
    """Write a zip with these ``members``, in order."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return path


def epub_file(path: Path) -> Path:
    """Write a book of two chapters, read in the order of its spine."""
    page = "<html><body><h1>{}</h1><p>{}</p></body></html>"
    return archive(
        path,
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": EPUB_CONTAINER,
            "OEBPS/book.opf": EPUB_PACKAGE,
            "OEBPS/one.xhtml": page.format("The end", "The lamp went out."),
            "OEBPS/two b.xhtml": page.format("The keeper", "Ada lit the lamp."),
        },
    )


def odt_file(path: Path) -> Path:
    """Write a text document with a heading and a table."""
    return archive(
        path,
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml": "<manifest/>",
            "content.xml": ODT_CONTENT,
        },
    )


def message(subject: str, html: str) -> EmailMessage:
    """Return an e-mail with a body in HTML alone and an attachment."""
    made = EmailMessage()
    made["From"], made["To"] = "Ines <ines@example.org>", "bram@example.org"
    made["Date"], made["Subject"] = "Mon, 02 Mar 2026 09:00:00 +0000", subject
    made.set_content(html, subtype="html")
    made.add_attachment(b"%PDF-", maintype="application", subtype="pdf", filename="map.pdf")
    return made


def bomb(path: Path) -> Path:
    """Write a document that unpacks to a thousand times its size."""
    return archive(path, {"word/document.xml": b"a" * 50_000_000})


def picture_of_text(path: Path) -> Path:
    """Write a PDF whose only page is a picture, as a scanner makes it."""
    from PIL import Image  # noqa: PLC0415

    shown = io.BytesIO()
    Image.new("L", (200, 200), 200).save(shown, "PDF")
    path.write_bytes(shown.getvalue())
    return path


Maker = Callable[[Path], Path]
