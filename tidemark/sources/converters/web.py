"""HTML pages, and EPUB books, which are archives of them."""

import posixpath
import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from bs4 import BeautifulSoup, Tag
from defusedxml import ElementTree
from markdownify import MarkdownConverter

from tidemark.errors import SourceUnreadable
from tidemark.schema.sources import ConvertedFile
from tidemark.sources.converters.parts import Part, by_headings, joined
from tidemark.sources.converters.tables import table_text
from tidemark.sources.converters.text import decoded

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NO_CONTENT = (
    *("script", "style", "noscript", "template", "svg", "iframe", "object", "form", "button"),
    *("nav", "header", "footer", "aside"),
)
_CONTENT = ("main", "[role=main]", "article")
_BLANK_LINES = re.compile(r"\n\s*\n\s*\n+")
_CONTAINER = "META-INF/container.xml"
_OF_CONTAINER = "{urn:oasis:names:tc:opendocument:xmlns:container}"
_OF_PACKAGE = "{http://www.idpf.org/2007/opf}"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_ROWS = "rows-of-table"  # a tag of ours that replaces a table
_BLOCKS = ("br", "p", "div", "li")
_LAYOUT = (_ROWS, "h1", "h2", "h3", "h4", "h5", "h6", "pre")  # in a table: it is no data
_PARTS = ("caption", "thead", "tbody", "tfoot", "tr", "td", "th")
_MOST_SPANNED = 50


class _Converter(MarkdownConverter):
    def convert_rows_of_table(self, tag: Tag, text: str, parent_tags: set[str]) -> str:
        return f"\n\n{tag.get_text()}\n\n"


_AS_MARKDOWN = _Converter(
    heading_style="ATX",
    bullets="-",
    escape_asterisks=False,
    escape_underscores=False,
    # Formatting must not change how text reads or is found
    strip=["a", "img", "b", "strong", "em", "i", "del", "s", "sub", "sup", "kbd", "samp", "code"],
)


def convert_html(path: Path, name: str) -> ConvertedFile:
    """Return the text of the page at ``path`` as Markdown, one section per heading."""
    page = BeautifulSoup(decoded(path.read_bytes(), name), "lxml")
    title = page.title.get_text() if page.title else ""
    return joined("html", title, by_headings(markdown_of(page)))


def convert_epub(path: Path, name: str) -> ConvertedFile:
    """Return the text of the book at ``path`` in reading order, chapter by chapter."""
    with zipfile.ZipFile(path) as book:
        try:
            if "META-INF/encryption.xml" in book.namelist() and "META-INF/rights.xml" in (
                book.namelist()
            ):
                raise SourceUnreadable(name, "encrypted")
            container = ElementTree.fromstring(book.read(_CONTAINER))
            package_path = next(container.iter(f"{_OF_CONTAINER}rootfile")).attrib["full-path"]
            package = ElementTree.fromstring(book.read(package_path))
            title = package.findtext(f".//{_TITLE}", "")
            chapters = list(_chapters(book, package, package_path))
        except (KeyError, StopIteration, ElementTree.ParseError) as error:
            raise SourceUnreadable(name, "broken") from error
    return joined("epub", title, chapters)


def markdown_of(page: BeautifulSoup | Tag) -> str:
    """Return the content of ``page`` as Markdown, without menus and other page furniture.

    Rows of tables have the names of their columns.
    """
    for tag in page.find_all(_NO_CONTENT):
        if not _is_heading_of_article(tag):
            tag.decompose()
    for table in reversed(page.find_all("table")):  # nested ones first
        _read_table(table)
    content = next((found for each in _CONTENT if (found := page.select_one(each))), None)
    if content is None or not content.get_text(strip=True):
        content = page.find("body") or page
    return _BLANK_LINES.sub("\n\n", _AS_MARKDOWN.convert_soup(content)).strip()


def _read_table(table: Tag) -> None:
    """Replace ``table`` by the text of its rows; a table used for layout is only unwrapped."""
    rows = [row.find_all(["td", "th"]) for row in table.find_all("tr")]
    if table.find(_LAYOUT) or max(map(len, rows), default=0) < 2:
        for tag in (table, *table.find_all(_PARTS)):
            tag.name = "div"
        return
    title = " ".join(caption.get_text() for caption in table.find_all("caption"))
    names_rows = all(row[0].name == "th" and row[-1].name == "td" for row in rows if row)
    cells = _grid(rows)
    text = "\n".join(map(_named_row, cells)) if names_rows else table_text(cells)[0]
    table.clear()
    table.name = _ROWS
    table.string = f"{title}\n\n{text}" if title else text


def _grid(rows: Sequence[Sequence[Tag]]) -> list[list[str]]:
    """Return the cells of each row; a cell that spans several rows is in each of them."""
    found: list[list[str]] = []
    spanning: dict[int, tuple[int, str]] = {}  # by column: number of further rows, and the text
    for row in rows:
        cells: list[str] = []
        for cell in row:
            while len(cells) in spanning:
                cells.append(_from_above(spanning, len(cells)))
            for block in cell.find_all(_BLOCKS):
                block.insert_after(" ")
            text, down = cell.get_text(), _span(cell, "rowspan") - 1
            if down:
                spanning[len(cells)] = down, text
            cells += [text, *[""] * (_span(cell, "colspan") - 1)]
        while len(cells) in spanning:
            cells.append(_from_above(spanning, len(cells)))
        found.append(cells)
    return found


def _from_above(spanning: dict[int, tuple[int, str]], column: int) -> str:
    left, text = spanning.pop(column)
    if left > 1:
        spanning[column] = left - 1, text
    return text


def _span(cell: Tag, name: str) -> int:
    value = str(cell.get(name, "1"))
    return min(int(value), _MOST_SPANNED) if value.isdecimal() and int(value) else 1


def _named_row(cells: Sequence[str]) -> str:
    name, *rest = (" ".join(cell.split()) for cell in cells)
    return f"{name}: {'; '.join(filter(None, rest))}" if name else "; ".join(filter(None, rest))


def _is_heading_of_article(tag: Tag) -> bool:
    """Return whether ``tag`` is a header that contains the heading of its article."""
    return tag.name == "header" and tag.find(["h1", "h2"]) is not None


def _chapters(book: zipfile.ZipFile, package: "Element", package_path: str) -> Iterator[Part]:
    files = {item.attrib["id"]: item.attrib["href"] for item in package.iter(f"{_OF_PACKAGE}item")}
    folder = posixpath.dirname(package_path)
    spine = [each.attrib["idref"] for each in package.iter(f"{_OF_PACKAGE}itemref")]
    for number, idref in enumerate(spine, start=1):
        file = posixpath.normpath(posixpath.join(folder, unquote(files[idref])))
        chapter = BeautifulSoup(book.read(file), "lxml")
        yield from by_headings(markdown_of(chapter), "chapter", number)
