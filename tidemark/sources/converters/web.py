"""HTML pages, and EPUB books, which are archives of them."""

import posixpath
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from bs4 import BeautifulSoup, Tag
from defusedxml import ElementTree
from markdownify import MarkdownConverter

from tidemark.errors import SourceUnreadable
from tidemark.schema.sources import ConvertedFile
from tidemark.sources.converters.parts import Part, by_headings, joined
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
_AS_MARKDOWN = MarkdownConverter(
    heading_style="ATX",
    bullets="-",
    escape_asterisks=False,
    escape_underscores=False,
    # What is marked reads, and is found, as what is not
    strip=["a", "img", "b", "strong", "em", "i", "del", "s", "sub", "sup", "kbd", "samp", "code"],
)


def convert_html(path: Path, name: str) -> ConvertedFile:
    """Return the text of the page at ``path`` as Markdown, a section a heading."""
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
    """Return the content of ``page`` as Markdown, without menus and other frames."""
    for tag in page.find_all(_NO_CONTENT):
        if not _is_heading_of_article(tag):
            tag.decompose()
    content = next((found for each in _CONTENT if (found := page.select_one(each))), None)
    if content is None or not content.get_text(strip=True):
        content = page.find("body") or page
    return _BLANK_LINES.sub("\n\n", _AS_MARKDOWN.convert_soup(content)).strip()


def _is_heading_of_article(tag: Tag) -> bool:
    """Whether ``tag`` is a header that holds the heading of what it stands in."""
    return tag.name == "header" and tag.find(["h1", "h2"]) is not None


def _chapters(book: zipfile.ZipFile, package: "Element", package_path: str) -> Iterator[Part]:
    files = {item.attrib["id"]: item.attrib["href"] for item in package.iter(f"{_OF_PACKAGE}item")}
    folder = posixpath.dirname(package_path)
    spine = [each.attrib["idref"] for each in package.iter(f"{_OF_PACKAGE}itemref")]
    for number, idref in enumerate(spine, start=1):
        file = posixpath.normpath(posixpath.join(folder, unquote(files[idref])))
        chapter = BeautifulSoup(book.read(file), "lxml")
        yield from by_headings(markdown_of(chapter), "chapter", number)
